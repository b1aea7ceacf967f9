"""A deadlock of the fewest packets: those of one packet, of two, and so on, until one is reachable.

Where symmetries keep the routing, a deadlock can be moved so that a packet has its head in a channel that represents
its orbit; only such ones are searched for."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.deadlock.elimination import Ranks
from graphs.deadlock.search.configuration import Packet, shrink
from graphs.deadlock.search.configurations import Configurations
from graphs.deadlock.search.reachability import Advance, PositionLimit, schedule
from graphs.deadlock.state_symmetry import one_of_each
from graphs.deadlock.states import States

Placed = tuple[Sequence[Packet], Sequence[Advance]]


def fewest(states: States, found: Ranks, wormhole: bool, placed: Placed, most: int) -> tuple[Placed, bool]:
    """A deadlock with no more packets than a known one, and whether none with fewer packets is reachable.

    Parameters
    ----------
    states : States
        States of all packets.
    found : Ranks
        Remaining channels of the elimination.
    wormhole : bool
        Whether packets can hold several channels.
    placed : Placed
        The known deadlock.
    most : int
        Limit of the number of configurations.

    Returns
    -------
    tuple of (Placed, bool)
        Packets and moves, and whether none has fewer packets.
    """
    configurations = Configurations(states, found, wormhole)
    tried, sure, bound = 0, True, len(placed[0]) - 1
    try:
        configurations.through(one_of_each(states))
        for packets_at_most in range(1, bound + 1):
            configurations.limit(packets_at_most, bound)
            for packets in configurations:
                if tried == most:
                    return placed, False
                tried += 1
                smaller = shrink(states, packets)
                try:
                    steps = schedule(states, [p.held for p in smaller])
                except PositionLimit:
                    sure, steps = False, None
                if steps is not None:
                    return (smaller, steps), sure
                configurations.forbid(smaller)
    finally:
        configurations.close()
    return placed, sure
