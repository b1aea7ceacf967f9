"""The factors that products are made of, and certificates that their distance functions are right.

A factor has n nodes 0..n-1. Its distance from digit ``a`` to digit ``b`` is certified for every n by a potential argument:
it is zero exactly at the destination, no hop lowers it by more than one (so no path is shorter), and from everywhere else
some hop lowers it by one (so a path of that length exists). All three are affine implications, decided by Fourier-Motzkin
elimination. The factors ring, oneway-ring, clique and bus look the same from every node: their distance depends only on the
offset ``k = (b - a) mod n``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp
from sympy import Abs, Eq, Integer, Min, Mod, Piecewise, Rational, floor

from derive.cyclic import Reindexing
from derive.linear import NotAffine, implies
from derive.notation import a, b, k, pair_sum, parameter
from derive.proof import require

Affine: TypeAlias = sp.Basic
_q, _h, _free = sp.symbols("q h free", integer=True)
offset_device = sp.Symbol("o", integer=True)
first_end, second_end = sp.symbols("f g", integer=True, nonnegative=True)
position = parameter("p")


@dataclass(frozen=True)
class Region:
    """An affine expression and the affine conditions under which it is meant."""

    conditions: tuple[Affine, ...]
    value: sp.Expr


@dataclass(frozen=True)
class FactorKind:
    """One kind of factor; every field that depends on its number of nodes is a function of it.

    ``moves`` are the hops seen as changes of ``state`` (the offset, or the pair of digits), each a decision list of
    regions; ``descents`` is a decision list of hops that bring a packet nearer. ``crossings`` says, way by way, how often a
    message crosses one device: in the offset k and the device's place o counted from the source (rings), in k alone (bus),
    or in the digits a and b and the device's ends (clique, line).
    """

    name: str
    device: str
    distance: Callable[[sp.Expr], sp.Expr]
    offset: Callable[[sp.Expr], sp.Expr] | None
    pieces: Callable[[sp.Expr], Sequence[Region]]
    moves: Callable[[sp.Expr], Sequence[Sequence[Region]]]
    descents: Callable[[sp.Expr], Sequence[Region]]
    devices: Callable[[sp.Expr], sp.Expr]
    crossings: Callable[[sp.Expr], tuple[sp.Expr, ...]]
    largest: Callable[[sp.Expr], sp.Expr]
    farthest: Callable[[sp.Expr], sp.Expr]
    ties: Callable[[sp.Expr], sp.Expr]
    two_way: bool = True

    @property
    def alike(self) -> bool:
        """Whether all nodes, and all devices, look alike."""
        return self.offset is not None

    @property
    def state(self) -> tuple[sp.Symbol, ...]:
        return (k,) if self.alike else (a,)

    def domain(self, n: sp.Expr) -> list[Affine]:
        digits = (k,) if self.alike else (a, b)
        return [n >= 2, *(d >= 0 for d in digits), *(d <= n - 1 for d in digits)]

    @property
    def home(self) -> sp.Expr:
        """The state's distance from the destination in the sense that it is zero exactly there."""
        return k if self.alike else a - b


def _indicator(*conditions: sp.Basic) -> sp.Expr:
    return Piecewise((Integer(1), sp.And(*conditions)), (Integer(0), True))


def _ring_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """Crossings upwards and downwards of the link o places on by a message over offset k: the shorter way, ties shared."""
    o, half = offset_device, Rational(1, 2)
    upwards = Piecewise(
        (Integer(1), sp.And(o <= k - 1, 2 * k <= n - 1)), (half, sp.And(o <= k - 1, Eq(2 * k, n))), (Integer(0), True)
    )
    downwards = Piecewise(
        (Integer(1), sp.And(o >= k, 2 * k >= n + 1)), (half, sp.And(o >= k, Eq(2 * k, n))), (Integer(0), True)
    )
    return upwards, downwards


def _clique_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """The link between nodes f < g is crossed by messages whose digits there are f and g, or g and f."""
    low, high = (Integer(0), Integer(1)) if n == 2 else (first_end, second_end)
    return _indicator(Eq(a, low), Eq(b, high)), _indicator(Eq(a, high), Eq(b, low))


def _line_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """The link between nodes p - 1 and p is crossed by messages from below p to p or beyond, and back."""
    return _indicator(a < position, position <= b), _indicator(b < position, position <= a)


RING = FactorKind(
    "ring",
    "link",
    distance=lambda n: Min(Mod(b - a, n), Mod(a - b, n)),
    offset=lambda n: Min(k, n - k),
    pieces=lambda n: [Region((2 * k <= n,), k), Region((2 * k >= n + 1,), n - k)],
    moves=lambda n: [
        [Region((k >= 1,), k - 1), Region((k <= 0,), n - 1)],
        [Region((k <= n - 2,), k + 1), Region((k >= n - 1,), Integer(0))],
    ],
    descents=lambda n: [Region((2 * k <= n,), k - 1), Region((k <= n - 2,), k + 1), Region((), Integer(0))],
    devices=lambda n: n,
    crossings=_ring_crossings,
    largest=lambda n: floor(n / 2),
    farthest=lambda n: floor(n / 2),
    ties=lambda n: Piecewise((Integer(2), Eq(Mod(n, 2), 0)), (Integer(1), True)),
)

ONEWAY_RING = FactorKind(
    "oneway-ring",
    "link",
    distance=lambda n: Mod(b - a, n),
    offset=lambda n: k,
    pieces=lambda n: [Region((), k)],
    moves=lambda n: [[Region((k >= 1,), k - 1), Region((k <= 0,), n - 1)]],
    descents=lambda n: [Region((), k - 1)],
    devices=lambda n: n,
    crossings=lambda n: (_indicator(offset_device <= k - 1),),
    largest=lambda n: n - 1,
    farthest=lambda n: n - 1,
    ties=lambda n: Integer(1),
    two_way=False,
)


def _direct(
    name: str, device: str, devices: Callable[[sp.Expr], sp.Expr], crossings: Callable[[sp.Expr], tuple[sp.Expr, ...]]
) -> FactorKind:
    """A factor in which every node reaches every other in one hop."""
    return FactorKind(
        name,
        device,
        distance=lambda n: Min(1, Mod(b - a, n)),
        offset=lambda n: Min(1, k),
        pieces=lambda n: [Region((k <= 0,), Integer(0)), Region((k >= 1,), Integer(1))],
        moves=lambda n: [[Region((_q >= 0, _q <= n - 1), _q)]],
        descents=lambda n: [Region((), Integer(0))],
        devices=devices,
        crossings=crossings,
        largest=lambda n: Integer(1),
        farthest=lambda n: Integer(1),
        ties=lambda n: Integer(1),
    )


CLIQUE = _direct("clique", "link", lambda n: n * (n - 1) / 2, _clique_crossings)
BUS = _direct("bus", "bus", lambda n: Integer(1), lambda n: (Min(1, k),))

LINE = FactorKind(
    "line",
    "link",
    distance=lambda n: Abs(a - b),
    offset=None,
    pieces=lambda n: [Region((a <= b,), b - a), Region((a >= b + 1,), a - b)],
    moves=lambda n: [[Region((a <= n - 2,), a + 1)], [Region((a >= 1,), a - 1)]],
    descents=lambda n: [Region((a <= b,), a + 1), Region((), a - 1)],
    devices=lambda n: n - 1,
    crossings=_line_crossings,
    largest=lambda n: n - 1,
    farthest=lambda n: n - 1,
    ties=lambda n: Integer(1),
)

KINDS = {kind.name: kind for kind in (LINE, RING, ONEWAY_RING, CLIQUE, BUS)}


_n = sp.Symbol("n", integer=True)


def shows(assumptions: Sequence[Affine], conclusion: Affine) -> bool:
    """Whether affine conditions are shown to imply another, constants (True, False) among them included."""
    if sp.false in assumptions or conclusion is sp.true:
        return True
    known = [c for c in assumptions if c is not sp.true]
    try:
        return implies(known, _free >= 1 if conclusion is sp.false else conclusion)
    except NotAffine:
        return False


def impossible(assumptions: Sequence[Affine]) -> bool:
    """Whether no integers satisfy the conditions (then they imply even a statement about a free symbol)."""
    return shows(assumptions, sp.false)


def _moved(conditions: Sequence[Affine], state: sp.Symbol, value: sp.Expr) -> list[Affine]:
    return [c.xreplace({state: value}) for c in conditions]


def certify_distance(kind: FactorKind) -> None:
    """Check the three conditions of the potential argument for every n >= 2.

    >>> certify_distance(RING)

    :raises ProofError: naming the condition that fails
    """
    n, domain, pieces, (state,) = _n, kind.domain(_n), kind.pieces(_n), kind.state
    certify_pieces(kind)
    for piece in pieces:
        here = [*domain, *piece.conditions]
        for bound in (kind.home <= 0, kind.home >= 0):
            require(shows([*here, piece.value <= 0], bound), f"{kind.name}: distance zero away from home")
        require(shows([*here, kind.home <= 0, kind.home >= 0], piece.value <= 0), f"{kind.name}: not zero at home")
        require(shows(here, piece.value >= 0), f"{kind.name}: negative distance")
        for move in (region for regions in kind.moves(n) for region in regions):
            for target in pieces:
                there = [*here, *move.conditions, *_moved(target.conditions, state, move.value)]
                lowered = target.value.xreplace({state: move.value}) >= piece.value - 1
                require(shows(there, lowered), f"{kind.name}: a hop lowers the distance by more than one")
        for sign in (1, -1):
            passed: list[Affine] = [sign * kind.home >= 1]
            for descent in kind.descents(n):
                for target in pieces:
                    there = [*here, *passed, *descent.conditions, *_moved(target.conditions, state, descent.value)]
                    nearer = target.value.xreplace({state: descent.value}) <= piece.value - 1
                    require(shows(there, nearer), f"{kind.name}: the hop chosen does not come nearer")
                require(
                    _is_move(kind, n, [*here, *passed, *descent.conditions], descent.value), f"{kind.name}: no such hop"
                )
                passed += [sp.Not(c) for c in descent.conditions]


def _is_move(kind: FactorKind, n: sp.Expr, here: list[Affine], value: sp.Expr) -> bool:
    """Whether the jump to ``value`` is one of the hops wherever ``here`` holds (under ``here`` one region must fit)."""
    if impossible(here):
        return True
    for region in (r for regions in kind.moves(n) for r in regions):
        conditions = _moved(region.conditions, _q, value)
        target = region.value.xreplace({_q: value})
        if all(shows(here, c) for c in conditions) and shows(here, target <= value) and shows(here, target >= value):
            return True
    return False


def certify_pieces(kind: FactorKind) -> None:
    """Check that the affine pieces are the printed distance (Min, Abs) of the factor, as offset and between digits.

    :raises ProofError: if a piece has another value than the expression
    """
    expression = kind.offset(_n) if kind.offset else kind.distance(_n)
    for piece in kind.pieces(_n):
        here = [*kind.domain(_n), *piece.conditions]
        terms = (expression.args[0], -expression.args[0]) if isinstance(expression, Abs) else (expression,)
        terms = expression.args if isinstance(expression, Min) else terms
        smallest = not isinstance(expression, Abs)
        met = False
        for term in terms:
            bound = term >= piece.value if smallest else term <= piece.value
            require(shows(here, bound), f"{kind.name}: a piece is not the distance")
            met = met or (shows(here, term <= piece.value) and shows(here, term >= piece.value))
        require(met, f"{kind.name}: a piece is no value of the distance")
    if kind.offset is not None:
        size = sp.Symbol("n", integer=True, positive=True)
        old, offset = pair_sum(kind.distance(size), size), kind.offset(size)
        Reindexing(old, size * sp.Sum(offset, (k, 0, size - 1)), offset, ((a, a), (k, b - a)), size).check()


def certify_largest(kind: FactorKind) -> None:
    """Check that ``largest`` bounds the distance and that it is attained, for every n >= 2 (both parities).

    :raises ProofError: if not
    """
    for parity in (0, 1):
        size = 2 * _h + parity
        smallest = [size >= 2]
        largest, farthest = (f(_n).subs(_n, size) for f in (kind.largest, kind.farthest))
        ends = {k: farthest} if kind.alike else {a: farthest, b: Integer(0)}
        attained = False
        for piece in kind.pieces(_n):
            here = [sp.S(c).subs(_n, size) for c in (*kind.domain(_n), *piece.conditions)]
            value = piece.value.subs(_n, size)
            require(shows(here, value <= largest), f"{kind.name}: a distance exceeds {kind.largest(_n)}")
            there = [*(sp.S(c).subs(ends) for c in here), value.subs(ends) >= largest]
            attained = attained or all(shows(smallest, c) for c in there)
        require(attained, f"{kind.name}: the largest distance is not attained")


def certify_ties(kind: FactorKind) -> None:
    """Check the number of shortest paths between two nodes at the largest distance, for every n >= 2.

    On each region (short of half way round, half way, beyond) every hop either always or never comes nearer; where one hop
    comes nearer the path is unique, and half way round a ring both do.

    :raises ProofError: if a hop is undecided or the number differs
    """
    symbol = _n
    if kind is RING:
        regions = [
            ((k >= 1, 2 * k <= symbol - 1), 1),
            ((2 * k <= symbol, 2 * k >= symbol), 2),
            ((2 * k >= symbol + 1,), 1),
        ]
    elif kind.alike:
        regions = [((k >= 1,), 1)]
    else:
        regions = [((a <= b - 1,), 1), ((a >= b + 1,), 1)]
    for conditions, expected in regions:
        here = [*kind.domain(symbol), *conditions]
        found = sum(_comes_nearer(kind, symbol, here, move) for move in kind.moves(symbol))
        require(found == expected, f"{kind.name}: {found} hops come nearer where {expected} should")
    for parity in (0, 1):
        size = 2 * _h + parity
        ends = {_n: size} | ({k: kind.farthest(size)} if kind.alike else {a: kind.farthest(size), b: Integer(0)})
        here = [found for met, found in regions if all(shows([_h >= 1], sp.S(c).xreplace(ends)) for c in met)]
        require(here == [kind.ties(size)], f"{kind.name}: another number of shortest paths between farthest nodes")


def _comes_nearer(kind: FactorKind, n: sp.Expr, here: list[Affine], move: Sequence[Region]) -> int:
    """1 if the move always lowers the distance by one, 0 if it never does; a free target counts its one descent."""
    (state,) = kind.state
    verdicts = set()
    for region in move:
        target_value = Integer(0) if region.value == _q else region.value
        for piece in kind.pieces(n):
            for target in kind.pieces(n):
                there = [*here, *_moved(region.conditions, _q, target_value), *piece.conditions]
                there += _moved(target.conditions, state, target_value)
                if impossible(there):
                    continue
                value = target.value.xreplace({state: target_value})
                if shows(there, value <= piece.value - 1):
                    verdicts.add(1)
                else:
                    require(shows(there, value >= piece.value), f"{kind.name}: a hop is undecided")
                    verdicts.add(0)
    require(len(verdicts) <= 1, f"{kind.name}: a hop comes nearer only sometimes")
    return verdicts.pop() if verdicts else 0
