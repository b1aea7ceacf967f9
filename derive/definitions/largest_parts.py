"""Largest values of expressions of coordinates, part by part where parts share no coordinates, for all sizes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import impossible, negations, read_congruence, shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.largest_values import LargestOverRange, largest
from netlemma.derive.algebra.notation import PRIME, RangeMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.decisions import FARTHEST
from netlemma.derive.definitions.factors import NotCovered, within
from netlemma.errors import EvaluationError

Ranges = Sequence[tuple[sp.Symbol, sp.Expr, sp.Expr]]
Conditions = list[sp.Basic]


# Expressions by cases with affine conditions and values


def cases(expr: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
    """An expression whose remainders, magnitudes and extremes are written by cases.

    Raises
    ------
    NotCovered
        If a remainder is of a number that may be far from 0.
    """
    found = list(_cases(expr, [c for c in known if c is not sp.true]))
    if len(found) == 1:
        return found[0][1]
    return sp.Piecewise(*((value, sp.And(*conditions)) for conditions, value in found[:-1]), (found[-1][1], True))


def _cases(expr: sp.Expr, known: Conditions) -> Iterator[tuple[Conditions, sp.Expr]]:
    """Conditions besides the known ones, each with the value."""
    if isinstance(expr, sp.Piecewise):
        yield from _branches(expr.args, known, [])
    elif not isinstance(expr, sp.Mod | sp.Abs | sp.Min | sp.Max | sp.Add | sp.Mul):
        yield [], expr
    else:
        for choice in product(*(list(_cases(each, known)) for each in expr.args)):
            here = [c for conditions, _ in choice for c in conditions]
            if _possible(known, here):
                for more, value in _applied(expr, [value for _, value in choice], [*known, *here]):
                    if _possible(known, [*here, *more]):
                        yield [*here, *more], value


def _branches(args: Sequence, known: Conditions, before: Conditions) -> Iterator[tuple[Conditions, sp.Expr]]:
    (value, condition), *rest = args
    for inside in truths(condition, True):
        if _possible(known, [*before, *inside]):
            for more, found in _cases(value, [*known, *before, *inside]):
                yield [*before, *inside, *more], found
    for outside in truths(condition, False):
        if rest and _possible(known, [*before, *outside]):
            yield from _branches(rest, known, [*before, *outside])


def _possible(known: Conditions, conditions: Conditions) -> bool:
    return sp.false not in conditions and not impossible([*known, *conditions])


def truths(condition: sp.Basic, wanted: bool) -> list[Conditions]:
    """Lists of affine conditions, one of which holds where a condition is true, or where it is false.

    >>> x, y = sp.symbols("x y", integer=True)
    >>> truths(sp.And(x >= 1, sp.Ne(y, 0)), True)
    [[x >= 1, y >= 1], [x >= 1, y <= -1]]
    """
    if condition in (sp.true, sp.false):
        return [[]] if (condition == sp.true) == wanted else []
    if isinstance(condition, sp.Not):
        return truths(condition.args[0], not wanted)
    if isinstance(condition, sp.And | sp.Or):
        every = [truths(each, wanted) for each in sorted(condition.args, key=sp.default_sort_key)]
        if isinstance(condition, sp.And) == wanted:
            return [[c for part in choice for c in part] for choice in product(*every)]
        return [each for part in every for each in part]
    if isinstance(condition, sp.Ne):
        return truths(sp.Eq(*condition.args), not wanted)
    if wanted:
        return [[condition]]
    if read_congruence(condition):
        number, residue = condition.args if isinstance(condition.args[0], sp.Mod) else reversed(condition.args)
        return [[sp.Eq(number, other)] for other in range(int(number.args[1])) if other != residue]
    return [[each] for each in negations(condition)]


def _applied(expr: sp.Expr, values: list[sp.Expr], known: Conditions) -> Iterator[tuple[Conditions, sp.Expr]]:
    if isinstance(expr, sp.Mod):
        number, modulus = values
        if not (shows(known, number >= -FARTHEST * modulus) and shows(known, number <= FARTHEST * modulus - 1)):
            raise NotCovered(f"a remainder of a number that may be far from 0: {expr}")
        for multiple in range(-FARTHEST, FARTHEST):
            inside = [number >= multiple * modulus, number <= (multiple + 1) * modulus - 1]
            yield inside, sp.expand(number - multiple * modulus)
    elif isinstance(expr, sp.Abs):
        yield [values[0] >= 0], values[0]
        yield [values[0] <= -1], -values[0]
    elif isinstance(expr, sp.Min | sp.Max):
        sign = 1 if isinstance(expr, sp.Max) else -1
        for i, value in enumerate(values):
            yield [sign * (value - other) >= (1 if j < i else 0) for j, other in enumerate(values) if j != i], value
    else:
        yield [], sp.expand(expr.func(*values))


# Largest values


@dataclass(frozen=True)
class LargestByParts(Proof):
    """Largest values of summands and of arguments of maxima and minima that share no coordinates are attained together."""

    parts: tuple[tuple[sp.Expr, sp.Expr, LargestOverRange], ...]
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
    if not own:
        return body
    cased = cases(body, [*assumptions, *within(own)])
    return leaf(RangeMax(cased, *(sp.Tuple(*each) for each in own)))


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
    parts: dict[sp.Expr, tuple[sp.Expr, LargestOverRange]] = {}
    minima = {p.symbol: p.minimum for p in domain.parameters}

    def leaf(part: sp.Expr) -> sp.Expr:
        if part not in parts:
            sizes = part.free_symbols & minima.keys() or {sp.Symbol("any'", integer=True, positive=True)}
            if len(sizes) > 1:
                raise NotCovered(f"the largest value of {part.args[0]}, which depends on {len(sizes)} sizes")
            (size,) = sizes
            try:
                value, proof = largest(part, size, minima.get(size, 1))
            except (ArithmeticError, EvaluationError) as error:
                raise NotCovered(str(error)) from None
            parts[part] = (floored(value, size), proof)
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
