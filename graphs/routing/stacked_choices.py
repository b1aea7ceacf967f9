"""Loops that write down choices channel by channel: in layers of virtual channels, and by ascending ranks; like those of choice_loops.

Each calls no other function, so that it runs as plain Python on small networks and compiled on large ones."""

import numpy as np


def stacked(count, target, vcs, take, first, then, weighted):
    """Choices of two routings, each on virtual channels of its own, as those of one.

    To each of them a packet behind a channel of the other one is like a packet at its source.

    Parameters
    ----------
    count : int
        Number of nodes.
    target : ndarray of int32, shape (H,)
        Node to which each hop leads.
    vcs : int
        Virtual channels of each hop in all.
    take : ndarray of uint8, shape (rows,)
        1 for a row with the choices of the first routing, 2 with those of the second, 3 with both.
    first, then : tuple of (ndarray of int64, ndarray of int32, ndarray of int64, int, int)
        First choice of each row, by node or by channel, channels and weights (of length 0 if they are alike) of each
        routing, its lowest virtual channel and the number of its virtual channels.
    weighted : bool
        Whether weights are wanted.

    Returns
    -------
    tuple of (ndarray of int64, ndarray of int32, ndarray of int64)
        First choice of each row, none behind channels that no packet takes; channels, and weights (of length 0 if they are not
        wanted).
    """
    rows = len(take)
    taken = np.ones(rows, dtype=np.bool_)
    taken[count:] = False
    for each in range(2 if rows > count else 0):
        starts, channels, weights, low, width = first if each == 0 else then
        for c in channels:
            taken[count + c // width * vcs + low + c % width] = True
    start = np.zeros(rows + 1, dtype=np.int64)
    channel, weight = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int64)
    for filling in range(2):
        size = 0
        for row in range(rows):
            start[row] = size
            for each in range(2):
                if not taken[row] or not take[row] >> each & 1:
                    continue
                starts, channels, weights, low, width = first if each == 0 else then
                at = row
                if row >= count:
                    hop, vc = (row - count) // vcs, (row - count) % vcs - low
                    at = count + hop * width + vc if 0 <= vc < width and len(starts) > count + 1 else target[hop]
                for i in range(starts[at], starts[at + 1]):
                    if filling:
                        channel[size] = channels[i] // width * vcs + low + channels[i] % width
                        if weighted:
                            weight[size] = weights[i] if len(weights) else 1
                    size += 1
        if not filling:
            channel, weight = np.empty(size, dtype=np.int32), np.empty(size if weighted else 0, dtype=np.int64)
    start[rows] = size
    return start, channel, weight


def ascended(by_channel, target, order, start, channel, weight, given, vcs, node_count):
    """Choices of hops, on the next virtual channel for each hop that is not behind the last one in an order.

    Parameters
    ----------
    by_channel : bool
        Whether the choices of hops are by channel, not by node.
    target : ndarray of int32, shape (H,)
        Node to which each hop leads.
    order : ndarray of int64, shape (H,)
        Places of the hops in the order.
    start, channel, weight : ndarray
        Choices of hops.
    given : bool
        Whether ``weight`` is given.
    vcs : int
        Virtual channels of each hop; the last one is not left.
    node_count : int
        Number of nodes N.

    Returns
    -------
    tuple of ndarray
        Starts, channels and weights of the choices by channel; none behind hops that no packet takes.
    """
    hops, size = len(target), 0
    taken = np.zeros(hops, dtype=np.bool_)
    bound = start[node_count]
    for hop in channel:
        if not taken[hop]:
            taken[hop] = True
            row = node_count + hop if by_channel else target[hop]
            bound += vcs * (start[row + 1] - start[row])
    starts = np.empty(node_count + hops * vcs + 1, dtype=np.int64)
    channels = np.empty(bound, dtype=np.int32)
    weights = np.empty(bound if given else 0, dtype=np.int64)
    for row in range(node_count):
        starts[row] = size
        for k in range(start[row], start[row + 1]):
            channels[size] = channel[k] * vcs
            if given:
                weights[size] = weight[k]
            size += 1
    at = node_count
    for hop in np.flatnonzero(taken):
        starts[at : node_count + hop * vcs] = size
        row = node_count + hop if by_channel else target[hop]
        for vc in range(vcs):
            at = node_count + hop * vcs + vc
            starts[at] = size
            for k in range(start[row], start[row + 1]):
                rises = order[channel[k]] <= order[hop]
                channels[size] = channel[k] * vcs + min(vc + rises, vcs - 1)
                if given:
                    weights[size] = weight[k]
                size += 1
        at += 1
    starts[at:] = size
    return starts, channels, weights
