"""Verdicts and certificates on random networks with random routings, against a slow decision on the states of all packets.

A sample runs always. All 7,200 cases run with

    pytest -m long -s tests/checks/test_deadlock_agreement.py

half of them with compiled loops; half of the smaller ones are also compared with all states that packets can bring about.
"""

import json
import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

import netlemma.graphs.base.compiled
from netlemma.checks.certificates import channel_certificate
from netlemma.checks.certificates.certification import check_certificate
from netlemma.graphs.deadlock.channel_elimination import HELD, ranks, wait_sets
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.verdict import SWITCHING
from netlemma.graphs.routing.goal_graph import RoutingArrays

from .deadlock_rules import naive_ranks, naive_verdict, states_of
from .exhaustive import TooMany, can_deadlock
from .random_routings import has_cycle, random_network, random_relation, random_routes, random_routing

KINDS = ("deterministic", "oblivious", "adaptive")


def larger_routing(seed, kind):
    """A routing on a network of up to nine nodes with one to three virtual channels."""
    rng = random.Random(f"larger {kind} {seed}")
    while True:
        vcs = rng.choice([1, 2, 3])
        net = random_network(rng, rng.randint(2, 9), rng.randint(4, 20) // vcs + 2)
        if kind == "deterministic":
            routing = random_routes(rng, net, vcs, rng.randint(2, 12), 7)
        else:
            routing = random_relation(rng, net, vcs, rng.randint(2, 9), kind)
        packets = sum(len(routing.labels(s, d)) for s in routing.ends for d in routing.ends if s != d)
        if packets > 1 and (rng.random() < 0.2 or has_cycle(routing)):
            return routing


def accepted(routing, verdict, monkeypatch):
    """Whether the certificate is accepted for this routing, which has no name that a certificate could give."""
    if verdict.certificate is None:
        return verdict.criterion.startswith("search of all configurations")
    data = json.loads(json.dumps(verdict.certificate))
    monkeypatch.setattr(channel_certificate, "certified_routing", lambda *_: (routing, "random"))
    return check_certificate(data).startswith(f"{verdict.verdict}: random: ")


def compare(routing, switching, monkeypatch, most_states=0):
    """The verdict, equal to that of the slow decision and, where there are few states, of the search of all."""
    wormhole = switching == "wormhole"
    found = decide(routing, switching)
    assert found.verdict == naive_verdict(routing, wormhole)
    assert accepted(routing, found, monkeypatch)
    try:
        if most_states:
            assert can_deadlock(routing, wormhole, most_states) == (found.verdict == "deadlock")
    except TooMany:
        pass
    return found.verdict


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_agree(kind, monkeypatch):
    seen = Counter(compare(larger_routing(seed, kind), SWITCHING[seed % 3], monkeypatch, 300) for seed in range(25))
    assert set(seen) >= {"deadlock", "deadlock-free"}


@pytest.mark.long
@pytest.mark.parametrize("switching", SWITCHING)
@pytest.mark.parametrize("kind", KINDS)
def test_many_verdicts_agree(kind, switching, monkeypatch):
    seen = Counter()
    for seed in range(200):
        for fast, make in product((False, True), (larger_routing, random_routing)):
            with monkeypatch.context() as patched:
                limit = -1 if fast else 10**9
                patched.setattr(netlemma.graphs.base.compiled, "SMALL", limit)
                patched.setattr(netlemma.graphs.base.compiled, "SMALL_UNLOADED", limit)
                seen[compare(make(2 * seed + fast, kind), switching, monkeypatch, 1000)] += 1
    print(f"\n{kind}, {switching}: {dict(seen)}")
    assert seen["deadlock"] > 100 and seen["deadlock-free"] > 100


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("wormhole", [False, True])
@pytest.mark.in_turn
def test_ranks_against_elimination_state_by_state(wormhole, fast):
    held = 0
    for seed in range(20):
        routing = larger_routing(seed, "adaptive")
        frame = RoutingArrays(routing, fast)
        used = channel_dependencies(frame).used
        waits, there = wait_sets(frame), states_of(routing)
        assert np.flatnonzero(used).tolist() == there.channels
        rank, plain = ranks(waits, used, wormhole), naive_ranks(there, wormhole)
        assert {c: int(r) for c, r in enumerate(rank) if r != HELD} == plain.rank
        held += len(plain.held) > 0
    assert 2 < held < 18


@pytest.mark.in_turn
@pytest.mark.parametrize("fast", [False, True])
def test_wait_sets_are_those_of_all_states(fast, monkeypatch):
    """Also where the tables begin too small and grow again and again."""
    from netlemma.graphs.deadlock import channel_elimination as module

    monkeypatch.setattr(module, "LEAST_ROOM", 1)
    dropped = 0
    for seed in range(20):
        routing = larger_routing(seed, "adaptive")
        found, there = wait_sets(RoutingArrays(routing, fast)), states_of(routing)
        pairs = [
            (c, tuple(found.channels_of(w))) for c, w in zip(found.channel.tolist(), found.set.tolist(), strict=True)
        ]
        plain = {
            (there.channel[s], tuple(sorted(there.channel[t] for t in later))) for s, later in enumerate(there.after)
        }
        assert len(set(pairs)) == len(pairs)
        assert set(pairs) <= plain
        assert all(any(d == c and set(less) <= set(waits) for d, less in pairs) for c, waits in plain if waits)
        dropped += len({(c, waits) for c, waits in plain if waits} - set(pairs))
    assert dropped
