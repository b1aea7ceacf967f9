"""How many nodes, devices and connections the networks have: counted, and by a reason that covers all sizes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy

from checks.base.sizes import parse_parameters
from checks.claims.evidence import compare, together
from checks.claims.judgement import Judge, Judgement, fails, holds
from checks.claims.statements.reed1982.networks import (
    CUBE,
    CYCLES,
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


def explicit(family: str, size: Size) -> Network:
    """The explicit network."""
    return network_of(family, tuple(size.items()))


def admitted(statement: Statement, family: str) -> tuple[list[dict[str, int]], sympy.Basic | bool]:
    """The smallest sizes that the statement speaks of, and its condition on sizes."""
    if "where" not in statement.says:
        return sizes_of(family), True
    condition = parse_condition(statement.says["where"])
    return [s for s in sizes_of(family, 24) if condition.holds(s)], condition.to_sympy(lemmas_of(family).symbols)


def count(family: str, what: str, counted: Counter, closed: Callable[[], sympy.Expr], because: str) -> Judge:
    """Judge the formula that the statement gives for ``what``; ``closed`` gives what is right at all sizes."""

    def judge(statement: Statement) -> Judgement:
        sizes, condition = admitted(statement, family)
        domain = lemmas_of(family).distance.domain
        return compare(statement.says[what], counted, sizes, domain, closed(), because, condition)

    return judge


def both(*judges: Judge) -> Judge:
    """Judge a statement of several parts."""
    return lambda statement: together(*(judge(statement) for judge in judges))


def devices(family: str) -> Judge:
    """Judge the numbers of nodes and devices: ``says`` has a formula for ``nodes`` and for each class."""

    def judge(statement: Statement) -> Judgement:
        found = lemmas_of(family)
        symbolic = {"nodes": found.nodes(), **{each.name: found.devices(each) for each in found.classes}}
        because = f"the number that the definitions of the {found.strength} lemmas of {family} divide by"

        def counted(what: str) -> Counter:
            return lambda size: explicit(family, size).node_count if what == "nodes" else _devices(family, what, size)

        return together(
            *(count(family, x, counted(x), lambda x=x: symbolic[x], because)(statement) for x in statement.says)  # type: ignore[misc]
        )

    return judge


def _devices(family: str, name: str, size: Size) -> int:
    return dict(explicit(family, size).classes)[name]


def ends(family: str, what: str = "connections") -> Judge:
    """Judge the number of devices that each node is on."""

    def counted(size: Size) -> int:
        least, most = connections(explicit(family, size))
        if least != most:
            raise ArithmeticError(f"nodes of {family} differ at {dict(size)}: on {least} to {most} devices")
        return least

    because = "argued: each device has so many ends, shared equally by all nodes"
    return count(family, what, counted, lambda: ends_of(family), because)


def ends_of(family: str) -> sympy.Expr:
    """The ends of all devices over the number of nodes."""
    found, net = lemmas_of(family), explicit(family, sizes_of(family)[0])
    buses = any(c.kind == "bus" for c in net.device_classes)
    each = found.symbols["w"] if buses else sympy.Integer(2)
    return sympy.powsimp(sympy.expand(each * sympy.Add(*(found.devices(c) for c in found.classes)) / found.nodes()))


def pruned(size: Size) -> int:
    """How many connections a node of the dual bus hypercube has less than one of the spanning bus hypercube."""
    return connections(explicit(SPANNING, size))[0] - connections(explicit(DUAL, size))[0]


def nodes_of_a_bus(size: Size) -> int:
    """The number of nodes that all buses of the spanning bus hypercube have."""
    (found,) = {len(device.nodes) for device in explicit(SPANNING, size).devices}
    return found


def neighbours(family: str) -> Counter:
    """The number of different nodes that each node has a device in common with."""

    def counted(size: Size) -> int:
        net = explicit(family, size)
        bounds = zip(net.indptr.tolist(), net.indptr.tolist()[1:], strict=False)
        found = {len(set(net.target[a:b].tolist()) - {node}) for node, (a, b) in enumerate(bounds)}
        if len(found) > 1:
            raise ArithmeticError(f"nodes of {family} differ at {dict(size)}")
        return found.pop()

    return counted


def drawn(statement: Statement) -> Judgement:
    """Every network that a figure draws is legal and connected."""
    sizes: list[Size] = []
    for family, text in statement.says.items():
        size = parse_parameters(text.split())
        try:
            measure(explicit(family, size))
        except SizeError as error:
            return fails(size, "a network that is drawn", error, None, sizes, family)
        sizes.append(size)
    return holds("all networks that are drawn, built and followed between all pairs of nodes", sizes)


def of_so_many_nodes(statement: Statement) -> Judgement:
    """Every family has a network with exactly the number of nodes."""
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


def links_for_buses() -> sympy.Expr:
    """The links of the toroid over the buses of the spanning bus hypercube, as their lemmas have them."""
    links, buses = (found.devices(*found.classes) for found in (lemmas_of(TOROID), lemmas_of(SPANNING)))
    return links / buses


R, M, w = parameter("R", 2), parameter("M", 1), parameter("w", 2)
ROWS = "argued: R nodes in the row before and R in the next, among them the two of its column, which coincide if M <= 2"

JUDGES: dict[str, Judge] = {
    **{f"{family}.devices": devices(family) for family in FAMILIES},
    **{f"{family}.connections": ends(family) for family in (SPANNING, DUAL, CYCLES, CUBE)},
    f"{TOROID}.connections": both(ends(SPANNING, "before"), ends(TOROID, "after")),
    f"{SPANNING}.bus": count(
        SPANNING, "nodes", nodes_of_a_bus, lambda: w, "argued: a bus joins the nodes that differ in one coordinate only"
    ),
    f"{DUAL}.pruned": count(
        DUAL,
        "pruned",
        pruned,
        lambda: ends_of(SPANNING) - ends_of(DUAL),
        "argued: the connections before less those after",
    ),
    f"{TOROID}.links-for-buses": count(
        TOROID,
        "ratio",
        lambda size: Fraction(_devices(TOROID, "link", size), _devices(SPANNING, "bus", size)),
        links_for_buses,
        "the numbers that the definitions of the proved lemmas of both divide by",
    ),
    f"{CUBE}.neighbours": count(
        CUBE,
        "neighbours",
        neighbours(CUBE),
        lambda: sympy.Piecewise((R - 1, sympy.Eq(M, 1)), (2 * R - 1, sympy.Eq(M, 2)), (2 * R, True)),
        ROWS,
    ),
    "figure-1.networks": drawn,
    "networks.equal-size": of_so_many_nodes,
}
