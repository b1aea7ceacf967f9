"""Proofs that exact expressions are equal, or ordered, at all sizes of a domain."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import pairwise

import sympy as sp
from sympy.core.relational import Relational

from netlemma.checks.formula.case_analysis import (
    UNDEFINED,
    Settler,
    Substitution,
    counter,
    expand,
    is_arithmetic,
    is_counter,
    smallest,
    splits,
    unsure_denominators,
)
from netlemma.errors import Unsettled

# Sums over binomial coefficients of a whole row, closed by the binomial theorem and its derivatives.
#
# For a polynomial p with Newton coefficients d_j, that is p(i) = sum of d_j i(i-1)...(i-j+1), and x > 0,
# the sum of p(i) x^i binomial(n, i) over i from 0 to n is the sum of d_j n(n-1)...(n-j+1) x^j (1+x)^(n-j).
#
# Every other coefficient of a row sums to half of the sum, or of the difference, of two powers: with r = x^(1/2), the sum of
# x^i binomial(n, 2i) is ((1+r)^n + (1-r)^n)/2, and that of x^i binomial(n, 2i+1) is ((1+r)^n - (1-r)^n)/(2r).


HIGHEST_DEGREE = 8


def closed_binomial_sum(total: sp.Sum, minima: Mapping[sp.Symbol, int]) -> sp.Expr | None:
    """The closed form of a sum of p(i) x^i binomial(n, i) over i from 0 or 1 to n, or of every other coefficient of a row.

    >>> i, n = sp.symbols("i n", integer=True)
    >>> closed_binomial_sum(sp.Sum(5**i * sp.binomial(n, 2 * i, evaluate=False), (i, 0, sp.floor(n / 2))), {n: 1})
    (1 - sqrt(5))**n/2 + (1 + sqrt(5))**n/2
    >>> closed_binomial_sum(sp.Sum(i * sp.binomial(n, i, evaluate=False), (i, 1, n)), {n: 1})
    2**(n - 1)*n
    """
    if len(total.limits) != 1:
        return None
    index, low, n = total.limits[0]
    if low == 0 and isinstance(n, sp.floor):
        return _every_other(total.function, index, 2 * n.args[0], minima)
    if n not in minima or minima[n] < 0 or low not in (0, 1):
        return None
    row = sp.binomial(n, index, evaluate=False)
    factors = list(sp.Mul.make_args(total.function))
    if factors.count(row) != 1:
        return None
    factors.remove(row)
    parts = _parts(factors, index)
    if parts is None:
        return None
    outside, polynomial, x = parts
    poly = sp.Poly(polynomial, index)
    if poly.degree() > HIGHEST_DEGREE:
        return None
    closed = sp.Integer(0)
    differences = [sp.expand(polynomial.xreplace({index: sp.Integer(value)})) for value in range(poly.degree() + 1)]
    first = differences[0]
    for order in range(poly.degree() + 1):
        newton = differences[0] / sp.factorial(order)
        falling = sp.Mul(*(n - k for k in range(order)))
        closed += newton * falling * x**order * (1 + x) ** (n - order)
        differences = [b - a for a, b in pairwise(differences)]
    return outside * (closed - (first if low == 1 else 0))


def _parts(factors: list[sp.Expr], index: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """A factor without the index, a polynomial in it and the base of a power, whose product the factors are."""
    outside, polynomial, x = sp.Integer(1), sp.Integer(1), sp.Integer(1)
    for factor in factors:
        if not factor.has(index):
            outside *= factor
        elif factor.is_polynomial(index):
            polynomial *= factor
        else:
            base, exponent = factor.as_base_exp()
            slope = sp.expand(exponent).coeff(index, 1)
            rest = sp.expand(exponent - slope * index)
            if not (base.is_Rational and base > 0 and slope.is_Integer) or rest.has(index):
                return None
            outside, x = outside * base**rest, x * base**slope
    return outside, polynomial, x


def _every_other(summand: sp.Expr, index: sp.Symbol, n: sp.Expr, minima: Mapping[sp.Symbol, int]) -> sp.Expr | None:
    """The sum over the index from 0 to floor(n/2), if each term is a power of a number and one of every other coefficients of row n."""
    if n not in minima or minima[n] < 0:
        return None
    closed = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(summand, power_base=False, power_exp=False)):
        factors = list(sp.Mul.make_args(term))
        odd = next((c for c in (0, 1) if factors.count(sp.binomial(n, 2 * index + c, evaluate=False)) == 1), None)
        if odd is None:
            return None
        factors.remove(sp.binomial(n, 2 * index + odd, evaluate=False))
        parts = _parts(factors, index)
        if parts is None or parts[1].has(index):
            return None
        outside, constant, x = parts
        root = sp.sqrt(x)
        powers = (1 + root) ** n - (1 - root) ** n if odd else (1 + root) ** n + (1 - root) ** n
        closed += outside * constant * (root / x if odd else 1) * powers / 2
    return closed


# Proofs that two exact expressions agree at all sizes of a domain.
#
# 1. A parameter that the condition equates with a polynomial in others is replaced by it; each of the rest is written as
#    its minimum plus a nonnegative integer.
# 2. Sums are closed by `netlemma.derive.algebra.summation.sums`; floors, remainders, extremes and cases are settled where possible
#    (`netlemma.checks.formula.case_analysis`).
# 3. If a question stays open, the sizes are split: by remainders, at a threshold, or by which of two parameters is the
#    larger. Each case goes back to step 2.
# 4. Without open questions, the two sides are compared in a normal form of rational functions over powers
#    (`netlemma.derive.algebra.normal_form`).


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
    """Prove a relation of two expressions in each of the cases that their floors, extremes and pieces make."""
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
    """The claim with each parameter that its condition equates with a number, or a polynomial in others, replaced by that."""
    for equation in sp.And.make_args(claim[-1]):
        if isinstance(equation, sp.Eq):
            for one, other in (equation.args, equation.args[::-1]):
                names = other.free_symbols
                whole = (
                    other.is_polynomial(*names) and sp.Poly(other, *names).domain == sp.ZZ
                    if names
                    else other.is_Integer
                )
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
    from netlemma.derive.algebra.summation.sums import close
    from netlemma.errors import CannotClose

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
    from netlemma.derive.algebra.normal_form import equal

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


# Proofs that one exact expression is at least, or greater than, another at all sizes of a domain.
#
# The cases are those of checks.formula.equality. In each the difference is a quotient; its denominator is
# shown to be positive, and its numerator f not to be negative: because it increases with each size and does not begin
# below 0, because its factors are, or by induction, f(0) >= 0 and f(m+1) - f(m) >= 0 for all m.


MOST_STEPS = 5  # inductions within inductions
FIRST_VALUES = 4  # that are looked at one by one before an induction begins
MOST_OPERATIONS_ORDERED = 120
MOST_WORK = 60  # expressions that one proof looks at


def at_least_for_all_sizes(
    a: sp.Expr, b: sp.Expr, parameters: Mapping[sp.Symbol, int], condition: sp.Basic | bool = True, strict: bool = False
) -> bool | None:
    """Prove that ``a >= b``, or ``a > b``, at all sizes that meet a condition.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> mean = n * 2 ** (n - 1) / (2**n - 1)
    >>> at_least_for_all_sizes(n, mean, {n: 1}), at_least_for_all_sizes(mean, n / 2, {n: 1}, strict=True)
    (True, True)
    >>> at_least_for_all_sizes(n, mean, {n: 1}, strict=True) is None  # equal at n = 1
    True
    """
    return decided_for_all_sizes(a, b, parameters, condition, lambda left, right: _ordered(left - right, strict))


def _ordered(difference: sp.Expr, strict: bool) -> bool:
    above, below = sp.fraction(sp.together(difference))
    for sign in (1, -1):
        if _Induction().shows(expand(sign * below), True, MOST_STEPS):
            return _Induction().shows(expand(sign * above), strict, MOST_STEPS)
    return False


class _Induction:
    """One proof, within a number of steps that does not depend on the machine."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def shows(self, expr: sp.Expr, strict: bool, steps: int) -> bool:
        """Whether an expression in nonnegative integers is shown not to be negative, or to be positive."""
        self.left -= 1
        lowest = smallest(expr)
        if lowest is not None:
            return bool(lowest > 0 or (lowest == 0 and not strict))
        if self.left < 0 or not steps or not expr.is_Add or not is_arithmetic(expr):
            return False
        if expr.count_ops() > MOST_OPERATIONS_ORDERED:
            return False
        if len(expr.free_symbols) == 1 or expr.is_polynomial():
            factors = sp.Mul.make_args(sp.factor_terms(sp.factor(expr)))
            if len(factors) > 1 and all(self.shows(expand(each), strict, steps - 1) for each in factors):
                return True
        return any(self._by_induction(expr, symbol, strict, steps) for symbol in sorted(expr.free_symbols, key=str))

    def _by_induction(self, expr: sp.Expr, symbol: sp.Symbol, strict: bool, steps: int) -> bool:
        for first in range(FIRST_VALUES):
            begin = expand(expr.xreplace({symbol: sp.Integer(first)}))
            if not self.shows(begin, strict, steps - 1):
                return False
            here, following = (expr.xreplace({symbol: symbol + by}) for by in (first, first + 1))
            if self.shows(expand(following - here), False, steps - 1):
                return True
        return False
