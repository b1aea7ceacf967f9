"""Moments of the number of arrivals of an MMPP(2) in a time t, as numbers (Min 2001, equations 8 to 12).

They are the closed forms of :mod:`netlemma.derive.performance.traffic.moments`, written without cancellation for short t and for
nearly equal rates. mpmath numbers give results of its working precision, other numbers floats; results without
exponentials are exact for Fractions.
"""

from fractions import Fraction
from math import exp

import mpmath

from netlemma.derive.performance.traffic.mmpp import MMPP2, ArrivalsError, Number, number, one_number_type

NEAR = 2  # largest s t for series; exponentials beyond it


def mean(source: MMPP2, t: Number) -> Number:
    """Mean number of arrivals in t cycles: exact for Fractions.

    Parameters
    ----------
    source : MMPP2
        Arrivals, in messages per cycle.
    t : Number
        Time in cycles, positive.

    Returns
    -------
    Number
        Mean number of messages.

    References
    ----------
    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 9.

    Examples
    --------
    >>> mean(MMPP2(3, 1, 1, 1), 5)
    Fraction(10, 1)
    """
    rate, t = one_number_type(source.mean_rate, _time(t))
    return rate * t


def variance(source: MMPP2, t: Number) -> Number:
    """Variance of the number of arrivals in t cycles.

    Parameters
    ----------
    source : MMPP2
        Arrivals, in messages per cycle.
    t : Number
        Time in cycles, positive.

    Returns
    -------
    Number
        Variance of the number of messages.

    Examples
    --------
    >>> round(variance(MMPP2(3, 1, 1, 1), 5), 6)
    14.500023
    """
    return mean(source, t) * dispersion(source, t)


def dispersion(source: MMPP2, t: Number) -> Number:
    """The index of dispersion for counts, variance over mean of the arrivals in t cycles; 1 for Poisson arrivals.

    Parameters
    ----------
    source : MMPP2
        Arrivals, in messages per cycle.
    t : Number
        Time in cycles, positive.

    Returns
    -------
    Number
        Index of dispersion.

    References
    ----------
    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 10.

    Examples
    --------
    >>> round(dispersion(MMPP2(3, 1, 1, 1), 5), 6)
    1.450002
    """
    limit, x = _real(dispersion_limit(source) - 1, (source.sigma1 + source.sigma2) * _time(t))
    return 1 + limit * _variance_part(x) / x


def dispersion_limit(source: MMPP2) -> Number:
    """The limit of :func:`dispersion` for long times (equation 11): exact for Fractions.

    Examples
    --------
    >>> dispersion_limit(MMPP2(3, 1, 1, 1)), dispersion_limit(MMPP2(2, 2, 1, 7))
    (Fraction(3, 2), Fraction(1, 1))
    """
    return 1 + 2 * rate_variance(source) / (source.mean_rate * (source.sigma1 + source.sigma2))


def third_moment(source: MMPP2, t: Number) -> Number:
    """Third central moment of the number of arrivals in t cycles.

    Parameters
    ----------
    source : MMPP2
        Arrivals, in messages per cycle.
    t : Number
        Time in cycles, positive.

    Returns
    -------
    Number
        Third central moment.

    References
    ----------
    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 12.

    Examples
    --------
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
