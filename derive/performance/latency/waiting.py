"""Mean wait in an M/G/1 queue with the variance of service times of Draper and Ghosh 1994."""

from typing import Any


def mean_wait(rate: Any, service: Any, least: Any, free: Any) -> Any:
    """Mean wait by the formula of Pollaczek and Khinchine: rate (service^2 + (service - least)^2) / (2 free).

    Parameters
    ----------
    rate : Any
        Arrivals per cycle.
    service : Any
        Mean service time in cycles.
    least : Any
        Least service time in cycles; the standard deviation is taken as ``service - least``.
    free : Any
        1 - rate * service, the share of time in which the server is free; positive.

    Returns
    -------
    Any
        Mean wait in cycles, in the kind of number given.

    References
    ----------
    * F. Pollaczek (1930) and A. Khinchine (1932): mean wait in M/G/1.
    * J. T. Draper and J. Ghosh, 1994: the standard deviation of the service time.

    Examples
    --------
    >>> from fractions import Fraction
    >>> mean_wait(Fraction(1, 40), 20, 20, 1 - Fraction(20, 40))
    Fraction(10, 1)
    """
    return rate * (service**2 + (service - least) ** 2) / (2 * free)
