"""Asymptotic bound analysis of a closed network: bottleneck, throughput bound, critical population, quantum.

In each cycle a message needs the service V*S of each device (visit ratio times service time). The demands determine the
bounds of Reed 1982, equations (1) to (3) and (5), after Denning and Buzen 1978. Values are exact: int and Fraction, or
SymPy expressions, for which the greatest demand is a Max where the assumptions do not decide it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

Value = Any  # int, Fraction or sympy.Expr
PROCESSOR = "processor"


class BoundsError(ValueError):
    """Demands, service times or a population without bounds; the message states the legal values."""


@dataclass(frozen=True)
class Demand:
    """A class of equal devices: their number, visit ratio and service time.

    Parameters
    ----------
    name : str
        Name of the class.
    devices : Value
        Number of devices, at least 1.
    visit_ratio : Value
        Visits of a message to each device.
    service_time : Value
        Service time of a visit.

    Examples
    --------
    >>> Demand("link", 192, Fraction(1, 63), 2).demand
    Fraction(2, 63)
    """

    name: str
    devices: Value
    visit_ratio: Value
    service_time: Value

    @property
    def demand(self) -> Value:
        """V*S, the service that a message needs at each of the devices."""
        return self.visit_ratio * self.service_time


@dataclass(frozen=True)
class Bounds:
    """Bounds for every population.

    Parameters
    ----------
    demands : tuple of Demand
        Demands of all classes.
    R0 : Value
        Total service that a message needs at all devices.
    bottleneck : tuple of str
        Classes with the greatest demand (all candidates, if that depends on symbols).
    greatest : Value
        Greatest demand V_b*S_b.
    X0_bound : Value
        1/(V_b*S_b), an upper bound of the throughput (eq. 1 and 2).
    N_star : Value
        R0/(V_b*S_b), the population from which on messages must queue.
    least_S_PE : Value
        Smallest service time of a processor for which no link has a greater demand than the processors.
    quantum : Value
        ``least_S_PE`` in units of the links' service time (eq. 3); None if links have different service times.
    """

    demands: tuple[Demand, ...]
    R0: Value
    bottleneck: tuple[str, ...]
    greatest: Value
    X0_bound: Value
    N_star: Value
    least_S_PE: Value
    quantum: Value


def bounds(demands: Iterable[Demand], processor: str = PROCESSOR) -> Bounds:
    """The bounds that follow from the demands.

    Parameters
    ----------
    demands : iterable of Demand
        One entry for each class of equal devices; a class may have several entries.
    processor : str, default PROCESSOR
        Name of the entry for processors; every other entry is a link.

    Returns
    -------
    Bounds
        Bottleneck, throughput bound, critical population and quantum.

    Raises
    ------
    BoundsError
        If there are no demands, or one has a float, a count below 1, a negative visit ratio, or a service time that is
        not positive.

    References
    ----------
    * D. A. Reed, 1982, equations (1) to (3) and (5).
    * P. J. Denning and J. P. Buzen, The operational analysis of queueing network models, 1978.

    Examples
    --------
    >>> found = bounds([Demand("processor", 64, Fraction(1, 64), 1), Demand("link", 192, Fraction(1, 63), 1)])
    >>> [str(x) for x in (found.R0, found.X0_bound, found.N_star, found.quantum)], found.bottleneck
    (['85/21', '63', '255', '64/63'], ('link',))

    The ring of the paper (K odd), with symbols:

    >>> K, S = sp.symbols("K S_CL", positive=True)
    >>> processors = Demand("processor", K, 1 / K, sp.Symbol("S_PE", positive=True))
    >>> ring = bounds([processors, Demand("link", K, (K + 1) / (4 * K), S)])
    >>> ring.quantum, ring.bottleneck
    (K/4 + 1/4, ('processor', 'link'))
    """
    rows = tuple(_checked(row) for row in demands)
    if not rows:
        raise BoundsError("no demands are given; give at least one device")
    total: Value = sum((row.devices * row.demand for row in rows), Fraction(0))
    top = _greatest([row.demand for row in rows])
    greatest = _maximum(top)
    if greatest == 0:
        raise BoundsError("no device is visited: at least one visit ratio must be positive")
    own = [row.visit_ratio for row in rows if row.name == processor and row.visit_ratio != 0]
    links = [row for row in rows if row.name != processor]
    least = quantum = None
    if own and links:
        least = _tidy(_maximum(_greatest([row.demand for row in links])) / _maximum(_greatest(own)))
        times = {row.service_time for row in links}
        quantum = _tidy(least / times.pop()) if len(times) == 1 else None
    return Bounds(
        demands=rows,
        R0=_tidy(total),
        bottleneck=tuple(dict.fromkeys(row.name for row in rows if any(row.demand == d for d in top))),
        greatest=greatest,
        X0_bound=1 / greatest,
        N_star=_tidy(total / greatest),
        least_S_PE=least,
        quantum=quantum,
    )


def limited(demands: Iterable[Demand], connections: Value, processor: str = PROCESSOR) -> list[Demand]:
    """Demands if a node shares one bandwidth among its links.

    Parameters
    ----------
    demands : iterable of Demand
        One entry for each class of equal devices; a class may have several entries.
    connections : Value
        Factor of the links' service times: number of links of a node.
    processor : str, default PROCESSOR
        Name of the entry for processors; every other entry is a link.

    Returns
    -------
    list of Demand
        Demands with longer service times of links.

    Examples
    --------
    >>> [row.service_time for row in limited([Demand("processor", 8, Fraction(1, 8), 1), Demand("link", 8, 1, 1)], 2)]
    [1, 2]
    """
    return [
        row if row.name == processor else replace(row, service_time=connections * row.service_time) for row in demands
    ]


def stations(demands: Iterable[Demand]) -> list[tuple[Fraction, int]]:
    """The numeric demands, each with its number of devices, for bounds and throughput at a population.

    Raises
    ------
    BoundsError
        If a demand is not numeric.

    Examples
    --------
    >>> stations([Demand("a", 2, Fraction(1, 2), 1), Demand("b", 3, 1, Fraction(1, 2)), Demand("c", 9, 0, 1)])
    [(Fraction(1, 2), 5)]
    """
    count: dict[Fraction, int] = {}
    for row in demands:
        demand = row.demand
        if isinstance(demand, sp.Expr) or isinstance(row.devices, sp.Expr):
            raise BoundsError(f"{row.name}: a population needs numeric demands, this one is {demand}")
        if demand:
            count[Fraction(demand)] = count.get(Fraction(demand), 0) + int(row.devices)
    return sorted(count.items(), reverse=True)


def _checked(row: Demand) -> Demand:
    values = {"number of devices": row.devices, "visit ratio": row.visit_ratio, "service time": row.service_time}
    for what, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | Fraction | sp.Expr):
            raise BoundsError(f"{row.name}: the {what} {value!r} is not an int, Fraction or SymPy expression")
        wrong = value < 1 if what == "number of devices" else value < 0 if what == "visit ratio" else value <= 0
        if wrong is True or wrong is sp.true:
            least = {"number of devices": "at least 1", "visit ratio": "not negative", "service time": "positive"}[what]
            raise BoundsError(f"{row.name}: the {what} is {value}; it must be {least}")
    return Demand(row.name, *(Fraction(v) if isinstance(v, int) and i else v for i, v in enumerate(values.values())))


def _greatest(values: Sequence[Value]) -> list[Value]:
    """The values that no other value is known to reach or exceed, without repetition."""
    kept: list[Value] = []
    for value in dict.fromkeys(values):
        if any(_reaches(other, value) for other in kept):
            continue
        kept = [other for other in kept if not _reaches(value, other)] + [value]
    return kept


def _reaches(one: Value, other: Value) -> bool:
    if isinstance(one, sp.Expr) or isinstance(other, sp.Expr):
        return bool(sp.factor(_sympy(one) - _sympy(other)).is_nonnegative)
    return one >= other


def _maximum(values: Sequence[Value]) -> Value:
    return values[0] if len(values) == 1 else sp.Max(*map(_sympy, values))


def _sympy(value: Value) -> sp.Expr:
    return sp.Rational(value.numerator, value.denominator) if isinstance(value, Fraction | int) else value


def _tidy(value: Value) -> Value:
    """Cancelled and written as a sum if it is a rational function."""
    if not isinstance(value, sp.Expr) or value.has(sp.Max, sp.Piecewise):
        return value
    return sp.expand(sp.cancel(value))
