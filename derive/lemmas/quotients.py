"""Lattices modulo a sublattice: Gaussian and Eisenstein-Jacobi networks, midimew networks, twisted tori of three dimensions."""

from collections.abc import Callable, Iterable
from itertools import product

import sympy as sp

from derive.algebra.expressions.notation import parameter
from derive.core.domain import Domain, Parameter, Size
from derive.networks.distances.construction import Construction, Node
from derive.networks.distances.lemmas import i, lemmas

Point = tuple[int, ...]
a, b, n, k = parameter("a", 1), parameter("b", 1), parameter("n", 2), parameter("k", 1)
_b = parameter("b", 2)
FOUR: tuple[Point, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
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
    sizes = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 4), (2, 4), (4, 4), (1, 5), (3, 6))
    small = tuple({"a": x, "b": y} for x, y in sizes if y >= least and (x <= y or not ordered))
    parts = (Parameter("a", 1, "first number of the modulus"), Parameter("b", least, "second number of the modulus"))
    second = parameter("b", least)
    domain = Domain(parts, (a <= second,) if ordered else ())
    return Construction(name, domain, a**2 + third * a * second + second**2, _listed(third), _near(steps, third), small)


def _gaussian(least: int, ordered: bool = False) -> Construction:
    return _lattice("gaussian-network", least, ordered, FOUR, 0)


def _eisenstein(least: int, ordered: bool = False) -> Construction:
    return _lattice("eisenstein-jacobi", least, ordered, SIX, 1)


def _jumps(size: Size, node: int) -> list[int]:
    count = size["n"]
    far = next(x for x in range(1, count + 1) if 2 * x * x >= count)
    return [(node + step) % count for step in (far, far - 1, -far, 1 - far)]


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


def _torus(least: int) -> Construction:
    return Construction(
        "twisted-torus-3d",
        Domain((Parameter("k", least, "nodes along x and y, half of those along z"),)),
        2 * parameter("k", least) ** 3,
        lambda size: product(range(size["k"]), range(size["k"]), range(2 * size["k"])),
        _twisted,
        tuple({"k": side} for side in range(least, 5)),
    )


_FAR = sp.ceiling((sp.sqrt(2 * n - 1) - 1) / 2)
_BANDS = (
    "with b the longer jump, x (b - 1) + y b for |x| + |y| <= r are 2 r + 1 runs of r or r + 1 numbers, one for each x + y, which "
    "leave b - r - 1 "
    "numbers between them: for r < b they do not overlap, and for r = b - 1 they are the 2 b r + 1 numbers from -b r to b r, "
    "for r = b those to b^2; "
    "since 2 (b - 1)^2 < n <= 2 b^2, all 2 r^2 + 2 r + 1 numbers differ modulo n while r <= b - 2, those for r = b - 1 do or are all "
    "n, and b hops reach all"
)
_OTHERS = n - 2 * _FAR**2 + 2 * _FAR - 1
_NORM, _HEX_NORM = a**2 + b**2, a**2 + a * b + b**2
_SQUARE = (
    "a node has 4 i nodes at distance i in the plane; those nearer to it than to the other points of its class are in a square, which cuts "
    "the balls off from i = (a + b)/2 on (Martinez et al. 2008): compared at small sizes only"
)
_SQUARES = sp.Piecewise(
    (sp.S.One, sp.Eq(i, 0)),
    (4 * i, 2 * i <= a + b - 1),
    (2 * b - 1, sp.And(sp.Eq(a, b), sp.Eq(i, b))),
    (2 * b - 2, sp.Eq(2 * i, a + b)),
    (4 * (b - i), i <= b - 1),
    (sp.S.One, sp.And(sp.Eq(i, b), sp.Eq(sp.Mod(a + b, 2), 0))),
    (sp.S.Zero, True),
)
_TWO = parameter("k", 2)
LEMMAS = {
    **lemmas(_gaussian(1), nodes=(_NORM, "the residues modulo a + b i are as many as its norm")),
    **lemmas(
        _gaussian(2),
        links=(2 * (a**2 + _b**2), "each node has 4 links, and each link two nodes"),
        degree=(
            sp.Integer(4),
            "the steps 1, -1, i, -i differ by numbers of norm 2 or 4, and the modulus has a norm of 5 or more",
        ),
    ),
    **lemmas(
        _gaussian(1, ordered=True),
        diameter=(b - sp.Mod(a + b, 2), _SQUARE, True),
        nodes_at_distance=(_SQUARES, _SQUARE, True),
    ),
    **lemmas(_eisenstein(1), nodes=(_HEX_NORM, "the residues modulo a + b w are as many as its norm")),
    **lemmas(
        _eisenstein(2),
        links=(3 * (a**2 + a * _b + _b**2), "each node has 6 links, and each link two nodes"),
        degree=(
            sp.Integer(6),
            "the six steps differ by numbers of norm 1, 3 or 4, and the modulus has a norm of 7 or more",
        ),
    ),
    **lemmas(
        _eisenstein(1, ordered=True),
        diameter=(
            sp.floor((a + 2 * b) / 3),
            "the points nearest to a node are in a hexagon, whose corners are (a + 2 b)/3 away: compared at small sizes only",
            True,
        ),
    ),
    **lemmas(
        MIDIMEW,
        nodes=(n, "the numbers modulo n"),
        links=(n * sp.Min(n - 1, 4) / 2, "each node has 4 links, or one to every other, and each link two nodes"),
        degree=(
            sp.Min(n - 1, 4),
            "the steps b, b - 1 and back, b = ceil(sqrt(n/2)), are different with 5 nodes or more",
        ),
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
        _torus(1),
        nodes=(2 * k**3, "k^2 rings of 2 k nodes"),
        diameter=(sp.floor(3 * k / 2), "compared at small sizes only", True),
    ),
    **lemmas(
        _torus(2),
        links=(6 * _TWO**3, "each node has 6 links, and each link two nodes"),
        degree=(sp.Integer(6), "a step forward and one back in three dimensions, which are different from k = 2 on"),
    ),
}
