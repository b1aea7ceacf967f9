"""Signs of expressions in nonnegative integers, for expressions that increase with each symbol."""

from typing import Any

import sympy as sp

LARGEST_FACTORED = 10**9
LARGEST_FACTORIAL = 60


def least(expr: sp.Expr) -> Any:
    """The smallest value of an expression that increases with each of its nonnegative symbols.

    None if that is not seen.

    >>> m, n = sp.symbols("m n", integer=True, nonnegative=True)
    >>> least((m + 2) ** (n + 1) - 1), least(m - n)
    (1, None)
    """
    if expr.is_Rational:
        return expr
    if expr.is_Symbol:
        return sp.Integer(0) if expr.is_nonnegative else None
    if isinstance(expr, sp.factorial):
        value = least(expr.args[0]) if expr.args[0].is_integer else None
        return sp.factorial(value) if value is not None and 0 <= value <= LARGEST_FACTORIAL else None
    if not (expr.is_Add or expr.is_Mul or expr.is_Pow):
        return None
    values = list(map(least, expr.args))
    if any(value is None for value in values):
        return None
    if expr.is_Add:
        return sp.Add(*values)
    if expr.is_Mul:
        return sp.Mul(*values) if all(value >= 0 for value in values) else None
    base, exponent = values
    constant = expr.exp.is_Integer and exponent > 0 and base >= 0
    if constant or (base >= 1 and exponent >= 0 and exponent.is_Integer):
        return base**exponent
    return None


def smallest(expr: sp.Expr) -> Any:
    """`least` of the expression as it stands, expanded, or with common factors taken out."""
    value = least(expr)
    if value is None:
        arithmetic = expand(expr)
        value = least(arithmetic)
        if value is None and len(arithmetic.free_symbols) <= 2 and is_arithmetic(arithmetic):
            value = least(sp.factor_terms(arithmetic))
    return value


def expand(expr: sp.Expr) -> sp.Expr:
    """The expression multiplied out; functions in it stay as they are, because SymPy would evaluate them again."""
    if is_arithmetic(expr):
        return sp.expand(expr)
    masks: dict[sp.Basic, sp.Symbol] = {}

    def masked(part: sp.Basic) -> Any:
        if isinstance(part, sp.Add | sp.Mul | sp.Pow):
            return part.func(*map(masked, part.args))
        return masks.setdefault(part, sp.Dummy()) if part.args else part

    expanded = sp.expand(masked(expr))
    return expanded.xreplace({mask: part for part, mask in masks.items()})


def logarithm(of: sp.Expr) -> sp.Expr:
    """The natural logarithm; for products of powers of numbers, a sum over primes.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> logarithm(3 * sp.Rational(4, 9) ** n), logarithm(n + 1)
    (n*(-2*log(3) + 2*log(2)) + log(3), log(n + 1))
    """
    summands = []
    for factor in sp.Mul.make_args(of):
        base, exponent = factor.as_base_exp()
        if not (base.is_Rational and base > 0 and max(base.p, base.q) <= LARGEST_FACTORED):
            return sp.log(of, evaluate=False)
        primes = sp.Add(*(times * sp.log(prime) for prime, times in sp.factorrat(base).items()))
        summands.append(exponent * primes)
    return sp.Add(*summands)


def is_arithmetic(expr: sp.Basic) -> bool:
    """Whether an expression has sums, products and powers of numbers and symbols alone."""
    return not expr.args or (isinstance(expr, sp.Add | sp.Mul | sp.Pow) and all(map(is_arithmetic, expr.args)))


def never_below(expr: sp.Expr, symbol: sp.Symbol, minimum: int, strict: bool = True) -> bool:
    """Whether an expression is shown to be positive (or not negative) for all integers from a minimum on.

    Even and odd numbers are treated separately; numerator and denominator must be seen to increase.

    Parameters
    ----------
    expr : Expr
        Expression in one symbol.
    symbol : Symbol
        The symbol, an integer.
    minimum : int
        Least value of the symbol.
    strict : bool, default True
        Whether the expression must be positive; otherwise it must not be negative.

    Returns
    -------
    bool
        Whether it is shown.

    Examples
    --------
    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> never_below(sp.Piecewise((w - 3, sp.Eq(sp.Mod(w, 2), 0)), ((w - 4) / w, True)), w, 4)
    True
    >>> never_below(w - 4, w, 4), never_below(w - 4, w, 4, strict=False)
    (False, True)
    """
    for start in (minimum, minimum + 1):
        along = expr.xreplace({symbol: 2 * sp.Symbol("n", integer=True, nonnegative=True) + start})
        top, bottom = (smallest(sp.expand(part)) for part in sp.fraction(sp.cancel(along)))
        if None in (top, bottom) or bottom <= 0 or top < 0 or (strict and top == 0):
            return False
    return True
