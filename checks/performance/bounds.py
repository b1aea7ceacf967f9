"""Demands of a network: service times, and visits from proved lemmas where these suffice, otherwise from measurement."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np
import sympy

from netlemma.base.names import assignments, nearest
from netlemma.checks.base.inputs import positive_number, quoted_text
from netlemma.checks.lemmas.lemma_lookup import Subject, lemma_keys, subject
from netlemma.checks.lemmas.lemma_sizes import require_value
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceSum, PairSum
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.performance.throughput_bounds import PROCESSOR, Demand, limited
from netlemma.errors import InputError, SizeError
from netlemma.graphs import Network, measure
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic as traffic_of

# Service times as users write them: one for processors, one for links, or one for each class of devices.


def service_time(text: str, what: str) -> Fraction:
    """Read a service time exactly.

    >>> service_time("3/2", "`node_time`"), service_time("0.1", "`node_time`")
    (Fraction(3, 2), Fraction(1, 10))
    >>> service_time("0", "`node_time`")
    Traceback (most recent call last):
        ...
    netlemma.errors.InputError: `node_time` is '0'; a service time must be positive
    """
    return positive_number(text, what, "a service time")


@dataclass(frozen=True)
class ServiceTimes:
    """Service times of processors, of links, and of link classes with their own service time."""

    processor: Fraction = Fraction(1)
    link: Fraction = Fraction(1)
    classes: Mapping[str, Fraction] = field(default_factory=dict)

    def of(self, name: str) -> Fraction:
        """The service time of a class."""
        return self.processor if name == PROCESSOR else self.classes.get(name, self.link)

    def require(self, known: Iterable[str]) -> None:
        """Check that every class with its own service time is one of the known classes."""
        names = sorted(set(known))
        for name in self.classes:
            if name not in names:
                raise InputError(f"no class {quoted_text(name)}{nearest(name, names)}; classes: {', '.join(names)}")


def read_service_times(processor: str, link: str, classes: Iterable[str]) -> ServiceTimes:
    """Read service times from texts.

    >>> read_service_times("1", "2", ["ring=1/2"]).of("ring")
    Fraction(1, 2)
    """
    own: dict[str, Fraction] = {}
    for text in classes:
        name, equals, value = (part.strip() for part in text.rpartition("="))
        if not equals or not name:
            raise InputError(
                f"`class_time` has {quoted_text(text)}, which is not of the form class=time; write for instance `class_time=link=3/2`"
            )
        if name in own:
            raise InputError(f"`class_time` gives {quoted_text(name)} twice")
        if name == PROCESSOR:
            raise InputError(f"the service time of a {PROCESSOR} is given by `node_time`, not by `class_time`")
        own[name] = service_time(value, f"`class_time` {name}")
    return ServiceTimes(service_time(processor, "`node_time`"), service_time(link, "`link_time`"), own)


# Lemmas about the device classes of a network, and the numbers of nodes and devices in their definitions.


MEAN, LARGEST = "visit_ratio", "max_visit_ratio"


@dataclass(frozen=True)
class ClassLemmas:
    """Lemmas of one class: its mean visit ratio, and its largest one if that has a lemma."""

    name: str
    mean: Lemma
    largest: Lemma | None


@dataclass(frozen=True)
class NetworkLemmas:
    """Lemmas about the mean distance and the visit ratios of all classes of a network."""

    distance: Lemma
    classes: tuple[ClassLemmas, ...]

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """The symbol of each parameter."""
        return {p.name: p.symbol for p in self.distance.domain.parameters}

    @property
    def product(self) -> Product | None:
        """The product of the lemmas; None for a family."""
        owner = getattr(self.distance.definition.nodes, "__self__", None)
        return owner if isinstance(owner, Product) else None

    @property
    def strength(self) -> str:
        """``proved`` if all lemmas are, otherwise the strength of the first other one."""
        found = [self.distance.strength, *(x.strength for c in self.classes for x in (c.mean, c.largest) if x)]
        return next((strength for strength in found if strength != "proved"), "proved")

    def pairs(self) -> sympy.Expr:
        """N*(N-1), by which the definition of the mean distance divides."""
        return 1 / _without(self.distance.definition.expression)

    def nodes(self) -> sympy.Expr | None:
        """N in symbols, from the factor N - 1 of the number of pairs."""
        pairs = self.pairs()
        for factor in sympy.Mul.make_args(sympy.factor_terms(pairs)):
            if factor.is_Add and equal(pairs, factor * (factor + 1)):
                return factor + 1
        return None

    def devices(self, chosen: ClassLemmas) -> sympy.Expr:
        """The number of devices of a class in symbols: the definition of the visit ratio divides by pairs and devices."""
        return 1 / (_without(chosen.mean.definition.expression) * self.pairs())

    def alike(self, chosen: ClassLemmas, size: Size) -> bool:
        """Whether all devices of a class are proved to have the same visit ratio, because the largest equals the mean."""
        return chosen.largest is not None and chosen.largest.value(size) == chosen.mean.value(size)

    def count(self, chosen: ClassLemmas, size: Size) -> int:
        """The number of devices of a class at one size."""
        value = evaluate(self.devices(chosen), {symbol: size[name] for name, symbol in self.symbols.items()})
        if value.denominator != 1:
            raise ArithmeticError(f"{chosen.mean.key} at {dict(size)} speaks of {value} devices")
        return int(value)

    def total(self, size: Size) -> Fraction:
        """The sum of the visit ratios of all devices, which must equal the mean distance."""
        return sum((self.count(c, size) * c.mean.value(size) for c in self.classes), Fraction(0))


@cache
def network_lemmas(subject: str, routing: str = "shortest") -> NetworkLemmas | None:
    """The lemmas of a family or product under a routing.

    >>> found = network_lemmas("toroid")
    >>> found.nodes(), [c.name for c in found.classes], found.devices(found.classes[0])
    (w**D, ['link'], D*w**D)
    """
    own = {key.quantity: str(key) for key in lemma_keys(subject)}

    def under(quantity: str) -> dict[str, Lemma]:
        named = {name: lemma(key) for name, key in own.items() if name.split(".")[0] == quantity}
        return {n: x for n, x in named.items() if x.measured.quantity == quantity and routing in x.measured.routings}

    distances, means, largest = under("mean_distance"), under(MEAN), under(LARGEST)
    classes = tuple(
        ClassLemmas(x.measured.device_class or name[len(MEAN) + 1 :], x, largest.get("max_" + name))
        for name, x in means.items()
        if x.definition.expression.has(DeviceSum)
    )
    return NetworkLemmas(next(iter(distances.values())), classes) if distances and classes else None


def _without(definition: sympy.Expr) -> sympy.Expr:
    """What stands before the sum in a definition."""
    sums = definition.atoms(DeviceSum) or definition.atoms(PairSum)
    return definition.xreplace({each: sympy.Integer(1) for each in sums})


# Number of links at a node, for nodes whose links share one bandwidth (Reed 1982, after Goodman 1981).


def connections(net: Network) -> tuple[int, int]:
    """The least and the greatest number of links (buses, one-way links) at a node of the network.

    >>> from netlemma.graphs import network
    >>> connections(network("toroid", w=3, D=2)), connections(network("mesh", k=3, n=2))
    ((4, 4), (2, 4))
    """
    useful = net.origin != net.target  # a link from a node to itself is crossed by no message
    ends = np.concatenate([net.origin[useful], net.target[useful]]).astype(np.int64)
    pairs = np.unique(ends * max(net.device_count, 1) + np.tile(net.device[useful], 2))
    counts = np.bincount(pairs // max(net.device_count, 1), minlength=net.node_count)
    return int(counts.min()), int(counts.max())


def connections_of_product(product: Product) -> sympy.Expr:
    """The greatest number of links at a node: the sum over the factors.

    >>> from netlemma.derive.networks.products.cartesian_products import parse
    >>> connections_of_product(parse("ring(w)^D x bus(4)"))
    2*D + 1
    """
    return sympy.Add(*(group.count * _FACTORS[group.kind.name](group.size) for group in product.groups))


def _line(size: sympy.Expr) -> sympy.Expr:
    return sympy.Integer(1) if size == 2 else sympy.Integer(2) if size.is_Integer else sympy.Min(size - 1, 2)


_FACTORS = {
    "line": _line,
    "ring": lambda size: sympy.Integer(2),
    "oneway-ring": lambda size: sympy.Integer(2),
    "clique": lambda size: size - 1,
    "bus": lambda size: sympy.Integer(1),
}


def mean_connections(found: NetworkLemmas, buses: bool) -> sympy.Expr | None:
    """The mean number of links at a node, in symbols: each link has two ends."""
    if found.product is not None:
        return connections_of_product(found.product)
    nodes = found.nodes()
    if buses or nodes is None:
        return None
    return sympy.cancel(2 * sympy.Add(*(found.devices(c) for c in found.classes)) / nodes)


# Demands of a network: from proved lemmas where these suffice, otherwise from measurement.
#
# Lemmas suffice if every class has one and its devices are proved equivalent (the largest visit ratio equals the mean).
# Otherwise the network is measured. If it is too large, the lemmas' means over each class are used and reported as means:
# the X0 bound then still holds, because no mean exceeds the greatest visit ratio.


LEMMAS, MEASURED, MEANS = "lemmas", "measured", "lemmas (class means)"
MOST_DIGITS = 2000
LARGEST_MEASURED = 20_000  # nodes, where the lemmas' means would do


@dataclass(frozen=True)
class Visits:
    """Visit ratios of the devices of one network.

    nodes: Number of processors.
    rows: Triples (class, number of devices, visit ratio); several for a class whose devices differ.
    source: Origin of the visit ratios, ``lemmas``, ``measured`` or ``lemmas (class means)``.
    processors: Pairs (number of processors, visit ratio) if they are not visited alike.
    capacities: Capacity of the devices of each row, by which service times are divided; () if all are 1.
    """

    nodes: int
    rows: tuple[tuple[str, int, Fraction], ...]
    source: str
    processors: tuple[tuple[int, Fraction], ...] = ()
    capacities: tuple[Fraction, ...] = field(default=(), repr=False)

    def demands(self, times: ServiceTimes, connections: int | None = None) -> list[Demand]:
        """The demands of the processors and of every class."""
        visited = self.processors or ((self.nodes, Fraction(1, self.nodes)),)
        demands = [Demand(PROCESSOR, count, visits, times.processor) for count, visits in visited]
        capacities = self.capacities or (Fraction(1),) * len(self.rows)
        demands += [
            Demand(name, devices, visits, times.of(name) / capacity)
            for (name, devices, visits), capacity in zip(self.rows, capacities, strict=True)
        ]
        return demands if connections is None else limited(demands, connections)


def bounds_subject(text: str) -> Subject:
    """A family or product of links or buses.

    >>> bounds_subject("toroid").minima
    {'w': 2, 'D': 1}
    """
    found = subject(text)
    if not found.has_channels:
        raise InputError(
            f"{text} is made of point-to-point rings, which have send and echo loads and no service demands; "
            f"take netlemma measure {text}, or a family of links or buses"
        )
    return found


def check_size(subject: Subject, size: Size) -> None:
    """Check that a size is legal and its number of nodes not too large to write down."""
    subject.require(size)
    if subject.log_nodes(size) > MOST_DIGITS:
        given = assignments(size)
        raise SizeError(
            f"{subject.text} {given} has a number of nodes of more than {MOST_DIGITS} digits; take a smaller one"
        )


def visits(subject: Subject, size: Size, routing: str = "shortest", traffic: str = "") -> Visits:
    """Visit ratios of the processors and of each device.

    >>> visits(bounds_subject("toroid"), {"w": 4, "D": 3})
    Visits(nodes=64, rows=(('link', 192, Fraction(1, 63)),), source='lemmas', processors=())
    """
    check_size(subject, size)
    if traffic:
        return of_network(explicit_network(subject, size), routing, traffic)
    lemmas = network_lemmas(subject.text, routing)
    if lemmas is not None and not lemmas.distance.domain.contains(size):
        lemmas = None
    if lemmas is not None:
        for each in (lemmas.distance, *(c.mean for c in lemmas.classes)):
            require_value(each, size)
    if lemmas is not None and _exact(lemmas, subject, size):
        return _of_lemmas(lemmas, size, LEMMAS)
    if lemmas is not None and lemmas.distance.definition.nodes(size) > LARGEST_MEASURED:
        return _of_lemmas(lemmas, size, MEANS)
    return of_network(explicit_network(subject, size), routing)


def links_at_node(subject: Subject, size: Size) -> int:
    """The greatest number of links at a node: counted, or from the factors of a product that is too large to build."""
    lemmas = network_lemmas(subject.text)
    if lemmas is not None and lemmas.product is not None and lemmas.distance.definition.nodes(size) > LARGEST_MEASURED:
        return int(connections_of_product(lemmas.product).xreplace({p: size[n] for n, p in lemmas.symbols.items()}))
    return connections(explicit_network(subject, size))[1]


def explicit_network(subject: Subject, size: Size) -> Network:
    """The explicit network of a size."""
    return _explicit(subject, tuple(size.items()))


@lru_cache(4)
def _explicit(subject: Subject, size: tuple[tuple[str, int], ...]) -> Network:
    return subject.network(dict(size))


def _exact(found: NetworkLemmas, subject: Subject, size: Size) -> bool:
    """Whether the lemmas give the visit ratio of every device, in classes that the network names too."""
    family = subject.kind
    named = isinstance(family, Product) or tuple(c.name for c in found.classes) == family.classes
    return named and all(found.alike(c, size) for c in found.classes)


def _of_lemmas(found: NetworkLemmas, size: Size, source: str) -> Visits:
    if found.total(size) != found.distance.value(size):
        raise ArithmeticError(f"{found.distance.key} and the visit ratios disagree at {dict(size)}")
    rows: list[tuple[str, int, Fraction]] = []
    for number, each in enumerate(found.classes):
        product = found.product
        names = [each.name]
        if product is not None and product.classes[number].measured is None:  # a product names its dimensions
            names = [f"dimension-{d}" for d in product.dimensions_of(product.classes[number].group, size)]
        rows += [(name, found.count(each, size) // len(names), each.mean.value(size)) for name in names]
    return Visits(found.distance.definition.nodes(size), tuple(rows), source)


def of_network(net: Network, routing: str = "shortest", traffic: Any = "") -> Visits:
    """Visit ratios of an explicit network, by measurement. Processors are the ends of its messages.

    Links with a capacity serve so many messages in the time that others need for one.
    Under a traffic a message visits the devices on its way and the processor that is its destination. Messages of a node to
    itself count as messages, and visit this processor only.

    >>> from netlemma.graphs import network
    >>> of_network(network("line(3)"))
    Visits(nodes=3, rows=(('dimension-0', 2, Fraction(2, 3)),), source='measured', processors=())
    >>> of_network(network("line(3)"), traffic={(0, 1): 1, (2, 1): 1}).processors
    ((1, Fraction(1, 1)), (2, Fraction(0, 1)))
    """
    found: Any
    processors: tuple[tuple[int, Fraction], ...] = ()
    if traffic:
        sent = traffic_of(net, traffic)
        found = measure_traffic(routing_of(net, routing, ties="split"), sent)
        shares = Counter(got / sent.sent for got in sent.received)
        processors = tuple((count, share) for share, count in sorted(shares.items(), reverse=True))
        ratios = found.visit_ratios
    else:
        found = measure(net, routing)
    rows: list[tuple[str, int, Fraction]] = []
    capacities: list[Fraction] = []
    for number, each in enumerate(found.classes):
        if net.capacity is not None:
            of_class = np.flatnonzero(net.device_class == number).tolist()
            pairs = Counter(
                (ratios[device] if traffic else found.visit_ratio(device), net.capacity[device]) for device in of_class
            )
            for (ratio, capacity), count in sorted(
                pairs.items(), key=lambda pair: pair[0][0] / pair[0][1], reverse=True
            ):
                rows.append((each.name, count, ratio))
                capacities.append(capacity)
            continue
        if each.min == each.max:
            rows.append((each.name, each.devices, each.visit_ratio))
            continue
        devices = np.flatnonzero(net.device_class == number).tolist()
        levels = Counter(ratios[device] if traffic else found.visit_ratio(device) for device in devices)
        rows += [(each.name, count, ratio) for ratio, count in sorted(levels.items(), reverse=True)]
    return Visits(len(net.ends), tuple(rows), MEASURED, processors, tuple(capacities))
