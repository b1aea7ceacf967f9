"""Confidence intervals from batch means, and the tests of stability."""

from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

import numpy as np

from netlemma.graphs.simulate.layouts.numbering import Numbering
from netlemma.graphs.simulate.messages import Messages

# Batch means: a mean of correlated numbers with the half-width of its confidence interval.


BATCHES = 30
LEAST_IN_BATCH = 10


def mean_and_half_width(values: np.ndarray, level: float) -> tuple[float, float | None, int]:
    """Mean, half-width and number of batches.

    The values are cut into up to 30 batches of equal length (some at the beginning are left out of the batches), of at
    least 10 values each. The means of the batches are taken as independent and normal, so that their own mean is off by
    at most the half-width with probability ``level``, by Student's t distribution.

    values (ndarray of float64, shape (n,)): The values, in the order of time.

    >>> mean_and_half_width(np.array([1.0, 2.0] * 100), 0.95)
    (1.5, 0.0, 20)
    """
    count = min(BATCHES, len(values) // LEAST_IN_BATCH)
    mean = float(values.mean())
    if count < 2:
        return mean, None, count
    size = len(values) // count
    means = values[len(values) - size * count :].reshape(count, size).mean(axis=1)
    return mean, students_t(level, count - 1) * float(means.std(ddof=1)) / sqrt(count), count


def students_t(level: float, freedom: int) -> float:
    """The t for which a variable of Student's distribution lies between -t and t with probability ``level``.

    By bisection on the distribution function, a finite sum for whole degrees of freedom.

    M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.7.3 and 26.7.4.

    >>> round(students_t(0.95, 29), 4), round(students_t(0.5, 1), 4)
    (2.0452, 1.0)
    """
    low, high = 0.0, pi / 2
    while high - low > 1e-15 and low < (low + high) / 2 < high:
        middle = (low + high) / 2
        low, high = (middle, high) if _between(middle, freedom) < level else (low, middle)
    return sqrt(freedom) * tan(low)


def _between(angle: float, freedom: int) -> float:
    """The probability of lying between -t and t, for t = sqrt(freedom) * tan(angle)."""
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for i in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * i / (i + 1)
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


# Test whether a network keeps up with its sources: no backlog grows by more than chance explains.


ALARM = 0.05  # the probability that queues which are served exactly as fast as messages come are called unstable


def overflow(names: Numbering, growth: np.ndarray, share: np.ndarray, count: int, dispersion: float) -> str | None:
    """Description of an excessive growth of backlogs, None if there is none.

    The backlog of each source and that of all of them are compared with their growth by chance, see :func:`by_chance`.
    Near saturation few sources overflow, which shows first in one of them; far beyond it many do, which shows first in
    the total. Each of the two tests has half of ``ALARM``, and each source its part of that (Bonferroni).

    growth (ndarray of int, shape (ends,)): Growth of the backlog of each source, in messages.
    share (ndarray of float64, shape (ends,)): Fraction of all messages that each source generates, on the mean.
    """
    total = int(growth.sum())
    bound = by_chance(count, dispersion, ALARM / 2)
    if total > bound:
        return _words("undelivered messages", total, count, bound)
    bounds = {each: by_chance(count * each, dispersion, ALARM / 2 / names.ends) for each in set(share.tolist())}
    bound_of = np.array([bounds[each] for each in share.tolist()])
    worst = int((growth - bound_of).argmax())
    if growth[worst] > bound_of[worst]:
        whose = f"undelivered messages from node {names.end_name(worst)}"
        return _words(whose, int(growth[worst]), round(count * share[worst]), float(bound_of[worst]))
    return None


def by_chance(messages: float, dispersion: float, probability: float) -> float:
    """Backlog growth that chance exceeds with the given probability, where messages are served at the rate of their
    arrivals.

    Service takes the same time for each message; where it varies, chance does more. The backlog is then a random walk
    reflected at zero. It grows most if it starts there, and more than x with the probability that a normal variable
    with the variance of the number of messages is more than x away from zero. The number of messages is slightly
    skewed, so the quantile z of that has the next term, (z^2 - 1)/6 messages (for a Poisson number; in clusters of
    ``dispersion`` messages).

    E. A. Cornish and R. A. Fisher, Moments and cumulants in the specification of distributions, 1938.

    >>> round(by_chance(10_000, 1, 0.05), 1), round(by_chance(10_000, 4, 0.05), 1)
    (196.5, 393.9)
    """
    z = NormalDist().inv_cdf(1 - probability / 2)
    return z * sqrt(messages * dispersion) + dispersion * (z * z - 1) / 6


def backlogs(ends: int, messages: Messages, delivered: np.ndarray, time: int) -> np.ndarray:
    """Number of messages of each source that are generated and not delivered at a time.

    delivered (ndarray of int64, shape (messages,)): Time of delivery of each message, -1 if not delivered.

    Returns: Messages of each source.

    >>> from netlemma.graphs.simulate.messages import written
    >>> backlogs(3, written([(1, 0, 2), (2, 0, 2), (4, 1, 2), (9, 2, 1)]), np.array([8, -1, 5, 20]), 6).tolist()
    [2, 0, 0]
    """
    count = int(np.searchsorted(messages.cycle, time, side="right"))
    waiting = (delivered[:count] < 0) | (delivered[:count] > time)
    return np.bincount(messages.source[:count][waiting], minlength=ends)


def _words(of: str, growth: int, count: int, bound: float) -> str:
    return f"the backlog of {of} grew by {growth} while {count} were generated, by chance not by more than {bound:.0f}"
