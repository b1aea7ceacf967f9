"""Largest channel loads of products: proofs refuse what is wrong, and closed forms equal loads followed message by message."""

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.lemmas.measured_quantities import measured_value
from netlemma.derive import lemma
from netlemma.derive.algebra import notation
from netlemma.derive.algebra.largest_values import largest
from netlemma.derive.algebra.notation import RangeMax, parameter
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.derive.networks.products.factors import KINDS, position
from netlemma.derive.networks.traffic import transpose_loads, worst_case_duality, worst_case_lemmas
from netlemma.derive.networks.traffic.factor_loads import General, Instances, TakenOut, factor_load, n
from netlemma.errors import ProofError

p = sp.Symbol("p", integer=True)
SPLIT = "dimension-order ties=split"


@pytest.mark.parametrize(
    ("key", "size", "value"),
    [
        ("ring.max_channel_load.tornado", {"K": 8}, 3),
        ("ring.max_channel_load.neighbor", {"K": 2}, sp.Rational(1, 2)),
        ("ring.max_channel_load.neighbor.plus", {"K": 2}, 1),
        ("toroid.max_channel_load.antipodal", {"w": 8, "D": 2}, 2),
        ("toroid.max_channel_load.antipodal.plus", {"w": 8, "D": 2}, 4),
        ("clique(k).max_channel_load.antipodal", {"k": 5}, 1),
        ("oneway-torus.max_channel_load.antipodal", {"k": 4, "n": 2}, 3),
        ("mesh.max_channel_load.bit-complement", {"k": 8, "n": 2}, 4),
        ("mesh.capacity", {"k": 2, "n": 1}, 1),
        ("mesh.max_channel_load.transpose", {"k": 8, "n": 2}, 7),
        ("toroid.mean_hops.tornado", {"w": 8, "D": 2}, 6),
        ("mesh.mean_hops.transpose", {"k": 2, "n": 2}, 1),
    ],
)
def test_values_known_without_a_formula(key, size, value):
    assert lemma(key).value(size) == value


@pytest.mark.in_turn
def test_patterns_that_are_not_defined_have_no_lemma():
    assert not any(".tornado" in q for q in product_builders("clique(2)^n"))
    assert not any(q.endswith((".plus", ".minus")) for q in product_builders("line(4)^2"))
    assert lemma("toroid.max_channel_load.tornado").domain.describe() == "w >= 3, D >= 1"
    assert not lemma("line(a) x ring(b).max_channel_load.tornado").domain.contains({"a": 2, "b": 2})


@pytest.mark.in_turn
@settings(max_examples=10, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("line", "ring", "oneway-ring", "clique", "bus")), st.integers(2, 5)),
        min_size=1,
        max_size=3,
    ).filter(lambda found: sp.prod([k for _, k in found]) <= 30),
    st.integers(0, 99),
)
def test_random_products_have_proofs_and_the_loads_of_messages_and_graphs(factors, number):
    text = " x ".join(f"{kind}({k})" for kind, k in factors)
    quantities = [q for q in product_builders(text) if q.startswith(("max_channel_load", "mean_hops"))]
    found = lemma(f"{text}.{quantities[number % len(quantities)]}")
    found.check()
    assert found.value({}) == found.definition.literal({}) == measured_value(found, {}, found.measured.routings[0])


@pytest.mark.parametrize("wrong", [n * (n + 1) / 4, n**2 / 4, (n**2 - 1) / 4, sp.floor(n / 2) * n])
def test_a_wrong_maximum_is_refused(wrong):
    """Too large, too small for some residues, or attained nowhere."""
    expr = RangeMax(p * (n - p), sp.Tuple(p, 1, n - 1))
    value, proof = largest(expr, n, 2)
    proof.check(expr, value)
    with pytest.raises(ProofError):
        proof.check(expr, wrong)
    with pytest.raises(ProofError):
        replace(proof, points=proof.points[:-1]).check(expr, value)
    with pytest.raises(ProofError):
        replace(proof, points=tuple((part, (sp.Integer(1),)) for part, _ in proof.points)).check(expr, value)


def test_small_sizes_with_values_of_their_own_are_enumerated():
    load = factor_load("neighbor", "ring", "split")
    step = load.steps[-1]
    assert step.proof.first == 3
    with pytest.raises(ProofError, match="at n' = 2"):
        step.proof.check(step.before, sp.Integer(1))


def test_an_instance_needs_its_assumptions_and_its_result():
    load = General(factor_load("tornado", "line", "split", 3), (n >= 3,))
    w = parameter("w")
    proof = Instances(((load, ((n, w),)),))
    start, value = load.at(((n, w),))
    proof.check(start, value)
    proof.check_domain([w >= 3], {w})
    with pytest.raises(ProofError):
        proof.check(start, value + 1)
    with pytest.raises(ProofError, match="assumed"):
        proof.check_domain([w >= 2], {w})


def test_only_what_depends_on_no_index_is_taken_out():
    w = parameter("w")
    inside = RangeMax(p, sp.Tuple(p, 0, w - 1))
    before = RangeMax(w * p, sp.Tuple(p, 0, w - 1), sp.Tuple(sp.Symbol("z", integer=True), 0, w - 1))
    TakenOut(w, inside).check(before, w * inside)
    for factor, inner in ((p, w), (-w, RangeMax(-p, sp.Tuple(p, 0, w - 1))), (w, RangeMax(p, sp.Tuple(p, 0, w)))):
        with pytest.raises(ProofError):
            TakenOut(factor, inner).check(before, factor * inner)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["line", "ring", "oneway-ring", "clique", "bus"])
@pytest.mark.parametrize("wrong", ["smaller", "larger", "potentials", "matching"])
def test_a_wrong_worst_case_is_refused(name, wrong, monkeypatch):
    """A bound below a share or a sum, a value that no matching has, a matching of other digits."""
    ties, true_values, true_data = "split", worst_case_duality.largest_values, worst_case_duality.factor_worst
    change = {"smaller": sp.Rational(-1, 2), "larger": sp.Rational(1, 2)}.get(wrong, sp.S.Zero)
    monkeypatch.setattr(
        worst_case_duality, "largest_values", lambda *of: tuple(value + change for value in true_values(*of))
    )

    def data(*of):
        found = true_data(*of)
        if wrong == "potentials":
            return found._replace(bounds=lambda d, c: [(w, u / 2, v / 2) for w, u, v in found.bounds(d, c)])
        if wrong == "matching":
            same = found.reached[worst_case_duality.SAME]
            return found._replace(
                reached={worst_case_duality.SAME: same._replace(to=sp.S.Zero if name != "oneway-ring" else sp.S.One)}
            )
        return found

    monkeypatch.setattr(worst_case_duality, "factor_worst", data)
    with pytest.raises(ProofError):
        worst_case_duality.check_factor.__wrapped__(name, ties)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("key", "size", "value"),
    [
        ("mesh.worst_case.dimension-order", {"k": 8, "n": 2}, 7),
        ("mesh.worst_case.valiant", {"k": 8, "n": 2}, 4),
        ("mesh.worst_case.o1turn", {"k": 8, "n": 2}, 4),
        ("toroid.worst_case.dimension-order", {"w": 6, "D": 2}, sp.Rational(5, 2)),
        ("ring.worst_case.dimension-order.plus", {"K": 8}, 4),
    ],
)
def test_worst_cases_of_the_page_on_traffic(key, size, value):
    found = lemma(key)
    assert found.value(size) == value
    found.check()
    with pytest.raises(ProofError):
        step = found.derivation.steps[0]
        step.proof.check(step.before, step.after + 1)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "key", ["mesh.mean_hops.tornado", "toroid.mean_hops.transpose", "toroid.max_channel_load.transpose.plus"]
)
def test_other_hops_and_loads_are_refused(key):
    found = lemma(key)
    for step in found.derivation.steps:
        step.check()
        with pytest.raises(ProofError):
            step.proof.check(step.before, 2 * step.after)
    assert not found.domain.contains(dict.fromkeys(found.domain.names, 3)) or "transpose" not in key


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("line(a) x ring(b)", {"a": 4, "b": 4}),
        ("bus(a) x ring(3) x clique(a) x line(3)", {"a": 2}),
        ("line(2)^4 x ring(a)^2", {"a": 2}),
        ("oneway-ring(a)^m x ring(a)^m", {"a": 2, "m": 2}),
        ("line(a)^2 x ring(b)^m", {"a": 3, "b": 3, "m": 2}),
        ("ring(4)^m x line(k)^n", {"m": 1, "k": 4, "n": 3}),
        ("bus(a)^m x line(b)^n x clique(c)", {"a": 2, "m": 2, "b": 2, "n": 3, "c": 2}),
    ],
)
@pytest.mark.in_turn
def test_halves_of_other_factors_change_places(text, size):
    for quantity in ("max_channel_load", "throughput", "mean_hops"):
        found = lemma(f"{text}.{quantity}.transpose")
        found.check()
        assert found.value(size) == found.definition.literal(size)
        assert found.value(size) == measured_value(found, size, found.measured.routings[0])
    step = lemma(f"{text}.max_channel_load.transpose").derivation.steps[0]
    with pytest.raises(ProofError, match="another power"):
        step.proof.check(step.before, 2 * step.after)


def test_halves_that_do_not_match_have_no_transpose(monkeypatch):
    for text in ("line(3) x ring(4)", "line(a)^3", "line(3)^2 x ring(4)^m"):
        assert not any("transpose" in q for q in product_builders(text))
    found = lemma("line(a) x ring(b).max_channel_load.transpose")
    assert found.domain.describe() == "a >= 2, b >= 2, a = b" and not found.domain.contains({"a": 2, "b": 3})
    named = lemma("line(4)^2 x ring(b)^m.max_channel_load.transpose").domain
    assert named.describe() == "b >= 2, m >= 1, b = 4, m even"
    monkeypatch.setattr(transpose_loads, "parts", lambda product: [(g, sp.Integer(2)) for g in product.groups])
    for text in ("line(a) x ring(b)", "line(a)^2 x ring(b)^m"):
        step = transpose_loads.transpose_load(parse(text), "split").derivation.steps[0]
        with pytest.raises(ProofError, match="another load at a small size"):
            step.proof.check(step.before, step.after)


def test_another_pattern_is_not_unfolded():
    first = lemma("mesh.max_channel_load.tornado").derivation.steps[0]
    with pytest.raises(ProofError):
        replace(first.proof, pattern="neighbor").check(first.before, first.after)


def test_potentials_of_either_order_are_met_or_refused():
    """In both directions of a row; a message that crosses the channel without need has more than its potentials."""
    n = sp.Symbol("n'", integer=True, positive=True)
    forward, backward = KINDS["line"].crossings(n)
    assert worst_case_lemmas._of_a_row(n, forward, False) == worst_case_lemmas._of_a_row(n, backward, True) == n / 2
    for crossed, turned in (
        (backward, False),
        (forward, True),
        (sp.Piecewise((1, notation.a < position), (0, True)), False),
        (sp.S.Zero * n, False),
    ):
        with pytest.raises(ProofError):
            worst_case_lemmas._of_a_row(n, crossed, turned)
    (step,) = lemma("mesh.worst_case.o1turn").derivation.steps
    assert step.proof.strength == "proved"
    for wrong in (step.after + 1, 2 * step.after):
        with pytest.raises(ProofError):
            step.proof.check(step.before, wrong)


def test_two_phases_have_twice_the_crossings_of_all_pairs(monkeypatch):
    step = lemma("complete.worst_case.valiant").derivation.steps[0]
    assert step.proof.strength == "proved" and lemma("mesh.worst_case.valiant").strength == "proved"
    for wrong in (step.after / 2, step.after + 1):
        with pytest.raises(ProofError):
            step.proof.check(step.before, wrong)
    monkeypatch.setattr(worst_case_lemmas, "_by_potentials", lambda number, pairs: pairs / number)
    with pytest.raises(ProofError):
        step.proof.check(step.before, step.after)
