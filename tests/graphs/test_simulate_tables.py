"""The tables of a simulation by goal against the relation, asked at every place that packets reach."""

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routings import channel_routings
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts import goal_kernel
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import written

from .followed import Goal, follow

CASES = [
    ("oneway-torus", {"k": 4, "n": 2}, "duato", 3), ("toroid", {"w": 4, "D": 2}, "duato escape=4", 5), ("toroid", {"w": 2, "D": 2}, "duato", 3),
    ("line(3) x clique(4)", {}, "shortest-adaptive", 2), ("ring(4) x bus(3)", {}, "shortest-adaptive", 1),
    ("mesh", {"k": 3, "n": 2}, "dimension-order", 3), ("cube-connected-cycles", {"D": 3}, "shortest-adaptive", 1),
    ("mesh", {"k": 3, "n": 2}, "west-first", 2), ("mesh", {"k": 4, "n": 2}, "odd-even", 1), ("oneway-torus", {"k": 3, "n": 2}, "duato rule=dateline", 3),
    ("line(3) x ring(3)", {}, "up-down-adaptive", 1), ("toroid", {"w": 5, "D": 2}, "dimension-order", 2), ("clique(5)", {}, "up-down", 1),
]  # fmt: skip


def wanted(routing, channels):
    """Channels in the order in which the relation gives them, and escape channels apart."""
    escape = [c for c in channels if routing.escape and routing.escape(c)]
    return [c for c in channels if c not in escape], escape


def compare(routing, where, longest=0):
    """Compare the tables with all routes; the number of channels of the longest one."""
    routes = follow(routing)
    for i, source in enumerate(routing.ends):
        for j, destination in enumerate(routing.ends):
            if i == j:
                continue
            where.follow_pairs(np.array([i]), np.array([j]))
            for label, number in zip(routing.labels(source, destination), where.tables.goals_of(i, j), strict=True):
                goal = Goal(destination, label)
                start = routes.first[goal][source]
                assert where.offered(where.injections(i)[-1], number) == wanted(routing, start)
                layer, length, seen = set(start), 1, set()
                while layer:
                    for channel in layer - seen:
                        later = routes.after[goal][channel]
                        assert where.offered(channel, number) == (wanted(routing, later) if later else None)
                    seen |= layer
                    layer, length = {x for c in layer for x in routes.after[goal][c]}, length + 1
                longest = max(longest, length + 1)
    return longest


@pytest.mark.in_turn
@pytest.mark.parametrize("family, sizes, name, vcs", CASES)
def test_tables_say_what_all_routes_say(family, sizes, name, vcs):
    routing = routing_of(network(family, **sizes), name, vcs=vcs)
    where = layout(routing, 2)
    assert compare(routing, where) == where.longest
    asked = replace(routing, arrays=replace(routing.arrays, choices_to=None))
    assert compare(asked, layout(asked)) == where.longest


@pytest.mark.in_turn
@pytest.mark.parametrize("name", channel_routings())
@pytest.mark.parametrize("family, sizes", [("mesh", {"k": 3, "n": 2}), ("toroid", {"w": 3, "D": 2})])
def test_every_routing_is_followed_or_refused(family, sizes, name):
    """Those that fit the network; others are refused in one line."""
    try:
        routing = routing_of(network(family, **sizes), name)
        where = layout(routing)
        where.follow_all()
    except RoutingError as error:
        assert "\n" not in str(error)
    else:
        assert routing.phases.parts or compare(routing, where) == where.longest  # phases: by both engines


def test_a_changed_entry_is_seen():
    routing = routing_of(network("mesh", k=3, n=2), "dimension-order")
    where = layout(replace(routing))
    where.follow_all()
    tables = where.tables
    assert compare(routing, where) == 6
    place = int(tables.block[8])  # node 0 to node 8
    tables.lists[place], before = tables.lists[place + 6], tables.lists[place]
    assert before != tables.lists[place]
    with pytest.raises(AssertionError):
        compare(routing, where)


def test_goals_are_forgotten_and_followed_again():
    routing = routing_of(network("oneway-torus", k=4, n=2), "dimension-order", vcs=2)
    where = layout(replace(routing))
    compare(routing, where)
    tables = where.tables
    size = tables.size
    needed = np.arange(16) % 3 == 1
    tables.forget(needed)
    assert tables.ready.tolist() == needed.tolist() and tables.size < size
    compare(routing, where)
    assert tables.size == size


@pytest.mark.sampled(1)
@pytest.mark.parametrize("buffers", [1, 2])
@pytest.mark.in_turn
def test_results_do_not_depend_on_the_memory_of_tables(buffers, monkeypatch):
    """Both loops, with tables that are forgotten whenever others come, and paths that grow."""
    given = {"flits": 8, "load": 0.005, "cycles": 12000, "buffers": buffers}
    for family, name, vcs in (("mesh", "dimension-order", 1), ("mesh", "odd-even", 1), ("torus", "dimension-order", 2)):
        routing = routing_of(network(family, k=5, n=2), name, vcs=vcs)
        kept = simulate(routing, **given)
        monkeypatch.setattr("netlemma.graphs.simulate.engines.worms.MOST_GOALS", 2)
        monkeypatch.setattr("netlemma.graphs.simulate.engines.worms.MOST_BYTES", 0)
        forgotten = simulate(replace(routing), **given)
        monkeypatch.undo()
        assert kept.as_json() == forgotten.as_json() and kept.messages > 1000
        assert forgotten.layout.tables.size < kept.layout.tables.size


@pytest.mark.in_turn
def test_more_lists_than_there_is_room_for():
    """A node with 10 neighbours that offers another set of them for each destination of 36."""
    net = network("clique(6) x clique(6)")
    first = [int(net.indptr[node]) for node in range(36)]
    shortest = routing_of(net, "shortest-adaptive")

    def relation(node, came_by, to, label):
        near = [channel for channel, _ in shortest.next_channels(node, came_by, to, label)]
        other = [first[node] + k for k in range(10) if (to * 2657 + node * 31) >> k & 1] if came_by is None else []
        return [(channel, ALL) for channel in dict.fromkeys([*near, *other])]

    routing = ChannelRouting("many", net, "adaptive", relation)
    where = layout(routing)
    compare(routing, where)
    assert where.tables._counters[goal_kernel.LISTS] > 500


@pytest.mark.in_turn
def test_goals_of_few_places_have_no_entries_for_others():
    """A label for each pair of nodes: one source sends to each goal."""
    by = routing_of(network("mesh", k=6, n=2), "dimension-order")
    where = layout(by)
    longest = compare(by, where)
    pairs = [(source, to) for source in range(36) for to in range(36) if source != to]
    by_pair = replace(by, labels=lambda *pair: [pair], arrays=Arrays())
    explicit = layout(by_pair)
    assert compare(by_pair, explicit) == where.longest == longest
    assert len(np.unique(explicit.follow_pairs(*np.array(pairs).T))) == len(pairs)
    assert (explicit.tables.block[: len(pairs)] == -1).mean() > 0.5 and explicit.tables.size < 36 * 36 * 60
    sent = written([(1 + i // 9, *pair) for i, pair in enumerate(pairs)])
    times = []
    for one in (where, explicit):
        run = WormSimulator(one, SimulationOptions(flits=5, load=0.01))
        run.advance(sent, 5000)
        times.append(run.delivered.tolist())
    assert times[0] == times[1] and min(times[0]) > 0


def test_routings_that_lead_nowhere_are_refused():
    net = network("oneway-torus", k=3, n=1)
    gives = {
        "stranded": lambda node, *_: [], "": lambda node, *_: [(node, ALL)], "does not start there": lambda node, *_: [((node + 1) % 3, ALL)],
        "has 2 choices": lambda node, *_: [(2 * node, ALL / 2), (2 * node + 1, ALL / 2)],
    }  # fmt: skip
    for says, relation in gives.items():
        vcs = 2 if "choices" in says else 1
        routing = ChannelRouting("around", net, "deterministic" if vcs == 2 else "adaptive", relation, vcs)
        options = SimulationOptions(flits=5, load=0.01).under(routing)
        for engine in (FlitSimulator, WormSimulator):
            with pytest.raises(RoutingError, match=says) if says else nullcontext():
                run = engine(layout(routing), options)
                run.advance(written([(1, 0, 2)]), 100)
            assert says or run.where.longest == 4
    circles = ChannelRouting(
        "circles", network("ring", K=4), "adaptive", lambda node, *_: [(2 * node, ALL), (2 * node + 1, ALL)]
    )
    with pytest.raises(RoutingError, match="livelock"):
        layout(circles).follow_all()


def test_simulations_in_threads_do_not_share_tables():
    """Runs of one routing at the same time have the results of runs one after the other."""
    from concurrent.futures import ThreadPoolExecutor

    routing = routing_of(network("mesh", k=6, n=2), "odd-even")

    def run(seed):
        return simulate(routing, flits=4, load=0.01, cycles=3000, seed=seed, engine="fast").latency

    with ThreadPoolExecutor(max_workers=4) as pool:
        together = list(pool.map(run, range(8)))
    assert together == [run(seed) for seed in range(8)]
