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
from netlemma.derive.networks.chosen_points import Case, Cell, Choice, ChosenPoints, copies
from netlemma.derive.networks.distance_lemmas import Builder, i, lemmas
from netlemma.derive.networks.lattice_quotients import Steps

Point = tuple[int, ...]
a, b, n, k = parameter("a", 0), parameter("b", 1), parameter("n", 2), parameter("k", 1)
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
_OTHERS = n - 2 * _FAR**2 + 2 * _FAR - 1
_MIDIMEW_LAYERS = sp.Piecewise((1, sp.Eq(i, 0)), (4 * i, i <= _FAR - 1), (_OTHERS, sp.Eq(i, _FAR)), (0, True))
_ODD = sp.Mod(a + b, 2)
_GAUSSIAN_MEAN = (2 * a**3 + 3 * a**2 * b + 3 * b**3 - 2 * a - 3 * b * _ODD) / (6 * (a**2 + b**2 - 1))
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
_SQUARES = sp.Piecewise(
    (sp.S.One, sp.Eq(i, 0)),
    (4 * i, 2 * i <= a + b - 1),
    (2 * b - 1, sp.And(sp.Eq(a, b), sp.Eq(i, b))),
    (2 * b - 2, sp.Eq(2 * i, a + b)),
    (4 * (b - i), i <= b - 1),
    (sp.S.One, sp.And(sp.Eq(i, b), sp.Eq(sp.Mod(a + b, 2), 0))),
    (sp.S.Zero, True),
)
_HALF = sp.floor(k / 2)
_CUBE_SUM = 6 * k**2 * sp.floor(k**2 / 4) + k**4 - 2 * (_HALF * k**3 - _HALF**2 * (2 * _HALF**2 - 1))
_g, _h, _t, _u, _x, _y, _z = sp.symbols("g h t u x y z", integer=True)
_b, _r = sp.symbols("b r", integer=True)
_ONE, _NONE = sp.S.One, sp.S.Zero
_ORIGIN = Cell((), (_NONE, _NONE), _NONE)
_RIGHT, _SIXTH = ((0, -1), (1, 0)), ((0, -1), (1, 1))  # turns of the square lattice, and of the triangular one
_STEPS = {_RIGHT: ((1, 0), (0, 1), (-1, 0), (0, -1)), _SIXTH: ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
Turn = tuple[tuple[int, int], tuple[int, int]]


def _ball(turn: Turn, far: sp.Expr) -> list[Cell]:
    """All points up to a distance."""
    ranges = ((_r, _ONE, far), (_x, _ONE, _r))
    return [_ORIGIN, *copies(turn, range(len(_STEPS[turn])), ranges, (_x, _r - _x), _r)]


def _layer(turn: Turn, far: sp.Expr, low: sp.Expr, high: sp.Expr, half: bool = False) -> list[Cell]:
    """Points of all sectors, or of one half of them, at a distance, by their first coordinate."""
    sectors = range(len(_STEPS[turn]) // (2 if half else 1))
    return copies(turn, sectors, ((_x, low, high),), (_x, far - _x), far)


def _half_way(turn: Turn, first: sp.Expr) -> list[Cell]:
    """Points at half of the norm h = (a + b)/2 of the vectors: those that are as far from one of these are in the class of others."""
    if first == 0:
        return [*_layer(turn, _h, _ONE, _h - 1), *_layer(turn, _h, _h, _h, half=True)]
    return [*_layer(turn, _h, _ONE, first - 1, half=True), *_layer(turn, _h, first, _h - 1)]


def _square_cases(made: Construction) -> tuple[Case, ...]:
    """Gaussian networks, with a + b odd or even; a = 0 apart, where a torus is as wide as it is high."""
    first, second = (p.symbol for p in made.domain.parameters)
    witness, found = {_h: sp.floor((first + second) / 2), _b: second}, []
    for odd, value, other in ((1, 2 * _h + 1 - _b, _b), (0, 2 * _h - _b, _b), (0, _NONE, 2 * _h)):
        beyond = copies(_RIGHT, range(4), ((_r, _h + 1, other - 1), (_y, _r - _h, other - _h - 1)), (_r - _y, _y), _r)
        last = [] if odd else [*_half_way(_RIGHT, value), Cell((), (_h, other - _h), other)]
        known = (value >= (0 if odd or value == 0 else 1), value <= other, other >= 1, value + other >= 2)
        cells = (*_ball(_RIGHT, _h - 1 + odd), *last, *beyond)
        choice = Choice(tuple(map(sp.S, known)), ((value, other), (-other, value)), cells)
        found.append(Case({first: value, second: other}, choice, witness))
    return tuple(found)


def _triangle_cases(made: Construction) -> tuple[Case, ...]:
    """Eisenstein-Jacobi networks, with a + b = 2 h or 2 h + 1 and a + 2 b = 3 g, 3 g + 1 or 3 g + 2; a = 0 apart."""
    first, second = (p.symbol for p in made.domain.parameters)
    found = []
    for odd, left, none in product((1, 0), range(3), (False, True)):
        if odd and none:
            continue
        h, g = (3 * _t + left, 4 * _t + left) if none else (_h, _g)
        other = 2 * h if none else 3 * g + left - 2 * h - odd
        value = sp.expand(2 * h + odd - other)
        beyond = copies(
            _SIXTH, range(6), ((_r, h + 1, g), (_x, 2 * _r - other + 1, value + other - _r)), (_x, _r - _x), _r
        )
        holes = [] if left else copies(_SIXTH, range(2), (), (value + other - g, 2 * g - value - other), g)
        last = [] if odd else [c.replaced({_h: h}) for c in _half_way(_SIXTH, value)]
        known = (value >= (0 if odd or none else 1), value <= other, other >= 1, value + other >= 2)
        witness = {_t: sp.floor(second / 6), _h: sp.floor((first + second) / 2), _g: sp.floor((first + 2 * second) / 3)}
        cells = (*_ball(_SIXTH, h - 1 + odd), *last, *beyond, *holes)
        choice = Choice(tuple(map(sp.S, known)), ((value, other), (-other, value + other)), cells)
        found.append(Case({first: value, second: other}, choice, witness))
    return tuple(found)


def _points(
    made: Construction, turn: Turn, cases: Callable[[Construction], tuple[Case, ...]], **forms: sp.Expr
) -> ChosenPoints:
    """The structure of a Gaussian or Eisenstein-Jacobi network."""
    own = {x: p.symbol for x, p in zip((a, b), made.domain.parameters, strict=True)}
    total, most, layers = (form.xreplace(own) for form in forms.values())
    return ChosenPoints(made.domain, made.ends, _STEPS[turn], total, most, lambda: cases(made), layers, turn=turn)


def _diagonal(far: sp.Expr, low: sp.Expr, high: sp.Expr, sign: int = 1) -> Cell:
    """Points at a distance with two positive coordinates, or two negative ones."""
    return Cell(((_x, low, high),), (sign * _x, sign * (far - _x)), far)


def _jump_cases() -> tuple[Case, ...]:
    """Midimew networks: n = (2 b - c) b - u for some c from 0 to 3 and u from 0 to b - 1.

    The vectors are (b, 1 - b) and (u, 2 b - c - u). All nodes of the last layer are in one sector and the one opposite, or in all.
    """
    found = []
    for c, perfect in ((0, False), (1, False), (1, True), (2, False), (3, False)):
        u = _b - 1 if perfect else _u
        far = _b if c < 2 and not perfect else _b - 1
        own = ((_x, _ONE, far - 1),)
        aside = [Cell(own, (sign * _x, sign * (_x - far)), far) for sign in (1, -1)]
        last = {
            (0, False): [_diagonal(far, _NONE, far - 1), _diagonal(far, u + 1, far - 1, -1)],
            (1, False): [_diagonal(far, u + 1, far - 1)],
            (1, True): _layer(_RIGHT, far, _ONE, far),
            (2, False): [_diagonal(far, _NONE, far), _diagonal(far, u + 1, far, -1), *aside],
            (3, False): [_diagonal(far, u + 1, far), *aside],
        }[c, perfect]
        least = (_b >= (2 if c else 1), u >= 0, u <= (_b - 1, _b - 2, _b - 1, _b - 3)[c] if not perfect else _b >= 2)
        vectors = ((_b, 1 - _b), (u, 2 * _b - c - u))
        sizes = {_FAR: far, n: sp.expand((2 * _b - c) * _b - u)}
        cells = (*_ball(_RIGHT, far - 1), *last)
        found.append(Case(sizes, Choice(tuple(map(sp.S, least)), vectors, cells), weights=(_b - 1, _b)))
    return tuple(found)


def _certify_sizes() -> None:
    """Check that 2 b^2 - n, from 0 to 4 b - 3 by the choice of b, is c b + u of some case, and the largest distance r of each: it is the
    number for which (2 r - 1)^2 < 2 n - 1 <= (2 r + 1)^2.
    """
    cases, less = _jump_cases(), sp.Symbol("m", integer=True)
    own = [
        sp.And(*case.choice.known).xreplace({_u: less - c * _b}) for c, case in zip((0, 1, 1, 2, 3), cases, strict=True)
    ]
    own[2] = sp.And(_b >= 2, sp.Eq(less, 2 * _b - 1))
    found = smt.counterexample([_b >= 1, less >= 0, less <= 4 * _b - 3, sp.Or(_b >= 2, less <= 0)], sp.Or(*own))
    require(found is None, f"no case has {found}")
    for case in cases:
        r, count = case.sizes[_FAR], case.sizes[n]
        below, above = (sp.expand(2 * count - 1 - (2 * r + sign) ** 2) for sign in (-1, 1))
        require(smt.always(case.choice.known, sp.And(r >= 1, below > 0, above <= 0)), "another largest distance")


def _cube_cases() -> tuple[Case, ...]:
    """Twisted tori, with an odd or an even side: points in a cube around 0 and those moved by the side along an axis."""
    found = []
    for side, low, least in ((2 * _h, 1 - _h, _h >= 1), (2 * _h + 1, -_h, _h >= 0)):
        ranges = tuple((x, low, _h) for x in (_x, _y, _z))
        far = sp.Abs(_x) + sp.Abs(_y) + sp.Abs(_z)
        other = Cell(ranges, (_x, _y, _z + side), far + side - 2 * sp.Max(sp.Abs(_x), sp.Abs(_y), sp.Abs(_z)))
        vectors = ((side, _NONE, side), (_NONE, side, side), (_NONE, _NONE, 2 * side))
        cells = (Cell(ranges, (_x, _y, _z), far), other)
        found.append(Case({k: side}, Choice((least,), vectors, cells), {_h: sp.floor(k / 2)}))
    return tuple(found)


def _along(axes: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(step * (j == axis) for j in range(axes)) for axis in range(axes) for step in (1, -1))


_GAUSSIAN_FORMS = {
    "total": _GAUSSIAN_MEAN * (a**2 + b**2 - 1),
    "diameter": b - sp.Mod(a + b, 2),
    "nodes_at_distance": _SQUARES,
}
_EISENSTEIN_FORMS = {
    "total": _HEX_SUM / 36,
    "diameter": sp.floor((a + 2 * b) / 3),
    "nodes_at_distance": _RINGS,
}


def _lattice_lemmas(
    make: Callable[..., Construction], turn: Turn, cases: Callable[[Construction], tuple[Case, ...]],
    forms: dict[str, sp.Expr], mean: sp.Expr,
) -> dict[str, Builder]:  # fmt: skip
    """Lemmas on distances, and on loads at sizes at which all links of a node lead to different others."""
    every, wide = make(1, ordered=True), make(2, ordered=True)
    first, second = (p.symbol for p in wide.domain.parameters)
    return {
        **lemmas(
            every,
            fabric=_points(every, turn, cases, **forms),
            diameter=forms["diameter"],
            nodes_at_distance=forms["nodes_at_distance"],
            mean_distance=mean,
        ),
        **lemmas(
            wide,
            fabric=_points(wide, turn, cases, **forms),
            load=mean.xreplace({a: first, b: second}) / len(_STEPS[turn]),
        ),
    }


LEMMAS = {
    **defined("gaussian-network", "nodes", where="b >= 1", **_MODULUS),
    **defined("gaussian-network", "links degree", where="a >= 1, b >= 2", **_MODULUS),
    **_lattice_lemmas(_gaussian, _RIGHT, _square_cases, _GAUSSIAN_FORMS, _GAUSSIAN_MEAN),
    **defined("eisenstein-jacobi", "nodes", where="b >= 1", **_MODULUS),
    **defined("eisenstein-jacobi", "links degree", where="a >= 1, b >= 2", **_MODULUS),
    **_lattice_lemmas(_eisenstein, _SIXTH, _triangle_cases, _EISENSTEIN_FORMS, _HEX_MEAN),
    **lemmas(
        MIDIMEW,
        fabric=Steps(MIDIMEW.domain, n, sp.Min(n - 1, 4), _certify_jumps, _DIFFERENT),
        nodes=n,
        links=n * sp.Min(n - 1, 4) / 2,
        degree=sp.Min(n - 1, 4),
    ),
    **lemmas(
        MIDIMEW,
        fabric=ChosenPoints(
            MIDIMEW.domain,
            n,
            _along(2),
            _FAR * (3 * n - 2 * _FAR**2 - 1) / 3,
            _FAR,
            _jump_cases,
            _MIDIMEW_LAYERS,
            _certify_sizes,
        ),
        diameter=_FAR,
        nodes_at_distance=_MIDIMEW_LAYERS,
        mean_distance=_FAR * (3 * n - 2 * _FAR**2 - 1) / (3 * (n - 1)),
    ),
    **lemmas(
        CUBES,
        fabric=ChosenPoints(CUBES.domain, CUBES.ends, _along(3), _CUBE_SUM, sp.floor(3 * k / 2), _cube_cases),
        diameter=sp.floor(3 * k / 2),
        mean_distance=_CUBE_SUM / (2 * k**3 - 1),
    ),
    **defined("twisted-torus-3d", "nodes", k=_SIDE),
    **defined("twisted-torus-3d", "links degree", where="k >= 2", k=_SIDE),
}
