"""Crossings of channels by messages: against all routes with their probabilities."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.loads import channel_loads
from netlemma.graphs.loads import channel_loads as module
from netlemma.graphs.loads.channel_loads import crossings
from netlemma.graphs.loads.distance_indices import all_distances, distances
from netlemma.graphs.loads.flows import flows
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import ALIKE, BY_NODE, GIVEN, PATHS, Choices
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.sources.python import from_networkx

from .routing_oracle import next_of, packets, routings, walks


def slow_crossings(routing, messages):
    """Expected crossings of each channel, route by route."""
    found = [Fraction(0)] * routing.channel_count
    for source, destination, label in packets(routing):
        ways = len(routing.labels(source, destination))
        for route, chance in walks(routing, source, destination, label):
            for channel in route:
                found[channel] += chance * messages(destination)[source] / ways
    return found


def alike(routing):
    """The routing with equally likely choices, as adaptive routings are measured."""

    def next_channels(*place):
        found = next_of(routing, *place)
        return [(channel, Fraction(1, len(found))) for channel in found]

    return replace(routing, next_channels=next_channels)


def agree(routing, messages=None, slow=None):
    slow = slow or (alike(routing) if routing.kind == "adaptive" else routing)
    expected = slow_crossings(slow, messages or (lambda destination: [1] * routing.network.node_count))
    own = np.arange(routing.channel_count)
    for fast in False, True:
        found, sent = crossings(routing, own, len(own), messages, fast=fast)
        assert found == expected
        assert messages or sent == len({packet[:2] for packet in packets(routing)})
        halves, _ = crossings(routing, own % 2, 2, messages, fast=fast)
        assert halves == [sum(expected[0::2]), sum(expected[1::2])]


@pytest.mark.in_turn
@settings(max_examples=40, deadline=None)
@given(routings(), st.booleans(), st.sampled_from([1, 8]))
def test_random_routings_load_channels_as_their_routes_do(routing, many, lanes):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LANES", lanes)
        agree(routing, (lambda destination: [(7 * destination + s) ** 9 for s in range(8)]) if many else None)


def by_node(net, weights, wide=1):
    """Shortest paths with their choices as arrays by node, and the same as a relation."""
    slow = channel_routing(net, "shortest")

    def weighted(node, came_by, destination, label):
        found = slow.next_channels(node, None, destination, label)
        if weights == PATHS:
            return found
        shares = [wide * c + 1 if weights == GIVEN else 1 for c, _ in found]
        return [(c, Fraction(share, sum(shares))) for (c, _), share in zip(found, shares, strict=True)]

    def choices_to(destination, label):
        rows = [slow.next_channels(v, None, destination, label) if v != destination else [] for v in range(len(ends))]
        start = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        channel = np.array([c for row in rows for c, _ in row], dtype=np.int32)
        given = np.array([wide * int(c) + 1 for c in channel], dtype=np.int64) if weights == GIVEN else None
        return Choices(BY_NODE, start, channel, weights, given)

    ends = range(net.node_count)
    return (
        ChannelRouting("arrays", net, "oblivious", weighted, arrays=Arrays(choices_to)),
        ChannelRouting("relation", net, "oblivious", weighted),
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("weights", "wide"), [(ALIKE, 1), (PATHS, 1), (GIVEN, 1), (GIVEN, 10**6)])
@pytest.mark.parametrize("text", ["line(3) x line(3)", "ring(2) x line(3)"])
@pytest.mark.in_turn
def test_weights_of_choices(text, weights, wide):
    """Weights that are given, alike, or proportional to paths; weights that are too large for residues."""
    routing, slow = by_node(network(text), weights, wide)
    agree(routing, slow=slow)


def test_many_splits_one_after_another():
    """Denominators of 2^18: more than one prime is needed."""
    net = network("mesh", k=10, n=2)
    routing = channel_routing(net, "west-first")
    own = np.arange(routing.channel_count)
    plain, _ = crossings(routing, own, len(own), fast=False)
    fast, _ = crossings(routing, own, len(own), fast=True)
    assert plain == fast and max(value.denominator for value in plain) > 10**4


@pytest.mark.in_turn
@pytest.mark.parametrize("prime", [2, 3])
def test_primes_that_divide_numbers_of_paths_are_passed_over(monkeypatch, prime):
    large = module.primes_below
    monkeypatch.setattr(module, "primes_below", lambda count: [*large(1), prime, *large(count)[1:]][:count])
    monkeypatch.setattr(module, "LANES", 2)
    agree(by_node(network("line(3) x line(3)"), PATHS)[0])


@pytest.mark.in_turn
@pytest.mark.parametrize(("lanes", "room"), [(1, 2), (4, 512)])
def test_numbers_of_paths_of_any_length(monkeypatch, lanes, room):
    """Two ways around, one of double and one of triple links: 2^35 + 3^35 paths, more than the first prime tells apart,
    and more different numbers of paths than the table has room for at the beginning.
    """
    graph = nx.MultiGraph([(v, v + 1) for v in range(35) for _ in range(2)])
    graph.add_edges_from((v, v + 1 if v < 69 else 0) for v in range(35, 70) for _ in range(3))
    routing = channel_routing(from_networkx(graph), "shortest")
    own = np.arange(routing.channel_count)
    monkeypatch.setattr(module, "LANES", lanes)
    monkeypatch.setattr(channel_loads, "FEW_PATHS", room)
    plain, _ = crossings(routing, own, len(own), lambda to: range(to, to + 70), fast=False)
    fast, _ = crossings(routing, own, len(own), lambda to: range(to, to + 70), fast=True)
    assert plain == fast


@pytest.mark.in_turn
def test_more_paths_than_floating_point_holds():
    graph = nx.MultiGraph([(v, v + 1) for v in range(170) for _ in range(64)])  # 64^170 paths
    routing = replace(channel_routing(from_networkx(graph), "shortest"), terminals=(0, 170))
    found, sent = crossings(routing, np.arange(routing.channel_count), routing.channel_count, fast=True)
    assert set(found) == {Fraction(1, 64)} and sent == 2


@pytest.mark.in_turn
@settings(max_examples=30, deadline=None)
@given(routings(kinds=("deterministic",)))
def test_flows_from_channel_to_channel(routing):
    for fast in False, True:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("netlemma.graphs.routing.goal_graph.worth_compiling", lambda steps, fast=fast: fast)
            found = flows(routing)
        n, passed, longest = len(routing.ends), {}, 0
        for source, destination, label in packets(routing):
            ways = len(routing.labels(source, destination))
            ((route, _),) = walks(routing, source, destination, label)
            longest = max(longest, len(route))
            steps = (-1 - source, *route, -1 - n - destination)
            for pair in pairwise(steps):
                passed[pair] = passed.get(pair, 0) + Fraction(1, ways)
        number = {-1 - i: i for i in range(2 * n)} | {c: i for i, c in enumerate(found.channels) if c is not None}
        expected = {(number[a], number[b]): amount for (a, b), amount in passed.items()}
        assert found.diameter == longest
        assert expected == {
            (i, j): share * found.rates[i] * (n - 1) for i, row in enumerate(found.branches) for j, share in row.items()
        }


def test_distances_of_large_and_small_networks(monkeypatch):
    for text in "ring(5) x line(3)", "oneway-ring(4)^2", "line(4) x bus(3)":
        net = network(text)
        plain = distances(net)
        total = sum(i * count for i, count in enumerate(plain.pairs))
        assert all_distances(net) == (total, plain.diameter)
        monkeypatch.setattr("netlemma.graphs.loads.distance_indices.worth_plain_python", lambda *_: False)
        assert distances(net) == plain
        monkeypatch.undo()
