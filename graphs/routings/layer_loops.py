"""Loop that puts paths in layers without cycles of dependencies.

It runs as plain Python or compiled, see :mod:`graphs.base.compiled`."""

import numpy as np

NO_LAYER = -1
PRESENT, CLOSING = 1, 2  # a dependency of the layer; one that closes a cycle with those of the layer


def in_layers(ends, ahead, nodes, indptr, target, slot, most):
    """The layer of each pair: the lowest one in which its path closes no cycle of dependencies.

    Each layer keeps an order of the hops in which its dependencies rise. Where a dependency falls, the hops that depend on
    its head are looked for upwards from there, those on which its tail depends downwards, until both meet: at a hop, and
    there is a cycle; or at a place, and the hops found below it change sides with those found above it (two-way search, see
    Bender, Fineman, Gilbert and Tarjan 2016).
    A path comes to no layer below that of a part of it that leads to the same destination.

    Parameters
    ----------
    ends : ndarray of int64, shape (D,)
        Sources and destinations.
    ahead : ndarray of int32, shape (D * N,)
        The hop from each node on the path to each destination, -1 for none.
    nodes : int
        Number of nodes N.
    indptr, target : ndarray
        First hop of each node; end of each hop.
    slot : ndarray of int64, shape (H + 1,)
        Number of the dependency of a hop on the first hop behind it.
    most : int
        Number of layers.

    Returns
    -------
    ndarray of int8, shape (D * N,)
        Layer of each destination and source; ``NO_LAYER`` if there is none.
    """
    hops = len(target)
    layer = np.full(len(ends) * nodes, NO_LAYER, dtype=np.int8)
    state = np.zeros(most * slot[hops], dtype=np.int8)  # of the dependencies of each layer
    order, at = np.zeros(most * hops, dtype=np.int32), np.zeros(most * hops, dtype=np.int32)
    for k in range(most * hops):
        order[k] = at[k] = hops - 1 - k % hops  # fewer are moved than in the order of their numbers
    # links are dependencies of layers: head and earlier link of the same tail, tail and earlier link of the same head; 0 for none
    links = np.zeros((hops + 1, 4), dtype=np.int32)
    last = np.zeros((most * hops, 2), dtype=np.int32)  # last link from each hop of a layer, and to it
    size = 1
    mark = np.zeros(hops, dtype=np.int32)
    stamp = 0
    moved = np.zeros(hops, dtype=np.int32)
    added = np.zeros(nodes + 1, dtype=np.int64)
    for number in range(len(ends)):
        destination, row = ends[number], number * nodes
        for source in ends:
            if source == destination:
                continue
            begin = ahead[row + source]
            one = begin
            while target[one] != destination and layer[row + target[one]] == NO_LAYER:
                one = ahead[row + target[one]]
            for level in range(max(0, layer[row + target[one]]), most):
                base, ranks = level * slot[hops], level * hops
                fits, new, one = True, 0, begin
                while fits and target[one] != destination:
                    two = ahead[row + target[one]]
                    fits = state[base + slot[one] + two - indptr[target[one]]] != CLOSING
                    one = two
                one = begin
                while fits and target[one] != destination:
                    two = ahead[row + target[one]]
                    dependency = base + slot[one] + two - indptr[target[one]]
                    if state[dependency] != PRESENT:
                        low, high = order[ranks + two], order[ranks + one]
                        if low < high:
                            stamp += 2  # the mark of hops ahead of the dependency; that of hops behind it is one less
                            mark[two], mark[one] = stamp, stamp - 1
                            i, j = low, high  # places between which hops are still to be looked at
                            work = 0  # links seen upwards less those seen downwards
                            while fits and i <= j:
                                if work <= 0:
                                    link = last[ranks + at[ranks + i], 0] if mark[at[ranks + i]] == stamp else 0
                                    i += 1
                                    while link:
                                        after = links[link, 0]
                                        link = links[link, 1]
                                        work += 1
                                        if mark[after] == stamp - 1:
                                            fits = False
                                            break
                                        mark[after] = stamp
                                else:
                                    link = last[ranks + at[ranks + j], 1] if mark[at[ranks + j]] == stamp - 1 else 0
                                    j -= 1
                                    while link:
                                        before = links[link, 2]
                                        link = links[link, 3]
                                        work -= 1
                                        if mark[before] == stamp:
                                            fits = False
                                            break
                                        mark[before] = stamp - 1
                            if not fits and new == 0:
                                state[dependency] = CLOSING
                            if fits:
                                lower, upper, some = low, high, 0
                                for place in range(low, i):
                                    hop = at[ranks + place]
                                    if mark[hop] == stamp:
                                        moved[some] = hop
                                        some += 1
                                    else:
                                        at[ranks + lower], order[ranks + hop] = hop, lower
                                        lower += 1
                                few = some
                                for place in range(high, j, -1):
                                    hop = at[ranks + place]
                                    if mark[hop] == stamp - 1:
                                        moved[some] = hop
                                        some += 1
                                    else:
                                        at[ranks + upper], order[ranks + hop] = hop, upper
                                        upper -= 1
                                for k in range(some - 1, few - 1, -1):
                                    at[ranks + lower], order[ranks + moved[k]] = moved[k], lower
                                    lower += 1
                                for k in range(few):
                                    at[ranks + lower], order[ranks + moved[k]] = moved[k], lower
                                    lower += 1
                        if fits:
                            state[dependency] = PRESENT
                            added[new] = dependency
                            new += 1
                            if size == len(links):
                                links = np.concatenate((links, np.zeros_like(links)))
                            links[size, 0], links[size, 1] = two, last[ranks + one, 0]
                            links[size, 2], links[size, 3] = one, last[ranks + two, 1]
                            last[ranks + one, 0] = last[ranks + two, 1] = size
                            size += 1
                    one = two
                if fits:
                    layer[row + source] = level
                    break
                for j in range(new):
                    state[added[j]] = 0
                    size -= 1
                    last[ranks + links[size, 2], 0], last[ranks + links[size, 0], 1] = links[size, 1], links[size, 3]
    return layer
