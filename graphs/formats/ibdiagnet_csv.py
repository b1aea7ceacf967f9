"""``ibdiagnet2.db_csv``: sections of tables by ibdiagnet, of which those of nodes, ports and links are read."""

import csv
import re
from dataclasses import dataclass, field

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.subnet import MAX_LID, Subnet, SubnetBuilder

_START = re.compile(r"START_([A-Z0-9_]{1,60})")
_NEEDED = {
    "NODES": ("NodeDesc", "NumPorts", "NodeType", "NodeGUID"),
    "LINKS": ("NodeGuid1", "PortNum1", "NodeGuid2", "PortNum2"),
}
_PORTS = ("NodeGuid", "PortGuid", "PortNum", "LID")
SWITCH = "2"
MOST_PORTS = 254


@dataclass
class _Section:
    """A table with the names of its columns, and the line of each row."""

    columns: list[str]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


def read_csv(file: TextFile) -> Subnet:
    """The subnet of a ``db_csv``; its other sections are left unused."""
    found = _sections(file)
    for name, columns in _NEEDED.items():
        missing = [each for each in columns if name not in found or each not in found[name].columns]
        if missing:
            file.refuse(None, f"section {name} has no column {missing[0]}, or is missing (is the file cut short?)")
    subnet = SubnetBuilder("InfiniBand", file)
    nodes: dict[int, tuple[bool, str, int]] = {}
    for number, (name, ports, kind, guid) in _cells(found["NODES"], _NEEDED["NODES"]):
        count = file.number(number, ports, "NumPorts", 1, MOST_PORTS)
        nodes[_guid(file, number, guid)] = kind == SWITCH, name, count

    def end(line: int, guid: str, port: str) -> tuple[int, int]:
        key = _guid(file, line, guid)
        if key not in nodes:
            file.refuse(line, f"{printable(guid)} is no node of section NODES")
        switch, name, count = nodes[key]
        at = file.number(line, port, "the port", 0, count)
        return subnet.node(line, switch, key, at, name, count), at

    for number, (one, port, other, far) in _cells(found["LINKS"], _NEEDED["LINKS"]):
        subnet.builder.link(file, number, end(number, one, port), end(number, other, far))
    if "PORTS" in found and set(_PORTS) <= set(found["PORTS"].columns):
        known = set(subnet.builder.number)
        for number, (guid, port_guid, port, lid) in _cells(found["PORTS"], _PORTS):
            key = _guid(file, number, guid)
            switch = nodes.get(key, (False, "", 0))[0]
            at = int(port) if port.isdigit() and len(port) < 4 else -1
            if (("switch", key) if switch else ("port", key, at)) not in known or (switch and at):
                continue  # a port without a cable, or a port of a switch, whose LID is that of port 0
            node = subnet.node(number, switch, key, at, nodes[key][1], nodes[key][2])
            subnet.guid(_guid(file, number, port_guid), node)
            if value := file.number(number, lid, "the LID", 0, MAX_LID):
                subnet.lid(number, value, node)
    return subnet.build()


def _sections(file: TextFile) -> dict[str, _Section]:
    """The sections that are read, by name."""
    found: dict[str, _Section] = {}
    name, wanted = "", {*_NEEDED, "PORTS"}
    for number, line in file.lines():
        text = line.strip()
        if start := _START.fullmatch(text):
            if name in wanted:
                file.refuse(number, f"section {name} has no end before this one")
            name = start[1]
        elif text == f"END_{name}":
            name = ""
        elif name in wanted and text:
            try:
                cells = [each.strip() for each in next(csv.reader([text], strict=True))]
            except csv.Error as error:
                file.refuse(number, f"the line is no CSV: {error}")
            if name not in found:
                found[name] = _Section(cells)
            elif len(cells) != len(found[name].columns):
                file.refuse(
                    number, f"the row has {len(cells)} cells: {len(found[name].columns)} are expected in section {name}"
                )
            else:
                found[name].rows.append((number, cells))
    if name in wanted:
        file.refuse(None, f"section {name} has no end (is the file cut short?)")
    return found


def _cells(section: _Section, columns: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    at = [section.columns.index(name) for name in columns]
    return [(number, [cells[i] for i in at]) for number, cells in section.rows]


def _guid(file: TextFile, line: int, text: str) -> int:
    return file.number(line, text, "the GUID", 0, (1 << 64) - 1, base=16)


FORMAT = Format(
    "ibdiagnet",
    "an InfiniBand subnet, ibdiagnet2.db_csv",
    lambda text: any_line(text, re.compile(r"START_(?:NODES|LINKS|PORTS|SWITCHES)")),
    read_csv,
    suffixes=(".db_csv",),
)
