"""Compiled loop: checking a permutation of nodes against the rings of a network."""

from __future__ import annotations

from numba import njit


@njit(cache=True, nogil=True)
def carry_over(successor, ring, link_class, image, ring_image, result):
    """Where the permutation takes each link u f + l (into result; -1 at first, and where there is no link).

    A ring goes to the ring by the first link that fits; all its other links must go to links of that ring. Returns a link
    without an image, or -1."""
    fanout = successor.shape[1]
    taken = result.copy()
    for u in range(len(successor)):
        v = image[u]
        for l in range(fanout):
            if successor[u, l] < 0:
                continue
            q = ring_image[ring[u, l]]
            there = image[successor[u, l]]
            found = -1
            for k in range(fanout):
                at = v * fanout + k
                fits = successor[v, k] == there and link_class[v, k] == link_class[u, l] and taken[at] < 0
                if fits and (q < 0 or ring[v, k] == q):
                    found = at
                    ring_image[ring[u, l]] = ring[v, k]
                    taken[at] = 0
                    break
            if found < 0:
                return u * fanout + l
            result[u * fanout + l] = found
    for i in range(len(result)):
        if result[i] < 0:  # no link; stands for itself
            result[i] = _absent(successor, image, i, fanout, result, taken)
    return -1


@njit(cache=True, nogil=True)
def _absent(successor, image, i, fanout, result, taken):
    v = image[i // fanout]
    for k in range(fanout):
        at = v * fanout + k
        if taken[at] < 0:
            taken[at] = 0
            return at
    return -1
