"""The Markov-modulated Poisson process with two states: its rates, the moments of its arrivals as numbers, and the
one that stands for n equal sources.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, isqrt, sqrt
from numbers import Rational, Real
from typing import Any

import mpmath

from netlemma.errors import ArrivalsError, Infeasible

# The Markov-modulated Poisson process with two states (Fischer and Meier-Hellstern 1993; Min 2001, equation 7).


Number = Any  # Fraction, float or mpmath's mpf; exact input gives exact output


@dataclass(frozen=True)
class MMPP2:
    """Poisson arrivals whose rate is ``mu1`` or ``mu2``, according to a Markov chain with two states.

    Integers and other rationals become Fractions, so that everything without exponentials is exact, unless one of the
    four is a float or an mpmath number: then all are. With ``mu2 = 0`` it is an interrupted Poisson process, with ``mu1
    = mu2`` a Poisson process.

    mu1, mu2: Messages per cycle in state 1 and in state 2, not negative and not both 0.
    sigma1, sigma2: Rate out of state 1 and out of state 2, per cycle, positive.

    >>> source = MMPP2(Fraction(1, 100), 0, Fraction(1, 5), Fraction(4, 5))
    >>> source.mean_rate, source.stationary
    (Fraction(1, 125), (Fraction(4, 5), Fraction(1, 5)))
    >>> MMPP2(1, 0, Fraction(1, 5), 0)
    Traceback (most recent call last):
    netlemma.errors.ArrivalsError: sigma2 is 0; a rate out of a state must be positive
    """

    mu1: Number
    mu2: Number
    sigma1: Number
    sigma2: Number

    def __post_init__(self) -> None:
        names = ("mu1", "mu2", "sigma1", "sigma2")
        for name, value in zip(
            names, one_number_type(*(number(getattr(self, name), name) for name in names)), strict=True
        ):
            object.__setattr__(self, name, value)
        for name in ("mu1", "mu2"):
            if getattr(self, name) < 0:
                raise ArrivalsError(f"{name} is {getattr(self, name)}; an arrival rate must not be negative")
        for name in ("sigma1", "sigma2"):
            if not getattr(self, name) > 0:
                raise ArrivalsError(f"{name} is {getattr(self, name)}; a rate out of a state must be positive")
        if not (self.mu1 or self.mu2):
            raise ArrivalsError("mu1 and mu2 are 0; at least one arrival rate must be positive")

    @property
    def stationary(self) -> tuple[Number, Number]:
        """The shares of time in state 1 and in state 2."""
        total = self.sigma1 + self.sigma2
        return self.sigma2 / total, self.sigma1 / total

    @property
    def mean_rate(self) -> Number:
        """Mean messages per cycle (Min 2001, equation 9; the lemma ``mean`` of :mod:`netlemma.derive.performance.mmpp_moments`)."""
        first, second = self.stationary
        return first * self.mu1 + second * self.mu2

    @property
    def exchanged(self) -> MMPP2:
        """The same process with its states exchanged.

        >>> MMPP2(3, 1, Fraction(1, 2), 2).exchanged
        MMPP2(mu1=Fraction(1, 1), mu2=Fraction(3, 1), sigma1=Fraction(2, 1), sigma2=Fraction(1, 2))
        """
        return MMPP2(self.mu2, self.mu1, self.sigma2, self.sigma1)


def number(value: object, name: str) -> Number:
    """A finite real number, as a Fraction if it is rational.

    >>> number(2, "n"), number(0.5, "n")
    (Fraction(2, 1), 0.5)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ArrivalsError(f"{name} is {value!r}; a number such as 1, Fraction(1, 5) or 0.2 is expected")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not abs(value) < float("inf"):  # type: ignore[operator]
        raise ArrivalsError(f"{name} is {value}; a finite number is expected")
    return value if isinstance(value, mpmath.mpf) else float(value)


def one_number_type(*values: Number) -> tuple[Number, ...]:
    """Numbers converted to one kind: mpmath's if one is, else floats if one is, else Fractions.

    >>> one_number_type(Fraction(1, 2), 0.25), one_number_type(Fraction(1, 2), Fraction(3))
    ((0.5, 0.25), (Fraction(1, 2), Fraction(3, 1)))
    """
    if any(isinstance(value, mpmath.mpf) for value in values):
        return tuple(
            mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpmath.mpf(value)
            for value in values
        )
    return tuple(map(float, values)) if any(isinstance(value, float) for value in values) else values


# Moments of the number of arrivals of an MMPP(2) in a time t, as numbers (Min 2001, equations 8 to 12).
#
# They are the closed forms of derive.performance.mmpp_moments, written without cancellation for short t and for
# nearly equal rates. mpmath numbers give results of its working precision, other numbers floats; results without
# exponentials are exact for Fractions.


NEAR = 2  # largest s t for series; exponentials beyond it


def mean(source: MMPP2, t: Number) -> Number:
    """Mean number of arrivals in t cycles: exact for Fractions.

    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 9.

    >>> mean(MMPP2(3, 1, 1, 1), 5)
    Fraction(10, 1)
    """
    rate, t = one_number_type(source.mean_rate, _time(t))
    return rate * t


def variance(source: MMPP2, t: Number) -> Number:
    """Variance of the number of arrivals in t cycles.

    >>> round(variance(MMPP2(3, 1, 1, 1), 5), 6)
    14.500023
    """
    return mean(source, t) * dispersion(source, t)


def dispersion(source: MMPP2, t: Number) -> Number:
    """The index of dispersion for counts, variance over mean of the arrivals in t cycles; 1 for Poisson arrivals.

    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 10.

    >>> round(dispersion(MMPP2(3, 1, 1, 1), 5), 6)
    1.450002
    """
    limit, x = _real(dispersion_limit(source) - 1, (source.sigma1 + source.sigma2) * _time(t))
    return 1 + limit * _variance_part(x) / x


def dispersion_limit(source: MMPP2) -> Number:
    """The limit of :func:`dispersion` for long times (equation 11): exact for Fractions.

    >>> dispersion_limit(MMPP2(3, 1, 1, 1)), dispersion_limit(MMPP2(2, 2, 1, 7))
    (Fraction(3, 2), Fraction(1, 1))
    """
    return 1 + 2 * rate_variance(source) / (source.mean_rate * (source.sigma1 + source.sigma2))


def third_moment(source: MMPP2, t: Number) -> Number:
    """Third central moment of the number of arrivals in t cycles.

    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 12.

    >>> round(third_moment(MMPP2(3, 0, 1, 2), 5), 4)
    22.8889
    """
    decay = source.sigma1 + source.sigma2
    average, x = _real(mean(source, t), decay * _time(t))
    spread, skew, decay = one_number_type(rate_variance(source), rate_skew(source), decay, x)[:3]
    second, third = _variance_part(x), _third_part(x)
    return average + 6 * spread * (second + third * skew / decay) / decay**2


def rate_variance(source: MMPP2) -> Number:
    """The variance of the arrival rate over time."""
    decay = source.sigma1 + source.sigma2
    return source.sigma1 * source.sigma2 * ((source.mu1 - source.mu2) / decay) ** 2


def rate_skew(source: MMPP2) -> Number:
    """The third central moment of the arrival rate over time, divided by its variance: mu1 + mu2 - 2 lambda."""
    return (source.sigma1 - source.sigma2) * (source.mu1 - source.mu2) / (source.sigma1 + source.sigma2)


def _variance_part(x: Number) -> Number:
    """x - 1 + e^-x."""
    return x - 1 + _exp(-x) if x > NEAR else _series(x, 2, lambda k: 1)


def _third_part(x: Number) -> Number:
    """x (1 + e^-x) - 2 (1 - e^-x)."""
    return x * (1 + _exp(-x)) - 2 * (1 - _exp(-x)) if x > NEAR else _series(x, 3, lambda k: 2 - k)


def _series(x: Number, first: int, coefficient) -> Number:
    """The sum of coefficient(k) (-x)^k/k! from ``first`` on, until terms are negligible."""
    term, total, k = x - x, x - x, 0
    power = 1 + total
    while k <= first or total != total + term:
        k += 1
        power = power * -x / k
        if k >= first:
            term = coefficient(k) * power
            total += term
    return total


def _exp(x: Number) -> Number:
    return mpmath.exp(x) if isinstance(x, mpmath.mpf) else exp(x)


def _time(t: Number) -> Number:
    t = number(t, "t")
    if not t > 0:
        raise ArrivalsError(f"t is {t}; a time must be positive")
    return t


def _real(*values: Number) -> tuple[Number, ...]:
    """Fractions as floats, for formulas with exponentials."""
    return tuple(float(v) if isinstance(v, Fraction) else v for v in one_number_type(*values))


# One MMPP(2) for the superposition of n equal sources (Heffes and Lucantoni 1986; Min 2001, equations 13 to 18).
#
# Matched are the mean, the variance-to-mean ratio at a time t1 and in the limit, and the third central moment at a time
# t2. With lambda the mean rate, s = sigma1 + sigma2, and c and D the variance and the skew of the rate
# (derive.performance.mmpp_moments):
#
# 1. The variance-to-mean ratio of n equal sources is that of one. It falls short of its limit by the factor (1 - e^-x)/x,
#    x = s t1, which decreases strictly: so s is that of the source, for any t1.
# 2. The limit then implies that c is n times that of the source, and the third moment that D is that of the source, for
#    any t2.
# 3. A rate with two values has the difference R = sqrt(D^2 + 4 n c) between them, so that they are the roots of x^2 -
#    (mu1 + mu2 + 2 (n-1) lambda) x + n ((n-1) lambda^2 + mu1 mu2), and the rates out of the states are s (R +- D)/(2 R).
#
# So the match is unique, does not depend on t1 and t2, and exists if and only if n >= 1 - mu1 mu2/lambda^2: below that,
# one of the two arrival rates would be negative. The steps are proved in derive.performance.mmpp_moments.


def superposed(source: MMPP2, n: Number) -> MMPP2:
    """The MMPP(2) with the mean, variance and third central moment of n superposed sources, at all times.

    The higher rate stays in its state. Fractions give Fractions if the root R is rational, and floats otherwise.

    * H. Heffes and D. M. Lucantoni, A Markov modulated characterization of packetized voice and data traffic, 1986.
    * G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equations 13 to 18.

    >>> source = MMPP2(Fraction(1, 50), 0, Fraction(1, 5), Fraction(1, 5))
    >>> superposed(source, 4)
    MMPP2(mu1=Fraction(3, 50), mu2=Fraction(1, 50), sigma1=Fraction(1, 5), sigma2=Fraction(1, 5))
    >>> superposed(source, 1) == source
    True
    >>> superposed(source, Fraction(1, 2))
    Traceback (most recent call last):
    netlemma.errors.Infeasible: n=1/2 sources: an arrival rate would be -0.00207107; these sources need n >= 1
    """
    n = number(n, "n")
    if not n > 0:
        raise ArrivalsError(f"n is {n}; a number of sources must be positive")
    mu1, mu2, sigma1, sigma2, n = one_number_type(source.mu1, source.mu2, source.sigma1, source.sigma2, n)
    if n == 1:
        return source
    given = n
    if mu1 == mu2:
        return MMPP2(n * mu1, n * mu2, sigma1, sigma2)
    if mu1 < mu2:
        return superposed(source.exchanged, n).exchanged
    rate, decay = one_number_type(source.mean_rate, n)[0], sigma1 + sigma2
    total = mu1 + mu2 + 2 * (n - 1) * rate
    product = n * ((n - 1) * rate**2 + mu1 * mu2)
    skew = (sigma1 - sigma2) * (mu1 - mu2) / decay
    spread = sigma1 * sigma2 * ((mu1 - mu2) / decay) ** 2
    root, total, product, skew, spread, decay, n = one_number_type(
        square_root(skew**2 + 4 * n * spread), total, product, skew, spread, decay, n
    )
    high = (total + root) / 2
    if product < 0:
        least = least_sources(source)
        raise Infeasible(
            f"n={given} sources: an arrival rate would be {float(product / high):.6g}; these sources need n >= {least}"
        )
    long, short = (root + abs(skew)) / 2, 2 * n * spread / (root + abs(skew))
    above, below = (long, short) if skew > 0 else (short, long)
    return MMPP2(high, product / high, decay * above / root, decay * below / root)


def least_sources(source: MMPP2) -> Number:
    """The least n for which :func:`superposed` has a solution, 1 - mu1 mu2/lambda^2; if it is not positive, every n > 0 has
    one.

    It is 1 if the source has silent periods, and less otherwise.

    >>> least_sources(MMPP2(1, 0, 1, 1)), least_sources(MMPP2(3, 1, 1, 1)), least_sources(MMPP2(3, 1, 3, 1))
    (Fraction(1, 1), Fraction(1, 4), Fraction(-1, 3))
    """
    return 1 - source.mu1 * source.mu2 / source.mean_rate**2


def square_root(value: Number) -> Number:
    """The square root, exact for squares of Fractions, a float for other Fractions.

    >>> square_root(Fraction(9, 4)), square_root(Fraction(1, 4) * 2)
    (Fraction(3, 2), 0.7071067811865476)
    """
    if isinstance(value, mpmath.mpf):
        return mpmath.sqrt(value)
    if isinstance(value, Fraction):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    return sqrt(value)
