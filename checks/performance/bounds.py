"""Demands of a network: from proved lemmas where these suffice, otherwise from measurement.

Lemmas suffice if every class has one and its devices are proved equivalent (the largest visit ratio equals the mean).
Otherwise the network is measured. If it is too large, the lemmas' means over each class are used and reported as means:
the X0 bound then still holds, because no mean exceeds the greatest visit ratio.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from netlemma.checks.base.inputs import InputError
from netlemma.checks.lemmas.lemma_sizes import require_value
from netlemma.checks.lemmas.subject import Subject, subject
from netlemma.checks.performance.class_lemmas import NetworkLemmas, network_lemmas
from netlemma.checks.performance.connections import connections, connections_of_product
from netlemma.checks.performance.service_times import ServiceTimes
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.products.products import Product
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR, Demand, limited
from netlemma.graphs import Network, RingFamily, SizeError, measure
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic as traffic_of

LEMMAS, MEASURED, MEANS = "lemmas", "measured", "lemmas (class means)"
MOST_DIGITS = 2000
LARGEST_MEASURED = 20_000  # nodes, where the lemmas' means would do


@dataclass(frozen=True)
class Visits:
    """Visit ratios of the devices of one network.

    Parameters
    ----------
    nodes : int
        Number of processors.
    rows : tuple of tuple of (str, int, Fraction)
        Triples (class, number of devices, visit ratio); several for a class whose devices differ.
    source : str
        Origin of the visit ratios, ``lemmas``, ``measured`` or ``lemmas (class means)``.
    processors : tuple of tuple of (int, Fraction), default ()
        Pairs (number of processors, visit ratio) if they are not visited alike.
    """

    nodes: int
    rows: tuple[tuple[str, int, Fraction], ...]
    source: str
    processors: tuple[tuple[int, Fraction], ...] = ()

    def demands(self, times: ServiceTimes, connections: int | None = None) -> list[Demand]:
        """The demands of the processors and of every class.

        Parameters
        ----------
        times : ServiceTimes
            Service times in cycles.
        connections : int or None, optional
            Links at a node that share its bandwidth; None if the bandwidth is unlimited.

        Returns
        -------
        list of Demand
            Demands, those of the processors first.
        """
        visited = self.processors or ((self.nodes, Fraction(1, self.nodes)),)
        demands = [Demand(PROCESSOR, count, visits, times.processor) for count, visits in visited]
        demands += [Demand(name, devices, visits, times.of(name)) for name, devices, visits in self.rows]
        return demands if connections is None else limited(demands, connections)


def bounds_subject(text: str) -> Subject:
    """A family or product of links or buses.

    Raises
    ------
    InputError
        For a family of point-to-point rings.
    ProductError
        For a product that cannot be read.
    UnknownFamily
        For an unknown family, naming the nearest.

    Examples
    --------
    >>> bounds_subject("toroid").minima
    {'w': 2, 'D': 1}
    """
    found = subject(text)
    if isinstance(found.kind, RingFamily):
        raise InputError(
            f"{text} is made of point-to-point rings, which have send and echo loads and no service demands; "
            f"take netlemma measure {text}, or a family of links or buses"
        )
    return found


def check_size(subject: Subject, size: Size) -> None:
    """Check that a size is legal and its number of nodes not too large to write down.

    Parameters
    ----------
    subject : Subject
        Family or product.
    size : mapping from str to int
        Size of the network, by parameter name.

    Raises
    ------
    SizeError
        If a size is illegal for the family, or the number of nodes has too many digits.
    DomainError
        If a size is illegal for the product.
    """
    subject.require(size)
    if subject.log_nodes(size) > MOST_DIGITS:
        given = " ".join(f"{name}={value}" for name, value in size.items())
        raise SizeError(
            f"{subject.text} {given} has a number of nodes of more than {MOST_DIGITS} digits; take a smaller one"
        )


def visits(subject: Subject, size: Size, routing: str = "shortest", traffic: str = "") -> Visits:
    """Visit ratios of the processors and of each device.

    Parameters
    ----------
    subject : Subject
        Family or product.
    size : mapping from str to int
        Size of the network, by parameter name.
    routing : str, default "shortest"
        Name of the routing, ``shortest`` (all shortest paths equally likely) or ``dimension-order``.
    traffic : str, default ""
        Traffic, as in :func:`of_network`, under which the network is measured.

    Returns
    -------
    Visits
        Visits, with their origin.

    Raises
    ------
    SizeError
        If the size is illegal, or too large and without lemmas.
    DomainError
        If the size is outside the domain of the product.

    Examples
    --------
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
    """The greatest number of links at a node: counted, or from the factors of a product that is too large to build.

    Parameters
    ----------
    subject : Subject
        Family or product.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    int
        Number of links.

    Raises
    ------
    SizeError
        If the network is too large and no product.
    """
    lemmas = network_lemmas(subject.text)
    if lemmas is not None and lemmas.product is not None and lemmas.distance.definition.nodes(size) > LARGEST_MEASURED:
        return int(connections_of_product(lemmas.product).xreplace({p: size[n] for n, p in lemmas.symbols.items()}))
    return connections(explicit_network(subject, size))[1]


def explicit_network(subject: Subject, size: Size) -> Network:
    """The explicit network of a size.

    Parameters
    ----------
    subject : Subject
        Family or product.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Network
        Network of devices.
    """
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

    Under a traffic a message visits the devices on its way and the processor that is its destination. Messages of a node to
    itself count as messages, and visit this processor only.

    Parameters
    ----------
    net : Network
        Network of devices.
    routing : str, default "shortest"
        Name of the routing, ``shortest`` (all shortest paths equally likely) or ``dimension-order``; under a traffic any
        routing, with options.
    traffic : object, default ""
        Traffic in words or as an object, see :func:`netlemma.graphs.traffic.named.traffic`; uniform if empty.

    Returns
    -------
    Visits
        Visits, with origin ``measured``.

    Examples
    --------
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
    for number, each in enumerate(found.classes):
        if each.min == each.max:
            rows.append((each.name, each.devices, each.visit_ratio))
            continue
        devices = np.flatnonzero(net.device_class == number).tolist()
        levels = Counter(ratios[device] if traffic else found.visit_ratio(device) for device in devices)
        rows += [(each.name, count, ratio) for ratio, count in sorted(levels.items(), reverse=True)]
    return Visits(len(net.ends), tuple(rows), MEASURED, processors)
