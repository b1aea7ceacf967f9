"""Families whose sizes are lists: circulant graphs of two jumps, HyperX of up to three dimensions, trees of two levels.

Entries of a list are sizes of their own: ``S_1``, ``S_2``. A HyperX of fewer dimensions has entries of 1 behind.
"""

from collections.abc import Callable
from itertools import product
from math import gcd

import sympy as sp

from derive.algebra.expressions.notation import parameter
from derive.core.domain import Domain, Parameter, Size
from derive.core.lemma import Lemma
from derive.networks.distances.construction import Construction, Node
from derive.networks.distances.lemmas import lemmas
from derive.networks.product_lemmas import OF_DISTANCES, family

n, near, far = parameter("n", 2), parameter("jumps_1", 1), parameter("jumps_2", 1)
a, b, c, T = parameter("S_1", 2), parameter("S_2", 1), parameter("S_3", 1), parameter("T", 1)
m_1, m_2, w_1, w_2 = parameter("m_1", 2), parameter("m_2", 2), parameter("w_1", 1), parameter("w_2", 1)


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


def _grid_ends(size: Size) -> list[Node]:
    sides = (range(size[side]) for side in ("S_1", "S_2", "S_3"))
    return [("t", *each) for each in product(*sides, range(size["T"]))]


def _grid(size: Size, node: Node) -> list[Node]:
    kind, *place = node
    if kind == "t":
        return [("s", *place[:3])]
    lines = [("s", *place[:j], x, *place[j + 1 :]) for j in range(3) for x in range(size[f"S_{j + 1}"])]
    return [*(("t", *place, x) for x in range(size["T"])), *lines]


_SWITCHES = a * b * c
_ENDS = T * _SWITCHES
_GRID_SIZES = (
    (2, 1, 1, 1),
    (3, 1, 1, 2),
    (2, 2, 1, 1),
    (2, 3, 1, 2),
    (4, 2, 1, 1),
    (2, 2, 2, 1),
    (2, 1, 3, 2),
    (3, 2, 2, 1),
)
HYPERX = Construction(
    "hyperx",
    Domain(
        (
            *(Parameter(f"S_{j}", 2 if j == 1 else 1, f"switches in a line of dimension {j}") for j in (1, 2, 3)),
            Parameter("T", 1, "terminals on each switch"),
        )
    ),
    _ENDS,
    _grid_ends,
    _grid,
    tuple(dict(zip(("S_1", "S_2", "S_3", "T"), each, strict=True)) for each in _GRID_SIZES),
)


def _tree_ends(size: Size) -> list[Node]:
    return [(0, x, y) for x in range(size["m_2"]) for y in range(size["m_1"])]


def _tree(size: Size, node: Node) -> list[Node]:
    level, x, y = node
    if level == 0:
        return [(1, x, up) for up in range(size["w_1"])]
    if level == 1:
        return [*((0, x, down) for down in range(size["m_1"])), *((2, up, y) for up in range(size["w_2"]))]
    return [(1, down, y) for down in range(size["m_2"])]


_LEAVES = m_1 * m_2
_TREE_NAMES, _TREE_SIZES = (
    ("m_1", "m_2", "w_1", "w_2"),
    ((2, 2, 1, 1), (2, 3, 1, 2), (3, 2, 2, 1), (3, 3, 2, 2), (4, 2, 1, 3), (2, 4, 1, 1), (2, 2, 5, 1)),
)
_MEANINGS = (
    "terminals below a leaf switch",
    "leaf switches below a spine",
    "links up of a terminal",
    "links up of a leaf switch",
)
XGFT = Construction(
    "xgft",
    Domain(
        tuple(
            Parameter(name, 1 if name[0] == "w" else 2, said) for name, said in zip(_TREE_NAMES, _MEANINGS, strict=True)
        )
    ),
    _LEAVES,
    _tree_ends,
    _tree,
    tuple(dict(zip(_TREE_NAMES, each, strict=True)) for each in _TREE_SIZES),
)
_LINE_LOAD = sp.Max(*(T * sp.Min(side - 1, 1) / side for side in (a, b, c))) * _ENDS / (_ENDS - 1)
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
    **lemmas(
        HYPERX,
        load=(
            sp.Max(1, _LINE_LOAD),
            "a link of a terminal carries 1; a message crosses dimension j with probability 1 - 1/S_j, from and to itself included, and "
            "S_1 S_2 S_3 (S_j - 1) channels of it are alike",
        ),
        nodes=(_ENDS, "S_1 S_2 S_3 switches with T terminals each"),
        links=(
            _ENDS + _SWITCHES * (a + b + c - 3) / 2,
            "a link to each terminal; a switch is linked to S_j - 1 others in dimension j, and each link has two switches",
        ),
        max_degree=(T + a + b + c - 3, "T terminals, and the S_j - 1 others in each line"),
        diameter=(
            3 + sp.Min(b - 1, 1) + sp.Min(c - 1, 1),
            "a hop in each dimension of more than one switch, and one at each end",
        ),
        mean_distance=(
            2 + (3 - 1 / a - 1 / b - 1 / c) * _ENDS / (_ENDS - 1),
            "one hop at each end, and one in each dimension in which the switches differ: a share of 1 - 1/S_j of all pairs, of which the "
            "terminals and themselves, which differ in none, are left out",
        ),
    ),
    **lemmas(
        XGFT,
        nodes=(_LEAVES, "terminals have a place of m_1 and one of m_2"),
        links=(
            _LEAVES * w_1 + m_2 * w_1 * w_2,
            "w_1 links from each of m_1 m_2 terminals, and w_2 from each of m_2 w_1 leaf switches",
        ),
        max_degree=(
            sp.Max(w_1, m_1 + w_2, m_2),
            "a terminal has w_1 links, a leaf switch m_1 and w_2, a spine m_2",
        ),
        diameter=(sp.Integer(4), "up to a spine and down, since there are several leaf switches"),
        mean_distance=(
            4 - 2 * (m_1 - 1) / (_LEAVES - 1),
            "m_1 - 1 other terminals are below the same leaf switches, 2 hops away, and all others 4",
        ),
        load=(
            sp.Max(1, m_1 * (_LEAVES - m_1) / (w_2 * (_LEAVES - 1))) / w_1,
            "a terminal sends its messages evenly over its w_1 links; the m_1 terminals of a leaf switch send those to others evenly over "
            "its w_2 links up, of which each of w_1 switches has its share",
        ),
    ),
    **_rectangle("rectangular-mesh", "line(S_1) x line(S_2)"),
    **_rectangle("rectangular-torus", "ring(S_1) x ring(S_2)"),
}
