"""Loops over dependencies that are kept row by row, as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

import numpy as np


def levels(first, head, missing, level, queue):
    """The longest chain of dependencies that leads to each resource.

    first (array of int64, shape (R + 1,)): The dependencies of resource r lead to ``head[first[r]:first[r + 1]]``.
    head (array of int32, shape (D,)): Resources that are wanted.
    missing (array of int64, shape (R,)): Filled with 0; room to work in.
    level (array of int64, shape (R,)): The longest chain from elsewhere that leads to each resource; written: -1 for
    resources behind a cycle.
    queue (array of int64, shape (R,)): Room to work in.

    Returns: ``level``.
    """
    for v in head:
        missing[v] += 1
    end = 0
    for r in range(len(level)):
        if missing[r] == 0:
            queue[end] = r
            end += 1
    begin = 0
    while begin < end:
        r = queue[begin]
        begin += 1
        above = level[r] + 1
        for k in range(first[r], first[r + 1]):
            v = head[k]
            level[v] = max(level[v], above)
            missing[v] -= 1
            if missing[v] == 0:
                queue[end] = v
                end += 1
    for r in range(len(level)):
        if missing[r]:
            level[r] = -1
    return level


def reversed_rows(first, head, into, tail):
    """The dependencies that lead to each resource; or from each one, if those that lead to it are given.

    first (array of int64, shape (R + 1,)): The dependencies of resource r lead to ``head[first[r]:first[r + 1]]``.
    head (array of int32, shape (D,)): Resources that are wanted.
    into (array of int64, shape (R + 1,)): Filled with 0; first place of those of each resource, and the number of all;
    written.
    tail (array of int32, shape (D,)): Resources that are held, by those that are wanted; written.

    Returns: ``into`` and ``tail``.
    """
    count = len(into) - 1
    for v in head:
        into[v + 1] += 1
    for r in range(count):
        into[r + 1] += into[r]
    for r in range(count):
        for k in range(first[r], first[r + 1]):
            v = head[k]
            tail[into[v]] = r
            into[v] += 1
    for r in range(count, 0, -1):  # each is now where the next one begins
        into[r] = into[r - 1]
    into[0] = 0
    return into, tail


def shortest_cycle_start(first, head, into, tail, stuck, most):
    """The least resource on a shortest cycle, and its length.

    Two breadth-first searches from every resource, along dependencies and against them, each over half of a length below
    that of the shortest cycle so far.

    first (ndarray of int64, shape (R + 1,)): The dependencies of resource r lead to head[first[r]:first[r + 1]].
    head (ndarray of int32, shape (D,)): Resources that are wanted.
    into, tail: The same of the dependencies the other way around.
    stuck (ndarray of bool, shape (R,)): Resources outside of which there is no cycle.
    """
    count = len(first) - 1
    seen, met = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    far = np.empty(count, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    best, best_start, looked = count + 1, -1, 0
    for start in range(count):
        if looked > most and best_start >= 0:
            break
        if not stuck[start]:
            continue
        begin, end, length = 0, 1, 1
        queue[0] = start
        while begin < end and length <= best // 2:
            layer = end
            for i in range(begin, layer):
                looked += first[queue[i] + 1] - first[queue[i]]
                for k in range(first[queue[i]], first[queue[i] + 1]):
                    v = head[k]
                    if stuck[v] and seen[v] != start:
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
                    if stuck[v] and met[v] != start:
                        met[v] = start
                        queue[end] = v
                        end += 1
                        if seen[v] == start and far[v] + length < best:
                            best, best_start = far[v] + length, start
            begin, length = layer, length + 1
    return best_start, best if best_start >= 0 else 0


def cycle_through(start, first, head, stuck, seen, before, by, queue, path):
    """The dependencies of a shortest cycle through a resource, by a breadth-first search.

    first (ndarray of int64, shape (R + 1,)): The dependencies of resource r lead to head[first[r]:first[r + 1]].
    head (ndarray of int32, shape (D,)): Resources that are wanted.
    stuck (ndarray of bool, shape (R,)): Resources outside of which there is no cycle.
    seen (ndarray of int64, shape (R,)): Written: ``start`` for resources that were reached. Never ``start`` before.
    before, by, queue (ndarray of int64, shape (R,)): Written: resource and dependency before each that was reached, and
    those in the order in which they were.
    path (ndarray of int64, shape (R,)): Written: numbers of the dependencies, in order.
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
            if stuck[v] and seen[v] != start:
                seen[v], before[v], by[v] = start, u, k
                queue[end] = v
                end += 1
    return 0
