"""Distances between words by their overlaps: what their proofs refuse."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import PairSum, parameter
from netlemma.derive.lemmas.de_bruijn import DE_BRUIJN, KAUTZ
from netlemma.derive.networks.word_overlaps import LongestOverlap, Overlaps, ShiftedWords, by_overlaps
from netlemma.errors import ProofError

d, D, i = parameter("d", 2), parameter("D", 1), parameter("i", 0)
WORDS, APART = ShiftedWords(d, D), ShiftedWords(d + 1, D, apart=True)
PROVED = [
    *(f"{family}.{name}" for family in ("de-bruijn", "kautz") for name in ("mean_distance", "nodes_at_distance", "visit_ratio.link")),
    *(f"ring-shuffle.shortest.{name}" for name in ("distance", "pairs_at_distance", "total_distance", "mean_distance")),
    "ring-shuffle.pairs_at_distance",
    "ring-shuffle.ring_count",
    "undirected-kautz.diameter",
    "shuffle-exchange.diameter",
]  # fmt: skip


@pytest.mark.parametrize("key", PROVED)
def test_distances_between_words_are_proved(key):
    found = lemma(key)
    found.check()
    assert found.strength == "proved"


@pytest.mark.parametrize("words", [WORDS, APART])
def test_distances_other_than_by_overlaps_are_refused(words):
    whole = PairSum(at.distance)
    Overlaps(words).check(whole, PairSum(words.hops))
    for wrong in (PairSum(words.hops + 1), PairSum(words.hops - 1), PairSum(sp.Max(words.hops, 1))):
        with pytest.raises(ProofError):
            Overlaps(words).check(whole, wrong)


class OneLetterFewer(ShiftedWords):
    """Words with letters on one side of a given word alone."""

    def around(self, length):
        return self.more ** (self.length - length)


class AllLetters(ShiftedWords):
    """Words whose neighbours may be alike, counted as if they differed."""

    @property
    def more(self):
        return self.letters


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (OneLetterFewer(d, D), "letters around"),
        (OneLetterFewer(d + 1, D, True), "letters around"),
        (AllLetters(d + 1, D, True), "not"),
    ],
)
def test_other_numbers_of_letters_are_refused(words, said):
    made = KAUTZ if words.apart else DE_BRUIJN
    with pytest.raises(ProofError, match=said):
        by_overlaps(made, "mean_distance", D, words).derivation.steps[1].check()


def test_words_of_another_family_are_refused():
    """The numbers for de Bruijn graphs do not stand those of Kautz graphs, at small sizes."""
    with pytest.raises(ProofError, match="pairs at distance"):
        by_overlaps(KAUTZ, "mean_distance", D, ShiftedWords(d + 1, D)).derivation.steps[1].check()


def test_words_that_do_not_overlap_are_shown_where_neighbours_may_be_alike_alone():
    proof = LongestOverlap(APART, KAUTZ.small, lambda size: Counter())
    whole = at.PairMax(APART.hops)
    with pytest.raises(ProofError, match="no words without overlap"):
        proof.check(whole, proof.after(whole))


@pytest.mark.parametrize("key", ["de-bruijn.nodes_at_distance", "kautz.mean_distance"])
def test_other_closed_forms_are_refused(key):
    found = lemma(key)
    made, words = (KAUTZ, APART) if key.startswith("kautz") else (DE_BRUIJN, WORDS)
    for wrong in (found.closed_form + 1, found.closed_form.xreplace({D: D + 1})):
        changed = by_overlaps(made, key.partition(".")[2], wrong, words)
        with pytest.raises(ProofError):
            replace(changed, derivation=changed.derivation).check()


def test_the_longest_overlap_has_no_next_one_and_every_other_has_one():
    """What is decided of sets of numbers, set by set: next to m are those above it with none between; all less those before add up."""
    for chosen in (set(each) for number in range(6) for each in combinations(range(1, 6), number)):
        for m in {0, *chosen}:
            following = [j for j in chosen if j > m and not any(m < between < j for between in chosen)]
            assert len(following) == (m != max(chosen, default=0))
        steps = [j - max((x for x in chosen if x < j), default=0) for j in chosen]
        assert sum(steps) == max(chosen, default=0)
