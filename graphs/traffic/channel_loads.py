"""Exact loads of directed channels under any traffic and any routing.

The load of a channel is the expected number of messages that cross it per unit of time while each node sends as its
traffic says. A full-duplex link has two channels, one each way; its virtual channels count together; a bus is one
channel."""

from collections.abc import Iterator, Sequence
from math import gcd
from typing import cast

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.channel_loads import crossings, phase_crossings
from netlemma.graphs.loads.dimension_order import RUN_WORD, Demand, Pairs, box_loads, by_runs, run_loads
from netlemma.graphs.loads.shortest_loads import PathWork, count_by_hops, count_paths, worth_plain_python
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.goal_graph import Messages
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.channels import ChannelLoads, channels_of
from netlemma.graphs.traffic.traffic import Traffic

LARGEST = 1 << 48  # of rates as whole numbers
CHUNK = 1 << 20  # pairs whose messages are counted together
RATE = "messages per node and unit of time"  # of a throughput
CAPACITY = (
    "fraction of capacity = throughput / throughput of uniform traffic under {}, loads counted by the same convention"
)


def traffic_loads(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> ChannelLoads:
    """Loads of all directed channels.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.traffic.named import traffic
    >>> ring = network("toroid", w=8, D=1)
    >>> loads = traffic_loads(channel_routing(ring, "dimension-order"), traffic(ring, "tornado"))
    >>> max(loads), min(loads)
    (Fraction(3, 1), Fraction(0, 1))
    """
    net = traffic.network
    if routing.network is not net or list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} have not the same ends of messages")
    if traffic.scale > LARGEST:
        raise RoutingError(f"the rates of traffic {traffic.name} have too long a common denominator to count exactly")

    def sent_to(destination: int) -> Sequence[int]:
        messages = np.zeros(net.node_count, dtype=np.int64)
        sources, rates = traffic.to(destination)
        messages[sources] = rates
        return cast(Sequence[int], messages)

    channels = channels_of(net)
    if by_runs(routing) and (found := _by_runs(routing, traffic, channels)):
        return found
    if routing.phases.by_shortest and (found := _by_boxes(routing, traffic, channels)):
        return found
    slot, count = np.repeat(channels, routing.vcs), int(channels.max()) + 1
    if routing.loads.by == "shortest" and not worth_plain_python(net, len(net.ends)):
        every = [end for end in net.ends if len(traffic.to(end)[0])]
        work = PathWork(net, channels, count, every, [1] * len(every), progress, sent_to)
        shares = count_paths(work, int(traffic.moved * traffic.scale))
        return ChannelLoads(np.array(shares.loads, dtype=object), shares.denominator * traffic.scale)
    if found := _by_hops(routing, traffic, channels, sent_to, progress):
        return found
    if routing.by_any_node:
        counted = phase_crossings(routing, slot, count, *traffic.sums, progress)
    else:
        counted, sent = crossings(routing, slot, count, sent_to, progress)
        if sent != traffic.moved * traffic.scale:
            raise RoutingError(f"{routing.title}: some messages of traffic {traffic.name} have no route")
    return ChannelLoads.of([load / traffic.scale for load in counted])


def _by_hops(
    routing: ChannelRouting, traffic: Traffic, channels: np.ndarray, sent_to: Messages, progress: Progress
) -> ChannelLoads | None:
    """Loads if the first hop that leads nearer is taken, or each equally likely, in both phases if there are two.

    Loads are linear in messages, so those of two phases by the same hops are counted together: the share of its messages
    that a node sends to each node first, and the share of the messages to each node that comes from there. None for other
    routings, and for small networks.
    """
    net, parts = traffic.network, [part for part, _ in routing.phases.parts] if routing.by_any_node else [routing]
    by = {part.loads.by for part in parts}
    if by not in ({"hops"}, {"first"}) or worth_plain_python(net, len(net.ends)):
        return None
    leaving, coming = traffic.sums

    def in_phases(destination: int) -> Sequence[int]:
        messages = leaving + coming[destination]
        messages[destination] = 0
        return cast(Sequence[int], messages)

    every, unit, asked = list(net.ends), traffic.scale, sent_to
    if routing.by_any_node:
        if int(leaving.max()) + int(coming.max()) > LARGEST:
            return None
        unit, asked = unit * net.node_count, in_phases
    else:
        every = [end for end in every if len(traffic.to(end)[0])]
    if not every:
        return None
    require("shortest paths", net.title, len(every) * net.hop_count, nodes=net.node_count)
    messages = int(traffic.moved * unit) * len(parts)
    work = PathWork(net, channels, int(channels.max()) + 1, every, [1] * len(every), progress, asked)
    counted = count_by_hops(work, messages, by == {"first"})
    return None if counted is None else ChannelLoads(np.array(counted.loads, dtype=object), counted.denominator * unit)


def _by_runs(routing: ChannelRouting, traffic: Traffic, channels: np.ndarray) -> ChannelLoads | None:
    """Loads under dimension orders, one of them or one of two for each message, or those of both phases; None if whole
    numbers would be too long.
    """
    net, unit = traffic.network, traffic.scale
    parts: list[tuple[ChannelRouting, list[Demand | Pairs]]]
    if routing.by_any_node:
        leaving, coming = traffic.sums
        shared = gcd(unit, *np.unique(np.concatenate([leaving, coming])).tolist())
        unit = unit // shared * net.node_count
        (first, _), (second, _) = routing.phases.parts
        parts = [(first, [Demand(leaving // shared, 1)]), (second, [Demand(1, coming // shared)])]
    else:
        parts = [(routing, list(_demands(traffic)))]
    if 4 * unit * traffic.moved >= RUN_WORD:
        return None
    loads = np.zeros(int(channels.max()) + 1, dtype=np.int64)
    for part, demands in parts:
        for order in part.loads.orders:
            more = run_loads(net, order, demands)
            more *= 2 // len(part.loads.orders)
            if len(loads) == len(more):
                loads += more
            else:
                np.add.at(loads, channels, more)
    return ChannelLoads(loads, 4 * unit)


def _by_boxes(routing: ChannelRouting, traffic: Traffic, channels: np.ndarray) -> ChannelLoads | None:
    """Loads by way of nodes on shortest paths; None if there are too many pairs, or too long numbers."""
    even, moving = (
        traffic.uniform / (traffic.network.node_count - 1) * traffic.scale,
        traffic.source != traffic.destination,
    )
    amount = traffic.rate[moving] * (traffic.scale // traffic.denominator)
    source, destination = (each[moving].astype(np.int64) for each in (traffic.source, traffic.destination))
    found = box_loads(routing, int(even), source, destination, amount)
    if found is None:
        return None
    loads = np.zeros(int(channels.max()) + 1, dtype=object)
    np.add.at(loads, channels, found[0])
    return ChannelLoads(loads, found[1] * traffic.scale)


def _demands(traffic: Traffic) -> Iterator[Demand | Pairs]:
    """Messages of a traffic times its scale: the same for all pairs, and single pairs."""
    even = traffic.uniform / (traffic.network.node_count - 1) * traffic.scale
    if even:
        yield Demand(int(even), 1)
    for low in range(0, len(traffic.source), CHUNK):
        some = slice(low, low + CHUNK)
        rate = traffic.rate[some] * (traffic.scale // traffic.denominator)
        yield traffic.source[some], traffic.destination[some], rate


def reference_routing(net: Network) -> ChannelRouting:
    """Routing of uniform traffic that defines the capacity: dimension order with ties split, or all shortest paths."""
    if net.factors and net.terminals is None:
        return channel_routing(net, "dimension-order", ties="split")
    return channel_routing(net, "shortest")
