"""Tori with express links between every e-th node of each ring."""

from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.express_rings import ExpressRings

k, n, e = parameter("k", 4), parameter("n", 1), parameter("e", 2)


def _near(size: Size, node: Node) -> list[Node]:
    found = []
    for axis, place in enumerate(node):
        for step in (1, size["e"]) if place % size["e"] == 0 else (1,):
            for way in (step, -step):
                found.append((*node[:axis], (place + way) % size["k"], *node[axis + 1 :]))
    return found


_MEANINGS = {"k": "nodes of a ring", "n": "dimensions", "e": "nodes ahead"}
_SIZES = (
    *((4, 1, 2), (6, 1, 2), (6, 1, 3), (9, 1, 3), (8, 1, 2), (12, 1, 3)),
    *((12, 1, 4), (15, 1, 5), (20, 1, 4), (4, 2, 2), (6, 2, 3), (9, 2, 3)),
)
EXPRESS = Construction(
    "express-torus",
    Domain(
        tuple(Parameter(name, least, _MEANINGS[name]) for name, least in (("k", 4), ("n", 1), ("e", 2))),
        (2 * e <= k, sp.Eq(sp.Mod(k, e), 0)),
    ),
    k**n,
    lambda size: product(range(size["k"]), repeat=size["n"]),
    _near,
    tuple(dict(zip(("k", "n", "e"), size, strict=True)) for size in _SIZES),
    fixed="placement=interchange",
)
_STOPS_EVEN, _EVEN = sp.Eq(sp.Mod(k, 2 * e), 0), sp.Eq(sp.Mod(e, 2), 0)  # an even number of stops; an even e
_FROM_A_PART = (
    sp.Piecewise(  # four times the distances from the e nodes from one stop to the next, to all nodes of a ring
        (k**2 + 2 * k * (e**2 - 2) - e**3 - e**2 + 2 * e + 4, sp.And(_EVEN, _STOPS_EVEN)),
        (k**2 + 2 * k * (e**2 - 2) - e**3 - 2 * e**2 + 6 * e, _EVEN),
        (k**2 + 2 * k * (e**2 - 1) - e**3 - e**2 + e + 1, _STOPS_EVEN),
        (k**2 + 2 * k * (e**2 - 1) - e**3 - 2 * e**2 + e + 1, True),
    )
)
LEMMAS = {
    **defined("express-torus", "nodes", **_MEANINGS),
    **defined(
        "express-torus",
        "links max_degree",
        {"max_degree": n * (4 - sp.Piecewise((1, sp.Eq(k, 2 * e)), (0, True)))},
        fixed="placement=interchange",
        **_MEANINGS,
    ),
    **lemmas(
        EXPRESS,
        fabric=ExpressRings(EXPRESS.domain, k, n, e, _FROM_A_PART / 4),
        diameter=n * (sp.floor(k / (2 * e)) + e - 1),
        mean_distance=n * k ** (n - 1) * _FROM_A_PART / (4 * e * (k**n - 1)),
    ),
}
