"""Dependencies of packets of few pairs, moved by the symmetry of a routing, against those of all packets."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from sympy import degree, interpolate, symbols

from netlemma.errors import SymmetryError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import ALONE, DUATO, deadlock
from netlemma.graphs.deadlock.escape import escape_numbers
from netlemma.graphs.deadlock.packet_dependencies import by_symmetry
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.routing.capabilities import RoutingSymmetry
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routing.symmetric_packets import channel_orbits
from netlemma.graphs.routings import routing
from netlemma.graphs.routings.grids import grid, grid_symmetry

from .routing_oracle import packets, walks

NETWORKS = [
    network("hamming", d=1, q=2),
    network("hamming", d=2, q=3),
    network("hamming", d=3, q=2),
    network("hyperx", S=(2,), T=1),
    network("hyperx", S=(4,), T=2),
    network("hyperx", S=(2, 3), T=0),
    network("hyperx", S=(4, 3), T=1),
    network("hyperx", S=(2, 3), T=3),
    network("flattened-butterfly", k=2, n=3),
]
CASES = [
    (net, words)
    for net in NETWORKS
    for words in ("dal", "dal vcs=1", "dal vcs=3", "dimwar", "dimwar vcs=1", "hyperx-order")
]


def alone(by):
    """The same routing without its symmetry."""
    return replace(by, symmetry=RoutingSymmetry())


def dependencies(graph):
    return list(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("net", "words"), CASES, ids=str)
def test_packets_of_few_pairs_have_the_dependencies_of_all(net, words):
    by = routing(net, words)
    assert channel_orbits(by) is not None
    for fast in False, True:
        some, every = (channel_dependencies(RoutingArrays(each, fast)) for each in (by, alone(by)))
        assert dependencies(some.graph) == dependencies(every.graph)
        assert some.dependencies == every.dependencies and some.packets == every.packets
        assert np.array_equal(some.used, every.used)
        one, other = some.numbering(), every.numbering()
        assert (one is None and other is None) or np.array_equal(one, other)
        if by.escape is not None:
            numbers = (
                escape_numbers(RoutingArrays(each, fast), found) for each, found in ((by, some), (alone(by), every))
            )
            assert np.array_equal(*numbers)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("net", "words"), CASES, ids=str)
def test_witnesses_reach_their_dependencies_after_the_fewest_channels(net, words):
    by = routing(net, words)
    fewest, own = {}, {}
    for source, destination, label in packets(by):
        for route, _ in walks(by, source, destination, label):
            for before, pair in enumerate(pairwise(route)):
                fewest[pair] = min(before, fewest.get(pair, before))
                key = (*pair, source, destination)
                own[key] = min(before, own.get(key, before))
    graph = channel_dependencies(RoutingArrays(by)).graph
    for key in zip(
        *(np.asarray(column).tolist() for column in (graph.tail, graph.head, graph.source, graph.destination)),
        strict=True,
    ):
        assert own[key] == fewest[key[:2]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("net", "words"), CASES, ids=str)
def test_dependencies_of_packets_with_a_single_choice(net, words):
    by = routing(net, words)
    expected = set()
    for source, destination, label in packets(by):
        for route, _ in walks(by, source, destination, label):
            for channel, head in pairwise(route):
                if len(by.next_channels(by.end(channel), channel, destination, label)) == 1:
                    expected.add((channel, head))
    orbits = channel_orbits(by)
    assert dependencies(by_symmetry(RoutingArrays(by), orbits, single=True).graph) == sorted(expected)


@pytest.mark.parametrize("switching", ["wormhole", "cut-through", "store-and-forward"])
@pytest.mark.parametrize("net", [network("hamming", d=2, q=3), network("hyperx", S=(3, 3), T=2)], ids=str)
def test_verdicts_are_those_without_symmetry(net, switching):
    for words in "dal", "dal vcs=1", "dimwar", "dimwar vcs=1":
        by = routing(net, words)
        found, plain = (deadlock(net, each, switching=switching) for each in (by, alone(by)))
        assert found.verdict == plain.verdict and found.dependencies == plain.dependencies
        assert found.criterion == (ALONE if by.vcs == 1 else DUATO if by.escape else plain.criterion)


@pytest.mark.in_turn
def test_dal_on_a_thousand_nodes():
    """The dependencies of a node are a polynomial of degree 2 in q, known from small graphs of which all packets are followed."""

    def each(q):
        net = network("hamming", d=2, q=q)
        by = routing(net, "dal")
        found = deadlock(net, by if q > 6 else alone(by))
        assert found.verdict == "deadlock-free" and found.dependencies % q**2 == 0
        return found.dependencies // q**2

    q = symbols("q")
    known = interpolate([(size, each(size)) for size in (3, 4, 5)], q)
    assert degree(known, q) == 2
    assert [known.subs(q, size) for size in (6, 32)] == [each(6), each(32)]


def test_a_wrong_symmetry_gives_other_dependencies():
    net = network("hyperx", S=(3, 3), T=0)
    tree = routing(net, "up-down")  # its root is like no other node
    wrong = replace(tree, symmetry=replace(tree.symmetry, group=lambda: grid_symmetry(grid(net, "dal"))))
    some, every = (channel_dependencies(RoutingArrays(each)).graph for each in (wrong, tree))
    assert dependencies(some) != dependencies(every)


def test_translations_that_map_hops_to_none_are_refused():
    net = network("hyperx", S=(3, 3), T=0)
    symmetry = grid_symmetry(grid(net, "dal"))
    turned = replace(symmetry, translated=lambda at, to, node: (node - at + to) % 9)
    with pytest.raises(SymmetryError, match=r"its translations do not map hops to hops"):
        channel_orbits(replace(routing(net, "dal"), symmetry=RoutingSymmetry(True, lambda: turned)))
    torn = replace(symmetry, fixing=[np.array([0, 2, 1, 3, 4, 5, 6, 7, 8])])
    with pytest.raises(SymmetryError, match=r"a symmetry does not map hops to hops"):
        channel_dependencies(RoutingArrays(replace(routing(net, "dal"), symmetry=RoutingSymmetry(True, lambda: torn))))


def test_other_ends_than_those_of_all_cells_have_no_symmetry():
    net = network("hyperx", S=(2, 3), T=2)
    by = routing(net, "dal")
    assert channel_orbits(by) is not None
    assert channel_orbits(replace(by, terminals=by.terminals[1:])) is None
    assert channel_orbits(replace(by, talking={"name": "transpose"})) is None
