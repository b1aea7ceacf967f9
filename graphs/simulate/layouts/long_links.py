"""Links that take several cycles, simulated as stages of one cycle each."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import cast

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.routing.capabilities import Arrays, KnownDependencies, LoadMethod, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ALL, ChannelChoice, ChannelRouting, Escape, Label
from netlemma.graphs.topology.structure import Label as Name
from netlemma.graphs.topology.structure import Network, show

MOST_STAGES = 200_000


def cycles_on_hops(net: Network) -> np.ndarray:
    """The cycles that a flit takes on each hop: its latency, in the time of a flit on links of the greatest capacity.

    >>> from netlemma.graphs import network
    >>> cycles_on_hops(network("line(3)", latency="dimension-0=3/2", capacity="dimension-0=2")).tolist()
    [3, 3, 3, 3]
    """
    if net.latency is None:
        return np.ones(net.hop_count, dtype=np.int64)
    fastest = Fraction(1) if net.capacity is None else max(net.capacity)
    for latency in sorted(set(net.latency.tolist())):
        if (latency * fastest).denominator > 1:
            per_cycle = (
                "1 of its units of time"
                if fastest == 1
                else f"{1 / fastest} of its units of time, that of a flit on the fastest links"
            )
            raise SimulationError(
                f"{net.title} has links of latency {latency}: a cycle is {per_cycle}, and links have to take a whole number of cycles"
            )
    return np.array([int(each * fastest) for each in net.latency], dtype=np.int64)


@lru_cache(maxsize=4)
def in_stages(routing: ChannelRouting) -> ChannelRouting:
    """The routing on a network in which links of several cycles are rows of stages; itself if there are no such links.

    Nodes and channels of the network keep their numbers: a channel is the first stage of its link.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> routing = channel_routing(network("line(3)", latency="dimension-0=3"), "dimension-order")
    >>> in_stages(routing).channel_count, in_stages(routing).channel_name(4)
    (12, '(0)->(1) after 1->(0)->(1) after 2')
    """
    net, vcs = routing.network, routing.vcs
    more = cycles_on_hops(net) - 1
    stages = int(more.sum())
    if not stages:
        return routing
    if stages > MOST_STAGES:
        raise SimulationError(
            f"the links of {net.title} take {stages + net.hop_count:,} cycles together: at most {MOST_STAGES:,} are simulated"
        )
    if routing.phases.parts:
        raise SimulationError(
            f"{routing.title} has two phases: these are simulated only where every link takes one cycle"
        )
    nodes, hops = net.node_count, net.hop_count
    parent = np.repeat(np.arange(hops), more)
    after = np.arange(1, stages + 1) - np.repeat(np.cumsum(more) - more, more)  # stages of the link before this one
    last = after == more[parent]
    between = np.where(last, net.target[parent], nodes + np.arange(1, stages + 1))
    target = net.target.astype(np.int64)
    target[more > 0] = nodes + (np.cumsum(more) - more)[more > 0]

    def labels(node: int) -> Name:
        if node < nodes:
            return net.labels(node)
        hop = int(parent[node - nodes])
        ends = "->".join(show(net.labels(int(end))) for end in (net.origin[hop], net.target[hop]))
        return cast(Name, (f"{ends} after {after[node - nodes]}",))

    def whole(channel: int) -> int:
        """The channel of which this one is a stage."""
        hop, vc = divmod(channel, vcs)
        return channel if hop < hops else int(parent[hop - hops]) * vcs + vc

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        if node < nodes:
            return list(routing.next_channels(node, None if came_by is None else whole(came_by), destination, label))
        assert came_by is not None
        return [((hops + node - nodes) * vcs + came_by % vcs, ALL)]

    staged = replace(
        net,
        indptr=np.concatenate([net.indptr, net.indptr[-1] + np.arange(1, stages + 1)]),
        target=np.concatenate([target, between]).astype(net.target.dtype),
        device=np.concatenate([net.device, net.device[parent]]),
        labels=labels,
        symmetries=None,
        factors=(),
        terminals=tuple(net.ends),
        forwards=np.concatenate([net.forwarding, np.ones(stages, dtype=bool)]),
        own=None,
        places=None,
        latency=None,
    )
    escape = routing.escape
    return replace(
        routing,
        network=staged,
        next_channels=next_channels,
        terminals=tuple(routing.ends),
        arrays=Arrays(),
        escape=None if escape is None else Escape(lambda channel: escape(whole(channel))),
        loads=LoadMethod(),
        dependencies=KnownDependencies(),
        symmetry=RoutingSymmetry(),
    )
