"""Service times of a queue by their Laplace-Stieltjes transform, with its values and differences free of cancellation."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import mpmath

from netlemma.derive.performance.traffic.mmpp import ArrivalsError, Number

SMALL = 0.3  # arguments below which differences of nearly equal numbers are summed as series


class Service(Protocol):
    """A distribution of service times T, in cycles, with H(s) = E[exp(-s T)]."""

    @property
    def mean(self) -> Number:
        """E[T]."""

    @property
    def second(self) -> Number:
        """E[T^2]."""

    def missing(self, s: Number) -> Number:
        """1 - H(s), to the precision of s."""

    def excess(self, s: Number) -> Number:
        """s E[T] - (1 - H(s)), to the precision of s."""

    def slope(self, s: Number) -> Number:
        """E[T exp(-s T)], the derivative of 1 - H(s)."""


@dataclass(frozen=True)
class Stages:
    """A fixed time followed by independent exponential ones; H(s) = exp(-s fixed) / product of (1 + s mean).

    Parameters
    ----------
    fixed : Number, default 0
        Cycles, not negative.
    exponential : tuple of Number, default ()
        Means of the exponential stages, in cycles, not negative; stages of mean 0 have no effect.

    Raises
    ------
    ArrivalsError
        If a number is not legal, or the service takes no time.

    Examples
    --------
    >>> Stages(Fraction(3), (Fraction(2),)).mean, Stages(Fraction(3), (Fraction(2),)).second
    (Fraction(5, 1), Fraction(29, 1))
    >>> round(1 - Stages(0, (2.0,)).missing(0.5), 12)
    0.5
    """

    fixed: Number = 0
    exponential: tuple[Number, ...] = ()

    def __post_init__(self) -> None:
        for value in (self.fixed, *self.exponential):
            if not 0 <= value < math.inf:
                raise ArrivalsError(f"a service takes {value} cycles; it must be finite and not negative")
        if not self.mean > 0:
            raise ArrivalsError("a service takes 0 cycles; it must take some time")

    @cached_property
    def mean(self) -> Number:
        """E[T]."""
        return self.fixed + sum(self.exponential)

    @cached_property
    def second(self) -> Number:
        """E[T^2]."""
        return self.mean**2 + sum(mean**2 for mean in self.exponential)

    def missing(self, s: Number) -> Number:
        """1 - H(s)."""
        inside = [like(s, mean) * s for mean in self.exponential]
        if isinstance(s, mpmath.mpf):
            return -mpmath.expm1(-like(s, self.fixed) * s - sum(map(mpmath.log1p, inside)))
        return -math.expm1(-float(self.fixed) * s - sum(map(math.log1p, inside)))

    def excess(self, s: Number) -> Number:
        """s E[T] - (1 - H(s)), as a sum of two nonnegative parts.

        With L = -log H(s) these are s E[T] - L = sum of x - log(1 + x) over the stages, and L - 1 + exp(-L).
        """
        inside = [like(s, mean) * s for mean in self.exponential]
        log1p = mpmath.log1p if isinstance(s, mpmath.mpf) else math.log1p
        logarithm = like(s, self.fixed) * s + sum(map(log1p, inside))
        return sum(map(_above_logarithm, inside)) + _above_exponential(logarithm)

    def slope(self, s: Number) -> Number:
        """E[T exp(-s T)]."""
        stages = [like(s, mean) for mean in self.exponential]
        return (1 - self.missing(s)) * (like(s, self.fixed) + sum(mean / (1 + mean * s) for mean in stages))


def like(s: Number, value: Number) -> Number:
    """A number converted to the kind of s: mpmath's or a float.

    Parameters
    ----------
    s : Number
        Number of the wanted kind.
    value : Number
        Number to convert.

    Returns
    -------
    Number
        Converted number.
    """
    if not isinstance(s, mpmath.mpf):
        return float(value)
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpmath.mpf(value)


def _above_logarithm(x: Number) -> Number:
    """x - log(1 + x), for x >= 0; the sum of (-x)^n / n from n = 2 where x is small."""
    if isinstance(x, mpmath.mpf):
        with mpmath.workprec(mpmath.mp.prec + 20 - 2 * min(0, int(mpmath.mag(x)) if x else 0)):
            found = x - mpmath.log1p(x)
        return +found
    if x > SMALL:
        return x - math.log1p(x)
    power, total, n = x * x, 0.0, 2
    while abs(power) > 1e-18 * x * x:
        total, power, n = total + power / n, -power * x, n + 1
    return total


def _above_exponential(x: Number) -> Number:
    """x - 1 + exp(-x), for x >= 0; the sum of (-x)^n / n! from n = 2 where x is small."""
    if isinstance(x, mpmath.mpf):
        with mpmath.workprec(mpmath.mp.prec + 20 - 2 * min(0, int(mpmath.mag(x)) if x else 0)):
            found = x + mpmath.expm1(-x)
        return +found
    if x > SMALL:
        return x + math.expm1(-x)
    term, total, n = x * x / 2, 0.0, 2
    while abs(term) > 1e-18 * x * x:
        n += 1
        total, term = total + term, -term * x / n
    return total
