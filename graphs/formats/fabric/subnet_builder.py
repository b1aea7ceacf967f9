"""Nodes and LIDs of an InfiniBand subnet, collected line by line."""

from collections.abc import Hashable

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.subnet import MAX_LID, Subnet


class SubnetBuilder:
    """Nodes of an InfiniBand subnet: a switch is one node, each port of an adapter or router is one."""

    def __init__(self, kind: str, file: TextFile) -> None:
        self.file = file
        self.builder = FabricBuilder(kind)
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
        """Record that a node has a GUID."""
        nodes = self.guids.setdefault(guid, [])
        if node not in nodes:
            nodes.append(node)

    def lid(self, line: int, lid: int, node: int, lmc: int = 0) -> None:
        """Record the LIDs of a node: 2^lmc from ``lid`` on."""
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
        """The complete subnet."""
        fabric = self.builder.build(self.file)
        return Subnet(fabric, self.file, lids=self.lids, guids=self.guids, ports=self.ports)
