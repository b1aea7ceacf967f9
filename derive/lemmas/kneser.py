"""The Kneser graph: subsets of k of n things; a link joins disjoint ones."""

from itertools import combinations

import sympy as sp

from derive.algebra.expressions.notation import parameter
from derive.core.domain import Domain, Parameter, Size
from derive.networks.distances.construction import Construction
from derive.networks.distances.lemmas import lemmas

n, k = parameter("n", 3), parameter("k", 1)
_EVERY, _DEGREE = sp.binomial(n, k), sp.binomial(n - k, k)


def _near(size: Size, chosen: frozenset[int]) -> list[frozenset[int]]:
    return list(map(frozenset, combinations(set(range(size["n"])) - chosen, size["k"])))


KNESER = Construction(
    "kneser",
    Domain((Parameter("n", 3, "things"), Parameter("k", 1, "things in a subset")), (2 * k <= n - 1,)),
    _EVERY,
    lambda size: map(frozenset, combinations(range(size["n"]), size["k"])),
    _near,
    tuple({"n": things, "k": chosen} for things in range(3, 9) for chosen in range(1, (things + 1) // 2)),
)
LEMMAS = lemmas(
    KNESER,
    nodes=(_EVERY, "nodes are all subsets of k of n things"),
    links=(_EVERY * _DEGREE / 2, "each node has as many links as there are disjoint subsets, and each link two nodes"),
    degree=(_DEGREE, "a disjoint subset has its k things among the n - k others"),
)
