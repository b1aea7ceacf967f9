"""Judges of numbers of nodes, devices and connections: counted, and for all sizes by a reason."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

import sympy

from netlemma.checks.base.sizes import parse_parameters
from netlemma.checks.claims.evidence import ClaimedValue, compare_formula, together
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.reed1982.networks import FAMILIES, lemmas_of, sizes_of
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.lemmas.explicit import network_of
from netlemma.checks.performance.connections import connections
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.graphs import Network, SizeError, measure

Counter = Callable[[Size], int | Fraction]


def explicit_devices(family: str, size: Size) -> Network:
    """The explicit network.

    Parameters
    ----------
    family : str
        Name of the family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Network
        Network of devices.
    """
    return network_of(family, tuple(size.items()))


def admitted(reading: Reading, family: str) -> tuple[list[dict[str, int]], sympy.Basic | bool]:
    """The smallest sizes of the statement, and its condition on sizes.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    tuple of (list of dict from str to int, Basic or bool)
        Sizes, and condition.
    """
    if "where" not in reading.says:
        return sizes_of(family), True
    condition = parse_condition(reading.says["where"])
    return [s for s in sizes_of(family, 24) if condition.holds(s)], condition.to_sympy(lemmas_of(family).symbols)


def devices(reading: Reading, family: str) -> Judgement:
    """Judge the numbers of nodes and devices in construction and lemmas.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    because = f"the number that the definitions of the {lemmas_of(family).strength} lemmas of {family} divide by"
    return quantities(reading, family, because)


def quantities(reading: Reading, family: str, because: str, **of: str) -> Judgement:
    """Judge quantities of a family, counted on explicit networks.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family, whose sizes are compared.
    because : str
        Reason why the correct formula holds at all sizes.
    **of : str
        The quantity that a part of the statement is about, if not its name: a quantity, with its family if that is
        another, or quantities divided or subtracted, such as ``link toroid / bus``.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    sizes, condition = admitted(reading, family)
    domain = lemmas_of(family).distance.domain
    return together(
        *(
            compare_formula(text, true, sizes, domain, closed, because, condition)
            for name, text in reading.says.items()
            if name != "where"
            for true, closed in [_quantity(of.get(name, name), family)]
        )
    )


def _quantity(text: str, family: str) -> tuple[Counter, sympy.Expr]:
    """The counted value at a size, and the correct expression, of a quantity or of two that are combined."""
    operators = {" / ": operator.truediv, " - ": operator.sub}
    sign = next((sign for sign in operators if sign in text), None)
    if sign:
        (one, first), (other, second) = (_quantity(part, family) for part in text.split(sign))
        combine = operators[sign]
        return lambda size: combine(Fraction(one(size)), other(size)), combine(first, second)
    name, _, other_family = text.partition(" ")
    family = other_family or family
    lemmas, special = lemmas_of(family), SPECIAL.get(name)
    if special:
        counted, closed = special
        return lambda size: counted(explicit_devices(family, size)), closed(family)
    if name == "nodes":
        return lambda size: explicit_devices(family, size).node_count, lemmas.nodes()
    (of,) = (each for each in lemmas.classes if each.name == name)
    return lambda size: dict(explicit_devices(family, size).classes)[name], lemmas.devices(of)


def _alike(values: Iterable[int]) -> int:
    """The value that all nodes or devices have; a ValueError if they differ."""
    (value,) = set(values)
    return value


def _neighbours(net: Network) -> Iterator[int]:
    for node, (a, b) in enumerate(pairwise(net.indptr.tolist())):
        yield len(set(net.target[a:b].tolist()) - {node})


R, M = parameter("R", 2), parameter("M", 1)
SPECIAL: Mapping[str, tuple[Callable[[Network], int], Callable[[str], sympy.Expr]]] = {
    "connections": (lambda net: _alike(connections(net)), lambda family: ends_of(family)),
    "ends": (lambda net: _alike(len(device.nodes) for device in net.devices), lambda family: parameter("w", 2)),
    "neighbours": (
        lambda net: _alike(_neighbours(net)),
        lambda family: sympy.Piecewise((R - 1, sympy.Eq(M, 1)), (2 * R - 1, sympy.Eq(M, 2)), (2 * R, True)),
    ),
}


def ends_of(family: str) -> sympy.Expr:
    """The ends of all devices divided by the number of nodes."""
    lemmas, net = lemmas_of(family), explicit_devices(family, sizes_of(family)[0])
    buses = any(c.kind == "bus" for c in net.device_classes)
    each = lemmas.symbols["w"] if buses else sympy.Integer(2)
    return sympy.powsimp(sympy.expand(each * sympy.Add(*(lemmas.devices(c) for c in lemmas.classes)) / lemmas.nodes()))


@by_cases
def drawn(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether every network drawn in a figure is legal and connected."""
    for family, text in reading.says.items():
        size, found = parse_parameters(text.split()), ""
        try:
            measure(explicit_devices(family, size))
        except SizeError as error:
            found = str(error)
        yield ClaimedValue(size, "a network that is drawn", found, family, same=not found)


@by_cases
def of_so_many_nodes(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether every family has a network with exactly the number of nodes."""
    nodes = int(reading.says["nodes"])
    for family in FAMILIES:
        found = lemmas_of(family).distance
        every = found.domain.sizes(400, lambda size, found=found: found.definition.nodes(size) <= nodes)  # type: ignore[misc]
        exact = [size for size in every if found.definition.nodes(size) == nodes]
        yield from (ClaimedValue(size, nodes, nodes) for size in exact)
        if not exact:
            yield ClaimedValue({"nodes": nodes}, "networks of all kinds", "none of this kind", family)
