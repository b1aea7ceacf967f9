"""Oracles for what the searches for deadlock find: what a deadlock is, and what ranks must show, asked of each packet alone;
and the decision itself, slow and plain, on the states of all packets."""

from collections.abc import Sequence
from typing import NamedTuple

from netlemma.graphs.deadlock.configurations import Configurations, Packet, PositionLimit, one_by_one, schedule, shrink
from netlemma.graphs.deadlock.states import HardCore, States
from netlemma.graphs.deadlock.states import states as states_of
from netlemma.graphs.routing.channel_routing import ChannelRouting


def is_deadlock(states: States, packets: Sequence[Packet]) -> bool:
    """Whether the packets hold different channels along ways of theirs, and wait for nothing but channels that they hold.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.states import states
    >>> around = states(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> packets = [Packet((0,), (1,)), Packet((2,), (3,)), Packet((4,), (5,))]
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
    pick = min if states.waits_for_all else max
    worst: dict[int, int] = {}  # the highest rank that a packet may need below those of what it holds
    for s in backwards(states):
        later = states.after[s]
        lowest = pick((rank[states.channel[t]] for t in later), default=-1)
        worst[s] = max(lowest, *(worst[t] for t in later)) if wormhole and later else lowest
        if worst[s] >= rank[states.channel[s]]:
            return s
    return None


def backwards(states: States) -> list[int]:
    """All states, each after those that may follow it."""
    missing = [len(later) for later in states.after]
    order = [s for s, n in enumerate(missing) if not n]
    for s in order:
        for p in states.before[s]:
            missing[p] -= 1
            if not missing[p]:
                order.append(p)
    return order


class Ranks(NamedTuple):
    """``rank[c]`` of every channel that was released; ``held``, the others; ``stuck``, the states in which those can be
    held."""

    rank: dict[int, int]
    held: frozenset[int]
    stuck: frozenset[int]


def naive_ranks(states: States, wormhole: bool) -> Ranks:
    """Elimination round by round: a channel goes when no packet that can hold it has all its choices among those left."""
    rank: dict[int, int] = {}
    while True:
        stuck: set[int] = set()
        for s in backwards(states):
            blocked = any(all(states.channel[t] not in rank for t in waits) for waits in states.waits(s))
            if blocked or (wormhole and any(t in stuck for t in states.after[s])):
                stuck.add(s)
        held = {states.channel[s] for s in stuck}
        released = [c for c in states.channels if c not in held and c not in rank]
        if not released:
            return Ranks(rank, frozenset(held), frozenset(stuck))
        rank |= dict.fromkeys(released, max(rank.values(), default=-1) + 1)


def naive_placement(states: States, found: Ranks) -> bool:
    """Whether one packet for each remaining channel can come to its place after those of others."""
    candidates = {
        c: [
            Packet((s,), waits)
            for s in states.at[c]
            for waits in states.waits(s)
            if all(states.channel[t] in found.held for t in waits)
        ]
        for c in found.held
    }
    return bool(candidates) and one_by_one(states, candidates) is not None


def naive_verdict(routing: ChannelRouting, wormhole: bool, most_configurations: int = 2000) -> str:
    """The verdict from the states of all packets: elimination, one packet in each channel left, and all configurations."""
    there = states_of(routing)
    found = naive_ranks(there, wormhole)
    if not found.held:
        return "deadlock-free"
    if naive_placement(there, naive_ranks(there, False) if wormhole else found):
        return "deadlock"
    configurations = Configurations(HardCore(there, found.held, found.stuck), wormhole)
    sure = True
    for tried, packets in enumerate(configurations):
        if tried == most_configurations:
            return "unknown"
        smallest = shrink(there, packets)
        try:
            if schedule(there, [p.held for p in smallest]) is not None:
                return "deadlock"
        except PositionLimit:
            sure = False
        configurations.forbid(smallest)
    return "deadlock-free" if sure else "unknown"
