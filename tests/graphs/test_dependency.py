"""Dependency graphs and queue models, compared with NetworkX and with routes followed by hand."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.errors import RoutingError
from netlemma.graphs import ring_network
from netlemma.graphs.base.compiled import compiled
from netlemma.graphs.deadlock.ring_queues import (
    MODELS,
    RingSegment,
    legs,
    queue_dependencies,
    queue_model,
    queue_name,
    queues_of,
    queues_of_route,
)
from netlemma.graphs.deadlock.routing_existence import RingMap, RouteRule
from netlemma.graphs.rings.routing import ring_routing, route, visits
from netlemma.graphs.routing.dependency_graph import MANY, MOST_LOOKED_AT, from_sequences
from netlemma.graphs.routing.dependency_loops import levels, shortest_cycle_start

COUNT = 7
PACKETS = st.lists(st.lists(st.integers(0, COUNT - 1), min_size=1, max_size=4, unique=True), max_size=14)


def graph_of(sequences):
    return from_sequences(COUNT, [(i, 100 + i, taken) for i, taken in enumerate(sequences)])


@given(PACKETS)
def test_numbering_or_shortest_cycle(sequences):
    graph = graph_of(sequences)
    plain = nx.DiGraph({(a, b) for taken in sequences for a, b in pairwise(taken)})
    assert set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True)) == set(plain.edges)
    numbers, cycle = graph.numbering(), graph.cycle()
    assert (numbers is None) == bool(cycle) == (not nx.is_directed_acyclic_graph(plain))
    if numbers is not None:
        assert (numbers[graph.tail] < numbers[graph.head]).all()
    else:
        assert len(cycle) == min(map(len, nx.simple_cycles(plain)))
        around = [int(graph.tail[e]) for e in cycle]
        assert [int(graph.head[e]) for e in cycle] == around[1:] + around[:1]
        assert len(set(around)) == len(around)


@given(PACKETS)
def test_the_witness_of_a_dependency_makes_it_and_is_nearest(sequences):
    graph = graph_of(sequences)
    for e in range(graph.dependencies):
        pair = [int(graph.tail[e]), int(graph.head[e])]
        places = {
            i: taken.index(pair[0]) for i, taken in enumerate(sequences) if pair in [taken[k : k + 2] for k in range(3)]
        }
        assert int(graph.destination[e]) == 100 + int(graph.source[e])
        assert places[int(graph.source[e])] == min(places.values())


@pytest.mark.in_turn
@given(PACKETS)
def test_cycles_by_compiled_loops(sequences):
    graph = graph_of(sequences)
    back = np.lexsort((graph.tail, graph.head))
    first, into = (np.searchsorted(each, np.arange(COUNT + 1)) for each in (graph.tail, graph.head[back]))
    rows = first, graph.head.astype(np.int32), into, graph.tail[back].astype(np.int32)
    for stuck in graph.before_cycles(), np.ones(COUNT, dtype=bool):
        start, length = compiled(shortest_cycle_start)(*rows, stuck, MOST_LOOKED_AT)
        assert length == len(graph.cycle()) and (start < 0) == (length == 0)
        assert start < 0 or any(start in graph.tail[cycle] and len(cycle) == length for cycle in graph.cycles())


@pytest.mark.in_turn
@given(PACKETS, st.lists(st.integers(0, 9), min_size=COUNT, max_size=COUNT))
def test_levels_by_compiled_loops(sequences, least):
    graph = graph_of(sequences)
    plain = nx.DiGraph(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    plain.add_nodes_from(range(COUNT))
    for way, there in ((graph.tail, graph.head), plain), ((graph.head, graph.tail), plain.reverse()):
        order = np.lexsort(way[::-1])
        tail, head = (each[order] for each in way)
        rows = np.searchsorted(tail, np.arange(COUNT + 1)), head.astype(np.int32), np.zeros(COUNT, dtype=np.int64)
        found, above = (
            compiled(levels)(*rows, np.array(each), np.zeros(COUNT, dtype=np.int64)) for each in ([0] * COUNT, least)
        )
        loops = {v for part in nx.strongly_connected_components(there) if len(part) > 1 for v in part}
        loops |= {v for v in there if there.has_edge(v, v)}
        behind = loops.union(*(nx.descendants(there, v) for v in loops))
        for v in range(COUNT):
            before, later = ([level[u] for u in there.predecessors(v)] for level in (found, above))
            assert found[v] == (-1 if v in behind else max(before, default=-1) + 1)
            assert above[v] == (-1 if v in behind else max(least[v], max(later, default=-1) + 1))
    assert np.array_equal(graph.before_cycles(), found == -1)
    numbers = graph.numbering()
    assert numbers is None or all(
        numbers[v] == max((numbers[u] + 1 for u in plain.predecessors(v)), default=0) for v in plain
    )


@given(PACKETS)
def test_a_cycle_leads_through_each_resource_that_is_on_one(sequences):
    graph = graph_of(sequences)
    after = nx.DiGraph(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    found = {int(graph.tail[cycle[0]]): cycle for cycle in graph.cycles()}
    lengths = {
        start: 1 + min(nx.shortest_path_length(after, v, start) for v in after[start] if nx.has_path(after, v, start))
        for component in nx.strongly_connected_components(after)
        for start in component
        if len(component) > 1 or after.has_edge(start, start)
    }
    assert {start: len(cycle) for start, cycle in found.items()} == lengths
    for start, cycle in found.items():
        assert graph.head[cycle].tolist() == [*graph.tail[cycle[1:]].tolist(), start]


@pytest.mark.in_turn
def test_a_short_cycle_among_many_resources():
    around = [(i, 0, [i, (i + 1) % (MANY + 9)]) for i in range(MANY + 9)]
    assert len(from_sequences(MANY + 9, around).cycle()) == MANY + 9
    graph = from_sequences(MANY + 9, [*around, (9, 9, [42, 38])])
    assert graph.tail[graph.cycle()].tolist() == [38, 39, 40, 41, 42]


TREES = [("livefly", {"f": 3, "r": 3}), ("livefly", {"f": 4, "r": 1}), ("deadfly", {"f": 3, "r": 2}), ("ring-butterfly", {"f": 2, "r": 3}),
         ("multicube", {"f": 2, "r": (2, 3)})]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name, sizes", TREES)
@pytest.mark.in_turn
def test_trees_of_routes_give_the_same_dependencies_as_routes_one_by_one(name, sizes, model):
    net = ring_network(name, **sizes)
    by = ring_routing(net)
    plain = queue_dependencies(net, by, MODELS[model])
    fast = queue_dependencies(net, by, MODELS[model], few=0)
    assert fast.tail.tolist() == plain.tail.tolist() and fast.head.tolist() == plain.head.tolist()

    def behind(graph, e):
        """How many queues the witness has used before."""
        taken = queues_of_route(net, by, MODELS[model], (int(graph.source[e]), int(graph.destination[e])))
        return list(pairwise(taken)).index((int(graph.tail[e]), int(graph.head[e])))

    assert all(behind(fast, e) == behind(plain, e) for e in range(plain.dependencies))


@pytest.mark.in_turn
def test_a_large_network():
    """livefly f=4 r=5: 1215 nodes, 1.5 million packets."""
    net = ring_network("livefly", f=4, r=5)
    graph = queue_dependencies(net, ring_routing(net), MODELS["input-output"])
    numbers = graph.numbering()
    assert graph.count == 2 * 4 * 1215 and (numbers[graph.tail] < numbers[graph.head]).all()


def test_a_resource_that_waits_for_itself_is_a_cycle():
    graph = from_sequences(2, [(0, 1, [1, 1])])
    assert graph.numbering() is None and graph.cycle() == [0]
    assert graph.readable(0) == {"source": 0, "destination": 1, "holds": "1", "wants": "1"}


def test_no_packets():
    graph = from_sequences(3, [])
    assert graph.numbering().tolist() == [0, 0, 0] and graph.cycle() == []


@pytest.mark.parametrize(
    "name, sizes", [("livefly", {"f": 3, "r": 2}), ("ring-shuffle", {"f": 2, "r": 3}), ("clock", {})]
)
def test_legs_are_ring_visits(name, sizes):
    net = ring_network(name, **sizes)
    by = ring_routing(net)
    for s in range(net.node_count):
        for t in range(net.node_count):
            way = route(net, by, s, t)
            found = legs(net, way)
            assert [(int(net.ring[v.enter, v.link]), v.enter, v.leave) for v in found] == [
                tuple(v) for v in visits(net, way)
            ]
            assert RingMap(net).hops(tuple(found)) == way


def test_queues_of_the_packet_of_figure_4():
    """From 3 by 6 to 0, there to the other ring, by 1 to 2: "the packet visits only the queues in nodes 3, 0, and 2"."""
    net = ring_network("multicube", f=2, r=3)
    way = legs(net, [(3, 0), (6, 0), (0, 1), (1, 1)])
    assert way == [RingSegment(3, 0, 0), RingSegment(0, 1, 2)]
    named = {m: [queue_name(net, MODELS[m], q) for q in queues_of(net, MODELS[m], way)] for m in MODELS}
    assert named == {
        "input-output": ["output 0 of node 3", "input 0 of node 0", "output 1 of node 0", "input 1 of node 2"],
        "output": ["output 0 of node 3", "output 1 of node 0"],
        "input": ["input 0 of node 0", "input 1 of node 2"],
        "node": ["node 3", "node 0", "node 2"],
        "transit": ["node 0"],
    }


@pytest.mark.parametrize("model", MODELS)
def test_every_queue_has_a_name_of_its_own(model):
    net = ring_network("livefly", f=3, r=2)
    count = MODELS[model].queues(net.node_count, net.fanout)
    assert len({queue_name(net, MODELS[model], q) for q in range(count)}) == count


def simple_routes(net, s, t):
    """All routes that visit no ring twice and end where they meet the target: a plain search, hop by hop."""
    found, todo = [], [((), s)]
    while todo:
        hops, node = todo.pop()
        if node == t:
            found.append(list(hops))
            continue
        for link in range(net.fanout):
            after = int(net.successor[node, link])
            if after in (-1, node) or (hops and hops[-1][1] == link and after == legs(net, hops)[-1].enter):
                continue
            more = (*hops, (node, link))
            rings = [int(net.ring[v.enter, v.link]) for v in legs(net, more)]
            if len(set(rings)) == len(rings):
                todo.append((more, after))
    return found


@pytest.mark.parametrize(
    "name, sizes",
    [
        ("four-rings", {}),
        ("ring-shuffle", {"f": 2, "r": 3}),
        ("deadfly", {"f": 2, "r": 2}),
        ("ring-complete", {"f": 4}),
    ],
)
def test_routes_are_those_of_a_plain_search(name, sizes):
    net = ring_network(name, **sizes)
    plain = RingMap(net)
    for s in range(net.node_count):
        for t in range(0, net.node_count, 2):
            every = simple_routes(net, s, t) if s != t else []
            assert sorted(map(plain.hops, plain.routes(s, t, RouteRule()))) == sorted(every)
            rules = {"shortest": lambda h, every=every: len(h) == min(map(len, every)), "links=4": lambda h: len(h) <= 4,
                     "rings=2": lambda h, net=net: len(legs(net, h)) <= 2}  # fmt: skip
            for rule, allowed in rules.items():
                found = plain.routes(s, t, RouteRule.read(rule))
                assert sorted(map(plain.hops, found)) == sorted(h for h in every if allowed(h)), rule
            if every:
                assert plain.shortest(s, t) == len(route(net, ring_routing(net, "general"), s, t))


def test_too_many_routes_are_refused():
    with pytest.raises(RoutingError, match="more than 2 routes"):
        RingMap(ring_network("deadfly", f=2, r=2)).routes(0, 1, RouteRule(), most=2)


@pytest.mark.parametrize(
    "text", ["", "best", "links", "links=", "links=0", "links=-1", "rings=x", "shortest=2", "links=²"]
)
def test_rules_that_are_none(text):
    with pytest.raises(RoutingError, match="write any, shortest"):
        RouteRule.read(text)


def test_unknown_queue_model():
    with pytest.raises(RoutingError, match="did you mean output"):
        queue_model("outputs")
