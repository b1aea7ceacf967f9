"""A deadlock of the fewest packets: those of one packet, of two, and so on, until one can be reached.

Where symmetries keep the routing, a deadlock can be moved so that a packet has its head in a channel that stands for its kind;
only such ones are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.deadlock.elimination import Ranks
from graphs.deadlock.search.configuration import Packet, shrink
from graphs.deadlock.search.configurations import Configurations
from graphs.deadlock.search.reachability import Step, Undecided, schedule
from graphs.deadlock.state_symmetry import one_of_each
from graphs.deadlock.states import States

Placed = tuple[Sequence[Packet], Sequence[Step]]


def fewest(states: States, found: Ranks, wormhole: bool, placed: Placed, most: int) -> tuple[Placed, bool]:
    """A deadlock of no more packets than one that is known, and whether none of fewer packets can be reached.

    Parameters
    ----------
    found : what elimination left over.
    placed : the deadlock that is known.
    most : how many configurations are tried.
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
                except Undecided:
                    sure, steps = False, None
                if steps is not None:
                    return (smaller, steps), sure
                configurations.forbid(smaller)
    finally:
        configurations.close()
    return placed, sure
