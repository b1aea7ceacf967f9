"""Nodes of a few kinds around a ring: a hop leads some places on, to a node of a kind. Shifts make all places alike."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import PairMax
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure
from netlemma.errors import NotDerived

_x = sp.Symbol("x'", integer=True)


@dataclass(frozen=True, eq=False)
class RingOfKinds(Structure):
    """Nodes around a ring.

    places: The number of places.
    hops: The hops from a node in both directions: its kind, how many places on, at most as many as there are, and the kind there.
    far: Function from a number of places, from 0 on, and the kinds of two nodes so far apart in one direction to their distance.
    most: The largest distance.
    """

    domain: Domain
    places: sp.Expr
    hops: tuple[tuple[int, sp.Expr, int], ...]
    far: Callable[[sp.Expr, int, int], sp.Expr]
    most: sp.Expr
    kind: ClassVar[str] = "kinds around a ring"

    def value(self, part: sp.Expr) -> sp.Expr:
        if isinstance(part, PairMax):
            return self.most
        raise NotDerived(f"{part} of nodes around a ring")

    def certify(self) -> None:
        _certified(self)

    def because(self, part: sp.Expr) -> str:
        return "the least of the ways around, with hops of each kind, and no two nodes are farther apart"

    def lines(self) -> list[str]:
        return [
            "z3, for all sizes: the distance is 0 at the destination alone, no hop changes it by more than one, and one lowers it by one; "
            "no distance is larger, and one is as large"
        ]

    def certify_all(self) -> None:
        """Check the distance and the largest one; it raises ProofError."""
        known, kinds = self.domain.assumptions(), sorted({kind for kind, _, _ in self.hops})
        around = [*known, _x >= 0, _x < self.places]
        attained = []
        for one, goal in product(kinds, repeat=2):
            here = self.far(_x, one, goal)
            smt.insist(around, sp.Or(here >= 1, sp.And(sp.Eq(_x, 0), one == goal)), "no hops to another node")
            nearer = []
            for kind, step, other in self.hops:
                if kind != one:
                    continue
                for wraps, there in (
                    (_x + step < self.places, _x + step),
                    (_x + step >= self.places, _x + step - self.places),
                ):
                    after = self.far(there, other, goal)
                    claim = sp.And(after >= here - 1, after <= here + 1)
                    smt.insist([*around, wraps], claim, "a hop changes the distance by more than one")
                    nearer.append(sp.And(wraps, sp.Eq(after, here - 1)))
            away = sp.Not(sp.Eq(_x, 0)) if one == goal else sp.true
            smt.insist([*around, away], sp.Or(*nearer), "no hop leads nearer")
            smt.insist(around, here <= self.most, "nodes are farther apart")
            half = sp.floor(self.places / 2)
            attained += [sp.Eq(self.far(place, one, goal), self.most) for place in (half, half - 1)]
        for kind in kinds:
            smt.insist(known, sp.Eq(self.far(sp.S.Zero, kind, kind), 0), "hops to the same node")
        smt.insist(known, sp.Or(*attained), "no nodes are as far apart")


@lru_cache(16)
def _certified(ring: RingOfKinds) -> None:
    ring.certify_all()
