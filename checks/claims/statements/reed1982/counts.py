"""Judges of numbers of nodes, devices and connections: counted, and for all sizes by a reason."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy

from checks.base.sizes import parse_parameters
from checks.claims.evidence import compare_formula, together
from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.reed1982.networks import (
    CUBE,
    DUAL,
    FAMILIES,
    SPANNING,
    TOROID,
    lemmas_of,
    sizes_of,
)
from checks.formula.condition import parse_condition
from checks.lemmas.measured import network_of
from checks.performance.connections import connections
from derive.algebra.expressions.notation import parameter
from derive.core.claim import Statement
from derive.core.domain import Size
from graphs import Network, SizeError, measure

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


def admitted(statement: Statement, family: str) -> tuple[list[dict[str, int]], sympy.Basic | bool]:
    """The smallest sizes of the statement, and its condition on sizes.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    family : str
        Name of the family.

    Returns
    -------
    tuple of (list of dict from str to int, Basic or bool)
        Sizes, and condition.
    """
    if "where" not in statement.says:
        return sizes_of(family), True
    condition = parse_condition(statement.says["where"])
    return [s for s in sizes_of(family, 24) if condition.holds(s)], condition.to_sympy(lemmas_of(family).symbols)


def count(
    statement: Statement, family: str, what: str, counted: Counter, closed: sympy.Expr, because: str
) -> Judgement:
    """Compare the formula of the statement for a number with counts and with the correct formula for all sizes.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    family : str
        Name of the family.
    what : str
        Name of the number in the statement.
    counted : Counter
        Counted number at a size.
    closed : Expr
        Correct formula.
    because : str
        Reason why the correct value holds at all sizes.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    sizes, condition = admitted(statement, family)
    domain = lemmas_of(family).distance.domain
    return compare_formula(statement.says[what], counted, sizes, domain, closed, because, condition)


def devices(statement: Statement, family: str) -> Judgement:
    """Judge the numbers of nodes and devices: ``says`` has a formula for ``nodes`` and for each class.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    found = lemmas_of(family)
    symbolic = {"nodes": found.nodes(), **{each.name: found.devices(each) for each in found.classes}}
    because = f"the number that the definitions of the {found.strength} lemmas of {family} divide by"

    def counted(what: str) -> Counter:
        return lambda size: (
            explicit_devices(family, size).node_count if what == "nodes" else _devices(family, what, size)
        )

    return together(
        *(count(statement, family, x, counted(x), symbolic[x], because) for x in statement.says if x != "where")
    )


def _devices(family: str, name: str, size: Size) -> int:
    return dict(explicit_devices(family, size).classes)[name]


def ends(statement: Statement, **families: str) -> Judgement:
    """Judge the number of devices at each node, for the family of each formula.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    **families : str
        Family by the name of the formula.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    because = "argued: each device has so many ends, shared equally by all nodes"
    return together(
        *(count(statement, family, what, _ends(family), ends_of(family), because) for what, family in families.items())
    )


def _ends(family: str) -> Counter:
    def counted(size: Size) -> int:
        least, most = connections(explicit_devices(family, size))
        if least != most:
            raise ArithmeticError(f"nodes of {family} differ at {dict(size)}: on {least} to {most} devices")
        return least

    return counted


def ends_of(family: str) -> sympy.Expr:
    """The ends of all devices divided by the number of nodes."""
    found, net = lemmas_of(family), explicit_devices(family, sizes_of(family)[0])
    buses = any(c.kind == "bus" for c in net.device_classes)
    each = found.symbols["w"] if buses else sympy.Integer(2)
    return sympy.powsimp(sympy.expand(each * sympy.Add(*(found.devices(c) for c in found.classes)) / found.nodes()))


def pruned(statement: Statement) -> Judgement:
    """The difference of the connections of a node between spanning bus hypercube and dual bus hypercube."""

    def counted(size: Size) -> int:
        return connections(explicit_devices(SPANNING, size))[0] - connections(explicit_devices(DUAL, size))[0]

    because = "argued: the connections before less those after"
    return count(statement, DUAL, "pruned", counted, ends_of(SPANNING) - ends_of(DUAL), because)


def nodes_of_a_bus(statement: Statement) -> Judgement:
    """The number of nodes of every bus of the spanning bus hypercube."""

    def counted(size: Size) -> int:
        (found,) = {len(device.nodes) for device in explicit_devices(SPANNING, size).devices}
        return found

    because = "argued: a bus joins the nodes that differ in one coordinate only"
    return count(statement, SPANNING, "nodes", counted, parameter("w", 2), because)


def neighbours(statement: Statement) -> Judgement:
    """The number of different nodes with which each node of the R-ary M-cube has a device in common."""

    def counted(size: Size) -> int:
        net = explicit_devices(CUBE, size)
        bounds = zip(net.indptr.tolist(), net.indptr.tolist()[1:], strict=False)
        found = {len(set(net.target[a:b].tolist()) - {node}) for node, (a, b) in enumerate(bounds)}
        if len(found) > 1:
            raise ArithmeticError(f"nodes of {CUBE} differ at {dict(size)}")
        return found.pop()

    R, M = parameter("R", 2), parameter("M", 1)
    right = sympy.Piecewise((R - 1, sympy.Eq(M, 1)), (2 * R - 1, sympy.Eq(M, 2)), (2 * R, True))
    because = "argued: R nodes in the row before and R in the next, among them the two of its column, which coincide if M <= 2"
    return count(statement, CUBE, "neighbours", counted, right, because)


def drawn(statement: Statement) -> Judgement:
    """Whether every network drawn in a figure is legal and connected."""
    sizes: list[Size] = []
    for family, text in statement.says.items():
        size = parse_parameters(text.split())
        try:
            measure(explicit_devices(family, size))
        except SizeError as error:
            return fails(size, "a network that is drawn", error, None, sizes, family)
        sizes.append(size)
    return holds("all networks that are drawn, built and followed between all pairs of nodes", sizes)


def of_so_many_nodes(statement: Statement) -> Judgement:
    """Whether every family has a network with exactly the number of nodes."""
    nodes = int(statement.says["nodes"])
    sizes: list[Size] = []
    for family in FAMILIES:
        found = lemmas_of(family).distance
        every = found.domain.sizes(400, lambda size, found=found: found.definition.nodes(size) <= nodes)  # type: ignore[misc]
        exact = [size for size in every if found.definition.nodes(size) == nodes]
        if not exact:
            return fails({"nodes": nodes}, "networks of all kinds", "none of this kind", None, sizes, family)
        sizes += exact
    return holds("each of the six families has such a network, all sizes up to there looked through", sizes)


def links_for_buses(statement: Statement) -> Judgement:
    """The ratio of the links of the toroid to the buses of the spanning bus hypercube."""

    def counted(size: Size) -> Fraction:
        return Fraction(_devices(TOROID, "link", size), _devices(SPANNING, "bus", size))

    links, buses = (found.devices(*found.classes) for found in (lemmas_of(TOROID), lemmas_of(SPANNING)))
    because = "the numbers that the definitions of the proved lemmas of both divide by"
    return count(statement, TOROID, "ratio", counted, links / buses, because)
