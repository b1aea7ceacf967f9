"""Numbers of channels checked on one line of each dimension, for large products whose routing goes line by line.

A routing that goes line by line corrects dimension 0 first, then 1, and so on, in the same way on all lines of a
dimension. So a packet holds and wants two channels of one line, or one that ends its hops in a dimension and one that
begins them in a later dimension. These properties are tested on routes of packets through the whole network.
"""

from __future__ import annotations

from random import Random

from checks.certificates.certified import choices, ways
from checks.certificates.line_numbers import Numbers, rise_on_lines
from checks.certificates.schema import Refused
from graphs.routing.channel_routing import ChannelRouting, no_label

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
