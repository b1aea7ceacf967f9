"""Nodes that are subsets of a set: their numbers, their labels, and how many there are."""

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np

from netlemma.graphs.topology.arrays.simple import Links, simple_network
from netlemma.graphs.topology.arrays.words import letter_changes, log_count
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network

MOST_TAKEN = 60  # a set of twice as many elements has far more subsets of this size than nodes can be built


def subset_network(n: int, k: int, linked: Callable[..., np.ndarray]) -> Network:
    """Subsets of k of n elements; which are linked does not depend on the names of the elements.

    Parameters
    ----------
    n, k : int
        Elements, and elements of a subset.
    linked : Callable
        Function from the subsets, an array of shape (N, k), and what is left of the set, of shape (N, n - k), both in
        increasing order, to the linked subsets, an array of shape (degree, N, k) with elements in any order.

    Returns
    -------
    Network
        The network.
    """
    subsets = np.array(list(combinations(range(n), k)), dtype=np.int64).reshape(-1, k)
    within = np.zeros((len(subsets), n), dtype=bool)
    np.put_along_axis(within, subsets, True, axis=1)
    rest = np.nonzero(~within)[1].reshape(len(subsets), n - k)
    heads = rank(np.sort(linked(subsets, rest), axis=-1), n)
    labels = subsets + 1

    def symmetries() -> list[np.ndarray]:
        return [rank(np.sort(change[subsets], axis=1), n) for change in letter_changes(n)]

    return simple_network(
        len(subsets),
        [Links("link", np.arange(len(subsets)), heads)],
        lambda u: tuple(labels[u].tolist()),
        symmetries=symmetries,
    )


def rank(subsets: np.ndarray, n: int) -> np.ndarray:
    """Numbers of subsets of n elements in lexicographic order.

    Parameters
    ----------
    subsets : ndarray of int, shape (..., k)
        Elements from 0 to n-1 in increasing order.
    n : int
        Elements.

    Returns
    -------
    ndarray of int64, shape (...)
        Their numbers.

    Examples
    --------
    >>> rank(np.array([(0, 1), (0, 2), (1, 2)]), 3).tolist()
    [0, 1, 2]
    """
    k = subsets.shape[-1]
    total = comb(n, k)
    following = np.zeros(subsets.shape[:-1], dtype=np.int64)  # subsets behind this one
    for place in range(k):
        behind = np.array([comb(n - 1 - element, k - place) for element in range(n)])
        following += behind[subsets[..., place]]
    return total - 1 - following


def log_subsets(n: int, k: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of the subsets of k of n elements.

    Parameters
    ----------
    n, k : int
        Elements, and elements of a subset; 1 <= k < n.
    degree : int
        Hops of each node.

    Returns
    -------
    tuple of (float, float)
        Log10 of both; of a smaller number where both are far too large to be built.

    Examples
    --------
    >>> [round(10**each) for each in log_subsets(5, 2, 3)]
    [10, 30]
    """
    nodes = comb(min(n, HUGE), min(k, n - k, MOST_TAKEN))
    return log_count(nodes, nodes * degree)
