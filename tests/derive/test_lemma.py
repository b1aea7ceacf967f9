"""The vocabulary: domains and their sizes, how lemmas are found, what they say of themselves."""

import dataclasses
import subprocess
import sys
from fractions import Fraction
from itertools import islice

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive import Domain, Verdict, keys, lemma
from netlemma.derive.algebra.notation import Coefficient, parameter
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import ByCases, ByLemma, Derived, Within, quantity_of
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.discovery import builders, is_only_compared
from netlemma.derive.networks.distance_lemmas import Conjectured
from netlemma.errors import DomainError, EvaluationError, ProofError, UnknownLemma
from tests.lemma_keys import marked, usual

k, p = parameter("k"), parameter("p")
LINE = Domain((Parameter("k", 2), Parameter("p", 1)), (p <= k - 1,))


def test_sizes_begin_with_the_smallest():
    assert list(Domain((Parameter("w", 2), Parameter("D", 1))).sizes(4)) == [
        {"w": 2, "D": 1},
        {"w": 3, "D": 1},
        {"w": 2, "D": 2},
        {"w": 4, "D": 1},
    ]
    assert list(Domain((Parameter("K", 2),)).sizes(3)) == [{"K": 2}, {"K": 3}, {"K": 4}]
    assert list(Domain((Parameter("i", 0),)).sizes(2)) == [{"i": 0}, {"i": 1}]
    assert list(Domain(()).sizes(5)) == [{}]


@settings(max_examples=60, derandomize=True)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.integers(1, 40))
def test_sizes_are_ordered_legal_and_complete(minima, most):
    domain = Domain(tuple(Parameter(f"x{number}", minimum) for number, minimum in enumerate(minima)))
    found = list(domain.sizes(most))
    totals = [sum(size.values()) for size in found]
    assert len(found) == most and totals == sorted(totals) and totals[0] == sum(minima)
    assert all(map(domain.contains, found))
    assert len({tuple(size.values()) for size in found}) == most
    whole = [size for size in domain.sizes(10 * most + 100) if sum(size.values()) < totals[-1]]
    assert all(size in found for size in whole)


def test_relations_and_bounds_leave_out_sizes():
    assert list(LINE.sizes(4)) == [{"k": 2, "p": 1}, {"k": 3, "p": 1}, {"k": 4, "p": 1}, {"k": 3, "p": 2}]
    assert list(LINE.sizes(9, lambda size: size["k"] <= 3)) == [{"k": 2, "p": 1}, {"k": 3, "p": 1}, {"k": 3, "p": 2}]
    assert list(Domain((Parameter("k", 2),), (k <= 1,)).sizes(3)) == []
    assert list(Domain((Parameter("k", 2),), (k >= 30,)).sizes(1)) == [{"k": 30}]


@pytest.mark.parametrize(
    "size, legal",
    [
        ({"k": 2, "p": 1}, True),
        ({"k": 9, "p": 8}, True),
        ({"k": 2, "p": 2}, False),
        ({"k": 1, "p": 1}, False),
        ({"k": 5, "p": 0}, False),
        ({"k": 5}, False),
        ({"k": 5, "p": 1, "q": 1}, False),
        ({}, False),
        ({"K": 5, "p": 1}, False),
    ],
)
def test_legal_sizes(size, legal):
    assert LINE.contains(size) is legal
    if legal:
        LINE.require(size)
    else:
        with pytest.raises(DomainError, match="k >= 2, p >= 1, p <= k - 1"):
            LINE.require(size)


def test_assumptions_are_the_domain():
    assert LINE.assumptions() == [k >= 2, sp.true, p <= k - 1]


@pytest.mark.parametrize(
    "key, size",
    [
        ("ring.mean_distance", {"K": 1}),
        ("ring.mean_distance", {"K": 0}),
        ("ring.mean_distance", {"K": -5}),
        ("toroid.mean_distance", {"w": 1, "D": 2}),
        ("toroid.mean_distance", {"w": 3, "D": 0}),
        ("toroid.mean_distance", {"w": 3}),
        ("toroid.mean_distance", {"k": 3, "n": 2}),
        ("mesh.visit_ratio.dimension.position", {"k": 4, "n": 2, "p": 4}),
        ("hypercube.nodes_at_distance", {"n": 3, "i": -1}),
        ("toroid.distance_polynomial", {"w": 3, "D": 1, "z": 1}),
    ],
)
def test_values_outside_the_domain(key, size):
    """K = 1 would divide by zero; it is refused with the domain instead."""
    found = lemma(key)
    with pytest.raises(DomainError) as caught:
        found.value(size)
    assert str(caught.value).endswith(f"is outside the domain {found.domain.describe()}")
    with pytest.raises(DomainError):
        found.at(**size)


SMALLEST = {
    "ring.mean_distance": ({"K": 2}, 1),
    "toroid.mean_distance": ({"w": 2, "D": 1}, 1),
    "spanning-bus-hypercube.mean_distance": ({"w": 2, "D": 1}, 1),
    "mesh.mean_distance": ({"k": 2, "n": 1}, 1),
    "torus.mean_distance": ({"k": 2, "n": 1}, 1),
    "oneway-torus.mean_distance": ({"k": 2, "n": 1}, 1),
    "hypercube.mean_distance": ({"n": 1}, 1),
    "ring.visit_ratio.link": ({"K": 2}, Fraction(1, 2)),
    "hypercube.visit_ratio.link": ({"n": 1}, 1),
    "torus.visit_ratio.link": ({"k": 2, "n": 1}, Fraction(1, 2)),
    "oneway-torus.visit_ratio.link": ({"k": 2, "n": 1}, Fraction(1, 2)),
    "ring.shortest_paths.farthest": ({"K": 2}, 2),
    "toroid.shortest_paths.farthest": ({"w": 2, "D": 3}, 48),
    "mesh.max_visit_ratio.dimension": ({"k": 2, "n": 1}, 1),
    "ring.nodes_at_distance": ({"K": 2, "i": 0}, 1),
}


@pytest.mark.parametrize("key", SMALLEST)
def test_smallest_sizes(key):
    """Values known without any formula: two nodes are one hop apart, two links share them in a ring of two."""
    size, value = SMALLEST[key]
    assert lemma(key).value(size) == value


@pytest.mark.sampled(13)
@pytest.mark.parametrize("key", marked(keys()))
def test_lemmas_are_well_formed(key):
    found = lemma(key)
    assert isinstance(found, Lemma) and found.key == key
    assert found.closed_form.free_symbols <= {parameter.symbol for parameter in found.domain.parameters}
    assert found.derivation.steps and found.derivation.start == found.definition.expression
    assert found.strength in ("proved", "argued") or found.proof_kinds == (Conjectured.kind,)
    assert is_only_compared(key) == (found.strength == "enumerated")
    assert len(set(found.domain.names)) == len(found.domain.names)
    assert set(found.measured.network) <= set(found.domain.names)
    assert found.statement.endswith(".") and found.definition.words
    assert all(step.because and step.proof.describe() for step in found.derivation.steps)
    assert not found.closed_form.atoms(sp.Float)
    first, least = (
        next(found.domain.sizes(1)),
        {parameter.name: parameter.minimum for parameter in found.domain.parameters},
    )
    assert first == least if found.domain.contains(least) else found.domain.contains(first)
    assert isinstance(found.value(first), Fraction)
    found.check()


@pytest.mark.in_turn
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_closed_forms_have_a_value_at_every_legal_size(every):
    for found in map(lemma, keys() if every else list(filter(usual, keys()))[::4]):
        for size in islice(found.domain.sizes(40), 40):
            try:
                found.value(size)
            except (EvaluationError, ZeroDivisionError) as error:
                pytest.fail(f"{found.key} has no value at {size}: {error}")


@pytest.mark.parametrize(
    "key, near",
    [
        ("toroid.mean_distanc", "toroid.mean_distance"),
        ("torid.mean_distance", "toroid.mean_distance"),
        ("ring.diametre", "ring.diameter"),
        ("mesh.visit_ratio.dimensions", "mesh.visit_ratio.dimension"),
        ("Hypercube.diameter", "hypercube.diameter"),
        ("spanning_bus_hypercube.diameter", "spanning-bus-hypercube.diameter"),
    ],
)
def test_unknown_keys_suggest_the_nearest(key, near):
    with pytest.raises(UnknownLemma) as caught:
        lemma(key)
    assert str(caught.value) == f"no lemma {key!r} (did you mean {near!r}?)"


@pytest.mark.parametrize("key", ["", "zzz", ".", "0" * 1000])
def test_unknown_keys_without_anything_near(key):
    with pytest.raises(UnknownLemma, match="no lemma"):
        lemma(key)


def test_keys_by_prefix():
    assert keys("toroid.visit_ratio") == ["toroid.visit_ratio.link"]
    assert keys("toroid.mean_distance") == ["toroid.mean_distance"]
    assert set(keys("ring")) == {key for key in keys() if key.partition(".")[0] == "ring"}
    assert keys("tor") == keys("toroid.mean") == []
    assert set(keys()) == set(builders())


def test_keys_of_a_family_alone_are_those_among_all():
    families = {key.partition(".")[0] for key in builders()}
    assert len(families) > 90
    for family in families:
        assert list(builders(family).items()) == [
            each for each in builders().items() if each[0].startswith(f"{family}.")
        ]


@pytest.mark.in_turn
def test_only_modules_that_name_a_family_are_imported():
    code = (
        "import sys; from netlemma.derive.discovery import lemma; lemma('pancake.nodes'); print(*sorted(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in found if name.startswith("netlemma.derive.lemmas.")] == ["netlemma.derive.lemmas.pancake"]


def test_lemmas_are_derived_once_and_immutable():
    found = lemma("ring.diameter")
    assert found is lemma("ring.diameter")
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.key = "other"
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.derivation.steps[0].after = sp.Integer(0)


def test_two_modules_with_one_key(monkeypatch):
    from netlemma.derive.lemmas import ring

    monkeypatch.setattr(ring, "LEMMAS", {"oneway-torus.diameter": lambda: None})
    with pytest.raises(
        ValueError, match=r"two of the name oneway-torus\.diameter \(lemma\): in .*oneway_torus\.py and in .*ring\.py"
    ):
        builders.__wrapped__()


def test_shown_in_a_notebook():
    found = lemma("toroid.mean_distance")
    assert found._repr_latex_().startswith("$\\displaystyle")
    assert "<math" in found._repr_html_()
    verdict = Verdict("ring.diameter", "x", "y", "", "holds", "counted", ({"K": 2},))
    assert "holds" in verdict._repr_html_()
    assert verdict.as_json()["sizes"] == [{"K": 2}]


def test_a_derivation_without_steps_proves_nothing():
    found = lemma("ring.diameter")
    with pytest.raises(ProofError):
        dataclasses.replace(found, derivation=Derivation(())).check()


def about(found: Lemma, *steps: Step) -> Lemma:
    """A lemma with the domain of another, whose definition is where the steps begin."""
    definition = dataclasses.replace(found.definition, expression=steps[0].before)
    return dataclasses.replace(found, definition=definition, derivation=Derivation(steps))


w, index = parameter("w"), sp.Symbol("k", integer=True)
TOTAL = sp.Sum(sp.Min(index, w - index), (index, 0, w - 1))
CLOSED = close(TOTAL, [w >= 2]), close(TOTAL, [w >= 2, sp.Eq(sp.Mod(w, 2), 0)]), close(TOTAL, [w >= 7])


@pytest.mark.parametrize(
    "wrap",
    [
        lambda step: step,
        lambda step: Step(step.before + 1, step.after + 1, "", Derived(Derivation((step,)))),
        lambda step: Step(Coefficient(step.before, w, w), Coefficient(step.after, w, w), "", Within(step.proof)),
        lambda step: Step(
            Coefficient(step.before, w, w), Coefficient(step.after, w, w), "", Within(Derived(Derivation((step,))))
        ),
    ],
    ids=["itself", "derived", "within", "within derived"],
)
def test_what_a_closed_sum_assumes_is_part_of_the_domain(wrap):
    """A sum closed for even w only, or from 7 on, proves nothing for all w, wherever in a derivation it stands."""
    right, even, large = (wrap(Step(TOTAL, c.expression, "", SumsClosed((c,)))) for c in CLOSED)
    found = lemma("ring(w).diameter")
    about(found, right).check()
    for wrong in (even, large):
        wrong.check()
        with pytest.raises(ProofError, match="is closed for"):
            about(found, wrong).check()


def test_each_case_is_within_the_domain():
    plain = sp.Sum(index, (index, 0, w - 1))
    for smallest in (2, 7):
        closed = close(plain, [w >= smallest])
        found = about(
            lemma("ring(w).diameter"), Step(plain, closed.expression, "", ByCases(((sp.true, SumsClosed((closed,))),)))
        )
        if smallest == 2:
            found.check()
        else:
            with pytest.raises(ProofError, match="closed for w >= 7 only"):
                found.check()


def test_an_earlier_lemma_covers_the_domain():
    found = lemma("ring(w).diameter")
    step = Step(quantity_of(found), found.closed_form, "", ByLemma((found,)))
    about(found, step).check()
    narrow = dataclasses.replace(found, domain=Domain((Parameter("w", 5),)))
    wrong = Step(quantity_of(found), found.closed_form, "", ByLemma((narrow,)))
    with pytest.raises(ProofError, match="derived for w >= 5 only"):
        about(found, wrong).check()
    other = dataclasses.replace(lemma("ring(w).mean_distance"), key=found.key)
    with pytest.raises(ProofError):
        about(found, dataclasses.replace(step, proof=ByLemma((other,)))).check()
