"""Verdicts on random small networks and routings equal what an exhaustive search of all states finds.

A few hundred cases run always. All 12 000 run with

    pytest -m long -s tests/checks/test_deadlock_truth.py

which prints how they came out.
"""

from collections import Counter
from functools import cache
from itertools import count

import numpy as np
import pytest

import netlemma.graphs.deadlock.configurations
from netlemma.graphs.deadlock import decide as decision
from netlemma.graphs.deadlock import packet_loops, reachable_deadlocks, states
from netlemma.graphs.deadlock.configurations import Advance, Configurations
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.packet_loops import add_dependencies, raise_numbers

from .exhaustive import TooMany, can_deadlock, fewest_packets
from .random_routings import random_routing

KINDS = ("deterministic", "oblivious", "adaptive")
MACHINES = ("wormhole", "cut-through")
FEW, FEW_STATES = 40, 900
TELLING = {  # cases that only one part of a criterion decides
    ("adaptive", "wormhole"): (317, 465, 1360, 1640, 1660, 2207, 2590),
    ("adaptive", "cut-through"): (2, 15, 57),
}
MANY, MANY_STATES, PARTS = 2000, 6000, 4
WORDS = {True: "deadlock", False: "deadlock-free"}


def cases(kind, switching, how_many, most_states, first=0, step=1):
    """Seeds and answers of the oracle, without the cases that are too large for it."""
    found = {}
    for seed in count(first, step):
        if len(found) == how_many:
            return found
        try:
            found[seed] = can_deadlock(random_routing(seed, kind), switching == "wormhole", most_states)
        except TooMany:
            continue
    return found


@cache
def few(kind, switching):
    found = cases(kind, switching, FEW, FEW_STATES)
    for seed in TELLING.get((kind, switching), ()):
        found[seed] = can_deadlock(random_routing(seed, kind), switching == "wormhole", 200000)
    return found


def wrong(kind, switching, answers):
    """The seeds with another verdict than the oracle's."""
    return [s for s, answer in answers.items() if decide(random_routing(s, kind), switching).verdict != WORDS[answer]]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("switching", MACHINES)
@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_are_true(kind, switching):
    answers = few(kind, switching)
    assert 4 < sum(answers.values()) < FEW - 4  # both answers come up
    assert not wrong(kind, switching, answers)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("switching", MACHINES)
@pytest.mark.parametrize("kind", KINDS)
def test_many_verdicts_are_true(kind, switching, part):
    answers = cases(kind, switching, MANY // PARTS, MANY_STATES, part, PARTS)
    verdicts = {s: decide(random_routing(s, kind), switching) for s in answers}
    by = Counter((v.verdict, v.criterion.partition(":")[0]) for v in verdicts.values())
    print(
        f"\n{kind}, {switching}: {len(answers)} cases, {1 + max(answers) // PARTS - len(answers)} too large for the oracle"
    )
    for (verdict, criterion), times in sorted(by.items()):
        print(f"  {times:5} {verdict:14} {criterion}")
    assert [s for s, answer in answers.items() if verdicts[s].verdict != WORDS[answer]] == []


def test_nothing_waits_where_no_channel_follows_another():
    routing = random_routing(2421, "adaptive")
    net = routing.network
    assert routing.escape is not None and not np.isin(net.target, net.origin).any()
    assert decide(routing).verdict == "deadlock-free"


@pytest.mark.in_turn
@pytest.mark.parametrize("switching", MACHINES)
def test_a_cycle_of_single_choices_is_a_deadlock_of_the_others(switching, monkeypatch):
    seen = set()
    for seed in range(60):
        routing = random_routing(seed, "adaptive")
        expected = decide(routing, switching).verdict
        with monkeypatch.context() as m:
            m.setattr(decision, "MANY", 0)
            found = decide(routing, switching)
        assert found.verdict == expected
        seen.add((expected, found.criterion == decision.ALONE))
    assert {("deadlock", True), ("deadlock-free", False)} <= seen and ("deadlock-free", True) not in seen


@pytest.mark.in_turn
@pytest.mark.parametrize("switching", MACHINES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_fewest_packets_of_a_deadlock(kind, switching):
    checked = set()
    for seed in range(20):
        routing = random_routing(seed, kind)
        try:
            least = fewest_packets(routing, switching == "wormhole", 800)
        except TooMany:
            continue
        found = decide(routing, switching, smallest_deadlock=True)
        assert found.verdict == WORDS[least > 0]
        assert least == (len(found.certificate["packets"]) if least else 0)
        checked.add(least)
    assert 0 in checked and max(checked) > 1


def forgets_long_ways(*given):
    """The dependencies without what packets do after their first two channels."""
    channels, depth = given[6], given[7]
    near = [c for c, before in zip(channels, depth, strict=True) if before == 0]
    add_dependencies(*given[:6], near, *given[7:])


def direct_dependencies_only(by_node, nodes, head, end, is_escape, start, channel, rows, number, before, *_):
    """Numbers of escape channels raised without the dependencies behind adaptive channels."""
    risen = 0
    for row in rows:
        behind = row - nodes if row >= nodes else None
        if behind is None or (is_escape[behind] and head[behind] != end):
            for c in channel[start[row] : start[row + 1]]:
                if is_escape[c] and behind is not None and number[c] <= number[behind]:
                    number[c], before[c], risen = number[behind] + 1, behind, 1
    return risen


def never_unconnected(*given):
    """Numbers of escape channels raised whether or not every packet has one among its choices."""
    _, nodes, head, end, is_escape, start, channel, rows, *_ = given
    everywhere = [
        r for r in rows
        if (r >= nodes and head[r - nodes] == end) or any(is_escape[c] for c in channel[start[r] : start[r + 1]])
    ]  # fmt: skip
    return raise_numbers(*given[:7], everywhere, *given[8:])


def without_bodies(waits, used, wormhole=False, progress=None, ranks=decision.ranks):
    """Elimination that forgets that a worm holds more than the channel of its head."""
    return ranks(waits, used)


def nothing_left(waits, used, *_):
    return np.zeros(len(used), dtype=np.int32)


def always_room(states, state, held):
    """A way to a state through channels that others hold, too."""
    way = [state]
    while states.depth[way[0]]:
        way.insert(0, min(states.before[way[0]], key=states.depth.__getitem__))
    return way


def there_already(states, worms):
    """Packets that come to their places from nowhere."""
    return [Advance(i, held[-1], states.source[held[-1]]) for i, held in enumerate(worms)]


FAULTS = {
    "dependencies of first channels alone": ("oblivious", "wormhole", [(packet_loops, "add_dependencies", forgets_long_ways)]),
    "direct dependencies alone": ("adaptive", "wormhole", [(packet_loops, "raise_numbers", direct_dependencies_only)]),
    "any channels as escape channels": ("adaptive", "wormhole", [(packet_loops, "raise_numbers", never_unconnected)]),
    "worms without bodies": ("adaptive", "wormhole", [(decision, "ranks", without_bodies)]),
    "elimination of everything": ("adaptive", "cut-through", [(decision, "ranks", nothing_left)]),
    "one choice waited for": ("adaptive", "cut-through", [(module, "ADAPTIVE", None) for module in (decision, reachable_deadlocks, states)]),
    "ways through full channels": (
        "adaptive", "cut-through", [(module, "way_in", always_room) for module in (netlemma.graphs.deadlock.configurations, netlemma.graphs.deadlock.configurations)],
    ),
    "ways from nowhere": ("adaptive", "cut-through", [(decision, "schedule", there_already)]),
    "no ways at all": ("adaptive", "wormhole", [(decision, name, lambda *_, **__: None) for name in ("place", "schedule")]),
    "channels held twice": ("adaptive", "wormhole", [(Configurations, "_at_most_one", lambda self, literals: None)]),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.in_turn
def test_a_fault_in_a_criterion_shows(fault, monkeypatch):
    """Each criterion, spoilt in one place, gives verdicts that are not true."""
    kind, switching, patches = FAULTS[fault]
    answers = few(kind, switching)
    for where, name, spoilt in patches:
        monkeypatch.setattr(where, name, spoilt)
    assert wrong(kind, switching, answers)
