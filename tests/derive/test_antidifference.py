"""Antidifferences telescope, and sums computed with them are those of a plain loop."""

from fractions import Fraction

import pytest

from netlemma.derive.algebra.summation.exponential_polynomials import (
    Telescoping,
    antidifference,
    number,
    power,
    reciprocal,
    value,
    variable,
)
from netlemma.errors import NotPolynomial

k, n, a = variable("k"), variable("n"), variable("a")

SUMMANDS = [
    number(5),
    k**7,
    k * k * n - k * Fraction(1, 3) + n,
    power(2, k),
    k**3 * power(2, k) * power(3, k * 2 - n),
    power(2, -k) * k,
    power("a", k) * k * k,
    power("a", k * 2 + n) * power(2, k),
    a * a * power("a", k) + k,
    reciprocal(n) * k + power("a", -k),
]


@pytest.mark.parametrize("summand", SUMMANDS, ids=[repr(s) for s in SUMMANDS])
def test_it_telescopes(summand):
    found = antidifference(summand, "k")
    assert Telescoping("k", summand, found).holds()
    assert not Telescoping("k", summand, found + k).holds()
    start, stop = {"n": 4, "a": 3, "k": -2}, {"n": 4, "a": 3, "k": 5}
    loop = sum(value(summand, {**start, "k": x}) for x in range(-2, 5))
    assert value(found, stop) - value(found, start) == loop


@pytest.mark.parametrize(
    "summand", [reciprocal(k), power("k", n), reciprocal(k + number(1)), power(2, k * Fraction(1, 2))]
)
def test_what_has_none(summand):
    with pytest.raises(NotPolynomial):
        antidifference(summand, "k")
