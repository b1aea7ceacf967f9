"""Rings with express links between every e-th node, and tori of them: distances by the stops on either side of both nodes.

A node is a hops behind stop i of q stops, with k = q e nodes in a ring. A way along the ring leads from node to node within a part; all
others lead over a stop next to the one node and a stop next to the other one.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal, resolve_cases
from netlemma.derive.algebra.notation import PairMax, PairSum
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.summation.sums import summed
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure
from netlemma.errors import NotDerived

_stop, _ahead, _goal, _stops, _each = sp.symbols("i a b q e", integer=True)
_SIZES = [_stops >= 2, _each >= 2]


def _around(stops: sp.Expr) -> sp.Expr:
    """Hops of express links to a stop so many stops away."""
    return sp.Min(sp.Abs(stops), _stops - sp.Abs(stops))


def _ways(stop: sp.Expr, ahead: sp.Expr) -> list[sp.Expr]:
    """Ways from a node behind a stop to the goal, b hops behind stop 0, over the stops next to both."""
    behind, past = _each - ahead, _each - _goal
    return [
        ahead + _goal + _around(stop),
        behind + past + _around(stop),
        ahead + past + _around(stop - 1),
        behind + _goal + _around(stop + 1),
    ]


def _hops(stop: sp.Expr, ahead: sp.Expr) -> sp.Expr:
    """The distance to the goal."""
    ways = _ways(stop, ahead)
    return sp.Piecewise((sp.Min(sp.Abs(ahead - _goal), *ways), sp.Eq(stop, 0)), (sp.Min(*ways), True))


_FARTHEST = _each - 1 + sp.floor(_stops / 2)


@lru_cache(1)
def _certify_hops() -> None:
    """Check the distance in one ring, for all numbers of stops and of nodes between them."""
    here = [*_SIZES, _stop >= 0, _stop < _stops]
    here += [c for x in (_ahead, _goal) for c in (x >= 0, x < _each)]
    hops = _hops(_stop, _ahead)
    home = sp.And(sp.Eq(_stop, 0), sp.Eq(_ahead, _goal))
    smt.insist(
        here,
        sp.And(hops >= 0, sp.Or(hops > 0, home), sp.Or(hops <= 0, sp.Not(home))),
        "the distance is not 0 at home alone",
    )
    up, down = _stop + 1, _stop - 1
    moves = []
    for when, stop, ahead in (
        (_ahead < _each - 1, _stop, _ahead + 1),
        (sp.Eq(_ahead, _each - 1), up, sp.S.Zero),
        (_ahead > 0, _stop, _ahead - 1),
        (sp.Eq(_ahead, 0), down, _each - 1),
        (sp.Eq(_ahead, 0), up, sp.S.Zero),
        (sp.Eq(_ahead, 0), down, sp.S.Zero),
    ):
        if stop == _stop:
            moves.append((when, _hops(stop, ahead)))
            continue
        for inside, turned in (
            (sp.And(stop >= 0, stop < _stops), stop),
            (stop >= _stops, stop - _stops),
            (stop < 0, stop + _stops),
        ):
            moves.append((sp.And(when, inside), _hops(turned, ahead)))
    for when, after in moves:
        smt.insist(
            [*here, when], sp.And(after >= hops - 1, after <= hops + 1), "a hop changes the distance by more than one"
        )
    nearer = [sp.And(when, sp.Eq(after, hops - 1)) for when, after in moves]
    smt.insist([*here, sp.Not(home)], sp.Or(*nearer), "no hop leads nearer")
    smt.insist(here, hops <= _FARTHEST, "nodes are farther away")
    half = {_ahead: sp.floor(_each / 2), _goal: sp.floor(_each / 2), _stop: sp.floor(_stops / 2)}
    smt.insist(_SIZES, sp.Eq(hops.xreplace(half), _FARTHEST), "no nodes are as far away")


@dataclass(frozen=True, eq=False)
class ExpressRings(Structure):
    """Tori of rings with express links.

    k, n, e: Nodes of a ring, dimensions, nodes ahead.
    part: The distances from the nodes from one stop to the next to all nodes of a ring, by the parity of e and of the stops.
    """

    domain: Domain
    k: sp.Symbol
    n: sp.Symbol
    e: sp.Symbol
    part: sp.Expr
    kind: ClassVar[str] = "stops on either side"

    def value(self, part: sp.Expr) -> sp.Expr:
        k, n, e = self.k, self.n, self.e
        if isinstance(part, PairMax):
            return n * _FARTHEST.xreplace({_stops: k / e, _each: e})
        if isinstance(part, PairSum) and part.body == at.distance:
            return n * k ** (2 * n - 2) * k / e * self.part
        raise NotDerived(f"{part} of rings with express links")

    def certify(self) -> None:
        _certify_hops()
        halves = sp.symbols("Q E", integer=True)
        for odd, uneven in product((0, 1), repeat=2):
            stops, each = 2 * halves[0] + odd, 2 * halves[1] + uneven
            sizes, known = {_stops: stops, _each: each}, [halves[0] >= 1, halves[1] >= 1]
            places = ((_ahead, 0, each - 1), (_goal, 0, each - 1))
            own = sp.Min(sp.Abs(_ahead - _goal), *_ways(sp.S.Zero, _ahead)).xreplace(sizes)
            other = sp.Min(*_ways(_stop, _ahead)).xreplace(
                {sp.Abs(_stop): _stop, sp.Abs(_stop - 1): _stop - 1, sp.Abs(_stop + 1): _stop + 1}
            )
            inner = summed(sp.Sum(other.xreplace(sizes), *places), [*known, _stop >= 1, _stop <= stops - 1])
            total = summed(sp.Sum(own, *places), known) + summed(sp.Sum(inner, (_stop, 1, stops - 1)), known)
            truth = {sp.Eq(sp.Mod(self.k, 2 * self.e), 0): not odd, sp.Eq(sp.Mod(self.e, 2), 0): not uneven}
            claimed = resolve_cases(self.part, truth).xreplace({self.k: stops * each, self.e: each})
            require(equal(total, claimed), f"the distances from a part are {sp.factor(total)}")

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, PairMax):
            return "distances add over the dimensions; farthest are nodes in the middle between stops, with half of the stops between them"
        return "distances add over the dimensions; ways to another part lead over the stops next to both nodes, which shifts make alike"

    def lines(self) -> list[str]:
        return [
            "z3, for all sizes: the least of the ways over the stops next to both nodes, or along the part, is 0 at the destination "
            "alone, no hop changes it by more than one, and one lowers it by one",
            "its sums are closed by telescoping, for each parity of e and of the stops",
        ]
