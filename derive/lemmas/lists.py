"""Families whose sizes are lists: circulant graphs of two jumps, HyperX of up to three dimensions, trees of two levels.

Entries of a list are sizes of their own: ``S_1``, ``S_2``. A HyperX of fewer dimensions has entries of 1 behind.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import gcd

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import follow
from netlemma.derive.lemmas.of_length import hyperx, hyperx_lemmas, tree, tree_lemmas
from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

n, far = parameter("n", 2), parameter("jumps_2", 1)
HYPERX, XGFT = hyperx(3), tree("xgft", 2)[0]  # "hyperx", "xgft": of the lengths that tables have


_HALF = sp.Piecewise((1, sp.Eq(n, 2 * far)), (0, True))
CIRCULANT = """
family circulant
sizes n >= 2, jumps_1 >= 1, jumps_2 >= 1, jumps_1 <= jumps_2 - 1, 2*jumps_2 <= n
node i: 0..n-1
link short: i - (i + jumps_1) mod n
link long: i - (i + jumps_2) mod n
"""
_COUNTS = follow(
    CIRCULANT,
    "nodes links degree",
    {"links": 2 * n - n * _HALF / 2, "degree": 4 - _HALF},
    n="nodes",
    jumps_1="shorter jump",
    jumps_2="longer jump",
)


def _connected(build: Callable[[], Lemma]) -> Lemma:
    """The lemma at the sizes at which steps lead to all nodes."""
    lemma = build()
    return replace(
        lemma,
        domain=replace(lemma.domain, legal=lambda size: gcd(size["n"], size["jumps_1"], size["jumps_2"]) == 1),
    )


_OF_PRODUCTS = (
    *OF_DISTANCES,
    "nodes",
    "links",
    "degree",
    "max_degree",
    "edge_forwarding_index",
    "max_channel_load.uniform",
)
_SIDES = {"S_1": "nodes along dimension 0", "S_2": "nodes along dimension 1"}


def _rectangle(name: str, text: str) -> dict[str, Callable[[], Lemma]]:
    """Lemmas of a product of two factors; the product as text has those on traffic, and more dimensions."""
    every = family(name, text, _SIDES, "dimension")
    kept = [f"{name}.{quantity}" for quantity in _OF_PRODUCTS]
    return {key: build for key, build in every.items() if key in kept or key.startswith(f"{name}.visit_ratio.")}


LEMMAS = {
    **{key: partial(_connected, build) for key, build in _COUNTS.items()},
    **hyperx_lemmas(HYPERX, 3),
    **tree_lemmas("xgft", 2),
    **tree_lemmas("pgft", 2),
    **_rectangle("rectangular-mesh", "line(S_1) x line(S_2)"),
    **_rectangle("rectangular-torus", "ring(S_1) x ring(S_2)"),
}
