"""Configurations: packets that hold channels and wait for channels; a deadlock if all these channels are held
by them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from netlemma.graphs.deadlock.search.reachability import Advance, enter, way_in
from netlemma.graphs.deadlock.states import States


class Packet(NamedTuple):
    """A packet that holds channels, given as states from its tail to its head, and waits for all channels of a set."""

    held: tuple[int, ...]
    waits: tuple[int, ...]


def shrink(states: States, packets: Iterable[Packet]) -> list[Packet]:
    """A deadlock among some packets of a deadlock, from which no packet can be removed; tails that nobody wants are
    cut.

    The result is reachable if the given deadlock is.

    Parameters
    ----------
    states : States
        States of all packets.
    packets : Iterable of Packet
        Packets of the deadlock.

    Returns
    -------
    list of Packet
        Remaining packets.
    """
    kept = _closed(states, list(packets))
    wanted = {states.channel[t] for p in kept for t in p.waits}
    trimmed = []
    for p in kept:
        tail = next(i for i, s in enumerate(p.held) if states.channel[s] in wanted)
        trimmed.append(Packet(p.held[tail:], p.waits))
    return trimmed


def _closed(states: States, packets: Sequence[Packet]) -> list[Packet]:
    """Packets that wait for one another alone, each for each, directly or not: a component of the graph of waiting from
    which no edge leads away, the one whose first packet comes last.
    """
    from networkx import DiGraph, condensation

    holder = {states.channel[s]: i for i, p in enumerate(packets) for s in p.held}
    waiting = DiGraph()
    waiting.add_nodes_from(range(len(packets)))
    waiting.add_edges_from((i, holder[states.channel[t]]) for i, p in enumerate(packets) for t in p.waits)
    whole = condensation(waiting)
    last = max((min(whole.nodes[c]["members"]), c) for c in whole if not whole.out_degree(c))[1]
    return [packets[i] for i in sorted(whole.nodes[last]["members"])]


def one_by_one(states: States, candidates: Mapping[int, Sequence[Packet]]) -> tuple[list[Packet], list[Advance]] | None:
    """One packet for each channel, so that they can get to their places one after the other; None if they cannot.

    The last packet to arrive is determined first: its path must avoid all other channels; then the last but one, and so
    on. A channel that can be last may be taken first, since those taken leave more room to the others.

    Parameters
    ----------
    states : States
        States of all packets.
    candidates : Mapping of int to Sequence of Packet
        For each channel the packets that could hold it alone, blocked by packets in all the other ones.

    Returns
    -------
    tuple of (list of Packet, list of Advance) or None
        Packets and moves.
    """
    left = set(candidates)
    found: list[tuple[Packet, list[int]]] = []
    while left:
        before = len(left)
        for c in sorted(left):
            ways = ((p, way_in(states, p.held[0], left - {c})) for p in candidates[c])
            fits = next(((p, way) for p, way in ways if way is not None), None)
            if fits:
                found.append(fits)
                left.discard(c)
        if len(left) == before:
            return None
    found.reverse()
    return [p for p, _ in found], [step for i, (_, way) in enumerate(found) for step in enter(states, i, way)]
