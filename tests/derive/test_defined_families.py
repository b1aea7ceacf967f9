"""Families that a definition defines have the networks of graphs/, link by link."""

from importlib.resources import files

import networkx as nx
import pytest

import netlemma as nl
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.texts import definition
from netlemma.derive.definitions.theorems import DefinedFamily
from netlemma.graphs.families import families

NAMES = sorted(
    each.name.removesuffix(".net")
    for each in files("netlemma.derive.definitions").iterdir()
    if each.name.endswith(".net")
)
COMPARED = 3


def graph_of(text, size):
    """The network of a definition by plain loops, with the ends of messages on its nodes."""
    loops = DefinedFamily(text).made.network(size).neighbours
    graph = nx.DiGraph() if text.one_way else nx.Graph()
    graph.add_nodes_from(loops)
    graph.add_edges_from((node, other) for node, near in loops.items() for other in near)
    if text.terminals is not None:
        for node, many in plain_loops.terminals(text, size).items():
            graph.add_edges_from((node, ("end", node, each)) for each in range(many))
    return graph


def smallest_sizes(text):
    """The smallest default sizes of the family, with the default of every option that the definition has not."""
    found = []
    for size in families()[text.name].default_sizes:
        options = {p.name: p.default for p in families()[text.name].parameters if p.name not in text.sizes}
        if all(size[name] == default for name, default in options.items()):
            found.append(({name: size[name] for name in text.sizes}, size))
    return sorted(found, key=lambda each: plain_loops.work(text, each[0]))[:COMPARED]


@pytest.mark.parametrize("name", NAMES)
def test_definition_has_the_links_of_the_family(name):
    text = definition(name)
    sizes = smallest_sizes(text)
    assert sizes
    assert text.sizes == tuple(p.name for p in families()[name].parameters if p.name in text.sizes)
    for own, size in sizes:
        assert DefinedFamily(text).domain.contains(own)
        other = nl.network(name, **size).graph
        other = nx.DiGraph(other) if text.one_way else nx.Graph(other)
        other.remove_edges_from([*nx.selfloop_edges(other)])  # of smallest sizes; definitions have no such links
        assert nx.is_isomorphic(graph_of(text, own), other), size
