"""Counts of words with bounded and longest runs, against all words written out, other recursions, and what they add up to."""

import re
from collections import Counter
from functools import cache
from itertools import groupby, product

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.word_counts import (
    BoundedRuns,
    LongestRuns,
    UnmarkedInLongest,
    bounded_runs_row,
    longest_runs,
)

SMALL = [(m, radix) for radix, longest in ((2, 11), (3, 7), (4, 5), (5, 4), (9, 3)) for m in range(longest + 1)]
few_letters = st.sampled_from(SMALL)
radices, lengths = st.integers(2, 30), st.integers(0, 40)


def stretches(word):
    """The lengths of the runs of 0 between marked letters and at both ends, those of length zero too."""
    text = "".join("x" if letter else "0" for letter in word)
    return [len(run) for run in re.split("x", text)]


@cache
def listed(m, radix):
    """Over all words of length m: how many have c longest stretches of length g, and their zeros together."""
    words, zeros = Counter(), Counter()
    for word in product(range(radix), repeat=m):
        runs = stretches(word)
        g = max(runs)
        words[g, runs.count(g)] += 1
        zeros[g, runs.count(g)] += word.count(0)
    return words, zeros


def by_automaton(m, g, radix):
    """Words whose runs of 0 are at most g long, letter by letter: the state is the length of the run that is open."""
    if g < 0:
        return 0
    open_runs = [1] + [0] * g
    for _ in range(m):
        open_runs = [(radix - 1) * sum(open_runs), *open_runs[:-1]]
    return sum(open_runs)


def by_pattern(m, g, radix):
    return sum("0" * (g + 1) not in "".join(map(str, word)) for word in product(range(radix), repeat=m))


@pytest.mark.parametrize(("m", "radix"), SMALL)
def test_bounded_runs_of_all_words(m, radix):
    for g in range(m + 3):
        assert BoundedRuns(m, g, radix) == by_pattern(m, g, radix) == by_automaton(m, g, radix)


@pytest.mark.parametrize(("m", "radix"), SMALL)
def test_longest_runs_of_all_words(m, radix):
    words, zeros = listed(m, radix)
    assert longest_runs(m, radix) == {key: (words[key], zeros[key]) for key in words}
    for g in range(-1, m + 2):
        for c in range(-1, m + 3):
            assert LongestRuns(m, g, c, radix) == words[g, c]
            assert UnmarkedInLongest(m, g, c, radix) == zeros[g, c]


def test_stretches_are_the_runs_of_zeros():
    """The oracle: with the runs of length zero left out, it lists the runs that groupby sees."""
    for word in product(range(3), repeat=6):
        assert [n for n in stretches(word) if n] == [len(list(run)) for letter, run in groupby(word) if letter == 0]
        assert len(stretches(word)) == 1 + sum(letter != 0 for letter in word)


def test_no_word_has_a_run_of_negative_length():
    assert BoundedRuns(0, -1, 2) == BoundedRuns(5, -1, 2) == BoundedRuns(5, -4, 3) == 0


def test_the_empty_word():
    for radix in (2, 3, 7):
        assert [BoundedRuns(0, g, radix) for g in (-1, 0, 1, 5)] == [0, 1, 1, 1]
        assert longest_runs(0, radix) == {(0, 1): (1, 0)}
        assert (LongestRuns(0, 0, 1, radix), UnmarkedInLongest(0, 0, 1, radix)) == (1, 0)
        assert LongestRuns(0, 0, 0, radix) == LongestRuns(0, 1, 1, radix) == 0


def test_one_letter():
    for radix in (2, 3, 7):
        assert [BoundedRuns(1, g, radix) for g in (-1, 0, 1, 2)] == [0, radix - 1, radix, radix]
        assert longest_runs(1, radix) == {(1, 1): (1, 1), (0, 2): (radix - 1, 0)}


def test_a_row_of_no_zeros():
    for radix in (2, 3, 10):
        assert bounded_runs_row(0, radix, 8) == [(radix - 1) ** m for m in range(9)]


def test_fibonacci_numbers_and_their_kin():
    """Binary words without two zeros in a row, three, four: Fibonacci, tribonacci, tetranacci numbers."""
    for g in (1, 2, 3):
        row = bounded_runs_row(g, 2, 40)
        assert row[: g + 1] == [2**m for m in range(g + 1)]
        assert all(row[m] == sum(row[m - g - 1 : m]) for m in range(g + 1, 41))


@given(lengths, st.integers(-2, 70), radices)
def test_bounded_runs_by_automaton(m, g, radix):
    assert BoundedRuns.at(m, g, radix) == by_automaton(m, g, radix)


@given(lengths, st.integers(0, 70), st.integers(0, 60), radices)
def test_rows_are_each_others_beginnings(m, g, longer, radix):
    assert bounded_runs_row(g, radix, m + longer)[: m + 1] == bounded_runs_row(g, radix, m)


@given(lengths, radices)
def test_every_word_has_its_longest_runs(m, radix):
    """All words, and all their zeros: each of m letters is 0 in one word of R."""
    found = longest_runs(m, radix)
    assert sum(words for words, _ in found.values()) == radix**m
    assert sum(zeros for _, zeros in found.values()) * radix == m * radix**m


@given(st.integers(0, 30), st.integers(-1, 31), st.integers(2, 9))
def test_longest_runs_add_up_to_bounded_ones(m, g, radix):
    within = sum(words for (longest, _), (words, _) in longest_runs(m, radix).items() if longest <= g)
    assert within == BoundedRuns.at(m, g, radix)


@given(st.integers(1, 40), radices)
def test_longest_runs_have_places(m, radix):
    """c runs of length g need c g zeros, a marked letter between each two, and leave no more zeros than letters."""
    for (g, c), (words, zeros) in longest_runs(m, radix).items():
        assert words > 0 and c > 0
        assert c * g + c - 1 <= m
        assert c * g * words <= zeros <= (m - c + 1) * words


@given(few_letters, st.data())
def test_other_letters_are_alike(chosen, data):
    """A word over R letters is a marking with R - 1 choices at each marked place."""
    m, radix = chosen
    g, c = data.draw(st.integers(0, m)), data.draw(st.integers(1, m + 1))
    markings = [
        word for word in product((0, 1), repeat=m) if (max(stretches(word)), stretches(word).count(g)) == (g, c)
    ]
    assert LongestRuns(m, g, c, radix) == sum((radix - 1) ** sum(word) for word in markings)
    assert UnmarkedInLongest(m, g, c, radix) == sum((radix - 1) ** sum(word) * word.count(0) for word in markings)


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 13), st.integers(2, 5))
def test_symbols_stay_until_they_have_values(m, g, c, radix):
    a, b, d, e = sp.symbols("a b d e", integer=True)
    for form, values in (
        (BoundedRuns(a, b, e), {a: m, b: g, e: radix}),
        (LongestRuns(a, b, d, e), {a: m, b: g, d: c, e: radix}),
        (UnmarkedInLongest(a, b, d, e), {a: m, b: g, d: c, e: radix}),
    ):
        assert form.free_symbols == set(values)
        expected = form.func.at(*(values[s] for s in form.args))
        assert form.subs(values) == expected == evaluate(form, values)
        assert evaluate(2 * form - 1, values) == 2 * expected - 1


def test_another_number_of_arguments_is_refused():
    for function, count in ((BoundedRuns, 3), (LongestRuns, 4), (UnmarkedInLongest, 4)):
        with pytest.raises(TypeError):
            function(*[1] * (count - 1))
        with pytest.raises(TypeError):
            function(*[1] * (count + 1))


@pytest.mark.in_turn
def test_long_words():
    """A thousand letters: exact, and near the known rate. Binary words with runs below 2 grow as the golden ratio."""
    row = bounded_runs_row(1, 2, 1000)
    assert row[1000] == sp.fibonacci(1002)
    assert sum(words for words, _ in longest_runs(120, 3).values()) == 3**120


def test_no_word_has_a_negative_length():
    assert LongestRuns(-1, 0, 1, 2) == UnmarkedInLongest(-1, 0, 1, 2) == 0
    assert BoundedRuns(-1, 2, 2) == BoundedRuns(-3, 0, 2) == 0
