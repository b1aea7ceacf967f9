"""Loops that collect wait sets.

They run as plain Python on lists or compiled on arrays (:func:`netlemma.graphs.base.compiled.compiled`), so each is a function
that calls none but those marked as kernels. A wait set is a set of channels, the choices of some packet; sets are numbered, those of set w
are ``pool[first[w]:first[w + 1]]``. A pair is a channel and a wait set of packets in it."""

from netlemma.graphs.base.compiled import Kernel

SETS, ENTRIES, PAIRS = range(3)  # entries of counts
DONE, MORE_SETS, MORE_ENTRIES, MORE_PAIRS = range(4)


@Kernel
def same_set(channel, begin, size, pool, low):
    """Whether two sets of channels are the same; those of more than 16 channels only if they are in the same order.

    Parameters
    ----------
    channel : array of int32
        Choices; the first set begins at ``begin``.
    begin, size : int
        First entry and number of channels of the set.
    pool : array of int32
        Channels of all sets; the other one begins at ``low``.
    low : int
        First entry of the other set, which has as many channels.

    Returns
    -------
    bool
        Whether they are the same.
    """
    for k in range(size):
        x = channel[begin + k]
        if pool[low + k] != x:  # mostly in the same order
            found = False
            if size <= 16:
                for i in range(low, low + size):
                    if pool[i] == x:
                        found = True
            if not found:
                return False
    return True


def add_waits(
    by_node, node_count, head, destination, start, channel, channels, number, row_goal, row_set, first, pool, set_next,
    set_bucket, alone, pair_channel, pair_set, pair_next, pair_bucket, counts,
):  # fmt: skip
    """Add the wait sets of packets to one goal.

    Parameters
    ----------
    by_node : bool
        Whether the choices are by node.
    node_count : int
        Number of nodes N.
    head : array of int32, shape (C,)
        Node to which each channel leads.
    destination : int
        Node to which the packets go.
    start, channel : array of int64, array of int32
        Choices row by row.
    channels : array of int32
        Channels that the packets take, each before those that may follow it.
    number : int
        Number of the goal, from 1 on.
    row_goal, row_set : array of int32, shape (N + C,)
        For each row the number of the goal whose set is known, and the set; written.
    first, pool : array of int32
        Sets and their channels; written, with room behind them.
    set_next, set_bucket : array of int32
        Hash table of sets: next set of the same bucket, and first set of each bucket, -1 for none; written.
    alone : array of int32, shape (C,)
        Set of each channel alone, -1 if there is none; written.
    pair_channel, pair_set : array of int32
        Channel and set of each pair; written.
    pair_next, pair_bucket : array of int32
        Hash table of pairs; written.
    counts : array of int64, shape (3,)
        Numbers of sets, entries and pairs; written.

    Returns
    -------
    int
        ``DONE``, or what there must be more room of before the same goal is taken in again.
    """
    sets, entries, pairs = counts[SETS], counts[ENTRIES], counts[PAIRS]
    status = DONE
    for c in channels:
        v = head[c]
        if v == destination:
            continue
        row = v if by_node else node_count + c
        if row_goal[row] != number:
            begin, size = start[row], start[row + 1] - start[row]
            key = 0
            for k in range(begin, begin + size):
                x = channel[k]
                key = (key + x * 40503 + (x * x) % 65521 * 7919) % 2147483647
            bucket = key % len(set_bucket)
            w = set_bucket[bucket]
            while w >= 0:
                if first[w + 1] - first[w] == size and same_set(channel, begin, size, pool, first[w]):
                    break
                w = set_next[w]
            if w < 0:
                if sets == len(set_next):
                    status = MORE_SETS
                    break
                if entries + size > len(pool):
                    status = MORE_ENTRIES
                    break
                w = sets
                for k in range(begin, begin + size):
                    pool[entries] = channel[k]
                    entries += 1
                sets += 1
                first[sets] = entries
                set_next[w] = set_bucket[bucket]
                set_bucket[bucket] = w
                if size == 1:
                    alone[channel[begin]] = w
            row_goal[row] = number
            row_set[row] = w
        w = row_set[row]
        bucket = (c * 40503 + w * 7919) % len(pair_bucket)
        p = pair_bucket[bucket]
        while p >= 0 and (pair_channel[p] != c or pair_set[p] != w):
            p = pair_next[p]
        if p < 0:
            if pairs == len(pair_next):
                status = MORE_PAIRS
                break
            pair_channel[pairs] = c
            pair_set[pairs] = w
            pair_next[pairs] = pair_bucket[bucket]
            pair_bucket[bucket] = pairs
            pairs += 1
    counts[SETS], counts[ENTRIES], counts[PAIRS] = sets, entries, pairs
    return status


def index_sets(sets, first, pool, next_, bucket):
    """Fill the hash table of sets again after it has grown.

    Parameters
    ----------
    sets : int
        Number of sets.
    first, pool : array of int32
        Sets and their channels.
    next_, bucket : array of int32
        Hash table of sets; written.
    """
    for b in range(len(bucket)):
        bucket[b] = -1
    for w in range(sets):
        key = 0
        for i in range(first[w], first[w + 1]):
            x = pool[i]
            key = (key + x * 40503 + (x * x) % 65521 * 7919) % 2147483647
        b = key % len(bucket)
        next_[w] = bucket[b]
        bucket[b] = w


def drop_pairs(pairs, pair_channel, pair_set, next_, bucket, first, pool, alone):
    """Drop pairs with a set of several channels, if one of these alone is another set of the same channel.

    Parameters
    ----------
    pairs : int
        Number of pairs.
    pair_channel, pair_set : array of int32
        Channel and set of each pair; written.
    next_, bucket : array of int32
        Hash table of pairs.
    first, pool : array of int32
        Sets and their channels.
    alone : array of int32, shape (C,)
        Set of each channel alone, -1 if there is none.

    Returns
    -------
    int
        Number of pairs that are left.
    """
    for p in range(pairs):
        c, w = pair_channel[p], pair_set[p]
        if first[w + 1] - first[w] == 1:
            continue
        for i in range(first[w], first[w + 1]):
            one = alone[pool[i]]
            if one < 0:
                continue
            q = bucket[(c * 40503 + one * 7919) % len(bucket)]
            while q >= 0 and (pair_channel[q] != c or pair_set[q] != one):
                q = next_[q]
            if q >= 0:
                pair_set[p] = -w - 2  # marked, and dropped below
                break
    left = 0
    for p in range(pairs):
        if pair_set[p] >= 0:
            pair_channel[left] = pair_channel[p]
            pair_set[left] = pair_set[p]
            left += 1
    return left


def index_pairs(pairs, pair_channel, pair_set, next_, bucket):
    """Fill the hash table of pairs again after it has grown.

    Parameters
    ----------
    pairs : int
        Number of pairs.
    pair_channel, pair_set : array of int32
        Channel and set of each pair.
    next_, bucket : array of int32
        Hash table of pairs; written.
    """
    for b in range(len(bucket)):
        bucket[b] = -1
    for p in range(pairs):
        b = (pair_channel[p] * 40503 + pair_set[p] * 7919) % len(bucket)
        next_[p] = bucket[b]
        bucket[b] = p
