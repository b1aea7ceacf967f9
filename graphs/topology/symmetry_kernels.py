"""Compiled loops that check permutations against the hops of a network and find their orbits."""

import numpy as np

from graphs.base.jit import njit


@njit(cache=True, nogil=True)
def carry_over(indptr, target, device, image, result):
    """Compute the image of each device under a symmetry of the nodes.

    Corresponding rows mostly have their hops in the same cyclic order, so the search for an image continues behind the
    last one.

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
    for u in range(len(image)):
        start = indptr[image[u]]
        degree = indptr[image[u] + 1] - start
        last = 0
        for h in range(indptr[u], indptr[u + 1]):
            if degree != indptr[u + 1] - indptr[u]:
                return h
            v = image[target[h]]
            mine = result[device[h]]
            skip = 0
            if mine < 0:
                for g in range(indptr[u], h):  # parallel hops before this one
                    if target[g] == target[h]:
                        skip += 1
                last = 0
            found = False
            for _ in range(degree):
                g = start + last
                last = last + 1 if last + 1 < degree else 0
                if target[g] == v and (mine < 0 or device[g] == mine):
                    if skip == 0:
                        if mine < 0:
                            result[device[h]] = device[g]
                        found = True
                        break
                    skip -= 1
            if not found:
                return h
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
