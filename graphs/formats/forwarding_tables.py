"""Forwarding tables of switches: ``opensm.fdbs``, ``opensm-lfts.dump``, and the output of ``dump_lfts`` or
``dump_fts``."""

import re
from dataclasses import replace

import numpy as np

from netlemma.graphs.base.text_files import MAX_TABLES, TextFile, printable
from netlemma.graphs.formats.fabric.format import Format, any_line, is_message
from netlemma.graphs.formats.fabric.ports import NO_OUTPUT, UNREACHABLE
from netlemma.graphs.formats.fabric.subnet import Subnet, Tables, assemble

_HEAD = re.compile(
    rb"(?:dump_ucast_routes: Switch (?P<fdbs>0x[0-9a-fA-F]{1,16})|"
    rb"Unicast lids \[[0-9a-fx]{1,6}-[0-9a-fx]{1,6}\] of switch [^\n]{0,400}? guid (?P<lfts>0x[0-9a-fA-F]{1,16})"
    rb" \([^\n]{0,100}\):?)\s*"
)
_OTHER = re.compile(
    rb"LID    : Port : Hops : Optimal|  Lid  Out   Destination|       Port     Info|[0-9]+ (?:valid )?lids dumped|"
)
_LMC = " (if ports have 2^n LIDs, write lmc=n behind the files)"
_FAULTS = {
    2: "an entry '0xLID : PORT : ...' or '0xLID PORT ...' is expected (is the file cut short?)",
    4: "this LID has an entry before in the table of this switch",
    5: "ports are from 000 to 254",
}


def read_tables(file: TextFile, subnet: Subnet) -> Subnet:
    """The subnet with the tables of its switches."""
    from netlemma.graphs.formats.fabric.table_kernels import parse_entries  # Numba takes long to import

    data = np.frombuffer(file.data, dtype=np.uint8)
    if not subnet.lids:
        file.refuse(None, f"{subnet.file.name} has no LIDs, to which tables lead: no subnet manager had run")
    known = np.zeros(max(subnet.lids) + 1, dtype=bool)
    known[list(subnet.lids)] = True
    tables = Tables(file, {}, {})
    node = at = 0
    while at < len(file.data):
        end = file.data.find(b"\n", at)
        stop = len(file.data) if end < 0 else end
        text = file.data[at : min(stop, at + 1024)]
        if head := _HEAD.fullmatch(text):
            node = _switch(file, at, head["fdbs"] or head["lfts"], subnet, tables)
            tables.offset[node] = at
            tables.ports[node] = np.full(len(known), NO_OUTPUT, dtype=np.uint16)
        elif is_message(text.decode("utf-8", "replace")):
            if not tables.ports:  # before the first table
                at = stop + 1
                continue
        elif not tables.ports or not _OTHER.fullmatch(text.rstrip()):
            file.refuse(file.line_at(at), _expected(text, bool(tables.ports)))
        fault, at = parse_entries(data, stop + 1, len(data), tables.ports[node])
        if fault > 1:
            unknown = f"this LID belongs to no node of {subnet.file.name}{_LMC}"
            file.refuse(file.line_at(at), _FAULTS.get(fault, unknown))
    for node, ports in tables.ports.items():
        _check(subnet, tables, node, ports, known)
    return replace(subnet, tables=tables, find_routes=assemble)


def _expected(text: bytes, inside: bool) -> str:
    heading = "'dump_ucast_routes: Switch 0x...' or 'Unicast lids [..] of switch ... guid 0x... (name):'"
    given = printable(text.decode("utf-8", "replace"))
    entry = ", or an entry '0xLID : PORT ...'" if inside else ""
    return f"the heading of a switch's table is expected, {heading}{entry}, not {given}"


def _switch(file: TextFile, at: int, guid: bytes, subnet: Subnet, tables: Tables) -> int:
    nodes = [n for n in subnet.guids.get(int(guid, 16), []) if subnet.fabric.forwards[n]]
    if not nodes:
        no_such = f"{subnet.file.name} has no switch with GUID {guid.decode()}: are these files of one fabric?"
        file.refuse(file.line_at(at), no_such)
    if nodes[0] in tables.offset:
        before = file.line_at(tables.offset[nodes[0]])
        file.refuse(file.line_at(at), f"switch {guid.decode()} has a table before, in line {before}")
    return nodes[0]


def _check(subnet: Subnet, tables: Tables, node: int, ports: np.ndarray, known: np.ndarray) -> None:
    """Refuse entries for LIDs of no node, and ports that the switch does not have."""
    used = (ports != NO_OUTPUT) & (ports != UNREACHABLE)
    for lids, text in (
        (used & ~known, "belongs to no node of {file}" + _LMC),
        (used & (ports > subnet.ports[node]) & known, "is sent by port {port}, but {name} has {count} ports"),
    ):
        if lids[1:].any():
            lid = int(np.flatnonzero(lids[1:])[0]) + 1
            told = text.format(
                file=subnet.file.name, port=ports[lid], name=subnet.fabric.name(node), count=subnet.ports[node]
            )
            tables.file.refuse(tables.line(node, lid), f"LID {lid} {told}")


FORMAT = Format(
    "forwarding-tables",
    "InfiniBand forwarding tables: opensm.fdbs, opensm-lfts.dump, or the output of dump_lfts, dump_fts or ibroute",
    lambda text: any_line(text, re.compile(r"(?:dump_ucast_routes:|Unicast lids \[).*")),
    read_tables,
    joins=Subnet,
    adds="routes",
    suffixes=(".fdbs",),
    limit=MAX_TABLES,
)
