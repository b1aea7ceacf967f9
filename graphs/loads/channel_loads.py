"""Exact loads of any routing that is not adaptive, by following the flow of messages to each destination through its
channels."""

from fractions import Fraction
from math import lcm

import numpy as np

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.box_runs import box_loads
from netlemma.graphs.loads.crossings import crossings, fraction_flows
from netlemma.graphs.loads.loads import Loads, gather, worth_plain_python
from netlemma.graphs.loads.modular.sources import Chunk, PathWork, in_chunks
from netlemma.graphs.loads.paths import Counted, hop_lists, search
from netlemma.graphs.loads.two_phases import phase_crossings
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routing.following.goal_graph import Follower, Frame, Goal
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.kinds import require_kind
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import trivial_orbits


def channel_loads(net: Network, routing: ChannelRouting, progress: Progress = None) -> Loads:
    """Visit ratios of all devices; the virtual channels of a link are one device. Distances are those of the network.

    For each destination the reachable channels are put in order, and the flow of messages passes them once, see
    :mod:`netlemma.graphs.loads.crossings`. The labels of messages beside their destination are equally likely.

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
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = network("ring", K=4)
    >>> found = channel_loads(ring, channel_routing(ring, "up-down"))
    >>> [str(found.visit_ratio(device)) for device in range(4)]
    ['1/2', '1/3', '1/6', '1/3']
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "exact loads need")
    if list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} have not the same ends of messages")
    distance_sum, diameter = all_distances(net)
    slot = np.repeat(net.device.astype(np.int64), routing.vcs)
    if routing.by_any_node:
        others = np.zeros(net.node_count, dtype=np.int64)
        others[list(net.ends)] = len(net.ends) - 1
        loads, sent = (
            phase_crossings(routing, slot, net.device_count, others, others, progress),
            Fraction(net.pair_count),
        )
    elif routing.by_shortest and (found := box_loads(routing, 1, *np.zeros((3, 0), dtype=np.int64))):
        crossed = np.zeros(net.device_count, dtype=object)
        np.add.at(crossed, net.device, found[0])
        loads, sent = [Fraction(load, found[1]) for load in crossed.tolist()], Fraction(net.pair_count)
    else:
        loads, sent = crossings(routing, slot, net.device_count, progress=progress)
    if sent < net.pair_count:
        raise RoutingError(
            f"{routing.title}: {net.pair_count - sent} of {net.pair_count} pairs have no route, so there is nothing to "
            "count"
        )
    denominator = lcm(*(load.denominator for load in loads))
    counted = Counted([int(load * denominator) for load in loads], denominator, distance_sum, diameter)
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)


def all_distances(net: Network) -> tuple[int, int]:
    """Sum of the distances between all ordered pairs of ends, and the greatest.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    tuple of (int, int)
        Sum and greatest distance.

    Raises
    ------
    NetworkError
        If the network is not connected.
    SizeError
        If it is too large by an estimate.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> all_distances(network("ring", K=4))
    (16, 2)
    """
    if net.factors and net.terminals is None and net.forwards is None:  # distances add up over the dimensions
        inner = [np.array(inside(factor)[0]) for factor in net.factors]
        total = sum(int(far.sum()) * (net.node_count // len(far)) ** 2 for far in inner)
        return total, sum(int(far.max()) for far in inner)
    if worth_plain_python(net, len(net.ends)):
        hops, distance_sum, diameter = hop_lists(net), 0, 0
        for end in net.ends:
            there = search(net, hops, end).distance
            far = [there[other] for other in net.ends]
            distance_sum, diameter = distance_sum + sum(far), max(diameter, *far)
        return distance_sum, diameter
    require("shortest paths", net.title, len(net.ends) * net.hop_count, nodes=net.node_count)
    from netlemma.graphs.loads.modular import word_kernels as kernels

    def run(chunk: Chunk) -> None:
        kernels.run_distances(  # type: ignore[call-arg]  # numba types its calls loosely
            *work.hops[:4], chunk.sources, chunk.sums, chunk.reach, chunk.facts
        )

    work = PathWork(net, net.device, net.device_count, list(net.ends), [1] * len(net.ends))
    ran = in_chunks(work, run)
    assert ran is not None
    return ran[1:]


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
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
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
    follower = Follower(Frame(routing, fast=False))
    labels = routing.labels(source, destination)
    for label in labels:
        graph = follower.follow(Goal(destination, label), np.array([source], dtype=np.int32))
        for channel, messages in fraction_flows(graph, [1]).items():
            hop = channel // routing.vcs
            crossed[hop] = crossed.get(hop, Fraction(0)) + messages / len(labels)
    return crossed
