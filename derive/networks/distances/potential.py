"""Distances by a potential on the states in which a destination sees the nodes, decided for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import AffineExpression, covers, impossible, negations, shows
from netlemma.derive.algebra.expressions.evaluate import evaluate, holds
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.distances.argued import Argued
from netlemma.derive.networks.distances.construction import Construction, Node


@dataclass(frozen=True)
class AffineHop:
    """A hop from the states in which some affine conditions hold: what becomes of the state."""

    conditions: tuple[AffineExpression, ...]
    to: tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Potential:
    """The states of a network, its hops as changes of the state, and a distance that is certified by them.

    Parameters
    ----------
    state : tuple of Symbol
        Integers that say how a destination sees a node.
    domain : tuple of relations
        Affine conditions on states and sizes.
    distance : tuple of tuple of (relations, Expr)
        Affine pieces of the distance, each with the conditions under which it applies.
    home : tuple of Expr
        Expressions from 0 on that are all zero at the destination alone.
    moves : tuple of AffineHop
        All changes that hops make.
    descents : tuple of tuple of (relations, tuple of AffineHop)
        A decision list: where the conditions hold there is a hop that makes one of these moves, whichever it is.
    sees : callable
        Function from a size and a node to its state, for the first of all ends as the destination.
    regions : tuple of tuple of relations, default ((),)
        Every state is in one of them.
    """

    state: tuple[sp.Symbol, ...]
    domain: tuple[AffineExpression, ...]
    distance: tuple[tuple[tuple[AffineExpression, ...], sp.Expr], ...]
    home: tuple[sp.Expr, ...]
    moves: tuple[AffineHop, ...]
    descents: tuple[tuple[tuple[AffineExpression, ...], tuple[AffineHop, ...]], ...]
    sees: Callable[[Size, Node], tuple[int, ...]]
    regions: tuple[tuple[AffineExpression, ...], ...] = ((),)

    def certify(self) -> None:
        """Check the potential for all sizes: it is 0 at the destination alone, no hop lowers it by more than one, and one
        hop lowers it by one from everywhere else.

        Raises
        ------
        ProofError
            If a condition is not shown.
        """
        pieces = [list(conditions) for conditions, _ in self.distance]
        for region in self.regions:
            require(covers([*self.domain, *region], pieces), "no piece of the distance applies")
            for conditions, value in self.distance:
                self._certify([*self.domain, *region, *conditions], value)

    def _certify(self, here: list[AffineExpression], value: sp.Expr) -> None:
        require(shows(here, value >= 0), "a negative distance")
        at_home = [*here, *(each <= 0 for each in self.home)]
        require(shows(at_home, value <= 0), "the distance is not 0 at the destination")
        for each in self.home:
            require(shows([*here, value <= 0], each <= 0), "distance 0 away from the destination")
        for move in self.moves:
            self._lowers(here, value, move, by_at_most_one=True)
        for away in self.home:
            self._descends([*here, away >= 1], value)

    def _after(self, move: AffineHop, expression: AffineExpression) -> AffineExpression:
        return sp.S(expression).xreplace(dict(zip(self.state, move.to, strict=True)))

    def _lowers(self, here: Sequence[AffineExpression], value: sp.Expr, move: AffineHop, by_at_most_one: bool) -> None:
        there = [*here, *move.conditions, *(self._after(move, c) for c in self.domain)]
        for conditions, further in self.distance:
            reached = [*there, *(self._after(move, c) for c in conditions)]
            after = self._after(move, further)
            if by_at_most_one:
                require(shows(reached, after >= value - 1), f"a hop to {move.to} lowers the distance by more than one")
            else:
                require(shows(reached, after <= value - 1), f"a hop to {move.to} does not lower the distance")

    def _descends(self, here: list[AffineExpression], value: sp.Expr) -> None:
        """Wherever the conditions hold some entry of the decision list applies, and all its moves lower the distance."""
        left = [here]
        for conditions, moves in self.descents:
            require(all(move in self.moves for move in moves), "a descent is no hop")
            for region in left:
                inside = [*region, *conditions]
                if not impossible(inside):
                    require(
                        covers(inside, [list(move.conditions) for move in moves]), "no move of a descent is possible"
                    )
                    for move in moves:
                        self._lowers(inside, value, move, by_at_most_one=False)
            left = [[*region, other] for region in left for c in conditions for other in negations(c)]
        require(all(impossible(region) for region in left), "no descent from some state")

    def compare(self, made: Construction, size: Size) -> None:
        """Compare states and hops with those of an explicit network.

        Parameters
        ----------
        made : Construction
            The family.
        size : Size
            A small size.

        Raises
        ------
        ProofError
            If a state is illegal, a hop makes another change than the moves, or none of the moves of a descent.
        """
        net = made.network(size)
        sizes = {p.symbol: size[p.name] for p in made.domain.parameters}
        seen = {node: self.sees(size, node) for node in net.neighbours}
        for node, near in net.neighbours.items():
            at = {**sizes, **dict(zip(self.state, seen[node], strict=True))}
            legal = all(holds(sp.S(c), at) for c in self.domain)
            legal = legal and any(all(holds(sp.S(c), at) for c in region) for region in self.regions)
            require(legal, f"{seen[node]} is no state at {dict(size)}")
            made_here = {seen[other] for other in near}
            possible = {self._reached(move, at) for move in self.moves}
            require(made_here <= possible, f"a hop from {seen[node]} at {dict(size)} is none of the moves")
            if any(evaluate(sp.S(each), at) for each in self.home):
                entry = next(
                    moves for conditions, moves in self.descents if all(holds(sp.S(c), at) for c in conditions)
                )
                require(any(self._reached(move, at) in made_here for move in entry), f"no descent from {seen[node]}")

    def _reached(self, move: AffineHop, at: dict[sp.Symbol, Any]) -> tuple[int, ...] | None:
        if not all(holds(sp.S(c), at) for c in move.conditions):
            return None
        return tuple(int(evaluate(sp.S(each), at)) for each in move.to)


@dataclass(frozen=True)
class ByPotential(Argued):
    """As :class:`Argued`, where a potential certifies the distances between states for all sizes."""

    made: Construction
    potential: Potential
    kind: ClassVar[str] = "potential on states"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.potential.certify()
        for size in self.made.small:
            self.potential.compare(self.made, size)
        super().check(before, after)

    def describe(self) -> list[str]:
        shown = [
            "the potential is 0 at the destination alone; no hop lowers it by more than one, and one lowers it by one: decided "
            "for all sizes",
            f"states and hops are compared with those of {len(self.made.small)} small networks",
        ]
        return [*shown, *super().describe()]
