"""Loop that puts paths in layers without cycles of dependencies.

It runs as plain Python or compiled, see :mod:`graphs.base.compiled`."""

import numpy as np

from graphs.base.compiled import Kernel

NO_LAYER = -1
TOP = 1 << 62  # above all places in an order
PRESENT, CLOSING = 1, 2  # a dependency of the layer; one that closes a cycle with those of the layer


@Kernel
def pushed(heap, size, key, item):
    """Put an item into a heap.

    Parameters
    ----------
    heap : ndarray of int64, shape (most, 2)
        Keys and items, the least key first; written.
    size : int
        Number of its items.
    key, item : int
        The item.

    Returns
    -------
    int
        Number of items.
    """
    at = size
    while at and heap[(at - 1) // 2, 0] > key:
        heap[at, 0], heap[at, 1] = heap[(at - 1) // 2, 0], heap[(at - 1) // 2, 1]
        at = (at - 1) // 2
    heap[at, 0], heap[at, 1] = key, item
    return size + 1


@Kernel
def popped(heap, size):
    """Take the item with the least key out of a heap.

    Parameters
    ----------
    heap : ndarray of int64, shape (most, 2)
        Keys and items, the least key first; written.
    size : int
        Number of its items.

    Returns
    -------
    int
        Number of items left.
    """
    size -= 1
    key, item = heap[size, 0], heap[size, 1]
    at, below = 0, 1
    while below < size:
        if below + 1 < size and heap[below + 1, 0] < heap[below, 0]:
            below += 1
        if heap[below, 0] >= key:
            break
        heap[at, 0], heap[at, 1] = heap[below, 0], heap[below, 1]
        at, below = below, 2 * below + 1
    heap[at, 0], heap[at, 1] = key, item
    return size


def in_layers(ends, ahead, nodes, indptr, target, slot, most, state):
    """The layer of each pair: the lowest one in which its path closes no cycle of dependencies.

    Each layer keeps an order of the hops in which its dependencies rise: a list of them with numbers that leave gaps. Where a
    dependency falls, the hops that depend on its head are looked for upwards from there, those on which its tail depends
    downwards, until both meet: at a hop, and there is a cycle; or at a place, to which the hops that were found are moved, those
    from above before those from below. Two-way search as of Haeupler, Kavitha, Mathew, Sen and Tarjan 2012, order in a list as
    of Dietz and Sleator 1987.
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
    state : ndarray of int8, shape (most * slot[H],)
        Filled with 0, without memory as yet: of the dependencies of each layer; written.

    Returns
    -------
    ndarray of int8, shape (D * N,)
        Layer of each destination and source; ``NO_LAYER`` if there is none.
    """
    hops = len(target)
    layer = np.full(len(ends) * nodes, NO_LAYER, dtype=np.int8)
    # the order of each layer: numbers, the hop before each and the one behind it; at the end of each layer one that is no hop
    width = hops + 1
    place = np.zeros(most * width, dtype=np.int64)
    earlier, later = np.zeros(most * width, dtype=np.int32), np.zeros(most * width, dtype=np.int32)
    gap = TOP // (width + 1)
    for k in range(most * width):
        hop = k % width  # falling: fewer are moved than in the order of their numbers
        place[k] = (hops - hop) * gap
        earlier[k], later[k] = (hop + 1) % width, (hop + hops) % width
    # links are dependencies of layers: head and earlier link of the same tail, tail and earlier link of the same head; 0 for none
    links = np.zeros((hops + 1, 4), dtype=np.int32)
    last = np.zeros((most * hops, 2), dtype=np.int32)  # last link from each hop of a layer, and to it
    size = 1
    mark = np.zeros(hops, dtype=np.int32)
    stamp = 0
    # hops that were found, in heaps by place, and those whose links were seen: upwards, and downwards
    rising, falling = np.zeros((hops, 2), dtype=np.int64), np.zeros((hops, 2), dtype=np.int64)
    above, below = np.zeros(hops, dtype=np.int32), np.zeros(hops, dtype=np.int32)
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
                base, ranks, row_of = level * slot[hops], level * width, level * hops
                fits, new, one = True, 0, begin
                while fits and target[one] != destination:
                    two = ahead[row + target[one]]
                    fits = state[base + slot[one] + two - indptr[target[one]]] != CLOSING
                    if layer[row + target[one]] == level:  # so are all dependencies behind it
                        break
                    one = two
                one = begin
                while fits and target[one] != destination:
                    two = ahead[row + target[one]]
                    dependency = base + slot[one] + two - indptr[target[one]]
                    if state[dependency] != PRESENT:
                        low, high = place[ranks + two], place[ranks + one]
                        if low < high:
                            stamp += 2  # the mark of hops ahead of the dependency; that of hops behind it is one less
                            mark[two], mark[one] = stamp, stamp - 1
                            up, down = pushed(rising, 0, low, two), pushed(falling, 0, -high, one)  # hops in the heaps
                            ups = downs = 0  # hops whose links were seen
                            work = 0  # links seen upwards less those seen downwards
                            while fits and up and down and rising[0, 0] < -falling[0, 0]:
                                if work <= 0:
                                    hop = rising[0, 1]
                                    up = popped(rising, up)
                                    above[ups] = hop
                                    ups += 1
                                    link = last[row_of + hop, 0]
                                    while link:
                                        hop = links[link, 0]
                                        link = links[link, 1]
                                        work += 1
                                        if mark[hop] == stamp - 1:
                                            fits = False
                                            break
                                        if mark[hop] != stamp and place[ranks + hop] < high:
                                            mark[hop] = stamp
                                            up = pushed(rising, up, place[ranks + hop], hop)
                                else:
                                    hop = falling[0, 1]
                                    down = popped(falling, down)
                                    below[downs] = hop
                                    downs += 1
                                    link = last[row_of + hop, 1]
                                    while link:
                                        hop = links[link, 2]
                                        link = links[link, 3]
                                        work -= 1
                                        if mark[hop] == stamp:
                                            fits = False
                                            break
                                        if mark[hop] != stamp - 1 and place[ranks + hop] > low:
                                            mark[hop] = stamp - 1
                                            down = pushed(falling, down, -place[ranks + hop], hop)
                            if not fits and new == 0:
                                state[dependency] = CLOSING
                            if fits:
                                meet = rising[0, 1] if up else one
                                while downs and place[ranks + below[downs - 1]] <= place[ranks + meet]:
                                    downs -= 1
                                moved = np.concatenate((below[:downs][::-1], above[:ups]))
                                for hop in moved:
                                    before, behind = earlier[ranks + hop], later[ranks + hop]
                                    later[ranks + before], earlier[ranks + behind] = behind, before
                                before = earlier[ranks + meet] if up else one
                                behind = later[ranks + before]
                                under = place[ranks + before] if before != hops else 0
                                over = place[ranks + behind] if behind != hops else TOP
                                step = (over - under) // (len(moved) + 1)
                                for hop in moved:
                                    under += step
                                    place[ranks + hop] = under
                                    later[ranks + before], earlier[ranks + hop] = hop, before
                                    before = hop
                                later[ranks + before], earlier[ranks + behind] = behind, before
                                if step == 0:  # no room left between both
                                    under = 0
                                    hop = later[ranks + hops]
                                    while hop != hops:
                                        under += gap
                                        place[ranks + hop] = under
                                        hop = later[ranks + hop]
                        if fits:
                            state[dependency] = PRESENT
                            added[new] = dependency
                            new += 1
                            if size == len(links):
                                links = np.concatenate((links, np.zeros_like(links)))
                            links[size, 0], links[size, 1] = two, last[row_of + one, 0]
                            links[size, 2], links[size, 3] = one, last[row_of + two, 1]
                            last[row_of + one, 0] = last[row_of + two, 1] = size
                            size += 1
                    if layer[row + target[one]] == level:
                        break
                    one = two
                if fits:
                    layer[row + source] = level
                    break
                for j in range(new):
                    state[added[j]] = 0
                    size -= 1
                    last[row_of + links[size, 2], 0], last[row_of + links[size, 0], 1] = links[size, 1], links[size, 3]
    return layer
