"""Potentials and matchings of a factor, by which the worst case of dimension order on its powers is shown."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import sympy as sp

from netlemma.derive.algebra.expressions.notation import a, b
from netlemma.derive.networks.traffic.factor_loads import indicator, n
from netlemma.derive.networks.traffic.patterns import MINUS, PLUS, SPLIT, head, place, tail

FEWER, MORE, SAME = "A < B", "A > B", "A = B"
HALF = sp.Rational(1, 2)
ZERO, ONE = sp.S.Zero, sp.S.One
Bound = tuple[tuple[sp.Basic, ...], sp.Expr, sp.Expr]  # places where it is used, potentials u of a and v of b


class Reached(NamedTuple):
    """Where a matching reaches the bound: direction and place of a channel, destination digit of the digit a, digits matched."""

    direction: int
    at: Mapping[sp.Symbol, sp.Expr]
    to: sp.Expr
    matched: sp.Basic = sp.true


class FactorWorst(NamedTuple):
    """Potentials of a direction in each of the three cases, and matchings where A <= B, at a size n with half = floor(n/2).

    ``at`` fixes the place of the channels that are looked at; rotations of a ring, and other names of the digits of a clique,
    move them to all others. On a line the place stays free.
    """

    at: Mapping[sp.Symbol, sp.Expr]
    bounds: Callable[[int, str], list[Bound]]
    reached: Mapping[str, Reached]


def largest_values(name: str, ties: str) -> tuple[sp.Expr, sp.Expr]:
    """The largest load of a channel divided by the smaller of A and B: where they differ, and where they do not.

    Parameters
    ----------
    name : str
        Kind of the factor.
    ties : str
        Way half around a ring.

    Returns
    -------
    tuple of (Expr, Expr)
        Values for a factor of n nodes.
    """
    even = sp.Eq(sp.Mod(n, 2), 0)
    half = sp.Piecewise((n / 2, even), ((n - 1) / 2, True))
    if name == "ring" and ties == SPLIT:
        return (n - 1) / 2, sp.Piecewise((HALF, sp.Eq(n, 2)), (n / 2 - 1, even), ((n - 1) / 2, True))
    return {
        "line": (n - 1, half),
        "ring": (half, half),
        "oneway-ring": (n - 1, n - 1),
        "clique": (ONE, ONE),
        "bus": (n, n),
    }[name]


def factor_worst(name: str, ties: str, size: sp.Expr, half: sp.Expr) -> FactorWorst:
    """Potentials and matchings of a factor.

    Parameters
    ----------
    name : str
        Kind of the factor.
    ties : str
        Way half around a ring.
    size : Expr
        Number n of its nodes.
    half : Expr
        floor(n/2).

    Returns
    -------
    FactorWorst
        Data that :class:`ByDuality` checks.
    """
    last = size - 1

    def one(*conditions: sp.Basic) -> sp.Expr:
        return indicator([conditions])

    def alike(u: sp.Expr, v: sp.Expr) -> Callable[[int, str], list[Bound]]:
        return lambda direction, case: [((), ZERO, v) if case == MORE else ((), u, ZERO)]

    if name == "line":
        before, behind = one(a <= place), one(b >= place + 1)
        down = one(a >= place + 1), one(b <= place)

        def of_line(direction: int, case: str) -> list[Bound]:
            u, v = down if direction else (before, behind)
            if case != SAME:
                return [((), u, ZERO) if case == FEWER else ((), ZERO, v)]
            low, high = (u, ZERO), (ZERO, v)
            return [
                ((place <= half - 1,), *(high if direction else low)),
                ((place >= half,), *(low if direction else high)),
            ]

        met = {FEWER: Reached(0, {place: size - 2}, last), SAME: Reached(0, {place: half - 1}, a + half, a <= half - 1)}
        return FactorWorst({}, of_line, met)
    if name == "clique":
        ends = {tail: ZERO, head: last}
        single = Reached(0, ends, last, sp.Eq(a, 0))
        return FactorWorst(ends, alike(one(sp.Eq(a, 0)), one(sp.Eq(b, last))), {FEWER: single, SAME: single})
    if name == "bus":
        ahead = Reached(0, {}, sp.Piecewise((a + 1, a <= size - 2), (0, True)))
        return FactorWorst({}, alike(ONE, ONE), {FEWER: ahead, SAME: ahead})
    around = {place: last}  # from n - 1 to 0, or back
    if name == "oneway-ring":
        both = alike(one(a >= 1), one(b <= size - 2))
        return FactorWorst(around, both, {FEWER: Reached(0, around, ZERO), SAME: Reached(0, around, a - 1, a >= 1)})

    def of_ring(direction: int, case: str) -> list[Bound]:
        x, y = (a, last - b) if direction else (last - a, b)  # hops behind the channel, and before it
        limit = size if ties == SPLIT or (ties == PLUS) == (direction == 0) else last
        u, v = one(2 * x + 2 <= limit), one(2 * y + 2 <= limit)
        if ties == SPLIT:
            u, v = HALF * (u + one(2 * x + 2 <= last)), HALF * (v + one(2 * y + 2 <= last))
            if case == SAME and size != 2 and 2 * half == size:
                return [((), HALF * one(2 * x + 2 <= last), HALF * one(2 * y + 2 <= last))]
        return [((), ZERO, v) if case == MORE else ((), u, ZERO)]

    direction = int(ties == MINUS)
    x = a if direction else last - a
    reach = half - 2 if ties == SPLIT and size != 2 and 2 * half == size else half - 1
    ahead, nearest = (reach - x, ZERO) if not direction else (last - reach + x, last)
    met = {FEWER: Reached(direction, around, nearest), SAME: Reached(direction, around, ahead, x <= reach)}
    return FactorWorst(around, of_ring, met)
