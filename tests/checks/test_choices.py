"""Dimensions left: formulas against explicit networks of up to a thousand nodes."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.lemmas.measured_quantities import LIKELY, choices
from netlemma.checks.lemmas.verify import compare_sides, verify_lemma
from netlemma.derive import lemma
from netlemma.derive.lemmas import dimensions_left
from netlemma.derive.performance.latency.adaptive_blocking import WEIGHTINGS, phi, selectable
from netlemma.errors import Disagreement, ProofError

NETWORKS = [(k, n) for n in range(1, 10) for k in range(2, 1001) if k**n <= 1000 and (n > 1 or k <= 60)]
OURS = (
    "oneway-torus.compositions.equal",
    "oneway-torus.compositions.unequal",
    "oneway-torus.compositions.full",
    "oneway-torus.dimensions_left",
    "hypercube.dimensions_left",
)


def on_network(k: int, n: int):
    return choices("oneway-torus", (("k", k), ("n", n)))


@pytest.mark.in_turn
@settings(max_examples=6)
@given(st.sampled_from(NETWORKS))
def test_every_network_up_to_a_thousand_nodes(size) -> None:
    k, n = size
    found = on_network(k, n)
    assert found.nodes_at == [lemma("oneway-torus.nodes_at_distance").at(k=k, n=n, i=i) for i in range(n * (k - 1) + 1)]
    assert len(found.nodes_at) - 1 == lemma("oneway-torus.diameter").at(k=k, n=n)
    mean = Fraction(sum(i * nodes for i, nodes in enumerate(found.nodes_at)), k**n - 1)
    assert mean == lemma("oneway-torus.mean_distance").at(k=k, n=n)
    for weighting in WEIGHTINGS:
        for i, rows in selectable(k, n, weighting).items():
            for h, row in rows.items():
                counted = found.chances(i, h, LIKELY[weighting])
                assert {m: p for m, p in enumerate(row) if p} == counted
                assert phi(k, n, weighting)[i][h] == found.mean(i, h, LIKELY[weighting])


@pytest.mark.parametrize("k, n", [(2, 1), (3, 1), (2, 2), (3, 2), (5, 2), (3, 3), (2, 5), (4, 4)])
def test_the_closed_form_of_the_mean(k, n) -> None:
    closed = lemma("oneway-torus.dimensions_left")
    for i, row in phi(k, n).items():
        for h, mean in row.items():
            assert closed.at(k=k, n=n, i=i, h=h) == mean
            if k == 2:
                assert lemma("hypercube.dimensions_left").at(n=n, i=i, h=h) == mean


@pytest.mark.in_turn
@pytest.mark.parametrize("key", OURS)
def test_lemmas_hold(key) -> None:
    assert verify_lemma(lemma(key)).verdict == "holds"


@pytest.mark.parametrize("key", OURS)
def test_another_closed_form_is_refused(key) -> None:
    """The last step ends elsewhere: the proof fails, and so does each comparison."""
    right = lemma(key)
    *first, last = right.derivation.steps
    wrong = replace(right, derivation=replace(right.derivation, steps=(*first, replace(last, after=last.after + 1))))
    with pytest.raises(ProofError):
        wrong.check()
    smallest = {p.name: p.minimum for p in right.domain.parameters}
    with pytest.raises(Disagreement):
        list(compare_sides(wrong, smallest))
    assert verify_lemma(wrong, [smallest]).verdict == "fails"


@pytest.mark.parametrize("key", OURS)
def test_each_step_is_checked(key) -> None:
    steps = lemma(key).derivation.steps
    for step in steps:
        with pytest.raises(ProofError):
            replace(step, after=step.after * 2).check()
        with pytest.raises(ProofError):
            replace(step, before=sp.Integer(1)).check()


def test_a_mean_that_is_not_over_paths_disagrees() -> None:
    """The lemma is about paths; places equally likely give another number already at k=3, n=2."""
    assert lemma("oneway-torus.dimensions_left").at(k=3, n=2, i=4, h=3) != on_network(3, 2).mean(4, 3, "places")


def test_another_share_of_orders_is_refused(monkeypatch):
    """Of the orders of hops in a dimension, and of the dimensions with hops left."""
    (step,) = lemma("hypercube.dimensions_left").derivation.steps
    with pytest.raises(ProofError):
        step.proof.check(step.before, step.after + 1)
    step = lemma("oneway-torus.dimensions_left").derivation.steps[0]
    step.proof.check(step.before, step.after)
    assert step.proof.strength == "proved"
    with pytest.raises(ProofError):
        step.proof.check(step.before, 2 * step.after)
    choose = dimensions_left._choose
    monkeypatch.setattr(dimensions_left, "_choose", lambda many, chosen: choose(many, chosen) * chosen)
    with pytest.raises(ProofError):
        step.proof.check(step.before, step.after)
