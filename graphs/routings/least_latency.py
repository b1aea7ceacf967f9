"""Paths of least latency: the sum of the latencies of their links is the least."""

from dataclasses import replace
from heapq import heapify, heappop, heappush

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import LoadMethod, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import rule_named, words
from netlemma.graphs.topology.capacities import in_whole_units
from netlemma.graphs.topology.structure import Network

TEXT = "every path of least latency equally likely"


def least_latency(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """Every path of least latency equally likely, however many hops it has.

    E. W. Dijkstra, A note on two problems in connexion with graphs, 1959.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.loads.measure import measure
    >>> str(measure(network("mesh", k=2, n=2, latency="dimension-0=3"), "least-latency").mean_distance)
    '4/3'
    """
    if net.latency is None:
        raise RoutingError(
            f"least-latency: the links of {net.title} have no latencies: give them as `latency`, or take shortest"
        )
    time, _ = in_whole_units(net.latency)
    into = arrivals(net)
    first, before, arriving = into.into.tolist(), into.before.tolist(), into.hop.tolist()
    forwards, tails, heads = net.forwarding.tolist(), net.origin.tolist(), net.target.tolist()

    def marks_to(destination: int) -> Marks:
        least: dict[int, int] = {}
        queue = [(0, destination)]
        heapify(queue)
        while queue:
            far, node = heappop(queue)
            if node in least:
                continue
            least[node] = far
            if node == destination or forwards[node]:
                for place in range(first[node], first[node + 1]):
                    if before[place] not in least:
                        heappush(queue, (far + time[arriving[place]], before[place]))
        marks = [
            u in least and v in least and (v == destination or forwards[v]) and least[u] == least[v] + each
            for u, v, each in zip(tails, heads, time, strict=True)
        ]
        return Marks(np.array(marks, dtype=np.uint32), by_paths=True)

    name = "least-latency"
    routing = on_channels(
        name, net, "oblivious", marks_to, rule_named(net, rule, vcs), vcs, f"{TEXT}; {words(rule, vcs)}"
    )
    return replace(
        routing,
        loads=LoadMethod("", counting=f"{TEXT}, parallel links counted apart"),
        symmetry=RoutingSymmetry(alike_ends=rule == "none"),
    )


ROUTINGS = {"least-latency": least_latency}
