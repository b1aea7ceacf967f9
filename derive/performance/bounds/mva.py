"""Exact mean value analysis of a closed single-class product-form network, in integers.

Mean value analysis (Reiser and Lavenberg 1980) goes from population n-1 to n by the arrival theorem: a customer finds
at a device of demand d the queue of the network with one customer less, so its response there is d*(1 + Q(n-1)), the
throughput is X(n) = n / sum of the responses, and Q(n) = X(n)*d*(1 + Q(n-1)). Devices of equal demand have equal
queues, so m of them are one class counted m times; the cost does not depend on m.

The queues of one population have a common denominator G(n), and X(n) = G(n-1)/G(n). With it and demands scaled to
integers, the recursion for the numerators A(n) = Q(n)*G(n) needs no fractions and no gcd:

    A(n) = d*(G(n-1) + A(n-1)),   n*G(n) = sum over classes of m*A(n),   G(0) = 1, A(0) = 0.

N steps, T classes: O(N*T) products of a number of O(n) digits by a short one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from netlemma.derive.performance.bounds.population import Station, exact_stations


@dataclass(frozen=True)
class MeanValues:
    """The network at one population: throughput, response time of a cycle, mean queue at a device of each class."""

    population: int
    throughput: Fraction
    response: Fraction
    queues: tuple[Fraction, ...]


def exact_mva(stations: Sequence[Station], population: int) -> MeanValues:
    """Throughput, response time and queues of the closed network, exactly.

    Parameters
    ----------
    stations : sequence of Station
        Demands, each with its number of devices; exponential single servers, or any product-form discipline.
    population : int
        Customers in the network, at least 1.

    Returns
    -------
    MeanValues
        Throughput, response time and queues, as Fractions.

    References
    ----------
    M. Reiser and S. S. Lavenberg, Mean-value analysis of closed multichain queuing networks, 1980.

    Examples
    --------
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
