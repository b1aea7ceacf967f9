"""Paths of least latency: the sum of the latencies of their links is the least."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import LoadMethod, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import rule_named, words
from netlemma.graphs.topology.capacities import in_whole_units, least_latencies
from netlemma.graphs.topology.structure import Network

TEXT = "every path of least latency equally likely"


def least_latency(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """Every path of least latency equally likely, however many hops it has.

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
    first, before = into.into.tolist(), into.before.tolist()
    arriving = [time[hop] for hop in into.hop.tolist()]
    forwards, tails, heads = net.forwarding.tolist(), net.origin.tolist(), net.target.tolist()

    def marks_to(destination: int) -> Marks:
        least = least_latencies(destination, first, before, forwards, arriving)
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
