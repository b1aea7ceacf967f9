"""Compiled loops that follow messages modulo several primes at once: on shortest paths, over all hops that lead nearer, and on
all paths to one goal.
"""

import numpy as np

from netlemma.graphs.base.jit import njit
from netlemma.graphs.loads.word_kernels import (
    BAD_PRIME,
    DISCONNECTED,
    MULTIPLIER,
    OK,
    TOO_MANY_PATHS,
    misses,
    search,
    search_room,
)

MOST_ESTIMATED = 1e300  # paths from a place, which floating point still estimates

# Compiled loops: shortest paths from many sources, followed modulo several primes at once.
#
# The primes are the innermost index, so that one instruction processes several of them. See
# graphs.loads.shortest_loads for the method and its exactness.


@njit(inline="always")
def add(a, b, p):
    """The sum a + b modulo p."""
    r = a + b - p
    return r + (p & (r >> 63))


@njit(inline="always")
def multiply(a, b, p, inverse):
    """The product a b modulo p; the quotient by floating point is wrong by at most one."""
    r = a * b - np.int64(np.float64(a) * np.float64(b) * inverse) * p
    r += p & (r >> 63)
    r -= p
    return r + (p & (r >> 63))


@njit(cache=True, nogil=True)
def enter(paths, i, primes, inverses, keys, inverse, row, square):
    """Put the path count of a place and its inverse (its power p-2) into a row of the table.

    paths (ndarray of int64, shape (places, K)): Path counts modulo the primes.
    primes (ndarray of int64, shape (K,)): The primes.
    inverses (ndarray of float64, shape (K,)): Reciprocals of the primes.
    keys, inverse (ndarray of int64, shape (rows, K)): Path counts of the table, and their inverses; written.
    square (ndarray of int64, shape (K,)): Room to work in.
    """
    lanes = len(primes)
    bad = False
    for l in range(lanes):
        bad |= paths[i, l] == 0
        keys[row, l] = paths[i, l]
        square[l] = paths[i, l]
        inverse[row, l] = 1
    for bit in range(50):
        for l in range(lanes):
            more = multiply(inverse[row, l], square[l], primes[l], inverses[l])
            inverse[row, l] = more if ((primes[l] - 2) >> bit) & 1 else inverse[row, l]
            square[l] = multiply(square[l], square[l], primes[l], inverses[l])
    return bad


@njit(cache=True, nogil=True)
def find(values, i, index, keys):
    """Position of a number, or of a free entry for it, in an open hash table.

    values (ndarray of int64, shape (places, K)): Numbers modulo the primes.
    index (ndarray of int64): The hash table: rows of ``keys``, -1 where free; a power of 2 of entries.
    keys (ndarray of int64, shape (rows, K)): Numbers of the table.
    """
    at = ((values[i, 0] * MULTIPLIER) >> 20) & (len(index) - 1)
    while True:
        row = index[at]
        if row < 0:
            return at
        same = True
        for l in range(keys.shape[1]):
            same &= keys[row, l] == values[i, l]
        if same:
            return at
        at = (at + 1) & (len(index) - 1)


@njit(cache=True, nogil=True)
def index_rows(index, keys, used):
    """Enter the first rows of a table of numbers into its hash table.

    index (ndarray of int64): Hash table, a power of 2 of entries, -1 where free; written.
    keys (ndarray of int64, shape (rows, K)): Numbers modulo primes.
    """
    for row in range(used):
        index[find(keys, row, index, keys)] = row


@njit(cache=True, nogil=True)
def spread(order, reached, first, head, paths, p):
    """Path counts of all nodes from those before them.

    order (ndarray of uint32, shape (N,)): Nodes in order of distance.
    first (ndarray of uint64, shape (N + 1,)): First hop on shortest paths from each of them.
    head (ndarray of uint32): Node to which each hop leads.
    paths (ndarray of int64, shape (N, primes)): Path counts modulo the primes; written.
    p (ndarray of int64, shape (primes,)): The primes.
    """
    lanes = len(p)
    paths[:] = 0
    paths[order[0]] = 1
    for i in range(reached):
        u = order[i]
        for h in range(first[i], first[i + 1]):
            v = head[h]
            for l in range(lanes):
                paths[v, l] = add(paths[v, l], paths[u, l], p[l])


@njit(cache=True, nogil=True)
def _collect(order, reached, first, head, loaded, paths, x, p, inverses, load):
    """Sum 1/sigma, which x holds at first, back to the source, and add sigma * x to the load of every hop."""
    lanes = len(p)
    for i in range(reached - 1, -1, -1):
        u = order[i]
        for h in range(first[i], first[i + 1]):
            v = head[h]
            s = loaded[h]
            for l in range(lanes):
                y = x[v, l]
                x[u, l] = add(x[u, l], y, p[l])
                load[s, l] = add(load[s, l], multiply(paths[u, l], y, p[l], inverses[l]), p[l])


@njit(cache=True, nogil=True)
def run_primes(
    indptr, target, forwards, is_end, slot, sources, messages, primes, inverses, load, sums, reach, widest, facts
):
    """Add crossings of every slot to load, modulo the primes.

    indptr, target, forwards: As for :func:`netlemma.graphs.loads.word_kernels.search`.
    is_end (ndarray of bool, shape (N,)): Whether each node is a terminal.
    slot (ndarray of uint32, shape (hops,)): Slot of each hop.
    sources (ndarray of int64, shape (K,)): Sources.
    messages (ndarray of int64, shape (K, N) or (K, 1)): Messages of each source to each node, or to each terminal,
    below 2^49.
    primes (ndarray of int64): The primes.
    inverses (ndarray of float64): Reciprocals of the primes.
    load (ndarray of int64, shape (slots, primes)): Loads modulo the primes; written.
    sums, reach (ndarray of int64): Sum and greatest of the distances from each source; written.
    widest (ndarray of int64): Largest number of hops by which shortest paths enter one node at each distance; written.
    facts (ndarray of int64, shape (2,)): Status and index of the last source; written.

    Returns: All distinct path counts to terminals modulo the primes.
    """
    n = len(indptr) - 1
    lanes = len(primes)
    distance, order, first, head, loaded = search_room(n, len(target))
    entering = np.empty(n, np.int32)
    sent = np.empty(n, np.int64)
    paths = np.empty((n, lanes), np.int64)
    x = np.empty((n, lanes), np.int64)
    index = np.full(1024, -1, np.int64)
    keys = np.empty((512, lanes), np.int64)
    inverse = np.empty((512, lanes), np.int64)
    square = np.empty(lanes, np.int64)
    used = 0
    for k in range(len(sources)):
        facts[1] = k
        reached = search(indptr, target, forwards, slot, sources[k], distance, order, first, head, loaded)
        sent[:] = messages[k] * is_end
        if reached < n and misses(sent != 0, distance):
            facts[0] = DISCONNECTED
            break
        entering[:] = 0
        for i in range(reached):
            u = order[i]
            if sent[u]:
                sums[k] += distance[u]
                reach[k] = distance[u]
            widest[distance[u]] = max(widest[distance[u]], entering[u])
            for h in range(first[i], first[i + 1]):
                entering[head[h]] += 1
        spread(order, reached, first, head, paths, primes)
        x[:] = 0
        for i in range(n):
            if not sent[i]:
                continue
            at = find(paths, i, index, keys)
            row = index[at]
            if row < 0:
                row = used
                index[at] = row
                used += 1
                if enter(paths, i, primes, inverses, keys, inverse, row, square):
                    facts[0] = BAD_PRIME
                    return keys[:used]
                if used == len(keys):  # full: the table grows to twice the size
                    index = np.full(4 * used, -1, np.int64)
                    keys = np.concatenate((keys, np.empty_like(keys)))
                    inverse = np.concatenate((inverse, np.empty_like(inverse)))
                    index_rows(index, keys, used)
            for l in range(lanes):
                x[i, l] = multiply(inverse[row, l], sent[i], primes[l], inverses[l])
        _collect(order, reached, first, head, loaded, paths, x, primes, inverses, load)
    return keys[:used]


# Compiled loop: messages that split evenly among all hops that lead nearer, followed modulo several primes at once.
#
# See graphs.loads.shortest_loads for the method and its exactness.


@njit(cache=True, nogil=True)
def run_hops(
    indptr, before, forwards, is_end, hop, goals, messages, one, primes, inverses, share, load, sums, reach, splits,
    facts,
):  # fmt: skip
    """Add crossings of every hop to load, modulo the primes.

    indptr, before, forwards: Hops into each node, the nodes from which they come, and forwarding nodes, as for
    :func:`netlemma.graphs.loads.word_kernels.search`.
    is_end (ndarray of bool, shape (N,)): Whether each node is a terminal.
    hop (ndarray of uint32, shape (hops,)): Number of each hop.
    goals (ndarray of int64, shape (K,)): Destinations.
    messages (ndarray of int64, shape (K, N)): Messages of each node to each destination, below 2^49.
    primes (ndarray of int64): The primes.
    inverses (ndarray of float64): Reciprocals of the primes.
    share (ndarray of int64, shape (most, primes)): Inverse of each number of hops modulo the primes.
    load (ndarray of int64, shape (hops, primes)): Loads modulo the primes; written.
    sums, reach (ndarray of int64): Sum and greatest of the distances to each destination; written.
    splits (ndarray of bool, shape (levels, most)): Numbers of hops among which messages split at each distance from
    their destination; written.
    facts (ndarray of int64, shape (2,)): Status and index of the last destination; written.
    """
    n = len(indptr) - 1
    lanes = len(primes)
    distance, order, first, head, loaded = search_room(n, len(before))
    ways = np.empty(n, np.int64)
    least = np.empty(n, np.int64)
    sent = np.empty(n, np.int64)
    x = np.empty((n, lanes), np.int64)
    for k in range(len(goals)):
        facts[1] = k
        reached = search(indptr, before, forwards, hop, goals[k], distance, order, first, head, loaded)
        sent[:] = messages[k] * is_end
        if reached < n and misses(sent != 0, distance):
            facts[0] = DISCONNECTED
            return
        ways[:] = 0
        least[:] = len(before)
        for h in range(first[n]):
            v = head[h]
            ways[v] += 1
            least[v] = min(least[v], loaded[h])
        for v in range(n):
            for l in range(lanes):
                x[v, l] = sent[v]
        for i in range(reached - 1, -1, -1):
            u = order[i]
            if sent[u]:
                sums[k] += distance[u]
                reach[k] = max(reach[k], distance[u])
            for h in range(first[i], first[i + 1]):
                v = head[h]
                s = loaded[h]
                if one and least[v] != s:
                    continue
                for l in range(lanes):
                    load[s, l] = add(load[s, l], x[v, l], primes[l])
                    x[u, l] = add(x[u, l], x[v, l], primes[l])
            if i > 0 and ways[u] > 1 and not one:
                if distance[u] >= splits.shape[0] or ways[u] >= splits.shape[1]:
                    facts[0] = TOO_MANY_PATHS
                    return
                splits[distance[u], ways[u]] = True
                for l in range(lanes):
                    x[u, l] = multiply(x[u, l], share[ways[u], l], primes[l], inverses[l])


# Compiled loop: messages to one goal whose paths are all equally likely.


@njit(cache=True, nogil=True)
def path_flows(
    by_node, head, destination, start, channel, rows, sources, messages, primes, reciprocals, paths, flow, size, index,
    keys, inverse, used, slot, load,
):  # fmt: skip
    """Add messages to the loads of the channels that they take, modulo the primes.

    head (ndarray of int32, shape (C,)): Node to which each channel leads.
    start, channel: Choices.
    rows, sources (ndarray of int32): Rows that packets reach, each before the rows behind its choices, and their
    sources.
    messages (ndarray of int64): Messages of each source, below 2^49.
    primes (ndarray of int64, shape (K,)): Primes below 2^50.
    reciprocals (ndarray of float64, shape (K,)): 1 / prime.
    paths, flow (ndarray of int64, shape (N + C, K)): Room to work in.
    size (ndarray of float64, shape (N + C,)): Room to work in.
    index, keys, inverse (ndarray of int64): Hash table of numbers of paths, the numbers modulo the primes, and their
    inverses, with room for all sources; written.
    slot (ndarray of int64, shape (C,)): Where the load of each channel is added up.
    load (ndarray of int64, shape (slots, K)): Loads modulo the primes; written.
    """
    offset = len(size) - len(head)
    lanes = len(primes)
    square = np.empty(lanes, np.int64)
    most = 1.0
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        flow[row] = 0
        if row >= offset and head[row - offset] == destination:
            continue
        size[row] = 0.0
        paths[row] = 0
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if head[c] == destination:
                size[row] += 1.0
                for l in range(lanes):
                    paths[row, l] = add(paths[row, l], 1, primes[l])
            else:
                to = head[c] if by_node else offset + c
                size[row] += size[to]
                for l in range(lanes):
                    paths[row, l] = add(paths[row, l], paths[to, l], primes[l])
        most = max(most, size[row])
    if most > MOST_ESTIMATED:
        return TOO_MANY_PATHS, used, 1.0
    for i in range(len(sources)):
        s = sources[i]
        at = find(paths, s, index, keys)
        row = index[at]
        if row < 0:
            if enter(paths, s, primes, reciprocals, keys, inverse, used, square):
                return BAD_PRIME, used, most
            row = used
            index[at] = row
            used += 1
        for l in range(lanes):
            flow[s, l] = multiply(inverse[row, l], messages[i], primes[l], reciprocals[l])
    for row in rows:
        if row >= offset and head[row - offset] == destination:
            continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            s = slot[c]
            if head[c] == destination:
                for l in range(lanes):
                    load[s, l] = add(load[s, l], flow[row, l], primes[l])
            else:
                to = head[c] if by_node else offset + c
                for l in range(lanes):
                    x = flow[row, l]
                    flow[to, l] = add(flow[to, l], x, primes[l])
                    load[s, l] = add(load[s, l], multiply(x, paths[to, l], primes[l], reciprocals[l]), primes[l])
    return OK, used, most
