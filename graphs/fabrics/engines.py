"""Routing engines: forwarding tables for a fabric, written as OpenSM dumps them, or as a table of routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.fabrics import engine_loops as loops
from netlemma.graphs.fabrics.layers import LAYERS, MOST_LAYERS, levels_of, routes_of
from netlemma.graphs.fabrics.nue import nue_hops
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.formats.fabric.ports import NO_OUTPUT
from netlemma.graphs.formats.fabric.subnet import Subnet
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.routing.choice_loops import distances
from netlemma.graphs.routing.hop_routing import arrivals, tiers
from netlemma.graphs.routings.up_down import middle

ENGINES: Mapping[str, str] = {
    "minhop": "a shortest path, over the port with the fewest messages so far; it may deadlock",
    "up-down": "shortest among the paths that go up and then down, ports balanced as by minhop",
    "ftree": "of the ports of a fat tree that lead nearer the one of a digit of the destination: d-mod-k",
    "dfsssp": "a shortest path with the least load so far; each is on the first service level, a virtual lane, without circles",
    "lash": "one shortest path between two switches; each pair is on the first service level, a virtual lane, without circles",
    "nue": "shortest ways with the least load so far that close no circle of channels, of all destinations of a virtual lane",
}
SYNONYMS = {"updn": "up-down", "updown": "up-down", "d-mod-k": "ftree", "dmodk": "ftree", "min-hop": "minhop"}


@dataclass(frozen=True)
class EngineTables:
    """Forwarding tables of an engine.

    engine: Name of the engine.
    goal: Node of each destination.
    hop: Hop of each node towards each destination, -1 for none.
    roots: Switches from which the engine goes down.
    levels: Service level of messages from each node to each destination, which is the virtual lane, too; None for 0.
    height: Order of nodes from the top downwards; None where no engine goes by it.
    """

    engine: str
    goal: np.ndarray
    hop: np.ndarray
    roots: tuple[int, ...]
    levels: np.ndarray | None = None
    height: np.ndarray | None = None

    @property
    def lanes(self) -> int:
        """Number of virtual lanes in use."""
        return 1 if self.levels is None else int(self.levels.max()) + 1


def engine_called(name: str) -> str:
    """The name of an engine."""
    found = SYNONYMS.get(name, name)
    if found not in ENGINES:
        raise RoutingError(f"no engine is called {name[:40]!r}: engines are {', '.join(ENGINES)}")
    return found


def engine_tables(
    fabric: Fabric, engine: str, goals: np.ndarray | None = None, root: int | None = None, layers: int | None = None
) -> EngineTables:
    """The tables that an engine makes for some destinations, by default all nodes, with at most so many virtual lanes.

    >>> from netlemma.graphs.sources import source
    >>> fabric = source("tests/data/infiniband/ring5-lash/opensm-subnet.lst").fabric
    >>> engine_tables(fabric, "minhop").hop.shape
    (10, 10)
    """
    engine, net = engine_called(engine), fabric.network
    if layers is not None and engine not in (*LAYERS, "nue"):
        raise RoutingError(f"`layers` limits the virtual lanes of {', '.join(LAYERS)} and nue; {engine} uses one")
    nodes, tier = np.arange(net.node_count), _tiers(fabric)
    climbs = not fabric.forwards.all() and bool((abs(tier[net.origin] - tier[net.target]) == 1).all())
    goal = nodes if goals is None else goals
    if engine == "ftree" and not climbs:
        raise RoutingError(
            "ftree climbs a tree from hosts, and this fabric has none or cables within a level: up-down fits it"
        )
    if engine == "up-down" and root is None and climbs:
        hop = _next_hops(fabric, engine, goal, tier.max() - tier)
        if _reached(fabric, goal, hop):
            tops = tuple(np.flatnonzero(tier == tier.max()).tolist())
            return EngineTables(engine, goal, hop, tops, height=tier.max() - tier)
    if layers is not None and not 1 <= layers <= MOST_LAYERS:
        raise RoutingError(f"`layers={layers}`: InfiniBand has 1 to {MOST_LAYERS} virtual lanes for data")
    if engine in LAYERS:
        return _in_layers(fabric, engine, goal, MOST_LAYERS if layers is None else layers)
    if engine == "nue":
        hop, layer = nue_hops(fabric, goal, layers or 1, _middle(fabric))
        levels = np.repeat(layer.astype(np.uint8)[:, None], net.node_count, axis=1) if layer.any() else None
        return EngineTables(engine, goal, hop, (), levels)
    height = tier.max() - tier
    if engine == "up-down":
        root = _middle(fabric) if root is None else root
        height = _distances(fabric, root)
    hop = _next_hops(fabric, engine, goal, height)
    return EngineTables(engine, goal, hop, () if root is None else (root,), height=height)


class Choosing(NamedTuple):
    """How an engine chooses among the hops of shortest ways: what its loop takes, see :mod:`.engine_loops`."""

    indptr: np.ndarray
    target: np.ndarray
    into: np.ndarray
    before: np.ndarray
    arriving: np.ndarray
    forwards: np.ndarray
    up: np.ndarray
    rank: np.ndarray
    tier: np.ndarray
    order: np.ndarray
    goal: np.ndarray
    number: np.ndarray
    restricted: bool
    rule: int
    sequence: np.ndarray
    near: np.ndarray
    last_hop: np.ndarray


def choosing(fabric: Fabric, engine: str, goal: np.ndarray, height: np.ndarray) -> Choosing:
    """The choices of an engine; nodes of less ``height`` are nearer to the top, of equal ones the first."""
    net, into = fabric.network, arrivals(fabric.network)
    rank = np.lexsort((np.arange(net.node_count), height))
    place = np.empty(net.node_count, dtype=np.int64)
    place[rank] = np.arange(net.node_count)
    up = place[net.target] < place[net.origin]
    tree = engine == "ftree"
    order = np.lexsort((fabric.port, net.target, net.origin)) if tree else np.arange(net.hop_count)
    number = np.where(fabric.adapter[goal], np.arange(len(goal)), NONE)
    if tree:
        number = np.where(number < 0, np.arange(len(goal)), _by_leaf(fabric)[goal])
    single = (
        (np.diff(net.indptr) == 1)
        & ~fabric.forwards
        & fabric.forwards[net.target[np.minimum(net.indptr[:-1], net.hop_count - 1)]]
    )
    leave = net.indptr[:-1][goal]
    near = np.where(single[goal], net.target[np.minimum(leave, net.hop_count - 1)], goal)
    last_hop = np.where(single[goal], fabric.reverse[np.minimum(leave, net.hop_count - 1)], NONE)
    return Choosing(
        net.indptr, net.target, into.into, into.before, into.hop, fabric.forwards, up, rank,
        _tiers(fabric), order, goal, number,
        engine == "up-down", loops.BY_DIGIT if tree else loops.BALANCED, np.lexsort((goal, near)), near, last_hop,
    )  # fmt: skip


def _tiers(fabric: Fabric) -> np.ndarray:
    """Hops from each node to the nearest host; ends that are no hosts are below their switches."""
    net, hosts = fabric.network, fabric.adapter & ~fabric.forwards
    tier = tiers(net, hosts if hosts.any() else ~fabric.forwards)
    below = ~fabric.forwards[net.origin] & ~fabric.adapter[net.origin]
    tier[net.origin[below]] = tier[net.target[below]] - 1
    return tier


def _next_hops(fabric: Fabric, engine: str, goal: np.ndarray, height: np.ndarray) -> np.ndarray:
    """The hops of an engine."""
    loop = looped(loops.next_hops, len(goal) * fabric.network.hop_count)
    return np.asarray(loop(*choosing(fabric, engine, goal, height)))


def _reached(fabric: Fabric, goal: np.ndarray, hop: np.ndarray) -> bool:
    """Whether all hosts have a way to each other; those with one cable have one if their switch has."""
    net, columns, sources = fabric.network, np.flatnonzero(fabric.adapter[goal]), np.flatnonzero(fabric.adapter)
    beside = net.target[np.minimum(net.indptr[:-1], net.hop_count - 1)]
    near = np.where(np.diff(net.indptr) == 1, beside, np.arange(net.node_count))
    nodes = np.unique(near[sources])
    return bool(((hop[np.ix_(columns, nodes)] >= 0) | (near[goal[columns]][:, None] == nodes)).all())


def _middle(fabric: Fabric) -> int:
    return middle(replace(fabric.network, forwards=None if fabric.forwards.all() else fabric.forwards))


def _in_layers(fabric: Fabric, engine: str, goal: np.ndarray, most: int) -> EngineTables:
    """The tables and service levels of an engine whose messages are safe by virtual lanes."""
    net, into = fabric.network, arrivals(fabric.network)
    sends = fabric.adapter.astype(np.int64)
    degree = np.diff(net.indptr)
    first = np.minimum(net.indptr[:-1], net.hop_count - 1)
    single = (degree == 1) & ~fabric.forwards & fabric.forwards[net.target[first]]
    by_switch = engine == "lash"
    ends = np.where(single[goal], net.target[first[goal]], goal) if by_switch else goal
    rows, row = np.unique(ends, return_inverse=True) if by_switch else (goal, np.arange(len(goal)))
    weight = np.bincount(row[fabric.adapter[goal]], minlength=len(rows))  # hosts that a row stands for
    loop = looped(loops.least_loaded_hops, len(rows) * net.hop_count)

    def routed(weight: np.ndarray) -> np.ndarray:
        hop = np.asarray(loop(net.indptr, net.target, into.into, into.before, fabric.forwards, rows, weight, sends))[
            row
        ]
        if by_switch:
            hosts = np.flatnonzero(single[goal])
            hop[hosts, ends[hosts]] = fabric.reverse[first[goal[hosts]]]
        hop[np.arange(len(goal)), goal] = NONE
        return hop

    hop = routed(weight)
    routes = routes_of(fabric, goal, hop)
    if routes.safe():
        return EngineTables(engine, goal, hop, ())
    if by_switch:  # paths in the order of the ports, as of dimension order, take fewer layers than balanced ones
        hop = routed(np.zeros_like(weight))
        routes = routes_of(fabric, goal, hop)
    levels = levels_of(net, routes, engine, most)
    return EngineTables(engine, goal, hop, (), levels if levels.any() else None)


def _by_leaf(fabric: Fabric) -> np.ndarray:
    """A number of each host; hosts of a switch follow each other."""
    net = fabric.network
    leaf = np.zeros(net.node_count, dtype=np.int64)
    leaf[net.origin] = net.target  # of a host the only one
    hosts = np.flatnonzero(fabric.adapter)
    number = np.full(net.node_count, 0, dtype=np.int64)
    number[hosts[np.lexsort((hosts, leaf[hosts]))]] = np.arange(len(hosts))
    return number


def _distances(fabric: Fabric, start: int) -> np.ndarray:
    net, into = fabric.network, arrivals(fabric.network)
    every = np.ones(net.node_count, dtype=bool)
    return np.asarray(looped(distances, net.hop_count)(into.into, into.before, every, start))


def lids_of(read: Topology) -> tuple[np.ndarray, np.ndarray]:
    """LIDs and their nodes; where no subnet manager has given any, they are numbered from 1."""
    if isinstance(read, Subnet) and read.lids:
        return read.lid_numbers, read.goal
    count = read.fabric.network.node_count
    return np.arange(1, count + 1), np.arange(count)


def as_lfts(read: Subnet, tables: EngineTables, lids: np.ndarray) -> str:
    """Tables as OpenSM's ``opensm-lfts.dump``."""
    fabric, guid = read.fabric, guids_of(read)
    port = np.append(fabric.port, 0)  # of hop -1
    kinds = np.where(fabric.forwards, "Switch", "Channel Adapter").tolist()
    behind = [f" # {kinds[v]} portguid 0x{guid[v]:016x}: '{fabric.name(v)}'\n" for v in tables.goal.tolist()]
    own = {int(node): int(lid) for lid, node in zip(lids[::-1], tables.goal[::-1], strict=True)}
    parts: list[str] = []
    for switch in np.flatnonzero(fabric.forwards).tolist():
        hops = tables.hop[:, switch]
        parts.append(
            f"Unicast lids [0-{int(lids.max())}] of switch Lid {own[switch]} guid 0x{guid[switch]:016x} ('{fabric.name(switch)}'):\n"
        )
        reached = ((hops >= 0) | (tables.goal == switch)).tolist()
        for lid, out, text, there in zip(lids.tolist(), port[hops].tolist(), behind, reached, strict=True):
            if there:
                parts.append(f"0x{lid:04x} {out:03d}{text}")
        parts.append(f"{sum(reached)} lids dumped\n")
    return "".join(parts)


def as_levels(read: Subnet, tables: EngineTables, lids: np.ndarray) -> str:
    """Service levels as lines ``0xGUID LID SL``, which ibdmchk reads: of nodes, or of ports where a node has several."""
    assert tables.levels is not None
    guid, levels = guids_of(read), tables.levels.tolist()
    for number, nodes in reversed(read.guids.items()):  # that of the node comes first
        if len(nodes) == 1:
            guid[nodes[0]] = number
    parts = []
    for node in range(read.fabric.network.node_count):
        name = f"0x{guid[node]:016x}"
        parts += [
            f"{name} {lid} {levels[column][node]}\n"
            for column, lid in enumerate(lids.tolist())
            if tables.goal[column] != node
        ]
    return "".join(parts)


def as_lanes(read: Subnet, lids: np.ndarray, goal: np.ndarray) -> str:
    """SL2VL tables, as OpenSM's ``opensm-sl2vl.dump``, in which each service level is the virtual lane of its number."""
    fabric, guid = read.fabric, guids_of(read)
    own = {int(node): int(lid) for lid, node in zip(lids[::-1], goal[::-1], strict=True)}
    numbers = " ".join(f"{level:<2d}" for level in range(MOST_LAYERS)) + " 15"  # lane 15 is that of management
    parts: list[str] = []
    for switch in np.flatnonzero(fabric.forwards).tolist():
        count = read.ports[switch]
        parts.append(f'Switch 0x{guid[switch]:016x}, base LID {own[switch]}, "{fabric.name(switch)}"\n')
        parts.append(f"#in out : {numbers}\n#{'-' * 56}\n")
        parts += [f"{one:<3d} {other:<3d} : {numbers}\n" for other in range(1, count + 1) for one in range(count + 1)]
    return "".join(parts)


def guids_of(read: Subnet) -> dict[int, int]:
    """A GUID of each node: that of a switch, or of the port of an adapter."""
    found: dict[int, int] = {}
    for guid, nodes in read.guids.items():
        for node in nodes:
            found[node] = guid if len(nodes) == 1 or node not in found else found[node]
    return found


def as_routes(read: Topology, tables: EngineTables) -> str:
    """Tables as CSV with the columns node,destination,by, for a fabric without LIDs."""
    fabric = read.fabric
    name = [f'"{fabric.name(v)}"' for v in range(fabric.network.node_count)]
    exits = {hop: out for (_, out), hop in read.exits.items()}
    lines = ["node,destination,by\n"]
    for column, goal in enumerate(tables.goal.tolist()):
        lines += [f"{name[v]},{name[goal]},{exits[h]}\n" for v, h in enumerate(tables.hop[column].tolist()) if h >= 0]
    return "".join(lines)


def as_tables(fabric: Fabric, tables: EngineTables) -> ForwardingTables:
    """The tables of an engine as those of files."""
    net = fabric.network
    degree = np.diff(net.indptr)
    senders = np.flatnonzero(fabric.forwards | (degree != 1))
    row = np.full(net.node_count, NONE, dtype=np.int32)
    row[senders] = np.arange(len(senders))
    hop = tables.hop[:, senders]
    out = np.where(hop < 0, NO_OUTPUT, hop - net.indptr[senders]).astype(np.uint16)
    outputs = np.arange(int(degree.max()))
    hop_at = np.where(outputs < degree[senders][:, None], net.indptr[senders][:, None] + outputs, NONE).astype(np.int32)
    return ForwardingTables(
        fabric=fabric,
        goal=np.asarray(tables.goal, dtype=np.int64),
        row=row,
        out=np.ascontiguousarray(out),
        hop_at=hop_at,
        destination_name=lambda column: fabric.name(int(tables.goal[column])),
        where=lambda node, column: fabric.files[0],
        explain=lambda node, column: f"has no way there by {tables.engine}",
        rule=rule_of(fabric, tables),
        vcs=tables.lanes,
        levels=tables.levels,
    )


def rule_of(fabric: Fabric, tables: EngineTables) -> str:
    """What the routes of an engine are called."""
    count = len(tables.roots)
    top = f"{count:,} switches at the top" if count > 1 else "".join(map(fabric.name, tables.roots))
    return f"{tables.engine}{' from ' * bool(top)}{'the ' * (count > 1)}{top}: {ENGINES[tables.engine]}"
