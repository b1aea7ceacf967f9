"""Compiled loop that checks a permutation of nodes against the rings of a network."""

import numpy as np

from netlemma.graphs.base.jit import njit


@njit(cache=True, nogil=True)
def carry_over(successor, ring, link_class, image, ring_image, result):
    """Compute the image of each link u f + l under a permutation; an absent link is mapped to an absent one.

    A ring is mapped to the ring of the first link that fits; all its other links must be mapped to links of that ring,
    and different links to different ones. Corresponding links mostly have numbers that differ by the same amount, so
    the search for an image begins with that.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    link_class : ndarray of int8, shape (N, f)
        Class of each link.
    image : ndarray of int32, shape (N,)
        Image of each node.
    ring_image : ndarray of int32, shape (rings,)
        Image of each ring, -1 before; written.
    result : ndarray of int32, shape (N f,)
        Image of each link; written.

    Returns
    -------
    int
        A link without an image, or -1.
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
