"""Worst cases of dimension order on products of any factors, against matchings on the networks."""

from math import prod

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.product_lemmas import lemma_builders
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.derive.networks.traffic import worst_case_duality
from netlemma.derive.networks.traffic.worst_case_duality import worst_of_product
from netlemma.errors import ProofError
from netlemma.graphs import network
from netlemma.graphs.routings import routing
from netlemma.graphs.traffic.worst.worst_case import worst_case

KINDS = ("line", "ring", "oneway-ring", "clique", "bus")


def counted(text, ties):
    return worst_case(routing(network(text), "dimension-order", ties=ties)).gamma


def closed(text, ties, **sizes):
    product = parse(text)
    value = worst_of_product(product.groups, ties)
    return value.subs({p.symbol: sizes[p.name] for p in product.parameters})


@pytest.mark.sampled(5)
@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("ties", ["split", "plus", "minus"])
def test_closed_forms_are_the_counted_worst_cases(first, ties):
    for second in KINDS if ties == "split" else ("line", "ring"):
        for sizes in ((2, 3), (5, 2), (4, 6)):
            text = f"{first}({sizes[0]}) x {second}({sizes[1]})"
            assert closed(text, ties) == counted(text, ties), text


@pytest.mark.in_turn
def test_names_and_numbers_give_the_same():
    for long in range(2, 10):
        for short in range(2, 7):
            for order in ("{} x {}", "{1} x {0}"):
                number = closed(order.format(f"line({long})", f"bus({short})"), "split")
                assert closed(order.format("line(k)", f"bus({short})"), "split", k=long) == number
                assert closed(order.format(f"line({long})", "bus(k)"), "split", k=short) == number
    assert closed("line(k) x line(k)", "split", k=7) == 6


NAMED = (  # numbers of dimensions with names, and sizes; the best dimension is not always the middle one, or one beside it
    ("ring({})^{} x line({})^{}", (2, 3, 3, 2)),
    ("ring({})^{} x line({})^{}", (4, 2, 3, 1)),
    ("line({})^{} x ring({})^{}", (3, 1, 2, 4)),
    ("oneway-ring({})^{} x clique({})^{}", (2, 4, 3, 1)),
    ("bus({})^{} x line({})^{} x ring({})^{}", (2, 1, 3, 2, 4, 1)),
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("text, sizes", NAMED)
def test_numbers_of_dimensions_may_have_names(text, sizes):
    numbers, named = text.format(*sizes), text.format(*"abcdef")
    for ties in ("split", "plus"):
        product = parse(named)
        at = {p.symbol: size for p, size in zip(product.parameters, sizes, strict=True)}
        assert evaluate(worst_of_product(product.groups, ties), at) == counted(numbers, ties)


@pytest.mark.parametrize("number, most", [(11, 48), (12, 64), (13, 96)])
def test_many_dimensions_are_those_of_a_range(number, most):
    """The largest over i of the smaller of 2^i and 3 * 2^(m - 1 - i); from 13 dimensions on as a range."""
    assert evaluate(worst_of_product(parse(f"line(2)^{number} x ring(3)").groups, "split"), {}) == most


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(2, 7)), min_size=2, max_size=4).filter(
        lambda found: prod(k for _, k in found) <= 60
    ),
    st.sampled_from(["split", "plus", "minus"]),
)
def test_random_products_by_numbers_and_by_names(factors, ties):
    text = " x ".join(f"{kind}({k})" for kind, k in factors)
    named = " x ".join(f"{kind}(k{i})" for i, (kind, _) in enumerate(factors))
    sizes = {f"k{i}": k for i, (_, k) in enumerate(factors)}
    assert closed(named, ties, **sizes) == closed(text, ties) == counted(text, ties)


@pytest.mark.in_turn
def test_other_values_are_refused():
    found: Lemma = lemma_builders(parse("line(4) x ring(k)"))["worst_case.dimension-order"]()
    found.check()
    [step] = found.derivation.steps
    for wrong in (step.after + sp.Rational(1, 2), sp.Max(*step.after.args[:1], 3)):
        with pytest.raises(ProofError):
            step.proof.check(step.before, wrong)


@pytest.mark.parametrize("wrong", [lambda *of: of[1], lambda name, size, *of: (size - 1) * min(of[:2])])
def test_values_against_all_traffics_are_refused(wrong, monkeypatch):
    monkeypatch.setattr(worst_case_duality, "most_of_factor", wrong)
    with pytest.raises(ProofError, match="another worst case of ring"):
        worst_case_duality.try_factor.__wrapped__("ring", "split")


def test_an_even_ring_between_factors_of_nearly_equal_sizes():
    """Half of the room beside the messages with one shortest way is filled, at A = 2 and B = 3: 2 * (6/2 - 1) + 1/2."""
    assert closed("clique(a) x ring(b) x clique(c)", "split", a=2, b=6, c=3) == sp.Rational(9, 2)
    assert worst_case_duality.most_by_traffics("ring", 6, 2, 3, "split") == sp.Rational(9, 2)
