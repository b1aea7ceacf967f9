"""Fixed points of increasing convex functions, and the search for maxima and roots, from function values only.

An increasing convex F on [0, end), infinite from there on, has no fixed point, one (where it touches the diagonal), or
two. A secant of a convex function, extended beyond its two points, stays below it: steps along secants of F(x) - x from
0 never pass the least fixed point, and if they reach a place after which F(x) - x increases, there is none.
"""

import math
from collections.abc import Callable

from netlemma.derive.performance.latency.parameters import ModelError

Function = Callable[[float], float]
ROUNDING = 2e-15
MOST_STEPS = 1000
GOLDEN = (math.sqrt(5) - 1) / 2


def least_fixed_point(function: Function) -> float | None:
    """The least x >= 0 with x = function(x), for an increasing convex function; None if there is none.

    Raises
    ------
    ModelError
        If the search does not end within its number of steps.

    Examples
    --------
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

    Parameters
    ----------
    function : Function
        Function of a real number.
    low : float
        Lower end of the search.
    high : float
        Upper end of the search.
    width : float, default 1e-07
        Width of the final interval.

    Returns
    -------
    float
        Place of the maximum.

    References
    ----------
    J. Kiefer, Sequential minimax search for a maximum, 1953.

    Examples
    --------
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

    Parameters
    ----------
    function : Function
        Function of a real number.
    low : float
        Lower end of the search.
    high : float
        Upper end of the search.

    Returns
    -------
    float
        Zero of the function.

    References
    ----------
    M. Dowell and P. Jarratt, A modified regula falsi method for computing the root of an equation, 1971.

    Examples
    --------
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
