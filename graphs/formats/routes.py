"""Routes as CSV: forwarding entries, or explicit routes, by the names of nodes."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format, csv_columns
from netlemma.graphs.formats.fabric.ports import NO_OUTPUT
from netlemma.graphs.formats.fabric.source_routes import SourceRoutes
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.formats.fabric.topology import Topology

QUOTE = '"'
CsvRow = tuple[int, dict[str, str]]  # the line, and its cells by column


def table(file: TextFile, legal: Callable[[set[str]], bool], expected: str) -> Iterator[CsvRow]:
    """The rows of a table, one by one; empty lines and a byte order mark are skipped.

    >>> list(table(TextFile("t.csv", b"a,b\\n1,2\\n"), lambda columns: columns == {"a", "b"}, "'a,b'"))
    [(2, {'a': '1', 'b': '2'})]
    """
    columns: list[str] = []
    rows = 0
    for number, line in file.lines():
        if number == 1:
            line = line.removeprefix("\ufeff")
        if not line.strip():
            continue
        try:
            cells = line.split(",") if QUOTE not in line else next(csv.reader([line], strict=True))
            cells = list(map(str.strip, cells))
        except csv.Error as error:
            file.refuse(number, f"the line is no CSV: {error}")
        if not columns:
            columns = cells
            if len(set(cells)) < len(cells) or not legal(set(cells)):
                file.refuse(number, f"the columns are {printable(','.join(cells))}: {expected} is expected")
        elif len(cells) != len(columns):
            file.refuse(number, f"the row has {len(cells)} cells: {len(columns)} are expected, {','.join(columns)}")
        else:
            rows += 1
            yield number, dict(zip(columns, cells, strict=True))
    if not rows:
        file.refuse(None, "the file has no rows below the names of the columns")


MAX_VC = 255
MAX_HEAD = 10_000  # characters of the first line
_SIGNS = {"node", "next", "by", "route"}  # which tables of links do not have
MAX_CELLS = 1 << 28  # of a table of nodes by destinations
_COLUMNS = ("node", "destination", "next", "by", "vc"), ("source", "destination", "route", "vcs")
_LEGAL = "'node,destination,next' (or by instead of next; vc if wanted) or 'source,destination,route' (vcs if wanted)"


def read_routes(file: TextFile, net: Topology) -> Topology:
    """Read routes; the first line names the columns.

    ``node,destination,next``: the next node for messages to a destination. ``by`` instead of ``next`` (or besides it)
    names the output, where several links lead there: the id of an edge, a tile, a port. ``vc`` is the virtual channel,
    0 if absent. All messages of the scope must have entries.

    ``source,destination,route``: the nodes of an explicit route, ``a;b;c``. ``vcs`` gives the virtual channel of each
    hop, ``0;1``. Only messages with a route are sent; between two nodes there may be several routes, of which each
    message takes one.
    """
    columns = csv_columns(file.data[:MAX_HEAD].decode("utf-8", "replace"))
    if "destination" in columns and not {"node", "source"} & columns:
        given = printable(",".join(sorted(columns)))
        file.refuse(
            1,
            f"the router of the table is missing: the columns are {given}; name it in a column node: {_LEGAL} is expected",
        )
    rows = list(table(file, _legal, _LEGAL))
    routes = _whole(file, rows, net) if "source" in rows[0][1] else _entries(file, rows, net)
    return replace(net, find_routes=lambda _: routes)


def _legal(csv_columns: set[str]) -> bool:
    """Whether these columns define routes."""
    legal = any(csv_columns <= set(c) and set(c[:2]) <= csv_columns for c in _COLUMNS)
    return legal and bool({"next", "by", "route"} & csv_columns)


def _node(file: TextFile, line: int, net: Topology, name: str, what: str) -> int:
    if name not in net.node:
        file.refuse(line, f"the {what} {printable(name)} is no node of {net.file.name}")
    return net.node[name]


def _hop(file: TextFile, line: int, net: Topology, node: int, after: str, by: str) -> int:
    """The hop that an entry names by the next node, by its output, or by both."""
    name = net.fabric.name(node)
    if not after and not by:
        file.refuse(line, "the row names neither the next node nor the output for messages")
    there = _node(file, line, net, after, "next node") if after else -1
    if by:
        if (node, by) not in net.exits:
            file.refuse(line, f"{name} has no output {printable(by)}")
        hop = net.exits[node, by]
        if after and int(net.fabric.network.target[hop]) != there:
            file.refuse(line, f"output {printable(by)} of {name} does not lead to {after}")
        return hop
    hops = net.hops.get((node, there), [])
    if len(hops) != 1:
        told = f"{len(hops)} links lead from {name} to {after}: say which in the column by"
        file.refuse(line, told if hops else f"no link leads from {name} to {after}")
    return hops[0]


def _entries(file: TextFile, rows: list[CsvRow], net: Topology) -> ForwardingTables:
    fabric = net.fabric
    network = fabric.network
    vc = [file.number(n, row.get("vc") or "0", "the virtual channel", 0, MAX_VC) for n, row in rows]
    vcs = max(vc) + 1
    degree = np.diff(network.indptr)
    if network.node_count**2 > MAX_CELLS or degree.max() * vcs >= NO_OUTPUT:
        file.refuse(None, f"the table would have more than {MAX_CELLS:,} cells, or nodes too many channels")
    out = np.full((network.node_count, network.node_count), NO_OUTPUT, dtype=np.uint16)
    lines: dict[tuple[int, int], int] = {}
    for (number, row), lane in zip(rows, vc, strict=True):
        node = _node(file, number, net, row["node"], "node")
        to = _node(file, number, net, row["destination"], "destination")
        if lines.setdefault((node, to), number) != number:
            told = f"{row['node']} has an entry for {row['destination']} before, in line {lines[node, to]}"
            file.refuse(number, told)
        hop = _hop(file, number, net, node, row.get("next", ""), row.get("by", ""))
        out[to, node] = (hop - network.indptr[node]) * vcs + lane
    outputs = np.arange(int(degree.max()) * vcs) // vcs
    hop_at = np.where(outputs < degree[:, None], network.indptr[:-1, None] + outputs, -1).astype(np.int32)
    ends = np.arange(network.node_count, dtype=np.int64)
    return ForwardingTables(
        fabric=replace(fabric, files=(net.file.name, file.name)),
        goal=ends,
        row=ends.astype(np.int32),
        out=out,
        hop_at=hop_at,
        destination_name=fabric.name,
        where=lambda node, column: f"{file.name}:{lines.get((node, column), 1)}",
        explain=lambda node, column: "has no entry for it",
        rule=f"forwarding entries of {file.name}",
        vcs=vcs,
        explicit=True,
    )


def _whole(file: TextFile, rows: list[CsvRow], net: Topology) -> SourceRoutes:
    read_ = list(_paths(file, rows, net))
    vcs = max((vc for *_, lanes in read_ for vc in lanes), default=0) + 1
    routes = []
    for line, source, destination, hops, lanes in read_:
        channels = [h * vcs + v for h, v in zip(hops, lanes, strict=True)]
        if len(set(channels)) < len(channels):
            file.refuse(line, "the route takes a channel twice: messages would hold it and wait for it (a livelock)")
        routes.append((source, destination, channels))
    files = replace(net.fabric, files=(net.file.name, file.name))
    return SourceRoutes(files, routes, [line for line, *_ in read_], vcs, f"routes of {file.name}")


def _paths(file: TextFile, rows: list[CsvRow], net: Topology) -> Iterator[tuple[int, int, int, list[int], list[int]]]:
    """(line, source, destination, hops, virtual channels) of each route."""
    forwards = net.fabric.forwards
    for line, row in rows:
        names = [name.strip() for name in row["route"].split(";")]
        nodes = [_node(file, line, net, name, "node on the route") for name in names]
        source = _node(file, line, net, row["source"], "source")
        destination = _node(file, line, net, row["destination"], "destination")
        if nodes[0] != source or nodes[-1] != destination or len(nodes) < 2:
            told = f"it must lead from {row['source']} to {row['destination']}"
            file.refuse(line, f"the route leads from {names[0]} to {names[-1]}: {told}")
        for node, name in zip(nodes[1:-1], names[1:-1], strict=True):
            if not forwards[node]:
                file.refuse(line, f"the route leads through {name}, which does not pass messages on")
        hops = [_hop(file, line, net, u, names[i + 1], "") for i, (u, _) in enumerate(pairwise(nodes))]
        texts = row.get("vcs", "").split(";") if row.get("vcs") else ["0"] * len(hops)
        lanes = [file.number(line, text.strip(), "the virtual channel", 0, MAX_VC) for text in texts]
        if len(lanes) != len(hops):
            file.refuse(line, f"the route has {len(hops)} hops, but {len(lanes)} virtual channels")
        yield line, source, destination, hops, lanes


FORMAT = Format(
    "routes",
    "routes as CSV: node,destination,next or source,destination,route",
    lambda text: "destination" in (columns := csv_columns(text)) and bool(_SIGNS & columns),
    read_routes,
    joins=Topology,
    adds="routes",
)
