"""The six networks of the paper: their lemmas, small sizes, demands, and queueing quantities computed on them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from netlemma.checks.claims.theorems import Sample
from netlemma.checks.performance.bounds import bounds_subject, visits
from netlemma.checks.performance.class_lemmas import NetworkLemmas, network_lemmas
from netlemma.checks.performance.service_times import ServiceTimes
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR, Bounds, bounds, stations
from netlemma.derive.performance.bounds.mva import exact_mva

RING, SPANNING, DUAL = "ring", "spanning-bus-hypercube", "dual-bus-hypercube"
TOROID, CYCLES, CUBE = "toroid", "cube-connected-cycles", "r-ary-m-cube"
FAMILIES = (RING, SPANNING, DUAL, TOROID, CYCLES, CUBE)
UNIT = ServiceTimes()
TIMES = (UNIT, ServiceTimes(Fraction(3), Fraction(2)), ServiceTimes(Fraction(1, 5), Fraction(1)))
POPULATIONS = (*range(1, 9), 20, 60)
LARGEST = 600  # nodes of the networks that are counted
LARGEST_QUEUEING = 30  # nodes of the networks whose throughput is computed


def lemmas_of(family: str) -> NetworkLemmas:
    """The lemmas of a family.

    Raises
    ------
    LookupError
        If it has none.
    """
    lemmas = network_lemmas(family)
    if lemmas is None:
        raise LookupError(f"{family} has no lemmas on all of its classes")
    return lemmas


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family with two nodes or more, in ascending order.

    Parameters
    ----------
    family : str
        Name of the family.
    most : int, default 12
        Greatest number of sizes.
    largest : int, default LARGEST
        Greatest number of nodes of a network that is built.

    Returns
    -------
    list of dict from str to int
        Sizes.
    """
    lemma = lemmas_of(family).distance
    return list(lemma.domain.sizes(most, lambda size: lemma.definition.nodes(size) <= largest))


@cache
def _bounds(family: str, size: tuple[tuple[str, int], ...], times: int) -> Bounds:
    return bounds(visits(bounds_subject(family), dict(size)).demands(TIMES[times]))


def bounds_of(family: str, size: Size, times: int = 0) -> Bounds:
    """The bounds of a network.

    Parameters
    ----------
    family : str
        Name of the family.
    size : mapping from str to int
        Size of the network, by parameter name.
    times : int, default 0
        Choice of service times in :data:`TIMES`; 0 for service times of one.

    Returns
    -------
    Bounds
        Bounds.
    """
    return _bounds(family, tuple(size.items()), times)


@cache
def loaded() -> tuple[Sample, ...]:
    """Every network at its smallest sizes, under each choice of service times, at several populations.

    The throughput X0 is exact, for exponential service; X0_before is that with one message less.
    """
    return tuple(_loaded())


def _loaded() -> Iterator[Sample]:
    for family in FAMILIES:
        for size in sizes_of(family, 3, LARGEST_QUEUEING):
            for number, times in enumerate(TIMES):
                found = bounds_of(family, size, number)
                served = stations(found.demands)
                top = max(found.demands, key=lambda row: row.demand)
                links = [row.visit_ratio for row in found.demands if row.name != PROCESSOR]
                own = next(row for row in found.demands if row.name == PROCESSOR)
                fixed = {
                    "R0": found.R0,
                    "response": exact_mva(served, 1).response,
                    "V_b": top.visit_ratio,
                    "S_b": top.service_time,
                    "V_PE": own.visit_ratio,
                    "S_PE": times.processor,
                    "V_CL": max(links),
                    "S_CL": times.link,
                    "N_star": found.N_star,
                    "devices": Fraction(sum(row.devices for row in found.demands)),
                }
                for n in POPULATIONS:
                    rate = exact_mva(served, n).throughput
                    before = exact_mva(served, n - 1).throughput if n > 1 else Fraction(0)
                    values = {**fixed, "N": Fraction(n), "X0": rate, "X0_before": before}
                    yield Sample({**size, "N": n}, values, family)
