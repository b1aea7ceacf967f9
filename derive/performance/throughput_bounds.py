"""Bounds on the throughput of closed networks: bottleneck analysis, a finite population, exact mean value analysis,
limits of growing networks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import sympy as sp

from netlemma.derive.performance.growth_limits import Limit, limits, modulus_of
from netlemma.errors import BoundsError

# Asymptotic bound analysis of a closed network: bottleneck, throughput bound, critical population, quantum.
#
# In each cycle a message needs the service V*S of each device (visit ratio times service time). The demands determine the
# bounds of Reed 1982, equations (1) to (3) and (5), after Denning and Buzen 1978. Values are exact: int and Fraction, or
# SymPy expressions, for which the greatest demand is a Max where the assumptions do not decide it.


Value = Any  # int, Fraction or sympy.Expr
PROCESSOR = "processor"


@dataclass(frozen=True)
class Demand:
    """A class of equal devices: their number, visit ratio and service time.

    name: Name of the class.
    devices: Number of devices, at least 1.
    visit_ratio: Visits of a message to each device.
    service_time: Service time of a visit.

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

    demands: Demands of all classes.
    R0: Total service that a message needs at all devices.
    bottleneck: Classes with the greatest demand (all candidates, if that depends on symbols).
    greatest: Greatest demand V_b*S_b.
    X0_bound: 1/(V_b*S_b), an upper bound of the throughput (eq. 1 and 2).
    N_star: R0/(V_b*S_b), the population from which on messages must queue.
    least_S_PE: Smallest service time of a processor for which no link has a greater demand than the processors.
    quantum: ``least_S_PE`` in units of the links' service time (eq. 3); None if links have different service times.
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

    >>> [row.service_time for row in limited([Demand("processor", 8, Fraction(1, 8), 1), Demand("link", 8, 1, 1)], 2)]
    [1, 2]
    """
    return [
        row if row.name == processor else replace(row, service_time=connections * row.service_time) for row in demands
    ]


def stations(demands: Iterable[Demand]) -> list[tuple[Fraction, int]]:
    """The numeric demands, each with its number of devices, for bounds and throughput at a population.

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


# Bounds on the throughput of a closed single-class network at a finite population.
#
# ``stations`` are pairs (demand, number of devices). All devices are single servers, there is no think time. Every
# function returns an Interval that contains the throughput of the product-form network, in Fractions.


Station = tuple[Fraction, int]
MOST_CUSTOMERS = 20_000


class Interval(NamedTuple):
    """A lower and an upper bound on the throughput."""

    lower: Fraction
    upper: Fraction


def exact_stations(stations: Sequence[Station], population: int) -> list[Station]:
    """The stations in Fractions."""
    if isinstance(population, bool) or not isinstance(population, int):
        raise BoundsError(f"the population is {population!r}; it must be a whole number of at least 1")
    if not 1 <= population <= MOST_CUSTOMERS:
        raise BoundsError(f"the population is {population}; it must be at least 1 and at most {MOST_CUSTOMERS}")
    if not stations or any(d <= 0 or m < 1 for d, m in stations):
        raise BoundsError("stations are (demand, number of devices), with positive demands and numbers")
    return [(Fraction(d), m) for d, m in stations]


def asymptotic(stations: Sequence[Station], population: int) -> Interval:
    """Asymptotic bounds N/(N*R0) <= X(N) <= min(N/R0, 1/D_max): a message waits for all others, or for none.

    D. A. Reed, 1982, equations (4) and (5).

    >>> asymptotic([(Fraction(1), 3)], 4)
    Interval(lower=Fraction(1, 3), upper=Fraction(1, 1))
    """
    found = exact_stations(stations, population)
    total, greatest = _total(found), max(d for d, _ in found)
    return Interval(1 / total, min(population / total, 1 / greatest))


def balanced(stations: Sequence[Station], population: int) -> Interval:
    """Balanced-job bounds: N/(R0 + (N-1)*D), with D the greatest or mean demand.

    J. Zahorjan, K. C. Sevcik, D. L. Eager and B. Galler, Balanced job bound analysis of queueing networks, 1982.

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

    G. Casale, R. R. Muntz and G. Serazzi, Geometric bounds: a noniterative analysis technique for closed queueing
    networks, 2008, equations (8) and (13).

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


# Exact mean value analysis of a closed single-class product-form network, in integers.
#
# Mean value analysis (Reiser and Lavenberg 1980) goes from population n-1 to n by the arrival theorem: a customer finds
# at a device of demand d the queue of the network with one customer less, so its response there is d*(1 + Q(n-1)), the
# throughput is X(n) = n / sum of the responses, and Q(n) = X(n)*d*(1 + Q(n-1)). Devices of equal demand have equal
# queues, so m of them are one class counted m times; the cost does not depend on m.
#
# The queues of one population have a common denominator G(n), and X(n) = G(n-1)/G(n). With it and demands scaled to
# integers, the recursion for the numerators A(n) = Q(n)*G(n) needs no fractions and no gcd:
#
#     A(n) = d*(G(n-1) + A(n-1)),   n*G(n) = sum over classes of m*A(n),   G(0) = 1, A(0) = 0.
#
# N steps, T classes: O(N*T) products of a number of O(n) digits by a short one.


@dataclass(frozen=True)
class MeanValues:
    """The network at one population: throughput, response time of a cycle, mean queue at a device of each class."""

    population: int
    throughput: Fraction
    response: Fraction
    queues: tuple[Fraction, ...]


def exact_mva(stations: Sequence[Station], population: int) -> MeanValues:
    """Throughput, response time and queues of the closed network, exactly.

    M. Reiser and S. S. Lavenberg, Mean-value analysis of closed multichain queuing networks, 1980.

    >>> exact_mva([(Fraction(1), 3)], 4)  # three equal devices: N/(N + M - 1)
    MeanValues(population=4, throughput=Fraction(2, 3), response=Fraction(6, 1), queues=(Fraction(4, 3),))
    """
    found = exact_stations(stations, population)
    scale = lcm(*(d.denominator for d, _ in found))
    whole = [(int(d * scale), m) for d, m in found]
    common = gcd(*(d for d, _ in whole))
    whole = [(d // common, m) for d, m in whole]
    last, constant = 0, 1
    numerators = [0] * len(whole)
    for n in range(1, population + 1):
        numerators = [d * (constant + a) for (d, _), a in zip(whole, numerators, strict=True)]
        total = sum(m * a for (_, m), a in zip(whole, numerators, strict=True))
        last, constant = constant, total // n
    throughput = Fraction(last, constant) * Fraction(scale, common)
    queues = tuple(Fraction(a, constant) for a in numerators)
    return MeanValues(population, throughput, population / throughput, queues)


# Limits of the throughput bound as a network grows (Reed 1982, "Size Independent Performance Bounds").
#
# X0 is at most 1/max of the demands. Each demand has a limit along the residue classes of the growing size; the maximum
# is continuous, so the bound tends to one over the greatest limit. If all demands vanish there is no bound that is
# independent of size: ``none``.


@dataclass(frozen=True)
class SizeLimit:
    """The limit of the X0 bound along each residue class modulo ``modulus``.

    ``demands`` has the limits of each demand, in order of the residues; ``values`` those of the X0 bound, where oo
    means that the bound grows without limit.
    """

    symbol: sp.Symbol
    modulus: int
    demands: Mapping[str, Sequence[Limit]]
    values: tuple[sp.Expr, ...]

    def check(self) -> None:
        """Re-run every argument; it raises NoLimit if one does not hold."""
        for each in self.demands.values():
            for found in each:
                found.check()

    @property
    def text(self) -> str:
        """The limit; ``none`` if the bound grows without limit; one value for each residue class where they differ."""
        shown = ["none" if value == sp.oo else str(value) for value in self.values]
        if len(set(shown)) == 1:
            return shown[0]
        return ", ".join(f"{s} ({self.symbol} mod {self.modulus} = {r})" for r, s in enumerate(shown))

    def describe(self) -> list[str]:
        """The limit of each demand with its argument, one line each."""
        return [f"{name} -> {x.value} ({x.describe()})" for name, each in self.demands.items() for x in each]


def size_limit(demands: Mapping[str, sp.Expr], symbol: sp.Symbol) -> SizeLimit:
    """The limit of 1/max of the demands as the size ``symbol`` grows.

    D. A. Reed, 1982, "Size Independent Performance Bounds".

    >>> K, pe, cl = sp.Symbol("K", integer=True, positive=True), *sp.symbols("S_PE S_CL", positive=True)
    >>> found = size_limit({"processor": pe / K, "link": cl * (K + 1) / (4 * K)}, K)
    >>> found.text, found.describe()[1]
    ('4/S_CL', 'link -> S_CL/4 (leading terms S_CL/4*K over K)')
    >>> size_limit({"processor": pe / 2**K, "link": cl / (2**K - 1)}, K).text
    'none'
    """
    modulus = lcm(1, *(modulus_of(demand, symbol) for demand in demands.values()))
    found = {name: limits(demand, symbol, modulus) for name, demand in demands.items()}
    values = []
    for residue in range(modulus):
        greatest = sp.Max(*(each[residue].value for each in found.values()))
        values.append(sp.oo if greatest == 0 else 1 / greatest)
    return SizeLimit(symbol, modulus, found, tuple(values))
