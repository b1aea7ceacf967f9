"""Service levels of paths, as OpenSM, saquery and ibdmchk write them."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.ports import UNKNOWN
from netlemma.graphs.formats.fabric.subnet import MAX_LID, NODE_HEADING, Subnet

_PATH = re.compile(r"0x([0-9a-fA-F]{1,16}) ([0-9]{1,5}) ([0-9]{1,2})\s*")
_LEVEL = re.compile(r"0x([0-9a-fA-F]{1,4})\s+:\s+([0-9]{1,2})(?:\s+:.{0,100})?\s*")
_FIELD = re.compile(r"\s*([a-z_0-9]{1,40})\.{2,}(\S{0,100})\s*")


def read_levels(file: TextFile, subnet: Subnet) -> Subnet:
    """The subnet with the service levels of its paths, uint8 (destinations, nodes), 255 where none is given.

    The file has records of ``saquery PathRecord``; headings ``Switch 0x..., base LID ...`` with lines ``0xLID : SL``;
    or lines ``0xGUID LID SL`` as for ibdmchk.
    """
    subnet.with_tables(file)
    column = {lid: c for c, lid in enumerate(subnet.lid_numbers.tolist())}
    levels = np.full((len(column), subnet.fabric.network.node_count), UNKNOWN, dtype=np.uint8)
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
    return replace(subnet, levels=levels, levels_file=file.name)


def _level_rows(file: TextFile, subnet: Subnet) -> Iterator[tuple[int, list[int], int, int]]:
    """(line, sources, LID of the destination, service level) of each path."""
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
            yield number, subnet.nodes_of(file, number, int(path[1], 16)), int(path[2]), int(path[3])
        elif head := NODE_HEADING.fullmatch(line):
            sources = subnet.nodes_of(file, number, int(head[1], 16))
        elif sources is not None and (level := _LEVEL.fullmatch(line)):
            yield number, sources, int(level[1], 16), int(level[2])
        else:
            file.refuse(
                number,
                f"{printable(line)} is no line of path service levels: '0xGUID LID SL', 'PathRecord dump:' and its fields, or "
                "'Switch 0x..., base LID ..., \"name\"' and lines '0xLID : SL' are expected",
            )
    if record:
        yield _record(file, number, record, subnet)


def _record(file: TextFile, number: int, record: dict[str, str], subnet: Subnet) -> tuple[int, list[int], int, int]:
    """A record of saquery; ``number`` is the line after it."""
    missing = [name for name in ("slid", "dlid", "sl") if name not in record]
    if missing:
        file.refuse(number, f"the path record before has no {missing[0]} (is the file cut short?)")
    source = file.number(number, record["slid"], "slid of the record before", 1, MAX_LID)
    destination = file.number(number, record["dlid"], "dlid of the record before", 1, MAX_LID)
    if source not in subnet.lids:
        file.refuse(number, f"LID {source} belongs to no node of {subnet.file.name}")
    return number, [subnet.lids[source]], destination, file.number(number, record["sl"], "sl", 0, 15, base=16)


def _recognises(text: str) -> bool:
    lines = text.splitlines()[:10]
    return any(line.startswith("PathRecord dump:") or _PATH.fullmatch(line) or _LEVEL.fullmatch(line) for line in lines)


FORMAT = Format(
    "service-levels",
    "InfiniBand service levels of paths, as saquery prints them",
    _recognises,
    read_levels,
    joins=Subnet,
    adds="service levels",
)
