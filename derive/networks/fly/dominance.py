"""Largest values of affine expressions by cases, and of expressions whose powers are compared.

Affine values are compared by affine implications, others by differences that are sums of products of nonnegative
quantities.

A region such as n >= 2, 1 <= s <= r - 1 is written in nonnegative quantities: n = 2 + x, s = 1 + y, r = 2 + y + z. A
power n^y is at least 1 + y (it is 1 for y = 0, and twice 1 + y is at least 2 + y), so it is 1 + y + p with p >= 0. A
difference that becomes a quotient of polynomials without negative coefficients is not negative.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import Relations, covers, impossible, negations, require_assumed, shows
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import RangeMax
from netlemma.derive.algebra.expressions.proof import Proof, require

Shifts = tuple[tuple[sp.Symbol, sp.Expr], ...]


def never_negative(difference: sp.Expr, shifts: Shifts, radix: sp.Symbol) -> bool:
    """Whether a difference is shown to be nonnegative.

    Parameters
    ----------
    difference : Expr
        Expression with powers of the radix.
    shifts : Shifts
        Symbols with their expressions in nonnegative quantities.
    radix : Symbol
        Symbol of the base of the powers, at least 2.

    Returns
    -------
    bool
        True if it is shown.

    Examples
    --------
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
    """The case of an expression that holds under known conditions.

    Parameters
    ----------
    expr : Expr
        Expression, possibly with Piecewise parts.
    known : sequence of Basic
        Conditions that hold.

    Returns
    -------
    Expr
        Expression of that case.

    Raises
    ------
    ProofError
        If the case is not decided.
    """
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
