"""Oracles for what the searches for deadlock find: what a deadlock is, and what ranks must show, asked of each packet alone."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.deadlock.search.configuration import Packet
from graphs.deadlock.states import States


def is_deadlock(states: States, packets: Sequence[Packet]) -> bool:
    """Whether the packets hold different channels along ways of theirs, and wait for nothing but channels that they hold.

    >>> from graphs import network
    >>> from graphs.routing.routes import follow
    >>> from graphs.routings import channel_routing
    >>> from graphs.deadlock.states import states
    >>> around = states(follow(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")))
    >>> packets = [Packet((0,), (1,)), Packet((3,), (2,)), Packet((4,), (5,))]
    >>> is_deadlock(around, packets), is_deadlock(around, packets[:2])
    (True, False)
    """
    held = [states.channel[s] for p in packets for s in p.held]
    return (
        bool(packets)
        and len(set(held)) == len(held)
        and all(t in states.after[s] for p in packets for s, t in zip(p.held, p.held[1:], strict=False))
        and all(p.waits in states.waits(p.held[-1]) for p in packets)
        and {states.channel[t] for p in packets for t in p.waits} <= set(held)
    )


def broken_rule(states: States, rank: dict[int, int], wormhole: bool) -> int | None:
    """A state in which ranks do not show that its packet can go on; None if they show it in all.

    The rule: of the choices of a packet one has a lower rank than every channel that it holds (all of them, unless the
    routing is adaptive, and the packet may wait for any one).
    """
    pick = min if states.routes.waits_for_all else max
    worst: dict[int, int] = {}  # the highest rank that a packet may need below those of what it holds
    for s in states.backwards:
        later = states.after[s]
        lowest = pick((rank[states.channel[t]] for t in later), default=-1)
        worst[s] = max(lowest, *(worst[t] for t in later)) if wormhole and later else lowest
        if worst[s] >= rank[states.channel[s]]:
            return s
    return None
