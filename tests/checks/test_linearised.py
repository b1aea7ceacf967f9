"""Conditions with floors and products: what is shown is so at all small sizes, and what has a counterexample is not shown."""

from itertools import product

import pytest
import sympy as sp

from .linearised import shows_with_products

k, n, i = sp.symbols("k n i", integer=True, positive=True)
l = sp.Symbol("l", integer=True)
WHOLE = sp.floor(i / k)
FEW = [k >= 2, i <= n * (k - 1), l >= 0]  # as in sums of compositions
SHOWN = [
    ([*FEW, l <= n, l > WHOLE], i - k * l + n - 1 <= n - 2),
    ([*FEW, l <= n, l > sp.ceiling(i / k)], i - k * l + n - 1 <= n - 2),
    ([*FEW, l <= WHOLE, l >= n], i - k * l + n - 1 <= -1),
    ([*FEW, l <= WHOLE, l > i * k], sp.false),
    ([*FEW, l <= WHOLE, l > sp.floor(i**2 / k)], sp.false),
    ([*FEW, l <= WHOLE, l > sp.floor(i / (k - 1))], sp.false),
    ([*FEW, l > sp.floor(i / (k - 1))], k * l >= i + 1),
]
OTHERS = [
    ([*FEW, l <= n, l > WHOLE - 1], i - k * l + n - 1 <= n - 2),
    ([*FEW, l > sp.floor(i / (k + 1))], i - k * l + n - 1 <= n - 2),
    ([*FEW[1:], l <= WHOLE, l > sp.floor(i**2 / k) - 1], sp.false),
    ([*FEW, l <= WHOLE], l <= n - 2),
    ([l <= sp.floor(i / (k - 5))], l * (k - 5) <= i),  # the divisor may be negative
    ([*FEW, l <= sp.ceiling(i / k)], k * l <= i),
]
SIZES = [
    dict(zip((k, n, i, l), size, strict=True)) for size in product((2, 3, 4), (1, 2, 3), range(1, 7), range(-3, 8))
]


def is_so(condition, size) -> bool:
    return bool(condition.subs(size)) if condition not in (sp.true, sp.false) else condition is sp.true


def counterexample(region, conclusion):
    return next((size for size in SIZES if all(is_so(c, size) for c in region) and not is_so(conclusion, size)), None)


@pytest.mark.in_turn
@pytest.mark.parametrize("region, conclusion", SHOWN)
def test_what_is_shown_is_so(region, conclusion):
    assert shows_with_products(region, conclusion)
    assert counterexample(region, conclusion) is None


@pytest.mark.parametrize("region, conclusion", OTHERS)
def test_what_is_not_so_is_not_shown(region, conclusion):
    assert not shows_with_products(region, conclusion)
    assert counterexample(region, conclusion) is not None
