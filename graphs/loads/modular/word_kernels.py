"""Compiled loops: breadth-first search, and shortest paths from many sources followed modulo 2^64.

Imported only when a network is too large for :mod:`graphs.loads.paths`, since loading Numba takes a while. Every kernel
renumbers the nodes by their place in the breadth-first order, which keeps the nodes of neighbouring distances together
in memory. :mod:`graphs.loads.modular.loads_mod_2_64` explains the method and its exactness."""

from math import gcd

import numpy as np
from numba import njit

OK, DISCONNECTED, TOO_MANY_PATHS, BAD_PRIME = range(4)
LIMIT = 1 << 62  # path counts of the 64-bit kernel and their common multiple stay below


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
def run_words(indptr, target, forwards, is_end, slot, sources, weights, load, approx, sums, reach, facts):
    """Add weight * multiple * crossings of every slot to load (modulo 2^64) and to approx (in floating point).

    The multiple is a common one of all path counts met at terminals; whenever it grows, earlier sums grow with it.

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
    int
        The multiple.
    """
    n = len(indptr) - 1
    place = np.empty(n, np.int32)
    order = np.empty(n, np.int32)
    distance = np.empty(n, np.int32)
    first = np.empty(n + 1, np.int64)
    head = np.empty(len(target), np.int32)
    hop = np.empty(len(target), np.int32)
    paths = np.empty(n, np.int64)
    x = np.empty(n, np.int64)
    xf = np.empty(n, np.float64)
    multiple = np.int64(1)
    for k in range(len(sources)):
        facts[1] = k
        m = search(indptr, target, forwards, sources[k], place, order, distance, first, head, hop)
        if m < n and misses(is_end, place):
            facts[0] = DISCONNECTED
            return multiple
        paths[:] = 0
        paths[0] = 1
        seen = 0
        total = 0
        for i in range(m):
            count = paths[i]
            if is_end[order[i]]:
                total += distance[i]
                reach[k] = distance[i]
            for h in range(first[i], first[i + 1]):
                count_there = paths[head[h]] + count
                paths[head[h]] = count_there
                seen |= count_there  # no sum of two numbers below the limit overflows
        if seen < 0 or seen >= LIMIT:
            facts[0] = TOO_MANY_PATHS
            return multiple
        sums[k] = total
        i = 0
        while i < m:
            if not is_end[order[i]]:
                x[i] = 0
                i += 1
                continue
            x[i] = multiple // paths[i]
            i += 1
            if x[i - 1] * paths[i - 1] != multiple:
                factor = paths[i - 1] // gcd(multiple, paths[i - 1])
                if multiple >= LIMIT // factor:
                    facts[0] = TOO_MANY_PATHS
                    return multiple
                multiple *= factor
                for s in range(len(load)):
                    load[s] *= factor
                    approx[s] *= factor
                i = 0
        for i in range(m - 1, -1, -1):
            count = paths[i]
            mine = x[i] * weights[k]
            minef = float(x[i]) * float(weights[k])
            countf = float(count)
            for h in range(first[i], first[i + 1]):
                j = head[h]
                s = slot[hop[h]]
                mine += x[j]
                minef += xf[j]
                load[s] += count * x[j]
                approx[s] += countf * xf[j]
            x[i] = mine
            xf[i] = minef
    return multiple


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
