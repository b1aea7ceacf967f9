"""The odd graph: subsets of n - 1 of 2n - 1 things; a link joins disjoint ones."""

from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import AffineHop, Potential, i, lemmas

n = parameter("n", 2)
_EVERY = sp.binomial(2 * n - 1, n - 1)
_AT = sp.binomial(n - 1, sp.floor(i / 2)) * sp.binomial(n, sp.floor((i + 1) / 2))


def _near(size: Size, chosen: frozenset[int]) -> list[frozenset[int]]:
    rest = set(range(2 * size["n"] - 1)) - chosen
    return [frozenset(rest - {left}) for left in rest]


ODD = Construction(
    "odd-graph",
    Domain((Parameter("n", 2, "links of each node"),)),
    _EVERY,
    lambda size: map(frozenset, combinations(range(2 * size["n"] - 1), size["n"] - 1)),
    _near,
    tuple({"n": value} for value in (2, 3, 4)),
)
_FAR = (
    "subsets that share j of their n - 1 things are min(2 (n - 1 - j), 2 j + 1) hops apart: of two "
    "hops in a row each exchanges one "
    "thing at most, and a first hop leads to a subset that shares n - 1 - j or n - 2 - j things"
)
_j = sp.Symbol("j'", integer=True)
_ALL, _BUT_ONE = AffineHop((), (n - 1 - _j,)), AffineHop((_j <= n - 2,), (n - 2 - _j,))
_EVEN = 2 * (n - 1 - _j) <= 2 * _j + 1
_SHARED = Potential(
    state=(_j,),
    domain=(n >= 2, _j >= 0, _j <= n - 1),
    distance=(((_EVEN,), 2 * (n - 1 - _j)), ((2 * (n - 1 - _j) >= 2 * _j + 2,), 2 * _j + 1)),
    home=(n - 1 - _j,),
    moves=(_ALL, _BUT_ONE),
    descents=(((_EVEN, _j <= n - 2), (_BUT_ONE,)), ((), (_ALL,))),
    sees=lambda size, chosen: (len(chosen & set(range(size["n"] - 1))),),
)
LEMMAS = defined("odd-graph", "nodes", n="links of each node") | lemmas(
    ODD,
    potential=_SHARED,
    link="link",
    alike="other names of the things turn each pair of disjoint subsets into any other one",
    links=(_EVERY * n / 2, "each node has n links, and each link two nodes"),
    degree=(n, "a disjoint subset leaves out one of the n other things"),
    diameter=(n - 1, f"{_FAR}; the larger of both grows with the distance of j from (n - 1)/2"),
    nodes_at_distance=(
        sp.Piecewise((_AT, i <= n - 1), (sp.S.Zero, True)),
        f"{_FAR}; at distance 2 e are the subsets that share n - 1 - e things, and at distance 2 e + 1 "
        "those that share e",
    ),
    mean_distance=(
        sp.Sum(i * _AT, (i, 1, n - 1)) / (_EVERY - 1),
        f"{_FAR}; the nodes at each distance are counted",
    ),
)
