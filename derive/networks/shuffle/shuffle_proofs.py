"""Proofs about the shuffle of rings: shortest routes, longest overlaps, and counts by patterns of equal digits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp
from sympy import Sum

from netlemma.derive.algebra.affine.implications import shows
from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import PairMax, PairSum
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.shuffle.borders import Bordered, Periods
from netlemma.derive.networks.shuffle.brute_force_shuffle import distances, nodes
from netlemma.derive.networks.shuffle.letter_patterns import radix
from netlemma.derive.networks.shuffle.shuffle_detours import refused
from netlemma.derive.networks.shuffle.shuffle_patterns import LONGEST, largest, patterned

f, r, k = radix, at.parameter("r"), at.parameter("k", 0)
crossed = sp.Function("l")(at.source, at.destination)  # links crossed by the packet from s to t
_m, _j = sp.symbols("m j", integer=True)
_t = sp.Symbol("t", integer=True, nonnegative=True)

ALL_PAIRS = PairSum(at.distance)
PAIRS_APART = PairSum(sp.Piecewise((1, sp.Eq(at.distance, k)), (0, True)))


def total_of_distances() -> sp.Expr:
    """The sum of all distances, by the smallest periods of words."""
    return r * f ** (2 * r) - Sum(f ** (2 * (r - _m)) * Periods(_m, f), (_m, 1, r))


def pairs_apart() -> sp.Expr:
    """The number of pairs at distance k, by the longest borders of words."""
    return f ** (r + k) - Sum(f ** (2 * (r - _j)) * Bordered(_j, r - k, f), (_j, r - k + 1, r))


@dataclass(frozen=True)
class NoRingTwice(Proof):
    """Packets take shortest routes: up to r = 5 digits no shortest route visits a ring twice.

    There is one shortest route for each pair. Which of its links are on one ring depends only on which digits are
    equal, so finitely many patterns cover all words over any number of digits
    (:mod:`netlemma.derive.networks.shuffle.shuffle_detours`).
    """

    kind: ClassVar[str] = "patterns of equal digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(crossed) and before.xreplace({crossed: at.distance}) == after, "not the distance")
        for digits in range(1, LONGEST + 1):
            for links in range(1, digits + 1):
                require(
                    not refused(digits, links), f"a shortest route of {links} links at r = {digits} visits a ring twice"
                )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(shows(assumptions, r <= LONGEST), f"shortest routes are proved up to r = {LONGEST} only")

    def describe(self) -> list[str]:
        return [
            f"no shortest route visits a ring twice: all patterns of the words along shortest routes, r = 1..{LONGEST}"
        ]


@dataclass(frozen=True)
class LongestOverlap(Proof):
    """The distance from x to y is r minus their longest overlap, the longest suffix of x that is a prefix of y.

    x ends and y begins with a given word of j letters for f^(2(r-j)) pairs. If x and y overlap in m letters but in more
    too, the shortest overlap beyond m is a word of j > m letters whose longest border has m: its borders are the
    shorter overlaps. So f^(2r-m) pairs overlap in m letters, and for f^(2(r-j)) B(j, m, f) of them, for each j, m is
    not the longest. Summed over m, the longest overlaps contribute f^(2(r-m)) P(m, f) for each m: from m f^m letters of
    overlap the longest borders are subtracted, which leaves the smallest periods. The result is compared with a search
    from every node at small sizes.
    """

    sizes: tuple[tuple[int, int], ...] = (
        (2, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 6),
        (3, 1),
        (3, 2),
        (3, 4),
        (4, 3),
        (5, 2),
    )
    kind: ClassVar[str] = "longest overlap"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table = {ALL_PAIRS: total_of_distances(), PAIRS_APART: pairs_apart()}
        table = {whole: formula for whole, formula in table.items() if before.has(whole)}
        require(bool(table) and before.xreplace(table) == after, "not the pairs by their longest overlaps")
        require(len(self.sizes) >= 5 and max(self.sizes)[0] > 2, "too few sizes are compared")
        for size in self.sizes:
            apart = Counter(d for source in nodes(*size) for d in distances(size[0], source).values())
            for links in range(size[1] + 1):
                counted = evaluate(pairs_apart(), {f: size[0], r: size[1], k: links})
                require(
                    counted == apart[links],
                    f"{apart[links]} pairs at distance {links} for f, r = {size}, not {counted}",
                )
            total = evaluate(total_of_distances(), {f: size[0], r: size[1]})
            require(total == sum(d * n for d, n in apart.items()), f"the sum of distances differs for f, r = {size}")

    def describe(self) -> list[str]:
        return [
            "the overlaps of two words are the longest one and its borders; the shortest overlap beyond m has longest border m",
            "B(j, m, f) words of j letters have a longest border of m; P(m, f) adds the smallest periods of words of m letters",
            f"compared with a search from every node at {len(self.sizes)} sizes",
        ]


@dataclass(frozen=True)
class Farthest(Proof):
    """The largest distance is r: r digits shifted in make any word, and 0...0 and 1...1, which do not overlap, need all r."""

    kind: ClassVar[str] = "longest overlap"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        whole = PairMax(at.distance)
        require(before.has(whole) and before.xreplace({whole: r}) == after, "the largest distance is not replaced by r")
        for size in ((2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (4, 2)):
            far = {source: distances(size[0], source) for source in nodes(*size)}
            require(max(max(found.values()) for found in far.values()) == size[1], f"the diameter differs at {size}")
            require(far[(0,) * size[1]][(1,) * size[1]] == size[1], f"the words 0...0 and 1...1 are nearer at {size}")

    def describe(self) -> list[str]:
        return ["r digits shifted in make any word, and from 0...0 to 1...1 none can be saved"]


_WHOLES = {
    "visits": PairSum(at.rings),
    "hot_send": at.DeviceMax(PairSum(at.crossings)),
    "hot_echo": at.DeviceMax(PairSum(at.echoes)),
    "hot_total": at.DeviceMax(PairSum(at.crossings + at.echoes)),
    "hot_queue": at.DeviceMax(PairSum(at.entries)),
}


@dataclass(frozen=True)
class DigitsAlike(Proof):
    """A count over all packets, for r = 1..5 and every f, by the patterns of equal digits of the words along routes.

    A pattern of j digits has f (f-1) ... (f-j+1) words, so counts over all pairs are polynomials in f. For a largest
    load, the polynomials of all patterns of a link (or node) are compared: the differences of the largest one from the
    others have no negative coefficient in f - f0, and below f0 the values are compared. Routes are shortest, and no
    ring is visited twice.
    """

    name: str
    closed: sp.Expr
    kind: ClassVar[str] = "patterns of equal digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        whole = _WHOLES[self.name]
        require(before.has(whole) and before.xreplace({whole: self.closed}) == after, f"not the {self.name}")
        for digits in range(1, LONGEST + 1):
            closed = self.closed.xreplace({r: sp.Integer(digits)})
            if self.name == "visits":
                small, first, polynomial = {}, 2, patterned(digits).visits
            else:
                found = largest(patterned(digits).loads[self.name])
                small, first, polynomial = found.small, found.first, found.polynomial
            for fanout, value in small.items():
                require(evaluate(closed, {f: fanout}) == value, f"{value} at f = {fanout}, r = {digits}")
            beyond = {f: _t + first}
            same = equal(closed.xreplace(beyond), polynomial.as_expr().xreplace(beyond))
            require(same, f"{polynomial.as_expr()} at f >= {first}, r = {digits}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(shows(assumptions, r <= LONGEST), f"patterns are counted up to r = {LONGEST} only")
        require(shows(assumptions, f >= 2), "fewer than two digits are not counted")

    def describe(self) -> list[str]:
        counted = f"the words along routes counted for every f by their patterns of equal digits, r = 1..{LONGEST}"
        if not self.name.startswith("hot"):
            return [counted]
        return [
            counted,
            "of the polynomials of all patterns of a link or node one is the largest from some f on; compared below",
        ]
