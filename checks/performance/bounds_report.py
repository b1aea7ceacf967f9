"""Reports on the bounds of a network: plain data with exact numbers as text."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from netlemma.checks.lemmas.lemma_lookup import Subject
from netlemma.checks.performance.bound_comparison import compare_bounds, contender, size_limits
from netlemma.checks.performance.bounds import (
    MEANS,
    ServiceTimes,
    Visits,
    bounds_subject,
    connections,
    links_at_node,
    of_network,
    visits,
)
from netlemma.checks.performance.predictions import BoundsReport, long_numbers
from netlemma.derive.performance.throughput_bounds import (
    PROCESSOR,
    Demand,
    asymptotic,
    balanced,
    bounds,
    exact_mva,
    exact_stations,
    geometric,
    stations,
)
from netlemma.errors import InputError
from netlemma.graphs import Family, Network

MEANS_REMARK = (
    "each class's mean visit ratio stands for all its devices: R0 is exact and the upper bounds on the throughput "
    "hold; the rest is exact if the devices of a class are alike"
)
Versus = tuple[str, Mapping[str, int]]


def bounds_report(
    subject: str,
    size: Mapping[str, int],
    times: ServiceTimes,
    population: int | None = None,
    versus: Versus | None = None,
    limited: bool = False,
    routing: str = "shortest",
    traffic: str = "",
) -> BoundsReport:
    """The bounds of a network, in the format of ``netlemma bounds --json``.

    >>> found = bounds_report("spanning-bus-hypercube", {"w": 4, "D": 3}, ServiceTimes())
    >>> found.R0, found.X0_bound, found.N_star, found.quantum
    ('23/7', '21', '69', '64/21')
    >>> bounds_report("hyperx", {"S": (3, 4), "T": 1}, ServiceTimes()).source  # lemmas have no lists
    'measured'
    """
    _check(population)
    if versus is None and _beyond_lemmas(subject, size):
        return bounds_of_network(bounds_subject(subject).network(size), times, population, limited, routing, traffic)
    one = contender(subject, size)
    report: dict[str, Any] = {}
    if one.free is None:
        report = _at_size(one.subject, one.fixed, times, population, limited, routing, traffic, require=versus is None)
    elif versus is None:
        raise InputError(
            f"{subject} needs {one.free}, a whole number of at least {one.subject.minima[one.free]}; write {one.free}=4"
        )
    elif population is not None:
        raise InputError(f"`population` needs a network of one size; give {one.free}")
    if versus is not None:
        with long_numbers():
            report["versus"] = compare_bounds(one, contender(*versus), times, limited, routing, traffic).as_json()
    return BoundsReport(subject, dict(one.fixed), routing, traffic or None, **report)


def bounds_of_network(
    net: Network,
    times: ServiceTimes,
    population: int | None = None,
    limited: bool = False,
    routing: str = "shortest",
    traffic: str = "",
) -> BoundsReport:
    """The bounds of an explicit network, by measurement.

    >>> from netlemma.graphs import network
    >>> found = bounds_of_network(network("spanning-bus-hypercube", w=4, D=3), ServiceTimes())
    >>> found.R0, found.X0_bound, found.N_star, found.quantum
    ('23/7', '21', '69', '64/21')
    """
    _check(population)
    found = of_network(net, routing, traffic)
    times.require(name for name, _, _ in found.rows)
    report = _of_visits(found, times, population, connections(net)[1] if limited else None)
    return BoundsReport(net.family, dict(net.parameters), routing, traffic or None, scope=net.scope, **report)


def _beyond_lemmas(subject: str, size: Mapping[str, Any]) -> bool:
    """Whether a family has this size, and no formula: a list of numbers, or an option that is not at its default."""
    family = bounds_subject(subject).kind
    sizes = family.parameters if isinstance(family, Family) else ()
    return any(p.many or (not p.needed and size.get(p.name, p.default) != p.default) for p in sizes)


def _check(population: int | None) -> None:
    if population is not None:
        exact_stations([(Fraction(1), 1)], population)


def _at_size(
    subject: Subject,
    size: Mapping[str, int],
    times: ServiceTimes,
    population: int | None,
    limited: bool,
    routing: str,
    traffic: str,
    require: bool,
) -> dict[str, Any]:
    found = visits(subject, size, routing, traffic)
    if require:
        times.require(name for name, _, _ in found.rows)
    report = _of_visits(found, times, population, links_at_node(subject, size) if limited else None)
    if traffic:
        return report
    with long_numbers():
        limits = {n: x.as_json() for n, x in size_limits(subject.text, size, times, routing, limited).items()}
    last = {"population": report.pop("population")} if population is not None else {}
    return {**report, "limits": limits, **last}


def _of_visits(found: Visits, times: ServiceTimes, population: int | None, links: int | None) -> dict[str, Any]:
    """The bounds that visits and service times make; with ``links`` at a node, which share its bandwidth, if that is limited."""
    demands = found.demands(times, links)
    result = bounds(demands)
    with long_numbers():
        report: dict[str, Any] = {
            "source": found.source,
            **({"remark": MEANS_REMARK} if found.source == MEANS else {}),
            "nodes": found.nodes,
            "bandwidth": {"limited": links is not None, "connections": links},
            "demands": tuple(_row(row) for row in demands),
            "R0": str(result.R0),
            "bottleneck": tuple(result.bottleneck),
            "X0_bound": str(result.X0_bound),
            "N_star": str(result.N_star),
            "quantum": _quantum(found.demands(times), result.least_S_PE),
            "least_S_PE": str(result.least_S_PE),
        }
        if population is not None:
            report["population"] = _population(demands, population)
    return report


def _quantum(demands: list[Demand], least: Fraction) -> str | None:
    """Equation (3): the least service time of a processor in units of the time that a link takes by itself."""
    times = {row.service_time for row in demands if row.name != PROCESSOR}
    return str(least / times.pop()) if len(times) == 1 else None


def _row(row: Demand) -> dict[str, Any]:
    values = {"visit_ratio": row.visit_ratio, "service_time": row.service_time, "demand": row.demand}
    return {"name": row.name, "devices": row.devices, **{name: str(value) for name, value in values.items()}}


def _population(demands: list[Demand], population: int) -> dict[str, Any]:
    found = stations(demands)
    report: dict[str, Any] = {"N": population}
    for name, method in (("asymptotic", asymptotic), ("balanced", balanced), ("geometric", geometric)):
        lower, upper = method(found, population)
        report[name] = {"lower": str(lower), "upper": str(upper)}
    solution = exact_mva(found, population)
    return report | {"exact": str(solution.throughput), "response": str(solution.response)}
