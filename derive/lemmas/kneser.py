"""The Kneser graph: subsets of k of n things; a link joins disjoint ones."""

from dataclasses import replace
from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import lemmas

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
    (
        *({"n": things, "k": chosen} for things in range(3, 9) for chosen in range(1, (things + 1) // 2)),
        {"n": 10, "k": 4},
    ),
)
_TWO_HOPS = n - 2 * k
_FAR = (
    "two hops exchange any n - 2 k things or fewer, as both subsets are disjoint from a third, so that subsets that share s things "
    "are apart by 2 ceil((k - s)/(n - 2 k)) hops, or by one after the 2 ceil(s/(n - 2 k)) that lead to a subset disjoint from the other"
)
_CLOSE = replace(
    KNESER,
    domain=Domain(KNESER.domain.parameters, (3 * k - 1 <= n,)),
    small=tuple(size for size in KNESER.small if 3 * size["k"] - 1 <= size["n"]),
)
_LINKS = (_EVERY * _DEGREE / 2, "each node has as many links as there are disjoint subsets, and each link two nodes")
LEMMAS = {
    **lemmas(
        KNESER,
        nodes=(_EVERY, "nodes are all subsets of k of n things"),
        links=_LINKS,
        degree=(_DEGREE, "a disjoint subset has its k things among the n - k others"),
        diameter=(
            1 + sp.ceiling((k - 1) / _TWO_HOPS),
            f"{_FAR}; one of the numbers grows with s and the other one falls (Valencia-Pabon and Vera 2005)",
        ),
    ),
    **{
        key: build
        for key, build in lemmas(
            _CLOSE,
            alike="other names of the things turn each pair of disjoint subsets into any other one",
            links=_LINKS,
            mean_distance=(
                2 - _DEGREE / (_EVERY - 1),
                "with n >= 3 k - 1 two subsets leave k things or more if they share one, so that all "
                "that are not disjoint are two hops apart",
            ),
        ).items()
        if not key.endswith(".links")
    },
}
