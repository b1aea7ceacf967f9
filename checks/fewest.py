"""A deadlock of the fewest packets: configurations of fewer and fewer, until there are none or none can be reached."""

from __future__ import annotations

from collections.abc import Sequence

from checks.configurations import Configurations
from graphs.configuration import Packet, shrink
from graphs.placement import Step, Undecided, schedule
from graphs.ranks import Ranks
from graphs.states import States

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
    tried, sure = 0, True
    try:
        configurations.limit(len(placed[0]) - 1)
        for packets in configurations:
            if tried == most:
                return placed, False
            tried += 1
            smaller = shrink(states, packets)
            try:
                steps = schedule(states, [p.held for p in smaller])
            except Undecided:
                sure, steps = False, None
            if steps is None:
                configurations.forbid(smaller)
            else:
                placed = smaller, steps
                configurations.limit(len(smaller) - 1)
    finally:
        configurations.close()
    return placed, sure
