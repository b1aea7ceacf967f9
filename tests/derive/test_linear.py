"""Affine implications written in SymPy."""

import random
from itertools import product

import pytest
from sympy import And, Eq, Mod, Ne, Symbol, symbols, true

from netlemma.derive.algebra.affine_conditions import affine, implies
from netlemma.derive.algebra.evaluate import holds
from netlemma.errors import NotAffine

a, b, c, w = symbols("a b c w", integer=True)


@pytest.mark.parametrize(
    ("assumptions", "constraint"),
    [
        ([w >= 2], w >= 1),
        ([w > 1], w >= 2),
        ([a <= b, b < c], a + 1 <= c),
        ([Eq(a, 2 * b), b >= 3], a >= 6),
        ([w >= 1, Eq(Mod(w, 2), 0)], w >= 2),
        ([w >= 3, Ne(Mod(w, 2), 1)], w >= 4),
        ([Eq(Mod(w, 6), 4)], Eq(Mod(w, 3), 1)),
        ([Eq(Mod(w, 6), 4)], Ne(Mod(w, 2), 1)),
        ([w >= 2], Ne(w, 1)),
        ([w >= 2], And(w >= 1, w > 0)),
        ([w >= 2, w <= 1], a > b),
        ([], true),
        ([2 * a >= 3], a >= 2),
        ([w**2 >= 4, w >= 1], w >= 0),
    ],
)
def test_implied(assumptions, constraint):
    assert implies(assumptions, constraint)


@pytest.mark.parametrize(
    ("assumptions", "constraint"),
    [([w >= 2], w >= 3), ([a <= b], a < b), ([w >= 1], Eq(Mod(w, 2), 0)), ([w >= 1], Ne(w, 1)), ([], w >= 0)],
)
def test_not_implied(assumptions, constraint):
    assert not implies(assumptions, constraint)


def test_what_sympy_knows_counts():
    assert implies([], Symbol("n", integer=True, positive=True) >= 1)
    assert implies([], Symbol("n", positive=True, even=True) / 2 >= 1)


def test_errors():
    with pytest.raises(NotAffine, match="not affine"):
        affine(a * b)
    with pytest.raises(NotAffine, match="declared integer"):
        implies([], Symbol("x") >= 1)
    with pytest.raises(ValueError, match="two different symbols"):
        implies([w >= 1], Symbol("w", integer=True, positive=True) >= 1 + w)


@pytest.mark.in_turn
def test_random_implications_hold_at_every_point_of_a_box():
    r = random.Random(3)
    implied = 0
    for _ in range(150):
        drawn = [sum(r.randint(-2, 2) * s for s in (a, b)) + r.randint(-3, 3) >= 0 for _ in range(4)]
        *assumptions, constraint = drawn
        if r.random() < 0.5:
            assumptions.append(Eq(Mod(a + r.randint(0, 1) * b, 2), r.randint(0, 1)))
        inside = [
            {a: x, b: y}
            for x, y in product(range(-7, 8), repeat=2)
            if all(condition == True or holds(condition, {a: x, b: y}) for condition in assumptions)  # noqa: E712
        ]
        if any(condition == False for condition in assumptions) or constraint in (True, False):  # noqa: E712
            continue
        if implies(assumptions, constraint):
            implied += 1
            assert all(holds(constraint, point) for point in inside)
    assert implied >= 10
