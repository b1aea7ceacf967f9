"""The exact evaluator: conventions, laziness, errors, no SymPy arithmetic."""

from fractions import Fraction

import pytest
from sympy import (
    Abs,
    And,
    Eq,
    Max,
    Min,
    Mod,
    Not,
    Or,
    Piecewise,
    Product,
    Rational,
    Sum,
    binomial,
    ceiling,
    factorial,
    floor,
    log,
    sqrt,
    symbols,
)

from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.errors import EvaluationError, ResultTooLarge

i, j, k, n, w = symbols("i j k n w", integer=True)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (n / 3 - Rational(1, 2), Fraction(7, 6)),
        (2 ** (-n), Fraction(1, 32)),
        (Mod(-n, 3), 1),
        (floor(-n / 2), -3),
        (ceiling(-n / 2), -2),
        (Min(n, 3) + Max(n, 9) + Abs(-n), 17),
        (Sum(k * n, (k, 1, n)), 75),
        (Sum(1, (k, n, n - 1)), 0),
        (Sum(1, (k, n, n - 7)), 0),
        (Sum(i * j, (i, 0, j), (j, 0, n)), 140),
        (Sum(k, (k, 0, k)).subs(k, n), 15),
        (Product(k, (k, 1, n)), 120),
        (Product(k, (k, 1, 0)), 1),
        (factorial(n), 120),
        (binomial(n, 2), 10),
        (binomial(n, n + 1), 0),
        (binomial(n, -1), 0),
        (binomial(-n, 2), 0),
        (sqrt(n + 4), 3),
        (Piecewise((1 / (n - 5), n > 5), (7, True)), 7),
    ],
)
def test_values_at_five(expression, expected):
    found = evaluate(expression, {n: 5})
    assert found == expected
    assert type(found) is Fraction


def test_conditions():
    point = {n: 5, w: 4}
    assert holds(And(n > w, Eq(Mod(w, 2), 0)), point)
    assert holds(Or(n < w, Not(Eq(n, 6))), point)
    assert not holds(Eq(n, w), point)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (n + w, "no value given for w"),
        (Sum(1, (k, 0, n / 2)), "not whole numbers"),
        (log(n), "cannot be evaluated exactly"),
        (sqrt(n), "not rational"),
        (Piecewise((1, n > 9)), "no case"),
        (factorial(-n), "not defined"),
    ],
)
def test_errors(expression, reason):
    with pytest.raises(EvaluationError, match=reason):
        evaluate(expression, {n: 5})


def test_division_by_zero():
    with pytest.raises(ZeroDivisionError):
        evaluate(1 / (n - 5), {n: 5})


def test_large_roots_are_exact():
    big = 10**60 + 7
    assert evaluate(sqrt(n), {n: big * big}) == big


def test_the_point_is_left_as_it_was():
    point = {n: 5, k: 99}
    assert evaluate(Sum(k, (k, 0, n)) + k, point) == 15 + 99
    assert point == {n: 5, k: 99}


@pytest.mark.parametrize("formula, third", [(binomial(2 * n - 1, n - 1), 10), (factorial(n), 6), (2**n, 8)], ids=str)
def test_numbers_with_too_many_bits_are_refused(formula, third):
    assert evaluate(formula, {n: 3}) == third
    with pytest.raises(ResultTooLarge, match=r"more than 10?,000,000 bits"):
        evaluate(formula, {n: 10**9})
