"""Graphs of the subsets of a set."""

from itertools import combinations
from math import comb

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import MOST_TAKEN, log_subsets, subset_network
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network


def johnson_make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked."""

    def linked(subsets: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """Each element exchanged for each that is left."""
        found = np.tile(subsets, (k, n - k, 1, 1))
        for place in range(k):
            found[place, :, :, place] = rest.T
        return found.reshape(-1, *subsets.shape)

    return subset_network(n, k, linked)


def _johnson_facts(n: int, k: int) -> dict[str, int]:
    """Any of k elements is exchanged for any of n-k others."""
    degree = k * (n - k)
    return {"nodes": comb(n, k), "degree": degree, "least_degree": degree, "links": comb(n, k) * degree // 2}


def johnson_family(name: str, k: int, least: int, summary: str) -> Family[Network]:
    """The family of the Johnson graphs with the same k."""
    return Family(
        name=name,
        parameters=(Parameter("n", least, "elements"),),
        classes=("link",),
        summary=summary,
        make=lambda n: johnson_make(n, k),
        log_sizes=lambda n: log_subsets(n, k, k * (n - k)),
        facts=lambda n: _johnson_facts(n, k),
        default_sizes=tuple({"n": n} for n in range(least, least + 5)),
        other_name=f"{name}-graph",
        kind="graph",
    )


JOHNSON_GRAPH = Family(
    name="johnson-graph",
    parameters=(Parameter("n", 2, "elements"), Parameter("k", 1, "elements of a subset")),
    classes=("link",),
    summary="subsets of k of n elements, linked when k-1 are shared: binomial(n, k) nodes, k(n-k) links at each",
    make=johnson_make,
    log_sizes=lambda n, k: log_subsets(n, k, k * (n - k)),
    illegal=lambda n, k: "" if k < n else "k is from 1 to n-1",
    facts=_johnson_facts,
    default_sizes=tuple(
        {"n": n, "k": k} for n, k in ((2, 1), (3, 1), (4, 1), (4, 2), (5, 1), (5, 2), (6, 2), (7, 3), (8, 2), (8, 4))
    ),
)


TRIANGULAR = johnson_family("triangular", 2, 3, "pairs of n elements, linked when they share one")


TETRAHEDRAL = johnson_family("tetrahedral", 3, 4, "triples of n elements, linked when they share two")


def kneser_make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked."""

    def linked(subsets: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """All subsets of the elements that are left."""
        places = np.array(list(combinations(range(n - k), k)))
        return rest[:, places].transpose(1, 0, 2)

    return subset_network(n, k, linked)


def kneser_degree(n: int, k: int) -> int:
    """Subsets of the elements that are left; fewer where there are far too many to be built.

    >>> kneser_degree(5, 2)
    3
    """
    return comb(min(n - k, HUGE), min(k, n - 2 * k, MOST_TAKEN))


def _kneser_facts(n: int, k: int) -> dict[str, int]:
    """All subsets of the n-k others are linked."""
    each = comb(n - k, k)
    return {"nodes": comb(n, k), "degree": each, "least_degree": each, "links": comb(n, k) * each // 2}


KNESER = Family(
    name="kneser",
    parameters=(Parameter("n", 3, "elements"), Parameter("k", 1, "elements of a subset")),
    classes=("link",),
    summary="subsets of k of n elements, linked when disjoint: binomial(n, k) nodes, binomial(n-k, k) links at each",
    make=kneser_make,
    log_sizes=lambda n, k: log_subsets(n, k, kneser_degree(n, k)),
    other_name="kneser-graph",
    illegal=lambda n, k: "" if n > 2 * k else "it is connected only if n > 2k",
    facts=_kneser_facts,
    default_sizes=tuple(
        {"n": n, "k": k} for n, k in ((3, 1), (4, 1), (5, 1), (6, 1), (5, 2), (6, 2), (8, 2), (9, 2), (7, 3), (8, 3))
    ),
)


ODD_GRAPH = Family(
    name="odd-graph",
    parameters=(Parameter("n", 2, "links at each node"),),
    classes=("link",),
    summary="subsets of n-1 of 2n-1 elements, linked when disjoint: binomial(2n-1, n-1) nodes, n links at each",
    make=lambda n: kneser_make(2 * n - 1, n - 1),
    log_sizes=lambda n: log_subsets(2 * n - 1, n - 1, n),
    facts=lambda n: {"nodes": comb(2 * n - 1, n - 1), "degree": n, "least_degree": n},
    default_sizes=tuple({"n": n} for n in range(2, 7)),
)

FAMILIES = {
    "Johnson graph J(n, k): subsets of k of n elements, linked when they share k-1 (Brouwer, Cohen and Neumaier "
    "1989).": JOHNSON_GRAPH,
    "Triangular graph: pairs of n elements, linked when they share one: the Johnson graph J(n, 2).": TRIANGULAR,
    "Tetrahedral graph: triples of n elements, linked when they share two: the Johnson graph J(n, 3).": TETRAHEDRAL,
    "Kneser graph K(n, k): subsets of k of n elements, linked when they share none (Lovasz 1978); connected, so n > "
    "2k.": KNESER,
    "Odd graph O_n (Biggs 1979): subsets of n-1 of 2n-1 elements, linked when disjoint, that is the Kneser graph "
    "K(2n-1, n-1).\n\n"
    "O_3 is the Petersen graph. Some authors write O_(n-1) for the same graph.": ODD_GRAPH,
}
