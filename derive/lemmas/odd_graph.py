"""The odd graph: subsets of n - 1 of 2n - 1 things; a link joins disjoint ones."""

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.chosen_places import AtOneDifference, ChosenPlaces, X, places_lemmas
from netlemma.derive.networks.distance_lemmas import i

n = parameter("n", 2)
_EVERY = sp.binomial(2 * n - 1, n - 1)
_AT = sp.binomial(n - 1, sp.floor(i / 2)) * sp.binomial(n, sp.floor((i + 1) / 2))
ODD = ChosenPlaces(
    "odd-graph",
    Domain((Parameter("n", 2, "links of each node"),)),
    length=2 * n - 1,
    ones=n - 1,
    changes=(n - 1,),
    distance=sp.Min(2 * X, 2 * (n - 1 - X) + 1),
    nearer=((X, n - 1 - X, X, n - 1 - X), (X, n - 1 - X, X - 1, n - X)),
    small=tuple({"n": value} for value in (2, 3, 4)),
)
_EVEN = sp.Eq(sp.Mod(i, 2), 0)
_DIFFERENCES = (
    (sp.floor(i / 2), sp.And(_EVEN, i <= n - 1)),
    (n - 1 - sp.floor(i / 2), sp.And(sp.Not(_EVEN), i <= n - 1)),
)
LEMMAS = defined("odd-graph", "nodes", n="links of each node") | places_lemmas(
    ODD,
    "links degree diameter nodes_at_distance mean_distance max_channel_load.uniform wiener_index",
    diameter=(n - 1, sp.floor(n / 2)),
    at_distance=(sp.Piecewise((_AT, i <= n - 1), (sp.S.Zero, True)), AtOneDifference(ODD, _DIFFERENCES, 2)),
    mean=(sp.Sum(i * _AT, (i, 1, n - 1)) / (_EVERY - 1), None, True),
    link="link",
)
