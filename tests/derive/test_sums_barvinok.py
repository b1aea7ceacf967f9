"""Random weighted counts against islpy's barvinok, which counts lattice points by generating functions.

barvinok is GPL and used in tests only; it comes with the `test` extra.
"""

import random
from dataclasses import dataclass

import pytest
from sympy import And, Eq, Expr, Max, Min, Mod, Piecewise, Rational, Sum, floor, symbols

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.summation.sums import close
from netlemma.errors import CannotClose

isl = pytest.importorskip("islpy", reason="islpy-barvinok is not installed: pip install 'netlemma[test]'")
if not hasattr(isl.Set, "card"):  # pragma: no cover
    pytest.skip("this islpy is built without barvinok: pip install islpy-barvinok", allow_module_level=True)

n, m = symbols("n m", integer=True)
i, j, l = symbols("i j l", integer=True)
BATCHES = 21
EACH = 10
SIZES = [(x, y) for x in range(-3, 7) for y in range(-3, 7)]


def affine(r: random.Random, names: list, coefficient: int = 2, constant: int = 3) -> Expr:
    """A random affine expression with mostly small coefficients."""
    choices = [0, 0, 1, 1, -1, coefficient, -coefficient]
    return sum((r.choice(choices) * name for name in names), Rational(r.randint(-constant, constant)))


@dataclass(frozen=True)
class Counted:
    """A sum and the set whose lattice points it counts, in the notation of isl."""

    sum: Sum
    points: str


def random_count(seed: int) -> Counted:
    """A sum of products of nonnegative weights over affine guards; each weight is one more dimension of the set."""
    r = random.Random(seed)
    names, limits, inside = [n, m], [], []
    depth = r.choice([1, 2, 2, 3])
    for index in [i, j, l][:depth]:
        lowest, highest = affine(r, names, 1), affine(r, names, 1)
        inside += [f"{lowest} <= {index}", f"{index} <= {highest}"]
        if r.random() < 0.3:
            other = affine(r, names, 1)
            inside.append(f"{index} <= {other}")
            highest = Min(highest, other)
        if r.random() < 0.3 and depth < 3:
            divisor, other = r.randint(2, 3), affine(r, names, 1)
            inside.append(f"{index} <= floor(({other})/{divisor})")
            highest = Min(highest, floor(other / divisor))
        limits.append((index, lowest, highest))
        names.append(index)
    guards, dimensions, weight = [], [str(index) for index, *_ in limits], Rational(1)
    for _ in range(r.choice([0, 0, 1])):
        x = affine(r, names, 1 if depth == 3 else 2)
        guards.append(x >= 0)
        inside.append(f"{x} >= 0")
    if r.random() < 0.3 and depth < 3:
        x, modulus = affine(r, names), r.randint(2, 3)
        residue = r.randrange(modulus)
        guards.append(Eq(Mod(x, modulus), residue))
        inside.append(f"({x}) mod {modulus} = {residue}")
    for number in range(r.choice([0, 0, 1, 1, 2]) if depth < 3 else 0):
        x = affine(r, names, 1)
        dimensions.append(f"x{number}")
        inside.append(f"0 <= x{number} < {x}")
        weight *= Max(0, x)
    body = Piecewise((weight, And(*guards)), (0, True)) if guards else weight
    points = f"[n, m] -> {{ [{', '.join(dimensions)}] : {' and '.join(inside)} }}"
    return Counted(Sum(body, *reversed(limits)), points)


def card_at(card, size):
    """The value of a piecewise quasi-polynomial at (n, m)."""
    point = isl.Point.zero(card.get_domain_space())
    for place, coordinate in enumerate(size):
        point = point.set_coordinate_val(isl.dim_type.param, place, isl.Val(coordinate))
    found = card.eval(point)
    assert found.is_int()
    return found.to_python()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "batch", [pytest.param(batch, marks=[pytest.mark.long] if batch % 10 else []) for batch in range(BATCHES)]
)
@pytest.mark.in_turn
def test_random_counts_against_barvinok(batch):
    compared = 0
    for seed in range(batch * EACH, (batch + 1) * EACH):
        counted = random_count(seed)
        try:
            closed = close(counted.sum)
        except CannotClose as reason:
            assert "case distinctions" in str(reason), (seed, reason)
            continue
        card = isl.Set(counted.points).card()
        for size in SIZES:
            here = evaluate(closed.expression, dict(zip((n, m), size, strict=True)))
            assert here == card_at(card, size), (seed, size, counted)
        compared += 1
    assert compared >= EACH - 1
