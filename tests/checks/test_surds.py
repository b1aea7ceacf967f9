"""Numbers with a square root: exact as SymPy has them, enclosed, and rational as soon as the root is gone."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.formula.arithmetic import (
    Enclosure,
    Surd,
    add,
    divide,
    ends,
    multiply,
    square_root,
    surd,
    surd_power,
)
from netlemma.checks.formula.formula import parse_formula

BINET = "(((1 + 5^(1/2))/2)^n {} ((1 - 5^(1/2))/2)^n)/5^(1/2)"
fractions = st.fractions(min_value=-9, max_value=9, max_denominator=6)
roots = st.sampled_from([2, 3, 8, 12, 18, 50])


def plain(value):
    if isinstance(value, Surd):
        return sympy.Rational(value.rational) + sympy.Rational(value.factor) * sympy.sqrt(value.radicand)
    return sympy.Rational(value)


@pytest.mark.in_turn
@settings(max_examples=40)
@given(fractions, fractions, roots, fractions, fractions, st.integers(1, 6))
def test_numbers_with_one_root_are_those_of_sympy(w, x, radicand, y, z, exponent):
    a, b = surd(w, x, radicand), surd(y, z, radicand * 4)
    found = {add(a, b): plain(a) + plain(b), multiply(a, b): plain(a) * plain(b)}
    if y or z:
        found[divide(a, b)] = plain(a) / plain(b)
    if isinstance(a, Surd):
        found[surd_power(a, exponent)] = plain(a) ** exponent
    for ours, theirs in found.items():
        assert sympy.radsimp(sympy.expand(plain(ours) - theirs)) == 0
        assert isinstance(ours, Surd) != plain(ours).is_rational
        low, high = ends(ours)
        assert sympy.Rational(low) <= plain(ours) <= sympy.Rational(high)


def test_other_roots_are_enclosed():
    for value in (add(square_root(2), square_root(3)), parse_formula("2^(1/3)*4^(1/3)").evaluate({})):
        assert isinstance(value, Enclosure) and not isinstance(value, Surd)
    assert multiply(square_root(8), square_root(Fraction(1, 2))) == 2


@pytest.mark.parametrize("n", [1, 2, 3, 10, 57])
def test_binet_has_fibonacci_numbers(n):
    assert parse_formula(BINET.format("-")).evaluate({"n": n}) == sympy.fibonacci(n)
    wrong = parse_formula(BINET.format("+")).evaluate({"n": n})
    assert isinstance(wrong, Surd) and wrong.lo > sympy.fibonacci(n) - 1
