"""Proofs that two exact expressions agree at all sizes of a domain.

1. A parameter that the condition equates with a polynomial in others is replaced by it; each of the rest is written as
   its minimum plus a nonnegative integer.
2. Sums are closed by `netlemma.derive.algebra.summation.sums`; floors, remainders, extremes and cases are settled where possible
   (`netlemma.checks.formula.equality.settling`).
3. If a question stays open, the sizes are split: by remainders, at a threshold, or by which of two parameters is the
   larger. Each case goes back to step 2.
4. Without open questions, the two sides are compared in a normal form of rational functions over powers
   (`netlemma.derive.algebra.expressions.normal_form`).
"""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import sympy as sp
from sympy.core.relational import Relational

from netlemma.checks.formula.equality.binomial_sums import closed_binomial_sum
from netlemma.checks.formula.equality.settling import UNDEFINED, Settler, Unsettled
from netlemma.checks.formula.equality.signs import smallest
from netlemma.checks.formula.equality.splitting import Substitution, counter, is_counter, splits, unsure_denominators

_INDEX = sp.Symbol("index", integer=True)
MOST_CASES = 500
MOST_SECONDS = 5.0
LARGEST_DEGREE = 60
MOST_OPERATIONS = 400
MOST_ASSUMPTIONS = 5


def same_for_all_sizes(
    a: sp.Expr,
    b: sp.Expr,
    parameters: Mapping[sp.Symbol, int] | Iterable[sp.Symbol],
    condition: sp.Basic | bool = True,
) -> bool | None:
    """Prove that two expressions agree at all sizes that meet a condition.

    Parameters
    ----------
    a : Expr
        Expression in the parameters.
    b : Expr
        Expression in the parameters.
    parameters : mapping from Symbol to int or iterable of Symbol
        Least value of each parameter (1 if only symbols are given); parameters run through all integers from there.
    condition : Basic or bool, default True
        SymPy condition on the parameters; parts that are not understood are not used.

    Returns
    -------
    bool or None
        True if the equality is proved, else None. True also says that no denominator in ``a`` is zero at these sizes,
        unless it occurs in ``b``, too.

    Examples
    --------
    >>> w, D = sp.symbols("w D", integer=True, positive=True)
    >>> ring = sp.Piecewise((w / 4, sp.Eq(sp.Mod(w, 2), 0)), ((w**2 - 1) / (4 * w), True))
    >>> same_for_all_sizes(sp.floor(w**2 / 4) / w, ring, {w: 2})
    True
    >>> same_for_all_sizes(w / 4, ring, {w: 2}) is None
    True
    >>> same_for_all_sizes(w / 4, ring, {w: 2}, sp.Eq(sp.Mod(w, 2), 0))
    True
    """
    return decided_for_all_sizes(a, b, parameters, condition, _equal)


def decided_for_all_sizes(
    a: sp.Expr,
    b: sp.Expr,
    parameters: Mapping[sp.Symbol, int] | Iterable[sp.Symbol],
    condition: sp.Basic | bool,
    decide: Callable[[sp.Expr, sp.Expr], bool],
) -> bool | None:
    """Prove a relation of two expressions in each of the cases that their floors, extremes and pieces make.

    Parameters
    ----------
    a : Expr
        Expression in the parameters.
    b : Expr
        Expression in the parameters.
    parameters : mapping from Symbol to int or iterable of Symbol
        Least value of each parameter.
    condition : Basic or bool
        SymPy condition on the parameters.
    decide : callable
        Whether the relation is proved for two settled expressions in nonnegative integers.

    Returns
    -------
    bool or None
        True if it is proved in all cases, else None.
    """
    minima = parameters if isinstance(parameters, Mapping) else dict.fromkeys(parameters, 1)
    claim = _without_equations(tuple(_renamed(sp.S(each)) for each in (a, b, condition)), set(minima))
    claim, minima = _without_divisions(claim, minima)
    start: Substitution = {p: minimum + counter() for p, minimum in minima.items()}
    if any(_too_large(part) for part in claim) or any(part.free_symbols - set(start) for part in claim):
        return None
    deadline = time.thread_time() + MOST_SECONDS
    open_cases = [(*claim, start | _closed_sums(claim, minima))]
    for _ in range(MOST_CASES):
        if not open_cases:
            return True
        left, right, domain, values = open_cases.pop()
        settler = Settler(values)
        try:
            domain = settler.settle(domain)
            if domain == sp.false:
                continue
            settler.assume(domain)
            left, right = settler.settle(left), settler.settle(right)
        except Unsettled:
            return None
        cases = [] if left == right else splits(settler, left, right)
        if cases:
            open_cases.extend((left, right, domain, case) for case in cases)
        elif not _in_each_answer(left, right, decide):
            return None
        if time.thread_time() > deadline:
            return None
    return None


def _renamed(expr: sp.Basic) -> sp.Basic:
    """The expression with one index for all its sums that have no other sum in them; their names do not matter."""
    sums = [each for each in expr.atoms(sp.Sum) if len(each.limits) == 1 and not each.function.has(sp.Sum)]
    return expr.xreplace({
        each: sp.Sum(each.function.xreplace({each.limits[0][0]: _INDEX}), (_INDEX, *each.limits[0][1:])) for each in sums
    })  # fmt: skip


def _without_equations(claim: tuple[sp.Basic, ...], parameters: set[sp.Symbol]) -> tuple[sp.Basic, ...]:
    """The claim with each parameter that its condition equates with a polynomial in others replaced by that."""
    for equation in sp.And.make_args(claim[-1]):
        if isinstance(equation, sp.Eq):
            for one, other in (equation.args, equation.args[::-1]):
                names = other.free_symbols
                whole = names and other.is_polynomial(*names) and sp.Poly(other, *names).domain == sp.ZZ
                if one in parameters - names and names <= parameters and whole:
                    return _without_equations(tuple(part.xreplace({one: other}) for part in claim), parameters)
    return claim


def _without_divisions(
    claim: tuple[sp.Basic, ...], minima: Mapping[sp.Symbol, int]
) -> tuple[tuple[sp.Basic, ...], Mapping[sp.Symbol, int]]:
    """The claim with each parameter that its condition says to be divisible by another one replaced by a multiple of that."""
    for equation in sp.And.make_args(claim[-1]):
        if isinstance(equation, sp.Eq) and isinstance(equation.lhs, sp.Mod) and equation.rhs == 0:
            one, other = equation.lhs.args
            if {one, other} <= set(minima) and one != other and minima[one] >= 0 and minima[other] > 0:
                times = counter()
                condition = sp.And(*(each for each in sp.And.make_args(claim[-1]) if each != equation))
                condition = sp.And(condition, sp.Ge(one, minima[one], evaluate=False), evaluate=False)
                left = {p: minimum for p, minimum in minima.items() if p != one} | {times: 0}
                return _without_divisions(
                    tuple(part.xreplace({one: other * times}) for part in (*claim[:-1], condition)), left
                )
    return claim, minima


def _closed_sums(claim: tuple[sp.Basic, ...], minima: Mapping[sp.Symbol, int]) -> Substitution:
    """The sums over the parameters that can be closed, with their closed forms."""
    from netlemma.derive.algebra.summation.sums import CannotClose, close

    closed: Substitution = {}
    legal = [p >= minimum for p, minimum in minima.items()]
    for total in {total for part in claim for total in part.atoms(sp.Sum)}:
        if total.free_symbols <= set(minima):
            row = closed_binomial_sum(total, minima)
            if row is not None:
                closed[total] = row
                continue
            with suppress(CannotClose):
                closed[total] = close(total, legal).expression
    return closed


def _too_large(expr: sp.Basic) -> bool:
    """Whether expanding the expression, or a small size put into it, could take long."""
    if expr.count_ops() > MOST_OPERATIONS:
        return True
    powers = {power.exp for power in expr.atoms(sp.Pow)}
    growing = {e for e in powers if not e.is_number}.union(*(f.args for f in expr.atoms(sp.factorial, sp.binomial)))
    return any(not abs(e) <= LARGEST_DEGREE for e in powers - growing) or any(
        e.atoms(sp.factorial, sp.binomial)
        or any(inner.exp not in (-1, 2) for inner in e.atoms(sp.Pow))
        or any(abs(number) > LARGEST_DEGREE for number in e.atoms(sp.Number))
        for e in growing
    )


def _equal(left: sp.Expr, right: sp.Expr) -> bool:
    from netlemma.derive.algebra.expressions.normal_form import equal

    if left == right:
        return True
    if unsure_denominators(left) <= unsure_denominators(right) and equal(left, right):
        return True
    counted = (_in_factorials(left), _in_factorials(right))
    return counted != (left, right) and _equal(*counted)


def _in_factorials(expr: sp.Expr) -> sp.Expr:
    """Binomials as factorials, and these of sums without a constant, where all are of nonnegative numbers."""

    def counts(number: sp.Expr) -> bool:
        least = smallest(number)
        return least is not None and least >= 0

    def quotient(top: sp.Expr, bottom: sp.Expr) -> sp.Expr:
        if not (counts(bottom) and counts(top - bottom)):
            return sp.binomial(top, bottom)
        return sp.factorial(top) / (sp.factorial(bottom) * sp.factorial(top - bottom))

    def shifted(number: sp.Expr) -> sp.Expr:
        constant, rest = sp.expand(number).as_coeff_Add()
        if constant not in range(1, LARGEST_DEGREE) or not counts(rest):
            return sp.factorial(number)
        return sp.factorial(rest) * sp.prod(rest + i for i in range(1, int(constant) + 1))

    return expr.replace(sp.binomial, quotient).replace(sp.factorial, shifted)


def _in_each_answer(
    left: sp.Expr, right: sp.Expr, decide: Callable[[sp.Expr, sp.Expr], bool], assumptions: int = MOST_ASSUMPTIONS
) -> bool:
    """Whether the settled sides are in relation under each answer to the relations that are left in them."""
    relations = sorted(left.atoms(Relational) | right.atoms(Relational), key=sp.default_sort_key)
    if left == right or not relations:
        return not (left.has(*UNDEFINED) or right.has(*UNDEFINED)) and decide(left, right)
    if not assumptions or not all(is_counter(symbol) for relation in relations for symbol in relation.free_symbols):
        return False  # a relation on the index of a sum is not one question but many
    difference = relations[0].lhs
    signs = (sp.Gt(difference, 0, evaluate=False), sp.Gt(-difference, 0, evaluate=False))
    equations = [sp.Eq(each, 0, evaluate=False) for each in (difference, -difference)]
    for sign in (1, -1, 0):
        settler = Settler()
        settler.facts = {signs[0]: sp.S(sign > 0), signs[1]: sp.S(sign < 0), **dict.fromkeys(equations, sp.S(not sign))}
        try:
            sides = settler.settle(left), settler.settle(right)
        except Unsettled:
            return False
        if not _in_each_answer(*sides, decide, assumptions - 1):
            return False
    return True


def never_zero(divisor: sp.Expr, minima: Mapping[sp.Symbol, int], condition: sp.Basic | bool = True) -> bool:
    """Whether a divisor is proved to differ from zero at all sizes; a function without a value (NaN) is not.

    Parameters
    ----------
    divisor : Expr
        Divisor in the sizes, see :meth:`netlemma.checks.formula.formula.Formula.cancelled`.
    minima : mapping from Symbol to int
        Least value of each size.
    condition : Basic or bool, default True
        Further condition on the sizes.

    Returns
    -------
    bool
        Whether it is proved.

    Examples
    --------
    >>> K = sp.Symbol("K", integer=True)
    >>> never_zero(K - 9, {K: 10}), never_zero(K - 9, {K: 2})
    (True, False)
    """
    if divisor is sp.nan or not divisor.free_symbols <= set(minima):
        return False
    if divisor.is_positive:
        return True
    zero = sp.Eq(divisor, 0, evaluate=False)
    one = sp.Piecewise((sp.Integer(0), zero), (sp.Integer(1), True), evaluate=False)
    return bool(same_for_all_sizes(one, sp.Integer(1), minima, condition))
