"""Loops that release channels by elimination, round by round; see :mod:`netlemma.graphs.deadlock.elimination.wait_loops`, whose
notation they share."""

from netlemma.graphs.deadlock.elimination.wait_loops import same_set

NOWHERE, ARRIVED, WAITING = range(3)  # of a channel and a goal: not reached, arrived, and from there on the set


def release(used, first_of, sets_of, waiting, channels_of, left, done, layer, rank):
    """Release channels whose packets are in buffers, round by round: all of its wait sets have a released channel.

    Parameters
    ----------
    used : array of bool, shape (C,)
        Whether packets take each channel.
    first_of, sets_of : array of int32
        Sets with channel c are ``sets_of[first_of[c]:first_of[c + 1]]``.
    waiting, channels_of : array of int32
        Channels whose packets have set w are ``channels_of[waiting[w]:waiting[w + 1]]``.
    left : array of int32, shape (C,)
        Number of wait sets of each channel; written.
    done : array of bool, shape (W,)
        False; written, whether a channel of each set is released.
    layer : array of int32, shape (C,)
        Written.
    rank : array of int32, shape (C,)
        -1; written, the round in which each channel is released.
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
    number, goal_count : int
        Number of the goal, and number of all goals G.
    first, pool : array of int32
        Sets and their channels.
    set_next, set_bucket : array of int32
        Hash table of sets: next set of the same bucket, and first set of each bucket, -1 for none.
    local : array of int32, shape (W,)
        Number of each set among those of its node.
    place : array of unsigned int, shape (C * G,)
        For channel c and goal g at c * G + g: ``NOWHERE``, ``ARRIVED``, or ``WAITING`` and the number of the
        set among those of its node; written.
    support : array of unsigned int, shape (C * G,)
        One, and the number of choices behind which packets may still be held up; written.
    left : array of int32, shape (C,)
        Number of goals whose packets may be held up in each channel; written.
    """
    for c in channels:
        v = head[c]
        at = c * goal_count + number
        if v == destination:
            place[at] = ARRIVED
            continue
        row = v if by_node else node_count + c
        begin, size = start[row], start[row + 1] - start[row]
        key = 0
        stops = 1
        for k in range(begin, begin + size):
            x = channel[k]
            key = (key + x * 40503 + (x * x) % 65521 * 7919) % 2147483647
            if head[x] != destination:
                stops += 1
        w = set_bucket[key % len(set_bucket)]
        while w >= 0:
            if first[w + 1] - first[w] == size and same_set(channel, begin, size, pool, first[w]):
                break
            w = set_next[w]
        place[at] = WAITING + local[w]
        support[at] = stops
        left[c] += 1


def release_worms(
    used, head, tail, first_of, sets_of, first, pool, local, node_first, node_sets, into, entering, goal_count, place,
    support, left, done, stack, layer, rank,
):  # fmt: skip
    """Release channels in wormhole routing, round by round: wherever a packet in it may wait, a choice is released.

    A packet may hold a channel with its body, so the places that its head can reach from there count as well.

    Parameters
    ----------
    used : array of bool, shape (C,)
        Whether packets take each channel.
    head : array of int32, shape (C,)
        Node to which each channel leads.
    tail : array of int32, shape (C,)
        Node at which each channel starts.
    first_of, sets_of : array of int64, array of int32
        Sets with channel c are ``sets_of[first_of[c]:first_of[c + 1]]``.
    first, pool : array of int32
        Sets and their channels.
    local : array of int32, shape (W,)
        Number of each set among those of its node.
    node_first, node_sets : array of int64, array of int32
        Sets of channels that start at node v are ``node_sets[node_first[v]:node_first[v + 1]]``, by ``local``.
    into, entering : array of int64, array of int32
        Channels that end at node v are ``entering[into[v]:into[v + 1]]``.
    goal_count : int
        Number of goals G.
    place : array of unsigned int, shape (C * G,)
        Places of packets, see :func:`fill_places`.
    support : array of unsigned int, shape (C * G,)
        Reasons to wait, see :func:`fill_places`; written.
    left : array of int32, shape (C,)
        Number of goals whose packets may be held up in each channel; written.
    done : array of bool, shape (W,)
        False; written, whether a channel of each set is released.
    stack, layer : array of int32, shape (C,)
        Written.
    rank : array of int32, shape (C,)
        -1; written, the round in which each channel is released.
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
