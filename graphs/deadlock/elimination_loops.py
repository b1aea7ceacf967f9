"""Loops that collect wait sets, and loops that release channels by elimination, round by round."""

from netlemma.graphs.base.compiled import Kernel

# Loops that collect wait sets.
#
# They run as plain Python on lists or compiled on arrays (graphs.base.compiled.compiled), so each is a function
# that calls none but those marked as kernels. A wait set is a set of channels, the choices of some packet; sets are
# numbered, those of set w
# are ``pool[first[w]:first[w + 1]]``. A pair is a channel and a wait set of packets in it.


SETS, ENTRIES, PAIRS = range(3)  # entries of counts
DONE, MORE_SETS, MORE_ENTRIES, MORE_PAIRS = range(4)


@Kernel
def set_key(channel, begin, end):
    """A number that sets with the same channels have in common; the channels are ``channel[begin:end]``."""
    key = 0
    for k in range(begin, end):
        x = channel[k]
        key = (key + x * 40503 + (x * x) % 65521 * 7919) % 2147483647
    return key


@Kernel
def find_set(channel, begin, end, first, pool, set_next, set_bucket):
    """The number of the set with the channels ``channel[begin:end]``, -1 if it is new.

    Two sets of more than 16 channels are the same only if they are in the same order.

    first, pool (array of int32): Sets and their channels.
    set_next, set_bucket (array of int32): Hash table of sets: next set of the same bucket, and first set of each
    bucket, -1 for none.
    """
    size = end - begin
    w = set_bucket[set_key(channel, begin, end) % len(set_bucket)]
    while w >= 0:
        low = first[w]
        same = first[w + 1] - low == size
        for k in range(size if same else 0):
            x = channel[begin + k]
            if pool[low + k] != x:  # mostly in the same order
                same = False
                if size <= 16:
                    for i in range(low, low + size):
                        if pool[i] == x:
                            same = True
                if not same:
                    break
        if same:
            return w
        w = set_next[w]
    return -1


def add_waits(
    by_node, node_count, head, destination, start, channel, channels, number, row_goal, row_set, first, pool, set_next,
    set_bucket, alone, pair_channel, pair_set, pair_next, pair_bucket, counts,
):  # fmt: skip
    """Add the wait sets of packets to one goal.

    head (array of int32, shape (C,)): Node to which each channel leads.
    start, channel (array of int64, array of int32): Choices row by row.
    channels (array of int32): Channels that the packets take, each before those that may follow it.
    row_goal, row_set (array of int32, shape (N + C,)): For each row the number of the goal whose set is known, and the
    set; written.
    first, pool (array of int32): Sets and their channels; written, with room behind them.
    set_next, set_bucket (array of int32): Hash table of sets: next set of the same bucket, and first set of each
    bucket, -1 for none; written.
    alone (array of int32, shape (C,)): Set of each channel alone, -1 if there is none; written.
    pair_channel, pair_set (array of int32): Channel and set of each pair; written.
    pair_next, pair_bucket (array of int32): Hash table of pairs; written.
    counts (array of int64, shape (3,)): Numbers of sets, entries and pairs; written.
    """
    sets, entries, pairs = counts[SETS], counts[ENTRIES], counts[PAIRS]
    status = DONE
    for c in channels:
        v = head[c]
        if v == destination:
            continue
        row = v if by_node else node_count + c
        if row_goal[row] != number:
            begin, end = start[row], start[row + 1]
            w = find_set(channel, begin, end, first, pool, set_next, set_bucket)
            if w < 0:
                if sets == len(set_next):
                    status = MORE_SETS
                    break
                if entries + end - begin > len(pool):
                    status = MORE_ENTRIES
                    break
                w = sets
                for k in range(begin, end):
                    pool[entries] = channel[k]
                    entries += 1
                sets += 1
                first[sets] = entries
                bucket = set_key(channel, begin, end) % len(set_bucket)
                set_next[w] = set_bucket[bucket]
                set_bucket[bucket] = w
                if end - begin == 1:
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

    first, pool (array of int32): Sets and their channels.
    next_, bucket (array of int32): Hash table of sets; written.
    """
    for b in range(len(bucket)):
        bucket[b] = -1
    for w in range(sets):
        b = set_key(pool, first[w], first[w + 1]) % len(bucket)
        next_[w] = bucket[b]
        bucket[b] = w


def drop_pairs(pairs, pair_channel, pair_set, next_, bucket, first, pool, alone):
    """Drop pairs with a set of several channels, if one of these alone is another set of the same channel.

    pair_channel, pair_set (array of int32): Channel and set of each pair; written.
    next_, bucket (array of int32): Hash table of pairs.
    first, pool (array of int32): Sets and their channels.
    alone (array of int32, shape (C,)): Set of each channel alone, -1 if there is none.
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

    pair_channel, pair_set (array of int32): Channel and set of each pair.
    next_, bucket (array of int32): Hash table of pairs; written.
    """
    for b in range(len(bucket)):
        bucket[b] = -1
    for p in range(pairs):
        b = (pair_channel[p] * 40503 + pair_set[p] * 7919) % len(bucket)
        next_[p] = bucket[b]
        bucket[b] = p


# Loops that release channels by elimination, round by round; see graphs.deadlock.elimination_loops, whose
# notation they share.


NOWHERE, ARRIVED, WAITING = range(3)  # of a channel and a goal: not reached, arrived, and from there on the set


def release(used, first_of, sets_of, waiting, channels_of, left, done, layer, rank):
    """Release channels whose packets are in buffers, round by round: all of its wait sets have a released channel.

    used (array of bool, shape (C,)): Whether packets take each channel.
    first_of, sets_of (array of int32): Sets with channel c are ``sets_of[first_of[c]:first_of[c + 1]]``.
    waiting, channels_of (array of int32): Channels whose packets have set w are ``channels_of[waiting[w]:waiting[w +
    1]]``.
    left (array of int32, shape (C,)): Number of wait sets of each channel; written.
    done (array of bool, shape (W,)): False; written, whether a channel of each set is released.
    layer (array of int32, shape (C,)): Written.
    rank (array of int32, shape (C,)): -1; written, the round in which each channel is released.
    """
    end = 0
    for c in range(len(used)):
        if used[c] and left[c] == 0:
            rank[c] = 0
            layer[end] = c
            end += 1
    i = 0
    while i < end:
        c = layer[i]
        i += 1
        for k in range(first_of[c], first_of[c + 1]):
            w = sets_of[k]
            if not done[w]:
                done[w] = True
                for j in range(waiting[w], waiting[w + 1]):
                    p = channels_of[j]
                    left[p] -= 1
                    if left[p] == 0:
                        rank[p] = rank[c] + 1
                        layer[end] = p
                        end += 1


def fill_places(
    by_node, node_count, head, destination, start, channel, channels, number, goal_count, first, pool, set_next,
    set_bucket, local, place, support, left,
):  # fmt: skip
    """Record the places where packets to one goal wait, for elimination in wormhole routing.

    head (array of int32, shape (C,)): Node to which each channel leads.
    start, channel (array of int64, array of int32): Choices row by row.
    channels (array of int32): Channels that the packets take, each before those that may follow it.
    first, pool (array of int32): Sets and their channels.
    set_next, set_bucket (array of int32): Hash table of sets: next set of the same bucket, and first set of each
    bucket, -1 for none.
    local (array of int32, shape (W,)): Number of each set among those of its node.
    place (array of unsigned int, shape (C * G,)): For channel c and goal g at c * G + g: ``NOWHERE``, ``ARRIVED``, or
    ``WAITING`` and the number of the set among those of its node; written.
    support (array of unsigned int, shape (C * G,)): One, and the number of choices behind which packets may still be
    held up; written.
    left (array of int32, shape (C,)): Number of goals whose packets may be held up in each channel; written.
    """
    for c in channels:
        v = head[c]
        at = c * goal_count + number
        if v == destination:
            place[at] = ARRIVED
            continue
        row = v if by_node else node_count + c
        stops = 1
        for k in range(start[row], start[row + 1]):
            if head[channel[k]] != destination:
                stops += 1
        w = find_set(channel, start[row], start[row + 1], first, pool, set_next, set_bucket)
        place[at] = WAITING + local[w]
        support[at] = stops
        left[c] += 1


def release_worms(
    used, head, tail, first_of, sets_of, first, pool, local, node_first, node_sets, into, entering, goal_count, place,
    support, left, done, stack, layer, rank,
):  # fmt: skip
    """Release channels in wormhole routing, round by round: wherever a packet in it may wait, a choice is released.

    A packet may hold a channel with its body, so the places that its head can reach from there count as well.

    used (array of bool, shape (C,)): Whether packets take each channel.
    head (array of int32, shape (C,)): Node to which each channel leads.
    tail (array of int32, shape (C,)): Node at which each channel starts.
    first_of, sets_of (array of int64, array of int32): Sets with channel c are ``sets_of[first_of[c]:first_of[c +
    1]]``.
    first, pool (array of int32): Sets and their channels.
    local (array of int32, shape (W,)): Number of each set among those of its node.
    node_first, node_sets (array of int64, array of int32): Sets of channels that start at node v are
    ``node_sets[node_first[v]:node_first[v + 1]]``, by ``local``.
    into, entering (array of int64, array of int32): Channels that end at node v are ``entering[into[v]:into[v + 1]]``.
    place (array of unsigned int, shape (C * G,)): Places of packets, see :func:`fill_places`.
    support (array of unsigned int, shape (C * G,)): Reasons to wait, see :func:`fill_places`; written.
    left (array of int32, shape (C,)): Number of goals whose packets may be held up in each channel; written.
    done (array of bool, shape (W,)): False; written, whether a channel of each set is released.
    stack, layer (array of int32, shape (C,)): Written.
    rank (array of int32, shape (C,)): -1; written, the round in which each channel is released.
    """
    end = 0
    for c in range(len(used)):
        if used[c] and left[c] == 0:
            rank[c] = 0
            layer[end] = c
            end += 1
    i = 0
    while i < end:
        c = layer[i]
        i += 1
        v = tail[c]
        for k in range(first_of[c], first_of[c + 1]):
            w = sets_of[k]
            if done[w]:
                continue
            done[w] = True
            wanted = WAITING + local[w]
            for j in range(into[v], into[v + 1]):
                base = entering[j] * goal_count
                for g in range(goal_count):
                    if place[base + g] != wanted:
                        continue
                    support[base + g] -= 1
                    if support[base + g]:
                        continue
                    stack[0] = entering[j]
                    height = 1
                    while height:
                        height -= 1
                        s = stack[height]
                        left[s] -= 1
                        if left[s] == 0:
                            rank[s] = rank[c] + 1
                            layer[end] = s
                            end += 1
                        u = tail[s]
                        for m in range(into[u], into[u + 1]):
                            p = entering[m]
                            there = p * goal_count + g
                            if place[there] < WAITING:
                                continue
                            x = node_sets[node_first[u] + place[there] - WAITING]
                            for n in range(first[x], first[x + 1]):
                                if pool[n] == s:
                                    support[there] -= 1
                                    if support[there] == 0:
                                        stack[height] = p
                                        height += 1
                                    break
