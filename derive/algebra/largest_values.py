"""Largest values of expressions over ranges of integers, for every size, with proofs: by cases, by comparison of
powers, by completing the square.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import Relations, covers, impossible, negations, require_assumed, shows
from netlemma.derive.algebra.evaluate import compiled, evaluate, place_of
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Maximum, PositionMax, RangeMax
from netlemma.derive.algebra.proof import Proof, require

# The largest value of c p (n - p) over the positions p of a line, by completing the square.


@dataclass(frozen=True)
class SquareCompleted(Proof):
    """The largest value of c*p*(n - p) over p = 1..n-1, by completing the square.

    A value falls short of the middle value by c*((2p - n)^2 - r)/4 with r = n mod 2. An odd number has a square of at
    least one, so the difference is never negative, and it is zero at p = floor(n/2).
    """

    position: sp.Symbol
    size: sp.Expr
    coefficient: sp.Expr
    kind: ClassVar[str] = "square completed"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, PositionMax) and before.args[1] == self.position, "not a maximum over positions")
        require(equal(before.args[2], self.size - 1), "the positions are not 1..n-1")
        require(
            equal(before.args[0], self.coefficient * self.position * (self.size - self.position)),
            "not a multiple of p(n - p)",
        )
        require(
            bool(self.coefficient.is_positive) or _positive(self.coefficient),
            "the multiple is not known to be positive",
        )
        h = sp.Symbol("h", integer=True, positive=True)
        for rest in (0, 1):
            top = self.coefficient * (self.size**2 - rest) / 4
            short = self.coefficient * ((2 * self.position - self.size) ** 2 - rest) / 4
            require(equal(top - before.args[0], short), "the square is not completed")
            require(((2 * h + rest) - 2 * h) ** 2 - rest == 0, "the middle position does not attain the value")
        parity = sp.Eq(sp.Mod(self.size, 2), 0)
        top = sp.Piecewise(
            (self.coefficient * self.size**2 / 4, parity), (self.coefficient * (self.size**2 - 1) / 4, True)
        )
        require(equal(after, top), f"the largest value is not {after}")

    def describe(self) -> list[str]:
        return [
            f"completed square: short of the middle by c((2{self.position} - {self.size})^2 - ({self.size} mod 2))/4, "
            "and an odd number's square is at least 1"
        ]


def _positive(coefficient: sp.Expr) -> bool:
    """Whether every factor is positive for sizes of at least 2: a size, or an integer product of powers of sizes minus one."""
    numerator, denominator = sp.fraction(coefficient)
    for scaled in (*sp.Mul.make_args(numerator), *sp.Mul.make_args(denominator)):
        _, factor = scaled.as_content_primitive()
        power = sp.expand(factor + 1)
        less_one = factor.is_Add and power.is_positive and not power.is_Add
        if not (factor.is_positive or less_one or _grows_from_one(factor)):
            return False
    return True


def _grows_from_one(factor: sp.Expr) -> bool:
    """Whether no minus sign is left when each symbol is written as 1 plus a nonnegative quantity, as in k^2 - k + 1."""
    above = {
        s: 1 + sp.Symbol(f"_{s}", integer=True, nonnegative=True)
        for s in factor.free_symbols
        if s.is_positive and s.is_integer
    }
    return bool(sp.expand(factor.xreplace(above)).is_positive)


# Largest values of affine expressions by cases, and of expressions whose powers are compared.
#
# Affine values are compared by affine implications, others by differences that are sums of products of nonnegative
# quantities.
#
# A region such as n >= 2, 1 <= s <= r - 1 is written in nonnegative quantities: n = 2 + x, s = 1 + y, r = 2 + y + z. A
# power n^y is at least 1 + y (it is 1 for y = 0, and twice 1 + y is at least 2 + y), so it is 1 + y + p with p >= 0. A
# difference that becomes a quotient of polynomials without negative coefficients is not negative.


Shifts = tuple[tuple[sp.Symbol, sp.Expr], ...]


def never_negative(difference: sp.Expr, shifts: Shifts, radix: sp.Symbol) -> bool:
    """Whether a difference is shown to be nonnegative.

    >>> n, r = sp.symbols("n r", integer=True, positive=True)
    >>> x, y = sp.symbols("x y", integer=True, nonnegative=True)
    >>> never_negative(n**r - n, ((n, 2 + x), (r, 1 + y)), n), never_negative(n**r - n**2, ((n, 2 + x), (r, 1 + y)), n)
    (True, False)
    """
    table = dict(shifts)
    free = sorted(set().union(*(x.free_symbols for x in table.values())), key=lambda x: x.name)
    if not (all(x.is_nonnegative for x in free) and difference.free_symbols <= set(table) | set(free)):
        return False
    if any(coefficient < 0 for coefficient in sp.Poly(table[radix] - 2, *free).coeffs()):
        return False
    exponents = {symbol: value for symbol, value in table.items() if symbol != radix}
    spread = sp.expand(sp.powdenest(sp.together(difference).xreplace(exponents)), power_exp=True, power_base=True)
    growth = {symbol: sp.Symbol(f"growth_{symbol.name}", nonnegative=True) for symbol in free}

    def grown(power: sp.Pow) -> sp.Expr:
        total = sp.Integer(1)
        for term in sp.Add.make_args(sp.expand(power.exp)):
            count, symbol = term.as_coeff_Mul()
            total *= (1 + symbol + growth[symbol]) ** count if symbol in growth else power.base**term
        return total

    spread = spread.replace(lambda x: isinstance(x, sp.Pow) and x.base == radix and not x.exp.is_Integer, grown)
    whole = sp.together(spread.xreplace({radix: table[radix]}))
    atoms = [*free, *growth.values()]
    for part in sp.fraction(whole):
        if not part.is_polynomial(*atoms):
            return False
        if any(coefficient < 0 for coefficient in sp.Poly(sp.expand(part), *atoms).coeffs()):
            return False
    return True


@dataclass(frozen=True)
class Dominated:
    """A part of the range: its region, its symbols in nonnegative quantities, and these quantities in the symbols."""

    region: Relations
    shifts: Shifts
    back: Shifts


@dataclass(frozen=True)
class LargestAt(Proof):
    """The largest value of a range is the one at ``point``: its difference to every other value is nonnegative."""

    radix: sp.Symbol
    domain: Relations
    point: sp.Expr
    parts: tuple[Dominated, ...]
    kind: ClassVar[str] = "differences without negative terms"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, RangeMax) and len(before.ranges) == 1, f"{before} is not a maximum over one range")
        ((index, lower, upper),) = before.ranges
        known = [*self.domain, index >= lower, index <= upper]
        at_point = [x.xreplace({index: self.point}) for x in (index >= lower, index <= upper)]
        require(all(shows(self.domain, x) for x in at_point), f"{self.point} is outside of the range")
        require(equal(chosen(before.args[0].xreplace({index: self.point}), self.domain), after), "not the value there")
        require(
            covers(known, [(sp.Eq(index, self.point),), *(part.region for part in self.parts)]), "a part is left out"
        )
        for part in self.parts:
            here = [*known, *part.region]
            require(dict(part.shifts).keys() >= {index, self.radix}, "a symbol is not described")
            for _, value in part.back:
                require(shows(here, value >= 0), f"{value} may be negative")
            for symbol, value in part.shifts:
                require(equal(value.xreplace(dict(part.back)), symbol), f"{symbol} is not {value}")
            difference = after - chosen(before.args[0], here)
            require(never_negative(difference, part.shifts, self.radix), f"a value may exceed the one at {self.point}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require_assumed(self.domain, assumptions, parameters, "{} is assumed")

    def describe(self) -> list[str]:
        parts = [", ".join(f"{symbol} = {value}" for symbol, value in part.shifts) for part in self.parts]
        return [
            f"with {'; '.join(parts)} and g^y >= 1 + y, the difference to any other value has no negative term".replace(
                "g^", f"{self.radix}^"
            ),
        ]


def chosen(expr: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
    """The case of an expression that holds under known conditions."""
    if not expr.has(sp.Piecewise):
        return expr
    if isinstance(expr, sp.Piecewise):
        for value, condition in expr.args:
            if shows(known, condition):
                return chosen(value, known)
            require(shows(known, sp.Not(condition)), f"{condition} is not decided")
    return expr.func(*(chosen(part, known) for part in expr.args))


Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


def within_ranges(ranges: Sequence[Range]) -> list[sp.Basic]:
    """The indices within their ranges."""
    return [relation for index, lower, upper in ranges for relation in (index >= lower, index <= upper)]


@dataclass(frozen=True)
class LargestInRange(Proof):
    """The largest value of an affine expression by cases: no case exceeds it, and it is attained.

    ``attained`` are cases of the sizes, each with the indices of the largest value. If the largest value is a part of a
    larger expression, ``value`` is its closed form.
    """

    domain: Relations
    attained: tuple[tuple[Relations, tuple[tuple[sp.Symbol, sp.Expr], ...]], ...]
    value: sp.Expr | None = None
    kind: ClassVar[str] = "affine bounds"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        if self.value is not None:
            (part,) = before.atoms(RangeMax)
            require(
                equal(before.xreplace({part: self.value}), after), f"{self.value} in its place does not give {after}"
            )
            before, after = part, self.value
        require(isinstance(before, RangeMax), f"{before} is not a largest value")
        known = [*self.domain, *within_ranges(before.ranges)]
        values, bounds = _cases(before.args[0]), _cases(after)
        for (value, when), (bound, where) in product(values, bounds):
            require(shows([*known, *when, *where], value <= bound), f"{value} may exceed {bound}")
        require(covers(self.domain, [when for when, _ in self.attained]), "a size has no largest value")
        for sizes, point in self.attained:
            at_point = dict(point)
            for bound, where in bounds:
                here = [*self.domain, *sizes, *where]
                for relation in within_ranges(before.ranges):
                    require(shows(here, relation.xreplace(at_point)), f"{relation} fails at the largest value")
                found = [
                    (sp.S(value).xreplace(at_point), [x.xreplace(at_point) for x in when]) for value, when in values
                ]
                require(any(_is_first(found, i, here, bound) for i in range(len(found))), f"{bound} is not attained")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require_assumed(self.domain, assumptions, parameters, "{} is assumed")

    def describe(self) -> list[str]:
        where = ["; ".join(f"{index} = {value}" for index, value in point) for _, point in self.attained]
        return [f"no case exceeds it, by affine implications, and it is attained: {' or '.join(where)}"]


def _cases(expr: sp.Expr) -> list[tuple[sp.Expr, list[sp.Basic]]]:
    """The values of an expression by cases with their own conditions; the last case has the remainder, if that is one
    relation.
    """
    if not isinstance(expr, sp.Piecewise):
        return [(expr, [])]
    found = []
    for value, condition in expr.args:
        parts = list(condition.args) if isinstance(condition, sp.And) else [condition]
        if condition is sp.true and len(expr.args) == 2:
            parts = negations(expr.args[0].args[1])
            require(len(parts) == 1, f"{expr} has too many cases")
        found.append((value, [x for x in parts if x is not sp.true]))
    return found


def _is_first(
    cases: Sequence[tuple[sp.Expr, list[sp.Basic]]], number: int, here: Sequence[sp.Basic], bound: sp.Expr
) -> bool:
    """Whether this case has the value ``bound`` here, and is the first that holds."""
    value, when = cases[number]
    if not (all(shows(here, x) for x in when) and shows(here, sp.Eq(value, bound))):
        return False
    return all(impossible([*here, *others]) for _, others in cases[:number])


# The largest of piecewise polynomial expressions over ranges, for every size of a factor.
#
# The value for small sizes suggests the maximum, where it is attained, and the residue classes of the size that differ; the
# proof then shows for each class that no piece exceeds it and that it is attained.


PERIODS = (1, 2, 3, 4)
VALUES = 5  # sizes of each residue class that suggest its maximum
SLOPES, MARGIN, WIDTH = 5, 8, 4  # of strips in which a difference is looked at value by value
EXCEPTIONS = 4  # most small sizes with a maximum of their own
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
    """The regions of a piecewise expression that are not empty, each with its value."""
    found = next(iter(sorted(expr.atoms(sp.Piecewise), key=lambda x: len(x.args))), None)
    if found is None:
        yield list(known), sp.expand(expr)
        return
    for region, value in _piece_cases(found.args, list(known)):
        yield from pieces(expr.xreplace({found: value}), region)


def _piece_cases(cases: Sequence, known: list[sp.Basic]) -> Iterator[tuple[list[sp.Basic], sp.Expr]]:
    if not cases:
        return
    (value, condition), *rest = cases
    if isinstance(condition, sp.Or):
        yield from _piece_cases([*((value, each) for each in condition.args), *rest], known)
        return
    atoms = sorted(condition.args, key=sp.default_sort_key) if isinstance(condition, sp.And) else [condition]
    undecided = [x for x in atoms if not shows(known, x)]
    if not impossible([*known, *undecided]):
        yield [*known, *undecided], value
    for i, atom in enumerate(undecided):
        for other in negations(atom):
            here = [*known, *undecided[:i], other]
            if not impossible(here):
                yield from _piece_cases(rest, here)


def not_negative(difference: sp.Expr, region: Sequence[sp.Basic]) -> bool:
    """Whether a polynomial of at most the second degree is shown not to be negative in a region."""
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


def values_in(
    ranges: Sequence[tuple[sp.Symbol, sp.Expr, sp.Expr]], at: Mapping[sp.Symbol, int]
) -> Iterator[tuple[int, ...]]:
    """The values of indices in their ranges, which may depend on the indices behind.

    >>> i, j = sp.symbols("i j")
    >>> list(values_in([(i, 0, j), (j, 0, 1)], {}))
    [(0, 0), (0, 1), (1, 1)]
    """
    if not ranges:
        yield ()
        return
    *inner, (index, low, high) = ranges
    for value in range(int(evaluate(sp.S(low), at)), int(evaluate(sp.S(high), at)) + 1):
        for others in values_in(inner, {**at, index: value}):
            yield (*others, value)


def _values(expr: sp.Expr, size: sp.Symbol, n: int) -> tuple[Fraction, set[tuple[int, tuple[int, ...]]]]:
    """The largest value at one size, and all places where it is attained: expression and values of its indices."""
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for number, part in enumerate(parts_of(expr)):
        body, ranges = body_of(part)
        value, places = compiled(body), [place_of(x) for x, _, _ in ranges]
        for at in values_in(ranges, {size: n}):
            found[number, at] = Fraction(value({place_of(size): n, **dict(zip(places, at, strict=True))}))
    most = max(found.values())
    return most, {at for at, value in found.items() if value == most}


def largest(expr: sp.Expr, size: sp.Symbol, least: int) -> tuple[sp.Expr, LargestOverRange]:
    """The largest value of an expression over its ranges, with its proof.

    >>> p, n = sp.symbols("p n", integer=True, positive=True)
    >>> largest(RangeMax(p * (n - p), sp.Tuple(p, 1, n - 1)), n, 2)[0]
    Piecewise((n**2/4, Eq(Mod(n, 2), 0)), ((n - 1)*(n + 1)/4, True))
    """
    known = cache(lambda n: _values(expr, size, n))
    finest = lcm(*(int(x.args[1]) for x in expr.atoms(sp.Mod) if x.args[1].is_Integer))
    for period, first in product(PERIODS, range(least, least + EXCEPTIONS)):
        if period % finest:
            continue
        starts = range(first, first + period)
        classes = [_class([(n, *known(n)) for n in range(s, s + VALUES * period, period)], size) for s in starts]
        if None not in classes:
            values = {n % period: sp.factor(value) for n, (value, _) in zip(starts, filter(None, classes), strict=True)}
            fewest = next(
                p for p in PERIODS if not period % p and all(values[r] == values[r % p] for r in range(period))
            )
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
