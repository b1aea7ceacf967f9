"""Shuffle of rings (Johnson and Goodman 1991, section 3.2, where it is simulated only).

A packet from word x to word y shifts in the part of y after the longest suffix of x that is a prefix of y. The words
along its route, r + 1 digits wide, are the links; those that are rotations of each other are on one ring. Up to r = 5
no shortest route visits a ring twice. From r = 6 on some do, and their packets take detours. The lengths of detours are
known up to r = 8; their links depend on the numbers of links. Lemmas about distances alone, whose keys contain
``shortest``, hold for every r.
"""

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import DeviceSum, PairMax, PairSum, WordSum
from netlemma.derive.algebra.proof import PROVED, Proof, require
from netlemma.derive.algebra.word_counts import Burnside, interpolated, least_rotation, necklaces
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, Derived
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.shuffle import brute_force_shuffle
from netlemma.derive.networks.shuffle import shuffle_lemmas as common
from netlemma.derive.networks.shuffle import shuffle_lemmas as proofs
from netlemma.derive.networks.shuffle.brute_force_shuffle import traffic
from netlemma.derive.networks.shuffle.shuffle_lemmas import (
    Detoured,
    EnoughPoints,
    ForEachLength,
    LongestRoute,
    extra_links,
    f,
    k,
    r,
)
from netlemma.derive.networks.shuffle.shuffle_patterns import FARTHEST, LONGEST
from netlemma.derive.networks.word_overlaps import add_overlaps

c = at.parameter("c")


class LettersCounted(Proof):
    """There is one empty word, and each word of r letters has f extensions by one letter."""

    kind = "induction over the letters"
    strength = PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WordSum(sp.Integer(1), r, f), "not the number of words")
        length = sp.Symbol("n", integer=True, nonnegative=True)
        at_length = after.xreplace({r: length})
        require(at_length.xreplace({length: sp.Integer(0)}) == 1, "the number of empty words is not 1")
        longer = at_length.xreplace({length: length + 1}) / at_length
        require(sp.simplify(longer - f) == 0, "a word does not have f extensions")


def nodes() -> Lemma:
    """The lemma on the number of nodes."""
    write = DerivationBuilder(WordSum(sp.Integer(1), r, f))
    write.step(common.NODES, "each of the r digits is one of f", LettersCounted())
    return common.shuffle_lemma(
        "nodes", "N", "The number of nodes.", "words of r digits out of f, counted", write,
        lambda size: Fraction(len(brute_force_shuffle.nodes(size["f"], size["r"]))), domain=common.EVERY_LENGTH, measured="nodes",
    )  # fmt: skip


def ring_count() -> Lemma:
    """The lemma on the number of rings, as a finite sum."""
    whole = DeviceSum(sp.Integer(1), sp.Symbol("ring"))
    write = DerivationBuilder(whole)
    small = tuple({f: a, r: b} for a, b in ((2, 1), (2, 2), (2, 3), (2, 5), (3, 1), (3, 3), (4, 2)))
    write.step(
        necklaces(r + 1, f),
        "a ring is a word of r + 1 digits up to rotation, a necklace",
        Burnside(whole, r + 1, f, small),
    )

    def value(size: Size) -> Fraction:
        links = brute_force_shuffle.nodes(size["f"], size["r"] + 1)
        return Fraction(len({least_rotation(link) for link in links}))

    statement = "The number of rings, those of one node included, which are f. The size of each ring divides r + 1."
    return common.shuffle_lemma(
        "ring_count", "R", statement, "rings, counted", write, value, domain=common.EVERY_LENGTH
    )


_MOST_LINKS = sp.Piecewise((r, r <= LONGEST), (r + 1, True))
_MOST_RINGS = sp.Piecewise((r, sp.Or(r <= LONGEST, sp.Eq(f, 2))), (r + 1, True))
_STRAIGHT = "from 0...0 to 1...1 r links on different rings are needed, and no shortest route has more; detours may"


def distance() -> Lemma:
    """The lemma on the largest number of links that a packet crosses."""
    write = DerivationBuilder(PairMax(proofs.crossed))
    write.step(_MOST_LINKS, _STRAIGHT, LongestRoute(False, _MOST_LINKS))
    statement = (
        f"The most links that a packet crosses. From r = {LONGEST + 1} on it is more than r for every r: on the way from 0...011 to "
        "0101...10 (even r) or from 0...0111 to 01...01110 (odd r) the only route of r links visits a ring twice. "
        + common.FARTHER
    )
    return common.shuffle_lemma(
        "distance", "d_max", statement, "the most links that the general router sends a packet across", write,
        lambda size: Fraction(max(common.traffic_at(size).lengths)), domain=common.LONG,
    )  # fmt: skip


def ring_hops() -> Lemma:
    """The lemma on the largest number of rings that a packet visits."""
    write = DerivationBuilder(PairMax(at.rings))
    write.step(_MOST_RINGS, _STRAIGHT, LongestRoute(True, _MOST_RINGS))
    return common.shuffle_lemma(
        "ring_hops", "h_max", "The most rings that a packet visits. " + common.FARTHER, "the most rings that a packet visits", write,
        lambda size: Fraction(max(common.traffic_at(size).visits)), domain=common.LONG,
    )  # fmt: skip


def latency() -> Lemma:
    """The lemma on the latency of an idle network for hop penalty c."""
    write = DerivationBuilder((c - 1) * PairMax(at.rings) + PairMax(proofs.crossed))
    write.step(write.now.xreplace({PairMax(at.rings): _MOST_RINGS}), _STRAIGHT, LongestRoute(True, _MOST_RINGS))
    write.step(write.now.xreplace({PairMax(proofs.crossed): _MOST_LINKS}), _STRAIGHT, LongestRoute(False, _MOST_LINKS))
    write.normal(sp.Piecewise((c * r, r <= LONGEST), (c * r + 1, sp.Eq(f, 2)), (c * (r + 1), True)), COLLECTED)

    def value(size: Size) -> Fraction:
        totals = common.traffic_at({"f": size["f"], "r": size["r"]})
        return Fraction((size["c"] - 1) * max(totals.visits) + max(totals.lengths))

    return common.shuffle_lemma(
        "latency", "T", "The latency of an idle network, if to change rings takes as long as c links. " + common.FARTHER,
        "c - 1 for each of the most rings that a packet visits, and 1 for each of the most links that it crosses", write, value,
        domain=Domain((common.FANOUT, common.DIGITS, Parameter("c", 1, "links that take as long as a change of rings")), (r <= FARTHEST,)),
    )  # fmt: skip


def _detours(write: DerivationBuilder) -> sp.Expr:
    """Add the steps from the links that packets cross to a polynomial in f for each r, which is returned."""
    write.step(
        write.now.xreplace({PairSum(proofs.crossed): proofs.ALL_PAIRS + extra_links()}),
        common.UP_TO + "; then detours take the place of those that do",
        Detoured(),
    )
    add_overlaps(write, proofs.BY_OVERLAPS)
    total = proofs.BY_OVERLAPS.words.total() + extra_links()
    return common.by_digits([_interpolated(total, n) for n in range(1, FARTHEST + 1)])


def _interpolated(total: sp.Expr, digits: int) -> sp.Expr:
    """The polynomial in f of degree 2r at most with the values of ``total`` at r = digits."""
    return interpolated([evaluate(total, {f: n, r: digits}) for n in range(1, 2 * digits + 2)]).as_expr()


def total_distance() -> Lemma:
    """The lemma on the links that packets between all pairs cross, as a polynomial in f for each r."""
    write = DerivationBuilder(PairSum(proofs.crossed))
    write.step(_detours(write), _POINTS, EnoughPoints())
    return common.shuffle_lemma(
        "total_distance", "D", "The links crossed by packets between all N^2 ordered pairs. " + common.FARTHER,
        "the links that packets cross, added up over all ordered pairs of nodes", write,
        lambda size: Fraction(sum(d * n for d, n in common.traffic_at(size).lengths.items())), domain=common.LONG,
    )  # fmt: skip


def mean_distance() -> Lemma:
    """The lemma on the mean number of links that a packet crosses, all N^2 ordered pairs included."""
    earlier = total_distance()
    write = DerivationBuilder(PairSum(proofs.crossed) / common.NODES**2)
    write.step(
        write.now.xreplace({PairSum(proofs.crossed): earlier.closed_form}),
        "the links that all packets cross",
        Derived(replace(earlier.derivation, key=earlier.key)),
    )
    write.step(common.divided_by_nodes(earlier.closed_form, 2), COLLECTED, ForEachLength(FARTHEST))
    return common.shuffle_lemma(
        "mean_distance", "L", "The links that a packet crosses on average, packets to their own node counted. " + common.FARTHER,
        "the links that packets cross, added up over all ordered pairs of nodes and divided by their number", write,
        lambda size: Fraction(sum(d * n for d, n in common.traffic_at(size).lengths.items()), common.node_count(size) ** 2),
        domain=common.LONG,
    )  # fmt: skip


def pairs_at_distance() -> Lemma:
    """The lemma on the number of packets that cross k links."""
    routed = proofs.PAIRS_APART.xreplace({at.distance: proofs.crossed})
    write = DerivationBuilder(routed)
    write.step(proofs.PAIRS_APART, common.UP_TO, proofs.NoRingTwice())
    add_overlaps(write, replace(proofs.BY_OVERLAPS, within=True))
    return common.shuffle_lemma(
        "pairs_at_distance", "A", "How many of the N^2 ordered pairs have a packet that crosses k links.",
        "ordered pairs of nodes whose packet crosses k links, counted", write,
        lambda size: Fraction(traffic(size["f"], size["r"]).lengths[size["k"]]),
        domain=Domain((common.FANOUT, common.DIGITS, Parameter("k", 0, "links crossed")), (r <= LONGEST, k <= r)),
    )  # fmt: skip


_POINTS = "for each r a polynomial in f, known by its values"
LEMMAS = {
    "ring-shuffle.nodes": nodes,
    "ring-shuffle.ring_count": ring_count,
    "ring-shuffle.distance": distance,
    "ring-shuffle.ring_hops": ring_hops,
    "ring-shuffle.latency": latency,
    "ring-shuffle.pairs_at_distance": pairs_at_distance,
    "ring-shuffle.total_distance": total_distance,
    "ring-shuffle.mean_distance": mean_distance,
}
