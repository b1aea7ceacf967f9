"""SL2VL tables: the virtual lanes to which nodes map service levels, as OpenSM and ibdmchk write them."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.ports import Lanes
from netlemma.graphs.formats.fabric.subnet import NODE_HEADING, Subnet

_ROW = re.compile(r"([0-9]{1,3})\s+([0-9]{1,3})\s+:((?:\s+[0-9]{1,2}){16})\s*")
_PACKED = re.compile(r"0x([0-9a-fA-F]{1,16}) ([0-9]{1,3}) ([0-9]{1,3})((?: 0x[0-9a-fA-F]{2}){8})\s*")
MAX_ENTRIES = 100_000_000


def read_lanes(file: TextFile, subnet: Subnet) -> Subnet:
    """The subnet with its SL2VL tables: ``opensm-sl2vl.dump``, or lines ``0xguid inport outport 0x01 0x23 ...`` as for
    ibdmchk.
    """
    subnet.with_tables(file)
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
        for node in subnet.nodes_of(file, last, guid):
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
    lane = Lanes(first, which, np.array(list(rows), dtype=np.uint8).reshape(-1, 16))
    return replace(subnet, lanes=lane, lanes_file=file.name)


def _lane_rows(file: TextFile) -> Iterator[tuple[int, int, int, int, tuple[int, ...]]]:
    """(line, GUID, input port, output port, lanes) of each row."""
    guid = None
    for number, line in file.lines():
        if not line.strip() or line.startswith("#"):
            continue
        if len(line) > 1024:
            file.refuse(number, "the line is too long for an SL2VL table")
        if head := NODE_HEADING.fullmatch(line):
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
                f"{printable(line)} is no line of an SL2VL table: 'Switch 0x..., base LID ..., \"name\"', "
                "'in out : 16 lanes' or '0xguid in out 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef' is expected",
            )


def _slots(subnet: Subnet, file: TextFile, line: int, node: int, into: int, out: int) -> tuple[int, int] | None:
    """The places of two ports in the table of a node; None if they are not connected."""
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


def _recognises(text: str) -> bool:
    return any(_ROW.fullmatch(line) or _PACKED.fullmatch(line) for line in text.splitlines()[:10])


FORMAT = Format(
    "virtual-lanes",
    "InfiniBand SL2VL tables, opensm-sl2vl.dump",
    _recognises,
    read_lanes,
    joins=Subnet,
    adds="virtual lanes",
)
