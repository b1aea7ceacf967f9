"""Deadlock decided from the turns that a routing permits at most, without following its packets.

Permitted turns are a superset of the channel dependencies. If they close no cycle, dependencies close none, and there
is no deadlock under any switching (Dally and Seitz 1987; Glass and Ni 1992). Time and memory are linear in the number of
channels. A cycle of turns proves nothing, since no packet may take them."""

import numpy as np

from netlemma.graphs.deadlock.evidence import VerdictMaker
from netlemma.graphs.deadlock.verdict import DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ChannelRouting

TURNS = "turns that the rule permits (Dally and Seitz 1987, Glass and Ni 1992)"
MANY_PLACES = 1_000_000  # channels times destinations from which on packets are not followed if turns suffice


def by_turns(routing: ChannelRouting, switching: str) -> DeadlockVerdict | None:
    """The verdict from the turns that the routing states; None if it states none, or they close a cycle.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    switching : str
        "wormhole", "cut-through" or "store-and-forward".

    Returns
    -------
    DeadlockVerdict or None
        The verdict "deadlock-free", with a number for each channel.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> by_turns(channel_routing(network("mesh", k=4, n=2), "west-first"), "wormhole").verdict
    'deadlock-free'
    >>> by_turns(channel_routing(network("mesh", k=4, n=2), "west-first", allow="north-west"), "wormhole")
    """
    turns = routing.turns() if routing.turns is not None else None
    if turns is None:
        return None
    net = routing.network
    start, end = (np.repeat(nodes.astype(np.int64), routing.vcs) for nodes in (net.origin, net.target))
    numbers = turns.numbering(start, end)
    if numbers is None:
        return None
    pairs = len(routing.ends) * (len(routing.ends) - 1)
    verdicts = VerdictMaker(routing, switching, turns.dependencies(start, end), pairs, range(routing.channel_count))
    return verdicts.free(TURNS, turns=numbers)
