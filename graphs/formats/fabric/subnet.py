"""Subnets as InfiniBand tools describe them."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from netlemma.base.remarks import remark
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.ports import DROPPED, NO_OUTPUT, UNKNOWN, UNREACHABLE, Lanes
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.formats.fabric.topology import Topology

Port = tuple[int, int]
# Gb/s of data on a lane, by the name and by the signalling rate: 8 of 10 bits up to QDR, 64 of 66 from FDR10 on
# (InfiniBand Architecture Specification, volume 2; https://www.infinibandta.org/infiniband-roadmap)
_LANE = {"SDR": Fraction(2), "DDR": Fraction(4), "QDR": Fraction(8), "FDR10": Fraction(10), "FDR": Fraction(150, 11), "EDR": Fraction(25),
         "HDR": Fraction(50), "NDR": Fraction(100), "XDR": Fraction(200)}  # fmt: skip
_SIGNALLED = {"2.5": "SDR", "5": "DDR", "5.0": "DDR", "10": "QDR", "10.0": "QDR", "14": "FDR", "14.0625": "FDR", "25": "EDR",
              "25.78125": "EDR", "26": "EDR", "50": "HDR", "53.125": "HDR", "100": "NDR", "106.25": "NDR", "200": "XDR"}  # fmt: skip
_RATE = re.compile(r"([1-9][0-9]?)[xX] ?(\S*)(?: Gbps)?")


def gigabits(rate: str) -> Fraction | None:
    """The data rate of a cable in Gb/s; None if it is unknown.

    >>> [str(gigabits(rate)) for rate in ("4xEDR", "4x 2.5", "4X 25.78125 Gbps", "12xFDR", "4x", "4x 7")]
    ['100', '8', '100', '1800/11', 'None', 'None']
    """
    match = _RATE.fullmatch(rate)
    lane = match and _LANE.get(_SIGNALLED.get(match[2], match[2]))
    return int(match[1]) * lane if match and lane else None


def of_rates(
    file: TextFile, rates: Mapping[Port, str], far: Mapping[Port, tuple[int, int, int]]
) -> dict[Port, Fraction]:
    """The capacity of the cable at each port, the lower one of its two ends; none if all cables have one rate, or one is unknown."""
    known = {rate: gigabits(rate) for rate in sorted(set(rates.values()))}
    if len(set(known.values())) < 2 or len(rates) < len(far):
        return {}
    if strange := [rate for rate, each in known.items() if each is None]:
        remark(
            f"{printable(file.name, quotes=False)}: the rates of cables are not used: {printable(strange[0])} is unknown"
        )
        return {}
    said = ", ".join(f"{rate} = {each}" for rate, each in known.items())
    remark(f"{printable(file.name, quotes=False)}: links have the capacities of their rates, in Gb/s: {said}")
    own = {port: value for port, rate in rates.items() if (value := known[rate]) is not None}
    return {port: min(value, own.get(far[port][:2], value)) for port, value in own.items()}


# An InfiniBand subnet: a fabric with LIDs and GUIDs, and the routing data of the files of OpenSM and of the diagnostic
# programs.


MAX_LID = 0xBFFF  # the unicast LIDs
# of tables that OpenSM dumps
NODE_HEADING = re.compile(
    r"(?:Switch|Channel Adapter|Router) 0x([0-9a-fA-F]{1,16}), base LID [0-9]{1,5}, \".{0,100}\"\s*"
)


@dataclass(frozen=True, eq=False)
class Tables:
    """Forwarding tables of switches: ``ports[node]`` is a switch's table, ``offset[node]`` the place of its heading.

    A table has the port of each LID, 65535 where there is no entry, and 65534 for the entry UNREACHABLE.
    """

    file: TextFile
    ports: dict[int, np.ndarray]
    offset: dict[int, int]

    def line(self, node: int, lid: int) -> int:
        """The line of the entry of a LID, or of the heading of a table without one, or 1 without a table."""
        if node not in self.offset:
            return 1
        later = [o for o in self.offset.values() if o > self.offset[node]]
        stop = min(later, default=len(self.file.data))
        entry = re.compile(rb"^0x0*%x[ :]" % lid, re.MULTILINE | re.IGNORECASE)
        match = entry.search(self.file.data, self.offset[node], stop)
        return self.file.line_at(match.start() if match else self.offset[node])


@dataclass(frozen=True, eq=False, kw_only=True)
class Subnet(Topology):
    """A fabric with the LIDs and GUIDs of its nodes.

    lids: Node of each LID.
    guids: Nodes of the GUID of a node or port.
    ports: Number of ports of each node, connected or not.
    rates: Rate of the cable at (node, port), such as "4xEDR", where the file names it.
    lid_lines: Line of the file that has each LID.
    tables: Forwarding tables, if their file was read.
    levels: Service levels of paths, see :class:`ForwardingTables`; level 0 everywhere if None.
    lanes: SL2VL tables; without them the lane is the service level.
    levels_file, lanes_file: Names of the files of the levels and of the lanes, "" if they were not read.
    """

    lids: dict[int, int]
    guids: dict[int, list[int]]
    ports: dict[int, int]
    rates: dict[tuple[int, int], str] = field(default_factory=dict)
    lid_lines: dict[int, int] = field(default_factory=dict)
    tables: Tables | None = None
    levels: np.ndarray | None = None
    lanes: Lanes = field(default_factory=Lanes)
    levels_file: str = ""
    lanes_file: str = ""

    @cached_property
    def lid_numbers(self) -> np.ndarray:
        """All LIDs, which are the destinations of the tables."""
        return np.array(sorted(self.lids), dtype=np.int64)

    @cached_property
    def goal(self) -> np.ndarray:
        """The node of each LID."""
        return np.array([self.lids[lid] for lid in self.lid_numbers.tolist()], dtype=np.int64)

    def with_tables(self, file: TextFile) -> Tables:
        """The tables to which a file belongs."""
        return self.tables or file.refuse(None, "this file needs forwarding tables: give the file of the tables, too")

    def nodes_of(self, file: TextFile, line: int, guid: int) -> list[int]:
        """The nodes of a GUID in a file."""
        return self.guids.get(guid) or file.refuse(
            line, f"{self.file.name} has no node with GUID 0x{guid:016x}: are these files of one fabric?"
        )

    @property
    def rule(self) -> str:
        """Description of the routing."""
        tables = "" if self.tables is None else self.tables.file.name
        level = f"service levels of {self.levels_file}" if self.levels_file else "all messages on service level 0"
        lane = f"virtual lanes of {self.lanes_file}" if self.lanes_file else "each on the virtual lane of its number"
        return f"forwarding tables of {tables}, {level}, {lane}"


def assemble(subnet: Subnet) -> ForwardingTables:
    """The routes of a subnet with tables, and with service levels and lanes if their files were read."""
    assert subnet.tables is not None
    fabric, tables, lids, goal = subnet.fabric, subnet.tables, subnet.lid_numbers, subnet.goal
    net = fabric.network
    nodes = sorted({*tables.ports, *np.flatnonzero(fabric.forwards).tolist()})
    row = np.full(net.node_count, -1, dtype=np.int32)
    row[nodes] = np.arange(len(nodes))
    empty = np.full(len(lids), NO_OUTPUT, dtype=np.uint16)
    out = np.array([tables.ports[node][lids] if node in tables.ports else empty for node in nodes], dtype=np.uint16)
    hop_at = np.full((len(nodes), int(fabric.port.max()) + 1), -1, dtype=np.int32)
    inside = row[net.origin] >= 0
    hop_at[row[net.origin[inside]], fabric.port[inside]] = np.flatnonzero(inside)

    def explain(node: int, column: int) -> str:
        lid = int(lids[column])
        if not fabric.forwards[node]:
            return "sends nothing"
        if node not in tables.ports:
            return f"has no table in {tables.file.name}"
        port = int(tables.ports[node][lid])
        if port in (NO_OUTPUT, UNREACHABLE):
            return "has no entry for it" if port == NO_OUTPUT else "calls it unreachable"
        return f"sends it to port {port}, to which nothing is joined"

    return ForwardingTables(
        fabric=fabric,
        goal=goal,
        row=row,
        out=np.ascontiguousarray(out.T),
        hop_at=hop_at,
        destination_name=lambda column: f"LID {lids[column]} ({fabric.name(int(goal[column]))})",
        where=lambda node, column: f"{tables.file.name}:{tables.line(node, int(lids[column]))}",
        explain=explain,
        rule=subnet.rule,
        vcs=_lane_count(subnet.levels, subnet.lanes),
        levels=subnet.levels,
        lanes=subnet.lanes,
    )


def _lane_count(levels: np.ndarray | None, lanes: Lanes) -> int:
    """One more than the highest lane that a service level in use can get; lane 15 carries no messages."""
    used = [0] if levels is None else np.unique(levels[levels != UNKNOWN]).tolist()
    mapped = lanes.lanes[:, used].reshape(-1)
    highest = [*used, *mapped[mapped != DROPPED].tolist()] if len(lanes.first) else used
    return max(highest, default=0) + 1


# Nodes and LIDs of an InfiniBand subnet, collected line by line.


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
        self.rates: dict[tuple[int, int], str] = {}

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
        self.builder.capacities |= of_rates(self.file, self.rates, self.builder.far)
        fabric = self.builder.build(self.file)
        return Subnet(
            fabric,
            self.file,
            lids=self.lids,
            guids=self.guids,
            ports=self.ports,
            rates=self.rates,
            lid_lines=self.line_of_lid,
        )
