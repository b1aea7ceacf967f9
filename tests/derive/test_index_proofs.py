"""Theorems on indices of products refuse what they do not show."""

from dataclasses import replace

import pytest
import sympy as sp

from derive import lemma
from derive.algebra.expressions import notation as at
from derive.algebra.expressions.proof import ProofError
from derive.networks.product_lemmas import product_lemma
from derive.networks.products.factors import CLIQUE, LINE, RING
from derive.networks.products.index_proofs import (
    EccentricitiesAdd,
    PassedAlike,
    SquaresOverFactors,
    passing,
    radius_of,
    second_moment,
)
from derive.networks.products.path_counting import Group

w, D = at.parameter("w"), at.parameter("D")
RINGS, LINES = (Group(RING, w, D),), (Group(LINE, w, D),)


def refused(check, *args):
    with pytest.raises(ProofError):
        check(*args)


@pytest.mark.parametrize("groups", [RINGS, LINES, (*LINES, Group(CLIQUE, D, sp.Integer(2)))])
def test_squares_over_factors(groups):
    total = sp.Add(*(g.distance for g in groups))
    means = [g.count / g.size**2 * at.pair_sum(g.kind.distance(g.size), g.size) for g in groups]
    nodes = sp.Mul(*(g.size**g.count for g in groups))
    right = nodes**2 * sp.Add(*means) + second_moment(groups)
    SquaresOverFactors(groups).check(at.PairSum(total + total**2), right)
    refused(SquaresOverFactors(groups).check, at.PairSum(total + total**2), right + 1)
    refused(SquaresOverFactors(groups).check, at.PairSum(total**2), right)
    refused(
        SquaresOverFactors(groups).check,
        at.PairSum(total + total**2),
        nodes**2 * (sp.Add(*means) + sp.Add(*means) ** 2),
    )


def test_eccentricities_add():
    EccentricitiesAdd(LINES).check(radius_of(LINES[0].distance), D * sp.floor(w / 2))
    refused(EccentricitiesAdd(LINES).check, radius_of(LINES[0].distance), D * (w - 1))
    refused(EccentricitiesAdd(LINES).check, radius_of(LINES[0].distance), D * sp.floor((w - 1) / 2))
    wrong = (Group(replace(LINE, pieces=RING.pieces), w, D),)
    refused(EccentricitiesAdd(wrong).check, radius_of(wrong[0].distance), D * sp.floor(w / 2))


def test_congestion_met():
    for text in ("ring(w)^D", "line(k)^n", "line(3) x ring(w)"):
        (step, *_) = product_lemma(text, "edge_forwarding_index").derivation.steps
        step.check()
        refused(step.proof.check, step.before, 2 * step.after)
        group, lower, upper = step.proof.lemmas[0]
        swapped = replace(
            step.proof,
            lemmas=((group, upper, product_lemma("clique(4)", "max_visit_ratio.clique(4)")), *step.proof.lemmas[1:]),
        )
        refused(swapped.check, step.before, step.after)
        assert lower is not upper


def test_passed_alike():
    found = lemma("toroid.mean_distance")
    right = (w**D - 1) * (found.closed_form - 1)
    PassedAlike(RINGS, found).check(passing(), right)
    refused(PassedAlike(RINGS, found).check, passing(), right + 1)
    refused(PassedAlike(LINES, found).check, passing(), right)
