"""Kneser graph K(n, k): subsets of k of n elements, linked when they share none (Lovasz 1978); connected, so n > 2k."""

from itertools import combinations
from math import comb

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import MOST_TAKEN, log_subsets, subset_network
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network


def make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked."""

    def linked(subsets: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """All subsets of the elements that are left."""
        places = np.array(list(combinations(range(n - k), k)))
        return rest[:, places].transpose(1, 0, 2)

    return subset_network(n, k, linked)


def degree(n: int, k: int) -> int:
    """Subsets of the elements that are left; fewer where there are far too many to be built.

    >>> degree(5, 2)
    3
    """
    return comb(min(n - k, HUGE), min(k, n - 2 * k, MOST_TAKEN))


def _facts(n: int, k: int) -> dict[str, int]:
    """All subsets of the n-k others are linked."""
    each = comb(n - k, k)
    return {"nodes": comb(n, k), "degree": each, "least_degree": each, "links": comb(n, k) * each // 2}


FAMILY = Family(
    name="kneser",
    parameters=(Parameter("n", 3, "elements"), Parameter("k", 1, "elements of a subset")),
    classes=("link",),
    summary="subsets of k of n elements, linked when disjoint: binomial(n, k) nodes, binomial(n-k, k) links at each",
    make=make,
    log_sizes=lambda n, k: log_subsets(n, k, degree(n, k)),
    other_name="kneser-graph",
    illegal=lambda n, k: "" if n > 2 * k else "it is connected only if n > 2k",
    facts=_facts,
    default_sizes=tuple(
        {"n": n, "k": k} for n, k in ((3, 1), (4, 1), (5, 1), (6, 1), (5, 2), (6, 2), (8, 2), (9, 2), (7, 3), (8, 3))
    ),
)
