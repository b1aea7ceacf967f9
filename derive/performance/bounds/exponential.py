"""Sums of terms c * B^q * q^e, and expressions as quotients of two such sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

Key = tuple[Fraction, int]  # (B, e), in order of growth
CONSTANT: Key = (Fraction(1), 0)
HIGHEST_POWER = 400
MOST_TERMS = 20_000


class NoLimit(ValueError):
    """An expression whose limit is not found by comparison of leading terms; the message gives the reason."""


@dataclass(frozen=True)
class ExponentialPolynomial:
    """A sum of terms ``coefficient * B**q * q**e``; ``terms`` maps (B, e) to a coefficient that is not zero.

    >>> x = ExponentialPolynomial({(Fraction(2), 1): sp.Integer(3), (Fraction(1), 0): sp.Integer(-1)})
    >>> x.leading, (x * x).expression(sp.Symbol("q"))
    (((Fraction(2, 1), 1), 3), -6*2**q*q + 9*4**q*q**2 + 1)
    """

    terms: Mapping[Key, sp.Expr]

    @property
    def is_zero(self) -> bool:
        return not self.terms

    @property
    def leading(self) -> tuple[Key, sp.Expr]:
        """The term of fastest growth."""
        key = max(self.terms)
        return key, self.terms[key]

    def __add__(self, other: ExponentialPolynomial) -> ExponentialPolynomial:
        found = dict(self.terms)
        for key, coefficient in other.terms.items():
            found[key] = found.get(key, sp.Integer(0)) + coefficient
        return _clean(found)

    def __mul__(self, other: ExponentialPolynomial) -> ExponentialPolynomial:
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            raise NoLimit("too many terms to compare")
        found: dict[Key, sp.Expr] = {}
        for (b, e), x in self.terms.items():
            for (c, f), y in other.terms.items():
                key = (b * c, e + f)
                found[key] = found.get(key, sp.Integer(0)) + x * y
        return _clean(found)

    def __pow__(self, power: int) -> ExponentialPolynomial:
        if power > HIGHEST_POWER:
            raise NoLimit(f"the power {power} is too high; at most {HIGHEST_POWER}")
        result, square = ONE, self
        while power:
            if power & 1:
                result = result * square
            power >>= 1
            square = square * square if power else square
        return result

    def expression(self, q: sp.Expr) -> sp.Expr:
        """The sum as a SymPy expression."""
        return sp.Add(*(c * sp.Rational(b.numerator, b.denominator) ** q * q**e for (b, e), c in self.terms.items()))

    def leading_text(self, q: sp.Symbol) -> str:
        """The leading term in usual notation.

        Examples
        --------
        >>> ExponentialPolynomial({(Fraction(4), 2): sp.Rational(1, 3)}).leading_text(sp.Symbol("D"))
        '1/3*D^2*4^D'
        """
        if self.is_zero:
            return "0"
        (base, degree), coefficient = self.leading
        shown = str(base) if base.denominator == 1 else f"({base})"
        parts = ["" if degree == 0 else str(q) if degree == 1 else f"{q}^{degree}", "" if base == 1 else f"{shown}^{q}"]
        written = f"({coefficient})" if coefficient.is_Add else str(coefficient)
        return "*".join([written] * (coefficient != 1 or not any(parts)) + [part for part in parts if part])


ONE = ExponentialPolynomial({CONSTANT: sp.Integer(1)})


def quotient(expression: sp.Expr, q: sp.Symbol) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
    """Numerator and denominator of an expression as sums of terms in q.

    Parameters
    ----------
    expression : Expr
        Expression in q.
    q : Symbol
        Symbol of the growing size.

    Returns
    -------
    tuple of (ExponentialPolynomial, ExponentialPolynomial)
        Numerator and denominator.

    Raises
    ------
    NoLimit
        If the expression is not such a quotient.

    Examples
    --------
    >>> q = sp.Symbol("q")
    >>> [side.expression(q) for side in quotient(q * 2 ** (q + 1) / (2**q - 1), q)]
    [2*2**q*q, 2**q - 1]
    """
    if not expression.has(q):
        return ExponentialPolynomial({CONSTANT: expression}) if expression != 0 else ExponentialPolynomial({}), ONE
    if expression == q:
        return ExponentialPolynomial({(Fraction(1), 1): sp.Integer(1)}), ONE
    if isinstance(expression, sp.Add):
        top, bottom = quotient(expression.args[0], q)
        for term in expression.args[1:]:
            above, below = quotient(term, q)
            if below.terms == bottom.terms:
                top = top + above
            else:
                top, bottom = top * below + above * bottom, bottom * below
        return top, bottom
    if isinstance(expression, sp.Mul):
        top, bottom = ONE, ONE
        for factor in expression.args:
            above, below = quotient(factor, q)
            top, bottom = top * above, bottom * below
        return top, bottom
    if isinstance(expression, sp.Pow):
        return _power(expression.base, expression.exp, q)
    raise NoLimit(f"{type(expression).__name__} of the growing size is neither polynomial nor exponential")


def _power(base: sp.Expr, exponent: sp.Expr, q: sp.Symbol) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
    if exponent.is_Integer:
        top, bottom = quotient(base, q)
        power = abs(int(exponent))
        return (top**power, bottom**power) if exponent > 0 else (bottom**power, top**power)
    slope, rest = _affine(exponent, q)
    if base.has(q) or slope is None:
        raise NoLimit(f"({base})^({exponent}) is neither polynomial nor exponential")
    whole = base**slope
    if not (whole.is_Rational and whole > 0):
        raise NoLimit(f"the base {whole} is not a positive number")
    factor = base**rest
    if factor == 0:
        raise NoLimit(f"({base})^({exponent}) vanishes")
    return ExponentialPolynomial({(Fraction(int(whole.p), int(whole.q)), 0): factor}), ONE


def _affine(exponent: sp.Expr, q: sp.Symbol) -> tuple[sp.Expr | None, sp.Expr]:
    exponent = sp.expand(exponent)
    slope = exponent.coeff(q)
    rest = exponent - slope * q
    return (None if rest.has(q) or not slope.is_Rational else slope), rest


def _clean(terms: Mapping[Key, sp.Expr]) -> ExponentialPolynomial:
    tidy = {key: c if c.is_Rational else sp.cancel(c) for key, c in terms.items()}
    return ExponentialPolynomial({key: c for key, c in tidy.items() if c != 0})
