"""Channels that can be held forever: the greatest set of channels that all wait for one another, by elimination.

A channel is released if, whatever packet holds it, the packet has a choice that was released before (or arrives). A
channel released in round r gets rank r. If every channel has a rank, packets always find a choice of lower rank than
all channels that they hold, and there is no deadlock. The remaining channels are the greatest set of channels for each
of which some packet has all its choices in the set.

With whole packets in buffers (store-and-forward, virtual cut-through) a packet holds the channel behind which it waits;
in wormhole routing also channels before it, so there all places of the head count that can be reached from the channel.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphs.deadlock.states import States


@dataclass(frozen=True, eq=False)
class Ranks:
    """``rank[c]`` of every channel that was released; ``held``, the others; ``stuck``, the states in which those can be
    held.

    ``stuck`` has the states in which a packet is blocked or, in wormhole routing, can hold a channel with its body.
    """

    rank: dict[int, int]
    held: frozenset[int]
    stuck: frozenset[int]


def ranks(states: States, wormhole: bool) -> Ranks:
    """Ranks of the channels by elimination.

    Parameters
    ----------
    states : States
        States of all packets.
    wormhole : bool
        Whether packets can hold several channels.

    Returns
    -------
    Ranks
        Ranks, and the remaining channels.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routing.routes import follow
    >>> from graphs.routings import channel_routing
    >>> from graphs.deadlock.states import states
    >>> for vcs in 1, 2:
    ...     routing = channel_routing(network("oneway-torus", k=3, n=1), "dimension-order", vcs)
    ...     found = ranks(states(follow(routing)), wormhole=False)
    ...     print(found.rank, sorted(found.held))
    {} [0, 1, 2]
    {1: 0, 5: 1, 2: 2, 0: 3} []
    """
    adaptive, before = states.routes.waits_for_all, states.before
    blocked = [len(states.waits(s)) for s in range(len(states))]  # sets of choices that are held altogether
    support = [b + (len(states.after[s]) if wormhole else 0) for s, b in enumerate(blocked)]
    left = {c: len(there) for c, there in states.at.items()}
    rank: dict[int, int] = {}
    layer = [s for s, n in enumerate(support) if not n]
    height = 0
    while layer:
        released = []
        while layer:
            s = layer.pop()
            c = states.channel[s]
            left[c] -= 1
            if not left[c]:
                released.append(c)
            if wormhole:
                for p in before[s]:
                    support[p] -= 1
                    if not support[p]:
                        layer.append(p)
        for c in released:
            rank[c] = height
            for s in states.at[c]:
                for p in before[s]:
                    if blocked[p]:
                        lost = blocked[p] if adaptive else 1
                        blocked[p] -= lost
                        support[p] -= lost
                        if not support[p]:
                            layer.append(p)
        height += 1
    return Ranks(rank, frozenset(c for c in left if c not in rank), frozenset(s for s, n in enumerate(support) if n))
