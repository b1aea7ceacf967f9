"""Largest values of expressions of coordinates, part by part where parts share no coordinates, for all sizes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.largest_values import largest
from netlemma.derive.algebra.notation import PRIME, RangeMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.decisions import always
from netlemma.derive.definitions.factors import NotCovered, within
from netlemma.errors import EvaluationError

Ranges = Sequence[tuple[sp.Symbol, sp.Expr, sp.Expr]]


# Largest values


@dataclass(frozen=True)
class LargestEverywhere(Proof):
    """The largest value of an expression over ranges, decided for all sizes: none exceeds it, and it is attained.

    points: For each residue class of the size ``size`` modulo ``period``, values of the indices at which it is attained, from the
    size ``first`` on; at smaller ones all are tried.
    """

    size: sp.Symbol
    assumptions: tuple[sp.Basic, ...]
    first: int
    points: tuple[tuple[sp.Expr, ...], ...]
    kind: ClassVar[str] = "SMT"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, RangeMax), f"{before} is not a largest value")
        body, ranges = before.args[0], before.ranges
        require(always([*self.assumptions, *within(ranges)], sp.Le(body, after)), f"a value exceeds {after}")
        for number in range(self.first):
            known = [*self.assumptions, sp.Eq(self.size, number)]
            if always(known, sp.false):
                continue
            table = {self.size: sp.Integer(number)}
            spans = [range(int(evaluate(low, table)), int(evaluate(high, table)) + 1) for _, low, high in ranges]
            values = (
                evaluate(body, {**table, **dict(zip([x for x, _, _ in ranges], at, strict=True))})
                for at in product(*spans)
            )
            require(max(values) == evaluate(after, table), f"not the largest value at {self.size} = {number}")
        for number, point in enumerate(self.points):
            residue = (self.first + number) % len(self.points)
            known = [*self.assumptions, self.size >= self.first]
            if len(self.points) > 1:
                known.append(sp.Eq(sp.Mod(self.size, len(self.points)), residue))
            place = dict(zip([x for x, _, _ in ranges], point, strict=True))
            inside = [condition.xreplace(place) for condition in within(ranges)]
            require(
                always(known, sp.And(*inside, sp.Eq(body.xreplace(place), after))),
                f"{after} is not attained at {point}",
            )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(all(shows(assumptions, each) for each in self.assumptions), "a largest value is shown for other sizes")

    def describe(self) -> list[str]:
        where = [f"({', '.join(str(x) for x in point)})" for point in dict.fromkeys(self.points)]
        return [
            f"z3: no value exceeds it, for all sizes, and it is attained at {' or '.join(where)}".replace(PRIME, "")
        ]


@dataclass(frozen=True)
class LargestByParts(Proof):
    """Largest values of summands and of arguments of maxima and minima that share no coordinates are attained together."""

    parts: tuple[tuple[sp.Expr, sp.Expr, LargestEverywhere], ...]
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "largest values part by part"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        known = {part: value for part, value, _ in self.parts}
        for part, value, proof in self.parts:
            proof.check(part, value)
        table = {
            each: combined(each.args[0], each.ranges, self.assumptions, known.__getitem__)
            for each in before.atoms(RangeMax)
        }
        require(before.xreplace(table) == after, "the parts do not give the whole")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(all(shows(assumptions, each) for each in self.assumptions), "a largest value is shown for other sizes")
        for part, _, proof in self.parts:
            if part.free_symbols & parameters:
                proof.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return list(dict.fromkeys(line for *_, proof in self.parts for line in proof.describe()))


def combined(
    body: sp.Expr, ranges: Ranges, assumptions: Sequence[sp.Basic], leaf: Callable[[sp.Expr], sp.Expr]
) -> sp.Expr:
    """The largest value of an expression by those of parts that share no coordinates."""
    number, rest = body.as_coeff_Mul()
    if number != 1 and number > 0:
        return number * combined(rest, ranges, assumptions, leaf)
    if isinstance(body, sp.Max):
        return sp.Max(*(combined(each, ranges, assumptions, leaf) for each in body.args))
    if isinstance(body, sp.Add | sp.Min):
        groups = _apart(body.args, ranges)
        if len(groups) > 1:
            return body.func(*(combined(body.func(*group), ranges, assumptions, leaf) for group in groups))
    own = _of(body, ranges)
    return leaf(RangeMax(body, *(sp.Tuple(*each) for each in own))) if own else body


def _of(body: sp.Expr, ranges: Ranges) -> list[tuple[sp.Symbol, sp.Expr, sp.Expr]]:
    """The ranges of the symbols of an expression, and of those on which they depend."""
    used = set(body.free_symbols)
    while True:
        more = {s for x, low, high in ranges if x in used for s in sp.Tuple(low, high).free_symbols}
        if more <= used:
            return [each for each in ranges if each[0] in used]
        used |= more


def _apart(args: Sequence[sp.Expr], ranges: Ranges) -> list[list[sp.Expr]]:
    """The arguments in groups that share no symbols of the ranges, not of the other node either."""
    groups: list[tuple[set[str], list[sp.Expr]]] = []
    for each in args:
        names = {x.name.rstrip(PRIME) for x, _, _ in _of(each, ranges)}
        joined = [group for group in groups if group[0] & names]
        groups = [group for group in groups if not group[0] & names]
        groups.append((names.union(*(n for n, _ in joined)), [x for _, members in joined for x in members] + [each]))
    return [members for _, members in groups]


def largest_by_parts(expr: sp.Expr, domain: Domain) -> tuple[sp.Expr, LargestByParts]:
    """An expression with its largest values over ranges replaced by closed forms, with the proof.

    Raises
    ------
    NotCovered
        If a part depends on several sizes, or has no pattern.
    """
    assumptions = tuple(domain.assumptions())
    parts: dict[sp.Expr, tuple[sp.Expr, LargestEverywhere]] = {}
    minima = {p.symbol: p.minimum for p in domain.parameters}

    def leaf(part: sp.Expr) -> sp.Expr:
        if part not in parts:
            sizes = part.free_symbols & minima.keys() or {sp.Symbol("any'", integer=True, positive=True)}
            if len(sizes) > 1:
                raise NotCovered(f"the largest value of {part.args[0]}, which depends on {len(sizes)} sizes")
            (size,) = sizes
            try:
                value, found = largest(part, size, minima.get(size, 1))
            except (ArithmeticError, EvaluationError) as error:
                raise NotCovered(str(error)) from None
            points = tuple(point for _, (_, point) in sorted(zip(range(found.period), found.points, strict=True)))
            known = tuple(c for c in assumptions if c.free_symbols <= {size})
            parts[part] = (floored(value, size), LargestEverywhere(size, known, found.first, points))
        return parts[part][0]

    table = {each: combined(each.args[0], each.ranges, assumptions, leaf) for each in expr.atoms(RangeMax)}
    proof = LargestByParts(tuple((part, value, proof) for part, (value, proof) in parts.items()), assumptions)
    return expr.xreplace(table), proof


def floored(value: sp.Expr, size: sp.Symbol) -> sp.Expr:
    """A value by residue classes as one rounded down, where it is one.

    >>> k = sp.Symbol("k", integer=True, positive=True)
    >>> floored(sp.Piecewise((k / 2, sp.Eq(sp.Mod(k, 2), 0)), ((k - 1) / 2, True)), k)
    floor(k/2)
    """
    if not isinstance(value, sp.Piecewise) or not all(
        isinstance(c, sp.Eq) and isinstance(c.lhs, sp.Mod) for _, c in value.args[:-1]
    ):
        return value
    period = int(value.args[0][1].lhs.args[1])
    forms = [sp.expand(each) for each, _ in value.args]
    slopes = {sp.diff(each, size) for each in forms}
    if len(slopes) != 1 or any(sp.diff(each, size, 2) != 0 for each in forms):
        return value
    top = max(each.subs(size, 0) for each in forms)
    found = sp.floor(slopes.pop() * size + top)
    tried = range(2 * period, 4 * period)
    return found if all(evaluate(found, {size: n}) == evaluate(value, {size: n}) for n in tried) else value
