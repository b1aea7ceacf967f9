"""Service levels of paths, and the virtual lanes that nodes map them to, as OpenSM, saquery and ibdmchk write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from graphs.base.text_files import Source, read, shown
from graphs.formats.opensm_subnet import MAX_LID, Subnet
from graphs.formats.table_kernels import UNKNOWN
from graphs.formats.tables import Lanes

_HEAD = re.compile(r"(?:Switch|Channel Adapter|Router) 0x([0-9a-fA-F]{1,16}), base LID [0-9]{1,5}, \".{0,100}\"\s*")
_ROW = re.compile(r"([0-9]{1,3})\s+([0-9]{1,3})\s+:((?:\s+[0-9]{1,2}){16})\s*")
_PACKED = re.compile(r"0x([0-9a-fA-F]{1,16}) ([0-9]{1,3}) ([0-9]{1,3})((?: 0x[0-9a-fA-F]{2}){8})\s*")
_PATH = re.compile(r"0x([0-9a-fA-F]{1,16}) ([0-9]{1,5}) ([0-9]{1,2})\s*")
_LEVEL = re.compile(r"0x([0-9a-fA-F]{1,4})\s+:\s+([0-9]{1,2})(?:\s+:.{0,100})?\s*")
_FIELD = re.compile(r"\s*([a-z_0-9]{1,40})\.{2,}(\S{0,100})\s*")
MAX_ENTRIES = 100_000_000


def read_lanes(path: str | Path, subnet: Subnet) -> Lanes:
    """Read SL2VL tables: ``opensm-sl2vl.dump``, or lines ``0xguid inport outport 0x01 0x23 ...`` as ibdmchk takes them.

    Raises
    ------
    FormatError : a line is not of this format, a switch has no table, or a node or port is not one of the subnet.
    """
    file = read(path)
    net = subnet.fabric.network
    degree = np.diff(net.indptr)
    first = np.full(net.node_count, -1, dtype=np.int64)
    size = (degree + 1) * degree
    at = np.cumsum(size) - size
    if size.sum() > MAX_ENTRIES:
        file.refuse(None, f"the tables would have {size.sum():,} entries: at most {MAX_ENTRIES:,} are kept")
    which = np.full(int(size.sum()), -1, dtype=np.int32)
    rows: dict[tuple[int, ...], int] = {}
    last = 1
    for last, guid, into, out, lanes in _lane_rows(file):
        nodes = subnet.guids.get(guid)
        if not nodes:
            file.refuse(last, f"{subnet.file.name} has no node with GUID 0x{guid:016x}: are these files of one fabric?")
        for node in nodes:
            first[node] = at[node]
            slots = _slots(subnet, file, last, node, into, out)
            if slots:
                entry = at[node] + slots[0] * degree[node] + slots[1]
                if which[entry] >= 0:
                    file.refuse(last, f"this pair of ports of {subnet.fabric.name(node)} has an entry before")
                which[entry] = rows.setdefault(lanes, len(rows))
    missing = np.flatnonzero(subnet.fabric.forwards & (first < 0))
    if len(missing):
        name = subnet.fabric.name(int(missing[0]))
        file.refuse(last, f"switch {name} of {subnet.file.name} has no SL2VL table (is the file cut short?)")
    return Lanes(first, which, np.array(list(rows), dtype=np.uint8).reshape(-1, 16))


def _lane_rows(file: Source) -> Iterator[tuple[int, int, int, int, tuple[int, ...]]]:
    """(line, GUID, input port, output port, lanes) of each row."""
    guid = None
    for number, line in file.lines():
        if not line.strip() or line.startswith("#"):
            continue
        if len(line) > 1024:
            file.refuse(number, "the line is too long for an SL2VL table")
        if head := _HEAD.fullmatch(line):
            guid = int(head[1], 16)
        elif packed := _PACKED.fullmatch(line):
            lanes = tuple(int(digit, 16) for pair in packed[4].split() for digit in pair[2:])
            yield number, int(packed[1], 16), int(packed[2]), int(packed[3]), lanes
        elif guid is not None and (row := _ROW.fullmatch(line)):
            lanes = tuple(map(int, row[3].split()))
            if max(lanes) > 15:
                file.refuse(number, f"virtual lane {max(lanes)} is unknown: lanes are from 0 to 15")
            yield number, guid, int(row[1]), int(row[2]), lanes
        else:
            file.refuse(
                number,
                f"{shown(line)} is no line of an SL2VL table: 'Switch 0x..., base LID ..., \"name\"', "
                "'in out : 16 lanes' or '0xguid in out 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef' is expected",
            )


def _slots(subnet: Subnet, file: Source, line: int, node: int, into: int, out: int) -> tuple[int, int] | None:
    """The places of two ports in the table of a node; None if they are joined to nothing."""
    fabric = subnet.fabric
    low = int(fabric.network.indptr[node])
    if not fabric.forwards[node]:
        return (0, 0)  # an end port has one cable, by which its own messages leave
    for port in (into, out):
        if port > subnet.ports[node]:
            told = f"{fabric.name(node)} has {subnet.ports[node]} ports"
            file.refuse(line, f"port {port} is unknown: {told}")
    leave = fabric.hop_at.get((node, out))
    enter = 0 if into == 0 else fabric.hop_at.get((node, into), low - 1) - low + 1
    return None if leave is None or (into and not enter) else (enter, leave - low)


def read_levels(path: str | Path, subnet: Subnet, goal: np.ndarray, lids: np.ndarray) -> np.ndarray:
    """Read the service levels of paths, into uint8 (destinations, nodes), 255 where none is given.

    The records of ``saquery PathRecord``; headings ``Switch 0x..., base LID ...`` with lines ``0xLID : SL``; or lines
    ``0xGUID LID SL`` as ibdmchk takes them.

    Raises
    ------
    FormatError : a line is not of this format, or a node or LID is not one of the subnet.
    """
    file = read(path)
    column = {int(lid): c for c, lid in enumerate(lids)}
    levels = np.full((len(goal), subnet.fabric.network.node_count), UNKNOWN, dtype=np.uint8)
    for number, nodes, lid, level in _level_rows(file, subnet):
        if lid not in column:
            file.refuse(number, f"LID {lid} belongs to no node of {subnet.file.name}")
        if level > 15:
            file.refuse(number, f"service level {level} is unknown: levels are from 0 to 15")
        for node in nodes:
            if levels[column[lid], node] not in (UNKNOWN, level):
                name, known = subnet.fabric.name(node), levels[column[lid], node]
                file.refuse(number, f"the path from {name} to LID {lid} has level {level} here, but {known} before")
            levels[column[lid], node] = level
    return levels


def _level_rows(file: Source, subnet: Subnet) -> Iterator[tuple[int, list[int], int, int]]:
    """(line, sources, LID of the destination, service level) of each path."""

    def by_guid(number: int, guid: str) -> list[int]:
        nodes = subnet.guids.get(int(guid, 16))
        if not nodes:
            file.refuse(number, f"{subnet.file.name} has no node with GUID 0x{guid}: are these files of one fabric?")
        return nodes

    sources = None
    record: dict[str, str] | None = None
    for number, line in file.lines():
        if not line.strip() or line.startswith("#"):
            continue
        line = line[:1024]
        if line.strip() == "PathRecord dump:":
            if record:
                yield _record(file, number, record, subnet)
            record = {}
        elif record is not None and (named := _FIELD.fullmatch(line)):
            record[named[1]] = named[2]
        elif path := _PATH.fullmatch(line):
            yield number, by_guid(number, path[1]), int(path[2]), int(path[3])
        elif head := _HEAD.fullmatch(line):
            sources = by_guid(number, head[1])
        elif sources is not None and (level := _LEVEL.fullmatch(line)):
            yield number, sources, int(level[1], 16), int(level[2])
        else:
            file.refuse(
                number,
                f"{shown(line)} is no line of path service levels: '0xGUID LID SL', 'PathRecord dump:' and its fields, or "
                "'Switch 0x..., base LID ..., \"name\"' and lines '0xLID : SL' are expected",
            )
    if record:
        yield _record(file, number, record, subnet)


def _record(file: Source, number: int, record: dict[str, str], subnet: Subnet) -> tuple[int, list[int], int, int]:
    """A record of saquery; ``number`` is the line behind it."""
    missing = [name for name in ("slid", "dlid", "sl") if name not in record]
    if missing:
        file.refuse(number, f"the path record before has no {missing[0]} (is the file cut short?)")
    source = file.number(number, record["slid"], "slid of the record before", 1, MAX_LID)
    destination = file.number(number, record["dlid"], "dlid of the record before", 1, MAX_LID)
    if source not in subnet.lids:
        file.refuse(number, f"LID {source} belongs to no node of {subnet.file.name}")
    return number, [subnet.lids[source]], destination, file.number(number, record["sl"], "sl", 0, 15, base=16)
