"""Random sums against a plain loop, on more sizes than their own check looks at."""

import random
from itertools import product

import pytest
from sympy import (
    Abs,
    And,
    Basic,
    Eq,
    Expr,
    Max,
    Min,
    Mod,
    Ne,
    Not,
    Or,
    Piecewise,
    Rational,
    Sum,
    ceiling,
    floor,
    symbols,
    sympify,
)

from netlemma.derive.algebra.evaluate import compiled, evaluate, placed
from netlemma.derive.algebra.summation.sums import close
from netlemma.errors import CannotClose

n, m = symbols("n m", integer=True)
i, j, l = symbols("i j l", integer=True)
ASSUMPTIONS = ([], [n >= 0], [n >= 1], [n >= 2, Eq(Mod(n, 2), 0)], [n >= 0, m >= -2, m <= n])


def affine(r: random.Random, names: list, coefficient: int = 2, constant: int = 3) -> Expr:
    """A random affine expression with mostly small coefficients."""
    choices = [0, 0, 1, 1, -1, coefficient, -coefficient]
    return sum((r.choice(choices) * name for name in names), Rational(r.randint(-constant, constant)))


def condition(r: random.Random, names: list) -> Basic:
    """A random affine or congruence condition."""
    x, y, modulus = affine(r, names), affine(r, names), r.randint(2, 3)
    return r.choice(
        [
            x >= 0,
            x < y,
            Eq(x, y),
            Ne(x, 0),
            Eq(Mod(x, modulus), r.randrange(modulus)),
            And(x >= 0, y <= 0),
            Or(x > 0, y >= 0),
            Not(Eq(Mod(y, 2), 0)),
        ]
    )


def value(r: random.Random, names: list, depth: int = 0) -> Expr:
    """A random summand with every construct that sums are closed over."""
    match r.randrange(12 if depth < 2 else 3):
        case 3:
            return Min(value(r, names, depth + 2), value(r, names, depth + 2))
        case 4:
            return Max(affine(r, names), affine(r, names))
        case 5:
            return Abs(affine(r, names))
        case 6:
            return floor(affine(r, names) / r.randint(2, 3))
        case 7:
            return ceiling(affine(r, names) / 2)
        case 8:
            return Mod(affine(r, names), r.randint(2, 3))
        case 9:
            return Piecewise((value(r, names, depth + 1), condition(r, names)), (value(r, names, depth + 1), True))
        case 10:
            return value(r, names, depth + 1) * value(r, names, depth + 1)
        case 11:
            return r.choice([2, 3, Rational(1, 2)]) ** r.choice(names) * affine(r, names)
    return affine(r, names)


def limit(r: random.Random, names: list) -> Expr:
    """A random limit: affine, rounded, or an extreme of two."""
    match r.randrange(8):
        case 0:
            return floor(affine(r, names) / 2)
        case 1:
            return Min(affine(r, names, 1), affine(r, names, 1))
        case 2:
            return Max(affine(r, names, 1), affine(r, names, 1))
    return affine(r, names, 1)


def random_sum(seed: int) -> tuple[Sum, list, list]:
    """A sum, assumptions on its parameters, and the parameters."""
    r = random.Random(seed)
    parameters = [n, m][: r.randint(1, 2)]
    names, limits = list(parameters), []
    for index in [i, j, l][: r.choice([1, 1, 2, 2, 2])]:
        lower = limit(r, names) if r.random() < 0.5 else Rational(r.randint(-1, 1))
        limits.append((index, lower, limit(r, names)))
        names.append(index)
    body = value(r, names)
    given = r.choice(ASSUMPTIONS if m in parameters else ASSUMPTIONS[:4])
    return Sum(body, *reversed(limits)), given, parameters


BATCHES = 12
EACH = 10


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "batch", [pytest.param(batch, marks=[pytest.mark.long] if batch % 3 != 1 else []) for batch in range(BATCHES)]
)
@pytest.mark.in_turn
def test_random_sums_against_a_plain_loop(batch):
    closed_sums = 0
    for seed in range(batch * EACH, (batch + 1) * EACH):
        expression, assumptions, parameters = random_sum(seed)
        try:
            closed = close(expression, assumptions)
        except CannotClose as reason:
            assert "case distinctions" in str(reason), (seed, reason)
            continue
        except ValueError as reason:
            assert "no size" in str(reason)
            continue
        assert closed.check()
        closed_sums += 1
        conditions = [compiled(condition) for condition in map(sympify, assumptions)]
        for values in product(range(-3, 7), repeat=len(parameters)):
            point = dict(zip(parameters, values, strict=True))
            if all(holds(placed(point)) for holds in conditions):
                assert evaluate(closed.expression, point) == evaluate(expression, point), (seed, point)
    assert closed_sums >= EACH - 3
