"""Export of a network: a NetworkX graph, a table for a notebook."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from netlemma.graphs.base.tables import Facts
from netlemma.graphs.topology.devices import Device, Label


class Named(Protocol):
    """Parts of a network that are displayed, see :class:`netlemma.graphs.topology.structure.Network`."""

    @property
    def title(self) -> str: ...
    @property
    def node_count(self) -> int: ...
    @property
    def classes(self) -> list[tuple[str, int]]: ...
    @property
    def devices(self) -> Sequence[Device]: ...
    @property
    def labels(self) -> Callable[[int], Label]: ...


def as_networkx(net: Named) -> Any:
    """The network as a plain NetworkX graph whose vertices are the coordinates of the nodes.

    Every edge carries ``device`` (its name), ``index`` (its number) and ``device_class``. Parallel devices give a
    multigraph, one-way links a directed graph (in which a two-way link is two arcs of the same device). A bus is a
    vertex of its own, joined to its nodes; vertices have the attribute ``kind``, "node" or "bus".

    >>> from netlemma.graphs import network
    >>> type(network("ring", K=2).graph).__name__, network("spanning-bus-hypercube", w=3, D=2).graph.number_of_nodes()
    ('MultiGraph', 15)
    """
    import networkx as nx

    devices = list(net.devices)
    directed = any(d.kind == "one-way link" for d in devices)
    pairs = [d.nodes if directed else tuple(sorted(d.nodes)) for d in devices if d.kind != "bus"]
    pairs += [d.nodes[::-1] for d in devices if directed and d.kind == "link"]
    multi = len(set(pairs)) < len(pairs)
    kinds = {(0, 0): nx.Graph, (0, 1): nx.MultiGraph, (1, 0): nx.DiGraph, (1, 1): nx.MultiDiGraph}
    graph = kinds[directed, multi](name=net.title)
    graph.add_nodes_from((net.labels(i) for i in range(net.node_count)), kind="node")
    for index, device in enumerate(devices):
        about = {"device": device.name, "index": index, "device_class": device.class_name}
        ends = [net.labels(u) for u in device.nodes]
        if device.kind == "bus":
            graph.add_node(device.name, kind="bus", **about)
            joined: list[tuple[Any, Any]] = [(u, device.name) for u in ends]
        else:
            joined = [(ends[0], ends[1])]
        graph.add_edges_from(joined, **about)
        if directed and device.kind != "one-way link":
            graph.add_edges_from(((v, u) for u, v in joined), **about)
    return graph


def as_facts(net: Named) -> Facts:
    """Family, sizes, nodes and devices by class, for a display."""
    rows = [("network", net.title), ("nodes", f"{net.node_count:,}")]
    rows += [(f"devices: {name}", f"{count:,}") for name, count in net.classes]
    return Facts(rows)
