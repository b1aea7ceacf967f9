"""Distances by a potential on the states in which a destination sees the nodes, decided for all sizes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.affine_conditions import AffineExpression, covers, impossible, negations, shows
from netlemma.derive.algebra.proof import require


def are_ends(low: Any, high: Any, inside: Callable[[Any], Any], places: Iterable[Any]) -> Any:
    """In the solver's terms, that these are the least and the greatest number of a set; of the others no more is said than at places."""
    z3 = smt.z3()
    others = (z3.Implies(inside(p), z3.And(p >= low, p <= high)) for p in places)
    return z3.And(low <= high, inside(low), inside(high), *others)


@dataclass(frozen=True)
class AffineHop:
    """A hop from the states in which some affine conditions hold: what becomes of the state.

    results: What is known of numbers in the new state that the old one does not say.
    """

    conditions: tuple[AffineExpression, ...]
    to: tuple[sp.Expr, ...]
    results: tuple[AffineExpression, ...] = ()


@dataclass(frozen=True)
class Potential:
    """The states of a network, its hops as changes of the state, and a distance that is certified by them.

    state: Integers that say how a destination sees a node.
    domain: Affine conditions on states and sizes.
    distance: Affine pieces of the distance, each with the conditions under which it applies.
    home: Expressions from 0 on that are all zero at the destination alone.
    moves: All changes that hops make.
    descents: A decision list: where the conditions hold there is a hop that makes one of these moves, whichever it is.
    regions: Every state is in one of them.
    """

    state: tuple[sp.Symbol, ...]
    domain: tuple[AffineExpression, ...]
    distance: tuple[tuple[tuple[AffineExpression, ...], sp.Expr], ...]
    home: tuple[sp.Expr, ...]
    moves: tuple[AffineHop, ...]
    descents: tuple[tuple[tuple[AffineExpression, ...], tuple[AffineHop, ...]], ...]
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
        there = [*here, *move.conditions, *move.results, *(self._after(move, c) for c in self.domain)]
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
