"""Minimal routing of a dragonfly: to the switch with the link to the other group, over it, and to the destination."""

import numpy as np

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting
from graphs.routings.hops import Marks, on_channels
from graphs.routings.virtual import any_channel, words
from graphs.topology.structure import Network

DRAGONFLY = "dragonfly"


def minimal(net: Network, vcs: int = 1) -> ChannelRouting:
    """At most one hop in the group of the source, the link between both groups, and one hop in that of the destination.

    Other ways over two links between groups may be as short, or shorter; this routing does not take them.

    Parameters
    ----------
    net : Network
        A dragonfly.
    vcs : int, default 1
        Virtual channels of each hop, any of which a packet takes; two that rise after the link between the groups are
        ``ascending of=minimal vcs=2``.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If the network is no dragonfly.

    References
    ----------
    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    Examples
    --------
    >>> from graphs import network
    >>> routing = minimal(network("dragonfly", p=1, a=2, h=1))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 5, None)]
    ['(0,0)->(0,1)']
    """
    if net.family != DRAGONFLY:
        raise RoutingError(
            f"minimal routes from group to group of a dragonfly, and {net.title} is none: shortest fits it"
        )
    a, h = net.parameters["a"], net.parameters["h"]
    groups = a * h + 1
    switches = groups * a
    owner = np.arange(net.node_count)  # the switch of each node
    owner[switches:] = net.target[net.indptr[switches:-1]]
    tail, head = net.origin.astype(np.int64), net.target.astype(np.int64)
    between = (tail < switches) & (head < switches)
    home, away = owner[tail] // a, owner[head] // a
    gateway = np.zeros((groups, groups), dtype=np.int64)
    across = between & (home != away)
    gateway[home[across], away[across]] = tail[across]

    def marks_to(destination: int) -> Marks:
        goal = int(owner[destination])
        group = goal // a
        inside = (home == group) & (head == goal)
        out = (home != group) & ((away == group) | ((away == home) & (head == gateway[home, group])))
        taken = np.where(between, inside | out, (tail >= switches) | (head == destination))
        return Marks(taken.astype(np.uint32))

    way = "a hop to the switch with the link to the other group, that link, and a hop to the switch of the destination"
    return on_channels(
        "minimal",
        net,
        "deterministic" if vcs == 1 else "oblivious",
        marks_to,
        any_channel(net),
        vcs,
        f"{way}; {words('none', vcs)}",
    )


ROUTINGS = {"minimal": minimal}
