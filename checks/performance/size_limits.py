"""Size-independent limits of a network's X0 bound, from the closed forms of its lemmas."""

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from netlemma.checks.lemmas.explicit import network_of
from netlemma.checks.performance.class_lemmas import NetworkLemmas, network_lemmas
from netlemma.checks.performance.connections import mean_connections
from netlemma.checks.performance.service_times import ServiceTimes
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR
from netlemma.derive.performance.bounds.exponential import NoLimit
from netlemma.derive.performance.bounds.limits import limits
from netlemma.derive.performance.bounds.size_limits import size_limit
from netlemma.derive.performance.bounds.squeeze import upper_bound
from netlemma.graphs import device_network, families, measure

FAR = (10**6, 10**6 + 1)
MEASURED_SIZES = 4
LARGEST_MEASURED = 1100  # nodes


@dataclass(frozen=True)
class SizeLimitReport:
    """The limit of the X0 bound as one size grows.

    Parameters
    ----------
    limit : str or None
        A number, ``none`` (the bound grows without limit), values by residue class, or None if it is unknown.
    strength : str or None
        Strength of the lemmas.
    because : tuple of str
        Limit of each demand, with its reason.
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

    Parameters
    ----------
    subject : str
        Family or product as text.
    size : mapping from str to int
        Size of the network, by parameter name.
    times : ServiceTimes
        Service times in cycles.
    routing : str, default "shortest"
        Name of the routing, ``shortest`` (all shortest paths equally likely) or ``dimension-order``.
    limited : bool, default False
        Whether the links of a node share its bandwidth.

    Returns
    -------
    dict from str to SizeLimitReport
        Report by parameter.

    Examples
    --------
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
    """Check that the devices of every class are equivalent in the smallest networks of this kind.

    Parameters
    ----------
    found : NetworkLemmas
        Lemmas of the network.
    name : str
        Parameter that grows.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    str
        Statement in words.

    Raises
    ------
    NoLimit
        If they differ, so that a mean over the class does not determine the bottleneck.
    """
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
                at = " ".join(f"{n}={v}" for n, v in each.items())
                raise NoLimit(
                    f"the devices of class {row.name} differ (at {at}), and only their mean has a closed form"
                )
    return f"the devices of each class are alike at {name}={sizes[0][name]}..{sizes[-1][name]}, as measured"


def symbolic_demands(
    found: NetworkLemmas, fixed: Mapping[str, int], times: ServiceTimes, limited: bool, squeeze: bool = True
) -> tuple[dict[str, sympy.Expr], list[str]]:
    """The demands of the processors and the classes with some fixed sizes, and remarks on them.

    Parameters
    ----------
    found : NetworkLemmas
        Lemmas of the network.
    fixed : mapping from str to int
        Values of the fixed parameters.
    times : ServiceTimes
        Service times in cycles.
    limited : bool
        Whether the links of a node share its bandwidth.
    squeeze : bool, default True
        Whether a sum that vanishes in the limit may be replaced by an upper bound.

    Returns
    -------
    tuple of (dict from str to Expr, list of str)
        Demand by class, and remarks.

    Raises
    ------
    NoLimit
        If a class has no usable closed form.
    """
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
