"""A fabric without routes: what files of links alone hold, ready to be joined with a CSV of routes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from graphs.base.text_files import Source
from graphs.formats.fabric import Fabric


@dataclass(frozen=True, eq=False)
class Topology:
    """A fabric, the file it was read from, the line of each node, and the names of the outputs of nodes."""

    fabric: Fabric
    file: Source
    line: dict[int, int]
    exits: dict[tuple[int, str], int]

    @cached_property
    def node(self) -> dict[str, int]:
        """The node of each name."""
        return {self.fabric.name(v): v for v in range(self.fabric.network.node_count)}

    @cached_property
    def hops(self) -> dict[tuple[int, int], list[int]]:
        """The hops from a node to another."""
        net = self.fabric.network
        found: dict[tuple[int, int], list[int]] = {}
        for hop, ends in enumerate(zip(net.origin.tolist(), net.target.tolist(), strict=True)):
            found.setdefault(ends, []).append(hop)
        return found
