"""The cables of a fabric: which switches they join, at which ports, at which rate; and names of nodes from a map file."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, cast

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import SCOPES, Fabric, unique_names
from netlemma.graphs.formats.fabric.subnet import Subnet
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import Label

AGGREGATION = "Mellanox Technologies Aggregation Node"
_NAMED = re.compile(r'\s*(?:0x)?([0-9a-fA-F]{1,16})\s+"?([^"]{1,200}?)"?\s*(?:#.*)?')


class Cable(NamedTuple):
    """A cable between two nodes, with the ports at its ends and its rate, "" if the file has none."""

    one: int
    port: int
    other: int
    far_port: int
    rate: str = ""


@dataclass(frozen=True)
class Wiring:
    """Switches, hosts and cables.

    names: Name of each node.
    switch: Whether each node is a switch.
    cables: All cables, each once.
    """

    names: tuple[str, ...]
    switch: tuple[bool, ...]
    cables: tuple[Cable, ...]

    @cached_property
    def switches(self) -> list[int]:
        """The nodes that are switches."""
        return [node for node, switch in enumerate(self.switch) if switch]

    @cached_property
    def inside(self) -> list[Cable]:
        """The cables between two switches."""
        return [each for each in self.cables if self.switch[each.one] and self.switch[each.other]]

    @cached_property
    def beside(self) -> dict[int, Counter[int]]:
        """The switches that each switch is joined to, with the number of cables."""
        found: dict[int, Counter[int]] = {node: Counter() for node in self.switches}
        for cable in self.inside:
            found[cable.one][cable.other] += 1
            found[cable.other][cable.one] += 1
        return found

    @cached_property
    def hosts(self) -> Counter[int]:
        """The number of hosts at each switch that has one."""
        found: Counter[int] = Counter()
        for cable in self.cables:
            if self.switch[cable.one] != self.switch[cable.other]:
                found[cable.one if self.switch[cable.one] else cable.other] += 1
        return found

    @cached_property
    def between(self) -> dict[tuple[int, int], list[Cable]]:
        """The cables between two switches, of which the one with the lower number is first."""
        found: dict[tuple[int, int], list[Cable]] = {}
        for cable in self.inside:
            found.setdefault((min(cable[0], cable[2]), max(cable[0], cable[2])), []).append(cable)
        return found

    @cached_property
    def ports(self) -> dict[int, dict[int, int]]:
        """The node at the other end of each port of each node."""
        found: dict[int, dict[int, int]] = {node: {} for node in range(len(self.names))}
        for cable in self.cables:
            found[cable.one][cable.port], found[cable.other][cable.far_port] = cable.other, cable.one
        return found

    def cable_name(self, cable: Cable) -> str:
        """A cable by the names and ports at its ends."""
        return f"{self.names[cable.one]}[{cable.port}]-{self.names[cable.other]}[{cable.far_port}]"


def switches_of(fabric: Fabric, hosts: str = "") -> np.ndarray:
    """Whether each node is a switch.

    In a file that says of no node what it is, hosts are those of some names, or else nodes with one cable.
    """
    if fabric.roles:
        return fabric.forwards
    nodes = np.arange(fabric.network.node_count)
    if hosts not in ("", *SCOPES):
        return np.isin(nodes, fabric.ends(hosts), invert=True)
    several = np.diff(fabric.network.indptr) > 1
    return several if several.any() else fabric.forwards


def wiring_of(fabric: Fabric, rates: Mapping[tuple[int, int], str] | None = None) -> Wiring:
    """The cables of a fabric between its switches and hosts."""
    net, known = fabric.network, rates or {}
    kept = fabric.forwards | fabric.adapter
    place = (np.cumsum(kept) - 1).tolist()
    ends = list(zip(net.origin.tolist(), fabric.port.tolist(), strict=True))
    cables = []
    for hop, back in enumerate(fabric.reverse.tolist()):
        if back < 0 or hop < back:
            here, there = ends[hop], ends[back] if back >= 0 else (int(net.target[hop]), 0)
            if kept[here[0]] and kept[there[0]]:
                both = dict.fromkeys(rate for end in (here, there) if (rate := known.get(end, "")))
                cables.append(Cable(place[here[0]], here[1], place[there[0]], there[1], " and ".join(both)))
    names = tuple(fabric.name(node) for node in np.flatnonzero(kept).tolist())
    return Wiring(names, tuple(fabric.forwards[kept].tolist()), tuple(cables))


def aggregation_nodes(fabric: Fabric) -> np.ndarray:
    """Whether each node is the end within a switch that reduces messages on their way (SHARP), and no host."""
    named = [fabric.name(node).startswith(AGGREGATION) for node in range(fabric.network.node_count)]
    return np.array(named, dtype=bool) & ~fabric.forwards


def read_node_names(file: TextFile) -> dict[int, str]:
    """The name of each GUID in a map file, as opensm's ``--node_name_map``: lines ``0xGUID "name"``.

    >>> read_node_names(TextFile("map", b'# leaves\\n0x1a "leaf 1"\\n'))
    {26: 'leaf 1'}
    """
    found: dict[int, str] = {}
    for number, line in file.lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(line) > 1024 or not (named := _NAMED.fullmatch(line)):
            file.refuse(number, f"{printable(line)} is no line of a map of names: '0xGUID \"name\"' is expected")
        found[int(named[1], 16)] = named[2].strip()
    return found


def with_names(read: Topology, names: Mapping[int, str]) -> Topology:
    """A subnet whose nodes have the names of a map of GUIDs."""
    if not isinstance(read, Subnet):
        raise InputError(f"`node_names` names GUIDs, and {read.file.name} has none")
    net = read.fabric.network
    texts = [read.fabric.name(node) for node in range(net.node_count)]
    for guid, name in names.items():
        for node in read.guids.get(guid, ()):
            texts[node] = printable(name, quotes=False)
    unique = unique_names(texts, [str(node) for node in range(net.node_count)])
    named = replace(net, labels=lambda node: cast(Label, (unique[node],)))
    return replace(read, fabric=replace(read.fabric, network=named))
