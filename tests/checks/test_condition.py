"""Users' conditions: meaning, text, refusals."""

import pytest
import sympy as sp

from netlemma.checks.formula.formula import parse_condition
from netlemma.errors import FormulaError


@pytest.mark.parametrize(
    ("text", "holds_at", "fails_at"),
    [
        ("w even", [(2, 1), (4, 1)], [(1, 1), (3, 1)]),
        ("w is odd", [(1, 1)], [(2, 1)]),
        ("w odd and D >= 2", [(3, 2)], [(3, 1), (2, 2)]),
        ("w mod 4 = 2", [(2, 1), (6, 1)], [(4, 1)]),
        ("(w+1) mod 4 == 3", [(2, 1)], [(3, 1)]),
        ("w = 2 or D > w", [(2, 1), (3, 4)], [(3, 3)]),
        ("w >= 3, D = 2", [(3, 2)], [(2, 2), (3, 3)]),
        ("w = 2 or w = 4, D = 2", [(2, 2), (4, 2)], [(2, 1)]),
        ("2 <= w < 5", [(2, 1), (4, 1)], [(1, 1), (5, 1)]),
        ("not w = 2", [(3, 1)], [(2, 1)]),
        ("not (w even or D even)", [(3, 1)], [(3, 2)]),
        ("w even or w odd and D = 1", [(2, 5), (3, 1)], [(3, 2)]),
        ("w ≠ D", [(2, 1)], [(2, 2)]),
        ("w + D even", [(1, 1)], [(1, 2)]),
        ("w/2 even", [(4, 1)], [(3, 1), (2, 1)]),
    ],
)
def test_holds(text, holds_at, fails_at):
    condition = parse_condition(text, names=["w", "D"])
    w, D = sp.symbols("w D", integer=True, positive=True)
    symbolic = condition.to_sympy({"w": w, "D": D})
    for sizes, truth in ((holds_at, True), (fails_at, False)):
        for size in sizes:
            assert condition.holds(dict(zip("wD", size, strict=True))) is truth
            assert bool(symbolic.subs({w: size[0], D: size[1]})) is truth
    assert parse_condition(str(condition)) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("w", "column 1: a number stands where a condition"),
        ("w = 2 or 3", "column 10: a number stands where a condition"),
        ("w evne", "column 3: 'evne' after 'w' is no condition (did you mean 'even'?)"),
        ("w is", "column 5: expected 'even' or 'odd'"),
        ("W even", "column 1: unknown name 'W' (did you mean 'w'?)"),
        ("", "column 1: nothing is written"),
        ("w even,", "column 8: the formula ends where a number, a name or '(' is expected"),
        ("1 = 1/0", "column 7: division by zero"),
        ("w = 9^9^9", "column 6: the exponent"),
        ("(w even) + 1 = 2", "column 2: a condition stands where a number"),
        ("w even\nD odd", "column 7: a line break"),
    ],
)
def test_wrong_text(text, message):
    with pytest.raises(FormulaError) as refusal:
        parse_condition(text, names=["w", "D"])
    assert str(refusal.value).startswith(message)


def test_logarithms_are_compared_exactly():
    condition = parse_condition("log(w, 2) <= D")
    assert [condition.holds({"w": w, "D": 3}) for w in (7, 8, 9)] == [True, True, False]


def test_undecided_is_an_error():
    with pytest.raises(FormulaError, match="cannot be told apart"):
        parse_condition("log(w) = log(w)").holds({"w": 3})


def test_names_and_missing_value():
    condition = parse_condition("w even and D >= K")
    assert condition.names == {"w", "D", "K"}
    with pytest.raises(FormulaError, match="no value given for D, K"):
        condition.holds({"w": 2})


@pytest.mark.sampled(20)
@pytest.mark.parametrize("left", ["n + 1", "3 - 2*n", "n/2 - 1", "-(n - 4)*3/2", "2*(5 - n)", "n - 2*n"])
@pytest.mark.parametrize("operator", ["=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("right", ["4", "-2", "n", "1/2"])
def test_bounds_of_affine_comparisons_are_the_sizes_at_which_they_hold(left, operator, right):
    condition = parse_condition(f"{left} {operator} {right}")
    low, high = condition.bounds().get("n", (None, None))
    if (left, right) == ("n + 1", "n"):  # the name is no longer there
        return
    for n in range(-20, 21):
        assert condition.holds({"n": n}) == ((low is None or n >= low) and (high is None or n <= high)), n
