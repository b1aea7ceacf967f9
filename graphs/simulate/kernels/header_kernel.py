"""Compiled: what headers wait for, and which of it they take."""

from __future__ import annotations

from graphs.simulate.kernels.arrays import ESCAPE, RANDOM
from graphs.simulate.kernels.compiled import inlined, kernel
from graphs.simulate.kernels.draw import draw


@inlined
def offered(worm, ways, worms):
    """The channels that a header may take next: from ``low`` to ``high`` in the list of offers, counted from ``base``; from
    ``middle`` on they are escape channels. Or the only one, in the first place, otherwise -1 is there."""
    at = worms.header[worm]
    only = worms.way[worm, at]
    if only >= 0:
        return only, 0, 0, 0, 0
    place = ways.place[worms.way[worm, at - 1]]
    number = ways.lists[place, worms.goal[worm]]
    return -1, ways.base[place], ways.first[number], ways.escapes[number], ways.first[number + 1]


@inlined
def has_arrived(worm, ways, worms):
    """Whether the header of an adaptive worm is at its destination."""
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
    """The channel that a header takes, -1 if it must wait."""
    only, base, low, middle, high = offered(worm, ways, worms)
    if only >= 0:
        return only if owner[only] < 0 else -1
    if middle == high or rules.waiting != ESCAPE or worms.asked[worm] == now:
        channel = _pick(worm, now, base, low, middle, rules, ways, worms, owner)
        if channel >= 0:
            return channel
    return _pick(worm, now, base, middle, high, rules, ways, worms, owner)
