"""Mean waiting times of the queue MMPP(2)/G/1, in closed form up to one root, and the service times by their
Laplace-Stieltjes transform.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import mpmath

from netlemma.derive.performance.mmpp import MMPP2, Number
from netlemma.errors import ArrivalsError, NoSteadyState

# Service times of a queue by their Laplace-Stieltjes transform, with its values and differences free of cancellation.


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

    fixed: Cycles, not negative.
    exponential: Means of the exponential stages, in cycles, not negative; stages of mean 0 have no effect.

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
    """A number converted to the kind of s: mpmath's or a float."""
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


# Mean waiting times of the queue MMPP(2)/G/1, in closed form up to one root.
#
# Fischer and Meier-Hellstern 1993; Min 2001, equation 19. With u(s) = 1 - H(s) for the transform H of the service time,
# the transform of the virtual waiting time jointly with the state is W(s) = s y [s I + Q - u(s) Lambda]^-1, where y_i is
# the probability that the server is idle in state i. The matrix is singular at one s = theta > 0, and y is orthogonal to
# its right null vector there. With that, the moments of W are
#
#     rise     = pi_1 pi_2 (mu_1 - mu_2)^2 (theta E[T] - u) / ((theta - mu_1 u) (theta - mu_2 u)) virtual  = (lambda
#     E[T^2] / 2 + E[T] rise) / (1 - rho),    at arrivals = (lambda E[T^2] / 2 + rise / lambda) / (1 - rho)
#
# in which all terms are positive, so that there is no cancellation at any rates.
# derive.performance.latency.model_derivations proves it.
#
# theta is the greatest eigenvalue of u(theta) Lambda - Q. It is unique: where both a_i = theta - sigma_i - mu_i u(theta)
# are positive they increase, being convex and negative at 0, so a_1 a_2 = sigma_1 sigma_2 has one solution there; and
# only there the idle probabilities, in the proportion a_1 : sigma_1 = sigma_2 : a_2, are positive.


FLOAT_DIGITS = 15.4
MORE = 10  # additional digits with which mpmath starts
MOST_DIGITS = 1000
MOST_PLACES = 20_000  # largest precision of mpmath: utilisations less than 1 - 10^-19000 are distinguished from 1
STEPS = 400
NEARLY = 1 - 1e-9  # utilisation


@dataclass(frozen=True)
class Waiting:
    """Waiting times of a queue with a steady state, in cycles.

    at_arrivals: Mean wait of a message before its service begins.
    virtual: Mean remaining work at an arbitrary time.
    utilisation: Share of the time in which the server is busy, rho = lambda E[T].
    idle: ``idle[i]`` is the probability of state i + 1 when the server is idle: the vector g, stationary for the matrix
    G of the states at the beginning and at the end of a busy period.
    busy_period: G itself, row by row.
    digits: Reliable decimal digits of the waiting times, for the numbers as given.
    """

    at_arrivals: Number
    virtual: Number
    utilisation: Number
    idle: tuple[Number, Number]
    busy_period: tuple[tuple[Number, Number], tuple[Number, Number]]
    digits: float


def waiting(source: MMPP2, service: Service, digits: float = 12) -> Waiting:
    """Waiting times of MMPP(2)/G/1, first come first served.

    Computed in floating-point numbers, and again with more digits if fewer than ``digits`` decimal digits are reliable.

    * W. Fischer and K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook, 1993.
    * G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equation 19.

    >>> from fractions import Fraction
    >>> found = waiting(MMPP2(Fraction(1, 100), 0, Fraction(1, 5), Fraction(4, 5)), Stages(50))
    >>> round(found.at_arrivals, 6), found.utilisation, found.digits > 12
    (16.831321, 0.4, True)
    >>> poisson = waiting(MMPP2(Fraction(1, 125), Fraction(1, 125), Fraction(1, 5), Fraction(4, 5)), Stages(50))
    >>> round(poisson.at_arrivals, 12)
    16.666666666667
    """
    if not 0 < digits <= MOST_DIGITS:
        raise ArrivalsError(f"digits is {digits}; it must be greater than 0 and at most {MOST_DIGITS}")
    use = source.mean_rate * service.mean
    if use > NEARLY:  # rounding might decide
        use = _exactly(source, service)
    if use >= 1:
        raise NoSteadyState(f"the utilisation is {float(use):.6g}: without a steady state there is no waiting time")
    if digits <= FLOAT_DIGITS and isinstance(service, Stages):
        found = _solve(source, service, 1.0)
        if found.digits >= digits:
            return found
    places = int(digits) + MORE
    while places < MOST_PLACES:
        with mpmath.workdps(places):
            found = _solve(source, service, mpmath.mpf(1))
        if found.digits >= digits:
            return found
        places += math.ceil(digits - found.digits) + MORE
    raise ArithmeticError(f"{digits} digits were not reached with {MOST_PLACES} for {source} and {service}")


def _solve(source: MMPP2, service: Service, one: Number) -> Waiting:
    """The formulas of the module in numbers of the kind of ``one``."""
    swapped = source.mu1 < source.mu2
    given = source.exchanged if swapped else source
    mu1, mu2, sigma1, sigma2 = (like(one, each) for each in (given.mu1, given.mu2, given.sigma1, given.sigma2))
    mean, second = like(one, service.mean), like(one, service.second)
    rate = (mu1 * sigma2 + mu2 * sigma1) / (sigma1 + sigma2)
    use = rate * mean
    theta, u, steepness = _root(service, mu1, mu2, sigma1, sigma2, one)
    first, other = _above(u, mu1, mu2, sigma1, sigma2)
    rise = sigma1 * sigma2 / (sigma1 + sigma2) ** 2 * (mu1 - mu2) ** 2 * service.excess(theta) / (first * other)
    idle = (sigma2 / other, sigma1 / first)
    to_other, to_first = u * sigma1 / first, u * sigma2 / other
    period = ((1 - to_other, to_other), (to_first, 1 - to_first))
    if swapped:
        idle, period = (idle[1], idle[0]), ((period[1][1], period[1][0]), (period[0][1], period[0][0]))
    known = mpmath.mp.dps if isinstance(one, mpmath.mpf) else FLOAT_DIGITS
    free = 1 - use
    if free <= 0:  # only because of rounding
        return Waiting(math.inf, math.inf, use, idle, period, 0)
    lost = -math.log10(float(free)) - min(0.0, math.log10(abs(float(1 - steepness))))
    at_arrivals, virtual = ((rate * second / 2 + part) / free for part in (rise / rate, mean * rise))
    return Waiting(at_arrivals, virtual, use, idle, period, known - 0.5 - lost)


def _exactly(source: MMPP2, service: Service) -> Fraction:
    """The utilisation of the numbers as given."""
    mu1, mu2, sigma1, sigma2 = (_fraction(each) for each in (source.mu1, source.mu2, source.sigma1, source.sigma2))
    parts = service.exponential if isinstance(service, Stages) else ()
    mean = sum(map(_fraction, (service.fixed, *parts))) if isinstance(service, Stages) else _fraction(service.mean)
    return (mu1 * sigma2 + mu2 * sigma1) / (sigma1 + sigma2) * mean


def _fraction(value: Number) -> Fraction:
    if isinstance(value, mpmath.mpf):
        top, bottom = mpmath.libmp.to_rational(value._mpf_)
        return Fraction(int(top), int(bottom))
    return Fraction(value)


def _above(u: Number, mu1: Number, mu2: Number, sigma1: Number, sigma2: Number) -> tuple[Number, Number]:
    """theta - mu1 u and theta - mu2 u for the greatest eigenvalue theta of u Lambda - Q, where mu1 >= mu2, without cancellation."""
    gap = (mu1 - mu2) * u
    half = (sigma1 + sigma2 - gap) / 2
    root = (half * half + sigma1 * gap) ** (0.5 if isinstance(u, float) else mpmath.mpf("0.5"))
    first = half + root if half >= 0 else sigma1 * gap / (root - half)
    return first, first + gap


def _root(
    service: Service, mu1: Number, mu2: Number, sigma1: Number, sigma2: Number, one: Number
) -> tuple[Number, Number, Number]:
    """theta, u(theta), and the derivative of the eigenvalue by theta there: Newton's method within a bracket.

    The eigenvalue grows with u from sigma1 + sigma2 at u = 0 to less than sigma1 + sigma2 + mu1 at u = 1.
    """
    low, high = sigma1 + sigma2, sigma1 + sigma2 + mu1
    theta, step = high, high - low
    smallest = (mpmath.eps if isinstance(one, mpmath.mpf) else 2.0**-52) * 2
    for _ in range(STEPS):
        u = service.missing(theta)
        first, other = _above(u, mu1, mu2, sigma1, sigma2)
        eigenvalue = first + mu1 * u
        left, right = other * other * sigma1, first * first * sigma2  # squares of the eigenvector, scaled
        steepness = (mu1 * left + mu2 * right) / (left + right) * service.slope(theta)
        if eigenvalue > theta:
            low = theta
        else:
            high = theta
        tried = theta + (eigenvalue - theta) / (1 - steepness) if steepness < 1 else (low + high) / 2
        if not low < tried < high:
            tried = (low + high) / 2 if abs(tried - theta) > smallest * theta else theta
        before, step, theta = step, abs(tried - theta), tried
        if step <= smallest * theta or (step >= before and step <= 16 * smallest * theta):
            return theta, u, steepness
    raise ArithmeticError(f"no root within {STEPS} steps for {(mu1, mu2, sigma1, sigma2)}")
