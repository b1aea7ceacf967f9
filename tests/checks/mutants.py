"""Single mutants of a closed form: one coefficient, sign, exponent, bound, residue or branch changed, all else kept."""

from collections.abc import Iterator
from itertools import pairwise

import sympy as sp
from sympy.core.relational import Relational

Mutant = tuple[str, sp.Basic]
OPPOSITE = {sp.floor: sp.ceiling, sp.ceiling: sp.floor, sp.Min: sp.Max, sp.Max: sp.Min}
EDGES = {sp.Ge: sp.Gt, sp.Gt: sp.Ge, sp.Le: sp.Lt, sp.Lt: sp.Le, sp.Eq: sp.Ne, sp.Ne: sp.Eq}


def mutants(expr: sp.Basic) -> Iterator[Mutant]:
    """Every single mutant with what was changed; none is the same tree as the expression."""
    yield from ((what, changed) for what, changed in _scaled(expr, "the whole", expr) if changed != expr)
    seen = set()
    for what, changed in _inside(expr):
        if changed != expr and changed not in seen:
            seen.add(changed)
            yield what, changed


def _inside(expr: sp.Basic) -> Iterator[Mutant]:
    yield from _here(expr)
    if isinstance(expr, sp.Sum):
        yield from _of_sum(expr)
        return
    for position, part in enumerate(expr.args):
        for what, changed in _inside(part):
            args = (*expr.args[:position], changed, *expr.args[position + 1 :])
            try:
                yield what, expr.func(*args)
            except (TypeError, ValueError):  # such as a remainder by zero: no formula at all
                continue


def _of_sum(total: sp.Sum) -> Iterator[Mutant]:
    """The summand changed, or a limit; a bound variable stays what it is."""
    for what, changed in _inside(total.function):
        yield f"summand: {what}", sp.Sum(changed, *total.limits)
    for number, (index, lower, upper) in enumerate(total.limits):
        for what, low in _inside(lower):
            yield f"lower limit of {index}: {what}", _limits(total, number, (index, low, upper))
        for what, high in _inside(upper):
            yield f"upper limit of {index}: {what}", _limits(total, number, (index, lower, high))


def _limits(total: sp.Sum, number: int, limit: tuple) -> sp.Sum:
    return sp.Sum(total.function, *(limit if n == number else old for n, old in enumerate(total.limits)))


def _scaled(part: sp.Basic, name: str, whole: sp.Basic) -> Iterator[Mutant]:
    """The unwritten coefficient, exponent and constant of an expression."""
    yield f"{name} negated", -whole
    yield f"{name} doubled", 2 * whole
    yield f"{name} dropped", sp.Integer(0)
    yield f"{name} squared", whole**2
    yield f"{name} + 1", whole + 1
    yield f"{name} - 1", whole - 1


def _here(expr: sp.Basic) -> Iterator[Mutant]:
    """Mutants that change the expression at its own level."""
    if isinstance(expr, sp.Rational):
        for step in (1, -1):
            yield f"{expr} -> {expr + step}", expr + step
        if not expr.is_Integer:
            for changed in (
                sp.Rational(expr.p + 1, expr.q),
                sp.Rational(expr.p - 1, expr.q),
                sp.Rational(expr.p, expr.q + 1),
            ):
                yield f"{expr} -> {changed}", changed
            if expr.q > 1:
                yield f"{expr} -> {sp.Rational(expr.p, expr.q - 1)}", sp.Rational(expr.p, expr.q - 1)
    elif isinstance(expr, sp.Symbol):
        yield f"{expr} -> {expr} + 1", expr + 1
        yield f"{expr} -> {expr} - 1", expr - 1
    elif isinstance(expr, sp.Add | sp.Mul):
        yield from _of_terms(expr)
    elif isinstance(expr, sp.Pow):
        for step in (1, -1):
            yield f"exponent of {expr.base} {step:+}", sp.Pow(expr.base, expr.exp + step)
        yield f"exponent of {expr.base} negated", sp.Pow(expr.base, -expr.exp)
    elif isinstance(expr, sp.Piecewise):
        yield from _of_cases(expr)
    elif isinstance(expr, Relational):
        yield f"{expr} -> {EDGES[expr.func].__name__}", EDGES[expr.func](*expr.args)
    elif isinstance(expr, sp.And | sp.Or):
        for part in expr.args:
            yield f"{part} dropped", expr.func(*(other for other in expr.args if other != part))
    elif expr.func in OPPOSITE:
        yield f"{expr.func.__name__} -> {OPPOSITE[expr.func].__name__}", OPPOSITE[expr.func](*expr.args)
        if isinstance(expr, sp.Min | sp.Max):
            for part in expr.args:
                yield f"{part} dropped", expr.func(*(other for other in expr.args if other != part))
    elif isinstance(expr, sp.binomial | sp.factorial):
        yield f"{expr} doubled", 2 * expr
        yield f"{expr} squared", expr**2


def _of_terms(expr: sp.Add | sp.Mul) -> Iterator[Mutant]:
    """Each term or factor negated, doubled, dropped; each factor squared."""
    kind = "term" if expr.is_Add else "factor"
    for position, part in enumerate(expr.args):
        rest, name = (*expr.args[:position], *expr.args[position + 1 :]), f"{kind} {part}"
        yield f"{name} negated", expr.func(*rest, -part)
        yield f"{name} doubled", expr.func(*rest, 2 * part)
        yield f"{name} dropped", expr.func(*rest)
        if expr.is_Mul:
            yield f"{name} squared", expr.func(*rest, part**2)


def _of_cases(expr: sp.Piecewise) -> Iterator[Mutant]:
    """Two branches exchanged, or one left out."""
    for (one, when), (other, then) in pairwise(expr.args):
        swapped = {(one, when): (other, when), (other, then): (one, then)}
        yield (
            f"branches {when} and {then} exchanged",
            sp.Piecewise(*(swapped.get(tuple(c), tuple(c)) for c in expr.args)),
        )
    for left_out in expr.args[:-1]:
        yield f"branch {left_out[1]} left out", sp.Piecewise(*(tuple(c) for c in expr.args if c != left_out))
