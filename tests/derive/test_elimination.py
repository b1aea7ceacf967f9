"""Fourier-Motzkin against a plain search of a box."""

import random
from itertools import product

import pytest

from netlemma.derive.algebra.integer_regions import negation, row, solve, value_at

NAMES = ("x", "y", "z")
BOX = range(-6, 7)


def random_system(seed: int, coefficient: int):
    """Random rows inside a box, so that a plain search sees every point."""
    r = random.Random(seed)
    inside = [(((name, sign),), 6) for name in NAMES for sign in (1, -1)]
    drawn = [
        row({name: r.randint(-coefficient, coefficient) for name in NAMES}, r.randint(-8, 4))
        for _ in range(r.randint(1, 5))
    ]
    return inside + drawn


def points(rows):
    return [
        point
        for values in product(BOX, repeat=3)
        if all(value_at(condition, point := dict(zip(NAMES, values, strict=True))) >= 0 for condition in rows)
    ]


@pytest.mark.in_turn
def test_infeasible_means_no_point_and_a_point_is_one():
    undecided = 0
    for seed in range(75):
        rows = random_system(seed, 1 + seed % 3)
        found = solve(frozenset(rows))
        has_points = bool(points(rows))
        assert found.feasible or not has_points
        if found.point is not None:
            assert all(value_at(condition, found.point) >= 0 for condition in rows)
        elif found.feasible:
            undecided += 1
    assert undecided <= 5


@pytest.mark.in_turn
def test_unit_coefficients_are_decided_exactly():
    r = random.Random(1)
    for _ in range(60):
        rows = [(((name, sign),), 6) for name in NAMES for sign in (1, -1)]
        for _ in range(5):
            a, b = r.sample(NAMES, 2)
            rows.append(row({a: 1, b: -1}, r.randint(-5, 3)))
        assert solve(frozenset(rows)).feasible == bool(points(rows))


def test_integer_tightening():
    assert not solve(frozenset([row({"x": 2, "y": -4}, -1), row({"x": -2, "y": 4}, 1)])).feasible  # 2x - 4y = 1


def test_negation_holds_exactly_elsewhere():
    condition = row({"x": 2, "y": -3}, 1)
    for x, y in product(BOX, repeat=2):
        point = {"x": x, "y": y}
        assert (value_at(condition, point) >= 0) != (value_at(negation(condition), point) >= 0)
