"""Mean distances of Sierpinski graphs: hops saved by third copies counted pair by pair, and the literature's formula for three."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from netlemma.derive.discovery import lemma
from netlemma.derive.networks.self_similar_means import MEAN, OVER_LEVELS, RecursionSolved, SavedHops, d
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
