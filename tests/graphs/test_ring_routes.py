"""Routes of packets through rings and what they load: against routes in words, and against all routes that there are.

With NETLEMMA_LONG=1 the loads of all pairs are compared at every size up to 600 nodes; otherwise at the small ones, and at the
others for some of the pairs.
"""

import os
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import NetworkError, RoutingError, SizeError, SymmetryError
from netlemma.graphs import measure, network
from netlemma.graphs.base.limits import forced
from netlemma.graphs.formats.ring_mapping import parse_mapping
from netlemma.graphs.rings import route_kernels
from netlemma.graphs.rings.routing import GeneralRouter, count_plainly, ring_routing, route, visits
from netlemma.graphs.rings.tree_loads import count_by_trees
from netlemma.graphs.topology.ring_structure import ABSENT, BuiltInRouting, RingNetwork, from_rings

from . import rings_in_words as in_words
from .test_rings import RINGS, expected_rings, fly, word_label

LONG = bool(os.environ.get("NETLEMMA_LONG"))
ALL_PAIRS = 600 if LONG else 40  # nodes
SOME = 16  # nodes between which packets go in larger networks
LARGEST = 600


def sizes(name, first_f, first_r, nodes):
    return [
        (name, {"f": f, "r": r}) for r in range(first_r, 10) for f in range(first_f, LARGEST) if nodes(f, r) <= LARGEST
    ]


CONCISE = [
    *sizes("multicube", 2, 2, lambda f, r: r**f),
    *(("multicube", {"f": 2, "r": r}) for r in range(10, 25)),
    *(("multicube", {"r": r}) for r in ((2, 3), (5, 2), (3, 4, 5), (4, 2, 3, 2), (30, 20), (7, 1 + 1, 9))),
    *sizes("ring-butterfly", 2, 2, lambda f, r: r * f**r),
    *sizes("deadfly", 2, 2, lambda f, r: r * f**r),
    *sizes("livefly", 3, 2, lambda f, r: r * (f - 1) ** r),
    *((name, {"f": f, "r": 1}) for name in ("ring-butterfly", "deadfly", "livefly") for f in (3, 4, 5, 12)),
    *((name, {"f": 2, "r": 1}) for name in ("ring-butterfly", "deadfly")),
]


def word(net, node):
    return word_label(net, net.labels(node)) if fly(net) else net.labels(node)


def in_words_route(net, source, target):
    f, r = net.parameters["f"], net.parameters["r"]
    if net.family == "multicube":
        return in_words.cube_route(r if isinstance(r, tuple) else (r,) * f, source, target)
    if net.family == "livefly":
        return in_words.livefly_route(f - 1, r, source, target)
    return in_words.deadfly_route(f, r, source, target)


def compare(net, counts, expected):
    send, echo, entries, distances, visited = expected
    labels = [word(net, u) for u in range(net.node_count)]
    for u, l in zip(*np.nonzero(net.successor != ABSENT), strict=True):
        hop = (net.class_names[net.link_class[u, l]], labels[u], labels[net.successor[u, l]])
        assert (counts.send[u, l], counts.echo[u, l]) == (send[hop], echo[hop]), (net, hop)
    assert counts.send.sum() == sum(send.values()) and counts.echo.sum() == sum(echo.values())
    assert counts.entries.sum(axis=1).tolist() == [entries[label] for label in labels]
    assert dict(enumerate(counts.pairs_at_distance)) == {k: distances[k] for k in range(max(distances) + 1)}
    assert dict(enumerate(counts.pairs_at_rings)) == {k: visited[k] for k in range(max(visited) + 1)}


def some_processors(net, seed):
    """The same network with a few processors at a few nodes, so that few packets have to be followed."""
    chosen = random.Random(seed)
    processors = np.zeros(net.node_count, dtype=np.int64)
    for node in chosen.sample(range(net.node_count), SOME):
        processors[node] = chosen.randint(1, 3)
    return replace(net, processors=processors, symmetries=None)


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "size"),
    [pytest.param(*each, marks=[pytest.mark.long] if place % 2 else []) for place, each in enumerate(CONCISE)],
    ids=str,
)
def test_concise_routes_are_those_in_words(name, size):
    net = network(name, **size)
    if net.node_count > ALL_PAIRS:
        net = some_processors(net, str(size))
    ends = np.flatnonzero(net.processors).tolist()
    labels = {u: word(net, u) for u in ends}
    routes = [
        (int(net.processors[s] * net.processors[t]), in_words_route(net, labels[s], labels[t]))
        for s in ends
        for t in ends
    ]
    expected = in_words.loads(expected_rings(net), routes)
    by = ring_routing(net, "concise")
    compare(net, count_plainly(net, by), expected)
    for symmetry in (False, True):
        counts, used = count_by_trees(net, by, symmetry, None)
        compare(net, counts, expected)
        assert used == (symmetry and net.symmetries is not None)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("multicube", {"f": 3, "r": 8}),
        ("multicube", {"r": (7, 4, 9)}),
        ("ring-butterfly", {"f": 3, "r": 4}),
        ("deadfly", {"f": 4, "r": 3}),
        ("deadfly", {"f": 2, "r": 6}),
        ("deadfly", {"f": 9, "r": 2}),
        ("livefly", {"f": 4, "r": 4}),
        ("livefly", {"f": 9, "r": 2}),
        ("ring-shuffle", {"f": 3, "r": 5}),
        ("ring-shuffle", {"f": 8, "r": 3}),
        ("ring-shuffle", {"f": 24, "r": 2}),
    ],
    ids=str,
)
def test_counts_with_symmetry_are_those_without(name, size):
    net = network(name, **size)
    by = ring_routing(net)
    (one, symmetric), (other, plain) = (count_by_trees(net, by, symmetry, None) for symmetry in (True, False))
    assert symmetric and not plain
    same(one, other)


def same(one, other):
    for name in ("send", "echo", "entries"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert (one.pairs_at_distance, one.pairs_at_rings) == (other.pairs_at_distance, other.pairs_at_rings)


def all_routes(net, source):
    """All routes from a node that visit no ring twice and come to no node twice, as lists of link numbers, by where they end."""
    found = {}

    def go_on(node, visited, rings, links):
        found.setdefault(node, []).append((len(links), len(rings), links))
        for link, after in enumerate(net.successor[node].tolist()):
            if after == ABSENT or after in visited:
                continue
            ring = int(net.ring[node, link])
            if links and links[-1] == link:
                go_on(after, visited | {after}, rings, [*links, link])
            elif ring not in rings:
                go_on(after, visited | {after}, rings | {ring}, [*links, link])

    go_on(source, {source}, frozenset(), [])
    return found


def agrees_with_all_routes(net):
    """The general router against enumeration; returns how many pairs make a detour."""
    by = ring_routing(net, "general")
    best = {}
    for source in range(net.node_count):
        for target, routes in all_routes(net, source).items():
            best[source, target] = min(routes)[2]
    detours = 0
    for source in range(net.node_count):
        for target in range(net.node_count):
            if (source, target) not in best:
                with pytest.raises(RoutingError):
                    route(net, by, source, target)
                continue
            taken = route(net, by, source, target)
            assert [link for _, link in taken] == best[source, target], (net, source, target)
            for found in searched(net, source, target):
                assert found == best[source, target], (net, source, target)
            detours += len(taken) > shortest(net, source)[target]
    if len(best) == net.node_count**2:
        same(count_plainly(net, by), count_by_trees(net, by, False, None)[0])
    else:
        with pytest.raises(RoutingError):
            count_by_trees(net, by, False, None)
    return detours


def searched(net, source, target):
    """The routes that the two searches for detours find, which must be the best ones where none is needed, too."""
    if source == target:
        return
    yield [link for _, link in GeneralRouter(net).search(source, target)]
    distance = np.array([shortest(net, node).get(target, -1) for node in range(net.node_count)], dtype=np.int32)
    nodes, links, best = np.zeros((3, net.node_count + 1), dtype=np.int64)
    status, length = route_kernels.detour(net.successor, net.ring, distance, source, target, 10**6, nodes, links, best)
    assert status == route_kernels.FOUND
    yield best[:length].tolist()


def shortest(net, source):
    distance, front = {source: 0}, [source]
    for node in front:
        for after in net.successor[node].tolist():
            if after != ABSENT and after not in distance:
                distance[after] = distance[node] + 1
                front.append(after)
    return distance


@st.composite
def networks(draw):
    """A few nodes, of which each link number permutes some."""
    n, f = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    successor = np.full((n, f), ABSENT, dtype=np.int32)
    for link in range(f):
        present = sorted(draw(st.sets(st.integers(0, n - 1), min_size=min(2, n))))
        successor[present, link] = draw(st.permutations(present))
    return successor


@pytest.mark.in_turn
@given(networks())
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_random_networks(successor):
    rows = [[None if v == ABSENT else v for v in row] for row in successor.tolist()]
    if all(v is None for row in rows for v in row):
        return
    agrees_with_all_routes(parse_mapping(str({"successor": rows}).replace("'", '"').replace("None", "null")))


@pytest.mark.parametrize(
    "name", ["clock", "four-rings", "ring-complete", "ring-mesh", "ring-shuffle", "livefly", "deadfly", "multicube"]
)
def test_the_general_router_takes_the_best_of_all_routes(name):
    size = {
        "ring-complete": {"f": 5},
        "ring-mesh": {"k": 3, "n": 2},
        "ring-shuffle": {"f": 2, "r": 3},
        "livefly": {"f": 3, "r": 2},
    }
    size |= {"deadfly": {"f": 2, "r": 2}, "multicube": {"r": (2, 3)}}
    detours = agrees_with_all_routes(network(name, **size.get(name, {})))
    assert (detours > 0) == (name == "clock")


def test_the_same_rings_in_two_orders():
    """From node 0 to node 5 by links 0, 1, 2 or 1, 0, 2: the same rings, so the first in the order of links counts."""
    net = from_rings("orders", [((0, 1, 2, 3, 4), 0), ((0, 3, 2, 1, 4), 1), ((4, 5), 2)], [(i,) for i in range(6)])
    agrees_with_all_routes(net)
    assert [link for _, link in route(net, ring_routing(net), 0, 5)] == [0, 1, 2]


def test_the_clock_does_not_visit_its_outer_ring_twice():
    net = network("clock")
    by = ring_routing(net)
    assert route(net, by, 2, 7) == [(hour, 0) for hour in range(2, 7)]
    assert len(route(net, by, 0, 7)) == 3  # two links of the inner ring, one of the outer one
    assert visits(net, route(net, by, 0, 7)) == [(1, 0, 6), (0, 6, 7)]


@pytest.mark.in_turn
@pytest.mark.parametrize("name", sorted(RINGS))
@pytest.mark.parametrize("rule", ["concise", "general"])
def test_the_two_ways_of_counting_agree(name, rule):
    for size in RINGS[name].default_sizes:
        net = network(name, **size)
        if net.node_count > 70 or (rule == "concise" and net.concise is None):
            continue
        by = ring_routing(net, rule)
        expected = count_plainly(net, by)
        for symmetry in (True, False):
            same(count_by_trees(net, by, symmetry, None)[0], expected)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("f", "r"), [(2, 6), (2, 7)])
@pytest.mark.in_turn
def test_shuffles_whose_shortest_routes_visit_a_ring_twice(f, r):
    net = network("ring-shuffle", f=f, r=r)
    by = ring_routing(net)
    counts, symmetric = count_by_trees(net, by, True, None)
    same(counts, count_plainly(net, by))
    detours = sum(len(route(net, by, s, t)) > d for s in range(net.node_count) for t, d in shortest(net, s).items())
    assert detours > 0 and not symmetric


def test_loads_add_up():
    for name, family in RINGS.items():
        m = measure(network(name, **family.default_sizes[-1]))
        pairs = Counter(dict(enumerate(m.counts.pairs_at_distance)))
        assert sum(pairs.values()) == m.nodes**2
        assert int(m.counts.send.sum()) == m.total_distance == sum(k * n for k, n in pairs.items())
        entered = sum(k * n for k, n in enumerate(m.counts.pairs_at_rings))
        assert (
            int(m.counts.entries.sum())
            == entered
            == m.mean_queue * network(name, **family.default_sizes[-1]).node_count
        )
        assert (m.diameter, m.ring_hops) == (max(pairs), len(m.counts.pairs_at_rings) - 1)


def test_what_is_made_of_the_loads():
    m = measure(network("multicube", f=2, r=3))
    assert m.mean_distance == Fraction(9 * 9 * 2, 81) and m.latency() == 4 + 3 * 2 and m.latency(1) == 4
    assert m.hot_link(0) == 9 and m.hot_link(1) == 18 and m.hot_link() == 9 + Fraction(9, 5)
    bytes_on_hot_link = 9 * 50 + 9 * 10
    assert m.throughput() == Fraction(8 * 48, bytes_on_hot_link)
    assert m.throughput(Fraction(1, 2), send_bytes=20, idle_bytes=4, link_rate=2) == Fraction(
        8 * 16 * 2, 9 * 20 + 9 * 10
    )
    one = measure(parse_mapping('{"successor": [[0]]}'))
    assert one.hot_link() == 0 and one.hot_queue == 0 == one.diameter
    with pytest.raises(NetworkError, match="no packet crosses"):
        one.throughput()


def chords(hours, step):
    """A large clock: a ring of all hours, and one that joins every so many of them."""
    return from_rings(
        "chords", [(tuple(range(hours)), 0), (tuple(range(0, hours, step)), 1)], [(h,) for h in range(hours)]
    )


@pytest.mark.in_turn
def test_detours_of_a_large_clock():
    net = chords(50, 5)
    by = ring_routing(net)
    same(count_by_trees(net, by, False, None)[0], count_plainly(net, by))
    assert route(net, by, 2, 26) == [(hour, 0) for hour in range(2, 26)]


def along_shortest(net, next_link):
    """A routing said to be concise, with the trees of shortest routes."""

    def grower(before):
        from netlemma.graphs.rings.route_kernels import grow_shortest

        links = np.tile(np.arange(net.fanout, dtype=np.int32), (net.node_count, 1))
        distance = np.empty(net.node_count, dtype=np.int32)
        return lambda target, *tree: grow_shortest(before, links, target, *tree, distance)

    return BuiltInRouting("shortest, whatever the rings", next_link, grower, net.node_count, lambda image: True)


def test_a_routing_that_visits_a_ring_twice_is_refused():
    net = chords(100, 5)

    def next_link(source, node, target, last):
        return 1 if node % 5 == 0 and (target - node) % 100 >= 5 else 0

    wrong = replace(net, concise=along_shortest(net, next_link))
    message = r"the route from node \d+ to node \d+ visits ring 0 twice, from node \d+ and from node \d+"
    for count in (
        lambda: count_plainly(wrong, ring_routing(wrong)),
        lambda: count_by_trees(wrong, ring_routing(wrong), False, None),
    ):
        with pytest.raises(RoutingError, match=message):
            count()


def test_routings_that_do_not_deliver_are_refused():
    net = network("multicube", f=2, r=3)
    for rule, message in (
        (lambda source, node, target, last: 0, "never delivers"),
        (lambda source, node, target, last: 2, "by link 2 of node 0, which has no such link"),
    ):
        with pytest.raises(RoutingError, match=message):
            route(net, ring_routing(replace(net, concise=replace(net.concise, next_link=rule))), 0, 5)
    lost = replace(
        net.concise,
        grower=lambda before: lambda target, processors, parent, node, *rest: node.__setitem__(0, target) or 1,
    )
    with pytest.raises(RoutingError):
        count_by_trees(replace(net, concise=lost), ring_routing(replace(net, concise=lost)), False, None)


def test_a_symmetry_that_does_not_keep_the_routing_is_refused():
    """A turn of the stages takes the rings of the livefly to rings, but not its stage 0, where rounds begin."""
    live, dead = network("livefly", f=3, r=3), network("deadfly", f=2, r=3)
    wrong = replace(live, symmetries=dead.symmetries)
    with pytest.raises(SymmetryError, match="does not keep the concise routing"):
        count_by_trees(wrong, ring_routing(wrong), True, None)
    cube = network("multicube", f=2, r=3)
    exchanged = np.arange(9, dtype=np.int32).reshape(3, 3).T.ravel()
    with pytest.raises(SymmetryError, match="does not keep the concise routing"):
        count_by_trees(replace(cube, symmetries=lambda: [exchanged]), ring_routing(cube), True, None)


def test_next_link_is_asked_for_nodes_on_the_way_only():
    by = ring_routing(network("clock"))
    with pytest.raises(RoutingError, match="node 9 is not on the way of the packet from node 2 to node 7"):
        by.next_link(2, 9, 7, 0)


def test_a_search_that_takes_too_long_says_so(monkeypatch):
    monkeypatch.setattr("netlemma.graphs.rings.routing.MOST_STATES", 3)
    net = network("clock")
    with pytest.raises(RoutingError, match="whether there is one is unknown"):
        route(net, ring_routing(net), 2, 7)


def test_progress_and_large_counts():
    net, seen = network("deadfly", f=3, r=4), []
    measure(net, symmetry=False, progress=lambda done, every: seen.append((done, every)))
    assert seen[-1] == (324, 324) and sorted(seen) == seen
    many = replace(net, processors=net.processors * 2**25)
    with pytest.raises(ValueError, match="cannot be counted"):
        count_by_trees(many, ring_routing(many), True, None)


def test_what_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr("netlemma.graphs.base.limits.MOST_SECONDS", 5e-6)
    net = network("multicube", f=2, r=5)
    with pytest.raises(SizeError, match=r"25 nodes and about 625 nodes with a route to each target, which take about"):
        count_by_trees(net, ring_routing(net), False, None)
    with forced():
        assert not count_by_trees(net, ring_routing(net), False, None)[1]
    assert count_by_trees(net, ring_routing(net), True, None)[1]


def test_networks_without_processors_are_refused():
    with pytest.raises(NetworkError, match="no processors"):
        measure(replace(network("clock"), processors=np.zeros(12, dtype=np.int64)))


def test_isolated_nodes_are_refused():
    net = parse_mapping('{"successor": [[1], [0], [2]]}')
    assert isinstance(net, RingNetwork)
    for count in (
        lambda: count_plainly(net, ring_routing(net)),
        lambda: count_by_trees(net, ring_routing(net), False, None),
    ):
        with pytest.raises(RoutingError, match="no links lead from node 2 to node 0"):
            count()
