"""``opensm-subnet.lst``: what OpenSM found, one line for each port that is joined to another."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from graphs.base.text_files import Source, read
from graphs.formats.fabric import Builder, Fabric

_SIDE = (
    r"\{ (CA|SW|Rt)(?:-SM)? Ports:([0-9A-Fa-f]{2}) SystemGUID:[0-9A-Fa-f]{16} NodeGUID:([0-9A-Fa-f]{16}) "
    r"PortGUID:([0-9A-Fa-f]{16}) VenID:[0-9A-Fa-f]{1,8} DevID:[0-9A-Fa-f]{1,8} Rev:[0-9A-Fa-f]{1,8} "
    r"\{(.{0,64}?)\} LID:([0-9A-Fa-f]{4}) PN:([0-9A-Fa-f]{2}) \}"
)
_LINE = re.compile(rf"{_SIDE} {_SIDE} PHY=\S+ LOG=(ACT|ARM|INI|DWN)(?: SPD=\S+)?\s*")
_LEGAL = "'{ SW|CA Ports:.. ... {name} LID:.. PN:.. } { the other end } PHY=.. LOG=.. SPD=..' is expected"
MAX_LID = 0xBFFF  # the unicast LIDs


@dataclass(frozen=True, eq=False)
class Subnet:
    """A fabric with the LIDs and GUIDs of its nodes.

    ``lids`` says which node has a LID; ``guids`` the nodes of a node's or port's GUID; ``ports`` the number of ports of
    each node, joined or not.
    """

    fabric: Fabric
    file: Source
    lids: dict[int, int]
    guids: dict[int, list[int]]
    ports: dict[int, int]


class SubnetBuilder:
    """Nodes of an InfiniBand subnet: a switch is one node, each port of an adapter or router is one."""

    def __init__(self, kind: str, file: Source) -> None:
        self.file = file
        self.builder = Builder(kind)
        self.lids: dict[int, int] = {}
        self.line_of_lid: dict[int, int] = {}
        self.guids: dict[int, list[int]] = {}
        self.ports: dict[int, int] = {}
        self.is_switch: dict[int, bool] = {}

    def node(self, line: int, switch: bool, guid: int, port: int, name: str, ports: int) -> int:
        """The node of a switch, or of a port of an adapter."""
        if self.is_switch.setdefault(guid, switch) != switch:
            self.file.refuse(line, f"the node with GUID 0x{guid:016x} is both a switch and an adapter")
        key: Hashable = ("switch", guid) if switch else ("port", guid, port)
        known = len(self.builder.names)
        distinct = f"0x{guid:016x}" + ("" if switch else f" port {port}")
        node = self.builder.node(key, name, forwards=switch, adapter=not switch, distinct=distinct)
        if node == known:
            self.guid(guid, node)
        if self.ports.setdefault(node, ports) != ports:
            self.file.refuse(line, f"{name} has {ports} ports here, but {self.ports[node]} in an earlier line")
        if not 1 <= port <= ports and not (switch and port == 0):
            self.file.refuse(line, f"{name} has port {port} here, but only ports 1 to {ports}")
        return node

    def guid(self, guid: int, node: int) -> None:
        """Note that a node answers to a GUID."""
        nodes = self.guids.setdefault(guid, [])
        if node not in nodes:
            nodes.append(node)

    def lid(self, line: int, lid: int, node: int, lmc: int = 0) -> None:
        """Note the LIDs of a node: 2^lmc from ``lid`` on."""
        if not 1 <= lid <= MAX_LID:
            self.file.refuse(line, f"{self.builder.names[node]} has LID {lid}: LIDs of nodes are from 1 to {MAX_LID}")
        for each in range(lid, lid + (1 << lmc)):
            if self.lids.setdefault(each, node) != node:
                self.file.refuse(
                    line,
                    f"LID {each} belongs to {self.builder.names[node]} here, but to "
                    f"{self.builder.names[self.lids[each]]} in line {self.line_of_lid[each]}",
                )
            self.line_of_lid.setdefault(each, line)

    def build(self) -> Subnet:
        """All that was read."""
        return Subnet(self.builder.build(self.file), self.file, self.lids, self.guids, self.ports)


def read_subnet(path: str | Path, lmc: int = 0) -> Subnet:
    """Read ``opensm-subnet.lst``. Cables that are down are left out, as ibdmchk does.

    Parameters
    ----------
    lmc : each end port has 2^lmc LIDs; the file gives the first one only.

    Raises
    ------
    FormatError : a line is not of this format, contradicts another, or the cables' other ends are missing.
    """
    file = read(path)
    subnet = SubnetBuilder("InfiniBand", file)
    for number, line in file.lines():
        if not line.strip():
            continue
        if len(line) > 1024 or not (match := _LINE.fullmatch(line)):
            file.refuse(number, f"this is no line of opensm-subnet.lst: {_LEGAL}")
        *sides, state = match.groups()
        if state == "DWN":
            continue
        ends = [_side(subnet, number, sides[i : i + 7], lmc) for i in (0, 7)]
        subnet.builder.half(file, number, *ends)
    return subnet.build()


def _side(subnet: SubnetBuilder, line: int, side: list[str], lmc: int) -> tuple[int, int]:
    kind, ports, guid, port_guid, name, lid, port = side
    node = subnet.node(line, kind == "SW", int(guid, 16), int(port, 16), name, int(ports, 16))
    subnet.guid(int(port_guid, 16), node)
    subnet.lid(line, int(lid, 16), node, 0 if kind == "SW" else lmc)
    return node, int(port, 16)
