"""Mean distances of Sierpinski graphs: hops saved by third copies counted pair by pair, and the literature's formula for three."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from netlemma.derive.discovery import lemma
from netlemma.derive.lemmas import words_and_subsets
from netlemma.derive.lemmas.word_recursions import SIERPINSKI
from netlemma.derive.networks import self_similar_means
from netlemma.derive.networks.brute_force_networks import of_links
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.self_similar_means import MEAN, OVER_LEVELS, L, RecursionSolved, SavedHops, ThirdCopies, d
from netlemma.errors import ProofError
from netlemma.graphs import network
from netlemma.graphs.loads.distance_indices import profile


def to_corner(word, letter):
    return sum(2**place for place, each in enumerate(reversed(word)) if each != letter)


@pytest.mark.parametrize(("m", "letters"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (2, 5), (3, 4)])
def test_hops_that_a_third_copy_saves(m, letters):
    saved = 0
    for s, t in product(product(range(letters), repeat=m), repeat=2):
        by_the_link = to_corner(s, 1) + 1 + to_corner(t, 0)
        through_a_third = to_corner(s, 2) + 2**m + 1 + to_corner(t, 2)
        saved += max(0, by_the_link - through_a_third)
    assert SavedHops(m, letters) == saved


@pytest.mark.in_turn
def test_the_recursion_is_solved_and_another_closed_form_is_refused():
    RecursionSolved().check(OVER_LEVELS, MEAN)
    with pytest.raises(ProofError):
        RecursionSolved().check(OVER_LEVELS, MEAN + 1)


@pytest.mark.in_turn
def test_a_closed_form_built_otherwise_is_refused(monkeypatch):
    from netlemma.derive.networks import self_similar_means

    right = self_similar_means._mean
    for wrong in (lambda *parts: right(*parts) + 1 / d, lambda nodes, *parts: right(nodes + 1, *parts)):
        monkeypatch.setattr(self_similar_means, "_mean", wrong)
        with pytest.raises(ProofError):
            RecursionSolved().check(OVER_LEVELS, MEAN)


@pytest.mark.in_turn
def test_a_sum_of_binomials_that_differs_in_large_graphs_alone_is_refused(monkeypatch):
    body, *limits = self_similar_means._ROOTS.args
    none = sp.prod([L - level for level in range(8)])  # up to seven levels
    wrong = sp.Sum(body + none, *limits)
    monkeypatch.setattr(self_similar_means, "_ROOTS", wrong)
    grown = self_similar_means._mean(d**L, (2 * d) ** L, wrong / (2 * d) ** L)
    monkeypatch.setattr(self_similar_means, "MEAN", grown)
    with pytest.raises(ProofError, match="terms of the powers"):
        RecursionSolved().check(OVER_LEVELS, grown)


@pytest.mark.in_turn
@pytest.mark.parametrize("changed", ["_U", "_V", "_R", "_E", "_P", "_D", "_SQUARES"])
def test_a_wrong_coefficient_is_refused(changed, monkeypatch):
    from netlemma.derive.networks import self_similar_means

    monkeypatch.setattr(self_similar_means, changed, getattr(self_similar_means, changed) + 1)
    with pytest.raises(ProofError):
        RecursionSolved().check(OVER_LEVELS, MEAN)


@pytest.mark.in_turn
@pytest.mark.parametrize("size", [{"d": 2, "L": 9}, {"d": 3, "L": 6}, {"d": 4, "L": 5}, {"d": 7, "L": 3}])
def test_larger_graphs_than_those_of_the_argument(size):
    apart = profile(network("sierpinski", **size)).nodes_at_distance
    mean = Fraction(sum(i * n for i, n in enumerate(apart)), sum(apart[1:]))
    assert lemma("sierpinski.mean_distance").value(size) == lemma("wk-recursive.mean_distance").value(size) == mean


def test_three_letters_are_as_hinz_and_schief_write_them():
    """Hinz and Schief, The average distance on the Sierpinski gasket, 1990, as OEIS A290004 has it: the Wiener index."""
    root = sp.sqrt(17)
    for n in range(1, 12):
        roots = (34 - 3 * root) * (5 - root) ** n + (34 + 3 * root) * (5 + root) ** n
        wiener = sp.Rational(3, 1003 * 2**n) * roots - sp.Rational(3 ** (n + 1), 10)
        wiener = sp.expand(wiener + 9**n * (sp.Rational(233 * 2**n, 885) - sp.Rational(1, 6)))
        assert lemma("hanoi.wiener_index").value({"n": n}) == Fraction(int(wiener.p), int(wiener.q))


def test_how_the_mean_distance_grows():
    """Hinz and Schief: 466/885 of the diameter for three letters."""
    grown = lemma("sierpinski.mean_distance").value({"d": 3, "L": 40}) / 2**40
    assert abs(grown - Fraction(466, 885)) < Fraction(1, 10**9)


KEYS = [
    f"{family}.{name}"
    for family in ("sierpinski", "wk-recursive", "hanoi")
    for name in ("diameter", "mean_distance", "wiener_index")
]


@pytest.mark.parametrize("key", KEYS)
def test_distances_in_copies_are_proved(key):
    found = lemma(key)
    found.check()
    assert found.strength == "proved"


@pytest.mark.parametrize("given", [{"diameter": 2**L}, {"diameter": 2**L - 2}, {"mean_distance": MEAN + 1}])
def test_other_closed_forms_are_refused(given):
    (build,) = (
        v for q, v in lemmas(SIERPINSKI, fabric=ThirdCopies(SIERPINSKI.domain), **given).items() if "wiener" not in q
    )
    with pytest.raises(ProofError):
        build().check()


def test_hops_saved_by_two_copies_at_once_would_be_noticed(monkeypatch):
    """With letters that add 2 two third copies could save hops together; with other numbers of letters the recursion is another one."""
    self_similar_means._certify_savings.cache_clear()
    for name, wrong in (("_NONE", self_similar_means._NONE + 1), ("_longer", lambda counts, letters: counts)):
        with monkeypatch.context() as patched:
            patched.setattr(self_similar_means, name, wrong)
            with pytest.raises(ProofError):
                self_similar_means._certify_savings()
    with monkeypatch.context() as patched:
        patched.setattr(self_similar_means, "_of_level", lambda nodes, twos, saved: nodes)
        self_similar_means._certify_sum.cache_clear()
        with pytest.raises(ProofError, match="over a level"):
            self_similar_means._certify_sum()
    self_similar_means._certify_savings()


def test_other_names_of_pegs_are_refused(monkeypatch):
    words_and_subsets._certify_pegs()
    monkeypatch.setattr(words_and_subsets, "_HANOI", SIERPINSKI_OF_THREE)
    with pytest.raises(ProofError, match="other copies"):
        words_and_subsets._certify_pegs()


def linked_by_corners(size):
    """Sierpinski graphs of three letters, the first letter written last: copies are joined at the corners of each other's letters."""
    network = SIERPINSKI.network({"d": 3, "L": size["n"]})
    return [(u[::-1], v[::-1]) for u, near in network.neighbours.items() for v in near]


SIERPINSKI_OF_THREE = of_links(
    "hanoi", words_and_subsets._HANOI.domain, words_and_subsets._HANOI.ends, linked_by_corners, ({"n": 2}, {"n": 3})
)
