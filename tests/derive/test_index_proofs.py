"""Theorems on indices of products refuse what they do not show."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.algebra import notation as at
from netlemma.derive.networks.product_lemmas import product_lemma
from netlemma.derive.networks.products import index_proofs
from netlemma.derive.networks.products.brute_force_products import fewest_in_middle, most_passed
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.derive.networks.products.factors import CLIQUE, LINE, RING
from netlemma.derive.networks.products.index_proofs import (
    EccentricitiesAdd,
    LayersPassed,
    PassedAlike,
    SquaresOverFactors,
    one_line,
    passing,
    radius_of,
    second_moment,
    through_layers,
)
from netlemma.derive.networks.products.path_counting import Group
from netlemma.derive.networks.products.product_indices import builders
from netlemma.errors import ProofError

w, D = at.parameter("w"), at.parameter("D")
RINGS, LINES = (Group(RING, w, D),), (Group(LINE, w, D),)


def refused(check, *args):
    with pytest.raises(ProofError):
        check(*args)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("groups", [RINGS, LINES, (*LINES, Group(CLIQUE, D, sp.Integer(2)))])
@pytest.mark.in_turn
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


@pytest.mark.in_turn
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


LAYERED = ["line(n)", "line(n) x clique(m)", "bus(m) x line(5)", "line(4) x clique(m)"]


@pytest.mark.parametrize("text", LAYERED)
def test_layers_passed(text):
    (step,) = product_lemma(text, "vertex_forwarding_index").derivation.steps
    step.check()
    refused(step.proof.check, step.before, step.after + 1)
    refused(replace(step.proof, small=()).check, step.before, step.after)


@pytest.mark.parametrize(
    "text", ["line(n)^2", "line(n) x line(m)", "line(n) x ring(m)", "line(n) x clique(m)^2", "clique(m) x bus(n)"]
)
def test_other_products_are_no_layers(text):
    """No lemma with lines where the index is open; without lines it is another theorem that shows it."""
    groups = parse(text).groups
    assert not one_line(groups) and ("vertex_forwarding_index" in builders(parse(text))) == ("line" not in text)
    refused(LayersPassed(groups, ((3, 3),)).check, passing(), sp.Integer(4))


def test_a_wrong_load_of_layers_is_noticed(monkeypatch):
    """The formula of the layers without the messages between three of them in the middle."""
    groups = parse("line(n) x clique(m)").groups
    wrong = through_layers(groups).replace(sp.Max, lambda *args: sp.S.Zero)
    monkeypatch.setattr(index_proofs, "through_layers", lambda groups: wrong)
    refused(LayersPassed(groups, ((3, 3),)).check, passing(), wrong)


def _most_by_layers(n, m):
    """Most messages through a node, message by message, under the routing of the argument."""
    passed = [Fraction(0)] * n  # of all nodes of a layer
    moved = max(Fraction(0), Fraction(m - 3, 6 * (m - 1))) if n % 2 and m > 1 else Fraction(0)
    away = [abs(2 * i - n + 1) for i in range(n)]
    for s in range(n):
        for t in range(n):
            for i in range(min(s, t) + 1, max(s, t)):
                passed[i] += m * m
            if s != t:
                outer, inner = sorted((s, t), key=away.__getitem__, reverse=True)
                half = Fraction(1, 2) if away[s] == away[t] else moved if (away[inner], away[outer]) == (0, 2) else 0
                passed[outer] += m * (m - 1) * (1 - half)
                passed[inner] += m * (m - 1) * half
    return max(passed) / m


def test_a_routing_passes_no_node_more_often():
    """The other half of the argument, at larger sizes than networks whose linear program is solved."""
    found = product_lemma("line(n) x clique(m)", "vertex_forwarding_index")
    alone = product_lemma("line(n)", "vertex_forwarding_index")
    for n in range(2, 14):
        assert alone.at(n=n) == _most_by_layers(n, 1)
        for m in (2, 3, 4, 5, 9, 20):
            assert found.at(n=n, m=m) == _most_by_layers(n, m), (n, m)


@pytest.mark.parametrize(("k", "n"), [(2, 2), (3, 1), (4, 1), (3, 2), (4, 2), (5, 2), (3, 3)])
def test_bounds_on_meshes(k, n):
    """Those of the documentation: the mean over all nodes, and dimension order, route by route."""
    nodes, hops = k**n, n * k ** (n - 1)
    mean = (nodes - 1) * (product_lemma("line(k)^n", "mean_distance").at(k=k, n=n) - 1)
    assert mean == hops * Fraction(k * k - 1, 3) - nodes + 1
    assert most_passed([("line", k)] * n) == hops * ((k * k - 1) // 2) - nodes + 1
    if n == 1:
        assert mean <= fewest_in_middle([("line", k)]) == most_passed([("line", k)])
