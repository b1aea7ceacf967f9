"""Proposed formulas: short ones first, and values left over in each size and residue class that a proposal did not use."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from netlemma.api.verdicts import check
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.judging.fit import propose, shortest
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.graphs.sources import source

RING_OF_CUBES = """
import networkx


def ringcubes(c, d, chords=0):
    found = networkx.Graph()
    for cube, x, bit in ((cube, x, bit) for cube in range(c) for x in range(2**d) for bit in range(d)):
        found.add_edge((cube, x), (cube, x ^ 1 << bit))
    for cube in range(c):
        found.add_edge((cube, 2**d - 1), ((cube + 1) % c, 0))
    for chord in range(chords):
        found.add_edge((chord % c, 0), ((chord + c // 2) % c, 0))
    return found
"""


@pytest.fixture
def ring_of_cubes(tmp_path):
    file = tmp_path / "ringcubes.py"
    file.write_text(RING_OF_CUBES)
    return str(file)


@pytest.mark.in_turn
def test_the_diameter_of_a_ring_of_cubes_is_a_short_formula(ring_of_cubes):
    found = check(ring_of_cubes, "diameter", fit=True, at="chords=0", sizes="c=3..9 d=2..6")[0]
    assert found.evidence["formula"] == "floor(c*(d + 1)/2)"
    few = check(ring_of_cubes, "diameter", fit=True, at="chords=0", sizes="c=3..6 d=2..4")[0]
    assert few.verdict == "unknown" and "needs c up to 8" in few.remark


def table(of, **values):
    return [(dict(zip(values, each, strict=True)), Fraction(of(*each))) for each in product(*values.values())]


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (lambda n, k: n * (k // 2), "n*floor(k/2)"),
        (lambda n, k: k**n, "k^n"),
        (lambda n, k: min(n, k) + 1, "min(n, k) + 1"),
        (lambda n, k: -(-n * k // 3), "ceil(n*k/3)"),
        (lambda n, k: n * 2 ** (k - 1), "n*2^(k - 1)"),
    ],
)
def test_short_formulas_are_found(of, text):
    assert shortest(table(of, n=range(1, 7), k=range(2, 8)), ["n", "k"], TimeBudget()) == text


def fitted(rows, names=("n", "k")):
    """What is proposed for the values of a table, with sizes of a mesh."""
    values = {tuple(size.items()): value for size, value in rows}
    truth = reference_values_of(source("mesh"), "diameter")
    known = replace(truth, value=lambda size: values[tuple(size.items())])
    return propose(known, [size for size, _ in rows], TimeBudget(8))


@pytest.mark.in_turn
def test_values_at_random_have_no_formula():
    chance = random.Random(2)
    for width in (6,):
        rows = [({"k": k, "n": n}, Fraction(chance.randint(1, 60))) for k in range(2, 2 + width) for n in range(1, 7)]
        proposal, _, needed = fitted(rows)
        assert proposal is None and "needs" in needed


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "of",
    [
        lambda k, n: (n + 2 * k) * (k % 2) + n * k,
        lambda k, n: n * (k // 2) + (k + 1) // 2,
        lambda k, n: k * n // 3 + k,
        lambda k, n: max(3 * k, 2 * n) + n,
    ],
)
def test_a_proposal_is_right_beyond_its_values_or_there_is_none(of):
    rows = [({"k": k, "n": n}, Fraction(of(k, n))) for k in range(2, 10) for n in range(1, 8)]
    proposal, *_ = fitted(rows)
    if proposal:
        for k, n in product(range(2, 30, 3), range(1, 30, 4)):
            assert proposal.formula.evaluate({"k": k, "n": n}) == of(k, n), str(proposal)


def test_no_proposal_has_as_many_numbers_as_values_in_one_direction():
    """A polynomial of degree 2 in n through three values of n has no value left over."""
    square = lambda k, n: n * n * 7 + n * k * 3 - 11 * k  # noqa: E731
    rows = [({"k": k, "n": n}, Fraction(square(k, n))) for k in range(2, 12) for n in range(1, 4)]
    proposal, _, needed = fitted(rows)
    assert proposal is None and "degree 2 needs n up to 4" in needed
    more = [({"k": k, "n": n}, Fraction(square(k, n))) for k in range(2, 12) for n in range(1, 5)]
    assert fitted(more)[0].formula.evaluate({"k": 40, "n": 30}) == square(40, 30)


def test_a_wrong_value_among_the_last_refuses_a_short_formula():
    rows = table(lambda n, k: n * (k // 2), n=range(1, 7), k=range(2, 8))
    size, value = rows[-1]
    assert shortest([*rows[:-1], (size, value + 1)], ["n", "k"], TimeBudget()) is None
    assert parse_formula("n*floor(k/2)").evaluate(size) == value
