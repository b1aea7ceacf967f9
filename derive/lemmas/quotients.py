"""Lattices modulo a sublattice: Gaussian and Eisenstein-Jacobi networks, midimew networks, twisted tori of three dimensions."""

from collections.abc import Callable, Iterable
from itertools import combinations, product

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import i, lemmas
from netlemma.derive.networks.lattice_quotients import Steps

Point = tuple[int, ...]
a, b, n, k = parameter("a", 0), parameter("b", 1), parameter("n", 2), parameter("k", 1)
_a, _b = parameter("a", 1), parameter("b", 2)
FOUR: tuple[Point, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
_MODULUS = {"a": "first number of the modulus", "b": "second number of the modulus"}
SIX: tuple[Point, ...] = (*FOUR, (-1, 1), (1, -1))


def _residue(point: Point, size: Size, third: int) -> Point:
    """The point of a parallelogram that differs from this one by multiples of (a, b) and (-b, a + third b)."""
    (x, y), p, q = point, size["a"], size["b"]
    norm = p * p + third * p * q + q * q
    one, other = x * (p + third * q) + y * q, y * p - x * q  # coordinates times the norm
    one, other = one // norm, other // norm
    return x - one * p + other * q, y - one * q - other * (p + third * q)


def _near(steps: Iterable[Point], third: int) -> Callable[[Size, Point], list[Point]]:
    return lambda size, node: [_residue((node[0] + x, node[1] + y), size, third) for x, y in steps]


def _listed(third: int) -> Callable[[Size], list[Point]]:
    def every(size: Size) -> list[Point]:
        far = range(-2 * (size["a"] + size["b"]), 2 * (size["a"] + size["b"]) + 1)
        return sorted({_residue(point, size, third) for point in product(far, repeat=2)})

    return every


def _lattice(name: str, least: int, ordered: bool, steps: tuple[Point, ...], third: int) -> Construction:
    sizes = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 4), (2, 4), (4, 4), (1, 5), (3, 6),
             (0, 2), (0, 3), (0, 4), (0, 5), (0, 7))  # fmt: skip
    first, second = parameter("a", least - 1), parameter("b", least)
    small = tuple({"a": x, "b": y} for x, y in sizes if x >= least - 1 and y >= least and (x <= y or not ordered))
    parts = (Parameter("a", least - 1, _MODULUS["a"]), Parameter("b", least, _MODULUS["b"]))
    domain = Domain(parts, (*((first <= second,) if ordered else ()), *((first + second >= 2,) if least < 2 else ())))
    count = first**2 + third * first * second + second**2
    return Construction(name, domain, count, _listed(third), _near(steps, third), small)


def _gaussian(least: int, ordered: bool = False) -> Construction:
    return _lattice("gaussian-network", least, ordered, FOUR, 0)


def _eisenstein(least: int, ordered: bool = False) -> Construction:
    return _lattice("eisenstein-jacobi", least, ordered, SIX, 1)


def _jumps(size: Size, node: int) -> list[int]:
    count = size["n"]
    far = next(x for x in range(1, count + 1) if 2 * x * x >= count)
    return [(node + step) % count for step in (far, far - 1, -far, 1 - far)]


def _certify_jumps() -> None:
    """Check that the jumps b, b - 1 and back lead to four other numbers modulo n from n = 5 on, and else to all."""
    z3 = smt.z3()
    count, far = z3.Ints("n b")
    known = [count >= 5, far >= 1, 2 * (far - 1) * (far - 1) < count, count <= 2 * far * far]
    ends = (0, far, far - 1, -far, 1 - far)
    apart = [d for x, y in combinations(ends, 2) for d in (x - y, y - x)]
    claim = z3.And(*(z3.And(d != 0, d < count) for d in apart))
    require(smt.solution([*known, z3.Not(claim)]) is None, "jumps may lead to the same number")
    for few in (2, 3, 4):
        require({0, *_jumps({"n": few}, 0)} == {*range(few)}, f"jumps do not lead to all of {few}")


_DIFFERENT = "the jumps b, b - 1 and back, with 2 (b - 1)^2 < n <= 2 b^2, lead to different other numbers, or to all of fewer than 5"
MIDIMEW = Construction(
    "midimew",
    Domain((Parameter("n", 2, "nodes"),)),
    n,
    lambda size: range(size["n"]),
    _jumps,
    tuple({"n": count} for count in (*range(2, 14), 25, 30)),
)


def _twisted(size: Size, node: tuple[int, int, int]) -> list[Node]:
    side, found = size["k"], []
    for axis in (0, 1):
        for step in (1, -1):
            moved = list(node)
            moved[axis] += step
            if not 0 <= moved[axis] < side:
                moved[2] += side
            found.append((moved[0] % side, moved[1] % side, moved[2] % (2 * side)))
    return [*found, *((node[0], node[1], (node[2] + step) % (2 * side)) for step in (1, -1))]


_SIDE = "nodes along x and y, half of those along z"
CUBES = Construction(
    "twisted-torus-3d",
    Domain((Parameter("k", 1, _SIDE),)),
    2 * k**3,
    lambda size: product(range(size["k"]), range(size["k"]), range(2 * size["k"])),
    _twisted,
    tuple({"k": side} for side in range(1, 5)),
)
_FAR = sp.ceiling((sp.sqrt(2 * n - 1) - 1) / 2)
_BANDS = (
    "with b the longer jump, x (b - 1) + y b for |x| + |y| <= r are 2 r + 1 runs of r or r + 1 numbers, one for each x + y, "
    "which leave b - r - 1 numbers between them: for r < b they do not overlap, and for r = b - 1 they are the 2 b r + 1 "
    "numbers from -b r to b r, for r = b those to b^2; since 2 (b - 1)^2 < n <= 2 b^2, all 2 r^2 + 2 r + 1 numbers differ "
    "modulo n while r <= b - 2, those for r = b - 1 do or are all n, and b hops reach all"
)
_OTHERS = n - 2 * _FAR**2 + 2 * _FAR - 1
_SQUARE = (
    "in x + y and x - y a ball of i hops is a square of side 2 i, and the shortest vectors of the class of 0 are those of "
    "norm a + b in four directions, all others having one of 2 b or more: balls around points of the class overlap from i = "
    "(a + b)/2 on, two at a time while i < b, and one has 2 i^2 + 2 i + 1 points less two overlaps of (2 i + 1 - a - b) (2 i "
    "+ 1 - b + a) points, rounded up to half; at i = b - 1 all are in one, or all but one of the classes, or 2 b - 1 if a = "
    "b (Martinez et al. 2008)"
)
_ODD = sp.Mod(a + b, 2)
_GAUSSIAN_MEAN = (2 * a**3 + 3 * a**2 * b + 3 * b**3 - 2 * a - 3 * b * _ODD) / (6 * (a**2 + b**2 - 1))
_HEXAGON = (
    "in three coordinates with sum 0 the norm is the largest of their sizes; the points of the class of 0 are corners of "
    "triangles, of which that with 0, (a + b, -a, -b) and (a, b, -a - b) stands for all. At most: in it the distances from "
    "the three are max(x, -z), max(a + b - x, y + a) and max(b - y, z + a + b); three numbers, one from each, have the sum 2 "
    "a + b or a + 2 b, or two of them have the sum a + b. At least: take whole numbers -z, a + b - x and b - y with the sum "
    "a + 2 b, none below its third rounded down: they are the differences to the three corners in one coordinate, and any "
    "other point i (a + b w) + j (a + b w) w differs as much in one, since with k = 1 - i - j not each of i, j, k that is 1 "
    "or more has one of the others that is, too, in turn"
)
_HEXAGONS = (
    f"{_HEXAGON}. Balls of i hops have 3 i^2 + 3 i + 1 points and overlap from i = (a + b)/2 on, two at a time for 3 i < a + "
    "2 b, in the points whose three coordinates are in the ranges of both: three counts of triples with a sum and bounds, so "
    "that 6 (a + 2 b - 3 i) classes are i hops away"
)
_THIRD = sp.Mod(a + 2 * b + 1, 3) - 1
_HEX_SUM = 13 * a**3 + 24 * a**2 * b + 21 * a * b**2 + 14 * b**3 + 6 * a - 6 * b - 27 * a * _ODD + 8 * _THIRD
_HEX_MEAN = _HEX_SUM / (36 * (a**2 + a * b + b**2 - 1))
_RINGS = sp.Piecewise(
    (1, sp.Eq(i, 0)),
    (6 * i, 2 * i <= a + b - 1),
    (3 * b - 3 + sp.Piecewise((2, sp.Eq(a, b)), (0, True)), sp.Eq(2 * i, a + b)),
    (2, sp.Eq(3 * i, a + 2 * b)),
    (6 * (a + 2 * b - 3 * i), 3 * i <= a + 2 * b),
    (0, True),
)
_TURNED = "turns by a unit and shifts lead from every link to every other one, in either direction, and all channels carry the same; "
_SQUARES = sp.Piecewise(
    (sp.S.One, sp.Eq(i, 0)),
    (4 * i, 2 * i <= a + b - 1),
    (2 * b - 1, sp.And(sp.Eq(a, b), sp.Eq(i, b))),
    (2 * b - 2, sp.Eq(2 * i, a + b)),
    (4 * (b - i), i <= b - 1),
    (sp.S.One, sp.And(sp.Eq(i, b), sp.Eq(sp.Mod(a + b, 2), 0))),
    (sp.S.Zero, True),
)
_CUBES = (
    "nodes are points modulo k (a, b, c) with an even sum of a, b, c; with r hops to the next multiple of k in each "
    "coordinate a node has the distance r_1 + r_2 + r_3 if the sum of these multiples over k is even, and k - 2 max r more, "
    "to the other multiple in the coordinate with the largest r, if it is odd; there is a node of both kinds for each three "
    "remainders"
)
_HALF = sp.floor(k / 2)
_CUBE_SUM = 6 * k**2 * sp.floor(k**2 / 4) + k**4 - 2 * (_HALF * k**3 - _HALF**2 * (2 * _HALF**2 - 1))
LEMMAS = {
    **defined("gaussian-network", "nodes", where="b >= 1", **_MODULUS),
    **defined("gaussian-network", "links degree", where="a >= 1, b >= 2", **_MODULUS),
    **lemmas(
        _gaussian(1, ordered=True),
        diameter=(b - sp.Mod(a + b, 2), _SQUARE),
        nodes_at_distance=(_SQUARES, _SQUARE),
        mean_distance=(
            _GAUSSIAN_MEAN,
            f"{_SQUARE}; the sums of 4 i^2 up to there and of 4 i (b - i) beyond",
        ),
    ),
    **defined("eisenstein-jacobi", "nodes", where="b >= 1", **_MODULUS),
    **defined("eisenstein-jacobi", "links degree", where="a >= 1, b >= 2", **_MODULUS),
    **lemmas(
        _eisenstein(1, ordered=True),
        diameter=(sp.floor((a + 2 * b) / 3), _HEXAGON),
        nodes_at_distance=(_RINGS, _HEXAGONS),
        mean_distance=(_HEX_MEAN, f"{_HEXAGONS}; the sum over all classes"),
    ),
    **lemmas(_gaussian(2, ordered=True), load=(_GAUSSIAN_MEAN.xreplace({a: _a, b: _b}) / 4, f"{_TURNED}{_SQUARE}")),
    **lemmas(_eisenstein(2, ordered=True), load=(_HEX_MEAN.xreplace({a: _a, b: _b}) / 6, f"{_TURNED}{_HEXAGONS}")),
    **lemmas(
        MIDIMEW,
        fabric=Steps(MIDIMEW.domain, n, sp.Min(n - 1, 4), _certify_jumps, _DIFFERENT),
        nodes=n,
        links=n * sp.Min(n - 1, 4) / 2,
        degree=sp.Min(n - 1, 4),
    ),
    **lemmas(
        MIDIMEW,
        diameter=(_FAR, f"{_BANDS}; the least r with 2 r^2 + 2 r + 1 >= n"),
        nodes_at_distance=(
            sp.Piecewise((1, sp.Eq(i, 0)), (4 * i, i <= _FAR - 1), (_OTHERS, sp.Eq(i, _FAR)), (0, True)),
            f"{_BANDS}; 4 i of them are i hops away, and the last are left over",
        ),
        mean_distance=(
            _FAR * (3 * n - 2 * _FAR**2 - 1) / (3 * (n - 1)),
            f"{_BANDS}; the sum of 4 i^2 below the diameter, and the nodes that are left over",
        ),
    ),
    **lemmas(
        CUBES,
        diameter=(
            sp.floor(3 * k / 2),
            f"{_CUBES}; at most 3 floor(k/2), and k + floor(k/2) for an odd sum, which is 3 k/2 rounded down",
        ),
        mean_distance=(
            _CUBE_SUM / (2 * k**3 - 1),
            f"{_CUBES}; each r has the sum floor(k^2/4) over its k values, and the largest of three is m or more for k^3 - (2 "
            "m - 1)^3 of all k^3",
        ),
    ),
    **defined("twisted-torus-3d", "nodes", k=_SIDE),
    **defined("twisted-torus-3d", "links degree", where="k >= 2", k=_SIDE),
}
