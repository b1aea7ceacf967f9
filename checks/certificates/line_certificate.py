"""Numbers of channels checked on one line of each dimension, for large products whose routing goes line by line.

A routing that goes line by line corrects dimension 0 first, then 1, and so on, in the same way on all lines of a
dimension. So a packet holds and wants two channels of one line, or one that ends its hops in a dimension and one that
begins them in a later dimension. These properties are tested on routes of packets through the whole network.
"""

from collections.abc import Sequence
from math import prod
from random import Random

import numpy as np

from netlemma.checks.certificates.certified import choices, ways
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.routing.channel_routing import ChannelRouting, no_label
from netlemma.graphs.routings.dimensions import dimensions

Numbers = Sequence["int | None"]
NONE = -1


def rise_on_lines(routing: ChannelRouting, given: Numbers) -> int:
    """Count the dependencies of the lines through node 0 along which the numbers rise.

    A channel represents the channels in its position on all lines of its dimension. Its numbers may depend on the
    digits of earlier dimensions, but not on those of later ones.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    given : Numbers
        Number of each channel; None for a channel without one.

    Returns
    -------
    int
        Number of dependencies, or 0 if the routing is not the same on all lines.

    Raises
    ------
    Refused
        If a number is not the length of the longest chain to its channel.
    """
    net, dims, vcs = routing.network, dimensions(routing.network), routing.vcs
    sizes, dimension = [factor.size for factor in net.factors], np.array(dims.dimension)
    value = np.array([NONE if v is None else v for v in given])
    # the highest number of a channel by which packets come to a line, by the digits before
    came, places = (np.full(1, NONE), 0)
    for d, size in enumerate(sizes):
        there, line = np.flatnonzero(dimension == d), range(0, prod(sizes[d:]), prod(sizes[d + 1 :]))
        # digit, digits before, behind
        nodes = np.moveaxis(np.arange(net.node_count).reshape(len(came), size, -1), 1, 0)
        start = there[np.searchsorted(net.origin[there], np.arange(net.node_count))]
        place = {
            (int(h) * vcs + vc): start[nodes[a]] * vcs + (int(h) - int(start[u])) * vcs + vc
            for a, u in enumerate(line)
            for h in there[net.origin[there] == u]
            for vc in range(vcs)
        }
        into = {u: [int(h) for h in np.flatnonzero((net.target == u) & (dimension < d))] for u in line}
        least, last = dict[int, np.ndarray](), np.full((len(came), size), NONE)
        for goal in line:
            starts = {u: set(choices(routing, u, None, goal, None)) for u in line if u != goal}
            turns = ((u, c) for u in starts for h in into[u] for c in range(h * vcs, h * vcs + vcs) if value[c] != NONE)
            if any(set(choices(routing, u, c, goal, None)) != starts[u] for u, c in turns):
                return 0
            first = set().union(*starts.values())
            for c in first:
                least[c] = np.maximum(least.get(c, 0), came + 1)
            for channel, later in ways(routing, goal, None, first):
                if channel not in place:
                    return 0
                own, digit, places = value[place[channel][:, 0]], dims.digit(routing.end(channel), d), places + 1
                for c in later:
                    least[c] = np.maximum(least.get(c, 0), own + 1)
                if not later:
                    last[:, digit] = np.maximum(last[:, digit], own)
        for c, all_there in place.items():
            right = least[c][:, None] if c in least else np.minimum(value[all_there], 0)
            for i in all_there[value[all_there] != right][:1].tolist():
                raise Refused(
                    f"{routing.channel_name(i)} has {given[i]}, which is not the longest chain that leads to it"
                )
        came = np.maximum(came[:, None], last).ravel()
    return places


FEW_NODES = 400  # up to here all packets are followed
TRIED = 500  # ways of packets through the whole network


def on_lines(routing: ChannelRouting, given: Numbers, wormhole: bool) -> str | None:
    """Check numbers that must rise along every dependency, on one line of each dimension.

    With whole packets in buffers, the numbers may be those of an escape route that every packet has among its choices.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    given : Numbers
        Number of each channel; None for a channel without one.
    wormhole : bool
        Whether packets hold several channels (wormhole switching); otherwise each packet is stored whole.

    Returns
    -------
    str or None
        The proved statement in one line, or None if one line does not suffice.

    Raises
    ------
    Refused
        If the numbers do not rise, or are not the right ones.
    """
    net, own = routing.network, routing
    if net.node_count <= FEW_NODES:
        return None
    if routing.kind == "adaptive":
        if wormhole or routing.way_out is None:
            return None
        own = routing.way_out
        split = [divmod(c, routing.vcs) for c in range(routing.channel_count)]
        if any(given[c] for c, (_, vc) in enumerate(split) if vc >= own.vcs):
            raise Refused("there is a number for a channel that is no escape channel")
        given = [given[c] for c, (_, vc) in enumerate(split) if vc < own.vcs]
    if not own.line_by_line or own.terminals is not None or own.labels is not no_label:
        return None
    places = rise_on_lines(own, given)
    draw = Random(0)
    for _ in range(TRIED if places else 0):
        source, goal = draw.sample(range(net.node_count), 2)
        first = set(choices(own, source, None, goal, None))
        for channel, later in ways(own, goal, None, first):
            if any((given[c] or 0) <= (given[channel] or 0) for c in later):
                raise Refused(f"behind {own.channel_name(channel)} a packet to node {goal} may wait for ever")
        if own is not routing:
            lifted = {c // own.vcs * routing.vcs + c % own.vcs for c in first}
            if not lifted <= set(choices(routing, source, None, goal, None)):
                return None
    return (
        f"numbers rise in {places:,} places of one line for each dimension, and on all lines, since the routing declares that "
        f"it goes line by line (tried on {TRIED} packets)"
        if places
        else None
    )
