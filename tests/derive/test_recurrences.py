"""Generating functions, recurrences and growth of closed forms against plain evaluation; what is no exponential polynomial."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive import lemma
from netlemma.derive.algebra.c_finite import RationalSeries, growth, rational_series, x
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.sequence import lemma_sequence
from netlemma.derive.typeset.sequence_page import as_forms, as_oeis, as_sequence_data
from netlemma.errors import NotCFinite, ProofError

n = sp.Symbol("n", integer=True, positive=True)
small = st.integers(-3, 3)
atoms = st.one_of(
    st.builds(lambda c, k, b: c * n**k * sp.Integer(b) ** n, small, st.integers(0, 2), st.sampled_from([1, 2, 3, -1])),
    st.builds(lambda a, b, c: sp.floor((a * n + b) / c), small, small, st.integers(2, 3)),
    st.builds(lambda a, c: sp.Mod(a + n, c), small, st.integers(2, 3)),
    st.builds(lambda a, k: sp.binomial(n + a, k), small, st.integers(0, 3)),
    st.builds(lambda a, b: sp.Max(n, a + 4) * 2 ** sp.floor((n + b) / 2), small, small),
    st.builds(lambda a, b: sp.Piecewise((a * n, n < 4), (b, sp.Eq(sp.Mod(n, 2), 0)), (n, True)), small, small),
)
forms = st.one_of(atoms, st.builds(lambda p, q: p + q, atoms, atoms), st.builds(lambda p, q: p * q, atoms, atoms))


@settings(max_examples=40, deadline=None)
@given(forms, st.integers(0, 2))
def test_terms_are_the_values_far_beyond_those_that_are_needed(form, first):
    series = rational_series(form, n, first)
    values = [evaluate(form, {n: index}) for index in range(first, first + 60)]
    assert list(islice(series.terms(), 60)) == values
    for index in range(series.valid, first + 60):
        assert values[index - first] == sum(c * values[index - first - i] for i, c in enumerate(series.coefficients, 1))


@settings(max_examples=15, deadline=None)
@given(forms)
def test_growth_is_an_identity_and_its_bound_a_bound(form):
    for each in growth(rational_series(form, n, 1)):
        for index in range(each.start, each.start + 20 * each.modulus, each.modulus):
            true = evaluate(form, {n: index})
            assert abs(true - each.term(each.terms[0], index)) <= each.term(each.error, index)
            assert evaluate(each.written(each.terms[0], n), {n: index}) == each.term(each.terms[0], index)


@pytest.mark.parametrize(
    ("form", "function"),
    [
        (n, x / (1 - x) ** 2),
        (n**2, x * (1 + x) / (1 - x) ** 3),
        (2**n, 2 * x / (1 - 2 * x)),
        (sp.floor(n**2 / 4), x**2 / ((1 - x) ** 3 * (1 + x))),
        (n * 4**n / 4, x / (1 - 4 * x) ** 2),
        (sp.binomial(n + 1, 3), x**2 / (1 - x) ** 4),
    ],
)
def test_known_generating_functions(form, function):
    assert sp.cancel(rational_series(form, n, 1).function - function) == 0


def test_a_recurrence_has_least_order():
    for name, order in (("hypercube.wiener_index", 2), ("ring.wiener_index", 6), ("ring.diameter", 3)):
        assert lemma_sequence(lemma(name), {}).series.below.degree() == order


@pytest.mark.parametrize(
    "form",
    [
        sp.factorial(n),
        1 / n,
        2**n / (2**n - 1),
        sp.binomial(2 * n, n),
        sp.sqrt(n),
        2 ** (n**2),
        sp.sqrt(2) * n,
        sp.Sum(1 / sp.Symbol("k", integer=True), (sp.Symbol("k", integer=True), 1, n)),
        sp.floor(sp.sqrt(n)),
        sp.Mod(n, 61),
        sp.floor(sp.log(n)),
        sp.Piecewise((1, n < 2**n - 5), (2, True)),
    ],
)
def test_others_are_refused_in_one_line(form):
    with pytest.raises(NotCFinite) as refused:
        rational_series(form, n, 1)
    assert "\n" not in str(refused.value)


def test_a_wrong_series_and_a_wrong_growth_are_refused():
    form = n**3 + 2**n
    series = rational_series(form, n, 1)
    wrong = RationalSeries(1, series.top + x**5, series.below, series.order, series.start)
    with pytest.raises(ProofError):
        wrong.check(lambda index: evaluate(form, {n: index}))
    (grown,) = growth(series)
    grown.check(series)
    for changed in (
        replace(grown, bound=Fraction(1, 2)),
        replace(grown, terms=((Fraction(2), *grown.terms[0][1:]), *grown.terms[1:])),
    ):
        with pytest.raises(ProofError):
            changed.check(series)


def test_sequences_of_lemmas():
    found = lemma_sequence(lemma("toroid.wiener_index"), {"w": 4})
    assert [*islice(found.series.terms(), 4)] == [lemma("toroid.wiener_index").at(w=4, D=D) for D in range(1, 5)]
    for at in ({}, {"w": 4, "D": 2}, {"w": 1}, {"K": 3}):
        with pytest.raises(NotCFinite):
            lemma_sequence(lemma("toroid.wiener_index"), at)


def test_pages():
    found = lemma_sequence(lemma("ring.wiener_index"), {})
    assert "a(K) = 2*a(K-1) + a(K-2) - 4*a(K-3) + a(K-4) + 2*a(K-5) - a(K-6) for K >= 8" in as_forms(
        found, "recurrence"
    )
    assert "|e(K)| <= K/8, for K >= 3 and K = 1 modulo 2" in as_forms(found, "asymptotic")
    page = as_oeis(found).splitlines()
    assert page[0] == "%S A000000 1, 3, 8, 15, 27, 42, 64, 90, 125, 165, 216, 273" and page[-1] == "%O A000000 2,2"
    assert [line[:2] for line in page].count("%F") == 3 and all(line[2:11] == " A000000 " for line in page)
    data = as_sequence_data(found)
    assert data["recurrence"]["coefficients"] == ["2", "1", "-4", "1", "2", "-1"] and data["first"] == 2
