"""Compiled loops: worms that will never move, the greatest set of blocked worms whose possible next channels are all
held within the set."""

from graphs.simulate.kernels.arrays import ACTIVE, ASLEEP, ESCAPE, QUEUED
from graphs.simulate.kernels.compiled import inlined, kernel
from graphs.simulate.kernels.header_kernel import offered


@kernel
def before_it(worm, kept, worms, channels):
    """The worm whose end precedes the header in its buffer, or fills the buffer to which it goes.

    Parameters
    ----------
    worm : int
        Slot of the worm.
    kept : ndarray of int64
        Counters kept between calls.
    worms : Worms
        Worms in the network.
    channels : Channels
        State of the channels.

    Returns
    -------
    int
        Slot of that worm, -1 if there is none.
    """
    at = worms.header[worm]
    channel = worms.way[worm, at - 1 if worms.state[worm] == ASLEEP else at]
    for i in range(kept[ACTIVE]):
        other = worms.active[i]
        for j in range(worms.header[other]):
            if worms.way[other, j] == channel and worms.serial[other, j] == channels.gone[channel]:
                return other
    return -1


@inlined
def waits_for(worm, rules, ways, worms):
    """The channels for which a header waits that has found none free, as in :func:`offered`.

    Parameters
    ----------
    worm : int
        Slot of the worm.
    rules : Rules
        Options and sizes as numbers.
    ways : Ways
        Paths or choices of the routing.
    worms : Worms
        Worms in the network.

    Returns
    -------
    tuple of (int, int, int, int)
        Single channel, base, low, high.
    """
    only, base, low, middle, high = offered(worm, ways, worms)
    return only, base, (middle if rules.waiting == ESCAPE and middle < high else low), high


@kernel
def find_stuck(now, kept, rules, ways, worms, channels):
    """Mark the worms that will never move in ``worms.blocked``.

    Parameters
    ----------
    now : int
        The cycle.
    kept : ndarray of int64
        Counters kept between calls.
    rules : Rules
        Options and sizes as numbers.
    ways : Ways
        Paths or choices of the routing.
    worms : Worms
        Worms in the network; ``blocked`` is written.
    channels : Channels
        State of the channels.

    Returns
    -------
    int
        Slot of one of them, -1 if there are none.
    """
    active, blocked, owner = worms.active, worms.blocked, channels.owner
    for i in range(kept[ACTIVE]):
        blocked[active[i]] = worms.moved[active[i]] != now
    changed = True
    while changed:
        changed = False
        for i in range(kept[ACTIVE]):
            worm = active[i]
            if not blocked[worm]:
                continue
            if worms.state[worm] != QUEUED:
                other = before_it(worm, kept, worms, channels)
                stays = other >= 0 and blocked[other]
            else:
                only, base, low, high = waits_for(worm, rules, ways, worms)
                stays = True
                if only >= 0:
                    stays = owner[only] >= 0 and blocked[owner[only]]
                for k in range(low, high):
                    other = owner[base + ways.offers[k]]
                    stays = stays and other >= 0 and blocked[other]
            if not stays:
                blocked[worm] = False
                changed = True
    for i in range(kept[ACTIVE]):
        if blocked[active[i]]:
            return active[i]
    return -1
