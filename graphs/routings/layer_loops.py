"""Loop that puts paths in layers without cycles of dependencies.

It runs as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

import numpy as np

from netlemma.graphs.base.compiled import Kernel

NO_LAYER = -1
TOP = 1 << 62  # above all places in an order
WIDE = 15  # hops of a block
PRESENT, CLOSING = 1, 2  # a dependency of the layer; one that closes a cycle with those of the layer


@Kernel
def pushed(heap, size, key, item):
    """Put an item into a heap.

    heap (ndarray of int64, shape (most, 2)): Keys and items, the least key first; written.
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

    heap (ndarray of int64, shape (most, 2)): Keys and items, the least key first; written.
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


@Kernel
def linked(blocks, size, last, degree, at, side, hop):
    """Add a hop to those behind or before another one.

    blocks (ndarray of int32, shape (most, 1 + WIDE)): Blocks of a list's hops, behind the number of the block before, 0
    for none; written.
    last, degree (ndarray of int32, shape (rows, 2)): Last block and length of the lists of each hop, that of the hops
    behind it and of those before it; written.
    """
    inside = degree[at, side] % WIDE
    if inside == 0:
        blocks[size, 0], last[at, side] = last[at, side], size
        size += 1
    blocks[last[at, side], 1 + inside] = hop
    degree[at, side] += 1
    return size


@Kernel
def unlinked(blocks, size, last, degree, at, side):
    """Take back what :func:`linked` did last."""
    degree[at, side] -= 1
    if degree[at, side] % WIDE == 0:
        size -= 1
        last[at, side] = blocks[size, 0]
    return size


def in_layers(ends, ahead, nodes, indptr, target, slot, most, state):
    """The layer of each pair: the lowest one in which its path closes no cycle of dependencies.

    Each layer keeps an order of the hops in which its dependencies rise: a list of them with numbers that leave gaps. Where a
    dependency falls, the hops that depend on its head are looked for upwards from there, those on which its tail depends
    downwards, until both meet: at a hop, and there is a cycle; or at a place, to which the hops that were found are moved, those
    from above before those from below. Two-way search as of Haeupler, Kavitha, Mathew, Sen and Tarjan 2012, order in a list as
    of Dietz and Sleator 1987.
    A path comes to no layer below that of a part of it that leads to the same destination.

    ends (ndarray of int64, shape (D,)): Sources and destinations.
    ahead (ndarray of int32, shape (D * N,)): The hop from each node on the path to each destination, -1 for none.
    indptr, target: First hop of each node; end of each hop.
    slot (ndarray of int64, shape (H + 1,)): Number of the dependency of a hop on the first hop behind it.
    state (ndarray of int8, shape (most * slot[H],)): Filled with 0, without memory as yet: of the dependencies of each
    layer; written.

    Returns: Layer of each destination and source; ``NO_LAYER`` if there is none.
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
    blocks = np.zeros((hops + 2, 1 + WIDE), dtype=np.int32)  # the hops behind and before each hop of a layer
    last, degree = np.zeros((most * hops, 2), dtype=np.int32), np.zeros((most * hops, 2), dtype=np.int32)
    size = 1
    mark = np.zeros(hops, dtype=np.int32)
    stamp = 0
    # hops that were found, in heaps by place, and those whose links were seen: upwards, and downwards
    rising, falling = np.zeros((hops, 2), dtype=np.int64), np.zeros((hops, 2), dtype=np.int64)
    above, below = np.zeros(hops, dtype=np.int32), np.zeros(hops, dtype=np.int32)
    added = np.zeros((nodes + 1, 3), dtype=np.int64)  # dependencies, and their hops
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
                                    block, left = last[row_of + hop, 0], degree[row_of + hop, 0]
                                    work += left
                                    while block and fits:
                                        some = (left - 1) % WIDE + 1
                                        left -= some
                                        for hop in blocks[block, 1 : 1 + some]:
                                            if mark[hop] == stamp - 1:
                                                fits = False
                                                break
                                            if mark[hop] != stamp and place[ranks + hop] < high:
                                                mark[hop] = stamp
                                                up = pushed(rising, up, place[ranks + hop], hop)
                                        block = blocks[block, 0]
                                else:
                                    hop = falling[0, 1]
                                    down = popped(falling, down)
                                    below[downs] = hop
                                    downs += 1
                                    block, left = last[row_of + hop, 1], degree[row_of + hop, 1]
                                    work -= left
                                    while block and fits:
                                        some = (left - 1) % WIDE + 1
                                        left -= some
                                        for hop in blocks[block, 1 : 1 + some]:
                                            if mark[hop] == stamp:
                                                fits = False
                                                break
                                            if mark[hop] != stamp - 1 and place[ranks + hop] > low:
                                                mark[hop] = stamp - 1
                                                down = pushed(falling, down, -place[ranks + hop], hop)
                                        block = blocks[block, 0]
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
                            added[new, 0], added[new, 1], added[new, 2] = dependency, one, two
                            new += 1
                            if size + 2 > len(blocks):
                                blocks = np.concatenate((blocks, np.zeros_like(blocks)))
                            size = linked(blocks, size, last, degree, row_of + one, 0, two)
                            size = linked(blocks, size, last, degree, row_of + two, 1, one)
                    if layer[row + target[one]] == level:
                        break
                    one = two
                if fits:
                    layer[row + source] = level
                    break
                for j in range(new - 1, -1, -1):
                    state[added[j, 0]] = 0
                    size = unlinked(blocks, size, last, degree, row_of + added[j, 2], 1)
                    size = unlinked(blocks, size, last, degree, row_of + added[j, 1], 0)
    return layer
