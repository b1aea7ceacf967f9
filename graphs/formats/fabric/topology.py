"""A fabric from a file of links, with the names of outputs, and the routes of further files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.fabric import Fabric
from netlemma.graphs.formats.fabric.source_routes import SourceRoutes
from netlemma.graphs.formats.fabric.tables import ForwardingTables

Routes = ForwardingTables | SourceRoutes


@dataclass(frozen=True, eq=False)
class Topology:
    """A fabric, the file from which it was read, and its routes.

    fabric: The fabric.
    file: File of the network.
    outputs: Hop that starts at each (node, name of an output); by default outputs are named by the numbers of their
    ports.
    find_routes: Function from this object to the routes of its files; None if there are none.
    remarks: What the file holds and is not used, a sentence each.
    ids: Node of each id in the file, where nodes have names besides.
    """

    fabric: Fabric
    file: TextFile
    outputs: dict[tuple[int, str], int] | None = None
    find_routes: Callable[[Any], Routes] | None = None
    remarks: tuple[str, ...] = ()
    ids: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def exits(self) -> dict[tuple[int, str], int]:
        """The hop that starts at each (node, name of an output)."""
        if self.outputs is not None:
            return self.outputs
        return {(node, str(port)): hop for (node, port), hop in self.fabric.hop_at.items()}

    @cached_property
    def routes(self) -> Routes | None:
        """The routes of the files: forwarding tables or explicit routes."""
        return None if self.find_routes is None else self.find_routes(self)

    @cached_property
    def node(self) -> dict[str, int]:
        """The node of each name, and of each id that is no name."""
        return {**self.ids, **{self.fabric.name(v): v for v in range(self.fabric.network.node_count)}}

    @cached_property
    def hops(self) -> dict[tuple[int, int], list[int]]:
        """The hops from a node to another."""
        net = self.fabric.network
        found: dict[tuple[int, int], list[int]] = {}
        for hop, ends in enumerate(zip(net.origin.tolist(), net.target.tolist(), strict=True)):
            found.setdefault(ends, []).append(hop)
        return found
