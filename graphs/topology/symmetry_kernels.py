"""Compiled loops that check permutations against the hops of a network and find their orbits."""

import numpy as np

from netlemma.graphs.base.jit import njit


@njit(cache=True, nogil=True)
def carry_over(indptr, target, device, image, result):
    """Compute the image of each device under a symmetry of the nodes.

    Hops of a row that lead to the same node are chained in their order; the k-th of them goes to the k-th of the image's.

    Parameters
    ----------
    indptr : ndarray of int, shape (N + 1,)
        First hop of each node.
    target : ndarray of int, shape (hops,)
        Target of each hop.
    device : ndarray of int, shape (hops,)
        Device of each hop.
    image : ndarray of int, shape (N,)
        Image of each node.
    result : ndarray of int, shape (M,)
        Image of each device, -1 before; written.

    Returns
    -------
    int
        A hop without an image, or -1.
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


@njit(cache=True, nogil=True)
def permutes(image):
    """Whether an array is a permutation of 0, 1, ..."""
    seen = np.zeros(len(image), np.bool_)
    for i in image:
        if i < 0 or i >= len(image) or seen[i]:
            return False
        seen[i] = True
    return True


@njit(cache=True, nogil=True)
def number_orbits(images, orbit):
    """Number the orbits of permutations in the order of their least elements, by union and find.

    Until the last loop orbit[i] is an element of the same orbit, not above i; least elements point to themselves.

    Parameters
    ----------
    images : ndarray of int, shape (generators, size)
        The permutations.
    orbit : ndarray of int, shape (size,)
        Number of the orbit of each element; written.
    """
    for i in range(len(orbit)):
        orbit[i] = i
    for g in range(len(images)):
        for i in range(len(orbit)):
            a, b = i, images[g, i]
            while orbit[a] != a:
                orbit[a] = orbit[orbit[a]]
                a = orbit[a]
            while orbit[b] != b:
                orbit[b] = orbit[orbit[b]]
                b = orbit[b]
            if a < b:
                orbit[b] = a
            else:
                orbit[a] = b
    count = 0
    for i in range(len(orbit)):
        if orbit[i] == i:
            orbit[i] = count
            count += 1
        else:
            orbit[i] = orbit[orbit[i]]  # a smaller element, numbered already
