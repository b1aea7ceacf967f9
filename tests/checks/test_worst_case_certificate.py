"""Certificates of worst cases: accepted where they are true, and no changed one that claims or proves something false."""

import json
import random
from fractions import Fraction
from itertools import permutations

import pytest

from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.worst.worst_case import worst_case

CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", {}),
    ("toroid", {"w": 4, "D": 1}, "dimension-order", {"ties": "split"}),
    ("toroid", {"w": 3, "D": 2}, "valiant", {}),
    ("mesh", {"k": 2, "n": 2}, "o1turn", {}),
    ("hypercube", {"n": 3}, "shortest", {}),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, "dimension-order", {}),
    ("r-ary-m-cube", {"R": 2, "M": 2}, "ecmp", {}),
]


def proof(case):
    family, sizes, name, options = case
    found = worst_case(channel_routing(network(family, **sizes), name, **options))
    return json.loads(json.dumps(found.certificate))


@pytest.mark.parametrize("case", CASES)
def test_certificates_are_accepted(case):
    data = proof(case)
    assert check_certificate(data).startswith(
        f"worst case {data['gamma']}: {network(case[0], **case[1]).title}, routing"
    )
    assert certify(data).accepted


def test_potentials_above_the_claimed_load_prove_nothing():
    """A permutation that moves no message loads no channel; only the sums of the potentials show that others do."""
    data = proof(CASES[0])
    with pytest.raises(CertificateError, match="have a sum above 0"):
        check_certificate(data | {"gamma": "0", "permutation": sorted(data["permutation"])})


@pytest.mark.parametrize("case", CASES)
def test_potentials_that_are_not_given_are_zero(case):
    data = proof(case)
    nothing = {"sending": {}, "getting": {}}
    forged = {
        "gamma": "0",
        "permutation": sorted(data["permutation"]),
        "potentials": [each | nothing for each in data["potentials"]],
    }
    with pytest.raises(CertificateError, match="more than its potentials"):
        check_certificate(data | forged)


def test_potentials_larger_than_shares_need_are_refused():
    """A channel with less load than the worst one has room for larger potentials, which are none of a heaviest matching."""
    data = proof(("mesh", {"k": 5, "n": 1}, "dimension-order", {}))
    first = next(each for each in data["potentials"] if each["channel"] == 0)
    side = "sending" if first["sending"] else "getting"
    assert data["gamma"] == "2" and list(first[side].values()) == ["1"]
    first[side] = dict.fromkeys(first[side], "3/2")
    with pytest.raises(CertificateError, match=r"larger than its shares"):
        check_certificate(data)


def changed(data, draw):
    """A certificate with one change, and its name."""
    copy = json.loads(json.dumps(data))
    kind = draw.choice(
        ("gamma", "channel", "permutation", "lower", "missing", "symmetry", "moved", "size", "ties", "node", "twice")
    )
    potentials = copy["potentials"]
    each = draw.choice(potentials)
    side = draw.choice([side for side in ("sending", "getting") if each[side]] or ["sending"])
    if kind == "gamma":
        copy["gamma"] = str(Fraction(copy["gamma"]) + draw.choice((-1, 1)) * Fraction(1, draw.randint(1, 9)))
    elif kind == "channel":
        copy["channel"] += draw.choice((-1, 1, 2, 1000))
    elif kind == "permutation":
        i, j = draw.sample(range(len(copy["permutation"])), 2)
        copy["permutation"][i] = (
            copy["permutation"][draw.choice((i, j))] if draw.random() < 0.3 else copy["permutation"][j]
        )
    elif kind in ("lower", "missing") and each[side]:
        node = draw.choice(list(each[side]))
        value = Fraction(each[side].pop(node))
        if kind == "lower":
            each[side][node] = str(value * Fraction(draw.randint(0, 8), 9))
    elif kind == "symmetry" and copy["symmetries"]:
        image = draw.choice(copy["symmetries"])
        i, j = draw.sample(range(len(image)), 2)
        image[i], image[j] = image[j], image[i]
    elif kind == "moved" and copy["moved"]:
        i = draw.randrange(len(copy["moved"]))
        copy["moved"][i][draw.randrange(3)] += draw.choice((-1, 1))
    elif kind == "size":
        name = draw.choice(list(copy["network"]["parameters"]))
        copy["network"]["parameters"][name] += draw.choice((-1, 1))
    elif kind == "ties":
        copy["routing"]["options"] = {"ties": draw.choice(("minus", "plus", "split"))}
    elif kind == "node" and each[side]:
        node = draw.choice(list(each[side]))
        each[side][str(int(node) + 1)] = each[side].pop(node)
    elif kind == "twice":
        potentials.append(draw.choice(potentials))
    return kind, copy


def judged(count, seed):
    draw, proofs, refused = random.Random(seed), [proof(case) for case in CASES], []
    while len(refused) < count:
        data = draw.choice(proofs)
        kind, mutant = changed(data, draw)
        if mutant == data:
            continue
        try:
            check_certificate(mutant)
        except ValueError as error:
            assert "\n" not in str(error) and str(error)
            refused.append(kind)
        else:  # another proof of the same load
            assert kind in ("channel", "permutation", "lower", "missing", "symmetry", "moved", "node", "ties")
            assert mutant["gamma"] == data["gamma"] and mutant["network"] == data["network"]
    return set(refused)


@pytest.mark.in_turn
def test_changed_certificates_are_refused():
    kinds = judged(200, 1)
    assert kinds == {
        "gamma",
        "channel",
        "permutation",
        "lower",
        "missing",
        "symmetry",
        "moved",
        "size",
        "ties",
        "node",
        "twice",
    }


def test_the_claim_of_a_certificate_is_the_greatest_load_of_all_permutations():
    """By the shares that the checker counts, all permutations of four nodes, and all potentials lowered to less."""
    from netlemma.checks.certificates.load_certificate import crossings_to, directed_channels

    routing = channel_routing(network("toroid", w=4, D=1), "dimension-order", ties="split")
    share = {
        (s, t): crossed
        for t, of in crossings_to(routing, directed_channels(routing.network))
        for s, crossed in of.items()
    }
    most = max(
        sum(share[s, t].get(c, 0) for s, t in enumerate(p) if s != t) for p in permutations(range(4)) for c in range(8)
    )
    data = proof(CASES[1])
    assert data["gamma"] == str(most)
    for value in (most - Fraction(1, 2), most + Fraction(1, 2)):
        with pytest.raises(CertificateError):
            check_certificate({**data, "gamma": str(value)})
