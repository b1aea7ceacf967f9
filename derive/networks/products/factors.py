"""Factors of products: line, ring, one-way ring, clique and bus.

A factor has n nodes 0..n-1 and is described as data: its distance, its hops, its devices, for every n.
:mod:`netlemma.derive.networks.products.factor_certificates` checks the distance. The factors ring, oneway-ring, clique and bus are
vertex-transitive: their distance depends only on the offset ``k = (b - a) mod n``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy import Abs, Eq, Integer, Min, Mod, Piecewise, Rational, floor

from netlemma.derive.algebra.affine_conditions import AffineExpression
from netlemma.derive.algebra.notation import a, b, k, parameter

free_digit, offset_device = sp.symbols("q' o'", integer=True)
first_end, second_end = sp.symbols("f' g'", integer=True, nonnegative=True)
position = parameter("p'")


@dataclass(frozen=True)
class AffineCase:
    """An affine expression with the affine conditions under which it applies."""

    conditions: tuple[AffineExpression, ...]
    value: sp.Expr


@dataclass(frozen=True)
class FactorKind:
    """One kind of factor; every field that depends on its number of nodes is a function of it.

    ``moves`` are the hops as changes of ``state`` (the offset, or the pair of digits), each a decision list of regions;
    ``descents`` is a decision list of hops that reduce the distance. ``crossings`` gives, direction by direction, the
    number of crossings of one device by a message: in the offset k and the device's place o counted from the source
    (rings), in k alone (bus), or in the digits a and b and the device's ends (clique, line).
    """

    name: str
    device: str
    distance: Callable[[sp.Expr], sp.Expr]
    offset: Callable[[sp.Expr], sp.Expr] | None
    pieces: Callable[[sp.Expr], Sequence[AffineCase]]
    moves: Callable[[sp.Expr], Sequence[Sequence[AffineCase]]]
    descents: Callable[[sp.Expr], Sequence[AffineCase]]
    devices: Callable[[sp.Expr], sp.Expr]
    crossings: Callable[[sp.Expr], tuple[sp.Expr, ...]]
    largest: Callable[[sp.Expr], sp.Expr]
    farthest: Callable[[sp.Expr], sp.Expr]
    ties: Callable[[sp.Expr], sp.Expr]

    @property
    def alike(self) -> bool:
        """Whether all nodes, and all devices, are equivalent."""
        return self.offset is not None

    @property
    def state(self) -> tuple[sp.Symbol, ...]:
        return (k,) if self.alike else (a,)

    def domain(self, n: sp.Expr) -> list[AffineExpression]:
        """The conditions on n and on the digits or the offset."""
        digits = (k,) if self.alike else (a, b)
        return [n >= 2, *(d >= 0 for d in digits), *(d <= n - 1 for d in digits)]

    @property
    def home(self) -> sp.Expr:
        """An expression that is zero exactly at the destination."""
        return k if self.alike else a - b


def _indicator(*conditions: sp.Basic) -> sp.Expr:
    return Piecewise((Integer(1), sp.And(*conditions)), (Integer(0), True))


def _ring_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """Crossings upwards and downwards of the link o places on by a message over offset k: the shorter direction, ties shared."""
    o, half = offset_device, Rational(1, 2)
    upwards = Piecewise(
        (Integer(1), sp.And(o <= k - 1, 2 * k <= n - 1)), (half, sp.And(o <= k - 1, Eq(2 * k, n))), (Integer(0), True)
    )
    downwards = Piecewise(
        (Integer(1), sp.And(o >= k, 2 * k >= n + 1)), (half, sp.And(o >= k, Eq(2 * k, n))), (Integer(0), True)
    )
    return upwards, downwards


def _clique_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """Crossings of the link between nodes f < g: by messages whose digits there are f and g, or g and f."""
    low, high = (Integer(0), Integer(1)) if n == 2 else (first_end, second_end)
    return _indicator(Eq(a, low), Eq(b, high)), _indicator(Eq(a, high), Eq(b, low))


def _line_crossings(n: sp.Expr) -> tuple[sp.Expr, ...]:
    """Crossings of the link between nodes p - 1 and p: by messages from below p to p or beyond, and back."""
    return _indicator(a < position, position <= b), _indicator(b < position, position <= a)


RING = FactorKind(
    "ring",
    "link",
    distance=lambda n: Min(Mod(b - a, n), Mod(a - b, n)),
    offset=lambda n: Min(k, n - k),
    pieces=lambda n: [AffineCase((2 * k <= n,), k), AffineCase((2 * k >= n + 1,), n - k)],
    moves=lambda n: [
        [AffineCase((k >= 1,), k - 1), AffineCase((k <= 0,), n - 1)],
        [AffineCase((k <= n - 2,), k + 1), AffineCase((k >= n - 1,), Integer(0))],
    ],
    descents=lambda n: [AffineCase((2 * k <= n,), k - 1), AffineCase((k <= n - 2,), k + 1), AffineCase((), Integer(0))],
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
    pieces=lambda n: [AffineCase((), k)],
    moves=lambda n: [[AffineCase((k >= 1,), k - 1), AffineCase((k <= 0,), n - 1)]],
    descents=lambda n: [AffineCase((), k - 1)],
    devices=lambda n: n,
    crossings=lambda n: (_indicator(offset_device <= k - 1),),
    largest=lambda n: n - 1,
    farthest=lambda n: n - 1,
    ties=lambda n: Integer(1),
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
        pieces=lambda n: [AffineCase((k <= 0,), Integer(0)), AffineCase((k >= 1,), Integer(1))],
        moves=lambda n: [[AffineCase((free_digit >= 0, free_digit <= n - 1), free_digit)]],
        descents=lambda n: [AffineCase((), Integer(0))],
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
    pieces=lambda n: [AffineCase((a <= b,), b - a), AffineCase((a >= b + 1,), a - b)],
    moves=lambda n: [[AffineCase((a <= n - 2,), a + 1)], [AffineCase((a >= 1,), a - 1)]],
    descents=lambda n: [AffineCase((a <= b,), a + 1), AffineCase((), a - 1)],
    devices=lambda n: n - 1,
    crossings=_line_crossings,
    largest=lambda n: n - 1,
    farthest=lambda n: n - 1,
    ties=lambda n: Integer(1),
)

KINDS = {kind.name: kind for kind in (LINE, RING, ONEWAY_RING, CLIQUE, BUS)}
