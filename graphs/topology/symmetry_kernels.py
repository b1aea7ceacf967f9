"""Compiled loops that check permutations of nodes against the hops or the rings of a network."""

import numpy as np

from netlemma.graphs.base.jit import njit

# Compiled loop that checks a permutation of nodes against the hops of a network.


@njit(cache=True, nogil=True)
def carry_over(indptr, target, device, image, result):
    """Compute the image of each device under a symmetry of the nodes.

    Hops of a row that lead to the same node are chained in their order; the k-th of them goes to the k-th of the image's.

    indptr (ndarray of int, shape (N + 1,)): First hop of each node.
    target (ndarray of int, shape (hops,)): Target of each hop.
    device (ndarray of int, shape (hops,)): Device of each hop.
    image (ndarray of int, shape (N,)): Image of each node.
    result (ndarray of int, shape (M,)): Image of each device, -1 before; written.
    """
    nodes = len(image)
    row_of = np.full(nodes, -1, dtype=np.int32)  # the row in which a target was seen last
    first, next_one = np.empty(nodes, dtype=np.int64), np.empty(nodes, dtype=np.int64)  # of parallel hops to a target
    longest = 0
    for u in range(nodes):
        longest = max(longest, indptr[u + 1] - indptr[u])
    following = np.empty(longest, dtype=np.int64)  # the parallel hop behind each hop of a row, -1 at the end
    for u in range(nodes):
        start, end = indptr[image[u]], indptr[image[u] + 1]
        if end - start != indptr[u + 1] - indptr[u]:
            return indptr[u]
        for g in range(end - 1, start - 1, -1):
            v = target[g]
            following[g - start] = first[v] if row_of[v] == u else -1
            first[v] = next_one[v] = g
            row_of[v] = u
        for h in range(indptr[u], indptr[u + 1]):
            v = image[target[h]]
            if row_of[v] != u:
                return h
            mine = result[device[h]]
            g = next_one[v] if mine < 0 else first[v]
            while mine >= 0 and g >= 0 and device[g] != mine:
                g = following[g - start]
            if g < 0:
                return h
            if mine < 0:
                result[device[h]] = device[g]
            if next_one[v] >= 0:
                next_one[v] = following[next_one[v] - start]
    return -1


# Compiled loop that checks a permutation of nodes against the rings of a network.


@njit(cache=True, nogil=True)
def carry_rings_over(successor, ring, link_class, image, ring_image, result):
    """Compute the image of each link u f + l under a permutation; an absent link is mapped to an absent one.

    A ring is mapped to the ring of the first link that fits; all its other links must be mapped to links of that ring,
    and different links to different ones. Corresponding links mostly have numbers that differ by the same amount, so
    the search for an image begins with that.

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    link_class (ndarray of int8, shape (N, f)): Class of each link.
    image (ndarray of int32, shape (N,)): Image of each node.
    ring_image (ndarray of int32, shape (rings,)): Image of each ring, -1 before; written.
    result (ndarray of int32, shape (N f,)): Image of each link; written.
    """
    fanout = successor.shape[1]
    taken = np.full(fanout, -1, np.int32)  # by which node each link of the image of a node was taken last
    shift = 0
    for u in range(len(successor)):
        v = image[u]
        for l in range(fanout):
            present = successor[u, l] >= 0
            there = image[successor[u, l]] if present else -1
            q = ring_image[ring[u, l]] if present else -1
            found = -1
            for k in range(fanout):
                m = l + shift + k
                while m >= fanout:
                    m -= fanout
                kept = not present or ((q < 0 or ring[v, m] == q) and link_class[v, m] == link_class[u, l])
                if successor[v, m] == there and kept and taken[m] != u:
                    found = m
                    break
            if found < 0:
                return u * fanout + l
            taken[found] = u
            shift = found - l if found >= l else found - l + fanout
            result[u * fanout + l] = v * fanout + found
            if present and q < 0:
                ring_image[ring[u, l]] = ring[v, found]
    return -1
