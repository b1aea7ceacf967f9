"""Johnson graph J(n, k): subsets of k of n elements, linked when they share k-1 (Brouwer, Cohen and Neumaier 1989)."""

from math import comb

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import log_subsets, subset_network
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Network


def make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked."""

    def linked(subsets: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """Each element exchanged for each that is left."""
        found = np.tile(subsets, (k, n - k, 1, 1))
        for place in range(k):
            found[place, :, :, place] = rest.T
        return found.reshape(-1, *subsets.shape)

    return subset_network(n, k, linked)


def _facts(n: int, k: int) -> dict[str, int]:
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
        make=lambda n: make(n, k),
        log_sizes=lambda n: log_subsets(n, k, k * (n - k)),
        facts=lambda n: _facts(n, k),
        default_sizes=tuple({"n": n} for n in range(least, least + 5)),
        other_name=f"{name}-graph",
        kind="graph",
    )


FAMILY = Family(
    name="johnson-graph",
    parameters=(Parameter("n", 2, "elements"), Parameter("k", 1, "elements of a subset")),
    classes=("link",),
    summary="subsets of k of n elements, linked when k-1 are shared: binomial(n, k) nodes, k(n-k) links at each",
    make=make,
    log_sizes=lambda n, k: log_subsets(n, k, k * (n - k)),
    illegal=lambda n, k: "" if k < n else "k is from 1 to n-1",
    facts=_facts,
    default_sizes=tuple(
        {"n": n, "k": k} for n, k in ((2, 1), (3, 1), (4, 1), (4, 2), (5, 1), (5, 2), (6, 2), (7, 3), (8, 2), (8, 4))
    ),
)
