"""Fixed points, maxima and roots by values alone."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance.latency.fixed_points import highest, least_fixed_point, root


@settings(max_examples=200)
@given(first=st.floats(1e-6, 1e3), apart=st.floats(1e-6, 1e3), bend=st.floats(0, 1))
def test_the_least_of_two_fixed_points(first: float, apart: float, bend: float) -> None:
    """x + (x - r1)(x - r2)/(r1 + r2) increases for x >= 0; a cubic part with the same roots keeps it increasing and convex."""
    second = first + apart

    def function(x: float) -> float:
        return x + (x - first) * (x - second) / (first + second) * (1 + bend * x / (x + first + second))

    found = least_fixed_point(function)
    assert found is not None
    assert abs(found - first) <= 1e-9 * first * (1 + second / apart)


@settings(max_examples=200)
@given(most=st.floats(1e-3, 1e3), above=st.floats(1e-9, 10))
def test_no_fixed_point_above_the_diagonal(most: float, above: float) -> None:
    assert least_fixed_point(lambda x: (x * x + most * most * (1 + above)) / (2 * most)) is None


def test_a_function_that_ends() -> None:
    assert least_fixed_point(lambda x: 1 / (1 - x) if x < 1 else math.inf) is None
    found = least_fixed_point(lambda x: 0.2 / (1 - x) if x < 1 else math.inf)
    assert found == pytest.approx((1 - math.sqrt(0.2)) / 2, rel=1e-14)
    assert least_fixed_point(lambda x: 0.0) == 0


@settings(max_examples=100)
@given(top=st.floats(0.01, 0.99))
def test_the_top_is_found(top: float) -> None:
    assert highest(lambda x: -((x - top) ** 2), 0, 1) == pytest.approx(top, abs=1e-6)
    assert highest(lambda x: -abs(x - top), 0, 1) == pytest.approx(top, abs=1e-6)


@settings(max_examples=200)
@given(at=st.floats(-50, 50), steep=st.floats(0.01, 20))
def test_roots_to_rounding(at: float, steep: float) -> None:
    assert root(
        lambda x: math.expm1(steep * (x - at)) if steep * (x - at) < 300 else math.inf, -60, 60
    ) == pytest.approx(at, abs=1e-12)
