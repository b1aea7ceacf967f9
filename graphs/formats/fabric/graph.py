"""A fabric from nodes and edges, as in GraphML and NetworkX."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, cast

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric, FabricBuilder, by_number, unique_names
from netlemma.graphs.formats.fabric.roles import (
    BOTH,
    BUS,
    CLASS_COLUMNS,
    DRAWN,
    HOST,
    NAME_COLUMNS,
    OWN,
    PLACES,
    ROLE_COLUMNS,
    SWITCH,
    called,
    loops_left_out,
    places_of,
    plain,
    roles_of,
    unused,
)
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.capacities import capacity_of, of_parts
from netlemma.graphs.topology.structure import Label, from_devices

MAX_CLASSES = 1_000
MAX_NAME = 1_000  # characters


class Edge(NamedTuple):
    """An edge between two nodes: ``name`` is that of its output, ``group`` the class of its device, ``device`` is
    the same for the two arcs of one link in both directions, and ``capacity`` and ``latency`` those of its link, if it has
    any.
    """

    line: int | None
    source: str
    target: str
    name: str = ""
    one_way: bool = False
    group: str = ""
    device: str = ""
    capacity: Fraction | None = None
    latency: Fraction | None = None


def number_at(file: TextFile, line: int | None, ends: str, column: str, value: Any) -> Fraction:
    """The capacity or latency that a file gives a link."""
    found = capacity_of(value)
    if found is None:
        said = "has no" if value in (None, "") else f"has {printable(str(value))} as"
        given = f"the link {printable(ends, quotes=False)} {said} {printable(column, quotes=False)}"
        file.refuse(line, f"{given}: a positive number is expected, without a unit")
    return found


def topology(
    file: TextFile,
    kind: str,
    nodes: Mapping[str, tuple[int | None, str]],
    edges: Iterable[Edge],
    names: Mapping[str, str] | None = None,
    remarks: Iterable[str] = (),
) -> Topology:
    """The fabric of nodes, each with its line and the text of its role, and edges.

    ``names`` has the name of each node where it is not its id; files of routes may use either. Edges that join a node to
    itself are left out and counted in a remark.
    """
    roles, said = roles_of(file, nodes)
    kept, loops = _links(file, roles, edges)
    remarks = (*remarks, *said, *loops_left_out(loops))
    if BUS in roles.values():
        ids = {name: node for node, name in enumerate(by_number(name for name in roles if roles[name] != BUS))}
        return Topology(_with_buses(file, kind, roles, kept), file, remarks=remarks, ids=ids)
    builder = FabricBuilder(kind)
    number: dict[str, int] = {}
    shown = names or {}
    for name in by_number(nodes):
        role = roles[name]
        number[name] = builder.node(
            name, shown.get(name, name), forwards=role in (SWITCH, BOTH), adapter=role in (HOST, BOTH)
        )
    ports = [0] * len(number)
    outputs: dict[tuple[int, str], list[int]] = {}
    for edge in kept:
        u, v = number[edge.source], number[edge.target]
        ports[u] += 1
        ports[v] += 1
        here, there = (u, ports[u]), (v, ports[v])
        builder.link(file, edge.line or 1, here, there, edge.group, edge.one_way, edge.capacity, edge.latency)
        if edge.name:
            for node, port in [here] if edge.one_way else [here, there]:
                outputs.setdefault((node, edge.name), []).append(port)
    fabric = builder.build(file)
    exits = {(node, name): fabric.hop_at[node, at[0]] for (node, name), at in outputs.items() if len(at) == 1}
    return Topology(fabric, file, exits, remarks=remarks, ids=number)


def _links(file: TextFile, nodes: Mapping[str, Any], edges: Iterable[Edge]) -> tuple[list[Edge], int]:
    """The links: two arcs of one device are one, and loops are left out; and the number of these."""
    one_way: dict[str, bool] = {}  # of each class
    arcs: dict[tuple[str, str, str], list[int]] = {}
    kept: list[Edge] = []
    loops = 0
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in nodes:
                file.refuse(edge.line, f"the edge ends at {printable(end)}, which is no node")
        if edge.source == edge.target:
            loops += 1
            continue
        edge = edge._replace(group=printable(edge.group.strip(), quotes=False))
        if edge.one_way and edge.device:
            if back := arcs.get((edge.device, edge.target, edge.source)):
                place = back.pop()
                for what in ("capacity", "latency"):
                    if getattr(kept[place], what) != getattr(edge, what):
                        file.refuse(
                            edge.line,
                            f"{printable(edge.device)} has two values of {what}, one in each direction: give it one",
                        )
                kept[place] = kept[place]._replace(one_way=False)
                continue
            arcs.setdefault((edge.device, edge.source, edge.target), []).append(len(kept))
        kept.append(edge)
    for edge in kept:
        if edge.group and one_way.setdefault(edge.group, edge.one_way) != edge.one_way:
            file.refuse(edge.line, f"class {printable(edge.group)} has links and one-way links: give them two classes")
        if len(edge.group) > MAX_NAME or len(one_way) > MAX_CLASSES:
            file.refuse(
                edge.line, f"edges have more than {MAX_CLASSES:,} classes, or one of more than {MAX_NAME:,} characters"
            )
    return kept, loops


def _with_buses(file: TextFile, kind: str, roles: Mapping[str, str], edges: Iterable[Edge]) -> Fabric:
    """The fabric of a graph in which some vertices are buses, joined to their nodes."""
    names = by_number(name for name, role in roles.items() if role != BUS)
    shown = unique_names([printable(name, quotes=False) for name in names], names)
    labels = {name: cast(Label, (label,)) for name, label in zip(names, shown, strict=True)}
    devices: dict[object, tuple[str, str, list[Label]]] = {}
    numbers: dict[object, tuple[Fraction | None, Fraction | None]] = {}  # capacity and latency
    for count, edge in enumerate(edges):
        buses = [end for end in (edge.source, edge.target) if roles[end] == BUS]
        if len(buses) > 1:
            file.refuse(edge.line, f"the edge joins two buses, {printable(edge.source)} and {printable(edge.target)}")
        ends = [labels[end] for end in (edge.source, edge.target) if roles[end] != BUS]
        usual = "bus" if buses else "one-way link" if edge.one_way else "link"
        own = devices.setdefault(buses[0] if buses else count, (edge.group or usual, usual, []))
        numbers.setdefault(buses[0] if buses else count, (edge.capacity, edge.latency))
        own[2].extend(end for end in ends if end not in own[2])
    for name, (_, what, ends) in devices.items():
        if len(ends) < 2:
            file.refuse(None, f"the {what} {printable(str(name))} joins fewer than two nodes")
    if not devices:
        file.refuse(None, "the file holds no links")
    net = from_devices([labels[name] for name in names], devices.values(), family=kind)
    capacity, latency = (of_parts([numbers[key][i] for key in devices]) for i in (0, 1))
    net = replace(net, capacity=capacity, latency=None if latency is None else latency[net.device])
    ports = np.arange(net.hop_count) - np.repeat(net.indptr[:-1], np.diff(net.indptr)) + 1
    back = {(int(v), int(u), int(d)): h for h, (u, v, d) in enumerate(zip(net.origin, net.target, net.device, strict=True))}  # fmt: skip
    reverse = [back.get((int(u), int(v), int(d)), NONE) for u, v, d in zip(net.origin, net.target, net.device, strict=True)]  # fmt: skip
    forwards, adapter = (np.array([roles[name] in each for name in names]) for each in ((SWITCH, BOTH), (HOST, BOTH)))
    return Fabric(net, forwards, adapter, ports.astype(np.int32), np.array(reverse, dtype=np.int64), (file.name,))


def attributed(
    file: TextFile,
    kind: str,
    nodes: Mapping[str, tuple[int | None, Mapping[str, Any]]],
    edges: Iterable[tuple[Edge, Mapping[str, Any]]],
    named: bool = True,
    drawn: Mapping[str, str] | None = None,
    remarks: Iterable[str] = (),
) -> Topology:
    """The fabric of nodes and edges with attributes, of which those of roles and classes are used.

    ``named`` says whether the attributes ``name`` or ``label`` name the nodes; if they do not, names in a drawing do.
    """
    roles: dict[str, tuple[int | None, str]] = {}
    labels: list[dict[str, str]] = [{} for _ in NAME_COLUMNS]
    of_nodes: dict[str, None] = {}
    of_edges: dict[str, None] = {}
    drawn_at: dict[str, Mapping[str, Any]] = {}
    known = {*ROLE_COLUMNS, *CLASS_COLUMNS, *OWN, *PLACES, *DRAWN, *NAME_COLUMNS}
    for name, (line, about) in nodes.items():
        by_name = {plain(str(key)): value for key, value in about.items() if value is not None}
        role = BUS if by_name.get("kind") == BUS else next((by_name[k] for k in ROLE_COLUMNS if by_name.get(k)), "")
        roles[name] = line, str(role).strip()
        if role != BUS:
            drawn_at[name] = by_name
        for column, known_names in zip(NAME_COLUMNS, labels, strict=True):
            known_names[name] = str(by_name.get(column, ""))
        of_nodes |= {str(key): None for key in about if plain(str(key)) not in known}
    links = []
    columns = {"capacity": file.capacity, "latency": file.latency}
    known_edges = {*CLASS_COLUMNS, *OWN, *DRAWN, *NAME_COLUMNS, *map(plain, columns.values())}
    first_without: dict[str, Edge] = {}
    given: set[str] = set()
    for edge, about in edges:
        by_name = {plain(str(key)): value for key, value in about.items()}
        group = next((str(by_name[key]) for key in CLASS_COLUMNS if key in by_name), edge.group)
        device = str(by_name.get("index", "")) if "device" in by_name else ""
        numbers: dict[str, Any] = {}
        for what, column in columns.items():
            value = by_name.get(plain(column))
            if value is None:
                first_without.setdefault(what, edge)
            else:
                numbers[what] = number_at(file, edge.line, f"{edge.source}-{edge.target}", column, value)
        given |= numbers.keys()
        links.append(edge._replace(group=group, device=device, **numbers))
        of_edges |= {str(key): None for key in about if plain(str(key)) not in known_edges}
    for what in given & first_without.keys():
        edge = first_without[what]
        number_at(file, edge.line, f"{edge.source}-{edge.target}", columns[what], None)
    names = called(list(nodes), *labels, drawn or {}) if named else None
    places, said = places_of(drawn_at)
    read = topology(file, kind, roles, links, names, (*remarks, *unused(of_edges, of_nodes), *said))
    if not places:
        return read
    network = replace(
        read.fabric.network, places=np.array([places[name] for name in sorted(read.ids, key=read.ids.__getitem__)])
    )
    return replace(read, fabric=replace(read.fabric, network=network))


def graph_topology(file: TextFile, kind: str, graph: Any, line: int | None = None) -> Topology:
    """The fabric of a NetworkX graph, whose nodes are named by their text."""
    nodes: dict[str, tuple[int | None, Mapping[str, Any]]] = {}
    for node, about in graph.nodes(data=True):
        if str(node) in nodes:
            file.refuse(line, f"two nodes are called {str(node)!r}: nodes are named by their text")
        nodes[str(node)] = line, about
    one_way = graph.is_directed()
    edges = ((Edge(line, str(u), str(v), one_way=one_way), about) for u, v, about in graph.edges(data=True))
    return attributed(file, kind, nodes, edges, named=False)
