"""Whatever is changed in a closed sum or its proof, the check fails."""

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction

import pytest
from sympy import And, Eq, Integer, Min, Mod, Piecewise, Sum, symbols

from netlemma.derive.algebra.integer_regions import Residues, Sign
from netlemma.derive.algebra.summation.exponential_polynomials import Telescoping, Term, number, variable
from netlemma.derive.algebra.summation.sums import close
from netlemma.errors import ProofError

k, n, p, s, t, w = symbols("k n p s t w", integer=True)
RING = close(Sum(Min(k, w - k), (k, 0, w - 1)), [w >= 1])
CROSSING = close(
    Sum(Piecewise((t - s, And(s < p, p <= t)), (0, True)), (s, 0, n - 1), (t, 0, n - 1)), [p >= 1, p <= n - 1, n >= 2]
)


def variants(value):
    """Every object that differs from `value` in one leaf: a term, a row, an answer, a dropped branch or element."""
    if isinstance(value, Term):
        yield value * Fraction(3, 2) + number(1)
        yield value + variable("k") * variable("s") * variable("t")
    elif isinstance(value, Sign):
        coefficients, constant = value.row
        yield Sign((coefficients, constant + 1))
        yield Sign((coefficients, constant - 1))
    elif isinstance(value, Residues):
        yield Residues(value.form, value.modulus + 1)
    elif isinstance(value, bool) or value is None or isinstance(value, str):
        return
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            for changed in variants(part):
                yield (*value[:place], changed, *value[place + 1 :])
            yield (*value[:place], *value[place + 1 :])
    elif is_dataclass(value):
        for field in fields(value):
            if field.name in ("total", "region"):
                continue
            for changed in variants(getattr(value, field.name)):
                yield replace(value, **{field.name: changed})


def refused(closed) -> bool:
    try:
        closed.check()
    except ProofError:
        return True
    return False


@pytest.mark.in_turn
@pytest.mark.parametrize("closed", [RING, CROSSING], ids=["ring", "crossing"])
@pytest.mark.parametrize("part", ["stages", "antidifferences", "chambers", "merged"])
def test_every_change_of_the_proof_is_refused(closed, part):
    assert closed.check()
    tried = 0
    for changed in variants(getattr(closed.proof, part)):
        tampered = replace(closed, proof=replace(closed.proof, **{part: changed}))
        assert refused(tampered), changed
        tried += 1
    assert tried >= 2


def test_a_constant_added_to_an_antidifference_is_refused_too():
    """F + 1 telescopes as well, but the recorded chambers were computed with F: only equal values may pass."""
    first, *rest = RING.proof.antidifferences
    shifted = Telescoping(first.index, first.summand, first.antidifference + number(1))
    assert shifted.holds()
    wrong = Telescoping(first.index, first.summand, first.antidifference + variable(first.index))
    assert not wrong.holds()
    assert refused(replace(RING, proof=replace(RING.proof, antidifferences=(wrong, *rest))))


def test_every_change_of_the_result_is_refused():
    (first, formula), (second, other) = RING.cases
    for cases in (
        ((first, formula + 1), (second, other)),
        ((first, formula),),
        ((second, formula), (first, other)),
        ((Eq(Mod(w, 4), 0), formula), (second, other)),
    ):
        assert refused(replace(RING, cases=cases))
    for expression in (RING.expression + 1, Integer(0), w**2 / 4):
        assert refused(replace(RING, expression=expression))
    assert refused(replace(RING, sum=Sum(Min(k, w - k), (k, 0, w))))
    assert refused(replace(RING, assumptions=(w >= 0,)))
