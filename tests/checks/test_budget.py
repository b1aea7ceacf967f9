"""What the evaluation of a formula may cost is counted: the same on every machine, however busy."""

import pytest

from netlemma.checks.formula.arithmetic import MOST_BITS, MOST_WORK, Budget
from netlemma.checks.formula.evaluation import Evaluation
from netlemma.checks.formula.grammar import parse
from netlemma.errors import FormulaError


def left(formula, size):
    evaluation = Evaluation(formula)
    evaluation.value(parse(formula), size)
    return evaluation.budget.left


@pytest.mark.parametrize(
    "formula, work",
    [
        ("w", 0),
        ("w*w + 1", 4),  # each sign, and each of the two chains of operands
        ("sum(i*w, i, 1, 5)", 5 * (2 + 1) + 1),  # the product and the sum so far, for each term; the sum
        ("piecewise(1, w > 2, 2)", 2),  # the comparison, and the choice
    ],
)
def test_operations_are_counted(formula, work):
    assert MOST_WORK - left(formula, {"w": 3}) == work


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "formula",
    [
        "sum(sum(i, i, 1, w), j, 1, w)",
        "sum(sum(binomial(i, j), j, 0, i), i, 1, w)",
        "sum(2^i/3^i, i, 1, 20*w)",
        "sum(log(i), i, 2, 50*w)",
        "sum(binomial(9*w, i), i, 0, 9*w)",
    ],
)
@pytest.mark.in_turn
def test_long_sums_are_refused(formula):
    assert left(formula, {"w": 10}) > 0
    with pytest.raises(FormulaError, match="takes more than 400,000 operations"):
        Evaluation(formula).value(parse(formula), {"w": 1000})


@pytest.mark.parametrize("formula", ["sum(1/i, i, 1, w)", "sum(i^3, i, 1, w)", "sum(sum(i*j, i, 1, w/50), j, 1, w/50)"])
def test_sums_of_ten_thousand_terms_are_not(formula):
    assert left(formula, {"w": 10_000}) > 0


def test_one_operation_and_one_bit_too_many():
    budget = Budget("")
    budget.work(0, MOST_WORK)
    with pytest.raises(FormulaError, match="operations"):
        budget.work(0)
    Budget("").bits(MOST_BITS, 0)
    with pytest.raises(FormulaError, match="bits"):
        Budget("").bits(MOST_BITS + 1, 0)
