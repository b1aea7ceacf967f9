"""X0 bounds of networks compared as they grow: limits that do not depend on size, size by size, and crossings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise
from math import inf, log10
from typing import Any, NamedTuple

import sympy

from netlemma.base.names import assignments, nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.lemmas.lemma_lookup import Subject
from netlemma.checks.lemmas.measured_quantities import network_of
from netlemma.checks.performance.bounds import (
    NetworkLemmas,
    ServiceTimes,
    bounds_subject,
    check_size,
    links_at_node,
    mean_connections,
    network_lemmas,
    visits,
)
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.growth_limits import Growth, exactly, greatest_growth, limits, upper_bound
from netlemma.derive.performance.throughput_bounds import PROCESSOR, bounds, size_limit
from netlemma.errors import InputError, NoLimit, SizeError, TrafficError
from netlemma.graphs import device_network, families, measure

# Size-independent limits of a network's X0 bound, from the closed forms of its lemmas.


FAR = (10**6, 10**6 + 1)
MEASURED_SIZES = 4
LARGEST_MEASURED = 1100  # nodes


@dataclass(frozen=True)
class SizeLimitReport:
    """The limit of the X0 bound as one size grows.

    limit: A number, ``none`` (the bound grows without limit), values by residue class, or None if it is unknown.
    strength: Strength of the lemmas.
    because: Limit of each demand, with its reason.
    """

    limit: str | None
    strength: str | None
    because: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The limit as plain data."""
        return {"limit": self.limit, "strength": self.strength, "because": list(self.because)}


def size_limits(
    subject: str, size: Size, times: ServiceTimes, routing: str = "shortest", limited: bool = False
) -> dict[str, SizeLimitReport]:
    """The limit for each parameter, as it grows while the others are fixed.

    >>> found = size_limits("ring", {"K": 64}, ServiceTimes())["K"]
    >>> found.limit, found.strength
    ('4', 'proved')
    >>> {name: x.limit for name, x in size_limits("toroid", {"w": 4, "D": 1}, ServiceTimes()).items()}
    {'w': '4', 'D': 'none'}
    """
    lemmas = network_lemmas(subject, routing)
    if lemmas is None:
        return {name: SizeLimitReport(None, None, (f"no closed forms under {routing} routing",)) for name in size}
    return {name: _grown(lemmas, name, size, times, limited) for name in size}


def _grown(found: NetworkLemmas, name: str, size: Size, times: ServiceTimes, limited: bool) -> SizeLimitReport:
    domain = found.distance.domain
    if not all(domain.contains({**size, name: far}) for far in FAR):
        return SizeLimitReport(None, None, (f"{name} cannot grow with the others fixed: {domain.describe()}",))
    try:
        demands, remarks = symbolic_demands(found, {n: v for n, v in size.items() if n != name}, times, limited)
        strength = found.strength
        if not all(each.largest for each in found.classes):
            remarks.append(alike_where_measured(found, name, size))
            strength = "enumerated"
        result = size_limit(demands, found.symbols[name])
        result.check()
    except NoLimit as error:
        return SizeLimitReport(None, None, (str(error),))
    return SizeLimitReport(result.text, strength, (*remarks, *result.describe()))


def alike_where_measured(found: NetworkLemmas, name: str, size: Size) -> str:
    """Check that the devices of every class are equivalent in the smallest networks of this kind."""
    least = next(p.minimum for p in found.distance.domain.parameters if p.name == name)
    sizes = [{**size, name: value} for value in range(least, least + MEASURED_SIZES)]
    legal = filter(found.distance.domain.contains, sizes)
    sizes = [each for each in legal if found.distance.definition.nodes(each) <= LARGEST_MEASURED]
    if not sizes:
        raise NoLimit(
            "whether the devices of a class are alike is not known, and the networks are too large to measure"
        )
    subject, routing = found.distance.measured.subject, found.distance.measured.routings[0]
    for each in sizes:
        for row in measure(network_of(subject, tuple(each.items())), routing).classes:
            if row.min != row.max:
                at = assignments(each)
                raise NoLimit(
                    f"the devices of class {row.name} differ (at {at}), and only their mean has a closed form"
                )
    return f"the devices of each class are alike at {name}={sizes[0][name]}..{sizes[-1][name]}, as measured"


def symbolic_demands(
    found: NetworkLemmas, fixed: Mapping[str, int], times: ServiceTimes, limited: bool, squeeze: bool = True
) -> tuple[dict[str, sympy.Expr], list[str]]:
    """The demands of the processors and the classes with some fixed sizes, and remarks on them."""
    at = {found.symbols[name]: sympy.Integer(value) for name, value in fixed.items()}
    (free,) = (symbol for name, symbol in found.symbols.items() if name not in fixed)
    nodes = found.nodes()
    if nodes is None:
        raise NoLimit("the number of nodes is not known as a closed form")
    factor = mean_connections(found, _has_buses(found)) if limited else sympy.Integer(1)
    if factor is None:
        raise NoLimit("the number of links connected to a node is not known as a closed form")
    demands = {PROCESSOR: _rational(times.processor) / nodes.xreplace(at)}
    remarks = []
    for each in found.classes:
        lemma = each.largest or each.mean
        visits = lemma.closed_form.xreplace(at)
        try:
            limits(visits, free)
        except NoLimit:
            if not squeeze:
                raise
            bound = upper_bound(found.distance.closed_form) / found.devices(each)
            visits = bound.xreplace(at)
            if any(x.value != 0 for x in limits(visits, free)):
                raise
            remarks.append(f"{each.name}: its visits are at most all visits, for which an upper bound is taken")
        demands[each.name] = _rational(times.of(each.name)) * factor.xreplace(at) * visits
    return demands, remarks


def _has_buses(found: NetworkLemmas) -> bool:
    subject = found.distance.measured.subject
    if subject not in families():
        return False
    net = device_network(subject, **families()[subject].default_sizes[0])
    return any(c.kind == "bus" for c in net.device_classes)


def _rational(value: object) -> sympy.Expr:
    return sympy.Rational(str(value))


# Comparison of the X0 bounds of two networks size by size, as each grows in one of its parameters.


EQUAL = "equal"


class BoundAtSize(NamedTuple):
    """One size of a network: its number of nodes, its X0 bound, the names of its classes."""

    nodes: int
    size: Mapping[str, int]
    X0_bound: Fraction
    classes: tuple[str, ...]


@dataclass(frozen=True)
class Contender:
    """A network with at most one free parameter."""

    subject: Subject
    fixed: Mapping[str, int]
    free: str | None

    @property
    def label(self) -> str:
        """The network with its fixed parameters, as text."""
        return " ".join([self.subject.text, *(f"{name}={value}" for name, value in self.fixed.items())])


def contender(text: str, given: Mapping[str, int]) -> Contender:
    """A network to compare."""
    subject = bounds_subject(text)
    known = subject.minima
    for name, value in given.items():
        if name not in known and (name, value) not in subject.defaults.items():
            hint = nearest(name, known)
            raise InputError(
                f"{text} has no parameter {quoted_text(name)}{hint}; it takes {', '.join(known) or 'none'}"
            )
    free = [name for name in known if name not in given]
    if len(free) > 1:
        raise InputError(f"{text}: {', '.join(free)} are free; give all parameters but one")
    return Contender(subject, {name: given[name] for name in known if name in given}, free[0] if free else None)


def pair(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    """Two networks that grow: a parameter that is free in one is also freed in the other if that has none.

    >>> first, second = pair(contender("toroid", {"w": 4, "D": 3}), contender("spanning-bus-hypercube", {"w": 4}))
    >>> first.label, first.free
    ('toroid w=4', 'D')
    """

    def loosened(fixed: Contender, free: Contender) -> Contender:
        if fixed.free is None and free.free in fixed.fixed:
            return Contender(fixed.subject, {n: v for n, v in fixed.fixed.items() if n != free.free}, free.free)
        return fixed

    return loosened(one, other), loosened(other, one)


@dataclass(frozen=True)
class BoundsComparison:
    """Two networks: their sizes in the searched range, and the comparison of their bounds."""

    networks: tuple[Contender, Contender]
    points: tuple[tuple[BoundAtSize, ...], tuple[BoundAtSize, ...]]
    limit: Mapping[str, Any]

    def common(self) -> list[tuple[BoundAtSize, BoundAtSize]]:
        """The sizes with equal numbers of nodes."""
        second = {point.nodes: point for point in self.points[1]}
        return [(point, second[point.nodes]) for point in self.points[0] if point.nodes in second]

    def at_most(self) -> list[tuple[BoundAtSize, BoundAtSize]]:
        """For each number of nodes at which one network has a size, the largest size of each network with at most that
        many nodes.

        It ends at the smaller one of the two searched ranges.
        """
        grown = [points[-1].nodes for network, points in zip(self.networks, self.points, strict=True) if network.free]
        first, second = ({point.nodes: point for point in points} for points in self.points)
        found: list[tuple[BoundAtSize, BoundAtSize]] = []
        a = b = None
        for nodes in sorted({*first, *second}):
            a, b = first.get(nodes, a), second.get(nodes, b)
            if a and b and (not grown or nodes <= min(grown)):
                found.append((a, b))
        return found

    def better(self, first: BoundAtSize, second: BoundAtSize) -> str:
        """The network with the greater bound, or ``equal``."""
        labels = [network.label for network in self.networks]
        a, b = first.X0_bound, second.X0_bound
        return EQUAL if a == b else labels[0] if a > b else labels[1]

    def as_json(self) -> dict[str, Any]:
        """The comparison in the format of ``netlemma bounds --json``."""
        common = [(pair, self.better(*pair)) for pair in self.common()]
        return {
            "networks": [network.label for network in self.networks],
            "free": [network.free for network in self.networks],
            "searched": [[points[0].nodes, points[-1].nodes] for points in self.points],
            "common": [
                {
                    "nodes": a.nodes,
                    "sizes": [a.size, b.size],
                    "X0_bound": [str(a.X0_bound), str(b.X0_bound)],
                    "better": who,
                }
                for (a, b), who in common
            ],
            "crossings": [
                {"between": [before[0].nodes, after[0].nodes], "from": x, "to": y}
                for ((before, x), (after, y)) in pairwise(common)
                if x != y
            ],
            "at_most": [{"from_nodes": nodes, "better": who} for nodes, who in self._ranges()],
            "limit": dict(self.limit),
        }

    def _ranges(self) -> Iterator[tuple[int, str]]:
        last = None
        for a, b in self.at_most():
            who = self.better(a, b)
            if who != last:
                yield max(a.nodes, b.nodes), who
            last = who


# Crossings of the X0 bounds of two networks as they grow (Reed 1982, "Feasible Computation Quanta").
#
# Networks of two families have equal numbers of nodes only at some sizes, so two exact comparisons are made: at the
# common numbers of nodes, and between the largest networks of at most a given number of nodes. Beyond the searched range,
# the growth of both bounds with the number of nodes decides (derive.performance.growth_limits).


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

    >>> from netlemma.checks.performance.bound_comparison import contender
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
