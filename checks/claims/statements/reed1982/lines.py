"""Lines of sizes along which the networks are compared; only the captions of the paper's figures survive.

Networks as in Figure I: grids with D = 3, which grow in width, and R-ary M-cubes with R = 2, which grow in M.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import count
from typing import NamedTuple

import sympy

from netlemma.checks.claims.statements.reed1982.networks import (
    CUBE,
    CYCLES,
    DUAL,
    RING,
    SPANNING,
    TOROID,
    UNIT,
    lemmas_of,
)
from netlemma.checks.performance.bounds import bounds_subject, links_at_node, visits
from netlemma.checks.performance.size_limits import symbolic_demands
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR, bounds
from netlemma.derive.performance.bounds.growth import Growth, greatest_growth

SMALLEST, LARGEST = 8, 2200  # nodes
DRAWN: Mapping[str, tuple[str, Size]] = {
    SPANNING: ("w", {"D": 3}),
    DUAL: ("w", {"D": 3}),
    TOROID: ("w", {"D": 3}),
    CYCLES: ("D", {}),
    CUBE: ("M", {"R": 2}),
}


class NetworkPoint(NamedTuple):
    """One network: its size and number of nodes, its X0 bounds without and with limited bandwidth, its mean path
    length.
    """

    size: Size
    nodes: int
    rate: Fraction
    limited: Fraction
    length: Fraction


@cache
def network_point(family: str, size: tuple[tuple[str, int], ...]) -> NetworkPoint:
    """The compared quantities of one network, for service times of one.

    Parameters
    ----------
    family : str
        Name of the family.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).

    Returns
    -------
    NetworkPoint
        Network with its quantities.
    """
    found, links = visits(bounds_subject(family), dict(size)), links_at_node(bounds_subject(family), dict(size))
    rate, limited = (bounds(found.demands(UNIT, shared)).X0_bound for shared in (None, links))
    return NetworkPoint(dict(size), found.nodes, rate, limited, lemmas_of(family).distance.value(dict(size)))


@cache
def line(family: str, most: int = LARGEST, D: int = 3) -> tuple[NetworkPoint, ...]:
    """The networks of a family with at least 8 nodes. The ring takes its number of nodes from the others.

    Parameters
    ----------
    family : str
        Name of the family.
    most : int, default LARGEST
        Greatest number of nodes.
    D : int, default 3
        Dimensions of grids.

    Returns
    -------
    tuple of NetworkPoint
        Networks by size.

    Raises
    ------
    AssertionError
        Never, because networks grow.
    """
    free, fixed = DRAWN[family]
    found: list[NetworkPoint] = []
    for value in count(2):
        size = {**fixed, "D": D} | {free: value}
        exact = tuple((name, size[name]) for name in lemmas_of(family).distance.domain.names)
        nodes = lemmas_of(family).distance.definition.nodes(dict(exact))
        if nodes > most:
            return tuple(found)
        if nodes >= SMALLEST:
            found.append(network_point(family, exact))
    raise AssertionError("networks grow")


def ring_of(nodes: int) -> NetworkPoint:
    """The ring with a number of nodes."""
    return network_point(RING, (("K", nodes),))


def common(most: int = LARGEST) -> dict[int, dict[str, NetworkPoint]]:
    """The points of all drawn families by numbers of nodes that all of them have."""
    by_nodes = {family: {each.nodes: each for each in line(family, most)} for family in DRAWN}
    shared = set.intersection(*(set(found) for found in by_nodes.values()))
    return {nodes: {family: found[nodes] for family, found in by_nodes.items()} for nodes in sorted(shared)}


@cache
def demand_growth(family: str) -> tuple[Growth, bool]:
    """The growth of the greatest demand with the nodes, and whether it is exact: for sums it is that of an upper bound.

    In the dual bus hypercube, buses of dimension 0 are equivalent by symmetry, and the greatest other one has a lemma.
    """
    free, fixed = DRAWN[family]
    lemmas = lemmas_of(family)
    symbol, nodes = lemmas.symbols[free], lemmas.nodes()
    assert nodes is not None
    at = {lemmas.symbols[name]: sympy.Integer(value) for name, value in fixed.items()}
    remarks: list[str] = []
    if family == DUAL:
        keys = (f"{DUAL}.visit_ratio.bus-0", f"{DUAL}.max_visit_ratio.bus-other")
        demands = {key: lemma(key).closed_form.xreplace(at) for key in keys} | {PROCESSOR: 1 / nodes.xreplace(at)}
    else:
        demands, remarks = symbolic_demands(lemmas, fixed, UNIT, limited=False)
    return max(greatest_growth(demands.values(), nodes.xreplace(at), symbol)), not remarks
