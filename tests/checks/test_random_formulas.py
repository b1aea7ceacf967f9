"""Random formulas against an oracle: each comes as text together with its value, computed alongside in plain Python."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netlemma.checks.formula.equality import same_for_all_sizes
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.errors import FormulaError

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
SYMBOLS = {name: sp.Symbol(name, integer=True, positive=True) for name in "wD"}
SIZES = [{"w": w, "D": D} for w in (1, 2, 3, 4, 7) for D in (1, 2, 3)]

Meaning = Callable[[dict[str, int]], Fraction]


class NoValue(Exception):
    """The formula has no value at this size."""


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise NoValue
    return a / b


def _remainder(a: Fraction, b: Fraction) -> Fraction:
    return a - b * math.floor(_quotient(a, b))


def _choose(n: Fraction, k: Fraction) -> Fraction:
    """Pascal's triangle, row by row."""
    if n.denominator != 1 or k.denominator != 1 or n < 0:
        raise NoValue
    assume(n <= 300)
    row = [1]
    for _ in range(int(n)):
        row = [1, *(a + b for a, b in pairwise(row)), 1]
    return Fraction(row[int(k)]) if 0 <= k <= n else Fraction(0)


def _repeated(a: Fraction, n: int) -> Fraction:
    product = Fraction(1)
    for _ in range(n):
        product *= a
    return product


BINARY: dict[str, tuple[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": ("({} + {})", lambda a, b: a + b),
    "-": ("({} - {})", lambda a, b: a - b),
    "*": ("({}*{})", lambda a, b: a * b),
    "/": ("({}/{})", _quotient),
    "mod": ("mod({}, {})", _remainder),
    "min": ("min({}, {})", lambda a, b: b if b < a else a),
    "max": ("max({}, {})", lambda a, b: b if b > a else a),
    "binomial": ("binomial({}, {})", _choose),
}
UNARY: dict[str, tuple[str, Callable[[Fraction], Fraction]]] = {
    "-": ("(-{})", lambda a: 0 - a),
    "floor": ("floor({})", lambda a: Fraction(a.numerator // a.denominator)),
    "ceil": ("ceil({})", lambda a: Fraction(-(-a.numerator // a.denominator))),
    "abs": ("abs({})", lambda a: -a if a < 0 else a),
}
COMPARISONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda a, b: (b - a) > 0,
    "<=": lambda a, b: (b - a) >= 0,
    "=": lambda a, b: (b - a) == 0,
    "!=": lambda a, b: (b - a) != 0,
    ">=": lambda a, b: (a - b) >= 0,
    ">": lambda a, b: (a - b) > 0,
}
Pair = tuple[str, Callable]


def _leaves() -> st.SearchStrategy[Pair]:
    numbers = st.integers(0, 9).map(lambda n: (str(n), lambda size: Fraction(n)))
    decimals = st.integers(0, 99).map(lambda n: (f"{n / 10:.1f}", lambda size: Fraction(n, 10)))
    names = st.sampled_from("wD").map(lambda name: (name, lambda size: Fraction(size[name])))
    return st.one_of(names, names, numbers, decimals)


def _grow(smaller: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    def binary(kind: str, a: Pair, b: Pair) -> Pair:
        text, apply = BINARY[kind]
        return text.format(a[0], b[0]), lambda size: apply(a[1](size), b[1](size))

    def unary(kind: str, a: Pair) -> Pair:
        text, apply = UNARY[kind]
        return text.format(a[0]), lambda size: apply(a[1](size))

    def power(a: Pair, exponent: int) -> Pair:
        return f"({a[0]})^{exponent}", lambda size: _repeated(a[1](size), exponent)

    def total(a: Pair, upper: int) -> Pair:
        def value(size: dict[str, int]) -> Fraction:
            return sum((i * a[1](size) for i in range(1, size["w"] + upper + 1)), Fraction(0))

        return f"sum(i*({a[0]}), i, 1, w + {upper})", value

    def cases(condition: Pair, a: Pair, b: Pair) -> Pair:
        text = f"piecewise({a[0]}, {condition[0]}, {b[0]})"
        return text, lambda size: a[1](size) if condition[1](size) else b[1](size)

    return st.one_of(
        st.builds(binary, st.sampled_from(sorted(BINARY)), smaller, smaller),
        st.builds(unary, st.sampled_from(sorted(UNARY)), smaller),
        st.builds(power, smaller, st.integers(0, 3)),
        st.builds(total, _leaves(), st.integers(-4, 2)),
        st.builds(cases, _conditions(smaller), smaller, smaller),
    )


def _conditions(numbers: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    def compare(sign: str, a: Pair, b: Pair) -> Pair:
        return f"{a[0]} {sign} {b[0]}", lambda size: COMPARISONS[sign](a[1](size), b[1](size))

    def parity(word: str, a: Pair) -> Pair:
        return f"{a[0]} {word}", lambda size: _remainder(a[1](size), Fraction(2)) == (word == "odd")

    def join(word: str, a: Pair, b: Pair) -> Pair:
        if word == "and":
            return f"({a[0]}) and ({b[0]})", lambda size: a[1](size) and b[1](size)
        return f"({a[0]}) or ({b[0]})", lambda size: a[1](size) or b[1](size)

    def negate(a: Pair) -> Pair:
        return f"not ({a[0]})", lambda size: not a[1](size)

    simple = st.one_of(
        st.builds(compare, st.sampled_from(sorted(COMPARISONS)), numbers, numbers),
        st.builds(parity, st.sampled_from(["even", "odd"]), numbers),
    )
    return st.recursive(
        simple,
        lambda smaller: st.one_of(
            st.builds(join, st.sampled_from(["and", "or"]), smaller, smaller), st.builds(negate, smaller)
        ),
        max_leaves=3,
    )


formulas = st.recursive(_leaves(), _grow, max_leaves=8)
conditions = _conditions(st.recursive(_leaves(), _grow, max_leaves=3))
# SymPy may take minutes over longer ones
short_formulas = st.recursive(_leaves(), _grow, max_leaves=3)
short_conditions = _conditions(_leaves())


def _expected(meaning: Callable, size: dict[str, int]):
    try:
        return meaning(size)
    except NoValue:
        return None


def _found(parsed, size: dict[str, int]):
    try:
        return parsed.holds(size) if hasattr(parsed, "holds") else parsed.evaluate(size)
    except FormulaError as error:
        assert "\n" not in str(error)
        return None


def _read(parse: Callable, text: str):
    """The parsed text; a constant part without a value is refused on reading, so the test does not apply."""
    try:
        return parse(text, names=["w", "D"])
    except FormulaError as error:
        assert error.column is not None and "\n" not in str(error)
        assume(False)


def _symbolic(parsed):
    """In SymPy, which has no place for conditions that depend on cases, or for parts without a value."""
    try:
        return parsed.to_sympy(SYMBOLS)
    except FormulaError as error:
        assert "\n" not in str(error)
        assume(False)


@pytest.mark.in_turn
@given(formulas)
@settings(max_examples=200)
def test_text_reads_back_and_value_is_that_of_the_oracle(pair):
    text, meaning = pair
    formula = _read(parse_formula, text)
    assert parse_formula(str(formula)) == formula
    assert str(parse_formula(str(formula))) == str(formula)
    for size in SIZES:
        assert _found(formula, size) == _expected(meaning, size)


@pytest.mark.in_turn
@given(conditions)
@settings(max_examples=120)
def test_condition_reads_back_and_holds_as_the_oracle_says(pair):
    text, meaning = pair
    condition = _read(parse_condition, text)
    assert parse_condition(str(condition)) == condition
    for size in SIZES:
        assert _found(condition, size) == _expected(meaning, size)


@pytest.mark.in_turn
@given(short_formulas)
@settings(max_examples=60, derandomize=True)
def test_sympy_has_the_same_value(pair):
    text, meaning = pair
    assume("w + -" not in text)  # SymPy closes sums over empty ranges wrongly
    expr = _symbolic(_read(parse_formula, text))
    for size in SIZES[::4]:
        expected = _expected(meaning, size)
        if expected is not None:
            try:
                value = expr.xreplace({SYMBOLS[name]: sp.Integer(n) for name, n in size.items()}).doit()
            except (RecursionError, ValueError, TypeError):
                assume(False)  # SymPy's evaluation of remainders fails now and then
            assert value == sp.Rational(expected.numerator, expected.denominator)


@given(short_conditions)
@settings(max_examples=40, derandomize=True)
def test_sympy_condition_agrees(pair):
    text, meaning = pair
    assume("w + -" not in text)
    condition = _symbolic(_read(parse_condition, text))
    for size in SIZES[::4]:
        expected = _expected(meaning, size)
        if expected is not None:
            value = condition.xreplace({SYMBOLS[name]: sp.Integer(n) for name, n in size.items()}).doit()
            assert bool(value) == expected


@pytest.mark.in_turn
@given(formulas, formulas, conditions)
@settings(max_examples=20, derandomize=True)
def test_what_is_proved_equal_is_equal(first, second, condition):
    """Soundness; a formula is compared with itself rewritten, so that many proofs succeed."""
    a, b = (_read(parse_formula, pair[0]) for pair in (first, second))
    where = _read(parse_condition, condition[0])
    rewritten = parse_formula(f"({a})*(w + 1) - w*({a})")
    for other in (b, rewritten):
        sides = _symbolic(a), _symbolic(other)
        if same_for_all_sizes(*sides, list(SYMBOLS.values()), _symbolic(where)):
            for size in SIZES:
                values = _found(a, size), _found(other, size)
                assert not _found(where, size) or None in values or values[0] == values[1]
