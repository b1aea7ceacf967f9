"""Loop that puts paths in layers without cycles of dependencies.

It runs as plain Python or compiled, see :mod:`graphs.base.compiled`."""

import numpy as np

NO_LAYER = -1


def in_layers(ends, ahead, nodes, indptr, origin, target, slot, into, into_hop, most):
    """The layer of each pair: the lowest one in which its path closes no cycle of dependencies.

    Each layer keeps an order of the hops in which its dependencies rise; a dependency that falls moves the hops between
    both (Pearce and Kelly 2006). They are looked for from both sides at once: where a cycle is closed, these soon meet.

    Parameters
    ----------
    ends : ndarray of int64, shape (D,)
        Sources and destinations.
    ahead : ndarray of int32, shape (D * N,)
        The hop from each node on the path to each destination, -1 for none.
    nodes : int
        Number of nodes N.
    indptr, origin, target : ndarray
        First hop of each node; ends of each hop.
    slot : ndarray of int64, shape (H + 1,)
        Number of the dependency of a hop on the first hop behind it.
    into, into_hop : ndarray
        Hops by the node to which they lead.
    most : int
        Number of layers.

    Returns
    -------
    ndarray of int8, shape (D * N,)
        Layer of each destination and source; ``NO_LAYER`` if there is none.
    """
    hops = len(target)
    layer = np.full(len(ends) * nodes, NO_LAYER, dtype=np.int8)
    present = np.zeros(most * slot[hops], dtype=np.bool_)
    closing = np.zeros(most * slot[hops], dtype=np.bool_)  # dependencies that close a cycle with those of the layer
    order = np.zeros(most * hops, dtype=np.int32)
    for at in range(most * hops):
        order[at] = hops - 1 - at % hops  # fewer are moved than in the order of their numbers
    mark = np.zeros(hops, dtype=np.int32)
    stamp = 0
    queue, behind = np.zeros(hops, dtype=np.int32), np.zeros(hops, dtype=np.int32)
    added = np.zeros(nodes + 1, dtype=np.int64)
    for number in range(len(ends)):
        destination = ends[number]
        for source in ends:
            if source == destination:
                continue
            for level in range(most):
                base, ranks = level * slot[hops], level * hops
                fits, new = True, 0
                one = ahead[number * nodes + source]
                while fits and target[one] != destination:
                    two = ahead[number * nodes + target[one]]
                    dependency = base + slot[one] + two - indptr[target[one]]
                    if closing[dependency]:
                        fits = False
                    elif not present[dependency]:
                        low, high = order[ranks + two], order[ranks + one]
                        if low < high:
                            stamp += 2  # the mark of hops ahead of the dependency; that of hops behind it is one less
                            queue[0], end, i, mark[two] = two, 1, 0, stamp
                            behind[0], many, j, mark[one] = one, 1, 0, stamp - 1
                            while fits and (i < end or j < many):
                                if i < end and (j == many or end - i <= many - j):
                                    hop = queue[i]
                                    i += 1
                                    first = indptr[target[hop]]
                                    for after in range(first, indptr[target[hop] + 1]):
                                        if present[base + slot[hop] + after - first]:
                                            if mark[after] == stamp - 1:
                                                fits = False
                                                break
                                            if mark[after] != stamp and order[ranks + after] < high:
                                                mark[after] = stamp
                                                queue[end] = after
                                                end += 1
                                elif j < many:
                                    hop = behind[j]
                                    j += 1
                                    node = origin[hop]
                                    for k in range(into[node], into[node + 1]):
                                        before = into_hop[k]
                                        if present[base + slot[before] + hop - indptr[node]]:
                                            if mark[before] == stamp:
                                                fits = False
                                                break
                                            if mark[before] != stamp - 1 and order[ranks + before] > low:
                                                mark[before] = stamp - 1
                                                behind[many] = before
                                                many += 1
                            if not fits and new == 0:
                                closing[dependency] = True
                            if fits:
                                ahead_ranks = np.array([order[ranks + queue[j]] for j in range(end)])
                                behind_ranks = np.array([order[ranks + behind[j]] for j in range(many)])
                                free = np.sort(np.concatenate((ahead_ranks, behind_ranks)))
                                by_rank, place = np.argsort(behind_ranks), 0
                                for j in by_rank:
                                    order[ranks + behind[j]] = free[place]
                                    place += 1
                                for j in np.argsort(ahead_ranks):
                                    order[ranks + queue[j]] = free[place]
                                    place += 1
                        if fits:
                            present[dependency] = True
                            added[new] = dependency
                            new += 1
                    one = two
                if fits:
                    layer[number * nodes + source] = level
                    break
                for j in range(new):
                    present[added[j]] = False
    return layer
