"""BookSim's anynet files (``router 0 node 0 router 1 15 router 2``), and the shortest paths that BookSim takes
on them.
"""

import heapq
import re
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.exported import exported, require_plain
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.ports import NO_OUTPUT
from netlemma.graphs.formats.fabric.roles import BOTH, HOST, IDLE, SWITCH
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import Network

MAX_NUMBER = 1_000_000
MAX_ROUTERS = 20_000  # every router gets a table


@dataclass
class _Links:
    """Contents of the file: the router of each node, and latency and line of each router's channels to others."""

    router_of: dict[int, int] = field(default_factory=dict)
    at_node: dict[int, int] = field(default_factory=dict)  # latency of each node's channels, the same both ways
    after: dict[int, dict[int, int]] = field(default_factory=dict)
    line: dict[int, int] = field(default_factory=dict)

    def router(self, number: int, line: int) -> None:
        self.after.setdefault(number, {})
        self.line.setdefault(number, line)


def read_anynet(file: TextFile) -> Topology:
    """The network of an anynet file with the routes of BookSim; ports are numbered as BookSim does, nodes first.

    A channel between routers takes the latency given in its direction, and 1 cycle if only the other one is listed.
    """
    links = _Links()
    for number, line in file.lines():
        if words := line.split():
            _line(file, number, words, links)
    for what, known in (("router", links.after), ("node", links.router_of)):
        if known and max(known) != len(known) - 1:
            missing = next(i for i in range(len(known)) if i not in known)
            file.refuse(
                1, f"{what} {missing} is missing, but there is {what} {max(known)}: numbers must be 0, 1, 2, ..."
            )
    if not links.router_of:
        file.refuse(None, "the file has no nodes: 'router 0 node 0 ...' is expected")
    builder = FabricBuilder("anynet")
    nodes: dict[int, list[int]] = {}
    for node, router in sorted(links.router_of.items()):
        nodes.setdefault(router, []).append(node)
    numbers: dict[tuple[str, int], int] = {}
    for kind, many in (("router", sorted(links.after)), ("node", sorted(links.router_of))):
        for i in many:
            name = f"{kind} {i}"
            numbers[kind, i] = builder.node(name, name, forwards=kind == "router", adapter=kind == "node")
    port = {r: {("node", n): i for i, n in enumerate(nodes.get(r, []))} for r in links.after}
    for r, others in links.after.items():
        port[r] |= {("router", s): len(port[r]) + i for i, s in enumerate(sorted(others))}
    for r, ports in port.items():
        for (kind, other), p in ports.items():
            far = (numbers[kind, other], port[other]["router", r] if kind == "router" else 0)
            builder.link(file, links.line[r], (numbers["router", r], p), far)
    if any(time != 1 for times in (links.at_node, *links.after.values()) for time in times.values()):
        for r, ports in port.items():
            for (kind, other), p in ports.items():
                if kind == "router":
                    builder.latencies[numbers["router", r], p] = Fraction(links.after[r][other])
                else:
                    time = Fraction(links.at_node[other])
                    builder.latencies[numbers["router", r], p] = builder.latencies[numbers["node", other], 0] = time
    fabric = builder.build(file)
    return Topology(fabric, file, find_routes=lambda net: _tables(net, links))


def _line(file: TextFile, line: int, words: list[str], links: _Links) -> None:
    """One line: a router or node and its neighbours, each with an optional latency in cycles."""
    if len(words) < 2 or words[0] not in ("router", "node"):
        file.refuse(line, f"'router NUMBER' or 'node NUMBER' is expected first, not {printable(' '.join(words[:2]))}")
    kind, head = words[0], file.number(line, words[1], f"the number of the {words[0]}", 0, MAX_NUMBER)
    if kind == "router":
        links.router(head, line)
    at = 2
    while at < len(words):
        if words[at] not in ("router", "node") or at + 1 == len(words):
            file.refuse(line, f"'router NUMBER' or 'node NUMBER' is expected, not {printable(' '.join(words[at:]))}")
        to, other = words[at], file.number(line, words[at + 1], f"the number of the {words[at]}", 0, MAX_NUMBER)
        at += 2
        latency = 1
        if at < len(words) and words[at] not in ("router", "node"):
            latency, at = file.number(line, words[at], "the latency", 1, MAX_NUMBER), at + 1
        if kind == to == "node":
            file.refuse(line, f"node {head} is joined to node {other}: nodes are joined to routers")
        if kind == to:
            if head == other:
                file.refuse(line, f"router {head} is joined to itself")
            links.router(other, line)
            links.after[head][other] = latency
            links.after[other].setdefault(head, 1)
        else:
            node, router = (head, other) if kind == "node" else (other, head)
            links.at_node[node] = latency
            links.router(router, line)
            if links.router_of.setdefault(node, router) != router:
                file.refuse(
                    line,
                    f"node {node} is joined to routers {links.router_of[node]} and {router}: a node has one router",
                )


def _tables(net: Topology, links: _Links) -> ForwardingTables:
    """BookSim's routing ``min_anynet``: least latency, with BookSim's rule for ties.

    BookSim lets a packet take any virtual channel of its class at each hop, so one channel for each hop is sufficient.
    """
    fabric, file = net.fabric, net.file
    count = len(links.after)
    if count > MAX_ROUTERS:
        file.refuse(None, f"the file has {count:,} routers: tables are made for at most {MAX_ROUTERS:,}")
    visited = count + len(links.router_of) + sum(map(len, links.after.values()))
    require("tables of a file", file.name, count * visited, nodes=count, kept=2.0 * count * len(links.router_of))
    goal = np.flatnonzero(fabric.adapter)
    row = np.where(fabric.forwards, np.arange(len(fabric.forwards)), -1).astype(np.int32)  # routers come first
    out = np.full((len(goal), count), NO_OUTPUT, dtype=np.uint16)
    port = {
        (int(fabric.network.origin[h]), int(fabric.network.target[h])): int(fabric.port[h])
        for h in range(fabric.network.hop_count)
    }
    for start in range(count):
        first = _first_routers(links.after, start)
        for node, router in links.router_of.items():
            towards = count + node if router == start else first[router]
            if towards >= 0:
                out[node, start] = port[start, towards]
    hop_at = np.full((count, int(fabric.port.max()) + 1), -1, dtype=np.int32)
    inside = fabric.network.origin < count
    hop_at[fabric.network.origin[inside], fabric.port[inside]] = np.flatnonzero(inside)
    return ForwardingTables(
        fabric=fabric,
        goal=goal.astype(np.int64),
        row=row,
        out=out,
        hop_at=hop_at,
        destination_name=lambda column: f"node {column}",
        where=lambda node, column: f"{file.name}:{links.line.get(node, 1)}",
        explain=lambda node, column: "has no path to it",
        rule="least latency as BookSim's min_anynet finds it, any virtual channel of the class",
    )


def _first_routers(after: dict[int, dict[int, int]], start: int) -> list[int]:
    """The first router after ``start`` on BookSim's path to each router, -1 if there is none.

    Dijkstra's algorithm: nearest router first, the least number among equals; a path is replaced by a shorter one only.
    """
    far: dict[int, int] = {start: 0}
    first = [-1] * len(after)
    done = [False] * len(after)
    heap = [(0, start)]
    while heap:
        distance, router = heapq.heappop(heap)
        if done[router]:
            continue
        done[router] = True
        for other in sorted(after[router]):
            there = distance + after[router][other]
            if other not in far or there < far[other]:
                far[other] = there
                first[other] = other if router == start else first[router]
                heapq.heappush(heap, (there, other))
    return first


def write_anynet(net: Network) -> tuple[str, tuple[str, ...]]:
    """A router for each node that forwards, and a node for each end of messages, at the router that it is or is linked to."""
    found = exported(net)
    require_plain(found, "anynet")
    beside: dict[str, list[str]] = {name: [] for name in found.nodes}
    for one, other, *_ in found.links:
        beside[one].append(other)
        beside[other].append(one)
    router = {
        name: number for number, name in enumerate(n for n, role in found.nodes.items() if role in (SWITCH, BOTH))
    }
    ends = [name for name, role in found.nodes.items() if role in (HOST, BOTH)]
    for name, role in found.nodes.items():
        if role == IDLE or (role == HOST and (len(beside[name]) != 1 or beside[name][0] not in router)):
            raise InputError(
                f"BookSim joins each node to one router, but {name} of {found.title} has {len(beside[name])} links"
            )
    lines: dict[int, list[str]] = {number: [f"router {number}"] for number in router.values()}
    times, whole = _latencies(net, list(found.nodes))
    for number, name in enumerate(ends):
        own = [] if name in router else times.get((beside[name][0], name), [])
        lines[router[name] if name in router else router[beside[name][0]]] += [f"node {number}", *own]
    for one, other, *_ in found.links:
        if one in router and other in router:
            lines[router[one]] += [f"router {router[other]}", *times.get((one, other), [])]
            lines[router[other]] += [f"router {router[one]}", *times.get((other, one), [])]
    lost = (
        "names of nodes",
        *["classes of links"] * (len({link[2] for link in found.links}) > 1),
        *(
            each
            for each in found.lost_without("latency" if whole else "")
            if not (whole and each.startswith("latencies"))
        ),
    )
    joined = ("that an end of messages and its router are one node: here a link joins them",) * (not found.roles)
    return "\n".join(" ".join(parts) for parts in lines.values()) + "\n", (*lost, *joined)


def _latencies(net: Network, names: list[str]) -> tuple[dict[tuple[str, str], list[str]], bool]:
    """The latency of each hop by the names of its ends, in words; and whether BookSim can have them, as cycles."""
    if net.latency is None or any(time.denominator > 1 for time in net.latency):
        return {}, net.latency is None
    ends = zip(net.origin.tolist(), net.target.tolist(), net.latency.tolist(), strict=True)
    return {(names[u], names[v]): [str(time)] for u, v, time in ends}, True


FORMAT = Format(
    "anynet",
    "a network of BookSim, with BookSim's shortest paths",
    lambda text: any_line(text, re.compile(r"(?:router|node)\s+[0-9].*")),
    read_anynet,
    write=write_anynet,
    suffixes=(".anynet",),
)
