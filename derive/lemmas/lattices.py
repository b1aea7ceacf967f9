"""Hexagonal and honeycomb meshes and tori, Gaussian and Eisenstein-Jacobi networks, generalised Petersen graphs."""

from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import i, lemmas
from netlemma.derive.networks.lattice_quotients import HEXAGONAL as HEXAGONAL_LATTICE
from netlemma.derive.networks.lattice_quotients import HONEYCOMB as HONEYCOMB_LATTICE
from netlemma.derive.networks.lattice_quotients import LatticeQuotient
from netlemma.derive.networks.rings_of_kinds import RingOfKinds

Point = tuple[int, ...]
n, n_1, t = parameter("n", 2), parameter("n", 1), parameter("t", 1)
SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # directions of the triangular lattice, in two of three axes


def _wrapped(size: Size, node: int) -> list[int]:
    e = size["n"]
    return [(node + step) % (3 * e * e - 3 * e + 1) for jump in (1, 3 * e - 1, 3 * e - 2) for step in (jump, -jump)]


WRAPPED = Construction(
    "wrapped-hexagonal-mesh",
    Domain((Parameter("n", 2, "nodes on a side"),)),
    3 * n**2 - 3 * n + 1,
    lambda size: range(3 * size["n"] ** 2 - 3 * size["n"] + 1),
    _wrapped,
    tuple({"n": x} for x in (2, 3, 4, 5)),
)


def _comb(size: Size) -> list[Point]:
    side = range(1 - size["t"], size["t"] + 1)
    return [each for each in product(side, repeat=3) if 1 <= sum(each) <= 2]


def _honeycomb(size: Size, point: Point) -> list[Point]:
    inside, step = set(_comb(size)), 1 if sum(point) == 1 else -1
    near = [tuple(x + step * (axis == j) for j, x in enumerate(point)) for axis in range(3)]
    return [each for each in near if each in inside]


def _honeycomb_torus(size: Size, point: Point) -> list[Point]:
    found, side = _honeycomb(size, point), size["t"]
    if len(found) == 3:
        return found
    for axis in range(3):
        others = [point[j] for j in range(3) if j != axis]
        turned = [1 - others[1], 1 - others[0]]
        if (point[axis], sum(point)) in ((side, 1), (1 - side, 2)):
            turned.insert(axis, 1 - point[axis])
            found.append(tuple(turned))
    return found


_HEXAGONS = "hexagons from the centre to a side"
_T = Domain((Parameter("t", 1, _HEXAGONS),))
COMB_TORUS = Construction("honeycomb-torus", _T, 6 * t**2, _comb, _honeycomb_torus, tuple({"t": x} for x in (1, 2, 3)))


def _petersen(size: Size, node: tuple[str, int]) -> list[tuple[str, int]]:
    where, place = node
    step = 1 if where == "outer" else size["k"]
    around = [(where, (place + by) % size["n"]) for by in (step, -step)]
    return [*around, ("inner" if where == "outer" else "outer", place)]


N, K = parameter("n", 3), parameter("k", 1)
NEAR_INNER = Construction(
    "generalised-petersen",
    Domain(
        (Parameter("n", 3, "nodes of the outer ring"), Parameter("k", 1, "step of the inner links")),
        (2 * K <= N - 1, K <= 2),
    ),
    2 * N,
    lambda size: [(where, place) for where in ("outer", "inner") for place in range(size["n"])],
    _petersen,
    tuple({"n": x, "k": k} for k in (1, 2) for x in range(2 * k + 1, 15)),
)


def _around(x: sp.Expr, one: int, other: int) -> sp.Expr:
    """Hops from a node of the outer ring (0) or an inner one (1) to one x places on: one way around or the other.

    With k = 2 inner nodes an odd number of places apart take an outer hop and two spokes, too.
    """
    near = []
    for places in (x, N - x):
        half = sp.floor((places + 1) / 2)
        if one != other:
            two = 1 + half
        elif one:
            two = half + 2 * (2 * half - places)
        else:
            two = sp.Min(places, 2 + half)
        near.append(two)
    return sp.Piecewise((sp.Min(x, N - x) + int(one != other), sp.Eq(K, 1)), (sp.Min(*near), True))


_INNER_RINGS = RingOfKinds(
    NEAR_INNER.domain,
    N,
    ((0, sp.S.One, 0), (0, N - 1, 0), (0, sp.S.Zero, 1), (1, sp.S.Zero, 0), (1, K, 1), (1, N - K, 1)),
    _around,
    sp.Piecewise(
        (sp.floor(N / 2) + 1, sp.Eq(K, 1)),
        (2, sp.Eq(N, 5)),
        (4, sp.Eq(N, 6)),
        (3, sp.Eq(N, 7)),
        (2 + sp.ceiling(sp.floor(N / 2) / 2), True),
    ),
)
_EVERY = 3 * n**2 - 3 * n + 1
LEMMAS = {
    **defined("hexagonal-mesh", "nodes links max_degree diameter mean_distance wiener_index", n="nodes on a side"),
    **lemmas(
        WRAPPED,
        fabric=LatticeQuotient(
            WRAPPED.domain,
            n,
            HEXAGONAL_LATTICE,
            (n, n - 1, 1 - 2 * n),
            (1 - n, 2 * n - 1, -n),
            n,
            (sp.S.One, 3 * n - 1),
        ),
        load=sp.powsimp(_EVERY * ((2 * n - 1) / sp.Integer(3)) / (3 * _EVERY * 2)),
        diameter=n - 1,
        nodes_at_distance=sp.Piecewise((sp.S.One, sp.Eq(i, 0)), (6 * i, i <= n - 1), (sp.S.Zero, True)),
        mean_distance=(2 * n - 1) / sp.Integer(3),
    ),
    **defined(
        "honeycomb-mesh",
        "nodes links max_degree diameter mean_distance wiener_index",
        {"max_degree": sp.Min(3, t + 1)},
        t=_HEXAGONS,
    ),
    **lemmas(
        COMB_TORUS,
        fabric=LatticeQuotient(_T, t, HONEYCOMB_LATTICE, (t, t, -2 * t), (sp.S.Zero, 3 * t, -3 * t), 2 * t),
        load=sp.powsimp(6 * t**2 * (t * (8 * t**2 - 1) / (6 * t**2 - 1)) / (9 * t**2 * 2)),
        diameter=2 * t,
        nodes_at_distance=sp.Piecewise(
            (sp.S.One, sp.Eq(i, 0)), (3 * i, i <= 2 * t - 1), (3 * t - 1, sp.Eq(i, 2 * t)), (sp.S.Zero, True)
        ),
        mean_distance=t * (8 * t**2 - 1) / (6 * t**2 - 1),
    ),
    **defined(
        "wrapped-hexagonal-mesh", "nodes links degree", n="nodes on a side"
    ),  # links in place of the written argument
    **defined("honeycomb-torus", "nodes links degree", t=_HEXAGONS),  # in place of the written argument on links
    **defined("generalised-petersen", "nodes links degree", n="nodes of the outer ring", k="step of the inner links"),
    **lemmas(NEAR_INNER, fabric=_INNER_RINGS, diameter=_INNER_RINGS.most),
}
