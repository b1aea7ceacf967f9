"""Oblivious routings with equal virtual channels of one hop: a header takes a free one, in both engines alike."""

import random
from functools import partial

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import PoissonSources, written

options = partial(SimulationOptions, load=0.01)
ENGINES = (FlitSimulator, WormSimulator)
UNTIL = 240


def drawn(seed):
    """A random network with equal virtual channels, options and messages; loads from light to far beyond saturation."""
    draw = random.Random(seed)
    net, name, counts = draw.choice([
        (network("mesh", k=draw.randint(2, 5), n=draw.randint(1, 2)), "dimension-order", (2, 3, 4)),
        (network("oneway-torus", k=draw.randint(3, 5), n=draw.randint(1, 2)), "dimension-order", (3, 4, 5)),
        (network("toroid", w=draw.randint(3, 5), D=draw.randint(1, 2)), "dimension-order order=falling", (3, 4)),
        (network("line(3) x ring(4)"), "dimension-order", (2, 4)),
        (network("oneway-torus", k=draw.randint(3, 4), n=1), "dimension-order rule=none", (2,)),
        (network("ring", K=draw.randint(3, 7)), "up-down", (2, 3)),
    ])  # fmt: skip
    routing = routing_of(net, name, vcs=draw.choice(counts))
    assert routing.kind == "oblivious"
    given = options(
        flits=draw.choice([1, 2, 3, 5, 8, 13]), buffers=draw.choice([1, 2, 2, 3, 6]), seed=seed, ejection=draw.choice(["ideal", "single"]),
        vc_rule=draw.choice(["shared", "private"]), injection_vcs=draw.choice([None, 1, 3]), reuse=draw.choice([None, "empty"]),
        selection=draw.choice(["random", "first"]),
    ).under(routing)  # fmt: skip
    where = layout(routing, given.injection_vcs)
    load = draw.choice([0.2, 0.6, 1.2, 3.0]) / given.flits / max(1, where.ends**0.5)
    return where, given, PoissonSources(where.ends, load, seed).between(0, 2 * UNTIL // 3)


def until(simulator, time):
    return [np.where(each <= time, each, -1).tolist() for each in (simulator.started, simulator.delivered)]


def compared(where, given, sent):
    """Both engines, after a check that they agree up to where the first one stopped."""
    plain, fast = (engine(where, given, (50, 200)) for engine in ENGINES)
    for each in (plain, fast):
        each.advance(sent, UNTIL)
    time = min(plain.now, fast.now) - 1
    assert until(plain, time) == until(fast, time), f"{where.routing.title}, {given}"
    assert (plain.deadlock is None) == (fast.deadlock is None)
    if not plain.deadlock and given.vc_rule != "private":
        alone = plain.busy[0] == plain.busy[1]  # one virtual channel of each link at a time
        assert plain.busy == fast.busy or (fast.by_events and fast.busy is None and alone)
    return plain, fast


@pytest.mark.in_turn
@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 60), marks=pytest.mark.long)], ids=str)
def test_both_engines_deliver_every_message_at_the_same_time(seeds):
    delivered = [int((compared(*drawn(seed))[0].delivered >= 0).sum()) for seed in seeds]
    assert sum(delivered) > 16 * len(seeds) and sum(count > 0 for count in delivered) > len(seeds) * 5 / 6


@pytest.mark.in_turn
def test_both_engines_find_deadlocks_of_rings_without_dateline():
    routing = channel_routing(network("oneway-torus", k=5, n=1), "dimension-order", 2, rule="none")
    deadlocks = 0
    for seed in range(10):
        given = options(flits=20, seed=seed).under(routing)
        where = layout(routing, given.injection_vcs)
        plain, fast = compared(where, given, PoissonSources(where.ends, 0.2, seed).between(0, UNTIL))
        if plain.deadlock:
            deadlocks += 1
            assert all(worm.blocked_by and worm.waits_for for worm in fast.deadlock.worms)
    assert deadlocks > 5


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "vcs, rule, want", [(1, "shared", [13, 8]), (2, "shared", [13, 12]), (2, "private", [9, 8]), (4, "private", [9, 8])]
)
def test_a_second_worm_on_a_link_by_hand(engine, vcs, rule, want):
    """From 0 and from 1 to 2, 5 flits each: with one channel 1->2 is held until the first tail has crossed; with two they take
    turns on the link, or each has its bandwidth and a worm takes flits + hops + 1 cycles."""
    where = layout(channel_routing(network("mesh", k=3, n=1), "dimension-order", vcs))
    run = engine(where, options(flits=5, vc_rule=rule))
    run.advance(written([(1, 0, 2), (1, 1, 2)]), 100)
    assert run.delivered.tolist() == want


def test_first_takes_the_lowest_free_channel_and_random_any():
    where = layout(channel_routing(network("mesh", k=3, n=1), "dimension-order", 4))
    taken = {"first": set(), "random": set()}
    for selection, seen in taken.items():
        for seed in range(40):
            run = FlitSimulator(where, options(flits=9, selection=selection, seed=seed))
            run.advance(written([(1, 0, 2), (1, 1, 2)]), 6)
            seen.add(tuple(int(where.turn[run.way[m][position]]) for m, position in ((1, 1), (0, 2))))
    assert taken["first"] == {(0, 1)}  # the worm from 1 comes first
    assert taken["random"] == {(a, b) for a in range(4) for b in range(4) if a != b}


@pytest.mark.parametrize("family, sizes", [("mesh", {"k": 3, "n": 2}), ("toroid", {"w": 3, "D": 2})])
def test_worms_with_channels_of_their_own_never_wait_in_the_network(family, sizes):
    """With more channels than worms on their way and private bandwidth, each takes flits + hops cycles from its injection."""
    net = network(family, **sizes)
    routing = channel_routing(net, "dimension-order", 64)
    where, sent = layout(routing), PoissonSources(9, 0.05, 3).between(0, 3000)
    run = WormSimulator(where, options(flits=8, vc_rule="private").under(routing))
    run.advance(sent, 4000)
    hops = np.array(
        [
            abs(np.subtract(*map(np.array, (net.labels(int(s)), net.labels(int(d))))))
            for s, d in zip(sent.source, sent.destination, strict=True)
        ]
    )
    hops = np.minimum(hops, 3 - hops) if family == "toroid" else hops
    assert (run.delivered - run.started == 8 + hops.sum(axis=1) + 1).all() and len(sent) > 1000


@pytest.mark.in_turn
def test_four_channels_carry_more_than_one():
    """0.034 messages are carried with one channel, 0.049 with four; 0.0586 = 15/256 is the capacity of the middle links."""
    one, four = ({"k": 4, "flits": 16, "cycles": 50_000, "vcs": vcs} for vcs in (1, 4))
    assert simulate("mesh", load=0.2, **one).throughput < 0.035 < 0.048 < simulate("mesh", load=0.2, **four).throughput
    assert simulate("mesh", load=0.044, **one).state == "unstable"
    assert simulate("mesh", load=0.044, **four).state == "stable"


@pytest.mark.parametrize("family, sizes", [("oneway-torus", {"k": 4, "n": 2}), ("oneway-torus", {"k": 8, "n": 1})])
def test_two_dateline_classes_keep_rings_from_deadlock(family, sizes):
    """Half of four channels before the wrap-around link and half behind it; without classes four channels come to a deadlock."""
    given = {"flits": 20, "load": 0.2, "cycles": 10_000, "vcs": 4, **sizes}
    for reuse in ("tail", "empty"):
        assert simulate(family, "dimension-order", reuse=reuse, **given).state == "unstable"
    assert simulate(family, "dimension-order rule=none", **given).state == "deadlock"


def test_defaults_are_as_many_injection_channels_as_links_have_and_reuse_behind_the_tail():
    found = simulate("mesh", k=3, flits=8, load=0.01, cycles=2000, vcs=4).as_json()
    assert (found["injection_vcs"], found["reuse"], found["vcs"], found["routing"]) == (4, "tail", 4, "dimension-order")
    assert found["state"] == "stable" and 1 <= found["multiplexing"] < 4
