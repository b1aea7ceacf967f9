"""Lemmas on the shuffle of rings: proofs about shortest routes, overlaps and detours, and the domains and polynomials
that the lemmas share.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.word_counts import radix
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.shuffle.brute_force_shuffle import ShuffleTotals, distances, nodes, traffic
from netlemma.derive.networks.shuffle.shuffle_patterns import (
    FARTHEST,
    LONGEST,
    detoured,
    largest,
    overlap,
    patterned,
    refused,
    rings_of,
)
from netlemma.derive.networks.word_overlaps import LongestOverlap, ShiftedWords

# Proofs about the shuffle of rings: shortest routes, longest overlaps, and counts by patterns of equal digits.


f, r, k = radix, at.parameter("r"), at.parameter("k", 0)
crossed = sp.Function("l")(at.source, at.destination)  # links crossed by the packet from s to t
_t = sp.Symbol("t", integer=True, nonnegative=True)

ALL_PAIRS = PairSum(at.distance)
PAIRS_APART = PairSum(sp.Piecewise((1, sp.Eq(at.distance, k)), (0, True)))


def _searched(size: Size) -> Counter[int]:
    return Counter(hops for source in nodes(size["f"], size["r"]) for hops in distances(size["f"], source).values())


_COMPARED = tuple(
    {"f": letters, "r": length}
    for letters, length in ((2, 1), (2, 2), (2, 3), (2, 4), (2, 6), (3, 1), (3, 2), (3, 4), (4, 3), (5, 2))
)
BY_OVERLAPS = LongestOverlap(ShiftedWords(f, r), _COMPARED, _searched)


@dataclass(frozen=True)
class NoRingTwice(Proof):
    """Packets take shortest routes: up to r = 5 digits no shortest route visits a ring twice.

    There is one shortest route for each pair. Which of its links are on one ring depends only on which digits are
    equal, so finitely many patterns cover all words over any number of digits
    (:mod:`netlemma.derive.networks.shuffle.shuffle_patterns`).
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


# Proofs about packets in the shuffle of rings with detours, so that no packet visits a ring twice: up to r = 8 digits.


_detour_t = sp.Symbol("t", integer=True, nonnegative=True)


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
            for_all = closed.xreplace({f: _detour_t + beyond})
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


# Common parts of the lemmas on the shuffle: domains, reasons, polynomials for each word length.


NODES = f**r
FANOUT, DIGITS = Parameter("f", 2, "links of each node"), Parameter("r", 1, "digits of a node's word")
EVERY_LENGTH = Domain((FANOUT, DIGITS))
SHORT = Domain((FANOUT, DIGITS), (r <= LONGEST,))
LONG = Domain((FANOUT, DIGITS), (r <= FARTHEST,))
UP_TO = f"up to r = {LONGEST} no shortest route visits a ring twice"
BEYOND = (
    f"From r = {LONGEST + 1} on some packets take detours, since their shortest route would visit a ring twice. Which links these take "
    "depends on the numbers of links, and no closed form was found."
)
FARTHER = f"Detours are counted for each r, up to r = {FARTHEST}; no closed form for all r was found."
BY_PATTERNS = "what packets do depends only on which digits are equal, so every count is a polynomial in f"


def node_count(size: Size) -> int:
    """The number of nodes."""
    return size["f"] ** size["r"]


def shuffle_lemma(
    quantity: str,
    symbol: str,
    statement: str,
    words: str,
    write: DerivationBuilder,
    value: Callable[[Size], Fraction],
    domain: Domain = SHORT,
    measured: str = "",
) -> Lemma:
    """A lemma on the shuffle with the general router, or with shortest routes if its key names them."""
    routing = "shortest" if quantity.startswith("shortest") else "general"
    return Lemma(
        key=f"ring-shuffle.{quantity}",
        symbol=sp.Symbol(symbol),
        statement=statement,
        definition=Definition(words, write.start, value, node_count),
        domain=domain,
        derivation=write.derivation(),
        measured=Measured("ring-shuffle", measured or f"ring.{quantity}", ("f", "r"), "link", routings=(routing,)),
    )


def traffic_at(size: Size) -> ShuffleTotals:
    """All packets of the general router, by brute force."""
    return traffic(size["f"], size["r"])


def by_digits(polynomials: Sequence[sp.Expr]) -> sp.Expr:
    """A polynomial in f for r = 1, 2, ...; the last one for the largest r."""
    *before, last = polynomials
    return sp.Piecewise(*((p, sp.Eq(r, n)) for n, p in enumerate(before, 1)), (last, True))


def divided_by_nodes(polynomials: sp.Expr, power: int) -> sp.Expr:
    """Each polynomial divided by N^power, where N = f^r for the r of its case."""
    cases = [(sp.expand(value / f ** (power * n)), case) for n, (value, case) in enumerate(polynomials.args, 1)]
    return sp.Piecewise(*cases)
