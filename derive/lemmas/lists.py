"""Families whose sizes are lists: circulant graphs of two jumps, HyperX of up to three dimensions, trees of two levels.

Entries of a list are sizes of their own: ``S_1``, ``S_2``. A HyperX of fewer dimensions has entries of 1 behind.
"""

from collections.abc import Callable
from math import gcd

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas.of_length import hyperx, hyperx_lemmas, tree, tree_lemmas
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

n, near, far = parameter("n", 2), parameter("jumps_1", 1), parameter("jumps_2", 1)
HYPERX, XGFT = hyperx(3), tree("xgft", 2)  # "hyperx", "xgft": of the lengths that tables have


def _steps(size: Size, node: int) -> list[int]:
    return [(node + s * size[jump]) % size["n"] for jump in ("jumps_1", "jumps_2") for s in (1, -1)]


_HALF = sp.Piecewise((1, sp.Eq(n, 2 * far)), (0, True))
CIRCULANT = Construction(
    "circulant",
    Domain(
        (Parameter("n", 2, "nodes"), Parameter("jumps_1", 1, "shorter jump"), Parameter("jumps_2", 1, "longer jump")),
        (near <= far - 1, 2 * far <= n),
        lambda size: gcd(size["n"], size["jumps_1"], size["jumps_2"]) == 1,
    ),
    n,
    lambda size: range(size["n"]),
    _steps,
    tuple({"n": x, "jumps_1": 1, "jumps_2": y} for x in range(4, 12) for y in range(2, x // 2 + 1)),
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
    **lemmas(
        CIRCULANT,
        nodes=(n, "the numbers modulo n"),
        links=(
            2 * n - n * _HALF / 2,
            "each node has two links of each jump, one if it leads half around, and each link two nodes",
        ),
        degree=(4 - _HALF, "different jumps of at most n/2 lead to different nodes, but half around either way"),
    ),
    **hyperx_lemmas(HYPERX, 3),
    **tree_lemmas(XGFT, 2),
    **tree_lemmas(tree("pgft", 2), 2),
    **_rectangle("rectangular-mesh", "line(S_1) x line(S_2)"),
    **_rectangle("rectangular-torus", "ring(S_1) x ring(S_2)"),
}
