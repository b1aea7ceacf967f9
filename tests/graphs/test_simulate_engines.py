"""The compiled simulator against the plain one: every message is delivered at the same time, whatever network and settings."""

import random
from functools import partial

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import SimulationOptions
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import PoissonSources, written

options = partial(SimulationOptions, load=0.01)

RUNS = 35
UNTIL = 500


def drawn(seed):
    """A random network with its routing, settings and messages; loads from light to far beyond saturation."""
    draw = random.Random(seed)
    kind = draw.choice(["mesh", "mesh", "oneway-torus", "oneway-torus", "toroid", "ring", "product"])
    vcs = draw.choice([1, 2, 2]) if kind in ("oneway-torus", "toroid") else 1
    by = "dimension-order"
    if kind in ("mesh", "oneway-torus"):
        net = network(kind, k=draw.randint(2, 5), n=draw.randint(1, 2))
    elif kind == "toroid":
        net = network("toroid", w=draw.randint(3, 4), D=draw.randint(1, 2))
    elif kind == "ring":
        net, by = network("ring", K=draw.randint(3, 8)), draw.choice(["up-down", "shortest-first"])
    else:
        net, by = network("line(3) x clique(4)"), "up-down"
    where = layout(channel_routing(net, by, vcs))
    flits, buffers = draw.choice([1, 2, 3, 4, 5, 8, 13, 20]), draw.choice([1, 2, 2, 2, 2, 3, 4, 6])
    settings = options(
        flits=flits,
        buffers=buffers,
        ejection=draw.choice(["ideal", "single"]),
        vc_rule=draw.choice(["shared", "private"]),
    )
    load = draw.choice([0.2, 0.6, 1.2, 1.8, 3.0]) / flits / max(1, net.node_count**0.5)
    return where, settings, PoissonSources(where.ends, load, seed).between(0, 2 * UNTIL // 3)


def times(simulator, until):
    """When each message was delivered, -1 for those not delivered by then."""
    return np.where(simulator.delivered <= until, simulator.delivered, -1)


def compared(where, settings, messages, other=None):
    """Both simulators, and whether they agree up to where the first one stopped."""
    plain, fast = FlitSimulator(where, settings), WormSimulator(where, other or settings)
    for each in (plain, fast):
        each.advance(messages, UNTIL)
    until = min(plain.now, fast.now)
    same = (times(plain, until) == times(fast, until)).all() and (plain.deadlock is None) == (fast.deadlock is None)
    return plain, fast, bool(same)


def compare_runs(seeds):
    loops, deadlocks, messages = [0, 0], 0, 0
    for seed in seeds:
        where, settings, sent = drawn(seed)
        plain, fast, same = compared(where, settings, sent)
        assert same, f"seed {seed}: {where.routing.title}, {settings}"
        if plain.deadlock:
            deadlocks += 1
            check_circle(where, settings, sent, fast)
        loops[fast.by_events] += 1
        messages += int((plain.delivered >= 0).sum())
    return loops, deadlocks, messages


def check_circle(where, settings, sent, fast):
    """The worms that the fast engine says are blocked by each other hold what the one before waits for, or are ahead of it in a
    buffer; the plain engine never delivers them, though it goes on with the others."""
    plain = FlitSimulator(where, settings)
    plain._look_for_deadlock = lambda movable: None
    plain.advance(sent, 2 * UNTIL)
    worms = fast.deadlock.worms
    for worm, after in zip(worms, [*worms[1:], worms[0]], strict=True):
        assert worm.blocked_by == (after.message,) and plain.delivered[worm.message] == -1
        path = where.channels_between(worm.source, worm.destination)
        at = path.index(worm.waits_for[0])
        theirs = where.channels_between(after.source, after.destination)
        assert worm.waits_for[0] in after.holds or path[at - 1] in theirs or worm.waits_for[0] in theirs
        assert list(worm.holds) == [c for c in path[:at] if plain.holds(worm.message, c)]


@pytest.mark.in_turn
def test_both_engines_deliver_every_message_at_the_same_time():
    loops, deadlocks, messages = compare_runs(range(RUNS))
    assert min(loops) > RUNS / 5 and deadlocks > 1 and messages > 20 * RUNS  # both loops, stuck runs, many messages


@pytest.mark.in_turn
@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 60), marks=pytest.mark.long)])
def test_short_worms_on_long_ways(seeds):
    """Where tails are held up behind their header, and headers behind the tail of another worm in the same buffer."""
    waits = 0
    for seed in seeds:
        draw = random.Random(seed)
        net = network("mesh", k=draw.randint(8, 14), n=1) if seed % 2 else network("toroid", w=5, D=2)
        where = layout(channel_routing(net, "dimension-order" if seed % 2 else "up-down"))
        settings = options(flits=draw.randint(3, 9), buffers=2, ejection=draw.choice(["ideal", "single"]))
        load = draw.choice([1, 2, 3]) / settings.flits / net.node_count
        plain, fast, same = compared(where, settings, PoissonSources(where.ends, load, seed).between(0, UNTIL))
        assert same and fast.by_events, f"seed {seed}: {where.routing.title}, {settings}"
        waits += (plain.delivered >= 0).sum()
    assert waits > 1000


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 6000, 1000))
def test_both_engines_agree_on_many_more_runs(first):
    loops, deadlocks, _ = compare_runs(range(first, first + 1000))
    assert min(loops) > 200 and deadlocks > 20


@pytest.mark.in_turn
@pytest.mark.parametrize("family, k, load, vcs", [("mesh", 8, 0.0094, 1), ("oneway-torus", 8, 0.0042, 2)])
def test_the_networks_of_the_paper_at_high_load(family, k, load, vcs):
    where = layout(channel_routing(network(family, k=k, n=2), "dimension-order", vcs))
    messages = PoissonSources(where.ends, load, 3).between(0, UNTIL)
    plain, fast, same = compared(where, options(flits=20), messages)
    assert same and (plain.delivered >= 0).sum() > 80 and fast.by_events == (family == "mesh")


@pytest.mark.parametrize("rule", ["shared", "private"])
def test_messages_may_come_in_parts(rule):
    """As they do while measured messages are still on their way."""
    where = layout(channel_routing(network("oneway-torus", k=4, n=2), "dimension-order", 2))
    sources = PoissonSources(where.ends, 0.02, 5)
    parts = [sources.between(i * 100, (i + 1) * 100) for i in range(4)]
    whole = parts[0] + parts[1] + parts[2] + parts[3]
    for engine in (FlitSimulator, WormSimulator):
        once, often = engine(where, options(flits=9, vc_rule=rule)), engine(where, options(flits=9, vc_rule=rule))
        once.advance(whole, 400)
        known = parts[0]
        often.advance(known, 100)
        for i in (1, 2, 3):
            known += parts[i]
            for stop in (100 * i + 37, 100 * i + 100):
                often.advance(known, stop)
        assert (times(once, 400) == times(often, 400)).all() and (once.delivered > 0).sum() > 50


@pytest.mark.parametrize(
    "other",
    [
        options(flits=8, buffers=3),
        options(flits=8, buffers=2, ejection="single"),
        options(flits=8, buffers=2, ejection="ideal", vc_rule="private"),
        options(flits=7, buffers=2),
        options(flits=8, buffers=1),
    ],
    ids=str,
)
def test_the_comparison_sees_other_settings(other):
    """A difference of a slot, a flit or a rule shows in some delivery time of a run like those above."""
    where = layout(channel_routing(network("oneway-torus", k=4, n=2), "dimension-order", 2))
    messages = PoissonSources(where.ends, 0.03, 1).between(0, 300)
    assert compared(where, options(flits=8, buffers=2), messages)[2]
    assert not compared(where, options(flits=8, buffers=2), messages, other)[2]


def test_the_comparison_sees_another_order_of_ties():
    """Two worms that ask in the same cycle: the other way round, both times change."""
    where = layout(channel_routing(network("mesh", k=3, n=1), "dimension-order"))
    one, other = written([(1, 0, 1), (1, 2, 1)]), written([(1, 2, 1), (1, 0, 1)])
    for engine in (FlitSimulator, WormSimulator):
        found = []
        for messages in (one, other):
            run = engine(where, options(flits=4, ejection="single"))
            run.advance(messages, 100)
            found.append({int(s): int(t) for s, t in zip(messages.source, run.delivered, strict=True)})
        assert found == [{0: 7, 2: 11}, {2: 7, 0: 11}]


@pytest.mark.parametrize("kept", [0, 1 << 22])
def test_paths_of_pairs_are_kept_or_written_for_each_message(kept, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.simulate.engines.worms.MOST_KEPT", kept)
    where = layout(channel_routing(network("mesh", k=4, n=2), "dimension-order"))
    state = WormSimulator(where, options(flits=5))
    messages = written([(0, 0, 1), (1, 5, 6), (2, 0, 15), (3, 15, 3), (40, 0, 1), (41, 0, 15), (42, 5, 6)])
    state.advance(messages, 2)  # goals that are followed later have longer paths
    state.advance(messages, 200)
    plain = FlitSimulator(where, options(flits=5))
    plain.advance(messages, 200)
    assert state.by_events and state.delivered.tolist() == plain.delivered.tolist()
    assert (len(state._state.known) > 0) == (kept > 0)
