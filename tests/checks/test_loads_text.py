"""Loads as users write them: what is read, and what is refused in one line."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.checks.base.inputs import parse_loads
from netlemma.errors import InputError


def test_the_three_forms() -> None:
    assert parse_loads("0.005") == (Fraction(1, 200),)
    assert parse_loads("0.002,0.001, 1/3") == (Fraction(1, 500), Fraction(1, 1000), Fraction(1, 3))
    assert [float(load) for load in parse_loads("0.001:0.009:9")] == [
        0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009,
    ]  # fmt: skip


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(2, 50))
def test_a_range_has_both_ends_and_equal_distances(first: int, more: int, count: int) -> None:
    found = parse_loads(f"{first}e-6:{first + more}e-6:{count}")
    assert (found[0], found[-1], len(found)) == (Fraction(first, 10**6), Fraction(first + more, 10**6), count)
    assert len({b - a for a, b in pairwise(found)}) == 1


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "-0.001", "x", "nan", "inf", "0.1,", "0.1:0.2", "0.1:0.2:0", "0.1:0.2:1", "0.2:0.1:3", "0:0.1:3",
     "0.1:0.2:3:4", "0.1:0.2:x", "1/0", "0.1:0.2:1000000", "1e999", "0.1\n0.2", "١"],
)  # fmt: skip
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_loads(text)
    assert "\n" not in str(refused.value) and "`load`" in str(refused.value)


def test_a_number_that_is_too_small_to_be_read_is_called_a_number() -> None:
    with pytest.raises(InputError, match="'1e-300', whose exponent has more than two digits"):
        parse_loads("0.1,1e-300")
