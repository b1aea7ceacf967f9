"""A fabric from nodes and edges, as in GraphML and NetworkX."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder, by_number
from netlemma.graphs.formats.fabric.topology import Topology

_SWITCH = ("switch", "router")
_ADAPTER = ("adapter", "node", "host", "terminal", "ca", "hca", "processor")
MAX_CLASSES = 1_000
MAX_NAME = 1_000  # characters


class Edge(NamedTuple):
    """An edge between two nodes: ``name`` is that of its output, ``group`` the class of its device."""

    line: int | None
    source: str
    target: str
    name: str = ""
    one_way: bool = False
    group: str = ""


def topology(file: TextFile, kind: str, nodes: Mapping[str, tuple[int | None, str]], edges: Iterable[Edge]) -> Topology:
    """The fabric of nodes and edges."""
    builder = FabricBuilder(kind)
    number: dict[str, int] = {}
    for name in by_number(nodes):
        line, role = nodes[name]
        if role not in (*_SWITCH, *_ADAPTER, ""):
            file.refuse(
                line,
                f"node {printable(name)} is of type {printable(role)}: one of {', '.join((*_SWITCH, *_ADAPTER))} is expected",
            )
        number[name] = builder.node(name, name, forwards=role not in _ADAPTER, adapter=role not in _SWITCH)
    ports = [0] * len(number)
    outputs: dict[tuple[int, str], list[int]] = {}
    one_way: dict[str, bool] = {}  # of each class
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in number:
                file.refuse(edge.line, f"the edge ends at {printable(end)}, which is no node")
        u, v = number[edge.source], number[edge.target]
        if u == v:
            file.refuse(edge.line, f"the edge joins {printable(edge.source)} to itself")
        group = printable(edge.group.strip(), quotes=False)
        if group and one_way.setdefault(group, edge.one_way) != edge.one_way:
            file.refuse(edge.line, f"class {printable(group)} has links and one-way links: give them two classes")
        if len(group) > MAX_NAME or len(one_way) > MAX_CLASSES:
            file.refuse(
                edge.line, f"edges have more than {MAX_CLASSES:,} classes, or one of more than {MAX_NAME:,} characters"
            )
        ports[u] += 1
        ports[v] += 1
        here, there = (u, ports[u]), (v, ports[v])
        builder.link(file, edge.line or 1, here, there, group, edge.one_way)
        if edge.name:
            for node, port in [here] if edge.one_way else [here, there]:
                outputs.setdefault((node, edge.name), []).append(port)
    fabric = builder.build(file)
    exits = {(node, name): fabric.hop_at[node, at[0]] for (node, name), at in outputs.items() if len(at) == 1}
    return Topology(fabric, file, exits)
