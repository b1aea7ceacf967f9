"""Compiled loop: all places of packets to one goal, followed from their sources, with the numbers of their lists of
offers."""

from typing import NamedTuple

import numpy as np
from numba import njit

NONE = 0  # the list of places where no worm comes
EXCEPT = 1 << 15  # added to the list of a node: behind some channels there is another one
MOST_LISTS = EXCEPT
OK, WRONG, FULL = 0, 1, 2  # all packets arrive; one does not, or has choices that are not legal; no room for a new list
UNSEEN, OPEN, DONE = 0, 1, 2
LISTS, OFFERS, LONGEST, EXCEPTIONS, REACHED = range(5)  # counters


class Ground(NamedTuple):
    """Of the network: first hop of each node, end of each hop, whether each node forwards, whether each channel is an escape
    channel, and virtual channels of a hop."""

    indptr: np.ndarray
    target: np.ndarray
    forwards: np.ndarray
    escape: np.ndarray
    vcs: int


class Lists(NamedTuple):
    """Different lists of offers: list k is ``offers[first[k]:first[k + 1]]``, counted from the first channel of its node,
    escape channels from ``escapes[k]`` on; ``slots`` is a hash table of their numbers."""

    first: np.ndarray
    escapes: np.ndarray
    offers: np.ndarray
    slots: np.ndarray


class Space(NamedTuple):
    """Work space: of each row its state, list, next choice and longest way; rows on the path; of each channel of a node when
    it was seen last; offers of one row; exceptions, as rows with their lists; and whether each channel has ever been used.
    """

    state: np.ndarray
    number: np.ndarray
    following: np.ndarray
    hops: np.ndarray
    path: np.ndarray
    seen: np.ndarray
    offer: np.ndarray
    rows: np.ndarray
    others: np.ndarray
    used: np.ndarray


@njit(cache=True, nogil=True)
def _slot(offers, low, count, escapes, mask):
    """Where the number of a list of offers stands in the hash table, or the first place to look for it."""
    mixed = np.uint64(count * 31 + escapes)
    for i in range(low, low + count):
        mixed = (mixed ^ np.uint64(offers[i])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed & np.uint64(mask))


@njit(cache=True, nogil=True)
def enter_lists(lists, count):
    """Enter the numbers of lists into an empty hash table.

    Parameters
    ----------
    lists : Lists
        The lists; ``slots`` is written.
    count : int
        One more than the greatest number.
    """
    mask = len(lists.slots) - 1
    for k in range(NONE + 1, count):
        low, high = lists.first[k], lists.first[k + 1]
        at = _slot(lists.offers, low, high - low, high - lists.escapes[k], mask)
        while lists.slots[at] != NONE:
            at = (at + 1) & mask
        lists.slots[at] = k


@njit(cache=True, nogil=True)
def _number(count, escapes, lists, offer, counters):
    """The number of a list of offers of which the last ``escapes`` are escape channels; -1 if there is no room for it."""
    mask = len(lists.slots) - 1
    at = _slot(offer, 0, count, escapes, mask)
    while lists.slots[at] != NONE:
        k = lists.slots[at]
        low = lists.first[k]
        if lists.first[k + 1] - low == count and lists.first[k + 1] - lists.escapes[k] == escapes:
            same = True
            for i in range(count):
                same = same and lists.offers[low + i] == offer[i]
            if same:
                return k
        at = (at + 1) & mask
    k, low = counters[LISTS], counters[OFFERS]
    if k + 1 >= len(lists.first) or low + count > len(lists.offers):
        return -1
    for i in range(count):
        lists.offers[low + i] = offer[i]
    lists.escapes[k] = low + count - escapes
    lists.first[k + 1] = low + count
    lists.slots[at] = k
    counters[LISTS], counters[OFFERS] = k + 1, low + count
    return k


@njit(cache=True, nogil=True)
def _list_of(row, node, stamp, start, channel, weight, single, one_hop, ground, lists, space, counters):
    """The number of the list of a row, -1 if there is no room for it, -2 if its choices are not legal."""
    low, high = start[row], start[row + 1]
    base, end = ground.indptr[node] * ground.vcs, ground.indptr[node + 1] * ground.vcs
    count, escapes = 0, 0
    for part in range(2):  # escape channels behind the others
        for i in range(low, high):
            c = channel[i]
            if not base <= c < end:
                return -2
            if ground.escape[c] == (part == 1) and space.seen[c - base] != stamp:
                space.seen[c - base] = stamp
                space.offer[count] = c - base
                count += 1
                escapes += part
            if one_hop and (c // ground.vcs != channel[low] // ground.vcs or (len(weight) and weight[i] != weight[low])):
                return -2
    if count == 0 or (single and count > 1):
        return -2
    return _number(count, escapes, lists, space.offer, counters)


@njit(cache=True, nogil=True)
def follow_goal(
    by_node, start, channel, weight, single, one_hop, destination, sources, ground, lists, space, block, counters
):  # fmt: skip
    """Follow all packets to a goal.

    Parameters
    ----------
    by_node : bool
        Whether choices depend on the node alone.
    start, channel, weight : ndarray of int
        Choices of each row, see :class:`graphs.routing.choices.Choices`; no weights if they are alike.
    single : bool
        Whether each row must have a single choice.
    one_hop : bool
        Whether all choices of a row must be channels of one hop, with the same weight.
    destination : int
        Number of the destination.
    sources : ndarray of int
        Nodes at which packets start.
    ground : Ground
        The network.
    lists : Lists
        Lists of offers; new ones are appended.
    space : Space
        Work space; the exceptions are written.
    block : ndarray of uint16, shape (nodes,)
        List of each node, that of its packets at their source if there are any, with EXCEPT where others have another
        one; NONE at the destination and where no packet comes; written.
    counters : ndarray of int64
        Numbers of lists, offers, exceptions and rows reached, channels of the longest way; updated.

    Returns
    -------
    int
        OK, WRONG or FULL.
    """
    nodes = len(block)
    state, number, following, hops, path = space.state, space.number, space.following, space.hops, space.path
    state[:] = UNSEEN
    block[:] = NONE
    counters[EXCEPTIONS] = 0
    reached = 0
    for first_row in sources:
        if first_row == destination or state[first_row] != UNSEEN:
            continue
        depth = 0
        fresh = np.int64(first_row)
        while True:
            if fresh >= 0:
                node = fresh if fresh < nodes else np.int64(ground.target[(fresh - nodes) // ground.vcs])
                reached += 1
                counters[REACHED] += 1
                k = _list_of(
                    fresh, node, counters[REACHED], start, channel, weight, single, one_hop, ground, lists, space, counters
                )
                if k < 0:
                    return FULL if k == -1 else WRONG
                state[fresh], number[fresh], following[fresh], hops[fresh] = OPEN, k, start[fresh], 0
                path[depth] = fresh
                depth += 1
                fresh = -1
            row = path[depth - 1]
            if following[row] == start[row + 1]:
                state[row] = DONE
                depth -= 1
                if depth == 0:
                    break
                above = path[depth - 1]
                hops[above] = max(hops[above], hops[row] + 1)
                continue
            c = channel[following[row]]
            following[row] += 1
            space.used[c] = True
            end = np.int64(ground.target[c // ground.vcs])
            if end == destination:
                hops[row] = max(hops[row], 1)
                continue
            below = end if by_node else nodes + c
            if not ground.forwards[end] or state[below] == OPEN:
                return WRONG
            if state[below] == DONE:
                hops[row] = max(hops[row], hops[below] + 1)
            else:
                fresh = np.int64(below)
        counters[LONGEST] = max(counters[LONGEST], hops[first_row])
    count = 0
    for row in range(nodes if by_node else len(state)):
        if state[row] != DONE:
            continue
        node = row if row < nodes else np.int64(ground.target[(row - nodes) // ground.vcs])
        if block[node] == NONE:
            block[node] = number[row]
        elif block[node] & (EXCEPT - 1) != number[row]:
            block[node] |= EXCEPT
            space.rows[count], space.others[count] = row, number[row]
            count += 1
    counters[EXCEPTIONS] = count
    return OK
