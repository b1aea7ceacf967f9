"""A deadlock of the fewest packets: those of one packet, of two, and so on, until one is reachable.

Where symmetries keep the routing, a deadlock can be moved so that a packet has its head in a channel that represents
its orbit; only such ones are searched for."""

from netlemma.graphs.deadlock.search.configuration import shrink
from netlemma.graphs.deadlock.search.configurations import Configurations
from netlemma.graphs.deadlock.search.hard_core import HardCore
from netlemma.graphs.deadlock.search.placement import ReachableDeadlock
from netlemma.graphs.deadlock.search.reachability import PositionLimit, schedule
from netlemma.graphs.deadlock.state_symmetry import one_of_each


def fewest(core: HardCore, wormhole: bool, known: ReachableDeadlock, most: int) -> tuple[ReachableDeadlock, bool]:
    """A deadlock with no more packets than a known one, and whether none with fewer packets is reachable.

    Parameters
    ----------
    core : HardCore
        What elimination left.
    wormhole : bool
        Whether packets can hold several channels.
    known : ReachableDeadlock
        The known deadlock.
    most : int
        Limit of the number of configurations.

    Returns
    -------
    tuple of (ReachableDeadlock, bool)
        Packets and moves, and whether none has fewer packets.
    """
    states, configurations = core.states, Configurations(core, wormhole)
    tried, sure, bound = 0, True, len(known.packets) - 1
    try:
        configurations.through(one_of_each(states))
        for packets_at_most in range(1, bound + 1):
            configurations.limit(packets_at_most, bound)
            for packets in configurations:
                if tried == most:
                    return known, False
                tried += 1
                smaller = shrink(states, packets)
                try:
                    steps = schedule(states, [p.held for p in smaller])
                except PositionLimit:
                    sure, steps = False, None
                if steps is not None:
                    return ReachableDeadlock(states, smaller, steps), sure
                configurations.forbid(smaller)
    finally:
        configurations.close()
    return known, sure
