"""Closed sums: expected forms, edges of the domain, SymPy's known wrong answers, refusals."""

from dataclasses import replace

import pytest
from sympy import (
    Abs,
    And,
    Eq,
    Integer,
    Max,
    Min,
    Mod,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    binomial,
    ceiling,
    expand,
    floor,
    simplify,
    symbols,
)

from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.algebra.summation.sums import ClosedSum, close
from netlemma.errors import CannotClose, ProofError

a, b, c, d, i, j, k, l, m, n, p, q, s, t, w = symbols("a b c d i j k l m n p q s t w", integer=True)
EVEN = Eq(Mod(w, 2), 0)


def proved(expression, assumptions=()) -> ClosedSum:
    closed = close(expression, assumptions)
    assert closed.check() is True
    return closed


def test_ring_needs_only_the_parity():
    closed = proved(Sum(Min(k, w - k), (k, 0, w - 1)), [w >= 1])
    assert closed.expression == Piecewise((w**2 / 4, EVEN), ((w - 1) * (w + 1) / 4, True), evaluate=False)
    assert [condition for condition, _ in closed.cases] == [EVEN, Eq(Mod(w, 2), 1)]
    assert closed.proof.kind == "telescoping"
    assert any("F(k)" in line for line in closed.proof.describe())


def test_ring_of_even_size_is_one_formula():
    assert proved(Sum(Min(k, w - k), (k, 0, w - 1)), [w >= 2, EVEN]).expression == w**2 / 4


def test_what_sympy_knows_of_a_symbol_is_assumed():
    size = Symbol("w", even=True, positive=True)
    assert proved(Sum(Min(k, size - k), (k, 0, size - 1))).expression == size**2 / 4


ONE_FORMULA = [
    (Sum(k, (k, 0, n - 1)), [n >= 0], n * (n - 1) / 2),
    (Sum(k, (k, 1, n)), [n >= -1], n * (n + 1) / 2),
    (Sum(k**3, (k, 0, n - 1)), [n >= 1], n**2 * (n - 1) ** 2 / 4),
    (Sum(Abs(a - b), (a, 0, n - 1), (b, 0, n - 1)), [n >= 1], n * (n - 1) * (n + 1) / 3),
    (Sum(Mod(t - s, w), (t, 0, w - 1), (s, 0, w - 1)), [w >= 1], w**2 * (w - 1) / 2),
    (
        Sum(Piecewise((1, And(s < p, p <= t)), (0, True)), (s, 0, n - 1), (t, 0, n - 1)),
        [p >= 1, p <= n - 1, n >= 2],
        p * (n - p),
    ),
    (Sum(Piecewise((1, Ne(s, t)), (0, True)), (s, 0, n - 1), (t, 0, n - 1)), [n >= 1], n * (n - 1)),
    (Sum(k * 2**k, (k, 0, n - 1)), [n >= 0], n * 2**n - 2 * 2**n + 2),
    (Sum(d**k, (k, 0, n - 1)), [n >= 0, d >= 2], (d**n - 1) / (d - 1)),
    (Sum(Rational(1, 2) ** k, (k, 0, n - 1)), [n >= 0], 2 - 2 * 2 ** (-n)),
    (Sum(Max(a, b), (a, 1, n), (b, 1, n)), [n >= 1], n * (n + 1) * (4 * n - 1) / 6),
    (Sum(2, (j, i + 1, n - 1), (i, 0, n - 1)), [n >= 0], n * (n - 1)),
    (Sum(floor(k / 2) + ceiling(k / 2), (k, 0, n)), [n >= 0], n * (n + 1) / 2),
    (Sum(1, (c, 0, b), (b, 0, a), (a, 0, n - 1)), [n >= 0], n * (n + 1) * (n + 2) / 6),
    (Sum(binomial(k, 2), (k, 0, n)), [n >= 0], n * (n + 1) * (n - 1) / 6),
    (Sum(w**k * w, (k, 0, n)), [w >= 2, n >= 0], (w * w ** (n + 1) - w) / (w - 1)),
]


@pytest.mark.parametrize(
    ("expression", "assumptions", "expected"), ONE_FORMULA, ids=[str(case[0]) for case in ONE_FORMULA]
)
def test_one_formula_without_conditions(expression, assumptions, expected):
    closed = proved(expression, assumptions)
    assert len(closed.cases) == 1
    assert (closed.expression - expected).equals(0)


def test_distances_of_all_pairs_on_a_ring():
    distance = Min(Mod(t - s, w), Mod(s - t, w))
    closed = proved(Sum(Sum(distance, (t, 0, w - 1)), (s, 0, w - 1)), [w >= 1])
    assert dict(closed.cases)[EVEN] == w**3 / 4
    assert len(closed.cases) == 2


def test_arithmetic_around_sums():
    total = Sum(Min(k, w - k), (k, 0, w - 1))
    closed = proved(2 * total / (w * (w - 1)) + total**2, [w >= 2, EVEN])
    assert (closed.expression - w / (2 * (w - 1)) - w**4 / 16).equals(0)


def test_limits_made_of_extremes_and_floors():
    closed = proved(Sum(1, (k, Max(0, a), Min(n, floor(b / 2)))), [n >= 0, a >= -3, b <= 20])
    for point in ({n: 3, a: -1, b: 5}, {n: 3, a: 4, b: 5}, {n: 30, a: 4, b: 7}, {n: 5, a: 6, b: 20}):
        assert evaluate(closed.expression, point) == evaluate(closed.sum, point)


def test_an_index_may_have_the_name_of_a_parameter_or_of_another_index():
    assert proved(Sum(k, (k, 0, k)), [k >= 0]).expression == k * (k + 1) / 2
    nested = proved(Sum(k + Sum(k, (k, 0, k)), (k, 0, n)), [n >= 0])
    assert evaluate(nested.expression, {n: 5}) == evaluate(nested.sum, {n: 5}) == 15 + 35


@pytest.mark.in_turn
def test_cases_partition_the_domain():
    closed = proved(Sum(Max(0, n - 2 * k) + Mod(k, 3), (k, 0, m)))
    for x in range(-4, 10):
        for y in range(-4, 10):
            point = {n: x, m: y}
            values = [evaluate(formula, point) for condition, formula in closed.cases if holds(condition, point)]
            assert values == [evaluate(closed.sum, point)] == [evaluate(closed.expression, point)]


class TestWhereSympyIsWrong:
    def test_empty_range(self):
        expression = Sum(1, (j, i, i - 3))
        assert expression.doit() == -2
        assert proved(expression).expression == 0
        assert evaluate(expression, {i: 7}) == 0

    def test_range_that_is_empty_for_some_sizes(self):
        closed = proved(Sum(1, (j, m, n)))
        assert evaluate(closed.expression, {m: 5, n: 2}) == 0
        assert evaluate(closed.expression, {m: 5, n: 5}) == 1

    def test_alternating_binomial_sum_is_left_alone(self):
        expression = Sum((-1) ** l * binomial(n, l) * (n - l) ** 2, (l, 0, n))
        with pytest.raises(CannotClose, match="left as finite sums"):
            close(expression, [n >= 0])
        assert [evaluate(expression, {n: x}) for x in range(4)] == [0, 1, 2, 0]

    def test_geometric_sum_at_ratio_one(self):
        closed = proved(Sum(k * d**k, (k, 0, n - 1)), [n >= 0, d >= 1])
        assert evaluate(closed.expression, {d: 1, n: 5}) == 10
        assert evaluate(closed.expression, {d: 2, n: 3}) == 10

    def test_vandermonde(self):
        expression = Sum(binomial(m, k) * binomial(n, s - k), (k, 0, s))
        assert evaluate(expression, {m: 3, n: 1, s: 2}) == 6
        with pytest.raises(CannotClose):
            close(expression, [m >= 0, n >= 0, s >= 0])

    def test_binomial_with_a_negative_top(self):
        assert binomial(-1, 2) == 1
        assert evaluate(binomial(n, 2), {n: -1}) == 0
        closed = proved(Sum(binomial(k, 2), (k, -3, n)), [n >= -5])
        assert evaluate(closed.expression, {n: -1}) == 0
        assert evaluate(closed.expression, {n: 4}) == 10


REFUSED = [
    (Sum(k, (k, 0, w * j), (j, 0, w)), [], "not affine"),
    (Sum(1 / (k + 1), (k, 0, n)), [n >= 0], "denominator"),
    (Sum(k**k, (k, 0, n)), [n >= 0], "index as its base"),
    (Sum(Mod(k, w), (k, 0, n)), [w >= 1, n >= 0], "arbitrarily many values"),
    (Sum(Mod(k, w), (k, 0, n)), [n >= 0], "at least 1"),
    (Sum(d**k, (k, 0, n)), [n >= 0], "assume d >= 2"),
    (Sum(k, (k, 0, n / 2)), [n >= 0], "whole number"),
    (Sum(Piecewise((1, k > 3)), (k, 0, n)), [n >= 0], "none of its conditions"),
    (Sum(1, (k, 0, Symbol("x"))), [], "declared integer"),
    (Sum(k, (k, 0, n)) / n, [n >= 0], "may be 0"),
    (Sum(binomial(n, k), (k, 0, n)), [n >= 0], "left as finite sums"),
    (Sum(Mod(k, 10**9), (k, 0, n)), [n >= 0], "modulo 1000000000"),
    (Sum(floor(n / 10**9), (k, 0, n)), [n >= 0], "modulo 1000000000"),
    (Sum(Integer(10**60 + 7) ** k, (k, 0, n)), [n >= 0], "too large"),
    (Sum(2 ** (10**9 * k), (k, 0, n)), [n >= 0], "too large"),
    (Sum((k + n) ** 99, (k, 0, n)), [n >= 0], "too large"),
]


@pytest.mark.parametrize(("expression", "assumptions", "reason"), REFUSED, ids=[str(case[0]) for case in REFUSED])
def test_refusals_say_why_in_one_line(expression, assumptions, reason):
    with pytest.raises(CannotClose, match=reason) as raised:
        close(expression, assumptions)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("expression", "assumptions", "closed"),
    [
        (Sum(1, (k, 0, a * b - 1)), [a >= 1, b >= 1], a * b),
        (Sum(k, (k, 0, w**2)), [w >= 0], w**2 * (w**2 + 1) / 2),
        (
            Sum(Piecewise((k, k <= a * b - 3), (0, True)), (k, 0, 2 * a * b)),
            [a >= 2, b >= 2],
            (a * b - 3) * (a * b - 2) / 2,
        ),
        (Sum(1, (k, 0, 2**n - 1), (j, 1, n)), [n >= 1], n * 2**n),
    ],
)
def test_products_of_sizes_are_numbers_of_their_own(expression, assumptions, closed):
    found = close(expression, assumptions)
    assert found.check() and simplify(found.expression - closed) == 0 and len(found.sizes()) > 2
    wrong = replace(found, expression=found.expression + 1)
    with pytest.raises(ProofError):
        wrong.check()


def test_what_is_not_known_of_a_product_is_not_used():
    assert close(Sum(1, (k, 1, a * b))).cases != close(Sum(1, (k, 1, a * b)), [a >= 0, b >= 0]).cases


def test_contradicting_assumptions():
    with pytest.raises(ValueError, match="no size"):
        close(Sum(k, (k, 0, n)), [n >= 2, n <= 1])


def test_two_symbols_of_one_name():
    with pytest.raises(ValueError, match="two different symbols"):
        close(Sum(Symbol("n") * k, (k, 0, n)))


def test_expression_without_a_sum():
    assert proved(Min(n, 3), [n >= 5]).expression == Integer(3)
    assert expand(proved(n**2 + 1).expression) == n**2 + 1
