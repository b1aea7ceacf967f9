"""NetworkX graphs as sources of networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from graphs.base.text_files import TextFile
from graphs.formats.fabric.fabric import SCOPES
from graphs.formats.fabric.graph import Edge, topology
from graphs.sources.source import BuiltSource, connected
from graphs.topology.structure import Network


def is_graph(value: object) -> bool:
    """Whether a value is a NetworkX graph."""
    import networkx

    return isinstance(value, networkx.Graph)


def from_networkx(
    graph: Any,
    family: str = "",
    parameters: Mapping[str, Any] | None = None,
    scope: str | None = None,
    file: TextFile | None = None,
    line: int | None = None,
) -> Network:
    """The network of a NetworkX graph.

    Nodes are named by their text. An edge of an undirected graph is a link in both directions, one of a directed graph a
    one-way link; edges of a multigraph are parallel links. The edge attribute ``class`` is the class of the device, the
    node attribute ``type`` says whether a node passes on messages (switch, router) or sends and receives them (host, adapter,
    terminal); a node without it does both.

    Parameters
    ----------
    graph : a Graph, DiGraph, MultiGraph or MultiDiGraph.
    family, parameters : name and sizes of the network; the name of the graph if no name is given.
    scope : "adapters" (if None) or "all", the ends of messages.
    file, line : the place that errors name.

    Raises
    ------
    FormatError : two nodes of one name, an edge from a node to itself, no edges, or attributes that are not as above.
    NetworkError : the graph is not connected.

    >>> import networkx
    >>> net = from_networkx(networkx.cycle_graph(5))
    >>> net.node_count, net.classes, net.title
    (5, [('link', 5)], 'graph')
    """
    title = family or str(graph.name) or "graph"
    file = file or TextFile(title, b"")
    nodes: dict[str, tuple[int | None, str]] = {}
    for node, about in graph.nodes(data=True):
        if str(node) in nodes:
            file.refuse(line, f"two nodes are called {str(node)!r}: nodes are named by their text")
        if about.get("kind") == "bus":
            file.refuse(
                line, f"node {str(node)!r} is a bus, and edges are links: give the Network instead of its graph"
            )
        nodes[str(node)] = (line, str(about.get("type", "")).strip().lower())
    edges = [
        Edge(line, str(u), str(v), one_way=graph.is_directed(), group=str(about.get("class", "")))
        for u, v, about in graph.edges(data=True)
    ]
    net = topology(file, title, nodes, edges).fabric.between(scope or SCOPES[0])
    return connected(replace(net, family=title, parameters=dict(parameters or {})))


def graph_source(graph: Any, scope: str | None) -> BuiltSource:
    """The source that is a NetworkX graph."""
    return BuiltSource(from_networkx(graph, scope=scope), None)
