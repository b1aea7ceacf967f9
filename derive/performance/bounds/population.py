"""Bounds on the throughput of a closed single-class network at a finite population.

``stations`` are pairs (demand, number of devices). All devices are single servers, there is no think time. Every
function returns an :class:`Interval` that contains the throughput of the product-form network, in Fractions.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from netlemma.derive.performance.bounds.asymptotic_bounds import BoundsError

Station = tuple[Fraction, int]
MOST_CUSTOMERS = 20_000


class Interval(NamedTuple):
    """A lower and an upper bound on the throughput."""

    lower: Fraction
    upper: Fraction


def exact_stations(stations: Sequence[Station], population: int) -> list[Station]:
    """The stations in Fractions.

    Parameters
    ----------
    stations : sequence of Station
        Demands, each with its number of devices.
    population : int
        Customers in the network, at least 1.

    Returns
    -------
    list of Station
        Pairs (demand, number of devices).

    Raises
    ------
    BoundsError
        If the population is not an integer of at least 1 or is too large, or a demand is not positive.
    """
    if isinstance(population, bool) or not isinstance(population, int):
        raise BoundsError(f"the population is {population!r}; it must be a whole number of at least 1")
    if not 1 <= population <= MOST_CUSTOMERS:
        raise BoundsError(f"the population is {population}; it must be at least 1 and at most {MOST_CUSTOMERS}")
    if not stations or any(d <= 0 or m < 1 for d, m in stations):
        raise BoundsError("stations are (demand, number of devices), with positive demands and numbers")
    return [(Fraction(d), m) for d, m in stations]


def asymptotic(stations: Sequence[Station], population: int) -> Interval:
    """Asymptotic bounds N/(N*R0) <= X(N) <= min(N/R0, 1/D_max): a message waits for all others, or for none.

    Parameters
    ----------
    stations : sequence of Station
        Demands, each with its number of devices.
    population : int
        Customers in the network, at least 1.

    Returns
    -------
    Interval
        Bounds on the throughput.

    References
    ----------
    D. A. Reed, 1982, equations (4) and (5).

    Examples
    --------
    >>> asymptotic([(Fraction(1), 3)], 4)
    Interval(lower=Fraction(1, 3), upper=Fraction(1, 1))
    """
    found = exact_stations(stations, population)
    total, greatest = _total(found), max(d for d, _ in found)
    return Interval(1 / total, min(population / total, 1 / greatest))


def balanced(stations: Sequence[Station], population: int) -> Interval:
    """Balanced-job bounds: N/(R0 + (N-1)*D), with D the greatest or mean demand.

    Parameters
    ----------
    stations : sequence of Station
        Demands, each with its number of devices.
    population : int
        Customers in the network, at least 1.

    Returns
    -------
    Interval
        Bounds on the throughput.

    References
    ----------
    J. Zahorjan, K. C. Sevcik, D. L. Eager and B. Galler, Balanced job bound analysis of queueing networks, 1982.

    Examples
    --------
    >>> balanced([(Fraction(1), 3)], 4)  # exact where all demands are equal
    Interval(lower=Fraction(2, 3), upper=Fraction(2, 3))
    """
    found = exact_stations(stations, population)
    total, greatest = _total(found), max(d for d, _ in found)
    mean = total / sum(m for _, m in found)
    upper = population / (total + (population - 1) * mean)
    return Interval(population / (total + (population - 1) * greatest), min(1 / greatest, upper))


def geometric(stations: Sequence[Station], population: int) -> Interval:
    """Geometric bounds.

    The response is R0 + D_max*(N-1) - sum of (D_max - D_i)*Q_i(N-1) over the devices; the queue of a device that is not
    a bottleneck lies between the truncated geometric sums y + y^2 + ... + y^(N-1) with y = D_i*(N-1)/(R0 + D_max*(N-1))
    and with y = D_i*X for an upper bound X of the throughput.

    Parameters
    ----------
    stations : sequence of Station
        Demands, each with its number of devices.
    population : int
        Customers in the network, at least 1.

    Returns
    -------
    Interval
        Bounds on the throughput.

    References
    ----------
    G. Casale, R. R. Muntz and G. Serazzi, Geometric bounds: a noniterative analysis technique for closed queueing
    networks, 2008, equations (8) and (13).

    Examples
    --------
    >>> geometric([(Fraction(1), 1), (Fraction(1, 2), 1)], 2)  # the throughput is 6/7
    Interval(lower=Fraction(5, 6), upper=Fraction(8, 9))
    """
    found = exact_stations(stations, population)
    total, greatest = _total(found), max(d for d, _ in found)
    before = population - 1
    most = asymptotic(found, population).upper

    def response(rate: Fraction) -> Fraction:
        queues = sum((m * (greatest - d) * _queue(d * rate, before) for d, m in found if d < greatest), Fraction(0))
        return total + greatest * before - queues

    return Interval(population / response(before / (total + greatest * before)), population / response(most))


def _queue(y: Fraction, most: int) -> Fraction:
    """y + y^2 + ... + y^most."""
    return (y - y ** (most + 1)) / (1 - y)


def _total(stations: Sequence[Station]) -> Fraction:
    return sum((d * m for d, m in stations), Fraction(0))
