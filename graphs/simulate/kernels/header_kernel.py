"""Compiled loops: the channels for which headers wait, and the selection among them."""

import numpy as np

from netlemma.graphs.simulate.kernels.arrays import ESCAPE, RANDOM
from netlemma.graphs.simulate.kernels.compiled import inlined, kernel
from netlemma.graphs.simulate.kernels.draw import ROUTE, draw

EXCEPT = 1 << 15  # as in netlemma.graphs.simulate.layouts.goal_kernel
ARRIVED = -1
WHOLE = 1 << 32  # as in netlemma.graphs.simulate.layouts.goal_kernel


@kernel
def _behind(row, usual, low, high, rows, others):
    """The list of a row, the usual one if it is no exception."""
    stop = high
    while low < stop:
        middle = (low + stop) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            stop = middle
    return np.int64(others[low]) if low < high and rows[low] == row else usual


@inlined
def list_behind(channel, goal, ways):
    """The number of the list of channels that a worm may take next."""
    return _list_at(ways.node[channel], ways.row[channel], goal, ways)


@inlined
def _list_at(node, row, goal, ways):
    """The same for a row at a node."""
    block = ways.block[goal]
    number = np.int64(EXCEPT)
    if block >= 0:
        number = np.int64(ways.lists[block + node])
    if number >= EXCEPT:
        number = _behind(row, number - EXCEPT, ways.low[goal], ways.high[goal], ways.rows, ways.others)
    if node == ways.goal_node[goal]:
        number = np.int64(ARRIVED)
    return number


@inlined
def write_path(channel, goal, ejection, path, start, ways):
    """Write the path of a deterministic routing from an injection channel on.

    path (ndarray of int): Channels; written.
    """
    path[start] = channel
    count = 1
    at = np.int64(channel)
    number = list_behind(at, goal, ways)
    while number != ARRIVED:
        at = np.int64(ways.base[at] + ways.offers[ways.first[number]])
        path[start + count] = at
        count += 1
        number = list_behind(at, goal, ways)
    path[start + count] = ejection
    return count + 1


@inlined
def offered(worm, ways, worms):
    """The channels that a header may take next.

    They are the offers from ``low`` to ``high``, counted from ``base``; from ``middle`` on they are escape channels. A
    single channel is in the first place, which is otherwise -1.
    """
    at = worms.header[worm]
    only = worms.way[worm, at]
    if only >= 0:
        return only, 0, 0, 0, 0
    came = worms.way[worm, at - 1]
    node, row, goal, via = ways.node[came], ways.row[came], worms.goal[worm], worms.via[worm]
    if via >= 0 and ways.early[came]:
        if node == ways.goal_node[via]:
            row = node  # from its intermediate node a packet goes on as from a source
        else:
            goal = via
    number = _list_at(node, row, goal, ways)
    low, middle, high = ways.first[number], ways.escapes[number], ways.first[number + 1]
    if ways.chances[low] < WHOLE:
        drawn = draw(ways.seed, worms.message[worm], at, ROUTE, WHOLE)
        while ways.chances[low] <= drawn:
            low += 1
        middle = low + 1
        while middle < high and ways.chances[middle] == ways.chances[low]:
            middle += 1
        high = middle
    return -1, ways.base[came], low, middle, high


@inlined
def has_arrived(worm, ways, worms):
    """Whether the header of an adaptive worm is at its destination."""
    came = worms.way[worm, worms.header[worm] - 1]
    node, via = ways.node[came], worms.via[worm]
    passing = via >= 0 and ways.early[came] and node != ways.goal_node[via]
    return node == ways.goal_node[worms.goal[worm]] and not passing


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

    owner (ndarray of int): Worm that owns each channel, -1 if none.
    """
    only, base, low, middle, high = offered(worm, ways, worms)
    if only >= 0:
        return only if owner[only] < 0 else -1
    if middle == high or rules.waiting != ESCAPE or worms.asked[worm] == now:
        channel = _pick(worm, now, base, low, middle, rules, ways, worms, owner)
        if channel >= 0:
            return channel
    return _pick(worm, now, base, middle, high, rules, ways, worms, owner)
