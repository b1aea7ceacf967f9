"""The k shortest simple paths against all simple paths, and what is counted with them."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.errors import RoutingError
from netlemma.graphs import from_devices, network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.routing.capabilities import RoutingSymmetry
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing, k_shortest
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.worst.worst_case import worst_case

from .routing_oracle import walks
from .slow_routings import k_shortest_slow


@pytest.mark.in_turn
@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda ends: ends[0] != ends[1]), max_size=6),
    st.integers(1, 7), st.booleans(), st.sampled_from([0, 9, 10_000]),
)  # fmt: skip
def test_paths_are_the_first_of_all_simple_ones(links, k, fast, steps):
    """On a line of five nodes with more links, some of them parallel."""
    every = [(i, i + 1) for i in range(4)] + links
    net = from_devices([(i,) for i in range(5)], [("link", "link", [(u,), (v,)]) for u, v in every])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(k_shortest, "worth_compiling", lambda steps: fast)
        patch.setattr(k_shortest, "MOST_STEPS", steps)  # beyond which paths are found by the algorithm of Yen
        routing = channel_routing(net, "k-shortest", k=k)
        labels = {(s, d): routing.labels(s, d) for s in range(5) for d in range(5) if s != d}
        ways = [ways_to(routing, destination) for destination in range(5)]
    slow = k_shortest_slow(net, 1, k)
    for source in range(5):
        for destination in range(5):
            for label in labels.get((source, destination), ()):
                [(route, _)] = walks(routing, source, destination, label)
                assert ways[destination][label] == list(route)
                node, came = source, None
                for channel in route:
                    assert slow(node, came, destination, label) == [(channel, Fraction(1))]
                    node, came = routing.end(channel), channel


def ways_to(routing, destination):
    """The ways that ``paths_to`` gives, by source and rank."""
    source, first, channel = routing.arrays.paths_to(destination)
    found, ranks = {}, Counter()
    for p, s in enumerate(source.tolist()):
        found[s, ranks[s]] = channel[first[p] : first[p + 1]].tolist()
        ranks[s] += 1
    return found


NETWORKS = [
    network("ring", K=5), network("jellyfish", switches=6, degree=3, terminals=2), network("kautz", d=2, D=2), network("line(3) x line(2)"),
    network("xgft", m=(2, 2), w=(1, 2)), network("clique(4)"),
]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("net", NETWORKS, ids=lambda net: net.title)
@pytest.mark.parametrize(("k", "vcs"), [(1, 1), (4, 1), (3, 2)])
def test_dependencies_along_paths_are_those_of_packets_that_are_followed(net, k, vcs):
    routing = channel_routing(net, "k-shortest", vcs, k=k)
    slow = channel_dependencies(
        RoutingArrays(
            replace(routing, arrays=replace(routing.arrays, paths_to=None), symmetry=RoutingSymmetry()), fast=False
        )
    )
    for fast in False, True:
        found = channel_dependencies(RoutingArrays(routing, fast))
        assert (
            found.graph.tail.tolist() == slow.graph.tail.tolist()
            and found.graph.head.tolist() == slow.graph.head.tolist()
        )
        assert np.array_equal(found.used, slow.used) and found.packets == slow.packets
        for i in range(found.graph.dependencies):
            pair = int(found.graph.tail[i]), int(found.graph.head[i])
            source, destination = int(found.graph.source[i]), int(found.graph.destination[i])
            routes = [
                route
                for label in routing.labels(source, destination)
                for route, _ in walks(routing, source, destination, label)
            ]
            assert any(pair in pairwise(route) for route in routes)


def test_loads_worst_case_and_deadlock():
    """On the ring of 5 with k=2 every message goes either way around: both ways make 5 hops together, and at most four messages
    of a permutation have a channel on the same way.
    """
    net = network("ring", K=5)
    routing = channel_routing(net, "k-shortest", k=2)
    assert set(traffic_loads(routing, traffic(net))) == {Fraction(5, 4)}
    assert traffic_loads(routing, traffic(net, "neighbor")).total == Fraction(5 * 5, 2)
    assert worst_case(routing).gamma == 2 and decide(routing).verdict == "deadlock"
    first = channel_routing(net, "k-shortest", k=1)
    assert first.kind == "deterministic"
    assert traffic_loads(first, traffic(net)) == traffic_loads(channel_routing(net, "shortest-first"), traffic(net))


@pytest.mark.parametrize("k", [0, 1001, 10**12])
def test_bad_numbers_of_paths_are_refused(k):
    with pytest.raises(
        RoutingError, match=f"k={k}: k-shortest needs at least 1 path of each pair, and finds at most 1,000"
    ):
        channel_routing(network("ring", K=5), "k-shortest", k=k)
