"""True values that formulas are compared with: those of a proved lemma, or of measurements alone."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import TypeVar

import sympy

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.time_budget import Forecast, OutOfTime, TimeBudget
from netlemma.checks.formula.budget import TooExpensive
from netlemma.checks.judging.quantities import measured_quantity
from netlemma.checks.judging.quantity_list import (
    LENGTH,
    LOAD,
    MEAN,
    NODE_LOAD,
    OTHER,
    QUANTITIES,
    MeasurableQuantity,
    quantity_named,
)
from netlemma.checks.lemmas.lemma_lookup import find
from netlemma.checks.lemmas.lemma_sizes import LARGEST_USUAL, largest_measured
from netlemma.checks.lemmas.measured import measured_value
from netlemma.checks.lemmas.subject import lemma_keys, subject
from netlemma.checks.networks.timed_networks import built, device_counts, end_counts, interrupted
from netlemma.derive.algebra.expressions.evaluate import TooLong, evaluate
from netlemma.derive.algebra.expressions.notation import free_name
from netlemma.derive.algebra.expressions.proof import ENUMERATED
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.graphs import RingFamily, RingNetwork, Source, families
from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.base.limits import title, within

KINDS = {"mean_distance": MEAN, "mean_hops.uniform": MEAN, "diameter": LENGTH, "quantum": NODE_LOAD, "bottleneck": LOAD}
Value = TypeVar("Value")
Place = tuple[tuple[str, int], ...]  # a size in the order of its names
LOADS = ("visit_ratio", "max_visit_ratio", "min_visit_ratio")


@dataclass(frozen=True)
class Truth:
    """A quantity of a network with its true values.

    Parameters
    ----------
    key : str
        Network and quantity.
    quantity : str
        Quantity.
    kind : str
        Kind, as in :class:`netlemma.checks.judging.quantity_list.MeasurableQuantity`.
    source : Source
        Network.
    domain : Domain
        Legal sizes.
    value : callable
        True value at a size.
    cited : str
        Origin of the values, for proofs and remarks.
    nodes : callable
        Number of nodes at a size, or an upper estimate; infinite if it is unknown.
    node_count : callable
        Exact number of nodes at a size; an :class:`InputError` if it is too large.
    devices : callable
        Number of links and buses at a size.
    closed : Expr or None, optional
        Closed form proved for all sizes of the domain.
    count : Expr or None, optional
        Number of nodes as an expression.
    counts_self : bool, default False
        Whether pairs of a node with itself are counted.
    open_domain : bool, default False
        Whether the domain is not known beyond the sizes that a user gives, as for functions of Python files.
    largest : float, default LARGEST_USUAL
        Most nodes of the sizes that are tried unasked.
    lemma : Lemma or None, optional
        Lemma of the values.
    budget : TimeBudget, optional
        Time of the answer, which interrupts users' builders.
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

    def by_closed_form(self) -> Truth:
        """The same truth with values of the closed form, which are not compared with measurements."""
        closed, symbols = self.closed, self.symbols
        if closed is None:
            return self
        return replace(self, value=lambda size: evaluate(closed, {symbols[name]: size[name] for name in symbols}))

    def remembered(self) -> Truth:
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


def truth_of(source: Source, quantity: str, budget: TimeBudget | None = None) -> Truth:
    """The true values of a quantity: those of its lemma, if it has one, or measurements.

    Parameters
    ----------
    source : Source
        Network.
    quantity : str
        Quantity of a lemma, or a measured one, see :data:`netlemma.checks.judging.quantity_list.QUANTITIES`.
    budget : TimeBudget or None, optional
        Time of the answer; no limit if None.

    Returns
    -------
    Truth
        True values.

    Raises
    ------
    InputError
        For an unknown quantity, or one of several without saying which.

    Examples
    --------
    >>> from netlemma.graphs.sources import source
    >>> found = truth_of(source("toroid"), "mean_distance")
    >>> found.cited, found.value({"w": 4, "D": 3}), found.count
    ('the proved lemma toroid.mean_distance', Fraction(64, 21), w**D)
    >>> truth_of(source("toroid"), "distance_sum").cited
    'measurements'
    """
    lemmas = [key.quantity for key in lemma_keys(source.subject)] if source.subject else []
    fitting = [each for each in lemmas if each == quantity or each.startswith(quantity + ".")]
    budget = budget or TimeBudget()
    if fitting:
        return _by_lemma(source, _one_of(str(source.subject), quantity), budget).remembered()
    found, _ = quantity_named(quantity, lemmas, source.title)
    return _by_measurement(source, quantity, found, budget).remembered()


def _one_of(family: str, quantity: str) -> Lemma:
    """The lemma of a quantity that may be named by its first parts.

    Raises
    ------
    InputError
        If several lemmas fit.
    """
    every = find(family, quantity)
    shortest = min(found.key.count(".") for found in every)
    lemmas = [found for found in every if found.key.count(".") == shortest]
    if len(lemmas) > 1:
        names = ", ".join(found.key[len(family) + 1 :] for found in lemmas)
        raise InputError(f"{quantity!r} of {family} is one of several: say which of {names}")
    return lemmas[0]


def _by_lemma(source: Source, found: Lemma, budget: TimeBudget) -> Truth:
    """The values of a lemma, which are compared with a measurement where the network is small."""
    routing = found.measured.routings[0]
    largest = largest_measured(found)
    quantity = found.key[len(str(source.subject)) + 1 :]
    rings = isinstance(families().get(str(source.subject)), RingFamily)
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
        except TooLong as error:
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
    return Truth(
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
        count=_node_count(found, str(source.subject)),
        counts_self=rings,
        lemma=found,
        measured=measured,
    )


def _kind(quantity: str) -> str:
    first = quantity.partition(".")[0]
    return KINDS.get(quantity) or (LOAD if first in LOADS else QUANTITIES[first].kind if first in QUANTITIES else OTHER)


def _node_count(found: Lemma, family: str) -> sympy.Expr | None:
    """The number of nodes as an expression: that of the definition, or of the lemma on the number of nodes."""
    if found.definition.node_count is not None:
        return found.definition.node_count
    if any(key.quantity == "nodes" for key in lemma_keys(family)):
        nodes = _one_of(family, "nodes")
        if nodes.strength != ENUMERATED and set(nodes.domain.names) <= set(found.domain.names):
            symbols = {p.symbol: s for p in nodes.domain.parameters for s in _symbols(found) if s.name == p.name}
            return nodes.closed_form.xreplace(symbols)
    return None


def _symbols(found: Lemma) -> list[sympy.Symbol]:
    return [p.symbol for p in found.domain.parameters]


def _by_measurement(source: Source, quantity: str, found: MeasurableQuantity, budget: TimeBudget) -> Truth:
    """Measurements of explicit networks, refused where they would take longer than the time that is left."""
    domain, nodes = _sizes_of(source, found)
    kept = _kept(str(source.subject), quantity) if source.subject else {}
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
        net = built(source, sizes, budget)
        here = net.processor_count if isinstance(net, RingNetwork) else net.node_count
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

    rings = isinstance(families().get(str(source.subject)), RingFamily)
    return Truth(
        key=f"{source.title}.{quantity}",
        quantity=quantity,
        kind=found.kind,
        source=source,
        domain=domain,
        value=value,
        cited="measurements",
        nodes=nodes,
        node_count=end_counts(source, budget),
        devices=device_counts(source, budget),
        counts_self=rings,
        open_domain=source.subject is None and bool(source.parameters),
        largest=min(LARGEST_USUAL, found.most_nodes or LARGEST_USUAL),
        budget=budget,
        measured=measured,
    )


@cache
def _kept(subject: str, quantity: str) -> dict[Place, Fraction]:
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
