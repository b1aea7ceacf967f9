"""Exact numbers a + b*sqrt(d), so that formulas with square roots, such as Binet's, have exact values where they are rational."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from netlemma.checks.formula.enclosure import PRECISION, Enclosure, Exact, Value, enclose, ends


@dataclass(frozen=True, slots=True, repr=False)
class Surd(Enclosure):
    """An irrational number ``rational + factor*sqrt(radicand)`` with an enclosure of it.

    >>> golden = surd(Fraction(1, 2), Fraction(1, 2), 5)
    >>> golden, surd_product(golden, surd(Fraction(1, 2), Fraction(-1, 2), 5))
    (Enclosure(about 1.61803398875), Fraction(-1, 1))
    """

    rational: Fraction
    factor: Fraction
    radicand: int

    def __repr__(self) -> str:
        return repr(Enclosure(self.lo, self.hi))


def surd(rational: Fraction, factor: Fraction, radicand: int) -> Value:
    """The number ``rational + factor*sqrt(radicand)``.

    Parameters
    ----------
    rational, factor : Fraction
        Rational part, and factor of the root.
    radicand : int
        Positive whole number that is no square.

    Returns
    -------
    Value
        A Surd, or a Fraction if the factor is 0.
    """
    if not factor:
        return rational
    scale = 1 << PRECISION + max(abs(factor.numerator).bit_length(), abs(rational.numerator).bit_length())
    root = math.isqrt(radicand * scale * scale)
    near = enclose(*(rational + factor * Fraction(end, scale) for end in (root, root + 1)))
    low, high = ends(near)
    return Surd(low, high, rational, factor, radicand)


def square_root(number: Exact) -> Value:
    """The square root of a positive number.

    >>> square_root(Fraction(1, 5)).factor, square_root(Fraction(1, 5)).radicand, square_root(Fraction(4, 9))
    (Fraction(1, 5), 5, Fraction(2, 3))
    """
    exact = Fraction(number)
    inside = exact.numerator * exact.denominator
    root = math.isqrt(inside)
    if root * root == inside:
        return Fraction(root, exact.denominator)
    return surd(Fraction(0), Fraction(1, exact.denominator), inside)


def _parts(value: Value, radicand: int) -> tuple[Fraction, Fraction] | None:
    """A number as ``a + b*sqrt(radicand)``; None if it is no such number."""
    if not isinstance(value, Enclosure):
        return Fraction(value), Fraction(0)
    if not isinstance(value, Surd):
        return None
    both = value.radicand * radicand
    root = math.isqrt(both)
    return (value.rational, value.factor * Fraction(root, radicand)) if root * root == both else None


def _alike(a: Value, b: Value) -> tuple[Fraction, Fraction, Fraction, Fraction, int] | None:
    """Two numbers, one of them a Surd, with the same root; None if there are no such."""
    radicand = a.radicand if isinstance(a, Surd) else b.radicand if isinstance(b, Surd) else 0
    first, second = (_parts(a, radicand), _parts(b, radicand)) if radicand else (None, None)
    return (*first, *second, radicand) if first and second else None


def surd_sum(a: Value, b: Value) -> Value | None:
    """The sum of two numbers with the same root.

    Parameters
    ----------
    a, b : Value
        Summands.

    Returns
    -------
    Value or None
        Exact sum; None if they have no root in common.
    """
    found = _alike(a, b)
    if found is None:
        return None
    w, x, y, z, radicand = found
    return surd(w + y, x + z, radicand)


def surd_product(a: Value, b: Value) -> Value | None:
    """The product of two numbers with the same root.

    Parameters
    ----------
    a, b : Value
        Factors.

    Returns
    -------
    Value or None
        Exact product; None if they have no root in common.
    """
    found = _alike(a, b)
    if found is None:
        return None
    w, x, y, z, radicand = found
    return surd(w * y + x * z * radicand, w * z + x * y, radicand)


def surd_inverse(a: Value) -> Value | None:
    """The reciprocal of a Surd; None of another number."""
    if not isinstance(a, Surd):
        return None
    norm = a.rational**2 - a.factor**2 * a.radicand
    return surd(a.rational / norm, -a.factor / norm, a.radicand)


def surd_power(a: Surd, exponent: int) -> Value:
    """A power of a Surd, by squaring.

    Parameters
    ----------
    a : Surd
        Base.
    exponent : int
        Positive whole number.

    Returns
    -------
    Value
        Exact power.
    """
    w, x, y, z = Fraction(1), Fraction(0), a.rational, a.factor
    for digit in bin(exponent)[2:]:
        w, x = w * w + x * x * a.radicand, 2 * w * x
        if digit == "1":
            w, x = w * y + x * z * a.radicand, w * z + x * y
    return surd(w, x, a.radicand)
