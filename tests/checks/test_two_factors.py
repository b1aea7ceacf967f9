"""Worst cases of dimension order on products of two factors, against matchings on the networks."""

import pytest
import sympy as sp

from derive.algebra.expressions.proof import ProofError
from derive.core.lemma import Lemma
from derive.networks.product_lemmas import lemma_builders
from derive.networks.products.products import parse
from derive.networks.traffic.two_factors import worst_of_two
from graphs import network
from graphs.routings import routing
from graphs.traffic.worst.worst_case import worst_case

KINDS = ("line", "ring", "oneway-ring", "clique", "bus")


def counted(text, ties):
    return worst_case(routing(network(text), "dimension-order", ties=ties)).gamma


def closed(text, ties, **sizes):
    product = parse(text)
    value = worst_of_two(product.groups, ties)
    return value.subs({p.symbol: sizes[p.name] for p in product.parameters})


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("ties", ["split", "plus", "minus"])
def test_closed_forms_are_the_counted_worst_cases(first, ties):
    for second in KINDS if ties == "split" else ("line", "ring"):
        for sizes in ((2, 3), (5, 2), (4, 6)):
            text = f"{first}({sizes[0]}) x {second}({sizes[1]})"
            assert closed(text, ties) == counted(text, ties), text


def test_names_and_numbers_give_the_same():
    for long in range(2, 10):
        for short in range(2, 7):
            for order in ("{} x {}", "{1} x {0}"):
                number = closed(order.format(f"line({long})", f"bus({short})"), "split")
                assert closed(order.format("line(k)", f"bus({short})"), "split", k=long) == number
                assert closed(order.format(f"line({long})", "bus(k)"), "split", k=short) == number
    assert closed("line(k) x line(k)", "split", k=7) == 6
    assert all(worst_of_two(parse(text).groups, "split") is None
               for text in ("line(a) x ring(b)", "line(2)^2 x ring(3)", "ring(5)", "line(500) x ring(b)"))  # fmt: skip
    assert "worst_case.dimension-order" not in lemma_builders(parse("line(a) x ring(b)"))


def test_other_values_are_refused():
    found: Lemma = lemma_builders(parse("line(4) x ring(k)"))["worst_case.dimension-order"]()
    found.check()
    [step] = found.derivation.steps
    for wrong in (step.after + sp.Rational(1, 2), sp.Max(*step.after.args[:1], 3)):
        with pytest.raises(ProofError):
            step.proof.check(step.before, wrong)


def test_an_argument_against_the_permutations_is_refused(monkeypatch):
    found = lemma_builders(parse("line(4) x ring(k)"))["worst_case.dimension-order"]()
    monkeypatch.setattr("derive.networks.traffic.two_factors._of_line", lambda size, copies: size)
    [step] = found.derivation.steps
    with pytest.raises(ProofError):
        step.proof.check(step.before, worst_of_two(step.proof.groups, "split"))
