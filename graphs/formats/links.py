"""A network as a table of its links, one a row: cells between commas, semicolons, tabs or blanks; the first line names
the columns, such as ``from,to`` and ``class``, or is a link as all others.
"""

import csv
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple, cast

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.adjacency_list import is_adjacency, is_matrix
from netlemma.graphs.formats.fabric.exported import exported
from netlemma.graphs.formats.fabric.fabric import Fabric, by_number, unique_names
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, number_at, topology
from netlemma.graphs.formats.fabric.roles import CLASS_COLUMNS, ROLE_COLUMNS, loops_left_out, plain, unused
from netlemma.graphs.formats.fabric.text_tables import ARROW, COMMENTS, port_columns, rows_of, sample
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import DeviceClass, Label, Network

MAX_LINKS = 1_000_000
MAX_CLASSES = 1_000
MOST_COMPARED = 400_000  # ends of links
MAX_NAME = 1_000  # characters
LONGEST_HEAD = 65_536  # bytes of comments before the first row
_PAIRS = (
    "from,to source,target src,dst u,v source,destination from,dest src,dest node1,node2 nodea,nodeb n1,n2 "
    "sourceid,targetid start,end startnode,endnode fromnode,tonode sourcenode,targetnode srcnode,dstnode head,tail "
    "tail,head a,b i,j x,y vertex1,vertex2 switch1,switch2 router1,router2 device1,device2 devicea,deviceb "
    "local,remote switch,peer device,peer switch,neighbor "
    "device,neighbor local,peer node,neighbor node,neighbour node,peer aend,zend aend,bend sidea,sideb hosta,hostb enda,endb "
    "end1,end2 endpoint1,endpoint2 sender,receiver s,t s,d fromid,toid parent,child "
)
_STARTS, _ENDS = ({pair.split(",")[i] for pair in _PAIRS.split()} for i in (0, 1))
_SURE = 3  # characters of a name from which on it is that of a column
_DIRECTED = {"directed": True, "oneway": True, plain(ARROW): True, "undirected": False, "": False}
_LEGAL = "two columns such as from,to or source,target"


class _Columns(NamedTuple):
    """Places of columns, -1 for those not there: ends, class, Gephi's Type, roles of both ends, capacity, latency."""

    start: int
    end: int
    group: int = -1
    directed: int = -1
    start_role: int = -1
    end_role: int = -1
    capacity: int = -1
    latency: int = -1


class _Numbers:
    """The capacities or latencies of all links, each different text read once."""

    def __init__(self, column: str, place: int) -> None:
        self.column, self.place = column, place
        self.texts: dict[str, int] = {}
        self.different: list[Fraction] = []
        self.numbers = array("i")

    def read(self, file: TextFile, line: int, ends: str, cells: Sequence[str]) -> None:
        """Read that of a link, if there is the column."""
        if self.place < 0:
            return
        text = cells[self.place]
        if text not in self.texts:
            self.texts[text] = len(self.texts)
            self.different.append(number_at(file, line, ends, self.column, text))
        self.numbers.append(self.texts[text])

    def of_links(self) -> np.ndarray | None:
        """The numbers of all links in their order; None if there is no column."""
        return np.array(self.different, dtype=object)[np.array(self.numbers)] if self.different else None


def read_links(file: TextFile) -> Topology:
    """The network of a table of links, with or without a first line that names the columns.

    Every row is a link in both directions, or with ``Directed`` in the column ``Type``, or as ``a -> b``, a one-way
    link; rows with the same
    ends are parallel links. Nodes are the ends of links, in the order in which they are named, or in that of their numbers
    if all names are whole numbers; messages run between all of them, unless columns such as ``from_type`` and ``to_type``
    say which are switches and hosts. A link without a class is in class "link". Other columns are left unused.

    >>> net = read_links(TextFile("l.csv", b"from,to,class\\na,b,rim\\nb,c,rim\\na,b,chord")).fabric.network
    >>> net.classes, [device.name for device in net.devices]
    ([('rim', 2), ('chord', 1)], ['a-b', 'a-b #2', 'b-c'])
    """
    first = next(rows_of(file), None) or file.refuse(None, "the file has no rows")
    columns, remarks, headed = _columns(
        file, *first, commented=_commented(file.data[:LONGEST_HEAD].decode("utf-8", "replace"), first[1])
    )
    rows = _whole(file, headed, len(first[1]))
    if columns.directed >= 0:
        values = {plain(cells[columns.directed]) for _, cells in _whole(file, headed, len(first[1]))}
        if not values <= _DIRECTED.keys():
            remarks += unused([first[1][columns.directed]], what="column")
            columns = columns._replace(directed=-1)
        elif not any(_DIRECTED[value] for value in values):
            columns = columns._replace(directed=-1)
    if max(columns[3:6]) >= 0:
        return _with_roles(file, columns, rows, remarks)
    number: dict[str, int] = {}
    classes: dict[str, int] = {}
    ends, groups = array("i"), array("i")  # both ends of every link, and its class
    capacities, latencies = _Numbers(file.capacity, columns.capacity), _Numbers(file.latency, columns.latency)
    loops = 0
    for count, (line, cells) in enumerate(rows, 1):
        if count > MAX_LINKS:
            file.refuse(line, f"the table has more than {MAX_LINKS:,} links, the most that are read")
        one, other, group = _link(file, line, cells, columns)
        if one == other:
            number.setdefault(one, len(number))
            loops += 1
            continue
        groups.append(classes.setdefault(group, len(classes)))
        capacities.read(file, line, f"{one}-{other}", cells)
        latencies.read(file, line, f"{one}-{other}", cells)
        if len(group) > MAX_NAME or len(classes) > MAX_CLASSES:
            file.refuse(
                line, f"links have more than {MAX_CLASSES:,} classes, or one of more than {MAX_NAME:,} characters"
            )
        ends.append(number.setdefault(one, len(number)))
        ends.append(number.setdefault(other, len(number)))
    if not ends:
        file.refuse(
            None,
            "the file has no rows below the names of the columns"
            if headed and not loops
            else "the file holds no links",
        )
    said = [*remarks, *loops_left_out(loops)]
    pairs = (
        Counter(zip(ends[::2], ends[1::2], strict=True)) if len(ends) < MOST_COMPARED else Counter[tuple[int, int]]()
    )
    if pairs and all(pairs[v, u] == count for (u, v), count in pairs.items()):
        said.append("every link is listed from both its ends, and counts as two parallel links")
    names = by_number(number)
    place = np.empty(len(names), dtype=np.int32)
    place[[number[name] for name in names]] = np.arange(len(names))
    numbers = capacities.of_links(), latencies.of_links()
    fabric = _fabric(file, names, place[np.array(ends)], np.array(groups), list(classes), *numbers)
    return Topology(fabric, file, remarks=tuple(said))


def _whole(file: TextFile, headed: bool, width: int) -> Iterator[tuple[int, list[str]]]:
    """The rows below the names of the columns; behind each stands an empty cell, that of columns not there."""
    rows = rows_of(file)
    names = next(rows)[1] if headed else []
    for line, cells in rows:
        if len(cells) != width:
            expected = f", {','.join(names)}" if headed else " as in the first row"
            file.refuse(line, f"the row has {len(cells)} cells: {width} are expected{expected}")
        cells.append("")
        yield line, cells


def _link(file: TextFile, line: int, cells: Sequence[str], columns: _Columns) -> tuple[str, str, str]:
    one, other, group = cells[columns.start], cells[columns.end], cells[columns.group]
    if not (one and other and len(one) <= MAX_NAME >= len(other)):
        column = "to" if 0 < len(one) <= MAX_NAME else "from"
        file.refuse(line, f"the link has no node in column {column}, or one of more than {MAX_NAME:,} characters")
    return one, other, group


def _with_roles(
    file: TextFile, columns: _Columns, rows: Iterator[tuple[int, list[str]]], remarks: Sequence[str]
) -> Topology:
    """The network of a table with one-way links, or roles of nodes."""
    nodes: dict[str, tuple[int | None, str]] = {}
    edges: list[Edge] = []
    for line, cells in rows:
        one, other, group = _link(file, line, cells, columns)
        for name, role in ((one, cells[columns.start_role]), (other, cells[columns.end_role])):
            before = nodes.setdefault(name, (line, role))
            if role and before[1] and plain(role) != plain(before[1]):
                file.refuse(
                    line,
                    f"node {printable(name)} is of type {printable(role)}, but {printable(before[1])} in line {before[0]}",
                )
            if role and not before[1]:
                nodes[name] = (line, role)
        numbers: dict[str, Any] = {
            what: number_at(file, line, f"{one}-{other}", column, cells[place])
            for what, column, place in (
                ("capacity", file.capacity, columns.capacity),
                ("latency", file.latency, columns.latency),
            )
            if place >= 0
        }
        edges.append(Edge(line, one, other, "", _DIRECTED[plain(cells[columns.directed])], group, **numbers))
        if len(edges) > MAX_LINKS:
            file.refuse(line, f"the table has more than {MAX_LINKS:,} links, the most that are read")
    return topology(file, "links", nodes, edges, remarks=remarks)


def _commented(text: str, first: Sequence[str]) -> list[str]:
    """The names of more than two columns in the last comment before the first row; none if there are none."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith(COMMENTS):
            break
        names = line.lstrip("".join(COMMENTS) + " \t").replace(",", " ").split()
        if len(names) == len(first) > 2 and _ends([plain(name) for name in names]):
            return names
    return []


def _columns(
    file: TextFile, line: int, cells: list[str], commented: Sequence[str] = ()
) -> tuple[_Columns, list[str], bool]:
    """The columns, remarks on those not used, and whether the first row names them; ``commented`` are those of a comment."""
    names = [plain(cell) for cell in commented or cells]
    if commented and (ends := _ends(names)):
        return *_named(file, line, [*commented], names, ends), False
    if cells[2:] == [ARROW]:
        return _Columns(0, 1, directed=2), [], False
    if len(cells) < 2:
        file.refuse(line, f"the columns are {printable(','.join(cells))}: {_LEGAL} are expected")
    ends = _ends(names)
    if ends is not None:
        sure = max(len(names[place]) for place in ends) >= _SURE
        if sure or not _occur(file, [cells[place] for place in ends], ends):
            return *_named(file, line, cells, names, ends), True
    numbers = all(
        _is_number(each[2]) for _, each in zip(range(100), (c for _, c in rows_of(file) if len(c) > 2), strict=False)
    )
    if len(cells) == 2 or (len(cells) == 3 and (numbers or _is_number(cells[2]))):
        if _occur(file, cells[:2], (0, 1)):
            return _Columns(0, 1), unused(["weight (the third)"], what="column") if len(cells) == 3 else [], False
        if len(cells) == 2 and next(chain(_below(file)), None):
            text = printable(",".join(cells))
            return (
                _Columns(0, 1),
                [f"the first line, {text}, names no node of a later line: it is read as names of the columns"],
                True,
            )
        if len(cells) == 2:
            return _Columns(0, 1), [], False
    file.refuse(line, f"the columns are {printable(','.join(cells))}: {_LEGAL} are expected")


def _below(file: TextFile) -> Iterator[tuple[int, list[str]]]:
    rows = rows_of(file)
    next(rows)
    return rows


def _ends(names: Sequence[str]) -> tuple[int, int] | None:
    """The places of the columns of the ends: those of one pair of names, or else of any two."""
    pairs = [pair.split(",") for pair in _PAIRS.split()]
    for one, other in pairs:
        if names.count(one) == names.count(other) == 1:
            return names.index(one), names.index(other)
    starts = [place for place, name in enumerate(names) if name in _STARTS]
    ends = [place for place, name in enumerate(names) if name in _ENDS]
    return (starts[0], ends[0]) if len(starts) == len(ends) == 1 and starts != ends else None


def _occur(file: TextFile, names: Sequence[str], places: Sequence[int]) -> bool:
    """Whether a later row names one of these nodes, as it must if the first row is a link of a connected network."""
    return any(cells[place] in names for _, cells in _below(file) for place in places if place < len(cells))


def _is_number(text: str) -> bool:
    """Whether a text is a number, perhaps with a unit such as 10Gbps."""
    return (
        re.fullmatch(r"-?[0-9]*[.,]?[0-9]+\s*(?:[KMGT]?(?:b|B|bps|bit/s|b/s|B/s|ps|E)?|m|km|ns|us|ms)", text)
        is not None
    )


def _named(
    file: TextFile, line: int, cells: list[str], names: list[str], ends: tuple[int, int]
) -> tuple[_Columns, list[str]]:
    """The columns that a first line names, and a remark on those not used."""
    if len({name for name in cells if name}) < sum(map(bool, cells)):
        file.refuse(line, f"the columns are {printable(','.join(cells))}: two have one name, {_LEGAL} are expected")

    def place(*known: str) -> int:
        return next((i for i, name in enumerate(names) if name in known and i not in ends), -1)

    one, other = names[ends[0]], names[ends[1]]
    roles = [[end + role for role in ROLE_COLUMNS] for end in (one, other)]
    numbers = place(plain(file.capacity)), place(plain(file.latency))
    found = _Columns(*ends, place(*CLASS_COLUMNS), place("type"), place(*roles[0]), place(*roles[1]), *numbers)
    left = [cell for i, cell in enumerate(cells) if i not in found and cell]
    return found, unused(left, what="column")


def write_links(net: Network) -> tuple[str, tuple[str, ...]]:
    """A table of links, with Gephi's column Type if some lead one way, and types of the ends if some are no nodes that
    forward, send and receive.
    """
    found = exported(net)
    columns = [
        "from",
        "to",
        "class",
        *["Type"] * bool(found.one_way),
        *["from_type", "to_type"] * found.roles,
        *["capacity"] * (net.capacity is not None),
        *["latency"] * (net.latency_of_links is not None),
    ]
    rows = []
    for (one, other, group, one_way), numbers in zip(found.links, found.numbers, strict=True):
        kind = ["Directed" if one_way else "Undirected"] * bool(found.one_way)
        roles = [found.nodes[one], found.nodes[other]] * found.roles
        rows.append([one, other, group, *kind, *roles, *numbers.values()])
    text = StringIO()
    quoting: Any = csv.QUOTE_ALL if any(row[0].startswith(COMMENTS) for row in rows) else csv.QUOTE_MINIMAL
    csv.writer(text, lineterminator="\n", quoting=quoting).writerows([columns, *rows])
    return text.getvalue(), found.lost


def _recognises(text: str) -> bool:
    """Whether the first row names the ends of links, beyond doubt."""
    _, rows, _ = sample(text)
    names = [plain(cell) for cell in rows[0]] if rows else []
    ends = _ends(names)
    named = ends is not None and min(len(names[place]) for place in ends) >= 2 and not _LEAVE & set(names)
    return named and port_columns(rows[0]) is None  # which are cables


def _may_be(text: str) -> bool:
    part, rows, data = sample(text)
    if len(rows) < 2 or is_adjacency(rows, part) or is_matrix(rows):
        return False
    widths = {len(row) for row in rows}
    third = all(_is_number(row[2]) or row[2] == ARROW for row in rows[1:] if len(row) > 2)
    plain_rows = widths <= {2} or (widths == {3} and third) or (data and widths <= {2, 3})
    return bool(
        plain_rows
        or _commented(text, rows[0])
        or (_ends([plain(cell) for cell in rows[0]]) and not _LEAVE & {plain(cell) for cell in rows[0]})
    )


_LEAVE = {"next", "route", "by", "vcs", "flits", "rate", "load", "bytes"}  # columns of other tables


def _fabric(
    file: TextFile,
    names: list[str],
    ends: np.ndarray,
    groups: np.ndarray,
    classes: list[str],
    capacities: np.ndarray | None,
    latencies: np.ndarray | None,
) -> Fabric:
    """The fabric of links ``ends[2 * i], ends[2 * i + 1]``; each takes the next port of both nodes."""
    order = np.argsort(ends, kind="stable")  # hops, by node and port: of link i the ends 2 * i and 2 * i + 1
    hop = np.empty_like(order)
    hop[order] = np.arange(len(order))
    link = order // 2
    first = np.minimum(hop[::2], hop[1::2])[link]  # the earlier hop of its link numbers the device
    devices, device = np.unique(first, return_inverse=True)
    number: dict[str, int] = {}
    own = [number.setdefault(printable(group, quotes=False) or "link", len(number)) for group in classes]
    kind = np.array(own, dtype=np.int16)[groups[link[devices]]]
    kinds, earliest = np.unique(kind, return_index=True)  # classes in the order of their devices
    place = np.empty(len(number), dtype=np.int16)
    place[kinds[np.argsort(earliest)]] = np.arange(len(kinds))
    by_place = sorted(number, key=lambda name: place[number[name]])
    indptr = np.searchsorted(ends[order], np.arange(len(names) + 1)).astype(np.int64)
    shown = unique_names([printable(name, quotes=False).strip() or name for name in names], names)
    network = Network(
        family="links",
        parameters={},
        indptr=indptr,
        target=ends[order ^ 1].astype(np.int32),
        device=device.astype(np.int32),
        device_classes=tuple(DeviceClass(name, "link") for name in by_place),
        device_class=place[kind],
        labels=lambda node: cast(Label, (shown[node],)),
        capacity=None if capacities is None else capacities[link[devices]],
        latency=None if latencies is None else latencies[link],
    )
    flags = np.ones((2, len(names)), dtype=bool)
    ports = (np.arange(len(order)) - np.repeat(indptr[:-1], np.diff(indptr)) + 1).astype(np.int32)
    return Fabric(network, flags[0], flags[1], ports, hop[order ^ 1], (file.name,))


FORMAT = Format(
    "links",
    "a table of links with the columns from,to or source,target and perhaps class",
    _recognises,
    read_links,
    write=write_links,
    suffixes=(".csv", ".tsv", ".edges", ".edgelist", ".el"),
    may_be=_may_be,
)
