"""Dependencies from one line of each dimension: the same as from all packets, one by one."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.dimension_lines import decide_by_lines, ordered_dependencies
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.states import states
from netlemma.graphs.routing.capabilities import KnownDependencies
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing

from .followed import Goal, follow

NETWORKS = (
    "line(3)",
    "ring(2)",
    "ring(3)",
    "ring(6)",
    "ring(4) x line(3)",
    "oneway-ring(4)^2",
    "ring(2)^3",
    "line(2) x ring(4) x oneway-ring(3)",
    "clique(3) x ring(4)",
    "line(4) x bus(3)",
)
RULES = ("none", "dateline", "dally-seitz", "dateline-kept")


def routings(text):
    net = network(text)
    for vcs in (1, 2, 3, 4):
        for rule in RULES if vcs > 1 else RULES[:1]:
            for ties in ("plus", "split"):
                yield channel_routing(net, "dimension-order", vcs, rule=rule, ties=ties)


@pytest.mark.in_turn
@pytest.mark.parametrize("text", NETWORKS)
def test_the_graph_is_that_of_all_packets(text):
    left_out = 0
    for routing in routings(text):
        there = states(routing)
        found = ordered_dependencies(routing)
        if found is None:
            left_out += 1
            assert routing.options["rule"] == "dateline-kept"
            continue
        graph, used = found
        slow = channel_dependencies(RoutingArrays(routing)).graph
        assert np.array_equal(graph.tail, slow.tail) and np.array_equal(graph.head, slow.head), routing.description
        assert np.flatnonzero(used).tolist() == there.channels
    assert left_out == (6 if text in ("oneway-ring(4)^2", "ring(2)^3", "line(2) x ring(4) x oneway-ring(3)", "clique(3) x ring(4)") else 0)  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("text", ["oneway-ring(4)^2", "line(2) x ring(4) x oneway-ring(3)", "line(4) x bus(3)"])
def test_every_witness_takes_its_dependency_after_the_fewest_channels(text):
    for routing in routings(text):
        found = ordered_dependencies(routing)
        if found is None:
            continue
        graph, routes = found[0], follow(routing)
        fewest = depths(routes)
        for e in range(graph.dependencies):
            c, x, source, goal = (
                int(column[e]) for column in (graph.tail, graph.head, graph.source, graph.destination)
            )
            layer, after, depth = set(routes.first[Goal(goal, None)][source]), routes.after[Goal(goal, None)], 0
            while c not in layer:
                layer = {then for channel in layer for then in after[channel]}
                depth += 1
            assert x in after[c] and depth == fewest[c, x]


def depths(routes):
    """How many channels a packet takes at least before each dependency."""
    found = {}
    for goal, starts in routes.first.items():
        for start in starts.values():
            layer, depth = set(start), 0
            while layer:
                for c in layer:
                    for x in routes.after[goal][c]:
                        found[c, x] = min(depth, found.get((c, x), depth))
                layer = {x for c in layer for x in routes.after[goal][c]}
                depth += 1
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize("text", ["ring(5)", "oneway-ring(4)^2", "ring(3) x line(3)", "ring(4) x oneway-ring(3)"])
def test_verdicts_are_those_of_all_packets(text):
    for routing in routings(text):
        quick, slow = decide(routing), decide(replace(routing, dependencies=KnownDependencies()))
        assert quick.verdict == slow.verdict and quick.scope == slow.scope and quick.channels == slow.channels
        assert quick.dependencies == slow.dependencies and len(quick.cycle) == len(slow.cycle)
        assert check_certificate(quick.certificate).startswith(quick.verdict)
        if quick.verdict == "deadlock-free":
            assert quick == slow


@pytest.mark.parametrize("text", ["ring(4)", "ring(3)^2", "oneway-ring(3)^2", "line(3)^2"])
@pytest.mark.parametrize("rule", ["dally-seitz", "dateline", "none"])
def test_a_way_out_shows_what_elimination_shows(text, rule):
    net = network(text)
    for vcs in (2, 3, 4):
        routing = channel_routing(net, "duato", vcs, rule=rule) if vcs > 2 else channel_routing(net, "duato", escape=1, adaptive=1, rule=rule)  # fmt: skip
        quick = decide_by_lines(routing, "cut-through")
        slow = decide(replace(routing, escape=replace(routing.escape, escape_routing=None)), "cut-through")
        assert (quick is not None) <= (slow.verdict == "deadlock-free")
        if quick is not None:
            assert quick.verdict == slow.verdict and check_certificate(quick.certificate).startswith("deadlock-free")
        assert decide(routing, "cut-through").verdict == slow.verdict
    assert decide_by_lines(channel_routing(net, "duato"), "wormhole") is None


@pytest.mark.parametrize("name, switching", [("duato", "cut-through"), ("dimension-order", "wormhole")])
def test_a_changed_number_is_refused(name, switching):
    found = decide_by_lines(
        channel_routing(network("toroid", w=4, D=2), name, None if name == "duato" else 2), switching
    ).certificate
    kind = found["kind"]
    lowest = found[kind].index(min(n for n in found[kind] if n is not None))
    assert check_certificate(found).startswith("deadlock-free")
    found[kind][lowest] = max(n for n in found[kind] if n is not None)
    with pytest.raises(CertificateError):
        check_certificate(found)


@pytest.mark.long
def test_a_torus_of_32768_nodes_takes_its_graph_from_three_lines():
    routing = channel_routing(network("toroid", w=32, D=3), "dimension-order", 2)
    found = decide_by_lines(routing, "wormhole")
    assert (found.verdict, found.channels, found.dependencies) == ("deadlock-free", 393216, 850944)
    numbers, draw = found.certificate["numbers"], Random(1)
    for _ in range(100):
        node, goal, came_by, last = draw.randrange(32**3), draw.randrange(32**3), None, -1
        while node != goal:
            ((came_by, _),) = routing.next_channels(node, came_by, goal, None)
            assert numbers[came_by] > last
            node, last = routing.end(came_by), numbers[came_by]
    bad = decide(channel_routing(routing.network, "dimension-order", 1))
    assert (
        bad.verdict == "deadlock" and len(bad.cycle) == 32 and check_certificate(bad.certificate).startswith("deadlock")
    )
