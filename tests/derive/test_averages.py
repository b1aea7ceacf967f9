"""Means over all permutations on one factor."""

from dataclasses import replace

import pytest
import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.networks.product_lemmas import product_builders, product_lemma
from netlemma.derive.networks.products.factors import KINDS, first_end, offset_device
from netlemma.derive.networks.products.path_counting import Group
from netlemma.derive.networks.traffic import permutation_averages
from netlemma.errors import ProofError


@pytest.mark.parametrize("kind", permutation_averages.MEANS)
def test_the_mean_over_permutations_of_one_factor(kind, monkeypatch):
    found = product_lemma(f"{kind}(k)", "average.dimension-order")
    found.check()
    for k in range(2, 6):
        assert found.at(k=k) == found.definition.literal({"k": k}), (kind, k)
    proof = permutation_averages.MeanOfPermutations(Group(KINDS[kind], at.parameter("k"), at.parameter("n")))
    with pytest.raises(ProofError, match="not the mean"):
        proof.check(permutation_averages.MEAN, found.closed_form + 1)
    right = permutation_averages.MEANS[kind]
    monkeypatch.setitem(permutation_averages.MEANS, kind, lambda n: right(n) + 1)
    with pytest.raises(ProofError, match="not the mean of the sums"):
        proof.check(permutation_averages.MEAN, right(at.parameter("k")) + 1)


@pytest.mark.parametrize(
    ("kind", "changed", "match"),
    [
        ("oneway-ring", {"crossings": lambda n: (sp.Piecewise((1, offset_device <= at.k), (0, True)),)}, "pass on"),
        ("oneway-ring", {"offset": lambda n: at.k + 1}, "mean of the sums"),
        ("bus", {"devices": lambda n: n}, "several devices"),
        ("bus", {"crossings": lambda n: (at.k,)}, "mean of the sums"),
        ("clique", {"crossings": lambda n: (sp.Piecewise((1, sp.Eq(at.a, first_end)), (0, True)),)}, "two pairs"),
        ("clique", {"crossings": lambda n: KINDS["clique"].crossings(n)[:1]}, "of no channel"),
    ],
)
def test_factors_with_other_messages_are_refused(kind, changed, match):
    k = at.parameter("k")
    proof = permutation_averages.MeanOfPermutations(Group(replace(KINDS[kind], **changed), k, sp.S.One))
    with pytest.raises(ProofError, match=match):
        proof.check(permutation_averages.MEAN, permutation_averages.MEANS[kind](k))


def test_factors_and_products_without_a_closed_form():
    for text in ("line(k)", "ring(k)", "clique(k)^2", "clique(k) x bus(2)"):
        assert "average.dimension-order" not in product_builders(text)
    assert not product_lemma("bus(k)^m", "average.dimension-order").domain.contains({"k": 2, "m": 2})
