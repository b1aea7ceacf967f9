"""Batch means: a mean of correlated numbers with the half-width of its confidence interval."""

from math import cos, pi, sin, sqrt, tan

import numpy as np

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
