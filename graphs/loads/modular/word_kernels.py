"""Compiled loops: breadth-first search, and shortest paths from many sources followed modulo 2^64.

Imported only when a network is too large for :mod:`graphs.loads.paths`, since loading Numba takes a while. Every kernel
renumbers the nodes by their place in the breadth-first order, which keeps the nodes of neighbouring distances together
in memory. :mod:`graphs.loads.modular.loads_mod_2_64` explains the method and its exactness."""

import numpy as np
from graphs.base.jit import njit

from graphs.loads.modular.lanes import LANES, add_row, add_row_weighted

OK, DISCONNECTED, TOO_MANY_PATHS, BAD_PRIME = range(4)
NEAR = 64  # nodes among which sources to follow together are sought
SHORT = 1 << 12  # path counts below are found without hashing
WORD = 2.0**64
MOST = (1 << 63) - 1
SUMMED_APART = 4  # batches whose loads are added up apart, so that few roundings follow each other
HUGE = 2.0**90  # larger path counts are not known from a word and floating point
MAX_SHIFT = 40
MULTIPLIER = np.int64(-7046029254386353131)  # odd, from the golden ratio


@njit(cache=True, nogil=True)
def search(indptr, target, forwards, source, place, order, distance, first, head, hop):
    """Breadth-first search through forwarding nodes.

    The node at place i is order[i], at distance[i]; from it shortest paths continue by the hops
    hop[first[i]:first[i+1]] to the places head[...].

    Parameters
    ----------
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node.
    target : ndarray of int32, shape (hops,)
        Target of each hop.
    forwards : ndarray of bool, shape (N,)
        Whether each node forwards messages.
    source : int
        Number of the source.
    place, order, distance : ndarray of int32, shape (N,)
        Place of each node (-1 if not reached), node of each place, distance of each place; written.
    first : ndarray of int64, shape (N + 1,)
        First hop of each place; written.
    head, hop : ndarray of int32, shape (hops,)
        Place to which each hop leads, and the number of the hop; written.

    Returns
    -------
    int
        Number of nodes reached.
    """
    place[:] = -1
    place[source] = 0
    order[0] = source
    distance[0] = 0
    reached = 1
    found = 0
    for i in range(len(order)):
        if i == reached:
            break
        first[i] = found
        u = order[i]
        if i > 0 and not forwards[u]:
            continue
        beyond = distance[i] + 1
        for h in range(indptr[u], indptr[u + 1]):
            v = target[h]
            j = place[v]
            if j < 0:
                j = reached
                place[v] = j
                order[j] = v
                distance[j] = beyond
                reached += 1
            if distance[j] == beyond:
                head[found] = j
                hop[found] = h
                found += 1
    first[reached:] = found
    return reached


@njit(cache=True, nogil=True)
def misses(is_end, place):
    """Whether a search did not reach some terminal.

    Parameters
    ----------
    is_end : ndarray of bool, shape (N,)
        Whether each node is a terminal.
    place : ndarray of int32, shape (N,)
        Place of each node, -1 if not reached.

    Returns
    -------
    bool
        Whether a terminal is missing.
    """
    missed = 0
    for v in range(len(place)):
        missed += is_end[v] and place[v] < 0
    return missed > 0


@njit(cache=True, nogil=True)
def neighbours_together(indptr, target, wanted):
    """The wanted nodes in an order in which groups of ``LANES`` nodes are close to each other.

    Parameters
    ----------
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node.
    target : ndarray of int32, shape (hops,)
        Target of each hop.
    wanted : ndarray of bool, shape (N,)
        Nodes to put in order; all false afterwards.

    Returns
    -------
    ndarray of int64
        The nodes.
    """
    n = len(wanted)
    order = np.empty(wanted.sum(), np.int64)
    queue = np.empty(n, np.int32)
    met = np.full(n, -1, np.int32)
    done = 0
    for seed in range(n):
        if not wanted[seed]:
            continue
        group = 0
        queue[0] = seed
        met[seed] = seed
        size = 1
        for i in range(n):
            if i == size or group == LANES:
                break
            u = queue[i]
            if wanted[u]:
                wanted[u] = False
                order[done] = u
                done += 1
                group += 1
            for h in range(indptr[u], indptr[u + 1]):
                v = target[h]
                if met[v] != seed and size < min(n, NEAR):
                    met[v] = seed
                    queue[size] = v
                    size += 1
    return order


@njit(cache=True, nogil=True)
def _levels(indptr, target, forwards, sources, node, bits, start, seen, entered, first, hop, taken, paths, about):
    """Breadth-first search from up to ``LANES`` sources at once; bit l of a set is source l.

    Entries start[d] to start[d+1] of ``node`` and ``bits`` are the nodes at distance d from some of the sources, and
    from which. From entry e, shortest paths continue by hops first[e] to first[e+1] of ``hop``, those from the sources
    in ``taken``. ``seen`` and ``entered`` are room to work in, ``entered`` all zero before and after. ``paths`` has path
    counts modulo 2^64, ``about`` in floating point. Returns the number of levels."""
    seen[:] = 0
    paths[:] = 0
    about[:] = 0
    tail = 0
    for l in range(len(sources)):
        s = sources[l]
        if seen[s] == 0:
            node[tail] = s
            tail += 1
        seen[s] |= np.uint8(1 << l)
        paths[s, l] = 1
        about[s, l] = 1
    for e in range(tail):
        bits[e] = seen[node[e]]
    start[0] = 0
    start[1] = tail
    found = 0
    depth = 0
    while start[depth] < tail:
        end = tail
        for e in range(start[depth], end):
            first[e] = found
            u = node[e]
            if depth > 0 and not forwards[u]:
                continue
            b = np.int64(bits[e])
            for h in range(indptr[u], indptr[u + 1]):
                v = target[h]
                fresh = b & ~np.int64(seen[v])
                if fresh:
                    if entered[v] == 0:
                        node[tail] = v
                        tail += 1
                    entered[v] |= np.uint8(fresh)
                    hop[found] = h
                    taken[found] = fresh
                    found += 1
                    add_row(paths, v, paths, u, fresh)  # type: ignore[call-arg]  # Numba supplies the first argument
                    add_row(about, v, about, u, fresh)
        for e in range(end, tail):
            v = node[e]
            bits[e] = entered[v]
            seen[v] |= entered[v]
            entered[v] = 0
        depth += 1
        start[depth + 1] = tail
    first[tail] = found
    return depth


@njit(cache=True, nogil=True)
def _collect(target, slot, node, entries, first, hop, taken, paths, about, x, rough, load, approx):
    """Sum 1/sigma, which ``x`` (modulo 2^64) and ``rough`` hold at first, back to the sources, and add sigma times the
    sum to the load of each hop.
    """
    for e in range(entries - 1, -1, -1):
        u = node[e]
        for i in range(first[e], first[e + 1]):
            h = hop[i]
            v = target[h]
            s = slot[h]
            load[s] += add_row_weighted(x, u, x, v, taken[i], paths)  # type: ignore[call-arg]  # supplied by Numba
            approx[s] += add_row_weighted(rough, u, rough, v, taken[i], about)


@njit(cache=True, nogil=True)
def _find(count, about, index, keys, sizes):
    """Position of a path count, or of a free entry for it, in the open hash table index -> row of keys and sizes."""
    at = ((count * MULTIPLIER) >> 20) & (len(index) - 1)
    while True:
        row = index[at]
        if row < 0 or (keys[row] == count and abs(sizes[row] - about) < WORD / 2):
            return at
        at = (at + 1) & (len(index) - 1)


@njit(cache=True, nogil=True)
def _word_above(count, about):
    """floor(n / 2^64) for the integer n nearest to ``about`` that is ``count`` modulo 2^64."""
    low = np.float64(count) + (WORD if count < 0 else 0.0)
    return np.int64(np.rint((about - low) / WORD))


@njit(cache=True, nogil=True)
def run_words(indptr, target, forwards, is_end, slot, sources, weights, load, approx, sums, reach, facts):
    """Add weight * 2^shift * crossings of every slot to load (2-adically, modulo 2^64), and weight * crossings to
    approx (in floating point).

    Up to ``LANES`` sources are followed at once. The shift is the exponent of the largest power of 2 that divides a
    path count met at terminals; whenever it grows, earlier sums grow with it.

    Parameters
    ----------
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node.
    target : ndarray of int32, shape (hops,)
        Target of each hop.
    forwards : ndarray of bool, shape (N,)
        Whether each node forwards messages.
    is_end : ndarray of bool, shape (N,)
        Whether each node is a terminal.
    slot : ndarray of int, shape (hops,)
        Slot of each hop.
    sources, weights : ndarray of int64
        Sources and their weights.
    load : ndarray of int64, shape (slots,)
        Loads modulo 2^64; written.
    approx : ndarray of float64, shape (slots,)
        Loads in floating point; written.
    sums, reach : ndarray of int64
        Sum and greatest of the distances from each source; written.
    facts : ndarray of int64, shape (2,)
        Status and index of the last source; written.

    Returns
    -------
    tuple of (int, ndarray of int64, ndarray of float64)
        The shift, and the distinct path counts modulo 2^64 and in floating point.
    """
    n = len(indptr) - 1
    ends = is_end.sum()
    node = np.empty(min(len(sources), LANES) * n, np.int32)
    bits = np.empty(len(node), np.uint8)
    start = np.empty(n + 3, np.int64)
    seen = np.empty(n, np.uint8)
    entered = np.zeros(n, np.uint8)
    first = np.empty(len(node) + 1, np.int64)
    hop = np.empty(min(len(sources), LANES) * len(target), np.int32)
    taken = np.empty(len(hop), np.uint8)
    paths = np.empty((n, LANES), np.int64)
    about = np.empty((n, LANES), np.float64)
    x = np.empty((n, LANES), np.int64)
    rough = np.empty((n, LANES), np.float64)
    index = np.full(1 << 12, -1, np.int64)
    keys = np.empty(1 << 11, np.int64)
    sizes = np.empty(1 << 11, np.float64)
    inverse = np.empty(1 << 11, np.int64)
    quick = np.zeros(SHORT, np.int64)  # inverses of short counts, found without hashing; 0 if not met yet
    arrived = np.empty(LANES, np.int64)
    before = np.empty(LANES, np.int64)
    partial = np.zeros_like(approx)
    used = 0
    shift = 0
    for k in range(0, len(sources), LANES):
        lanes = min(LANES, len(sources) - k)
        nearby = sources[k : k + lanes]
        depth = _levels(
            indptr, target, forwards, nearby, node, bits, start, seen, entered, first, hop, taken, paths, about
        )
        arrived[:] = 0
        for d in range(depth):
            before[:] = arrived
            for e in range(start[d], start[d + 1]):
                if is_end[node[e]]:
                    b = np.int64(bits[e])
                    for l in range(LANES):
                        arrived[l] += (b >> l) & 1
            for l in range(lanes):
                if arrived[l] > before[l]:
                    sums[k + l] += (arrived[l] - before[l]) * d
                    reach[k + l] = d
        for l in range(lanes):
            if arrived[l] < ends:
                facts[0] = DISCONNECTED
                facts[1] = k + l
                return shift, keys[:used], sizes[:used]
        x[:] = 0
        rough[:] = 0
        for u in range(n):
            if not is_end[u]:
                continue
            for l in range(lanes):
                count = paths[u, l]
                size = about[u, l]
                short = size < SHORT
                if short:
                    value = quick[count]
                else:
                    at = _find(count, size, index, keys, sizes)
                    value = inverse[index[at]] if index[at] >= 0 else 0
                if value == 0:
                    power = 0
                    while power < 63 and not (count >> power) & 1:
                        power += 1
                    if power > MAX_SHIFT or size >= HUGE:
                        facts[0] = TOO_MANY_PATHS
                        return shift, keys[:used], sizes[:used]
                    if power > shift:
                        more = power - shift
                        for s in range(len(load)):
                            load[s] <<= more
                        for i in range(n):
                            for j in range(LANES):
                                x[i, j] <<= more
                        for r in range(used):
                            inverse[r] <<= more
                        for r in range(SHORT):
                            quick[r] <<= more
                        shift = power
                    odd = count
                    for _ in range(power):  # the word above supplies the leading bits
                        odd = (odd >> 1) & MOST
                    if power > 0 and size >= WORD / 4:
                        odd |= _word_above(count, size) << (64 - power)
                    found = odd  # right modulo 2^3; each step doubles the bits
                    for _ in range(5):
                        found *= 2 - odd * found
                    keys[used] = count
                    sizes[used] = size
                    value = found << (shift - power)
                    inverse[used] = value
                    if short:
                        quick[count] = value
                    else:
                        index[at] = used
                    used += 1
                    if used == len(keys):  # full: the table grows to twice the size
                        index = np.full(4 * used, -1, np.int64)
                        keys = np.concatenate((keys, np.empty_like(keys)))
                        sizes = np.concatenate((sizes, np.empty_like(sizes)))
                        inverse = np.concatenate((inverse, np.empty_like(inverse)))
                        for r in range(used):
                            if sizes[r] >= SHORT:
                                index[_find(keys[r], sizes[r], index, keys, sizes)] = r
                x[u, l] = value * weights[k + l]
                rough[u, l] = weights[k + l] / size
        _collect(target, slot, node, start[depth], first, hop, taken, paths, about, x, rough, load, partial)
        if k // LANES % SUMMED_APART == 0 or k + LANES >= len(sources):
            approx += partial
            partial[:] = 0
    return shift, keys[:used], sizes[:used]


@njit(cache=True, nogil=True)
def run_distances(indptr, target, forwards, is_end, sources, sums, reach, facts):
    """Sum and greatest of the distances from each source to all terminals.

    Parameters
    ----------
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node.
    target : ndarray of int32, shape (hops,)
        Target of each hop.
    forwards : ndarray of bool, shape (N,)
        Whether each node forwards messages.
    is_end : ndarray of bool, shape (N,)
        Whether each node is a terminal.
    sources : ndarray of int64
        Sources.
    sums, reach : ndarray of int64
        Results; written.
    facts : ndarray of int64, shape (2,)
        Status and index of the last source; written.
    """
    n = len(indptr) - 1
    distance = np.empty(n, np.int32)
    queue = np.empty(n, np.int32)
    for k in range(len(sources)):
        facts[1] = k
        distance[:] = -1
        distance[sources[k]] = 0
        queue[0] = sources[k]
        reached = 1
        for i in range(n):
            if i == reached:
                break
            u = queue[i]
            if is_end[u]:
                sums[k] += distance[u]
                reach[k] = distance[u]
            if i > 0 and not forwards[u]:
                continue
            for h in range(indptr[u], indptr[u + 1]):
                v = target[h]
                if distance[v] < 0:
                    distance[v] = distance[u] + 1
                    queue[reached] = v
                    reached += 1
        if reached < n and misses(is_end, distance):
            facts[0] = DISCONNECTED
            return
