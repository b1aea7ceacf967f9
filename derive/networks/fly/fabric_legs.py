"""Hops of a packet in a butterfly fabric: up to its target or to the end of the round, or along one ring."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.affine.implications import Relations, covers, impossible, shows
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.networks.fly.topology import k

_h = sp.Symbol("h", integer=True)


@dataclass(frozen=True)
class FabricLeg:
    """Packets with these properties make the hops ``first``, ..., ``last`` (numbers k) of the route."""

    when: Relations
    first: sp.Expr
    last: sp.Expr

    @property
    def made(self) -> list[sp.Basic]:
        return [*self.when, k >= self.first, k <= self.last]


def certify_legs(
    legs: Sequence[FabricLeg],
    arrivals: Sequence[tuple[sp.Basic, ...]],
    known: Sequence[sp.Basic],
    end: sp.Expr | None = None,
) -> None:
    """Check that the legs are the hops up to the first arrival at the target, or to the end of the round if there is an end.

    Every packet has exactly one leg.

    Parameters
    ----------
    legs : sequence of FabricLeg
        Legs of the packets.
    arrivals : sequence of tuple of Basic
        Cases in which the target is reached after k hops.
    known : sequence of Basic
        Conditions that hold.
    end : Expr or None, optional
        Last hop of the round.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    for leg in legs:
        here, length = [*known, *leg.when], leg.last + 1
        arrived = [[x.xreplace({k: length}) for x in case] for case in arrivals]
        require(leg.first == 0 and shows(here, length >= 0), "the hops do not begin with the first")
        ends = end is not None and shows(here, sp.Eq(length, end))
        require(ends or covers(here, arrived), "a packet stops elsewhere than at its target")
        for case in arrivals:
            require(impossible([*here, k >= 0, k <= length - 1, *case]), "a packet goes on from its target")
    require(covers(known, [leg.when for leg in legs]), "a packet has no leg")
    for one, other in combinations(legs, 2):
        require(impossible([*known, *one.when, *other.when]), "a packet has two legs")


def along(source: sp.Expr, target: sp.Expr, node: sp.Expr) -> tuple[Relations, ...]:
    """Conditions under which a packet along a ring crosses the link that leaves a node: three cases.

    Parameters
    ----------
    source : Expr
        Number of the first node on the ring.
    target : Expr
        Number of the last node.
    node : Expr
        Number of the node that the link leaves.

    Returns
    -------
    tuple of Relations
        Conditions of each case.
    """
    straight = (source <= node, node <= target - 1)
    return straight, (target <= source - 1, source <= node), (target <= source - 1, node <= target - 1)


def certify_along(
    cases: Sequence[Iterable[sp.Basic]],
    source: sp.Expr,
    target: sp.Expr,
    node: sp.Expr,
    size: sp.Expr,
    known: Sequence[sp.Basic],
) -> None:
    """Check that hop h, 0 <= h < (target - source) mod size, leaves the node (source + h) mod size in exactly these cases.

    Parameters
    ----------
    cases : sequence of iterable of Basic
        Conditions of each case.
    source : Expr
        Number of the first node on the ring.
    target : Expr
        Number of the last node.
    node : Expr
        Number of the node that the link leaves.
    size : Expr
        Nodes of the ring.
    known : sequence of Basic
        Conditions that hold.

    Raises
    ------
    ProofError
        If the cases differ.
    """
    ends = [relation for x in (source, target, node) for relation in (x >= 0, x <= size - 1)]
    for apart, hops in ((target >= source, target - source), (target <= source - 1, target - source + size)):
        for wraps, place in ((source + _h <= size - 1, source + _h), (source + _h >= size, source + _h - size)):
            here = [*known, *ends, apart, _h >= 0, _h <= hops - 1, wraps, sp.Eq(node, place)]
            require(covers(here, [list(case) for case in cases]), "a link of the route is left out")
        for case in cases:
            for behind, number in ((node >= source, node - source), (node <= source - 1, node - source + size)):
                here = [*known, *ends, apart, behind, *case]
                require(shows(here, number >= 0) and shows(here, number <= hops - 1), "another link is in the route")
