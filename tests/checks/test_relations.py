"""Bounds and growth of quantities: what holds is proved, what fails has a counterexample, the rest is not called proved."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from netlemma.checks.formula.equality import at_least_for_all_sizes, closed_binomial_sum
from netlemma.checks.judging.check import check
from netlemma.checks.judging.claim_entry import ClaimedRelation, tolerance_of
from netlemma.checks.judging.readings import WrittenFormula, check_written
from netlemma.errors import InputError

n = sp.Symbol("n", integer=True, positive=True)


def judged(text, quantity="mean_distance", family="hypercube", **options):
    return [each.verdict for each in check_written(family, quantity, WrittenFormula(text, **options))]


@pytest.mark.parametrize(
    "text, verdicts",
    [
        (r"\le n", ["holds"]),
        ("<= n", ["holds"]),
        (r"\bar d < n", ["fails"]),  # equal at n = 1
        (r"\bar d < n + 1", ["holds"]),
        (r"\frac{n}{2} < \bar{d} \le n", ["holds", "holds"]),
        (r"d \ge \frac{n+1}{2}", ["fails"]),
        (r"d = \frac{n2^{n-1}}{2^n-1} \le n", ["holds", "holds"]),
        (r"\sim n/2", ["holds"]),
        (r"\sim n", ["fails"]),
        (r"d = \Theta(n)", ["holds"]),
        (r"d = O(1)", ["fails"]),
        (r"d \in o(n)", ["fails"]),
        (r"d = o(n^2)", ["holds"]),
        (r"d = \Omega(n^2)", ["fails"]),
        (r"d = \frac n2 + O(1)", ["holds"]),
        (r"d = n + O(1)", ["fails"]),
        (r"\frac{1}{2^n-1} \sum_{i=1}^{n} i \binom{n}{i}", ["holds"]),
        (r"d = \frac n2 (1 + o(1))", ["holds"]),
        (r"\frac{n}{2-2^{1-n}}", ["holds"]),
        (r"d = O(\sqrt{n})", ["fails"]),
        (r"d = O(\log n)", ["fails"]),
        (r"d = \Theta(n \log n)", ["fails"]),
        (r"d = o(n \log n)", ["holds"]),
        (r"d = \Omega(\log n)", ["holds"]),
        ("O(log n)", ["fails"]),
        ("= Theta(n)", ["holds"]),
        ("<= 2n", ["holds"]),
        (r"\le \sqrt{2} n", ["agrees"]),  # no proof with roots, and values that are enclosed
        (r"\le \sqrt{n}", ["fails"]),
    ],
)  # fmt: skip
def test_relations_are_judged(text, verdicts):
    assert judged(text) == verdicts


def test_about_equal_needs_a_tolerance():
    with pytest.raises(InputError, match="`tolerance=1%`"):
        judged(r"\approx n/2")
    assert judged(r"\approx n/2", tolerance=tolerance_of("50%")) == ["holds"]
    assert judged(r"\approx n/2", tolerance=tolerance_of("10%")) == ["fails"]
    assert judged(r"\approx n/2", tolerance=tolerance_of("0.01"), where="n >= 7") == ["holds"]


def test_which_size_grows_is_said():
    with pytest.raises(InputError, match="grows"):
        judged(r"= o(w)", family="toroid")
    assert judged(r"= O(w)", family="toroid") == ["fails"]  # as D grows
    assert judged(r"$D = O(w)$ as $w \to \infty$", "diameter", "toroid") == ["holds"]
    assert judged(r"$D = O(1)$ as $w \to \infty$", "diameter", "toroid") == ["fails"]


@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([1, 2, 3]))
def test_a_proved_bound_is_true(a, b, c, base):
    f = a * base**n + b * n + c
    if at_least_for_all_sizes(f, sp.Integer(0), {n: 1}):
        assert all(f.subs(n, value) >= 0 for value in range(1, 12))
    if at_least_for_all_sizes(f, sp.Integer(0), {n: 1}, strict=True):
        assert all(f.subs(n, value) > 0 for value in range(1, 12))


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("function", ["1", "i", "i**2 + 3", "2**i", "i*3**(2*i - 1)/2**n", "(i - n)**3*2**(-i)"])
def test_sums_over_a_row_of_binomials_are_closed(low, function):
    i = sp.Symbol("i", integer=True)
    factor = {
        "1": sp.Integer(1), "i": i, "i**2 + 3": i**2 + 3, "2**i": 2**i, "i*3**(2*i - 1)/2**n": i * 3 ** (2 * i - 1) / 2**n,
        "(i - n)**3*2**(-i)": (i - n) ** 3 * sp.Integer(2) ** (-i),
    }[function]  # fmt: skip
    closed = closed_binomial_sum(sp.Sum(factor * sp.binomial(n, i, evaluate=False), (i, low, n)), {n: 0})
    for value in range(6):
        terms = [factor.subs({i: k, n: value}) * sp.binomial(value, k) for k in range(low, value + 1)]
        assert sp.simplify(closed.subs(n, value) - sum(terms)) == 0
    assert closed_binomial_sum(sp.Sum(factor * sp.binomial(n, i, evaluate=False), (i, 2, n)), {n: 0}) is None


def test_usual_bounds_are_proved():
    assert at_least_for_all_sizes(2**n, n + 1, {n: 1}) and at_least_for_all_sizes(2**n, n**2, {n: 4})
    assert not at_least_for_all_sizes(2**n, n**2, {n: 2})  # 8 < 9
    k = sp.Symbol("k", integer=True, positive=True)
    assert at_least_for_all_sizes(k * n**k, n ** (k - 1), {n: 2, k: 1})


def test_a_bound_is_proved_by_the_factors_of_the_difference():
    assert at_least_for_all_sizes(sp.expand((2**n - 2 * n) * (2**n - n - 1)), sp.Integer(0), {n: 1})
    assert not at_least_for_all_sizes(sp.expand((2**n - 3 * n) * (2**n - n - 1)), sp.Integer(0), {n: 1})  # -2 at n = 2


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("formula", "verdict", "said"),
    [
        (r"\sim \frac{nk}{3}", "holds", "is within 1/k of 1 for all sizes"),
        (r"\sim \frac{nk}{3} + 1", "agrees", "n=8; not proved for the others"),
        ("= O(nk)", "agrees", "stays bounded"),
        (r"\sim \frac{nk}{4}", "fails", "tends to 4/3 as k grows"),
        (r"= \Theta(k^2)", "fails", "tends to 0 as k grows"),
    ],
)
def test_growth_with_another_size_is_looked_for_at_its_smallest_values(formula, verdict, said):
    (found,) = check_written("mesh", "mean_distance", WrittenFormula(formula + r" \text{ as } k \to \infty"))
    assert found.verdict == verdict and said in f"{found.proof} {found.remark} {found.counterexample}"
    assert verdict in ("agrees", "holds") or found.counterexample["size"] == {"n": 1}


def test_values_that_differ_may_be_on_either_side():
    assert [ClaimedRelation("!=").holds(Fraction(true), Fraction(2)) for true in (1, 2, 3)] == [True, False, True]


def choose(i, odd):
    return sp.binomial(n, 2 * i + odd, evaluate=False)


@pytest.mark.parametrize(
    "summand",
    [
        lambda i: 5**i * choose(i, 0),
        lambda i: 3 ** (n - 2 * i - 1) * 2**i * choose(i, 1),
        lambda i: 4**i * (choose(i, 0) + 7 * choose(i, 1) / 3),
    ],
)
def test_every_other_coefficient_of_a_row_sums_to_powers_of_both_roots(summand):
    i = sp.Symbol("i", integer=True)
    closed = closed_binomial_sum(sp.Sum(summand(i), (i, 0, sp.floor(n / 2))), {n: 0})
    for value in range(9):
        plain = sum(summand(i).subs({n: value, i: index}).doit() for index in range(value // 2 + 1))
        assert sp.expand(closed.subs(n, value) - plain) == 0
    assert closed_binomial_sum(sp.Sum(i * summand(i), (i, 0, sp.floor(n / 2))), {n: 0}) is None


@pytest.mark.parametrize(("added", "verdict"), [("", "holds"), (" + 0*n", "holds"), (" + (n - 1)/10^30", "fails")])
def test_powers_of_irrational_roots_are_proved_equal_to_sums_over_a_row(added, verdict):
    """OEIS A290004: the Wiener index of Hanoi graphs by powers of 5 + sqrt(17) and 5 - sqrt(17)."""
    roots = "(34 - 3*17^(1/2))*(5 - 17^(1/2))^n + (34 + 3*17^(1/2))*(5 + 17^(1/2))^n"
    formula = f"3/1003*2^(-n)*({roots}) - 3^(n + 1)/10 + 9^n*(233/885*2^n - 1/6)"
    assert judged(formula + added, "wiener_index", "hanoi") == [verdict]


@pytest.mark.in_turn
@pytest.mark.parametrize(("share", "verdict"), [("12/59", "holds"), ("12/29", "fails")])
def test_mean_moves_of_the_tower_of_hanoi(share, verdict):
    """Wikipedia has 12/29, as the published formulas record: with 12/59 it holds, if the start is among the ends."""
    roots = [f"({share} {sign} 18/1003*17^(1/2))*((5 {sign} 17^(1/2))/18)^n" for sign in "+-"]
    formula = f"466/885*2^n - 1/3 - 3/5*(1/3)^n + {' + '.join(roots)}"
    assert check("hanoi", "mean_distance", formula, pairs="all").verdict == verdict


def test_a_tolerance_applies_to_equations_and_to_nothing_else():
    assert judged("n/2", tolerance=tolerance_of("5%"), where="n >= 6") == ["holds"]
    assert judged("n/2", tolerance=tolerance_of("1%"), where="n >= 6") == ["fails"]
    assert judged(r"= \frac{n}{2} \approx n/2", tolerance=tolerance_of("5%"), where="n >= 6") == ["fails", "holds"]
    with pytest.raises(InputError, match=r"`tolerance` applies to values that are equal or about equal, and .* <="):
        judged(r"\leq n", tolerance=tolerance_of("5%"))
