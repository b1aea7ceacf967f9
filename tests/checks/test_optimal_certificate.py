"""Certificates of the best routing: accepted where they are true, and no changed one that claims something else."""

import json
import random
from fractions import Fraction

import pytest

from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.routing import optimal_routing

CASES = [
    ("mesh", {"k": 3, "n": 2}, None),
    ("toroid", {"w": 3, "D": 2}, None),
    ("oneway-torus", {"k": 3, "n": 1}, None),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, None),
    ("line(2) x ring(3)", {}, None),
    ("mesh", {"k": 3, "n": 2}, "transpose"),
    ("ring", {"K": 5}, "uniform"),
    ("ring", {"K": 4}, {(0, 1): Fraction(1, 2), (0, 2): Fraction(1, 3), (3, 1): 1}),
]


def proof(case):
    family, sizes, words = case
    net = network(family, **sizes)
    found = optimal_routing(net, traffic(net, words) if words else None)
    return json.loads(json.dumps(found.certificate))


@pytest.mark.parametrize("case", CASES)
def test_certificates_are_accepted(case):
    data = proof(case)
    assert data["lower"] == data["upper"]
    words = check_certificate(data)
    assert words.startswith("least ") and f" {data['upper']}: {network(case[0], **case[1]).title}, " in words
    assert certify(data).accepted


@pytest.mark.parametrize("case", CASES[:5])
def test_potentials_that_are_not_given_are_zero(case):
    data = proof(case)
    nothing = {"sending": {}, "getting": {}}
    forged = {"lower": "0", "upper": "0", "permutation": sorted(data["permutation"])}
    with pytest.raises(CertificateError, match="are less than the flow"):
        check_certificate(data | forged | {"potentials": [each | nothing for each in data["potentials"]]})


@pytest.mark.parametrize("case", CASES[5:])
def test_the_load_of_another_channel_is_not_the_largest(case):
    """Each load below the largest is claimed of each channel: one of them has it, but another channel has more."""
    data = proof(case)
    for part in range(int(Fraction(data["upper"]) * data["scale"])):
        claimed = {"lower": "0", "upper": str(Fraction(part, data["scale"]))}
        for channel in range(len(data["lengths"])):
            with pytest.raises(CertificateError, match="a channel gets"):
                check_certificate(data | claimed | {"channel": channel})


def test_a_hop_that_is_none_has_no_flow():
    data = proof(CASES[6])
    data["flows"][0]["flow"][str(network("ring", K=5).hop_count)] = 1
    with pytest.raises(CertificateError, match="there is no place 10"):
        check_certificate(data)


def test_no_flow_passes_a_node_that_forwards_nothing():
    """Not even by a hop to another terminal of the same switch and back, which keeps the flow together."""
    net = network("flattened-butterfly", k=2, n=2)
    data = json.loads(json.dumps(optimal_routing(net).certificate))
    assert certify(data).accepted
    ends = [node for node in range(net.node_count) if not net.forwards[node]]
    for each in data["flows"]:
        through = next(end for end in ends if end not in (each["source"], each["destination"]))
        there, back = (
            next(hop for hop, ends in enumerate(zip(net.origin, net.target, strict=True)) if ends[way] == through)
            for way in (1, 0)
        )
        flow = {**each["flow"]}
        for hop in (str(there), str(back)):
            flow[hop] = flow.get(hop, 0) + 1
        other = [{**one, "flow": flow} if one is each else one for one in data["flows"]]
        with pytest.raises(CertificateError, match=f"passes node {through}, which forwards nothing"):
            check_certificate(data | {"flows": other})


def changed(data, draw):
    """A certificate with one change, and its name."""
    copy = json.loads(json.dumps(data))
    kinds = [
        "lower",
        "upper",
        "scale",
        "channel",
        "flow",
        "lost flow",
        "added flow",
        "lengths",
        "symmetry",
        "size",
        "twice",
    ]
    kinds += ["name", "rate"] if "traffic" in copy else ["permutation", "potential", "reversing"]
    kind = draw.choice(kinds)
    flow = draw.choice(copy["flows"])["flow"]
    if kind in ("lower", "upper"):
        copy[kind] = str(Fraction(copy[kind]) + draw.choice((-1, 1)) * Fraction(1, draw.randint(2, 9)))
    elif kind in ("scale", "channel"):
        copy[kind] = max(0, copy[kind] + draw.choice((-1, 1, 1000)))
    elif kind == "flow" and flow:
        flow[draw.choice(list(flow))] += draw.choice((-1, 1)) if copy["scale"] > 1 else 1
    elif kind == "lost flow" and flow:
        del flow[draw.choice(list(flow))]
    elif kind == "added flow":
        flow[str(draw.randint(0, 40))] = draw.randint(1, 3)
    elif kind == "lengths":
        of = draw.choice(copy["lengths"])["lengths"] if "permutation" in copy else copy["lengths"]
        of[draw.choice(list(of) or ["0"])] = draw.randint(0, 5)
    elif kind == "symmetry" and copy["symmetries"]:
        image = draw.choice(copy["symmetries"])["image"]
        i, j = draw.sample(range(len(image)), 2)
        image[i] = image[j] if draw.random() < 0.3 else image[i]
        image[i], image[j] = image[j], image[i]
    elif kind == "reversing" and copy["symmetries"]:
        each = draw.choice(copy["symmetries"])
        each["reversing"] = not each["reversing"]
    elif kind == "size" and copy["network"]["parameters"]:
        copy["network"]["parameters"][draw.choice(list(copy["network"]["parameters"]))] += draw.choice((-1, 1))
    elif kind == "twice":
        copy["flows"].append(draw.choice(copy["flows"]))
    elif kind == "name":
        copy["traffic"]["name"] = draw.choice(("neighbor", "transpose", "uniform", "no pattern"))
    elif kind == "rate" and "rates" in copy["traffic"]:
        each = draw.choice(copy["traffic"]["rates"])
        each[draw.randrange(3)] = draw.choice((1, 2, "1/4", "3"))
    elif kind == "permutation":
        i, j = draw.sample(range(len(copy["permutation"])), 2)
        copy["permutation"][i] = copy["permutation"][j]
    elif kind == "potential":
        each = draw.choice(copy["potentials"])
        side = each[draw.choice(("sending", "getting"))]
        side[draw.choice(list(side) or ["0"])] = draw.randint(0, 3)
    return kind, copy


@pytest.mark.in_turn
def test_changed_certificates_are_refused():
    """200 of them; the accepted ones have the same claim, with another proof of it."""
    draw, proofs, refused = random.Random(1), [proof(case) for case in CASES], []
    while len(refused) < 200:
        data = draw.choice(proofs)
        kind, mutant = changed(data, draw)
        if mutant == data:
            continue
        try:
            check_certificate(mutant)
        except ValueError as error:
            assert "\n" not in str(error) and str(error)
            refused.append(kind)
        else:
            assert kind in ("channel", "lengths", "symmetry", "reversing", "potential", "added flow", "name"), kind
            assert all(mutant[key] == data[key] for key in ("lower", "upper", "network"))
            assert "rates" in data.get("traffic", {"rates": 1}) or mutant["traffic"] == data["traffic"]
    assert len(set(refused)) >= 15, sorted(set(refused))


def test_an_interval_is_named_as_one():
    data = proof(CASES[0])
    for pair in data["lengths"]:
        pair["lengths"] = dict.fromkeys(pair["lengths"], 1)
    with pytest.raises(CertificateError, match="some channel gets"):
        check_certificate(data)
    data["lower"] = str(Fraction(check_bound(data)))
    assert check_certificate(data).startswith(f"least worst case between {data['lower']} and 7/6: mesh k=3 n=2, ")


def check_bound(data):
    with pytest.raises(CertificateError) as refused:
        check_certificate(data)
    return str(refused.value).split("some channel gets ")[1].split(",")[0]
