"""Numbers of nodes by distance, and Harary indices, of products of several factors."""

from dataclasses import replace
from math import prod

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.lemmas.measured_quantities import measured_value
from netlemma.derive import lemma
from netlemma.derive.networks import distance_convolution
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.errors import ProofError

KINDS = ("line", "ring", "oneway-ring", "clique", "bus")


@pytest.mark.in_turn
@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(2, 5)), min_size=2, max_size=3).filter(
        lambda found: prod(k for _, k in found) <= 40
    )
)
def test_closed_forms_are_the_counted_pairs(factors):
    named = " x ".join(f"{kind}({letter})" for (kind, _), letter in zip(factors, "abi", strict=False))
    sizes = {letter: k for (_, k), letter in zip(factors, "abi", strict=False)}
    names = [q for q in product_builders(named) if q.endswith("_at_distance")]
    counted, harary = (lemma(f"{named}.{quantity}") for quantity in (*names, "harary_index"))
    counted.check()
    harary.check()
    assert harary.value(sizes) == harary.definition.literal(sizes) == measured_value(harary, sizes, "shortest")
    for distance in range(8):  # beyond the diameter, too
        size = sizes | {counted.domain.names[-1]: distance}
        assert counted.value(size) == counted.definition.literal(size)


@pytest.mark.in_turn
def test_powers_beside_other_factors():
    found = lemma("ring(a)^2 x clique(b)^m.harary_index")
    found.check()
    for size in ({"a": 2, "b": 2, "m": 1}, {"a": 3, "b": 3, "m": 2}, {"a": 4, "b": 2, "m": 2}):
        assert found.value(size) == found.definition.literal(size)


@pytest.mark.in_turn
def test_other_counts_are_refused(monkeypatch):
    [step] = lemma("line(a) x ring(b).pairs_at_distance").derivation.steps
    proof = step.proof
    for wrong in (2 * step.after, step.after.function):
        with pytest.raises(ProofError, match="not the sum"):
            proof.check(step.before, wrong)
    with pytest.raises(ProofError, match="nodes instead of pairs"):
        replace(proof, counts=tuple((sp.S.One, each) for _, each in proof.counts)).check(step.before, step.after)
    with pytest.raises(ProofError, match="other nodes"):
        replace(proof, counts=proof.counts[::-1]).check(step.before, step.after)
    monkeypatch.setattr(distance_convolution, "at", lambda group, found, distance: group.size - distance)
    with pytest.raises(ProofError, match="is not the number of"):
        proof.check(step.before, step.after)
