"""Compiled loops: shortest cycles of dependency graphs."""

import numpy as np

from graphs.base.jit import njit


@njit(cache=True, nogil=True)
def shortest_cycle_start(first, head, most):
    """The least resource on a shortest cycle, and its length.

    Two breadth-first searches from every resource, along dependencies and against them, each over half of a length below
    that of the shortest cycle so far.

    Parameters
    ----------
    first : ndarray of int64, shape (R + 1,)
        The dependencies of resource r lead to head[first[r]:first[r + 1]].
    head : ndarray of int, shape (D,)
        Resources that are wanted.
    most : int
        Dependencies that are looked at, again and again, before the shortest cycle so far is enough.

    Returns
    -------
    tuple of (int, int)
        Resource and length; (-1, 0) if there is no cycle.
    """
    count = len(first) - 1
    into = np.zeros(count + 1, dtype=np.int64)
    for v in head:
        into[v + 1] += 1
    into = np.cumsum(into)
    tail, free = np.empty(len(head), dtype=np.int64), into[:-1].copy()
    for u in range(count):
        for k in range(first[u], first[u + 1]):
            tail[free[head[k]]] = u
            free[head[k]] += 1
    seen, met = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    far = np.empty(count, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    best, best_start, looked = count + 1, -1, 0
    for start in range(count):
        if looked > most and best_start >= 0:
            break
        if first[start] == first[start + 1] or into[start] == into[start + 1]:
            continue
        begin, end, length = 0, 1, 1
        queue[0] = start
        while begin < end and length <= best // 2:
            layer = end
            for i in range(begin, layer):
                looked += first[queue[i] + 1] - first[queue[i]]
                for k in range(first[queue[i]], first[queue[i] + 1]):
                    v = head[k]
                    if seen[v] != start:
                        seen[v], far[v] = start, length
                        queue[end] = v
                        end += 1
            begin, length = layer, length + 1
        if seen[start] == start and far[start] < best:
            best, best_start = far[start], start
        begin, end, length = 0, 1, 1
        queue[0] = start
        while begin < end and length <= (best - 1) // 2:
            layer = end
            for i in range(begin, layer):
                looked += into[queue[i] + 1] - into[queue[i]]
                for k in range(into[queue[i]], into[queue[i] + 1]):
                    v = tail[k]
                    if met[v] != start:
                        met[v] = start
                        queue[end] = v
                        end += 1
                        if seen[v] == start and far[v] + length < best:
                            best, best_start = far[v] + length, start
            begin, length = layer, length + 1
    return best_start, best if best_start >= 0 else 0


@njit(cache=True, nogil=True)
def cycle_through(start, first, head, seen, before, by, queue, path):
    """The dependencies of a shortest cycle through a resource, by a breadth-first search.

    Parameters
    ----------
    start : int
        Resource.
    first : ndarray of int64, shape (R + 1,)
        The dependencies of resource r lead to head[first[r]:first[r + 1]].
    head : ndarray of int64, shape (D,)
        Resources that are wanted.
    seen : ndarray of int64, shape (R,)
        Written: ``start`` for resources that were reached. Never ``start`` before.
    before, by, queue : ndarray of int64, shape (R,)
        Written: resource and dependency before each that was reached, and those in the order in which they were.
    path : ndarray of int64, shape (R,)
        Written: numbers of the dependencies, in order.

    Returns
    -------
    int
        Length of the cycle; 0 if there is none.
    """
    begin, end = 0, 1
    queue[0] = start
    while begin < end:
        u = queue[begin]
        begin += 1
        for k in range(first[u], first[u + 1]):
            v = head[k]
            if v == start:
                length = 1
                path[0] = k
                while u != start:
                    path[length] = by[u]
                    u = before[u]
                    length += 1
                path[:length] = path[:length][::-1].copy()
                return length
            if seen[v] != start:
                seen[v], before[v], by[v] = start, u, k
                queue[end] = v
                end += 1
    return 0
