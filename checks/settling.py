"""Floors, remainders, extremes and cases settled where all symbols are known to be nonnegative integers.

`Settler.settle` replaces each of them that it can decide and collects the questions that stand in the way: signs it
does not know, fractions it cannot round. `checks.equal` answers them by splitting the sizes.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.relational import Relational

WHOLE_PART = {sp.floor: 1, sp.ceiling: -1}


def least(expr: sp.Expr) -> Any:
    """The smallest value of an expression that grows with each of its nonnegative symbols; None if not seen to grow.

    >>> m, n = sp.symbols("m n", integer=True, nonnegative=True)
    >>> least((m + 2) ** (n + 1) - 1), least(m - n)
    (1, None)
    """
    if expr.is_Rational:
        return expr
    if expr.is_Symbol:
        return sp.Integer(0) if expr.is_nonnegative else None
    values = list(map(least, expr.args))
    if not values or any(value is None for value in values):
        return None
    if expr.is_Add:
        return sp.Add(*values)
    if expr.is_Mul:
        return sp.Mul(*values) if all(value >= 0 for value in values) else None
    if expr.is_Pow:
        base, exponent = values
        constant = expr.exp.is_Integer and exponent > 0 and base >= 0
        if constant or (base >= 1 and exponent >= 0 and exponent.is_Integer):
            return base**exponent
    return None


def smallest(expr: sp.Expr) -> Any:
    """`least` of the expression as it stands, expanded or factored."""
    for form in (expr, sp.expand(expr)):
        value = least(form)
        if value is not None:
            return value
    if len(expr.free_symbols) <= 2:
        factored = sp.factor_terms(sp.expand(expr))
        return least(factored)
    return None


class Settler:
    """Settles one expression after another.

    Attributes
    ----------
    signs : expressions whose sign was asked for and is not known
    fractions : expressions with rational coefficients whose whole part was asked for and is not known
    """

    def __init__(self) -> None:
        self.signs: list[sp.Expr] = []
        self.fractions: list[sp.Expr] = []

    def settle(self, expr: sp.Basic) -> sp.Basic:
        """The expression with everything decided that can be.

        >>> m = sp.Symbol("m", integer=True, nonnegative=True)
        >>> Settler().settle(sp.Max(m + 2, 1) + sp.floor((4 * m + 3) / 2, evaluate=False))
        3*m + 3
        """
        if isinstance(expr, sp.Piecewise):
            return self._piecewise(expr)
        if not expr.args:
            return expr
        args = [self.settle(argument) for argument in expr.args]
        if isinstance(expr, Relational):
            return self._relation(expr.func(*args))
        if isinstance(expr, sp.floor | sp.ceiling):
            sign = WHOLE_PART[expr.func]
            return sign * self._floor(sign * args[0])
        if isinstance(expr, sp.Mod):
            return args[0] - args[1] * self._floor(args[0] / args[1])
        if isinstance(expr, sp.Abs):
            return self._larger(args[0], -args[0]) or sp.Abs(args[0])
        if isinstance(expr, sp.Max | sp.Min):
            return self._extreme(expr.func, args)
        if isinstance(expr, sp.Pow) and not expr.exp.is_number:
            return self._power(*args)
        return expr.func(*args)

    def _piecewise(self, expr: sp.Piecewise) -> sp.Basic:
        pieces = []
        for value, condition in expr.args:
            settled = self.settle(condition)
            if settled == sp.false:
                continue
            pieces.append((self.settle(value), settled))
            if settled == sp.true:
                break
        if not pieces:
            return sp.nan
        return pieces[0][0] if pieces[0][1] == sp.true else sp.Piecewise(*pieces, evaluate=False)

    def _relation(self, relation: sp.Basic) -> sp.Basic:
        if not isinstance(relation, Relational) or not isinstance(relation.lhs, sp.Expr):
            return relation
        if isinstance(relation, sp.Lt | sp.Le):
            relation = relation.reversed
        difference = sp.expand(relation.lhs - relation.rhs)
        low, high = smallest(difference), smallest(-difference)
        if isinstance(relation, sp.Eq | sp.Ne):
            if difference == 0:
                return sp.true if isinstance(relation, sp.Eq) else sp.false
            if (low is not None and low > 0) or (high is not None and high > 0):
                return sp.false if isinstance(relation, sp.Eq) else sp.true
        elif isinstance(relation, sp.Gt | sp.Ge):
            strict = isinstance(relation, sp.Gt)
            if low is not None and (low > 0 if strict else low >= 0):
                return sp.true
            if high is not None and (high >= 0 if strict else high > 0):
                return sp.false
        self.signs.append(difference)
        return relation

    def _floor(self, expr: sp.Expr) -> sp.Expr:
        """The whole part: integer terms come out, a constant rest is rounded."""
        whole, rest = [], []
        for term in sp.Add.make_args(sp.expand(expr)):
            coefficient, monomial = term.as_coeff_Mul()
            if monomial.is_integer and coefficient.is_Rational:
                part = sp.floor(coefficient)
                whole.append(part * monomial)
                rest.append((coefficient - part) * monomial)
            else:
                rest.append(term)
        fraction = sp.Add(*rest)
        if fraction.is_Rational:
            return sp.Add(*whole, sp.floor(fraction))
        self.fractions.append(fraction)
        return sp.Add(*whole) + sp.floor(fraction, evaluate=False)

    def _larger(self, a: sp.Expr, b: sp.Expr) -> sp.Expr | None:
        """The larger of the two, or None with a question."""
        difference = sp.expand(a - b)
        for low, answer in ((smallest(difference), a), (smallest(-difference), b)):
            if low is not None and low >= 0:
                return answer
        self.signs.append(difference)
        return None

    def _extreme(self, func: type[sp.Max] | type[sp.Min], args: list[sp.Expr]) -> sp.Expr:
        kept: list[sp.Expr] = []
        for candidate in args:
            for other in kept:
                larger = self._larger(candidate, other)
                if larger is not None:
                    worse = other if (larger is candidate) == (func is sp.Max) else candidate
                    if worse is candidate:
                        break
                    kept.remove(other)
                    kept.append(candidate)
                    break
            else:
                kept.append(candidate)
        return func(*dict.fromkeys(kept))

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        """A power with a symbolic exponent as a product over the factors of its base, if these are positive."""
        factors = sp.Mul.make_args(sp.factor(base)) if base.is_Add else (base,)
        if len(factors) > 1 and all((smallest(factor) or 0) > 0 for factor in factors):
            return sp.Mul(*(sp.Pow(factor, exponent) for factor in factors))
        return sp.Pow(base, exponent)
