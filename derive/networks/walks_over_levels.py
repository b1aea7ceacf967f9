"""Butterflies back to back: distances by walks over levels that pass a link for each bit that differs.

The middle level has number 0, and d more levels follow on either side. A link between the levels b - 1 and b on either side keeps bit b
or flips it. A walk between two levels over all levels from p to q has 2 (q - p) hops less the levels between both ends; of the bits
that differ the lowest and the highest ones say which levels it needs.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import PairMax, PairSum
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.summation.sums import summed
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure
from netlemma.derive.networks.state_potentials import are_ends
from netlemma.errors import NotDerived

_here, _goal, _low, _high = sp.symbols(
    "l m low high", integer=True
)  # levels, and the lowest and the highest bit that differ


def _hops(here: Any = _here, low: Any = _low, high: Any = _high) -> sp.Expr:
    """The least hops to the goal: all bits are corrected below the middle, or above it."""
    below = sp.Max(here, _goal, 1 - low) - sp.Min(here, _goal, -high)
    above = sp.Max(here, _goal, high) - sp.Min(here, _goal, low - 1)
    return 2 * sp.Min(below, above) - sp.Abs(here - _goal)


@cache
def _certify_bits() -> None:
    """Check what becomes of the lowest and the highest bit that differ if one more does, and if one of them does no more."""
    z3 = smt.z3()
    low, high, other_low, other_high, bit = z3.Ints("low high low' high' bit")
    differs = z3.Function("differs", z3.IntSort(), z3.BoolSort())
    places = (low, high, other_low, other_high, bit)

    def with_bit(p: Any) -> Any:
        return z3.Or(p == bit, differs(p))

    def without(p: Any) -> Any:
        return z3.And(p != bit, differs(p))

    alone = [*(z3.Not(differs(p)) for p in places), are_ends(other_low, other_high, with_bit, places)]
    require(smt.solution([*alone, z3.Or(other_low != bit, other_high != bit)]) is None, "a single bit is not both")
    here = are_ends(low, high, differs, places)
    extreme = z3.And(other_low == z3.If(bit < low, bit, low), other_high == z3.If(bit > high, bit, high))
    more = [here, are_ends(other_low, other_high, with_bit, places), z3.Not(extreme)]
    require(smt.solution(more) is None, "other bits are lowest and highest with one more")
    second = z3.And(other_low > low, other_low <= high, other_high == high)
    last = z3.And(other_high >= low, other_high < high, other_low == low)
    inside = z3.And(bit != low, bit != high, other_low == low, other_high == high)
    nearer = z3.Or(z3.And(bit == low, bit != high, second), z3.And(bit == high, bit != low, last), inside)
    fewer = [here, differs(bit), are_ends(other_low, other_high, without, places), z3.Not(nearer)]
    require(smt.solution(fewer) is None, "other bits are lowest and highest with one less")


@lru_cache(16)
def _certify_hops(d: sp.Symbol) -> None:
    """Check the distance for all numbers of levels and all bits that differ."""
    levels = [d >= 1, *(c for x in (_here, _goal) for c in (x >= -d, x <= d))]
    differ = [_low >= 1, _low <= _high, _high <= d]
    plain, hops = sp.Abs(_here - _goal), _hops()
    smt.insist([*levels, *differ], hops >= 1, "no hops to another node")

    def next_to(step: int) -> tuple[list[sp.Basic], sp.Expr]:
        """A hop up or down, if there is one, and the bit of its link."""
        return [_here + step <= d, _here + step >= -d], sp.Max(
            sp.Max(_here, _here + step), -sp.Min(_here, _here + step)
        )

    for step in (1, -1):
        there, bit = next_to(step)
        inside = [*levels, *there]
        smt.insist(inside, sp.And(bit >= 1, bit <= d), "a link of no bit")
        moved = sp.Abs(_here + step - _goal)
        added = _hops(_here + step, sp.Min(_low, bit), sp.Max(_high, bit))
        for before, after, more in (
            (plain, moved, []),
            (plain, _hops(_here + step, bit, bit), []),
            (hops, _hops(_here + step), differ),
            (hops, added, differ),
        ):
            claim = sp.And(after >= before - 1, after <= before + 1)
            smt.insist([*inside, *more], claim, "a hop changes the distance by more than one")
    # of the bits that differ those next to the lowest and the highest one, if there are more
    second, last = sp.symbols("second last", integer=True)
    others = [sp.Or(sp.Eq(_low, _high), sp.And(second > _low, second <= _high, last >= _low, last < _high))]
    nearer, plainly = [], []
    for step in (1, -1):
        there, bit = next_to(step)
        alone = sp.And(sp.Eq(bit, _low), sp.Eq(bit, _high))
        moved = sp.Abs(_here + step - _goal)
        for when, after in (
            (alone, moved),
            (sp.And(sp.Eq(bit, _low), sp.Ne(bit, _high)), _hops(_here + step, second, _high)),
            (sp.And(sp.Eq(bit, _high), sp.Ne(bit, _low)), _hops(_here + step, _low, last)),
            (sp.And(sp.Ne(bit, _low), sp.Ne(bit, _high)), _hops(_here + step)),
        ):
            nearer.append(sp.And(*there, when, sp.Eq(after, hops - 1)))
        plainly.append(sp.And(*there, sp.Eq(moved, plain - 1)))
    smt.insist([*levels, *differ, *others], sp.Or(*nearer), "no hop leads nearer")
    smt.insist([*levels, sp.Ne(_here, _goal)], sp.Or(*plainly), "no hop leads nearer")


@dataclass(frozen=True, eq=False)
class BackToBack(Structure):
    """Two butterflies of d dimensions back to back."""

    domain: Domain
    kind: ClassVar[str] = "walks over levels"

    @property
    def dimensions(self) -> sp.Symbol:
        """The dimensions of each butterfly."""
        (parameter,) = self.domain.parameters
        return parameter.symbol

    @property
    def _farthest(self) -> sp.Expr:
        return 2 * self.dimensions

    def value(self, part: sp.Expr) -> sp.Expr:
        d = self.dimensions
        if isinstance(part, PairMax):
            return self._farthest
        if isinstance(part, PairSum) and part.body == at.distance:
            return 2**d * self._from_row()
        raise NotDerived(f"{part} of levels")

    def _from_row(self) -> sp.Expr:
        """The distances from the nodes of a row to all nodes: 2^(h - l - 1) rows differ in bits l, h and some between, one in l alone."""
        d = self.dimensions
        levels = ((_here, -d, d), (_goal, -d, d))
        bits = [_low >= 1, _high >= _low, _high <= d]
        apart = summed(sp.Sum(_hops(), *levels), [d >= 1, *bits])
        same = summed(sp.Sum(sp.Abs(_here - _goal), *levels), [d >= 1])
        several = summed(
            sp.Sum(sp.expand(2 ** (_high - _low - 1) * apart), (_high, _low + 1, d), (_low, 1, d)), [d >= 1]
        )
        single = summed(sp.Sum(apart.xreplace({_high: _low}), (_low, 1, d)), [d >= 1])
        return sp.expand(same + single + several)

    def certify(self) -> None:
        d = self.dimensions
        _certify_bits()
        _certify_hops(d)
        inside = [d >= 1, *(c for x in (_here, _goal) for c in (x >= -d, x <= d)), _low >= 1, _low <= _high, _high <= d]
        most = self._farthest
        smt.insist(inside, sp.And(_hops() <= most, sp.Abs(_here - _goal) <= most), "nodes are farther away")
        outer = {_here: d, _goal: d, _low: sp.S.One, _high: sp.S.One}
        smt.insist([d >= 1], sp.Eq(_hops().xreplace(outer), most), "no nodes are as far away")

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, PairMax):
            return "no walk over levels is longer; farthest are nodes of an outer level whose rows differ in the bit of the middle level"
        return (
            "a shortest way leads over the least range of levels that has both nodes and a link for each bit that differs, twice but for "
            "the levels between the nodes; 2^(h-l-1) rows have the same lowest and highest bit"
        )

    def lines(self) -> list[str]:
        return [
            "z3, for all levels and all bits that differ: the hops of the walk are 0 at the destination alone, no hop changes them by more "
            "than one, and one lowers them by one",
            "the sums over levels and bits are closed by telescoping",
        ]
