"""The mean wait in an M/G/1 queue whose service time has the variance that Draper and Ghosh suggest."""

from __future__ import annotations

from typing import Any


def mean_wait(rate: Any, service: Any, least: Any, free: Any) -> Any:
    """rate (service^2 + (service - least)^2) / (2 free): Pollaczek and Khinchine's mean wait, in any kind of number.

    Parameters
    ----------
    rate : arrivals per cycle.
    service : mean service time in cycles.
    least : the least service time; the standard deviation is taken as ``service - least`` (Draper and Ghosh 1994).
    free : 1 - rate * service, the share of time in which the server is free; more than 0.

    >>> from fractions import Fraction
    >>> mean_wait(Fraction(1, 40), 20, 20, 1 - Fraction(20, 40))
    Fraction(10, 1)
    """
    return rate * (service**2 + (service - least) ** 2) / (2 * free)
