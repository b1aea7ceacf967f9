"""Reference values that formulas are compared with: of a proved lemma, or measured on explicit networks built within
the time of an answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import sympy

from netlemma.base.names import nearest
from netlemma.base.synonyms import quantity_meant
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.base.time_budget import Forecast, TimeBudget
from netlemma.checks.judging.quantity_list import (
    LENGTH,
    LOAD,
    MEAN,
    NODE_LOAD,
    OF_RINGS,
    OTHER,
    QUANTITIES,
    MeasurableQuantity,
    quantity_named,
)
from netlemma.checks.lemmas.lemma_lookup import find, lemma_keys, subject
from netlemma.checks.lemmas.lemma_sizes import LARGEST_USUAL, largest_measured
from netlemma.checks.lemmas.measured_quantities import OF_CLASS, OF_MEASUREMENT, measured_value
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import free_name
from netlemma.derive.algebra.proof import ENUMERATED
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.errors import InputError, OutOfTime, ResultTooLarge, SizeError, TooExpensive
from netlemma.graphs import Network, Source, measure, profile
from netlemma.graphs.base.limits import title, within
from netlemma.graphs.families import family_called
from netlemma.graphs.loads.graph_indices import INDICES
from netlemma.graphs.sources.network_sources import ListedSource
from netlemma.graphs.topology.ring_structure import AnyNetwork
from netlemma.graphs.topology.structure import devices_at
from netlemma.graphs.traffic.building import uniform
from netlemma.graphs.traffic.channel_loads import reference_routing, traffic_loads
from netlemma.graphs.traffic.channels import channel_capacities
from netlemma.graphs.traffic.failure_indices import FAILURE_INDICES

# Explicit networks of a source at a size, built within the time of an answer.


def interrupted(source: Source, budget: TimeBudget) -> AbstractContextManager[None]:
    """The context in which users' code, of which no time is forecast, is interrupted when the time ends."""
    return budget.interrupting() if source.subject is None else nullcontext()


def built(source: Source, size: Mapping[str, int], budget: TimeBudget) -> Any:
    """The explicit network of a source at a size; sizes in the text of a product are filled in.

    >>> from netlemma.graphs.sources import source
    >>> built(source("toroid"), {"w": 3, "D": 2}, TimeBudget()).node_count
    9
    """
    if source.subject is not None:
        about = subject(source.subject)
        if about.product is not None:
            return about.network(size)
    with interrupted(source, budget):
        return source.build(**size)


def device_counts(source: Source, budget: TimeBudget) -> Callable[[Size], int]:
    """The number of links and buses of a source, by its size.

    >>> from netlemma.graphs.sources import source
    >>> device_counts(source("toroid"), TimeBudget())({"w": 3, "D": 2})
    18
    """
    return _counts(source, budget, lambda net: net.device_count)


def end_counts(source: Source, budget: TimeBudget, between_switches: bool = False) -> Callable[[Size], int]:
    """The number of ends of messages of a source, or of its switches where these are terminals, by its size.

    >>> from netlemma.graphs.sources import source
    >>> end_counts(source("toroid"), TimeBudget())({"w": 3, "D": 2})
    9
    """
    return _counts(source, budget, lambda net: _with_ends(net, between_switches).end_count)


def _with_ends(net: AnyNetwork, between_switches: bool) -> AnyNetwork:
    return net.between_switches() if between_switches and net.has_channels else net  # type: ignore[union-attr]


def _counts(source: Source, budget: TimeBudget, counted: Callable[[AnyNetwork], int]) -> Callable[[Size], int]:
    names = subject(source.subject).minima if source.subject else dict.fromkeys(source.parameters)
    return lambda size: counted(built(source, {name: size[name] for name in names if name in size}, budget))


# Values of the quantities that are measured on any explicit network.


class MeasuredNetwork:
    """One explicit network with its measurement and profile, which are computed when they are needed."""

    def __init__(self, net: AnyNetwork, routing: str | None = None) -> None:
        self.net: Any = net
        self.routing = routing
        self._found: Any = None
        self._profile: Any = None

    @property
    def found(self) -> Any:
        """Its measurement."""
        self._found = self._found or measure(self.net, self.routing)
        return self._found

    @property
    def at_distance(self) -> list[int]:
        """The number of ordered pairs by distance."""
        self._profile = self._profile or profile(self.net)
        return list(self._profile.nodes_at_distance)

    @property
    def nodes(self) -> int:
        """The number of ends of messages."""
        return self.net.end_count

    def of_class(self, name: str, quantity: str) -> Any:
        """The measured class of a name; the only one if the name is empty."""
        classes = {each.name: each for each in self.found.classes}
        if not name and len(classes) == 1:
            return next(iter(classes.values()))
        if name not in classes:
            known = [f"{quantity}.{each}" for each in classes]
            given = f"{quantity}.{name}" if name else quantity
            raise InputError(
                f"no quantity {quoted_text(given)} is measured{nearest(given, known)}; it is one of {', '.join(known)}"
            )
        return classes[name]


def _whole(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: OF_MEASUREMENT[name](at.found)


def _class(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(getattr(at.of_class(group, name), OF_CLASS[name]))


def _load(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    if not group:
        return at.nodes * max(each.max for each in at.found.classes)
    return at.nodes * Fraction(at.of_class(group, "largest_load").max)


def _links(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    if not group:
        return Fraction(at.net.device_count)
    return Fraction(at.of_class(group, "links").devices)


def _degrees(at: MeasuredNetwork) -> list[int]:
    """The number of devices at each end of messages that a message can leave by."""
    return devices_at(at.net)[list(at.net.ends)].tolist()


def _degree(pick: Callable[[Sequence[int]], Any]) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(pick(_degrees(at)))


def _ports(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    devices = devices_at(at.net)
    return Fraction(int((devices if at.net.is_end.all() else devices[~at.net.is_end]).max()))


def _same(values: Sequence[int]) -> int:
    if len(set(values)) > 1:
        raise InputError(
            f"nodes have different degrees, from {min(values)} to {max(values)}: min_degree, mean_degree and max_degree say more"
        )
    return values[0]


def _pairs(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    counts = at.at_distance
    return Fraction(counts[i] if i < len(counts) else 0)


def _index(index: Callable[[Network], Fraction]) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: index(at.net)


def _ring(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(getattr(at.found, name))


def _ring_link(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    index = ("send", "echo").index(name)
    return lambda at, group, i: Fraction(max(load[index] for load in at.of_class(group, f"hot_{name}").loads))


VALUES: Mapping[str, Callable[[MeasuredNetwork, str, int], Fraction]] = {
    "nodes": lambda at, group, i: Fraction(at.nodes),
    "switches": lambda at, group, i: Fraction(at.net.node_count - len(at.net.ends)),
    "ports": _ports,
    "links": _links,
    "degree": _degree(_same),
    "min_degree": _degree(min),
    "mean_degree": lambda at, group, i: Fraction(sum(_degrees(at)), at.nodes),
    "max_degree": _degree(max),
    "distance_sum": lambda at, group, i: at.found.mean_distance * at.nodes * (at.nodes - 1),
    "mean_distance": _whole("mean_distance"),
    "diameter": _whole("diameter"),
    "nodes_at_distance": lambda at, group, i: _pairs(at, group, i) / at.nodes,
    "pairs_at_distance": _pairs,
    "visit_ratio": _class("visit_ratio"),
    "max_visit_ratio": _class("max_visit_ratio"),
    "min_visit_ratio": _class("min_visit_ratio"),
    "bottleneck": _whole("bottleneck"),
    "largest_load": _load,
    "quantum": _whole("quantum"),
    "max_channel_load": lambda at, group, i: traffic_loads(reference_routing(at.net), uniform(at.net)).largest,
    "throughput": lambda at, group, i: (
        1 / traffic_loads(reference_routing(at.net), uniform(at.net)).over(channel_capacities(at.net)).largest
    ),
    **{name: _index(index) for name, index in {**INDICES, **FAILURE_INDICES}.items()},
    "distance": _ring("diameter"),
    "ring_hops": _ring("ring_hops"),
    "total_distance": _ring("total_distance"),
    "hot_queue": _ring("hot_queue"),
    "mean_queue": _ring("mean_queue"),
    "hot_send": _ring_link("send"),
    "hot_echo": _ring_link("echo"),
}


def measured_quantity(net: AnyNetwork, name: str, distance: int = 0, routing: str | None = None) -> Fraction:
    """A quantity of an explicit network.

    >>> from netlemma.graphs import network
    >>> ring = network("ring", K=5)
    >>> [measured_quantity(ring, name) for name in ("links", "degree", "distance_sum", "bisection")]
    [Fraction(5, 1), Fraction(2, 1), Fraction(30, 1), Fraction(4, 1)]
    """
    quantity, group = quantity_named(name)
    rings = not net.has_channels
    if rings != quantity.rings and not (rings and quantity.name in OF_RINGS):
        fitting = [
            each.name for each in QUANTITIES.values() if each.rings == rings or (rings and each.name in OF_RINGS)
        ]
        raise InputError(f"{net.title} {net.described} and has no {quantity.name}; it has {', '.join(fitting)}")
    return VALUES[quantity.name](MeasuredNetwork(net, routing), group, distance)


# True values that formulas are compared with: those of a proved lemma, or of measurements alone.


KINDS = {"mean_distance": MEAN, "mean_hops.uniform": MEAN, "diameter": LENGTH, "quantum": NODE_LOAD, "bottleneck": LOAD}
Value = TypeVar("Value")
Place = tuple[tuple[str, int], ...]  # a size in the order of its names
OF_DISTANCES = (
    "mean_distance", "diameter", "distance_sum", "nodes_at_distance", "pairs_at_distance", "radius", "wiener_index",
    "hyper_wiener_index", "harary_index",
)  # fmt: skip
SWITCHES, TERMINALS = ENDS = ("switches", "terminals")
LOADS = ("visit_ratio", "max_visit_ratio", "min_visit_ratio")


@dataclass(frozen=True)
class ReferenceValues:
    """A quantity of a network with its true values.

    key: Network and quantity.
    quantity: Quantity.
    kind: Kind, as in :class:`netlemma.checks.judging.quantity_list.MeasurableQuantity`.
    source: Network.
    domain: Legal sizes.
    value: True value at a size.
    cited: Origin of the values, for proofs and remarks.
    nodes: Number of nodes at a size, or an upper estimate; infinite if it is unknown.
    node_count: Exact number of nodes at a size; an :class:`InputError` if it is too large.
    devices: Number of links and buses at a size.
    closed: Closed form proved for all sizes of the domain.
    count: Number of nodes as an expression.
    counts_self: Whether pairs of a node with itself are counted.
    ends: Between which nodes distances are: "switches", or "terminals" where the ends of messages are any other ones.
    open_domain: Whether the domain is not known beyond the sizes that a user gives, as for functions of Python files.
    largest: Most nodes of the sizes that are tried unasked.
    lemma: Lemma of the values.
    budget: Time of the answer, which interrupts users' builders.
    """

    key: str
    quantity: str
    kind: str
    source: Source
    domain: Domain
    value: Callable[[Size], Fraction]
    cited: str
    nodes: Callable[[Size], float]
    node_count: Callable[[Size], int]
    devices: Callable[[Size], int]
    closed: sympy.Expr | None = None
    count: sympy.Expr | None = None
    counts_self: bool = False
    ends: str = TERMINALS
    open_domain: bool = False
    largest: float = LARGEST_USUAL
    lemma: Lemma | None = None
    budget: TimeBudget = field(default_factory=TimeBudget, compare=False)
    measured: list[Size] = field(default_factory=list, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sizes."""
        return self.domain.names

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """The symbol of each size."""
        return {p.name: p.symbol for p in self.domain.parameters}

    def by_closed_form(self) -> ReferenceValues:
        """The same truth with values of the closed form, which are not compared with measurements."""
        closed, symbols = self.closed, self.symbols
        if closed is None:
            return self
        return replace(self, value=lambda size: evaluate(closed, {symbols[name]: size[name] for name in symbols}))

    def remembered(self) -> ReferenceValues:
        """The same truth, each of whose values is computed once."""
        return replace(self, value=_once(self.value))


def _once(value: Callable[[Size], Value]) -> Callable[[Size], Value]:
    """The same function of a size, computed once for each."""
    known: dict[Place, Value] = {}

    def remembered(size: Size) -> Value:
        place = tuple(sorted(size.items()))
        if place not in known:
            known[place] = value(size)
        return known[place]

    return remembered


def reference_values_of(
    source: Source, quantity: str, budget: TimeBudget | None = None, ends: str = SWITCHES
) -> ReferenceValues:
    """The true values of a quantity: those of its lemma, if it has one, or measurements.

    Distances in a family whose switches have terminals are between switches, unless ``ends`` are terminals.

    >>> from netlemma.graphs.sources import source
    >>> found = reference_values_of(source("toroid"), "mean_distance")
    >>> found.cited, found.value({"w": 4, "D": 3}), found.count
    ('the proved lemma toroid.mean_distance', Fraction(64, 21), w**D)
    >>> reference_values_of(source("toroid"), "distance_sum").cited
    'measurements'
    """
    lemmas = [key.quantity for key in lemma_keys(source.subject)] if source.subject else []
    quantity, _, last = quantity.rpartition(".") if quantity.endswith(f".{TERMINALS}") else (quantity, "", "")
    ends = TERMINALS if last or source.scope == TERMINALS else ends
    quantity = quantity_meant(quantity, [*lemmas, *QUANTITIES])
    apart = f"{quantity}.{TERMINALS}"
    named = apart if ends == TERMINALS and apart in lemmas else quantity
    fitting = [each for each in lemmas if each == named or each.startswith(named + ".")]
    budget = budget or TimeBudget()
    if fitting and (fitting != [apart] or named == apart):
        known = _one_of(str(source.subject), named)
        if ends == SWITCHES or known.measured.ends != SWITCHES:
            return _by_lemma(source, known, budget).remembered()
    found, _ = quantity_named(quantity, lemmas, source.title)
    return _by_measurement(source, quantity, found, budget, ends).remembered()


def _one_of(family: str, quantity: str) -> Lemma:
    """The lemma of a quantity that may be named by its first parts."""
    every = find(family, quantity)
    shortest = min(found.key.count(".") for found in every)
    lemmas = [found for found in every if found.key.count(".") == shortest]
    if len(lemmas) > 1:
        names = ", ".join(found.key[len(family) + 1 :] for found in lemmas)
        raise InputError(f"{quantity!r} of {family} is one of several: say which of {names}")
    return lemmas[0]


def _by_lemma(source: Source, found: Lemma, budget: TimeBudget) -> ReferenceValues:
    """The values of a lemma, which are compared with a measurement where the network is small."""
    routing = found.measured.routings[0]
    largest = largest_measured(found)
    quantity = found.key[len(str(source.subject)) + 1 :]
    measured: list[Size] = []
    forecast = Forecast(budget)

    about = subject(str(source.subject))

    @_once
    def count(size: Size) -> float:
        return math.inf if about.is_long(size) else found.definition.nodes(size)

    def exact_count(size: Size) -> int:
        if count(size) == math.inf:
            raise InputError(f"{title(source.title, size)} has too many nodes to count: give smaller sizes")
        return int(count(size))

    def value(size: Size) -> Fraction:
        budget.require()
        try:
            true = found.value(size)
        except ResultTooLarge as error:
            raise TooExpensive(f"{title(found.key, size)}: {error}") from None
        nodes = count(size)
        if nodes <= largest and forecast.allows(nodes):
            start = time.monotonic()
            seen = measured_value(found, size, routing)
            forecast.took(nodes, time.monotonic() - start)
            measured.append(dict(size))
            if seen != true:
                raise ArithmeticError(f"{found.key} at {dict(size)}: the lemma gives {true}, the network {seen}")
        return true

    known = found.strength != ENUMERATED
    return ReferenceValues(
        key=found.key,
        quantity=quantity,
        kind=_kind(quantity),
        source=source,
        domain=found.domain,
        value=value,
        cited=f"the {found.strength} lemma {found.key}" if known else "measurements",
        nodes=count,
        node_count=exact_count,
        devices=device_counts(source, budget),
        closed=found.closed_form if known else None,
        count=node_count_of(found, str(source.subject)),
        counts_self=not about.has_channels,
        ends=found.measured.ends or TERMINALS,
        lemma=found,
        measured=measured,
    )


def _kind(quantity: str) -> str:
    first = quantity.partition(".")[0]
    return KINDS.get(quantity) or (LOAD if first in LOADS else QUANTITIES[first].kind if first in QUANTITIES else OTHER)


def node_count_of(found: Lemma, family: str) -> sympy.Expr | None:
    """The number of nodes as an expression: that of the definition, or of the lemma on the number of nodes."""
    return found.definition.node_count or _counted(family, found.domain)


def _counted(family: str | None, domain: Domain) -> sympy.Expr | None:
    """The number of nodes of a family by its lemma, in the symbols of a domain."""
    if family is None or not any(key.quantity == "nodes" for key in lemma_keys(family)):
        return None
    nodes = _one_of(family, "nodes")
    if nodes.strength == ENUMERATED or not set(nodes.domain.names) <= set(domain.names):
        return None
    symbols = {p.name: p.symbol for p in domain.parameters}
    return nodes.closed_form.xreplace({p.symbol: symbols[p.name] for p in nodes.domain.parameters})


@cache
def has_terminals(family: str) -> bool:
    """Whether messages in a family run between terminals, apart from switches, at any of its usual sizes."""
    found = family_called(family)
    if found is not None and not found.default_sizes:  # of lists of another length
        found = family_called(family.rpartition("-")[0])
    sizes = [] if found is None or not found.has_channels else found.default_sizes
    nets = (found.build(**size) for size in sizes)  # type: ignore[union-attr]
    return any(net.between_switches() is not net for net in nets)


def _by_measurement(
    source: Source, quantity: str, found: MeasurableQuantity, budget: TimeBudget, ends: str
) -> ReferenceValues:
    """Measurements of explicit networks, refused where they would take longer than the time that is left."""
    domain, nodes = _sizes_of(source, found)
    family = source.family.subject if isinstance(source, ListedSource) else source.subject
    apart = family is not None and found.name in OF_DISTANCES and ends == SWITCHES
    kept = _kept(str(source.subject), quantity, apart) if source.subject else {}
    forecast = Forecast(budget)
    measured: list[Size] = []

    def value(size: Size) -> Fraction:
        budget.require()
        expected = nodes(size)
        if expected < math.inf and not forecast.allows(expected):
            raise OutOfTime(f"{source.title} at {dict(size)} is expected to take longer than the time that is left")
        if (place := tuple(sorted(size.items()))) in kept:
            measured.append(dict(size))
            return kept[place]
        sizes = {name: number for name, number in size.items() if name in source.parameters}
        net = _with_ends(built(source, sizes, budget), apart)
        here = net.node_count
        start = time.monotonic()
        try:
            if not forecast.allows(here):
                raise SizeError("by the times of the smaller ones")
            with within(budget.left), interrupted(source, budget):
                seen = measured_quantity(net, quantity, next((size[name] for name in size if name not in sizes), 0))
        except SizeError as error:
            raise OutOfTime(f"{source.title} at {dict(size)} is expected to take too long: {error}") from None
        forecast.took(here, time.monotonic() - start)
        measured.append(dict(size))
        kept[place] = seen
        return seen

    return ReferenceValues(
        key=f"{source.title}.{quantity}",
        quantity=quantity,
        kind=found.kind,
        source=source,
        domain=domain,
        value=value,
        cited="measurements",
        nodes=nodes,
        node_count=end_counts(source, budget, apart),
        devices=device_counts(source, budget),
        count=None if apart and has_terminals(str(family)) else _counted(source.subject, domain),
        ends=SWITCHES if apart else TERMINALS,
        counts_self=source.subject is not None and not subject(source.subject).has_channels,
        open_domain=source.subject is None and bool(source.parameters),
        largest=min(LARGEST_USUAL, found.most_nodes or LARGEST_USUAL),
        budget=budget,
        measured=measured,
    )


@cache
def _kept(subject: str, quantity: str, between_switches: bool) -> dict[Place, Fraction]:
    """What was measured of a quantity of a family, for the formulas that come next."""
    return {}


def _sizes_of(source: Source, found: MeasurableQuantity) -> tuple[Domain, Callable[[Size], float]]:
    """The legal sizes of a network and of a quantity, and the number of nodes at a size."""
    extra = tuple(Parameter(free_name(name, source.parameters), 0, "distance") for name in found.extra)
    if source.subject is None:
        own = tuple(Parameter(name, 0) for name in source.parameters)
        return Domain((*own, *extra)), lambda size: math.inf
    about = subject(source.subject)
    sizes = about.numbers
    own = tuple(Parameter(p.name, p.minimum, p.meaning) for p in sizes)
    product = about.product
    names = [p.name for p in own]
    legal = None if product else (lambda size: about.is_legal({name: size[name] for name in names}))
    domain = Domain((*own, *extra), product.domain.relations if product else (), legal)

    @_once
    def nodes(size: Size) -> float:
        here = {name: size[name] for name in names}
        if legal is not None and not legal(size):
            return math.inf
        digits = about.log_nodes(here)
        return 10.0**digits if digits < 300 else math.inf

    return domain, nodes
