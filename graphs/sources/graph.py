"""NetworkX graphs as sources of networks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.fabric import SCOPES
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.sources.source import BuiltSource, connected
from netlemma.graphs.topology.structure import Network


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

    Nodes are named by their text. An edge of an undirected graph is a link in both directions, one of a directed graph
    a one-way link; edges of a multigraph are parallel links. The edge attribute ``class`` is the class of the device.
    The node attribute ``type`` says whether a node forwards messages (switch, router) or sends and receives them (host,
    adapter, terminal); a node without it does both.

    Parameters
    ----------
    graph : object
        A Graph, DiGraph, MultiGraph or MultiDiGraph.
    family : str, default ''
        Name of the network; if empty, that of the graph.
    parameters : Mapping of str to object, optional
        Sizes of the network.
    scope : str, optional
        Nodes between which messages run, "adapters" (also if None) or "all".
    file : TextFile, optional
        File that errors name.
    line : int, optional
        Line that errors name, from 1.

    Returns
    -------
    Network
        The network.

    Raises
    ------
    NetworkError
        If the graph is not connected.
    FormatError
        If two nodes have one name, an edge joins a node to itself, there are no edges, or attributes are not as above.

    Examples
    --------
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


class GraphSource(BuiltSource):
    """A NetworkX graph, which no name describes."""

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"graph": self.title, "parameters": {}}


def graph_source(graph: Any, scope: str | None) -> BuiltSource:
    """The source of a NetworkX graph.

    Parameters
    ----------
    graph : object
        A Graph, DiGraph, MultiGraph or MultiDiGraph.
    scope : str or None
        Nodes between which messages run, "adapters" (also if None) or "all".

    Returns
    -------
    BuiltSource
        The source.
    """
    return GraphSource(from_networkx(graph, scope=scope), None)
