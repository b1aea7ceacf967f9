"""The narrowest halves of products, against all halves of small networks."""

from itertools import combinations

import pytest
import sympy as sp

from derive.algebra.expressions import notation as at
from derive.algebra.expressions.proof import ProofError
from derive.networks.product_lemmas import product_lemma
from derive.networks.products import halves
from derive.networks.products.factors import KINDS, RING
from derive.networks.products.halves import (
    HalvesCut,
    MiddlesCut,
    cut_in_the_middle,
    half,
    half_cut,
    middles_cut,
    narrowest,
    spectral_bound,
)
from derive.networks.products.path_counting import Group
from derive.networks.products.product_indices import SMALL, SMALL_MIXED, builders
from derive.networks.products.products import parse

w, D = at.parameter("w"), at.parameter("D")
RINGS = (Group(RING, w, D),)


def refused(check, *args):
    with pytest.raises(ProofError):
        check(*args)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_halves_cut(kind):
    group = Group(kind, w, D)
    right = half_cut(group)
    HalvesCut(group, SMALL).check(half(), right)
    refused(HalvesCut(group, SMALL).check, half(), right + 1)
    refused(HalvesCut(group, ()).check, half(), right)


def test_halves_of_few_nodes_and_of_more():
    """The half of the first nodes in lexicographic order is a narrowest one, and all of them are tried where they are few."""
    assert narrowest([("line", 4), ("line", 4)]) == 8 and narrowest([("ring", 5), ("ring", 5)]) == 4 * 6
    cut = min(
        sum((u in half) != (v in half) for u, v in combinations(range(5), 2)) for half in combinations(range(5), 2)
    )
    assert narrowest([("clique", 5)]) == 2 * cut == 12


def test_a_wrong_closed_form_of_halves_is_noticed(monkeypatch):
    monkeypatch.setitem(halves.CUT, "ring", 3)
    refused(HalvesCut(RINGS[0], SMALL).check, half(), half_cut(RINGS[0]))


MIXED = ["line(w) x clique(b) x bus(c)", "ring(3)^D x line(4)", "oneway-ring(w)^D x ring(w)", "ring(6) x line(w)"]


@pytest.mark.parametrize("text", MIXED)
def test_middles_cut(text):
    """The least middle is shown; another number, no comparison, and sizes that may be odd are not."""
    product = parse(text)
    found, proof = product_lemma(text, "bisection"), MiddlesCut(product.groups, SMALL_MIXED)
    right = middles_cut(product.groups)
    proof.check(half(), right)
    proof.check_domain(found.domain.assumptions(), set())
    refused(proof.check, half(), right + 1)
    refused(MiddlesCut(product.groups, ()).check, half(), right)
    if found.domain.relations:
        refused(proof.check_domain, product.domain.assumptions(), set())
        assert not found.domain.contains({**next(found.domain.sizes(1)), "w": 3})


@pytest.mark.parametrize("text", ["ring(4) x line(3)", "ring(w) x line(3)", "line(3) x line(5)"])
def test_no_middle_where_an_odd_dimension_may_bound_least(text):
    assert "bisection" not in builders(parse(text))


@pytest.mark.parametrize("kinds", [("line", "ring"), ("bus", "clique"), ("oneway-ring", "line")])
def test_middles_are_narrowest_of_all_halves(kinds):
    """Every half of networks of up to 12 nodes: the spectral bound is met where an even dimension bounds least."""
    for sizes in [(2, 2), (2, 4), (4, 2), (4, 3), (2, 5), (6, 2), (3, 4)]:
        groups = tuple(Group(KINDS[kind], sp.Integer(n), sp.S.One) for kind, n in zip(kinds, sizes, strict=True))
        bound = sp.Mul(*sizes) * min(spectral_bound(group) for group in groups)
        least = narrowest(list(zip(kinds, sizes, strict=True)))
        assert least == bound if cut_in_the_middle(groups) else least >= bound
