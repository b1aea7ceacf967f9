"""Fixed points of latency equations: of increasing convex functions, and of a service time that depends on itself,
along the utilisation.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from netlemma.errors import ModelError

# Fixed points of increasing convex functions, and the search for maxima and roots, from function values only.
#
# An increasing convex F on [0, end), infinite from there on, has no fixed point, one (where it touches the diagonal), or
# two. A secant of a convex function, extended beyond its two points, stays below it: steps along secants of F(x) - x from
# 0 never pass the least fixed point, and if they reach a place after which F(x) - x increases, there is none.


Function = Callable[[float], float]
ROUNDING = 2e-15
MOST_STEPS = 1000
GOLDEN = (math.sqrt(5) - 1) / 2


def least_fixed_point(function: Function) -> float | None:
    """The least x >= 0 with x = function(x), for an increasing convex function; None if there is none.

    >>> least_fixed_point(lambda x: (x * x + 3) / 4), least_fixed_point(lambda x: (x * x + 5) / 4)
    (0.9999999999999999, None)
    """
    before, above = 0.0, function(0.0)
    place = above
    for _ in range(MOST_STEPS):
        if place == before:
            return place
        now = function(place) - place
        if now <= ROUNDING * place:
            return place
        if not now < above:  # infinite, too
            return None
        before, place, above = place, place + now * (place - before) / (above - now), now
    raise ModelError(f"{MOST_STEPS} steps neither found nor excluded a fixed point")


def highest(function: Function, low: float, high: float, width: float = 1e-7) -> float:
    """A place of the maximum of a function that increases and then decreases, by golden section.

    J. Kiefer, Sequential minimax search for a maximum, 1953.

    >>> round(highest(lambda x: x * (1 - x), 0, 2), 6)
    0.5
    """
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > width:
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
    return left if at_left > at_right else right


def root(function: Function, low: float, high: float) -> float:
    """Zero of an increasing function that is not positive at ``low`` and not negative at ``high``, up to rounding.

    False position, where the value at an end that is kept twice is halved (the Illinois rule), and bisection where that
    is slow.

    M. Dowell and P. Jarratt, A modified regula falsi method for computing the root of an equation, 1971.

    >>> root(lambda x: x**3 - 2, 0, 2) ** 3
    2.0
    """
    below, above = function(low), function(high)
    if below == 0:
        return low
    tried, width, kept = low, high - low, 0
    for step in range(MOST_STEPS):
        spread = above - below
        tried = low - below * (high - low) / spread if 0 < spread < math.inf else low
        if step % 4 == 3:
            if high - low > width / 8:
                tried = low
            width = high - low
        if not low < tried < high:
            tried = (low + high) / 2
            if not low < tried < high:
                break
        now = function(tried)
        if now == 0:
            return tried
        if now < 0:
            low, below = tried, now
            above, kept = (above / 2, 1) if kept == 1 else (above, 1)
        else:
            high, above = tried, now
            below, kept = (below / 2, -1) if kept == -1 else (below, -1)
        if high - low <= ROUNDING * abs(high):
            break
    return tried


# Latency of a network whose service time depends on itself: all solutions along the utilisation, and their end.
#
# The model is S = base + G w with w = lambda_c (S^2 + (S - M)^2) / (2 (1 - rho)), rho = lambda_c S, where the blocking
# probability G depends on rho alone. For given rho this is a quadratic equation in S, and lambda_c = rho / S follows:
# every solution at every load is a point of one curve over rho, found without iteration.
#
# With g = G rho / (2 (1 - rho)) the equation is S = base + g (2 S - 2 M + M^2 / S). It has exactly one solution S >= base
# if g < 1/2, and none otherwise. Where g is increasing and convex, so is S: it is the limit of S_0 = base and S_{j+1} =
# base + g (2 S_j - 2 M + M^2 / S_j), each of which is increasing and convex, since 2 S - 2 M + M^2 / S is increasing and
# convex in S >= M. Then S - rho S' decreases, so lambda_c = rho / S increases up to a single maximum and decreases after
# it. Below the maximum there are two solutions, of which the smaller one begins at load 0; they meet at the maximum, and
# no load above it has any. Where g is not known to be convex, the sign of S - rho S' is evaluated at many utilisations.


LOOKED_UP = 512  # utilisations at which the slope is evaluated, unless it is known to change its sign once
AT_ONCE = 512  # loads solved at once
STEP = 1e-200  # imaginary step: derivatives without cancellation
MOST_ITERATIONS = 200


class TurningPoint(NamedTuple):
    """A utilisation at which the arrival rate of a channel, as a function of the utilisation, has an extremum."""

    use: float
    rate: float


@dataclass(frozen=True)
class ServiceCurve:
    """Service time over utilisation.

    base: Service time without blocking, in cycles; more than ``least``.
    least: Least service time M, in cycles.
    chance: Blocking probability G as a function of utilisations in [0, 1), also complex ones; 0 at 0, and increasing.
    convex: True if G is known to be convex.

    >>> curve = ServiceCurve(21.0, 20.0, lambda use: use**2, True)
    >>> [round(use, 6) for use in curve.uses(0.02)], round(curve.end.rate, 6)
    ([0.46412, 0.6], 0.021104)
    """

    base: float
    least: float
    chance: Callable[[np.ndarray], np.ndarray]
    convex: bool

    def _blocked(self, use: np.ndarray) -> np.ndarray:
        return self.chance(use) * use / (2 * (1 - use))

    def service(self, use: np.ndarray) -> np.ndarray:
        """S in cycles, at utilisations below :attr:`pole`."""
        g = self._blocked(use)
        linear = self.base - 2 * g * self.least
        root = np.sqrt(linear**2 + 4 * (1 - 2 * g) * g * self.least**2)
        return (linear + root) / (2 * (1 - 2 * g))

    def _with_slope(self, use: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = self.service(use + 1j * STEP)
        return found.real, found.imag / STEP

    def _rising(self, use: np.ndarray) -> np.ndarray:
        """Whether the arrival rate use / S increases with the utilisation: the sign of S - use S'."""
        service, slope = self._with_slope(use)
        return service > use * slope

    @cached_property
    def pole(self) -> float:
        """The utilisation at which S becomes infinite."""
        return _last(lambda use: self._blocked(use) < 0.5, 0.0, 1.0)

    @cached_property
    def turns(self) -> tuple[TurningPoint, ...]:
        """The points where two solutions meet, in increasing order of the utilisation."""
        if self.convex:
            places = [_last(self._rising, 0.0, self.pole)]
        else:
            tried = self.pole * np.arange(1, LOOKED_UP) / LOOKED_UP
            rises = np.concatenate(([True], self._rising(tried), [False]))
            tried = np.concatenate(([0.0], tried, [self.pole]))
            changes = np.flatnonzero(rises[:-1] != rises[1:])
            places = [
                _last(lambda use, up=rises[i]: self._rising(use) == up, tried[i], tried[i + 1])  # type: ignore[misc]
                for i in changes
            ]
        return tuple(TurningPoint(float(use), float(use) / float(self.service(np.array([use]))[0])) for use in places)

    @property
    def end(self) -> TurningPoint:
        """The end of the solutions that begin at load 0."""
        return self.turns[0]

    def steady(self, rates: np.ndarray) -> np.ndarray:
        """The least utilisation that solves the model at each arrival rate of a channel, all below that of :attr:`end`."""
        return self._solve(np.asarray(rates, dtype=float), TurningPoint(0.0, 0.0), self.end)

    def uses(self, rate: float) -> list[float]:
        """All utilisations that solve the model at an arrival rate of a channel, in increasing order."""
        borders = [TurningPoint(0.0, 0.0), *self.turns, TurningPoint(self.pole, 0.0)]
        found = []
        for low, high in pairwise(borders):
            if min(low.rate, high.rate) < rate < max(low.rate, high.rate):
                found.append(float(self._solve(np.array([rate]), low, high)[0]))
        return found

    def _solve(self, rates: np.ndarray, start: TurningPoint, stop: TurningPoint) -> np.ndarray:
        """The solution of use = rate S between two turns: Newton's method, safeguarded by bisection.

        On the first branch Newton's steps from below never pass the solution where S is convex.
        """
        low, high = np.full_like(rates, start.use), np.full_like(rates, stop.use)
        rising = start.rate < stop.rate
        use = np.maximum(low, rates * self.base) if start.use == 0 else (low + high) / 2
        for _ in range(MOST_ITERATIONS):
            service, slope = self._with_slope(use)
            value = use - rates * service
            left = (value < 0) == rising
            low, high = np.where(left, use, low), np.where(left, high, use)
            with np.errstate(divide="ignore", invalid="ignore"):
                newton = use - value / (1 - rates * slope)
            settled = (abs(newton - use) <= 4e-16 * use) | (np.nextafter(low, 2) >= high)
            if settled.all():
                break
            inside = (low < newton) & (newton < high)
            use = np.where(settled, use, np.where(inside, newton, (low + high) / 2))
        return use


def _last(holds: Callable[[np.ndarray], np.ndarray], low: float, high: float) -> float:
    """The last floating-point number up to ``high`` at which a condition holds that holds near ``low``, to 2 ulp."""
    while np.nextafter(low, high) < high:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if holds(np.array([middle]))[0]:
            low = middle
        else:
            high = middle
    return low
