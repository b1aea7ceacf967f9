"""Paths of lossless Ethernet after failures: found again from their sources, or from where they meet what has failed.

``again``: all switches know of the failure. The routing is made again on the network that is left, and a given path that
has lost a link is replaced by all shortest ways from its source to its destination.

``local``: only the switches beside the failure know. Packets go on as before; those that come to a lost link take all shortest ways that
are left from the switch before it, and may bounce there. Packets of the routing made again are under way with them.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.text_files import printable
from netlemma.graphs.deadlock.priority_flow import Buffers, Flow, flows_of, priority_deadlock, read_flows, ways
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.structure import Network

AGAIN, LOCAL = REROUTES = ("again", "local")
WORDS = {
    AGAIN: "all paths are found again on the network that is left",
    LOCAL: "before all switches know: packets that come to a failed link go on by the shortest ways left, others as before or by paths "
    "found again",
}


class ReRoutes:
    """Verdicts on the paths of a network after failures.

    routing: Name of a routing, or None for the given paths alone.
    paths: File of given paths, or None.
    """

    def __init__(
        self, failed: Failures, routing: Any, reroute: str, paths: Any, priorities: int | None, routing_file: Any
    ) -> None:
        if reroute not in REROUTES:
            raise InputError(f"reroute={printable(str(reroute))}: paths are found again, or local to the failure")
        net = failed.net
        self.failed, self.file, self.reroute = failed, routing_file, reroute
        self.name = routing or (None if paths is not None or routing_file else "ecmp")
        self.routed = self.name is not None or routing_file is not None
        self.priorities, self.about = priorities or 1, str(paths)
        self.paths = [] if paths is None else read_flows(str(paths), net)
        self.before = list(self.paths)
        if reroute == LOCAL and self.routed:
            self.before += flows_of(self._routing(net), Buffers(net, self.priorities))

    def _routing(self, net: Network) -> Any:
        return routing_of(net, self.name, file=self.file)

    def verdict(self, left: Network, place: int) -> str:
        """The verdict on the paths in the network that a failure leaves."""
        gone, cut = self.failed.failed(place)
        buffers = Buffers(left, self.priorities)
        by = self._routing(left) if self.routed else None
        routed = [] if by is None else list(flows_of(by, buffers))
        flows = list(_rerouted(self.failed.net, buffers, gone, cut, self.before, self.reroute == LOCAL))
        return priority_deadlock(by, buffers, flows, routed, self.about).verdict


def _rerouted(
    whole: Network, buffers: Buffers, gone: np.ndarray, cut: np.ndarray, flows: Iterable[Flow], local: bool
) -> Iterator[Flow]:
    """The paths in the network that is left, whose nodes and hops have other numbers."""
    lost = cut[whole.device] | gone[whole.origin] | gone[whole.target]
    node, hop = np.cumsum(~gone) - 1, np.cumsum(~lost) - 1
    detours = cache(lambda start, end: list(shortest_ways(buffers, start, end)))
    for flow in flows:
        if gone[flow.nodes[0]] or gone[flow.destination]:
            continue
        first = next((i for i, h in enumerate(flow.hops) if lost[h]), None)
        kept = len(flow.hops) if first is None else first if local else 0
        hops, destination = tuple(hop[list(flow.hops[:kept])].tolist()), int(node[flow.destination])
        if first is None:
            yield buffers.flow(hops, destination)
            continue
        for way in detours(int(node[flow.nodes[kept]]), destination):
            yield buffers.flow((*hops, *way), destination)


def shortest_ways(buffers: Buffers, source: int, destination: int) -> Iterator[tuple[int, ...]]:
    """The hops of shortest ways between two nodes, as those of :func:`ways`; none if there is no way."""
    net = buffers.net
    far, todo, before = {source: 0}, deque([source]), dict[int, list[int]]()
    while todo:
        u = todo.popleft()
        for h in range(int(net.indptr[u]), int(net.indptr[u + 1])):
            v = int(net.target[h])
            if v not in far and (v == destination or net.forwarding[v]):
                far[v] = far[u] + 1
                todo.append(v)
            if far.get(v) == far[u] + 1:
                before.setdefault(v, []).append(h)
    after: dict[int, list[int]] = {}
    passed, back = {destination}, [destination]
    for v in back:  # which grows
        for h in before.get(v, ()):
            u = int(net.origin[h])
            after.setdefault(u, []).append(h)
            if u not in passed:
                passed.add(u)
                back.append(u)
    for first in after.get(source, ()):  # each apart, since it may be a bounce behind what comes before
        yield from ways(buffers, [first], lambda node, _: after.get(node, []) if node != destination else [])
