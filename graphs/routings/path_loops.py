"""Loops that find the first simple paths to a destination, as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

import numpy as np

from netlemma.graphs.base.compiled import Kernel

GIVEN_UP = -1


@Kernel
def first_paths(indptr, target, forwarding, far, source, destination, k, most, stack, following, met, length, hops):
    """The first simple paths between two nodes: shorter ones first, equally long ones in the order of their hops.

    All paths of a length are tried in order, first of the least length and then of the next one, by going back as soon as
    the destination is too far.

    indptr, target: Hops of each node, and node to which each leads.
    forwarding (array of bool, shape (N,)): Whether each node passes on messages of others.
    far (array of int32, shape (N,)): Distance of each node to the destination, -1 if there is no path.
    stack, following (array of int64, shape (N,)): Room to work in: nodes of a path, and the hop that is tried next at
    each.
    met (array of bool, shape (N,)): Filled with False, and so again at the end: the nodes of a path.
    length (array of int64, shape (k,)): Hops of each path; written.
    hops (array of int64, shape (k * N,)): Hops of the paths, one behind the other; written.
    """
    found = size = steps = 0
    limit = far[source]
    while limit > 0:
        longer = False  # whether a path may be longer
        depth = 0
        stack[0], following[0], met[source] = source, indptr[source], True
        while depth >= 0:
            u, hop = stack[depth], following[depth]
            if hop == indptr[u + 1] or found == k or steps > most:
                met[u] = False
                depth -= 1
                continue
            following[depth] = hop + 1
            steps += 1
            v = target[hop]
            if met[v] or far[v] < 0:
                continue
            if depth + 1 + far[v] > limit:
                longer = longer or v == destination or forwarding[v]
            elif v == destination:
                if depth + 1 == limit:
                    for i in range(depth):
                        hops[size + i] = following[i] - 1
                    hops[size + depth] = hop
                    size += limit
                    length[found] = limit
                    found += 1
            elif forwarding[v]:
                depth += 1
                stack[depth], following[depth], met[v] = v, indptr[v], True
        if steps > most and found < k:
            return GIVEN_UP
        if found == k or not longer:
            break
        limit += 1
    return found


def paths_to(indptr, target, forwarding, far, sources, destination, k, most):
    """The first simple paths from some nodes to another one, see :func:`first_paths`.

    indptr, target, forwarding, far: As there.
    sources (array of int64): The nodes.

    Returns: Number of paths of each source, ``GIVEN_UP`` if it takes too long; length of each path; hops, path by path.
    """
    nodes = len(forwarding)
    stack, following = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
    met = np.zeros(nodes, dtype=np.bool_)
    length, hops = np.zeros(k, dtype=np.int64), np.zeros(k * nodes, dtype=np.int64)
    count = np.zeros(len(sources), dtype=np.int64)
    lengths, every = np.zeros(len(sources) * k, dtype=np.int64), np.zeros(64, dtype=np.int64)
    paths = size = 0
    for i in range(len(sources)):
        count[i] = first_paths(
            indptr, target, forwarding, far, sources[i], destination, k, most, stack, following, met, length, hops
        )
        for rank in range(max(count[i], 0)):
            lengths[paths] = length[rank]
            paths += 1
        more = 0
        for rank in range(max(count[i], 0)):
            more += length[rank]
        while size + more > len(every):
            every = np.concatenate((every, np.zeros_like(every)))
        every[size : size + more] = hops[:more]
        size += more
    return count, lengths[:paths], every[:size]
