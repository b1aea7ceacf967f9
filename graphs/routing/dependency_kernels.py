"""Compiled loop: the start of a shortest cycle of a large dependency graph."""

import numpy as np

from graphs.base.jit import njit


@njit(cache=True, nogil=True)
def shortest_cycle_start(first, head):
    """The least resource on a shortest cycle, and its length.

    A breadth-first search from every resource, limited to lengths below that of the shortest cycle so far.

    Parameters
    ----------
    first : ndarray of int64, shape (R + 1,)
        The dependencies of resource r lead to head[first[r]:first[r + 1]].
    head : ndarray of int, shape (D,)
        Resources that are wanted.

    Returns
    -------
    tuple of (int, int)
        Resource and length; (-1, 0) if there is no cycle.
    """
    count = len(first) - 1
    seen = np.full(count, -1, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    best, best_start = count + 1, -1
    for start in range(count):
        begin, end, length = 0, 1, 1
        queue[0] = start
        while begin < end and length < best:
            layer = end
            for i in range(begin, layer):
                for k in range(first[queue[i]], first[queue[i] + 1]):
                    v = head[k]
                    if v == start:
                        best, best_start = min(best, length), start
                    elif seen[v] != start:
                        seen[v] = start
                        queue[end] = v
                        end += 1
                if best <= length:
                    break
            begin, length = layer, length + 1
    return best_start, best if best_start >= 0 else 0
