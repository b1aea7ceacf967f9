"""Upper bounds of finite sums over words; they show that a quantity known only as such a sum vanishes.

Every rule replaces a nonnegative part by one that is at least as large: the words without long runs by all words, the
smaller of two by one of them, a sum by its number of terms times a bound of the terms.
"""

import sympy as sp

from netlemma.derive.algebra.expressions.bounded_runs import BoundedRuns
from netlemma.derive.performance.bounds.exponential import NoLimit


def upper_bound(expression: sp.Expr) -> sp.Expr:
    """An expression without sums that is nowhere less than the given one.

    Raises
    ------
    NoLimit
        If no rule applies.

    Examples
    --------
    >>> D, t, k = sp.symbols("D t k", integer=True, positive=True)
    >>> upper_bound(sp.Sum(3 * BoundedRuns(D - 1, t, 2), (t, 1, D)) / D)
    3*2**(D - 1)
    >>> arcs = BoundedRuns(k, t, 2) * BoundedRuns(D - k, t, 2)
    >>> upper_bound(sp.Sum(arcs, (t, 1, sp.Min(D + k, 2 * D)), (k, 1, D - 1)))
    2**D*D*(2*D - 2)
    """
    if not expression.has(sp.Sum, sp.Min, BoundedRuns):
        return expression
    if isinstance(expression, BoundedRuns):
        length, _, radix = expression.args
        return radix**length
    if isinstance(expression, sp.Min):
        return upper_bound(min(expression.args, key=lambda x: (sp.count_ops(x), sp.default_sort_key(x))))
    if isinstance(expression, sp.Add | sp.Mul):
        parts = [upper_bound(part) for part in expression.args]
        unchanged = [part for part, old in zip(parts, expression.args, strict=True) if part == old]
        if isinstance(expression, sp.Mul) and not all(map(_not_negative, unchanged)):
            raise NoLimit("a factor of a sum may be negative")
        return sp.powsimp(expression.func(*parts))
    if isinstance(expression, sp.Sum):
        body = upper_bound(expression.function)
        for index, lower, upper in expression.limits:
            body = _count(body, index, lower, upper_bound(upper))
        return body
    raise NoLimit(f"no upper bound of {type(expression).__name__} is known")


def _count(body: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """The number of terms times a bound of the terms; the factors must be nonnegative, and at most affine in the index."""
    result = upper - lower + 1
    for factor in sp.Mul.make_args(body):
        slope = sp.expand(factor).coeff(index)
        ends = [factor.xreplace({index: end}) for end in (lower, upper)]
        if not slope.is_number or sp.expand(factor - slope * index).has(index):
            raise NoLimit(f"{factor} is not affine in {index}")
        if not all(map(_not_negative, ends)):
            raise NoLimit(f"{factor} may be negative")
        result *= ends[1 if slope > 0 else 0]
    return result


def _not_negative(factor: sp.Expr) -> bool:
    """Whether a factor is nonnegative for sizes of at least 1 (a count n*B^n minus one included)."""
    if isinstance(factor, sp.Pow) and factor.exp == -1:
        factor = factor.base
    factor = sp.expand(factor)
    if factor.is_nonnegative:
        return True
    whole = factor + 1
    return bool(factor.is_Add and whole.is_positive and whole.is_integer)
