"""Numbers checked by compiled loops through arrays of choices, as by asking the relation place by place."""

import random
from dataclasses import replace

import numpy as np
import pytest

from netlemma.checks.certificates.channel_certificate import _followed
from netlemma.checks.certificates.channel_numbering import in_phases, least_numbers, least_numbers_in_phases
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routing.choices import asked
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings.valiant import by_way_of

from .random_routings import random_routing


def by_arrays(routing):
    """The same routing with its choices as arrays."""

    def choices_to(destination, label):
        sources = [s for s in routing.ends if s != destination and label in routing.labels(s, destination)]
        return asked(routing, destination, label, np.array(sources, dtype=np.int32))

    return replace(routing, arrays=replace(routing.arrays, choices_to=choices_to))


def outcome(check, *given):
    """What a check finds, or None if it refuses."""
    try:
        return check(*given)
    except CertificateError:
        return None


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", ["deterministic", "oblivious", "adaptive"])
def test_both_checks_agree(kind):
    """On right numbers, and on numbers that are changed or drawn."""
    rng, seen = random.Random(kind), set()
    for seed in range(30):
        routing = random_routing(seed, kind)
        arrays, wormhole = by_arrays(routing), seed % 2 == 0
        found = decide(routing, "wormhole" if wormhole else "cut-through").certificate or {}  # none of a search
        right = found.get("numbers") or found.get("ranks") or [0] * routing.channel_count
        value = [-1 if v is None else v for v in right]
        for _ in range(6):
            for rising in (False, True):
                plain = outcome(_followed, routing, value, rising, wormhole)
                assert outcome(least_numbers, arrays, value, rising, wormhole) == plain
                seen.add((rising, plain is None))
            value = [*value]
            value[rng.randrange(len(value))] = rng.randint(-1, 6)
            if rng.random() < 0.3:
                value = [rng.randint(-1, 9) for _ in value]
    assert len(seen) == 4


RING = network("ring", K=4)
HOP = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(RING.origin, RING.target, strict=True))}
BACK = {0: HOP[0, 1], 1: HOP[1, 0], 2: HOP[2, 1], 3: HOP[3, 2]}


@pytest.mark.parametrize(
    "choose, fault",
    [
        (lambda node: [(BACK[node], ALL)] if node != 2 else [], "is stranded"),
        (lambda node: [(BACK[node + 1], ALL)], "another node"),
        (lambda node: [(BACK[node] if node != 1 else HOP[3, 2], ALL)], "another node"),
        (lambda node: [(BACK[node], ALL)], "circles"),  # from 0 to 1 and back
    ],
    ids=["stranded", "elsewhere", "elsewhere on the way", "circles"],
)
def test_wrong_routings_are_refused(choose, fault):
    routing = ChannelRouting("wrong", RING, "adaptive", lambda node, *_: choose(node), terminals=(0, 2))
    numbers = [int(c == BACK[1]) for c in range(routing.channel_count)]
    for check, by in ((_followed, routing), (least_numbers, by_arrays(routing))):
        with pytest.raises(CertificateError, match=fault):
            check(by, numbers, True, False)


def test_certificates_of_named_routings():
    """Also where a routing has labels, and whether numbers rise or ranks fall."""
    for family, sizes, name, switching in (
        ("toroid", {"w": 4, "D": 2}, "duato", "wormhole"), ("mesh", {"k": 3, "n": 2}, "valiant", "wormhole"),
        ("mesh", {"k": 4, "n": 2}, "west-first", "cut-through"), ("cube-connected-cycles", {"D": 3}, "up-down", "wormhole"),
    ):  # fmt: skip
        routing = channel_routing(network(family, **sizes), name)
        value = [-1 if v is None else v for v in decide(routing, switching).certificate["numbers"]]
        if routing.escape is not None:
            value = [v if routing.escape(c) else -1 for c, v in enumerate(value)]
        plain = _followed(routing, value, True, switching == "wormhole")
        assert least_numbers(routing, value, True, switching == "wormhole") == plain


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "text", ["line(2)", "line(4)", "ring(3)", "oneway-ring(3)", "line(2) x line(3)", "ring(4) x line(2)"]
)
def test_phases_have_the_numbers_of_all_labels(text):
    """The same least numbers as with every packet followed by itself; a number that does not rise is refused."""
    net = network(text)
    names = ["dimension-order"] if "oneway" in text else ["dimension-order", "shortest-first", "up-down"]
    for name in names:
        for half in channel_routing(net, "dimension-order", vcs=2), channel_routing(net, name):
            routing = by_way_of(half, channel_routing(net, names[-1], vcs=2), "mixed")
            numbers = decide(routing).certificate.get("numbers")
            if numbers is None:
                continue
            value = [-1 if v is None else v for v in numbers]
            plain, _ = _followed(routing, value, True, True)
            assert least_numbers_in_phases(routing, value)[0] == plain == value
            if max(value) > 0:
                wrong = [v - (v == max(value)) for v in value]
                with pytest.raises(CertificateError, match="wait for ever"):
                    least_numbers_in_phases(routing, wrong)


def test_phases_by_themselves_are_those_of_packets_between_all_nodes():
    routing = channel_routing(network("mesh", k=3, n=1), "valiant")
    assert in_phases(routing) and not in_phases(replace(routing, terminals=(0, 2)))


def test_what_a_packet_holds_far_behind_counts():
    """On an adaptive channel without a number a packet still holds the channel before, below whose number it may not wait.

    With ranks it may wait for the channel that has the way with lower ranks, but holds the one before on the other way too.
    """
    out, on, back, round_, last = HOP[0, 1], HOP[1, 2], HOP[1, 0], HOP[0, 3], HOP[3, 2]
    after = {None: [out], out: [on, back], back: [round_], round_: [last]}
    routing = ChannelRouting(
        "far", RING, "adaptive", lambda _, by, *to: [(c, ALL) for c in after[by]], terminals=(0, 2)
    )
    there = replace(routing, labels=lambda source, goal: [None] if goal == 2 else [])
    for numbers, right in (({out: 0, on: 1, round_: 1, last: 2}, True), ({out: 0, on: 1, round_: 0, last: 1}, False)):
        value = [numbers.get(c, -1) for c in range(there.channel_count)]
        for check, by in ((_followed, there), (least_numbers, by_arrays(there))):
            assert (outcome(check, by, value, True, True) is not None) == right
    for rank, wormhole, right in ((2, True, True), (1, True, False), (1, False, True)):
        ranks = {out: rank, on: 0, back: 2, round_: 1, last: 0}
        value = [ranks.get(c, -1) for c in range(there.channel_count)]
        for check, by in ((_followed, there), (least_numbers, by_arrays(there))):
            found = outcome(check, by, value, False, wormhole)
            assert (found is not None and found[0] == value) == right
