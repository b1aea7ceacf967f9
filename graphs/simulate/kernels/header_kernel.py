"""Compiled loops: the channels for which headers wait, and the selection among them."""

from graphs.simulate.kernels.arrays import ESCAPE, RANDOM
from graphs.simulate.kernels.compiled import inlined, kernel
from graphs.simulate.kernels.draw import draw


@inlined
def offered(worm, ways, worms):
    """The channels that a header may take next.

    They are the offers from ``low`` to ``high``, counted from ``base``; from ``middle`` on they are escape channels. A
    single channel is in the first place, which is otherwise -1.

    Parameters
    ----------
    worm : int
        Slot of the worm.
    ways : Ways
        Paths or choices of the routing.
    worms : Worms
        Worms in the network.

    Returns
    -------
    tuple of (int, int, int, int, int)
        Single channel, base, low, middle, high.
    """
    at = worms.header[worm]
    only = worms.way[worm, at]
    if only >= 0:
        return only, 0, 0, 0, 0
    place = ways.place[worms.way[worm, at - 1]]
    number = ways.lists[place, worms.goal[worm]]
    return -1, ways.base[place], ways.first[number], ways.escapes[number], ways.first[number + 1]


@inlined
def has_arrived(worm, ways, worms):
    """Whether the header of an adaptive worm is at its destination.

    Parameters
    ----------
    worm : int
        Slot of the worm.
    ways : Ways
        Choices of the routing.
    worms : Worms
        Worms in the network.

    Returns
    -------
    bool
        Whether it has arrived.
    """
    place = ways.place[worms.way[worm, worms.header[worm] - 1]]
    return ways.lists[place, worms.goal[worm]] == 0


@inlined
def _pick(worm, now, base, low, high, rules, ways, worms, owner):
    """One of the free channels in a part of the offers, -1 if there is none."""
    free = 0
    for i in range(low, high):
        if owner[base + ways.offers[i]] < 0:
            free += 1
            if rules.selection != RANDOM:
                return base + ways.offers[i]
    if free == 0:
        return -1
    skip = draw(rules.seed, worms.message[worm], worms.header[worm], now, free) if free > 1 else 0
    for i in range(low, high):
        channel = base + ways.offers[i]
        if owner[channel] < 0:
            if skip == 0:
                return channel
            skip -= 1
    return -1


@kernel
def free_channel(worm, now, rules, ways, worms, owner):
    """The channel that a header takes.

    Parameters
    ----------
    worm : int
        Slot of the worm.
    now : int
        The cycle.
    rules : Rules
        Options and sizes as numbers.
    ways : Ways
        Paths or choices of the routing.
    worms : Worms
        Worms in the network.
    owner : ndarray of int
        Worm that owns each channel, -1 if none.

    Returns
    -------
    int
        Number of the channel, -1 if the header must wait.
    """
    only, base, low, middle, high = offered(worm, ways, worms)
    if only >= 0:
        return only if owner[only] < 0 else -1
    if middle == high or rules.waiting != ESCAPE or worms.asked[worm] == now:
        channel = _pick(worm, now, base, low, middle, rules, ways, worms, owner)
        if channel >= 0:
            return channel
    return _pick(worm, now, base, middle, high, rules, ways, worms, owner)
