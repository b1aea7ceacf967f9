"""The lemmas that a lemma rests on: their keys exist, run in no circle, and say what the steps use."""

from dataclasses import fields, replace

import pytest

from netlemma.derive.algebra.proof import Proof, ProofError
from netlemma.derive.core.derivation import ByLemma, Derived
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.discovery import builders, lemma
from netlemma.derive.lemmas import r_ary_m_cube, word_recursions
from tests.turns import drawn

USED = {
    "toroid.hops_ratio.spanning-bus-hypercube": ("toroid.mean_distance", "spanning-bus-hypercube.mean_distance"),
    "livefly.latency": ("livefly.ring_hops", "livefly.distance"),
    "livefly.hot_echo.primary": ("livefly.echo.primary",),
    "ring-shuffle.mean_distance": ("ring-shuffle.total_distance",),
    "mesh.max_visit_ratio.dimension": ("mesh.visit_ratio.dimension.position",),
    "wrapped-butterfly.mean_distance": ("r-ary-m-cube.mean_distance",),
    "hanoi.mean_distance": ("sierpinski.mean_distance",),
    "ring.nodes": (),
}
UNLISTED = {  # lemmas of other sizes, or that only products have, made for the proof that holds them
    *(f"ring({size}).nodes_at_distance" for size in ("S_1", "S_2")),
    *(f"rectangular-{name}.max_visit_ratio.dimension-{j}" for name in ("mesh", "torus") for j in (0, 1)),
    *(f"{name}.edge_forwarding_index" for name in ("path", "rook")),
}


def derivations(part):
    """Derivations with a key among the parts of a proof, and those of lemmas in it."""
    if isinstance(part, Lemma):
        yield part.key, part.derivation
    elif isinstance(part, Derivation) and part.key:
        yield part.key, part
    elif isinstance(part, tuple):
        for each in part:
            yield from derivations(each)
    elif isinstance(part, Proof | Derivation | Step):
        for field in fields(part):
            yield from derivations(getattr(part, field.name))


@pytest.mark.in_turn
@pytest.mark.parametrize("key", USED)
def test_a_lemma_names_the_lemmas_that_it_uses(key):
    assert lemma(key).dependencies == USED[key]
    assert lemma(key).as_json()["dependencies"] == list(USED[key])


@pytest.mark.in_turn
@pytest.mark.ci  # builds all lemmas
def test_dependencies_exist_and_run_in_no_circle():
    uses = {key: lemma(key).dependencies for key in builders()}
    assert {each for used in uses.values() for each in used} - set(uses) == UNLISTED
    while uses:
        last = [key for key, used in uses.items() if not set(used) & set(uses)]
        assert last, f"a circle among {sorted(uses)}"
        for key in last:
            del uses[key]


@pytest.mark.parametrize("kept", [100, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.in_turn
def test_a_derivation_that_is_used_is_that_of_the_lemma_it_names(kept):
    keys = drawn("lemmas that use others", builders(), kept) if kept else builders()
    parts = [pair for key in keys for pair in derivations(lemma(key).derivation.steps)]
    found = [(key, derivation) for key, derivation in parts if key not in UNLISTED]
    assert found
    for key, derivation in found:
        own = lemma(key).derivation.steps[: len(derivation.steps)]
        assert [(step.before, step.after) for step in own] == [
            (step.before, step.after) for step in derivation.steps
        ], key


def wrong(derivation):
    """The derivation with another result, which its last proof does not show."""
    *first, last = derivation.steps
    return replace(derivation, steps=(*first, replace(last, after=last.after + 1)))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "key", ["toroid.hops_ratio.spanning-bus-hypercube", "livefly.latency", "ring-shuffle.mean_distance"]
)
def test_a_wrong_lemma_is_seen_where_it_is_used(key):
    for number, step in enumerate(lemma(key).derivation.steps):
        if isinstance(step.proof, Derived):
            broken = replace(step.proof, derivation=wrong(step.proof.derivation))
        elif isinstance(step.proof, ByLemma):
            first, *others = step.proof.lemmas
            broken = ByLemma((replace(first, derivation=wrong(first.derivation)), *others))
        else:
            continue
        steps = list(lemma(key).derivation.steps)
        steps[number] = replace(step, proof=broken)
        with pytest.raises(ProofError):
            Derivation(tuple(steps)).check()


def test_a_wrong_closed_form_that_is_taken_over_is_seen(monkeypatch):
    used = "r-ary-m-cube.mean_distance"
    broken = replace(lemma(used), derivation=wrong(lemma(used).derivation))
    monkeypatch.setitem(r_ary_m_cube.LEMMAS, used, lambda: broken)
    with pytest.raises(ProofError):
        word_recursions.LEMMAS["wrapped-butterfly.mean_distance"]().check()
