"""Loop, compiled for large work: the lists of channels that packets to one goal may take next, numbered."""

from typing import NamedTuple

import numpy as np

from netlemma.graphs.base.compiled import Kernel

NONE = 0  # the list of places where no worm comes
EXCEPT = 1 << 15  # added to the list of a node: behind some channels there is another one
MOST_LISTS = EXCEPT
OK, FULL = 0, 1  # no room for a new list
ANY, ALIKE, GIVEN, PATHS = range(4)  # any free channel is taken; or one is drawn, by these shares of the choices
WHOLE = 1 << 32  # of chances
LISTS, OFFERS, LONGEST, EXCEPTIONS = range(4)  # counters


class Lists(NamedTuple):
    """Different lists of offers: list k is ``offers[first[k]:first[k + 1]]``, counted from the first channel of its node,
    escape channels from ``escapes[k]`` on; ``slots`` is a hash table of their numbers.

    Offers with the same entry of ``chances`` are equal virtual channels, of which any free one is taken. If a list has several
    such groups, one is drawn: the first one with an entry above a number from 0 to WHOLE - 1, all equally likely.
    """

    first: np.ndarray
    escapes: np.ndarray
    offers: np.ndarray
    chances: np.ndarray
    slots: np.ndarray


class Space(NamedTuple):
    """Work space: of each row its list, its longest way and the number of its ways; offers of one row, their shares and their
    chances; exceptions, as rows with their lists; recent lists by a hash of their offers.

    ``used`` says whether each channel has ever been offered.
    """

    number: np.ndarray
    hops: np.ndarray
    ways: np.ndarray
    offer: np.ndarray
    share: np.ndarray
    chance: np.ndarray
    rows: np.ndarray
    others: np.ndarray
    recent: np.ndarray
    used: np.ndarray


@Kernel
def _slot(offers, chances, low, count, escapes, mask):
    """Where the number of a list of offers stands in the hash table, or the first place to look for it."""
    mixed = np.uint64(count * 31 + escapes)
    for i in range(low, low + count):
        mixed = (mixed ^ np.uint64(offers[i]) ^ np.uint64(np.int64(chances[i]) << 20)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed & np.uint64(mask))


@Kernel
def enter_lists(lists, count):
    """Enter the numbers of lists into an empty hash table."""
    mask = len(lists.slots) - 1
    for k in range(NONE + 1, count):
        low, high = lists.first[k], lists.first[k + 1]
        at = _slot(lists.offers, lists.chances, low, high - low, high - lists.escapes[k], mask)
        while lists.slots[at] != NONE:
            at = (at + 1) & mask
        lists.slots[at] = k


@Kernel
def _number(count, escapes, lists, offer, chance, counters):
    """The number of a list of offers of which the last ``escapes`` are escape channels; -1 if there is no room for it."""
    mask = len(lists.slots) - 1
    at = _slot(offer, chance, 0, count, escapes, mask)
    while lists.slots[at] != NONE:
        k = lists.slots[at]
        low = lists.first[k]
        if lists.first[k + 1] - low == count and lists.first[k + 1] - lists.escapes[k] == escapes:
            same = True
            for i in range(count):
                same = same and lists.offers[low + i] == offer[i] and lists.chances[low + i] == chance[i]
            if same:
                return k
        at = (at + 1) & mask
    k, low = counters[LISTS], counters[OFFERS]
    if k + 1 >= len(lists.first) or low + count > len(lists.offers):
        return -1
    for i in range(count):
        lists.offers[low + i], lists.chances[low + i] = offer[i], chance[i]
    lists.escapes[k] = low + count - escapes
    lists.first[k + 1] = low + count
    lists.slots[at] = k
    counters[LISTS], counters[OFFERS] = k + 1, low + count
    return k


@Kernel
def _groups(channel, low, high, base, vcs, space):
    """Write the offers of a row group by group, with their chances; a group is a channel, or equal channels of a hop."""
    count, sum_, total = 0, 0.0, 0.0
    for k in range(low, high):
        total += space.share[k - low]
    for k in range(low, high):
        hop, share, equal = channel[k] // vcs, space.share[k - low], True
        if share < 0:
            continue
        for j in range(low, high):
            if channel[j] // vcs == hop and abs(space.share[j - low]) != share:
                equal = False
        begin = count
        for j in range(k, high):
            if j == k or (equal and channel[j] // vcs == hop):
                space.offer[count] = channel[j] - base
                space.share[j - low] = -share  # done
                sum_ += share
                count += 1
        for i in range(begin, count):
            space.chance[i] = WHOLE if count == high - low else np.int64(sum_ * WHOLE / total)


@Kernel
def number_lists(
    by_node, start, channel, weight, shares, destination, reached, vcs, head, first_channel, escape, lists, space, block, counters
):  # fmt: skip
    """Number the lists of channels at all places that packets to a goal reach.

    start, channel (ndarray of int): Choices of each row, see :class:`netlemma.graphs.routing.choices.Choices`.
    weight (ndarray of float64): Weights of the choices, if they are given.
    reached (ndarray of int32): Rows that packets reach, each before those behind its choices.
    head (ndarray of int32, shape (channels,)): Node at the end of each channel.
    first_channel (ndarray of int64, shape (nodes + 1,)): First channel of each node.
    escape (ndarray of bool, shape (channels,)): Whether each channel is an escape channel.
    block (ndarray of uint16, shape (nodes,)): List of each node, with EXCEPT where other places of the node have
    another one; NONE at the destination and where no packet comes; written.
    counters (ndarray of int64): Numbers of lists, offers and exceptions, channels of the longest way; updated.
    """
    nodes = len(block)
    block[:] = NONE
    count = 0
    for i in range(len(reached) - 1, -1, -1):
        row = reached[i]
        node = np.int64(row) if row < nodes else np.int64(head[row - nodes])
        if node == destination:
            continue
        base, low, high = first_channel[node], start[row], start[row + 1]
        hops, offers, escapes, ways = 0, 0, 0, 0.0
        for k in range(low, high):
            c = channel[k]
            end = np.int64(head[c])
            space.used[c] = True
            behind = 1.0
            if end != destination:
                to = end if by_node else nodes + c
                hops, behind = max(hops, space.hops[to]), space.ways[to]
            ways += behind
            space.chance[k - low] = WHOLE
            space.share[k - low] = weight[k] if shares == GIVEN else (behind if shares == PATHS else 1.0)
            if escape[c]:
                escapes += 1
            else:
                space.offer[offers] = c - base
                offers += 1
        if escapes:  # behind the others
            for k in range(low, high):
                if escape[channel[k]]:
                    space.offer[offers] = channel[k] - base
                    offers += 1
        if shares != ANY and high - low > 1:
            _groups(channel, low, high, base, vcs, space)
        space.hops[row], space.ways[row] = hops + 1, ways
        counters[LONGEST] = max(counters[LONGEST], hops + 1)
        key = offers + 2 * escapes
        for k in range(offers):
            key += (2 * k + 1) * (space.offer[k] + (space.chance[k] >> 12))
        key &= len(space.recent) - 1
        number = space.recent[key]
        begin = lists.first[number]
        same = lists.first[number + 1] - begin == offers and lists.first[number + 1] - lists.escapes[number] == escapes
        for k in range(offers):
            same = same and lists.offers[begin + k] == space.offer[k] and lists.chances[begin + k] == space.chance[k]
        if not same:
            number = _number(offers, escapes, lists, space.offer, space.chance, counters)
            if number < 0:
                return FULL
            space.recent[key] = number
        space.number[row] = number
        if block[node] == NONE:
            block[node] = number
        elif block[node] & (EXCEPT - 1) != number:
            block[node] |= EXCEPT
            space.rows[count], space.others[count] = row, number
            count += 1
    counters[EXCEPTIONS] = count
    return OK
