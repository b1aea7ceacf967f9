"""Proofs that one exact expression is at least, or greater than, another at all sizes of a domain.

The cases are those of :mod:`netlemma.checks.formula.equality.equal`. In each the difference is a quotient; its denominator is
shown to be positive, and its numerator f not to be negative: because it increases with each size and does not begin
below 0, because its factors are, or by induction, f(0) >= 0 and f(m+1) - f(m) >= 0 for all m.
"""

from collections.abc import Mapping

import sympy as sp

from netlemma.checks.formula.equality.equal import decided_for_all_sizes
from netlemma.checks.formula.equality.signs import expand, is_arithmetic, smallest

MOST_STEPS = 5  # inductions within inductions
FIRST_VALUES = 4  # that are looked at one by one before an induction begins
MOST_OPERATIONS = 120
MOST_WORK = 60  # expressions that one proof looks at


def at_least_for_all_sizes(
    a: sp.Expr, b: sp.Expr, parameters: Mapping[sp.Symbol, int], condition: sp.Basic | bool = True, strict: bool = False
) -> bool | None:
    """Prove that ``a >= b``, or ``a > b``, at all sizes that meet a condition.

    Parameters
    ----------
    a : Expr
        Expression in the parameters.
    b : Expr
        Expression in the parameters.
    parameters : mapping from Symbol to int
        Least value of each parameter.
    condition : Basic or bool, default True
        SymPy condition on the parameters.
    strict : bool, default False
        Whether ``a > b`` is to be proved.

    Returns
    -------
    bool or None
        True if it is proved, else None.

    Examples
    --------
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
        if expr.count_ops() > MOST_OPERATIONS:
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
