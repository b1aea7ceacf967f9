"""Places of packets to one goal: against all routes written down one by one, in plain Python and compiled."""

import numpy as np
import pytest
from hypothesis import given, settings

from netlemma.errors import Livelock, RoutingError
from netlemma.graphs import network
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routing.choices import BY_NODE, Choices
from netlemma.graphs.routing.goal_graph import RoutingArrays, follow_all, goal_graphs
from netlemma.graphs.routings import channel_routing

from .routing_oracle import packets, routings, walks


def places(routing):
    """For each destination and label the channels that packets take, with the fewest channels before each."""
    found = {}
    for source, destination, label in packets(routing):
        goal = found.setdefault((destination, label), {})
        for route, _ in walks(routing, source, destination, label):
            for before, channel in enumerate(route):
                goal[channel] = min(goal.get(channel, (before, [])), (before, []))
    return {goal: {c: before for c, (before, _) in there.items()} for goal, there in found.items()}


def agree(routing, fast):
    found = {}
    for graph in goal_graphs(routing, fast=fast):
        position = {int(c): i for i, c in enumerate(graph.channels)}
        assert len(position) == len(graph.channels)
        for c, i in position.items():
            end = routing.end(c)
            if end != graph.goal.destination:
                row = end if graph.by_node else routing.network.node_count + c
                assert all(position[int(x)] > i for x in graph.channel[graph.start[row] : graph.start[row + 1]])
            nearest = walks(routing, int(graph.source[i]), *graph.goal)
            assert any(len(route) > graph.depth[i] and route[graph.depth[i]] == c for route, _ in nearest)
        found[graph.goal] = dict(zip(map(int, graph.channels), map(int, graph.depth), strict=True))
    assert found == places(routing)


@settings(max_examples=40, deadline=None)
@given(routings())
def test_random_routings_have_the_places_of_their_routes(routing):
    agree(routing, False)
    agree(routing, True)


def by_node(routing):
    """Shortest paths with their choices as arrays by node."""
    net = routing.network

    def choices_to(destination, label):
        rows = [
            [c for c, _ in routing.next_channels(node, None, destination, label)] if node != destination else []
            for node in range(net.node_count)
        ]
        start = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        return Choices(BY_NODE, start, np.array([c for row in rows for c in row], dtype=np.int32))

    return ChannelRouting("shortest", net, routing.kind, routing.next_channels, routing.vcs, arrays=Arrays(choices_to))


@pytest.mark.parametrize("fast", [False, True])
def test_choices_by_node(fast):
    routing = by_node(channel_routing(network("mesh", k=3, n=2), "shortest-adaptive"))
    assert next(goal_graphs(routing, fast=fast)).by_node
    agree(routing, fast)


class Total:
    """Channels of all goals, counted."""

    def __init__(self):
        self.channels = 0

    def add(self, graph, number):
        assert graph.frame.routing.ends[number] == graph.goal.destination
        self.channels += len(graph.channels)


def test_all_goals_on_all_cores():
    routing = channel_routing(network("toroid", w=5, D=2), "shortest-adaptive")
    expected = sum(len(graph.channels) for graph in goal_graphs(routing))
    for fast in False, True:
        done = []
        progress = done.append
        workers = follow_all(RoutingArrays(routing, fast), Total, lambda *at, progress=progress: progress(at))
        assert sum(each.channels for each in workers) == expected and done[-1] == (25, 25)


@pytest.mark.parametrize("fast", [False, True])
def test_the_first_fault_is_named(fast):
    """Packets to nodes 3 and up are stranded; the error names the first of them, whatever thread finds which."""
    net = network("oneway-torus", k=8, n=1)
    gap = ChannelRouting(
        "gap", net, "deterministic", lambda node, came_by, to, label: [] if to > 2 and node == 1 else [(node, ALL)]
    )
    with pytest.raises(RoutingError, match=r"a packet from \(1\) to \(3\) is stranded at node \(1\)"):
        follow_all(RoutingArrays(gap, fast), Total)


@pytest.mark.parametrize("fast", [False, True])
def test_packets_that_go_in_circles(fast):
    """A two-way ring of four, on which packets to node 0 run around it past their goal's neighbour."""
    net = network("ring", K=4)

    def choose(node, came_by, to, label):
        row = range(int(net.indptr[node]), int(net.indptr[node + 1]))
        return [(h, ALL / 2) for h in row]

    with pytest.raises(Livelock, match=r"^livelock: routing r on ring K=4: a packet from \(1\) to \(0\) can come back"):
        list(goal_graphs(ChannelRouting("r", net, "oblivious", choose), fast=fast))
