"""Certificates of the bisection width: accepted where they are true, and no changed one that claims something false."""

import json
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.certificates.bisection_certificate import halves_below
from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.loads.bisection import Bisection, bisection

CASES = [
    ("mesh", {"k": 3, "n": 2}, 8, "tried in 60 parts"),
    ("toroid", {"w": 4, "D": 2}, 16, "flows to 16 destinations with 8 messages for each channel"),
    ("toroid", {"w": 3, "D": 2}, 16, "tried"),
    ("oneway-torus", {"k": 4, "n": 2}, 8, "flows to 16 destinations"),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, 4, "tried"),
    ("ring", {"K": 2}, 4, "1/2 messages for each channel"),
    ("line(2) x ring(4)", {}, 8, "flows"),
    ("cube-connected-cycles", {"D": 3}, 8, "flows"),
]


def proof(family, size):
    return json.loads(json.dumps(bisection(network(family, **size)).certificate))


@pytest.mark.parametrize("family, size, width, words", CASES)
def test_certificates_are_accepted(family, size, width, words):
    said = check_certificate(proof(family, size))
    assert (
        said.startswith(f"bisection width {width} channels: {network(family, **size).title}, two halves")
        and words in said
    )


def test_an_interval_has_the_bound_of_its_flows():
    """Half of a mesh that is not the best one, beside flows: both are true, and so is the interval."""
    net = network("mesh", k=4, n=1)
    found = bisection(net)
    wide = Bisection(net, (0, 2), 6, found.least, "congestion", found.routing)
    assert found.certificate["channels"] == found.least == 2 and not wide.exact and wide.as_json()["bisection"] is None
    assert check_certificate(wide.certificate).startswith("bisection width between 2 and 6 channels: mesh k=4 n=1")


def test_a_corner_is_no_half():
    """The corner of a mesh has 4 channels to the others, less than any half, so no half has fewer."""
    data = proof("mesh", {"k": 3, "n": 2})
    with pytest.raises(CertificateError, match="half has 1 of 9 ends"):
        check_certificate(data | {"half": [0], "channels": 4, "least": 4})


def changed(data, draw):
    """A certificate with one change, and its name."""
    copy = json.loads(json.dumps(data))
    kind = draw.choice(("half", "channels", "least", "size", "order", "share", "device", "node", "gone", "destination"))
    if kind == "half":
        half = copy["half"]
        half[draw.randrange(len(half))] = draw.randrange(20)
    elif kind in ("channels", "least"):
        copy[kind] += draw.choice((-1, 1, 2))
    elif kind == "size" and copy["network"]["parameters"]:
        name = draw.choice(list(copy["network"]["parameters"]))
        copy["network"]["parameters"][name] += draw.choice((-1, 1))
    elif kind == "order" and "order" in copy:
        copy["order"][draw.randrange(len(copy["order"]))] = draw.randrange(20)
    elif "flows" in copy:
        flow = draw.choice(copy["flows"])
        move = draw.choice(flow["moves"])
        if kind == "share":
            move[3] = str(Fraction(move[3]) * draw.choice((0, 2, Fraction(1, 3))))
        elif kind in ("device", "node"):
            move[draw.randrange(2) + 1 if kind == "node" else 0] += draw.choice((-1, 1, 3))
        elif kind == "gone":
            flow["moves"].remove(move)
        elif kind == "destination":
            flow["destination"] += draw.choice((-1, 1))
    return kind, copy


@pytest.mark.in_turn
def test_changed_certificates_are_refused():
    draw, proofs, refused = random.Random(2), [proof(*case[:2]) for case in CASES], []
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
        else:  # another proof of the same width: the flow may take a parallel link
            assert kind in ("half", "device")
            assert all(mutant[key] == data[key] for key in ("channels", "least", "network"))
    assert set(refused) == {
        "half", "channels", "least", "size", "order", "share", "device", "node", "gone", "destination",
    }  # fmt: skip


def test_a_half_that_is_not_the_best_is_refused():
    data = proof("mesh", {"k": 3, "n": 2})
    cross = {**data, "half": [0, 2, 4, 6], "channels": 20, "least": 20}
    with pytest.raises(ValueError, match="two halves have less than 20 channels between them"):
        check_certificate(cross)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_parts_of_halves_are_left_out_only_where_no_half_is_smaller(data):
    nodes = data.draw(st.integers(2, 7))
    is_end = np.array(data.draw(st.lists(st.booleans(), min_size=nodes, max_size=nodes)))
    members = st.lists(st.integers(0, nodes - 1), min_size=2, max_size=4, unique=True)
    devices = [
        (sorted(each), data.draw(st.integers(1, 2))) for each in data.draw(st.lists(members, min_size=1, max_size=9))
    ]
    cuts = []
    for side in product((0, 1), repeat=nodes):
        ones = [s for s, end in zip(side, is_end, strict=True) if end]
        if abs(2 * sum(ones) - len(ones)) <= 1:
            cuts.append(sum(width for each, width in devices if len({side[node] for node in each}) == 2))
    first = np.cumsum([0, *(len(each) for each, _ in devices)])
    given = (is_end, first, np.concatenate([each for each, _ in devices]), np.array([width for _, width in devices]))
    assert halves_below(*given, min(cuts), 10**6) > 0 and halves_below(*given, min(cuts) + 1, 10**6) == -1
