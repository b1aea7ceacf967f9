"""Exact loads of a deterministic routing on channels, such as the forwarding tables of a fabric, by following all its routes."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from graphs.base.errors import RoutingError
from graphs.base.parallel import Progress
from graphs.loads.flows import flows
from graphs.loads.loads import Loads, gather
from graphs.loads.paths import Counted, rows, search
from graphs.routing.channel_routing import ChannelRouting
from graphs.topology.structure import Network
from graphs.topology.symmetry import trivial_orbits


def channel_loads(net: Network, routing: ChannelRouting, progress: Progress = None) -> Loads:
    """Visit ratios of all devices; the virtual channels of a link are one device. Distances are those of the network.

    Parameters
    ----------
    net : the network of the routing, with the same ends of messages.

    Raises
    ------
    RoutingError : the routing is not deterministic, does not deliver, or has no route between two ends.
    NetworkError : the network is not connected.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> ring = network("ring", K=4)
    >>> found = channel_loads(ring, channel_routing(ring, "up-down"))
    >>> [str(found.visit_ratio(device)) for device in range(4)]
    ['1/2', '1/3', '1/6', '1/3']
    """
    if list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} have not the same ends of messages")
    lacking = sum(not routing.labels(s, t) for s in net.ends for t in net.ends if s != t)
    if lacking:
        raise RoutingError(
            f"{routing.title}: {lacking} of {net.pair_count} pairs have no route, so there is nothing to count"
        )
    loads = [Fraction(0)] * net.device_count
    for hop, rate in flows(routing, progress).link_rates.items():
        loads[net.device[hop]] += rate * (len(net.ends) - 1)
    hops, distance_sum, diameter = rows(net), 0, 0
    for source in net.ends:
        there = search(net, hops, source).distance
        far = [there[end] for end in net.ends]
        distance_sum, diameter = distance_sum + sum(far), max(diameter, *far)
    denominator = lcm(*(load.denominator for load in loads))
    counted = Counted([int(load * denominator) for load in loads], denominator, distance_sum, diameter)
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)
