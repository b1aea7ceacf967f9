"""Channel dependencies and numbers of escape channels: against all routes written down one by one."""

from dataclasses import replace
from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.errors import SizeError
from netlemma.graphs import network
from netlemma.graphs.deadlock import packet_dependencies
from netlemma.graphs.deadlock import packet_dependencies as every
from netlemma.graphs.deadlock.escape import escape_numbers
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.routing.channel_routing import Escape
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing

from .routing_oracle import next_of, packets, routings, walks


def slow_dependencies(routing):
    """For each dependency the packets that reach it after the fewest channels, and that number."""
    found = {}
    for source, destination, label in packets(routing):
        for route, _ in walks(routing, source, destination, label):
            for before, pair in enumerate(pairwise(route)):
                fewest, those = found.get(pair, (before, []))
                if before < fewest:
                    fewest, those = before, []
                found[pair] = (fewest, [*those, (source, destination)] if before == fewest else those)
    return found


@pytest.mark.in_turn
@settings(max_examples=40, deadline=None)
@given(routings())
def test_random_routings_have_the_dependencies_of_their_routes(routing):
    expected = slow_dependencies(routing)
    taken = {c for packet in packets(routing) for route, _ in walks(routing, *packet) for c in route}
    for fast, least, at_once in (False, 7, 10**7), (True, 7, 10**7), (True, 40, 10**7), (False, 7, 0), (True, 7, 0):
        with (
            patch.object(
                packet_dependencies, "LEAST_DEPTHS", least
            ),  # with more bits for depths, packets are kept in 64
            patch.object(
                every, "AT_ONCE", at_once
            ),  # from there on, packets are followed once more for those that are asked for
            patch.object(packet_dependencies, "FIRST_ENDS", 2),
            patch.object(packet_dependencies, "MOST_PLACES", 5),
        ):
            found = channel_dependencies(RoutingArrays(routing, fast))
            columns = [each.tolist() for each in map(np.asarray, (found.graph.source, found.graph.destination))]
        pairs = list(zip(found.graph.tail.tolist(), found.graph.head.tolist(), strict=True))
        assert pairs == sorted(expected)
        for pair, witness in zip(pairs, zip(*columns, strict=True), strict=True):
            those = expected[pair][1]
            assert witness in those and witness[1] == min(destination for _, destination in those)
        assert set(np.flatnonzero(found.used).tolist()) == taken
        assert found.packets == len(list(packets(routing)))


@pytest.mark.parametrize("fast", [False, True])
def test_packets_of_one_hop_have_no_dependencies(fast):
    found = channel_dependencies(RoutingArrays(channel_routing(network("line(2)"), "shortest-adaptive"), fast))
    columns = found.graph.tail, found.graph.head, found.graph.source, found.graph.destination
    assert [np.asarray(column).tolist() for column in columns] == [[]] * 4
    assert found.dependencies == 0 and found.numbering().tolist() == [0, 0]


def slow_escape_numbers(routing):
    """Numbers of the explicit extended dependency graph, None as of :func:`escape_numbers`."""
    pairs = set()
    for packet in packets(routing):
        for route, _ in walks(routing, *packet):
            for at, came_by in enumerate((None, *route[:-1])):
                node = packet[0] if came_by is None else routing.end(came_by)
                if not any(map(routing.escape, next_of(routing, node, came_by, *packet[1:]))):
                    return None
                assert at < len(route)
            pairs |= set(pairwise(filter(routing.escape, route)))
    table = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    none = np.zeros(len(table), dtype=np.int64)
    return DependencyGraph(routing.channel_count, table[:, 0], table[:, 1], none, none).numbering()


def agree(routing):
    expected = slow_escape_numbers(routing)
    for fast in False, True:
        found = escape_numbers(RoutingArrays(routing, fast), channel_dependencies(RoutingArrays(routing)))
        assert (found is None) == (expected is None)
        assert found is None or found.tolist() == expected.tolist()
    return "none" if expected is None else "some"


@pytest.mark.in_turn
@settings(max_examples=60, deadline=None)
@given(routings(kinds=("adaptive",)), st.integers(1, 7), st.integers(0, 6))
def test_random_escape_channels_have_the_numbers_of_the_explicit_graph(routing, every, start):
    agree(replace(routing, escape=Escape(lambda c: (c + start) % 7 < every)))


@pytest.mark.parametrize("rule", ["dally-seitz", "dateline"])
@pytest.mark.parametrize("text", ["ring(5)", "ring(4) x line(2)", "oneway-ring(3)^2"])
def test_escape_numbers_of_duato(text, rule):
    answer = agree(channel_routing(network(text), "duato", rule=rule))
    assert answer == ("some" if rule == "dally-seitz" else answer)


def test_witnesses_are_found_for_those_that_are_asked_for(monkeypatch):
    routing = channel_routing(network("ring(5) x ring(4)"), "shortest-adaptive")
    expected = channel_dependencies(RoutingArrays(routing)).graph
    monkeypatch.setattr(every, "AT_ONCE", 0)
    for some in [3], [7, 2, 7], list(expected.cycle()):
        found = channel_dependencies(RoutingArrays(routing)).graph
        assert found.source[some].tolist() == expected.source[some].tolist()
        assert [found.readable(e) for e in some] == [expected.readable(e) for e in some]


LIMITS = {
    "36 pairs of a channel and one behind it: at most 10 fit": {(packet_dependencies, "MOST_NEAREST"): 10},
    "36 pairs of a channel and one behind it: at most 11 fit": {
        (packet_dependencies, "MOST_MARKS"): 11,
        (every, "AT_ONCE"): 1,
    },
    "10 channel dependencies: at most 9 can be kept": {(packet_dependencies, "MOST_DEPENDENCIES"): 9},
}


@pytest.mark.parametrize("text", LIMITS)
def test_too_many_are_refused(text, monkeypatch):
    for limit, most in LIMITS[text].items():
        monkeypatch.setattr(*limit, most)
    words = "ring(5)" if "dependencies" in text else "clique(4)"
    with pytest.raises(SizeError, match=f"has {text}"):
        channel_dependencies(RoutingArrays(channel_routing(network(words), "shortest")))
