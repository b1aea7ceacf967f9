"""Proofs about packets in the shuffle of rings with detours, so that no packet visits a ring twice: up to r = 8 digits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import shows
from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import PairMax, PairSum
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.networks.shuffle.shuffle_detours import FARTHEST, detoured
from netlemma.derive.networks.shuffle.shuffle_patterns import LONGEST, overlap, rings_of
from netlemma.derive.networks.shuffle.shuffle_proofs import ALL_PAIRS, crossed, f, r

_t = sp.Symbol("t", integer=True, nonnegative=True)


def extra_links() -> sp.Expr:
    """The links that packets cross in excess of their distances, a polynomial in f for each r."""
    detours = {n: detoured(n).extra.as_expr() for n in range(LONGEST + 1, FARTHEST + 1)}
    cases = [(extra, sp.Eq(r, n)) for n, extra in detours.items()][:-1]
    return sp.Piecewise((0, r <= LONGEST), *cases, (detours[FARTHEST], True))


def _up_to_farthest(assumptions: Sequence[sp.Basic]) -> None:
    require(shows(assumptions, r <= FARTHEST), f"detours are counted up to r = {FARTHEST} only")
    require(shows(assumptions, f >= 2), "fewer than two digits are not counted")


_LOOKED_THROUGH = f"all words, r = 1..{FARTHEST}, with two links that are rotations of each other were looked through by their patterns"


@dataclass(frozen=True)
class Detoured(Proof):
    """The links that packets cross: their distances, and the extra links of detours where the shortest route visits a ring
    twice.
    """

    kind: ClassVar[str] = "patterns of equal digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        whole, extra = PairSum(crossed), extra_links()
        require(before.has(whole) and before.xreplace({whole: ALL_PAIRS + extra}) == after, "not the links of detours")
        for digits in range(1, FARTHEST + 1):
            found = detoured(digits).extra.as_expr()
            require(equal(extra.xreplace({r: sp.Integer(digits)}), found), f"the detours differ at r = {digits}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        _up_to_farthest(assumptions)

    def describe(self) -> list[str]:
        return [_LOOKED_THROUGH, "each packet on a detour needs at most r + 1 links, for every f"]


@dataclass(frozen=True)
class LongestRoute(Proof):
    """The largest number of links crossed, or of rings visited: r from 0...0 to 1...1, unless a detour has more.

    A packet on a shortest route crosses at most r links, and visits no more rings. From 0...0 to 1...1 the links have
    1, 2, ..., r digits 1, so that all are on different rings.
    """

    rings: bool
    closed: sp.Expr
    kind: ClassVar[str] = "patterns of equal digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        whole = PairMax(at.rings if self.rings else crossed)
        require(before.has(whole) and before.xreplace({whole: self.closed}) == after, "not the largest value")
        for digits in range(1, FARTHEST + 1):
            zeros, ones = (0,) * digits, (1,) * digits
            visited = rings_of(zeros + ones, digits)
            straight = overlap(zeros, ones) == 0 and len(set(visited)) == len(visited) == digits
            require(straight, f"the route from 0...0 to 1...1 at r = {digits}")
            detours, closed = detoured(digits), self.closed.xreplace({r: sp.Integer(digits)})
            most = detours.most_visits if self.rings else detours.most_links
            beyond = max(detours.links, default=1) + 1
            for fanout in range(2, beyond + 1):
                require(evaluate(closed, {f: fanout}) == max(digits, most(fanout)), f"f = {fanout}, r = {digits}")
            for_all = closed.xreplace({f: _t + beyond})
            require(equal(for_all, sp.Integer(max(digits, most(beyond)))), f"f >= {beyond}, r = {digits}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        _up_to_farthest(assumptions)

    def describe(self) -> list[str]:
        return ["r links on different rings lead from 0...0 to 1...1, no shortest route has more", _LOOKED_THROUGH]


@dataclass(frozen=True)
class EnoughPoints(Proof):
    """For each r both sides are polynomials in f of degree at most 2r, with the same values at f = 1, ..., 2r + 1.

    The smallest period of a word depends only on which letters are equal, so the sum over all words of m letters is a
    polynomial in f of degree m, and f^(2(r-m)) times it has degree 2r - m.
    """

    kind: ClassVar[str] = "degree bound and exact points"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for digits in range(1, FARTHEST + 1):
            claimed = after.xreplace({r: sp.Integer(digits)})
            require(
                claimed.is_polynomial(f) and sp.degree(claimed, f) <= 2 * digits,
                f"not a polynomial of that degree at r = {digits}",
            )
            for point in range(1, 2 * digits + 2):
                size = {f: point, r: digits}
                require(
                    evaluate(before, size) == evaluate(after, size), f"the sides differ at f = {point}, r = {digits}"
                )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        _up_to_farthest(assumptions)

    def describe(self) -> list[str]:
        return [f"for each r = 1..{FARTHEST} polynomials of degree 2r at most that agree at f = 1, ..., 2r + 1"]


@dataclass(frozen=True)
class ForEachLength(Proof):
    """Both sides have the same normal form at r = 1, at r = 2, ... up to ``last``."""

    last: int
    kind: ClassVar[str] = "normal form"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for digits in range(1, self.last + 1):
            left, right = (side.xreplace({r: sp.Integer(digits)}) for side in (before, after))
            require(equal(left, right), f"no identity at r = {digits}: {left} = {right}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(shows(assumptions, r <= self.last), f"compared up to r = {self.last} only")

    def describe(self) -> list[str]:
        return [f"both sides have the same normal form as rational functions of f, for each r = 1..{self.last}"]
