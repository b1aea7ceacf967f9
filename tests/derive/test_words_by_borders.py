"""De Bruijn and Kautz graphs by the borders of words: brute force, bounds, and how the mean distance grows."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from netlemma.derive.algebra.word_counts import BorderedApart, PeriodsApart, chains, with_longest_border
from netlemma.derive.discovery import lemma


def words_apart(n, letters):
    return [word for word in product(range(letters), repeat=n) if all(x != y for x, y in pairwise(word))]


def borders(word):
    return [m for m in range(len(word)) if word[:m] == word[len(word) - m :]]


@pytest.mark.parametrize(
    ("n", "letters"), [*((n, 3) for n in range(1, 9)), *((n, 4) for n in range(1, 7)), (8, 2), (4, 6)]
)
def test_words_whose_neighbours_differ_by_their_borders(n, letters):
    words = words_apart(n, letters)
    counted = Counter(borders(word)[-1] for word in words)
    assert [with_longest_border(n, m, letters, apart=True) for m in range(-1, n + 2)] == [
        counted[m] for m in range(-1, n + 2)
    ]
    assert chains(n, letters, apart=True) == Counter((*borders(word), n) for word in words)
    assert BorderedApart(n, 0, letters - 1) == counted[0]
    assert PeriodsApart(n, letters - 1) == sum((n - m) * words for m, words in counted.items())


@pytest.mark.parametrize("family", ["de-bruijn", "kautz"])
def test_as_many_nodes_are_at_each_distance_as_there_are_and_their_mean_is_the_mean_distance(family):
    mean, apart, nodes = (lemma(f"{family}.{name}") for name in ("mean_distance", "nodes_at_distance", "nodes"))
    for size in ({"d": 2, "D": 12}, {"d": 3, "D": 7}, {"d": 5, "D": 4}):
        here = [apart.value({**size, "i": i}) for i in range(size["D"] + 2)]
        assert sum(here) == nodes.value(size) and here[0] == 1 and here[-1] == 0
        assert sum(i * n for i, n in enumerate(here)) / (nodes.value(size) - 1) == mean.value(size)


@pytest.mark.parametrize("family", ["de-bruijn", "kautz"])
def test_the_mean_distance_is_the_diameter_less_a_number_that_the_first_periods_give(family):
    """As docs/topologies.md says: bounds for all sizes, and a limit with the error of what is left out."""
    mean, nodes = lemma(f"{family}.mean_distance"), lemma(f"{family}.nodes")
    for d in (2, 3, 5):
        less = Fraction(d, (d - 1) ** 2) if family == "de-bruijn" else Fraction(d * d, (d + 1) * (d - 1) ** 2)
        found = {}
        for D in range(1, 12 if d == 2 else 7):
            size = {"d": d, "D": D}
            found[D] = D - mean.value(size) * (1 - 1 / nodes.value(size))
            assert 0 < found[D] < less
        last = found[max(found)]
        for D, so_far in found.items():
            rest = Fraction(D * (d - 1) + d, d**D * (d - 1) ** 2) * (1 if family == "de-bruijn" else Fraction(d, d + 1))
            assert 0 <= last - so_far <= rest
