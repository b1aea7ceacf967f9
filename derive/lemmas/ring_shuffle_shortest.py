"""Shuffle of rings: distances alone, for any rings of the routes, and for words of any length."""

from dataclasses import replace
from fractions import Fraction

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import PairMax
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.shuffle import brute_force_shuffle
from netlemma.derive.networks.shuffle import shuffle_lemmas as common
from netlemma.derive.networks.shuffle import shuffle_lemmas as proofs
from netlemma.derive.networks.shuffle.shuffle_lemmas import k, r
from netlemma.derive.networks.word_overlaps import add_overlaps


def _distances(size: Size) -> list[int]:
    """The distances of all ordered pairs, by a search from every node."""
    return [
        d
        for source in brute_force_shuffle.nodes(size["f"], size["r"])
        for d in brute_force_shuffle.distances(size["f"], source).values()
    ]


def shortest_distance() -> Lemma:
    """The lemma on the diameter, for any rings of the routes."""
    write = DerivationBuilder(PairMax(at.distance))
    add_overlaps(write, proofs.BY_OVERLAPS)
    return common.shuffle_lemma(
        "shortest.distance", "d_max", "The largest distance between two nodes, whichever rings the way visits.",
        "the largest distance between two nodes", write, lambda size: Fraction(max(_distances(size))), domain=common.EVERY_LENGTH,
    )  # fmt: skip


def shortest_total_distance() -> Lemma:
    """The lemma on the sum of all distances, by smallest periods."""
    write = DerivationBuilder(proofs.ALL_PAIRS)
    add_overlaps(write, proofs.BY_OVERLAPS)
    return common.shuffle_lemma(
        "shortest.total_distance", "D",
        "The sum of the distances of all N^2 ordered pairs, whichever rings the ways visit; P(m, f) is the sum of the smallest "
        "periods of all words of m letters out of f.",
        "the sum of the distances over all ordered pairs of nodes", write, lambda size: Fraction(sum(_distances(size))),
        domain=common.EVERY_LENGTH,
    )  # fmt: skip


def shortest_mean_distance() -> Lemma:
    """The lemma on the mean distance, by smallest periods."""
    write = DerivationBuilder(proofs.ALL_PAIRS / common.NODES**2)
    add_overlaps(write, proofs.BY_OVERLAPS)
    return common.shuffle_lemma(
        "shortest.mean_distance", "L",
        "The mean distance over all N^2 ordered pairs, whichever rings the ways visit; P(m, f) is the sum of the smallest periods of "
        "all words of m letters out of f.",
        "the sum of the distances over all ordered pairs of nodes, divided by their number", write,
        lambda size: Fraction(sum(_distances(size)), common.node_count(size) ** 2), domain=common.EVERY_LENGTH,
    )  # fmt: skip


def shortest_pairs_at_distance() -> Lemma:
    """The lemma on the number of pairs that are k links apart, by longest borders."""
    write = DerivationBuilder(proofs.PAIRS_APART)
    add_overlaps(write, replace(proofs.BY_OVERLAPS, within=True))
    return common.shuffle_lemma(
        "shortest.pairs_at_distance", "A",
        "How many of the N^2 ordered pairs are k links apart, whichever rings the way visits; B(j, m, f) words of j letters out of f have "
        "a longest border of m letters.",
        "ordered pairs of nodes at distance k, counted", write,
        lambda size: Fraction(_distances({"f": size["f"], "r": size["r"]}).count(size["k"])),
        domain=Domain((common.FANOUT, common.DIGITS, Parameter("k", 0, "the distance")), (k <= r,)),
    )  # fmt: skip


LEMMAS = {
    "ring-shuffle.shortest.distance": shortest_distance,
    "ring-shuffle.shortest.pairs_at_distance": shortest_pairs_at_distance,
    "ring-shuffle.shortest.total_distance": shortest_total_distance,
    "ring-shuffle.shortest.mean_distance": shortest_mean_distance,
}
