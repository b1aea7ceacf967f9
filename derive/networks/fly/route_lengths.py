"""Route lengths by the stages of the ends and by K, the number of hops after which the row is correct: links, rings and
sums.

A :class:`Way` is a kind of packets whose route length is affine in the stages. Everything is decided for all sizes by
affine implications; :class:`netlemma.derive.algebra.largest_values.LargestInRange` proves the largest length.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import Relations, covers, impossible, require_assumed, shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.largest_values import Range, within_ranges
from netlemma.derive.algebra.notation import PairMax, PairSum, RangeMax, WordPairs
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.fly.brute_force_rings import Measurements
from netlemma.derive.networks.fly.digit_conditions import AGREE, ANY, counted
from netlemma.derive.networks.fly.fabric_crossings import FabricLeg, aligned

_h, _m, _n = sp.symbols("h m n", integer=True)


@dataclass(frozen=True)
class Way:
    """Packets between stages in ``over`` with first <= K <= last cross ``links`` links; ``times`` ends are equivalent."""

    over: tuple[Range, ...]
    first: sp.Expr
    last: sp.Expr
    links: sp.Expr
    times: sp.Expr = sp.S.One
    fixed: Relations = ()

    @property
    def region(self) -> list[sp.Basic]:
        return [*within_ranges(self.over), *self.fixed, aligned >= self.first, aligned <= self.last]


def words_aligned(hops: sp.Expr, radix: sp.Expr, r: sp.Expr) -> sp.Expr:
    """Pairs of words that agree from a place on: those with K at most that number of hops."""
    parts = [
        sp.Tuple(count, condition) for count, condition in ((hops, ANY), (sp.expand(r - hops), AGREE)) if count != 0
    ]
    return WordPairs(radix, *parts)


def total_links(ways: Sequence[Way], radix: sp.Expr, r: sp.Expr) -> sp.Expr:
    """The links crossed by all packets."""
    total = sp.Integer(0)
    for way in ways:
        pairs = words_aligned(way.last, radix, r)
        if way.first != 0:
            pairs -= words_aligned(way.first - 1, radix, r)
        whole = way.times * way.links * pairs
        total += sp.Sum(whole, *way.over) if way.over else whole
    return total


def largest(cases: Sequence[tuple[Relations, sp.Expr]], ranges: Sequence[Range]) -> sp.Expr:
    """The largest value of all cases, as an expression."""
    rows = [(value, sp.And(*when)) for when, value in cases]
    body = sp.Piecewise(*rows, evaluate=False) if len(rows) > 1 else rows[0][0]
    return RangeMax(body, *(sp.Tuple(*x) for x in ranges))


def lengths(ways: Sequence[Way], ranges: Sequence[Range]) -> list[tuple[Relations, sp.Expr]]:
    """The cases of the distance: conditions of each kind of packets beyond the ranges of the indices, and its links."""
    known = within_ranges(ranges)
    return [(tuple(x for x in way.region if x not in known), way.links) for way in ways]


def certify_partition(cases: Sequence[Sequence[sp.Basic]], known: Sequence[sp.Basic]) -> None:
    """Check that exactly one of the cases holds."""
    require(covers(known, cases), "a packet is of no kind")
    for one, other in combinations(cases, 2):
        require(impossible([*known, *one, *other]), "a packet is of two kinds")


def rings_of_leg(leg: FabricLeg) -> Iterator[tuple[Relations, sp.Expr]]:
    """Largest number of rings of the packets of a leg of the round: K hops on K rings, and one ring for all remaining hops."""
    length = leg.last + 1
    yield (*leg.when, length >= aligned + 1), aligned + 1
    yield (*leg.when, length <= aligned), aligned


def certify_alternation(legs: Sequence[FabricLeg], known: Sequence[sp.Basic], r: sp.Expr) -> None:
    """Check the number of rings of a leg: at most one for each of the first K hops and one for the others, attained by some
    packet.

    The words agree from place K on, so that the hops from K on change no digit and stay on one short ring. Let the
    words differ at place h < K exactly if K - 1 - h is even: then of two consecutive links one is long and one short,
    up to hop K
    - 1, which is long, and hop K, which is short; so each of these links is on another ring than the previous one.
    """
    for leg in legs:
        here = [*known, *leg.when]
        require(shows(here, leg.last + 1 >= aligned), "a leg ends before the row is correct")
    apart = [sp.Eq(aligned - 1 - _h, 2 * _m), sp.Eq(aligned - 1 - (_h + 1), 2 * _n)]
    require(impossible(apart), "two long links are consecutive")
    apart = [sp.Eq(aligned - 1 - _h, 2 * _m + 1), sp.Eq(aligned - 1 - (_h + 1), 2 * _n + 1)]
    require(impossible(apart), "two short links before hop K are consecutive")
    require(shows([sp.Eq(_h, aligned - 1)], sp.Eq(aligned - 1 - _h, 0)), "hop K - 1 is not long")
    require(shows([aligned <= r, _h >= aligned], _h >= aligned - 1 + 1), "hop K is not short")


@dataclass(frozen=True)
class WaysOfPackets(Proof):
    """The largest value, or the sum, of a quantity of packets, by the stages of their ends and by K.

    Checked for all sizes: the stops of packets (``rule``), and that each packet is of exactly one kind. Compared at
    small sizes with packets followed link by link.
    """

    whole: sp.Expr
    result: sp.Expr
    cases: tuple[Relations, ...]
    domain: Relations
    ranges: tuple[Range, ...]
    rule: Callable[[], None]
    literal: Callable[[Size], object]
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "packets by stages"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(
            before.has(self.whole) and before.xreplace({self.whole: self.result}) == after,
            "the right-hand side is not the value over all packets",
        )
        self.rule()
        certify_partition(self.cases, [*self.domain, *within_ranges(self.ranges)])
        if not self.result.has(RangeMax):
            for case, relation in product(self.cases, within_ranges(self.ranges)):
                require(shows([*self.domain, *case], relation), f"{relation} fails in the summation range")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            followed = self.literal({symbol.name: value for symbol, value in size.items()})
            require(value_at(self.result, size) == followed, f"packets followed at {size} give {followed}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require_assumed(self.domain, assumptions, parameters, "packets are followed for {} only")

    def describe(self) -> list[str]:
        return [
            "every packet is of exactly one of these ways, for all sizes; K is any of 0..r, as words can differ last at any place",
            f"compared with packets followed link by link at {len(self.small)} sizes",
        ]


def value_at(expr: sp.Expr, size: dict[sp.Symbol, int]) -> Fraction:
    """The value of an expression with numbers of pairs of words, or of a largest value, at one size."""
    if isinstance(expr, RangeMax):
        return max(evaluate(expr.args[0], point) for point in _points(expr.ranges, size))
    return evaluate(counted(expr), size)


def _points(ranges: Sequence[Range], size: dict[sp.Symbol, int]) -> Iterator[dict[sp.Symbol, int]]:
    if not ranges:
        yield size
        return
    (index, lower, upper), *rest = ranges
    for value in range(int(evaluate(lower, size)), int(evaluate(upper, size)) + 1):
        yield from _points(rest, {**size, index: value})


LONGEST, MOST_RINGS, ALL_LINKS = PairMax(at.distance), PairMax(at.rings), PairSum(at.distance)


@dataclass(frozen=True)
class PacketKinds:
    """The kinds of packets of a network: the ranges of their indices, and the checks of the routing rule."""

    radix: sp.Expr
    stages: sp.Expr
    ranges: tuple[Range, ...]
    domain: Relations
    ways: tuple[Way, ...]
    ring_cases: tuple[tuple[Relations, sp.Expr], ...]
    rule: Callable[[], None]
    followed: Callable[[Size], Measurements]
    small: tuple[dict[sp.Symbol, int], ...]

    def _step(
        self,
        write: DerivationBuilder,
        whole: sp.Expr,
        result: sp.Expr,
        cases: Iterable[Sequence[sp.Basic]],
        because: str,
        literal: Callable[[Size], object],
    ) -> None:
        regions = tuple(map(tuple, cases))
        proof = WaysOfPackets(whole, result, regions, self.domain, self.ranges, self.rule, literal, self.small)
        write.step(write.now.xreplace({whole: result}), because, proof)

    def distance(self, because: str) -> DerivationBuilder:
        """Derivation of the largest number of links, over all kinds of packets."""
        write = DerivationBuilder(LONGEST)
        cases = lengths(self.ways, self.ranges)
        regions = [way.region for way in self.ways]
        self._step(
            write, LONGEST, largest(cases, self.ranges), regions, because, lambda x: self.followed(x).traffic.distance
        )
        return write

    def ring_hops(self, because: str) -> DerivationBuilder:
        """Derivation of the largest number of rings, over all kinds of packets."""
        write = DerivationBuilder(MOST_RINGS)
        regions = [when for when, _ in self.ring_cases]
        result = largest(self.ring_cases, self.ranges)
        self._step(write, MOST_RINGS, result, regions, because, lambda x: self.followed(x).traffic.ring_hops)
        return write

    def mean_distance(self, processors: sp.Expr, because: str) -> DerivationBuilder:
        """Derivation of the mean number of links, as a sum over all kinds of packets."""
        write = DerivationBuilder(ALL_LINKS / processors**2)
        result = total_links(self.ways, self.radix, self.stages)
        regions = [way.region for way in self.ways]
        self._step(write, ALL_LINKS, result, regions, because, lambda x: self.followed(x).traffic.total_distance)
        return write
