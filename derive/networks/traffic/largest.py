"""The largest of piecewise polynomial expressions over ranges, for every size of a factor.

The value for small sizes suggests the maximum, where it is attained, and the residue classes of the size that differ; the
proof then shows for each class that no piece exceeds it and that it is attained.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import impossible, negations, shows
from netlemma.derive.algebra.expressions.evaluate import compiled, evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Maximum, RangeMax
from netlemma.derive.algebra.expressions.points import place_of
from netlemma.derive.algebra.expressions.proof import Proof, require

PERIODS = (1, 2, 4)
VALUES = 5  # sizes of each residue class that suggest its maximum
SLOPES, MARGIN, WIDTH = 5, 8, 4  # of strips in which a difference is looked at value by value
EXCEPTIONS = 3  # most small sizes with a maximum of their own
_h = sp.Symbol("h", integer=True, nonnegative=True)

Point = tuple[sp.Expr, ...]


def parts_of(expr: sp.Expr) -> tuple[sp.Expr, ...]:
    """The expressions of a maximum of several ones; the expression itself otherwise."""
    return expr.args if isinstance(expr, Maximum) else (expr,)


def body_of(part: sp.Expr) -> tuple[sp.Expr, tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]]:
    """The body and the ranges of a maximum over ranges; the expression itself and no ranges otherwise."""
    return (part.args[0], part.ranges) if isinstance(part, RangeMax) else (part, ())


@dataclass(frozen=True)
class LargestOverRange(Proof):
    """The largest value over ranges, by residue classes of the size n.

    In the class n = period*h + s, h >= 0, every piece of every expression falls short of the maximum by an amount that is
    affine and not negative, or a product of two integers that differ by at most one. ``points`` says for each class, from the
    size ``first`` on, which expression attains it and where. Sizes below are enumerated.
    """

    size: sp.Symbol
    least: int
    first: int
    period: int
    points: tuple[tuple[int, Point], ...]
    kind: ClassVar[str] = "affine bounds"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for n in range(self.least, self.first):
            value, _ = _values(before, self.size, n)
            require(evaluate(after, {self.size: n}) == value, f"not the largest value at {self.size} = {n}")
        require(len(self.points) == self.period, "a residue class is left out")
        for number, (part, point) in enumerate(self.points):
            table = {self.size: self.period * _h + self.first + number}
            (most,) = {value for _, value in pieces(after.xreplace(table), [_h >= 0])}
            for each in parts_of(before):
                body, ranges = body_of(each.xreplace(table))
                inside = [_h >= 0, *(bound for x, low, high in ranges for bound in (x >= low, x <= high))]
                for region, value in pieces(body, inside):
                    require(not_negative(most - value, region), f"{value} may exceed {most}")
            body, ranges = body_of(parts_of(before)[part].xreplace(table))
            place = {x: sp.expand(value.xreplace(table)) for (x, _, _), value in zip(ranges, point, strict=True)}
            for x, low, high in ranges:
                require(
                    shows([_h >= 0], place[x] >= low) and shows([_h >= 0], place[x] <= high), "outside of the range"
                )
            for region, value in pieces(body.xreplace(place), [_h >= 0]):
                require(equal(value, most) or not_negative(value - most, region), f"{most} is not attained")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(shows(assumptions, self.size >= self.least), f"the maximum is shown from {self.size} = {self.least} on")

    def describe(self) -> list[str]:
        classes = "all sizes" if self.period == 1 else f"each residue of {self.size} modulo {self.period}"
        found = [f"no piece exceeds it, for {classes}: affine implications, and products of neighbouring integers"]
        for number, (_, point) in enumerate(self.points):
            if point:
                rest = (
                    ""
                    if self.period == 1
                    else f" if {self.size} mod {self.period} = {(self.first + number) % self.period}"
                )
                found.append(f"attained at {', '.join(map(str, point))}{rest}")
        return found


def pieces(expr: sp.Expr, known: Sequence[sp.Basic]) -> Iterator[tuple[list[sp.Basic], sp.Expr]]:
    """The regions of a piecewise expression that are not empty, each with its value.

    Parameters
    ----------
    expr : Expr
        Expression, possibly with Piecewise parts with affine conditions.
    known : sequence of Basic
        Affine conditions that hold.

    Yields
    ------
    tuple of (list of Basic, Expr)
        Conditions and value.
    """
    found = next(iter(sorted(expr.atoms(sp.Piecewise), key=lambda x: len(x.args))), None)
    if found is None:
        yield list(known), sp.expand(expr)
        return
    for region, value in _cases(found.args, list(known)):
        yield from pieces(expr.xreplace({found: value}), region)


def _cases(cases: Sequence, known: list[sp.Basic]) -> Iterator[tuple[list[sp.Basic], sp.Expr]]:
    if not cases:
        return
    (value, condition), *rest = cases
    if isinstance(condition, sp.Or):
        yield from _cases([*((value, each) for each in condition.args), *rest], known)
        return
    atoms = sorted(condition.args, key=sp.default_sort_key) if isinstance(condition, sp.And) else [condition]
    undecided = [x for x in atoms if not shows(known, x)]
    if not impossible([*known, *undecided]):
        yield [*known, *undecided], value
    for i, atom in enumerate(undecided):
        for other in negations(atom):
            here = [*known, *undecided[:i], other]
            if not impossible(here):
                yield from _cases(rest, here)


def not_negative(difference: sp.Expr, region: Sequence[sp.Basic]) -> bool:
    """Whether a polynomial of at most the second degree is shown not to be negative in a region.

    Parameters
    ----------
    difference : Expr
        Polynomial in integer symbols.
    region : sequence of Basic
        Affine conditions.

    Returns
    -------
    bool
        True if it is shown.
    """
    if shows(region, difference >= 0):
        return True
    coefficient, factors = sp.factor_list(difference)
    flat = [factor for factor, power in factors for _ in range(power)]
    if (
        len(flat) == 2
        and coefficient > 0
        and all(x.is_integer for x in flat)
        and sp.expand(flat[0] - flat[1]) in (-1, 0, 1)
    ):
        return True
    strip = _strip(difference, region)
    return strip is not None and all(
        not_negative(sp.expand(difference.xreplace({x: value})), [sp.S(c).xreplace({x: value}) for c in region])
        for x, value in strip
    )


def _strip(expr: sp.Expr, region: Sequence[sp.Basic]) -> list[tuple[sp.Symbol, sp.Expr]] | None:
    """A narrow strip that contains a region: all values of one symbol there, as multiples of h and a constant."""
    symbols = sorted(expr.free_symbols, key=lambda x: x.name)
    for x, slope, other in product(symbols, range(SLOPES), (sp.Integer(0), *symbols)):
        about = slope * _h + other
        if about.has(x) or (x == _h and about != 0):
            continue
        low = next((c for c in range(MARGIN, -MARGIN - 1, -1) if shows(region, x - about >= c)), None)
        high = (
            None
            if low is None
            else next((c for c in range(low - 1, low + WIDTH) if shows(region, x - about <= c)), None)
        )
        if low is not None and high is not None:
            return [(x, about + c) for c in range(low, high + 1)]
    return None


def _values(expr: sp.Expr, size: sp.Symbol, n: int) -> tuple[Fraction, set[tuple[int, tuple[int, ...]]]]:
    """The largest value at one size, and all places where it is attained: expression and values of its indices."""
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for number, part in enumerate(parts_of(expr)):
        body, ranges = body_of(part)
        spans = [range(int(evaluate(low, {size: n})), int(evaluate(high, {size: n})) + 1) for _, low, high in ranges]
        value, places = compiled(body), [place_of(x) for x, _, _ in ranges]
        for at in product(*spans):
            found[number, at] = Fraction(value({place_of(size): n, **dict(zip(places, at, strict=True))}))
    most = max(found.values())
    return most, {at for at, value in found.items() if value == most}


def largest(expr: sp.Expr, size: sp.Symbol, least: int) -> tuple[sp.Expr, LargestOverRange]:
    """The largest value of an expression over its ranges, with its proof.

    Parameters
    ----------
    expr : Expr
        Maximum over ranges of a piecewise polynomial expression, or the largest of several ones.
    size : Symbol
        Size, on which the ranges depend.
    least : int
        Least value of the size.

    Returns
    -------
    tuple of (Expr, LargestOverRange)
        The maximum by residue classes of the size, and the proof.

    Raises
    ------
    ArithmeticError
        If values of small sizes follow no pattern that is looked for.

    Examples
    --------
    >>> p, n = sp.symbols("p n", integer=True, positive=True)
    >>> largest(RangeMax(p * (n - p), sp.Tuple(p, 1, n - 1)), n, 2)[0]
    Piecewise((n**2/4, Eq(Mod(n, 2), 0)), ((n - 1)*(n + 1)/4, True))
    """
    known = cache(lambda n: _values(expr, size, n))
    finest = lcm(*(int(x.args[1]) for x in expr.atoms(sp.Mod)))
    for period, first in product(PERIODS, range(least, least + EXCEPTIONS)):
        if period % finest:
            continue
        starts = range(first, first + period)
        classes = [_class([(n, *known(n)) for n in range(s, s + VALUES * period, period)], size) for s in starts]
        if None not in classes:
            values = {n % period: sp.factor(value) for n, (value, _) in zip(starts, filter(None, classes), strict=True)}
            fewest = next(p for p in PERIODS if all(values[r] == values[r % p] for r in range(period)))
            cases = [(values[r], sp.Eq(sp.Mod(size, fewest), r)) for r in range(fewest - 1)]
            small = [(sp.Rational(known(n)[0]), sp.Eq(size, n)) for n in range(least, first)]
            points = tuple(point for _, point in filter(None, classes))
            result = sp.Piecewise(*small, *cases, (values[fewest - 1], True))
            return result, LargestOverRange(size, least, first, period, points)
    raise ArithmeticError(f"no pattern in the largest values of {expr}")


def _class(known: Sequence[tuple], size: sp.Symbol) -> tuple[sp.Expr, tuple[int, Point]] | None:
    """The maximum and a place of it for the sizes of a residue class, as polynomials in the size; None if there are none."""
    numbers = [n for n, _, _ in known]
    value = sp.interpolate([(n, sp.Rational(most)) for n, most, _ in known[:3]], size)
    if any(value.subs(size, n) != sp.Rational(most) for n, most, _ in known):
        return None
    for (part, start), (other, end) in product(sorted(known[0][2]), sorted(known[1][2])):
        steps = [y - x for x, y in zip(start, end, strict=True)] if part == other else None
        if steps is not None and all(
            (part, tuple(x + i * step for x, step in zip(start, steps, strict=True))) in places
            for i, (_, _, places) in enumerate(known)
        ):
            period = numbers[1] - numbers[0]
            point = tuple(
                sp.expand(x + sp.Rational(step, period) * (size - numbers[0]))
                for x, step in zip(start, steps, strict=True)
            )
            return value, (part, point)
    return None
