"""Star graph: permutations of n symbols; a link exchanges the first symbol with another (Akers, Harel and Krishnamurthy 1987)."""

from math import factorial
from typing import Any

import numpy as np

from graphs.topology.arrays.simple import Links, simple_network
from graphs.topology.arrays.words import log_factorials, permutations, rank, renamings, symbols
from graphs.topology.family import Family, Parameter
from graphs.topology.structure import Network

NAME = "star-graph"


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    words = permutations(n)
    ends = []
    for place in range(1, n):
        order = np.arange(n)
        order[[0, place]] = place, 0
        ends.append(rank(words[:, order]))
    node = np.arange(len(words))
    return simple_network(
        NAME,
        {"n": n},
        len(words),
        [Links("link", node, np.array(ends))],
        symbols(n),
        symmetries=lambda: renamings(n),
    )


def _facts(n: int) -> dict[str, Any]:
    """Each of the n-1 exchanges leads to another permutation."""
    return {"nodes": factorial(n), "degree": n - 1, "least_degree": n - 1, "links": factorial(n) * (n - 1) // 2}


FAMILY = Family(
    name=NAME,
    parameters=(Parameter("n", 2, "symbols"),),
    classes=("link",),
    summary="permutations of n symbols, the first exchanged with any other: n! nodes, n-1 links at each",
    make=make,
    log_sizes=lambda n: log_factorials(n, n - 1),
    facts=_facts,
    default_sizes=tuple({"n": n} for n in range(2, 7)),
)
