"""Explicit routes, each with its source and destination; every message takes one of them."""

from dataclasses import dataclass, replace

import numpy as np

from netlemma.graphs.formats.fabric.fabric import Fabric
from netlemma.graphs.formats.fabric.ports import channel_name
from netlemma.graphs.routing.capabilities import KnownDependencies
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency_graph import DependencyGraph, from_sequences
from netlemma.graphs.routings.tables import from_routes


@dataclass(frozen=True, eq=False)
class SourceRoutes:
    """A fabric whose messages follow explicit routes (source, destination, channels), each with its line."""

    fabric: Fabric
    routes: list[tuple[int, int, list[int]]]
    lines: list[int]
    vcs: int
    rule: str

    def _of(self, scope: str) -> list[int]:
        ends = set(self.fabric.ends(scope).tolist())
        return [i for i, (source, destination, _) in enumerate(self.routes) if {source, destination} <= ends]

    def dependencies(self, scope: str) -> tuple[DependencyGraph, np.ndarray]:
        """The channel dependency graph of the routes of a scope, and the route that is the witness of each
        dependency.
        """
        packets = [(i, i, self.routes[i][2]) for i in self._of(scope)]
        graph = from_sequences(self.fabric.network.hop_count * self.vcs, packets, self.channel_name)
        first, last = (np.array([r[k] for r in self.routes], dtype=np.int64)[graph.source] for k in (0, 1))
        return DependencyGraph(graph.count, graph.tail, graph.head, first, last, self.channel_name), graph.source

    def channel_name(self, channel: int) -> str:
        """A channel by the ports at its ends."""
        return channel_name(self.fabric, self.vcs, channel)

    def unrouted(self, scope: str) -> int:
        """Number of pairs of terminals of a scope without a route."""
        ends = len(self.fabric.ends(scope))
        return ends * (ends - 1) - len({self.routes[i][:2] for i in self._of(scope)})

    def way(self, source: int, route: int) -> list[int]:
        """The channels of a route."""
        return list(self.routes[route][2])

    def routing(self, scope: str) -> ChannelRouting:
        """The same routes as a routing on channels; packets carry the number of their route."""
        routes = [self.routes[i] for i in self._of(scope)]
        made = from_routes(self.fabric.network, routes, vcs=self.vcs, name=f"routes of {self.fabric.files[-1]}")
        return replace(
            made,
            terminals=tuple(self.fabric.ends(scope).tolist()),
            dependencies=KnownDependencies(tables=(self, scope)),
        )
