"""Exact loads of any routing that is not adaptive, by following the flow of messages to each destination through its
channels."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from graphs.base.errors import RoutingError
from graphs.base.parallel import Progress
from graphs.loads.loads import Loads, gather
from graphs.loads.paths import Counted, hop_lists, search
from graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting
from graphs.routing.routes import moves
from graphs.routings import require_kind
from graphs.topology.structure import Network
from graphs.topology.symmetry import trivial_orbits


def channel_loads(net: Network, routing: ChannelRouting, progress: Progress = None) -> Loads:
    """Visit ratios of all devices; the virtual channels of a link are one device. Distances are those of the network.

    For each destination the reachable channels are put in order, and the flow of messages passes them once, in
    fractions. The labels of messages beside their destination are equally likely.

    Parameters
    ----------
    net : Network
        Network of the routing, with the same terminals.
    routing : ChannelRouting
        Routing that is not adaptive.
    progress : Progress, optional
        Function called now and then with (sources done, all sources).

    Returns
    -------
    Loads
        Visit ratios.

    Raises
    ------
    NetworkError
        If the network is not connected.
    RoutingError
        If the routing is adaptive, does not deliver, or has no route between two terminals.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> ring = network("ring", K=4)
    >>> found = channel_loads(ring, channel_routing(ring, "up-down"))
    >>> [str(found.visit_ratio(device)) for device in range(4)]
    ['1/2', '1/3', '1/6', '1/3']
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "exact loads need")
    if list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} have not the same ends of messages")
    lacking = sum(not routing.labels(s, t) for s in net.ends for t in net.ends if s != t)
    if lacking:
        raise RoutingError(
            f"{routing.title}: {lacking} of {net.pair_count} pairs have no route, so there is nothing to count"
        )
    loads: list[Fraction | int] = [0] * net.device_count
    hops, distance_sum, diameter = hop_lists(net), 0, 0
    for done, end in enumerate(net.ends):
        there = search(net, hops, end).distance
        far = [there[other] for other in net.ends]
        distance_sum, diameter = distance_sum + sum(far), max(diameter, *far)
        for _, channel, messages in moves(routing, end, net.ends):
            if channel is not None:
                loads[hops.device[channel // routing.vcs]] += messages
        if progress:
            progress(done + 1, len(net.ends))
    denominator = lcm(*(load.denominator for load in loads))
    counted = Counted([int(load * denominator) for load in loads], denominator, distance_sum, diameter)
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)


def pair_flow(routing: ChannelRouting, source: int, destination: int) -> dict[int, Fraction]:
    """The hops that a message from source to destination may take, each with its expected number of crossings.

    Parameters
    ----------
    routing : ChannelRouting
        Routing that is not adaptive.
    source : int
        Number of the source.
    destination : int
        Number of the destination.

    Returns
    -------
    dict of int to Fraction
        Expected crossings of each hop.

    Raises
    ------
    RoutingError
        As :func:`channel_loads`, or if source and destination are one node.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> routing = channel_routing(network("mesh", k=2, n=2), "shortest")
    >>> [str(share) for share in pair_flow(routing, 0, 3).values()]
    ['1/2', '1/2', '1/2', '1/2']
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "shares of messages need")
    ends = [routing.node_name(node) for node in (source, destination)]
    if source == destination:
        raise RoutingError(f"a message from node {ends[0]} to itself crosses nothing: give two different nodes")
    if not routing.labels(source, destination):
        raise RoutingError(f"{routing.title}: no route leads from {ends[0]} to {ends[1]}")
    crossed: dict[int, Fraction] = {}
    for _, channel, messages in moves(routing, destination, [source]):
        if channel is not None:
            hop = channel // routing.vcs
            crossed[hop] = crossed.get(hop, Fraction(0)) + messages
    return crossed
