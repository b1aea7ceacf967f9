"""One MMPP(2) for the superposition of n equal sources (Heffes and Lucantoni 1986; Min 2001, equations 13 to 18).

Matched are the mean, the variance-to-mean ratio at a time t1 and in the limit, and the third central moment at a time
t2. With lambda the mean rate, s = sigma1 + sigma2, and c and D the variance and the skew of the rate
(:mod:`netlemma.derive.performance.traffic.moments`):

1. The variance-to-mean ratio of n equal sources is that of one. It falls short of its limit by the factor (1 - e^-x)/x,
   x = s t1, which decreases strictly: so s is that of the source, for any t1.
2. The limit then implies that c is n times that of the source, and the third moment that D is that of the source, for
   any t2.
3. A rate with two values has the difference R = sqrt(D^2 + 4 n c) between them, so that they are the roots of x^2 -
   (mu1 + mu2 + 2 (n-1) lambda) x + n ((n-1) lambda^2 + mu1 mu2), and the rates out of the states are s (R +- D)/(2 R).

So the match is unique, does not depend on t1 and t2, and exists if and only if n >= 1 - mu1 mu2/lambda^2: below that,
one of the two arrival rates would be negative. The steps are proved in :mod:`netlemma.derive.performance.traffic.matching`.
"""

from fractions import Fraction
from math import isqrt, sqrt

import mpmath

from netlemma.derive.performance.traffic.mmpp import MMPP2, ArrivalsError, Number, number, one_number_type


class Infeasible(ArrivalsError):
    """No MMPP(2) has the given characteristics; the message names the number that would be negative."""


def superposed(source: MMPP2, n: Number) -> MMPP2:
    """The MMPP(2) with the mean, variance and third central moment of n superposed sources, at all times.

    The higher rate stays in its state. Fractions give Fractions if the root R is rational, and floats otherwise.

    Parameters
    ----------
    source : MMPP2
        One of the sources, which are independent.
    n : Number
        Number of sources, any positive real number: 1/2 stands for traffic with half of each of these moments.

    Returns
    -------
    MMPP2
        Matching process.

    Raises
    ------
    Infeasible
        If an arrival rate would be negative.
    ArrivalsError
        If n is not positive.

    References
    ----------
    * H. Heffes and D. M. Lucantoni, A Markov modulated characterization of packetized voice and data traffic, 1986.
    * G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equations 13 to 18.

    Examples
    --------
    >>> source = MMPP2(Fraction(1, 50), 0, Fraction(1, 5), Fraction(1, 5))
    >>> superposed(source, 4)
    MMPP2(mu1=Fraction(3, 50), mu2=Fraction(1, 50), sigma1=Fraction(1, 5), sigma2=Fraction(1, 5))
    >>> superposed(source, 1) == source
    True
    >>> superposed(source, Fraction(1, 2))
    Traceback (most recent call last):
    netlemma.derive.performance.traffic.superpose.Infeasible: n=1/2 sources: an arrival rate would be -0.00207107; these sources need n >= 1
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

    Examples
    --------
    >>> least_sources(MMPP2(1, 0, 1, 1)), least_sources(MMPP2(3, 1, 1, 1)), least_sources(MMPP2(3, 1, 3, 1))
    (Fraction(1, 1), Fraction(1, 4), Fraction(-1, 3))
    """
    return 1 - source.mu1 * source.mu2 / source.mean_rate**2


def square_root(value: Number) -> Number:
    """The square root, exact for squares of Fractions, a float for other Fractions.

    Examples
    --------
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
