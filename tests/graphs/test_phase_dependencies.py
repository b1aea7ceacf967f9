"""Dependencies found phase by phase, against those of all packets followed label by label."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies, has_independent_phases
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import asked, goals
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings.valiant import by_way_of

NETWORKS = [
    "line(2)",
    "line(3)",
    "ring(2)",
    "ring(3)",
    "ring(4)",
    "oneway-ring(2)",
    "oneway-ring(3)",
    "line(2) x line(3)",
]
NETWORKS += [
    "oneway-ring(3)^2",
    "ring(4) x line(2)",
    "line(2)^3",
    "line(5)",
    "clique(3) x line(2)",
    "ring(3)^2",
    "ring(7)",
]
SEEDS = 2
PHASES = [
    ("dimension-order", "dimension-order"),
    ("shortest", "shortest-first"),
    ("up-down", "shortest"),
    ("up-down", "up-down"),
]


def routings(text):
    net = network(text)
    yield channel_routing(net, "valiant")
    yield channel_routing(net, "romm")
    yield channel_routing(net, "romm", vcs=2, rule="none")
    if "oneway" not in text:
        for one, other in PHASES[1:]:
            yield by_way_of(channel_routing(net, one), channel_routing(net, other), "mixed")
    if "ring" in text:
        yield by_way_of(*[channel_routing(net, "dimension-order", vcs=2, rule="dateline")] * 2, "datelines")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("text", "fast"), [(text, i % 2 == 1) for i, text in enumerate(NETWORKS)])
@pytest.mark.in_turn
def test_phases_have_the_dependencies_of_all_labels(text, fast):
    for routing in routings(text):
        agree(routing, fast)


def random_shortest(net, seed):
    """Some of the shortest paths: which hops go on depends on the hop by which a packet came."""
    every = channel_routing(net, "shortest-adaptive")

    def next_channels(node, came_by, destination, label):
        draw = random.Random(f"{seed} {node} {came_by} {destination}")
        found = [c for c, _ in every.next_channels(node, came_by, destination, None)]
        found = draw.sample(found, draw.randint(1, len(found)))
        return [(c, Fraction(1, len(found))) for c in found]

    routing = ChannelRouting("random", net, "oblivious", next_channels)
    nodes = np.arange(net.node_count, dtype=np.int32)
    return replace(routing, arrays=Arrays(lambda to, label: asked(routing, to, label, nodes[nodes != to])))


@pytest.mark.in_turn
@pytest.mark.parametrize("text", ["line(3) x line(2)", "line(2)^3", "ring(4) x line(2)"])
def test_random_phases_have_the_dependencies_of_all_labels(text):
    for seed in range(SEEDS):
        parts = [random_shortest(network(text), 2 * seed + i) for i in range(2)]
        agree(by_way_of(*parts, "random"), fast=False)


def agree(routing, fast):
    assert has_independent_phases(routing)
    slow = channel_dependencies(
        RoutingArrays(
            replace(
                routing,
                arrays=replace(routing.arrays, goals_to=partial(goals, routing)),
                phases=replace(routing.phases, by_shortest=False),
            ),
            fast=False,
        )
    )  # label by label
    found = channel_dependencies(RoutingArrays(routing, fast))
    assert np.array_equal(found.graph.tail, slow.graph.tail) and np.array_equal(found.graph.head, slow.graph.head)
    assert np.array_equal(found.used, slow.used) and found.packets == slow.packets
    assert found.dependencies == found.graph.dependencies
    assert len(found.with_cycle.cycle()) == len(slow.graph.cycle())
    assert (found.numbering() is None) == (slow.numbering() is None)
    assert found.numbering() is None or np.array_equal(found.numbering(), slow.numbering())
    for i in range(found.graph.dependencies):
        pair = int(found.graph.tail[i]), int(found.graph.head[i])
        assert pair in taken_by(routing, int(found.graph.source[i]), int(found.graph.destination[i]))


def taken_by(routing, source, destination):
    """Dependencies of the packets between two nodes, with all labels."""
    found = set()
    for label in routing.labels(source, destination):
        todo, seen = [(source, None)], set()
        while todo:
            node, came = todo.pop()
            arrived = came is not None and routing.delivers(came, destination, label)
            if not arrived and (node, came) not in seen:
                seen.add((node, came))
                for channel, _ in routing.next_channels(node, came, destination, label):
                    if came is not None:
                        found.add((came, channel))
                    todo.append((routing.end(channel), channel))
    return found
