"""Crossings of the X0 bounds of two networks as they grow (Reed 1982, "Feasible Computation Quanta").

Networks of two families have equal numbers of nodes only at some sizes, so two exact comparisons are made: at the
common numbers of nodes, and between the largest networks of at most a given number of nodes. Beyond the searched range,
the growth of both bounds with the number of nodes decides (:mod:`netlemma.derive.performance.bounds.growth`).
"""

from collections.abc import Iterator
from itertools import count
from math import inf, log10
from typing import Any

import sympy

from netlemma.checks.base.inputs import InputError
from netlemma.checks.performance.bounds import check_size, links_at_node, visits
from netlemma.checks.performance.class_lemmas import network_lemmas
from netlemma.checks.performance.contenders import EQUAL, BoundAtSize, BoundsComparison, Contender, pair
from netlemma.checks.performance.service_times import ServiceTimes
from netlemma.checks.performance.size_limits import alike_where_measured, symbolic_demands
from netlemma.derive.performance.bounds.asymptotic_bounds import bounds
from netlemma.derive.performance.bounds.exponential import NoLimit
from netlemma.derive.performance.bounds.growth import Growth, exactly, greatest_growth
from netlemma.graphs import SizeError
from netlemma.graphs.traffic.traffic import TrafficError

MOST_NODES = 10**6
MOST_MEASURED = 2500  # nodes, where sizes have to be measured
MOST_UNDER_TRAFFIC = 600  # nodes
MOST_SIZES = 400


def compare_bounds(
    one: Contender,
    other: Contender,
    times: ServiceTimes,
    limited: bool = False,
    routing: str = "shortest",
    traffic: str = "",
) -> BoundsComparison:
    """Compare the X0 bounds of two networks at all sizes up to a million nodes (2500 if they are measured, 600 under a
    traffic). Sizes at which the traffic is not defined are left out.

    Parameters
    ----------
    one : Contender
        First network.
    other : Contender
        Second network.
    times : ServiceTimes
        Service times in cycles.
    limited : bool, default False
        Whether the links of a node share its bandwidth.
    routing : str, default "shortest"
        Name of the routing, ``shortest`` (all shortest paths equally likely) or ``dimension-order``.
    traffic : str, default ""
        Traffic in words, see :func:`netlemma.graphs.traffic.named.traffic`; uniform if empty.

    Returns
    -------
    BoundsComparison
        The comparison.

    Raises
    ------
    InputError
        If a network has no legal size in this range.

    Examples
    --------
    >>> from netlemma.checks.performance.contenders import contender
    >>> found = compare_bounds(contender("toroid", {"D": 3}), contender("spanning-bus-hypercube", {"D": 3}), ServiceTimes())
    >>> found.limit["better"], found.limit["ratio"]
    ('toroid D=3', '4')
    """
    one, other = pair(one, other)
    points = [tuple(_points(each, times, limited, routing, traffic)) for each in (one, other)]
    for each, found in zip((one, other), points, strict=True):
        if not found:
            raise InputError(
                f"{each.label} has no legal size of at most {MOST_UNDER_TRAFFIC if traffic else MOST_NODES} nodes"
            )
    times.require(name for found in points for point in found for name in point.classes)
    limit = {"better": None, "because": f"limits under {traffic} are not derived"}
    if not traffic:
        limit = _limit(one, other, times, limited, routing)
    return BoundsComparison((one, other), (points[0], points[1]), limit)


def _points(each: Contender, times: ServiceTimes, limited: bool, routing: str, traffic: str) -> Iterator[BoundAtSize]:
    least = each.subject.minima
    lemmas = network_lemmas(each.subject.text, routing)
    most = MOST_NODES if lemmas is not None and all(c.largest for c in lemmas.classes) else MOST_MEASURED
    most = MOST_UNDER_TRAFFIC if traffic else most
    values = count(least[each.free]) if each.free else iter([None])
    tried = 0
    for value in values:
        size = dict(each.fixed) if value is None or each.free is None else {**each.fixed, each.free: value}
        size = {name: size[name] for name in least}
        tried += 1
        if each.free and (tried > MOST_SIZES or log10(most) + 1e-9 < each.subject.log_nodes(size) < inf):
            return
        try:
            check_size(each.subject, size)
            found = visits(each.subject, size, routing, traffic)
        except (SizeError, TrafficError):
            if each.free is None:
                raise
            continue
        links = links_at_node(each.subject, size) if limited else None
        names = tuple(name for name, _, _ in found.rows)
        yield BoundAtSize(found.nodes, size, bounds(found.demands(times, links)).X0_bound, names)


def _limit(one: Contender, other: Contender, times: ServiceTimes, limited: bool, routing: str) -> dict[str, Any]:
    """Which bound is greater for large networks of equally many nodes, and their ratio."""
    try:
        first, second = (_growth(each, times, limited, routing) for each in (one, other))
    except NoLimit as error:
        return {"better": None, "because": str(error)}
    growth = {"X0_bound": [_inverse(first[0]).text(), _inverse(second[0]).text()]}
    order_a, order_b = first[0].order, second[0].order
    if order_a != order_b:
        return {"better": one.label if order_a < order_b else other.label, "ratio": None, **growth}
    ratios = {exactly(b.constant / a.constant) for a in first for b in second}
    if len(ratios) > 1:
        return {"better": None, "because": "the ratio depends on the residue class", **growth}
    (ratio,) = ratios
    better = EQUAL if ratio == 1 else one.label if ratio > 1 else other.label
    return {"better": better, "ratio": str(ratio), **growth}


def _growth(each: Contender, times: ServiceTimes, limited: bool, routing: str) -> list[Growth]:
    """How the greatest demand grows with the nodes."""
    lemmas = network_lemmas(each.subject.text, routing)
    if each.free is None:
        raise NoLimit(f"{each.label} does not grow")
    if lemmas is None:
        raise NoLimit(f"{each.subject.text} has no closed forms under {routing} routing")
    if not all(c.largest for c in lemmas.classes):
        alike_where_measured(lemmas, each.free, dict(each.fixed))
    demands, _ = symbolic_demands(lemmas, each.fixed, times, limited, squeeze=False)
    nodes = lemmas.nodes()
    if nodes is None:
        raise NoLimit(f"the number of nodes of {each.subject.text} is not known as a closed form")
    at = {lemmas.symbols[name]: sympy.Integer(value) for name, value in each.fixed.items()}
    growths = greatest_growth(demands.values(), nodes.xreplace(at), lemmas.symbols[each.free])
    if len({growth.order for growth in growths}) > 1:
        raise NoLimit(f"the growth of {each.label} depends on the residue class")
    return growths


def _inverse(growth: Growth) -> Growth:
    return Growth(-growth.exponent, -growth.logs, 1 / growth.constant)
