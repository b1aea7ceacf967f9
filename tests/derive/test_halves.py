"""The narrowest halves of products, against all halves of small networks."""

import itertools
from dataclasses import replace
from itertools import combinations, permutations

import pytest
import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.networks.product_lemmas import product_lemma
from netlemma.derive.networks.products import bisection_widths, brute_force_products
from netlemma.derive.networks.products.bisection_widths import (
    CliqueCut,
    CrossedByMessages,
    HalvesCut,
    MiddlesCut,
    RowsAndColumnsCut,
    TwoFactorsCut,
    by_crossings,
    cut_in_the_middle,
    half_cut,
    in_layer,
    least_half,
    middles_cut,
    narrow_corners,
    rows_and_columns,
    spectral_bound,
)
from netlemma.derive.networks.products.brute_force_products import cuts, half, narrowest
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.derive.networks.products.factors import KINDS, RING
from netlemma.derive.networks.products.path_counting import Group
from netlemma.derive.networks.products.product_indices import SMALL, SMALL_MIXED, SMALL_TWO, builders
from netlemma.errors import ProofError

w, D = at.parameter("w"), at.parameter("D")
RINGS = (Group(RING, w, D),)


def refused(check, *args):
    with pytest.raises(ProofError):
        check(*args)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_halves_cut(kind):
    group = Group(kind, w, D)
    right = half_cut(group)
    HalvesCut((group,), SMALL).check(half(), right)
    refused(HalvesCut((group,), SMALL).check, half(), right + 1)
    refused(HalvesCut((group,), ()).check, half(), right)


def test_halves_of_few_nodes_and_of_more():
    """The half of the first nodes in lexicographic order is a narrowest one, and all of them are tried where they are few."""
    assert narrowest([("line", 4), ("line", 4)]) == 8 and narrowest([("ring", 5), ("ring", 5)]) == 4 * 6
    cut = min(
        sum((u in half) != (v in half) for u, v in combinations(range(5), 2)) for half in combinations(range(5), 2)
    )
    assert narrowest([("clique", 5)]) == 2 * cut == 12


def test_a_wrong_closed_form_of_halves_is_noticed(monkeypatch):
    monkeypatch.setitem(brute_force_products.CUT, "ring", 3)
    refused(HalvesCut(RINGS, SMALL).check, half(), half_cut(RINGS[0]))


MIXED = [
    "line(w) x clique(b) x bus(c)",
    "ring(3)^D x line(4)",
    "oneway-ring(w)^D x ring(w)",
    "ring(6) x line(w) x bus(2)",
]


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


@pytest.mark.parametrize("text", ["clique(4)^2 x line(3)", "ring(w) x line(3)^2", "clique(3) x line(5)^2"])
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


ROWS = ["ring(w) x line(k)", "bus(w) x ring(k)", "line(3) x bus(k)"]


@pytest.mark.parametrize("text", ROWS)
def test_two_factors_cut(text):
    """All sizes, odd ones too; another number, no comparison and factors that are alike are not shown."""
    groups = parse(text).groups
    proof, right = TwoFactorsCut(groups, SMALL_TWO), least_half(groups)
    proof.check(half(), right)
    refused(proof.check, half(), right + 1)
    refused(TwoFactorsCut(groups, ()).check, half(), right)
    refused(HalvesCut(groups, SMALL_TWO).check, half(), right)
    alike = parse("line(w) x line(k)").groups
    refused(TwoFactorsCut(alike, SMALL_TWO).check, half(), least_half(alike))


@pytest.mark.parametrize("text", ["clique(w) x line(k)", "ring(k) x clique(w)", "clique(5) x bus(k)"])
def test_clique_cut(text):
    """All sizes, odd ones too; another number, no comparison, two cliques and more dimensions are not shown."""
    groups = parse(text).groups
    proof, right = CliqueCut(groups, SMALL_TWO), least_half(groups)
    proof.check(half(), right)
    refused(proof.check, half(), right + 1)
    refused(CliqueCut(groups, ()).check, half(), right)
    for other in ("clique(w) x clique(k)", "clique(w)^2 x line(k)", "clique(w) x line(k) x bus(2)"):
        unlike = parse(other).groups
        refused(CliqueCut(unlike, SMALL_TWO).check, half(), least_half(unlike))


@pytest.mark.parametrize("channels", [lambda a, q: a * (q - a), lambda a, q: 2 * a * a])
def test_other_channels_of_a_layer_are_refused(monkeypatch, channels):
    monkeypatch.setattr(bisection_widths, "in_layer", channels)
    groups = parse("clique(w) x line(k)").groups
    with pytest.raises(ProofError, match="gain of layers"):
        CliqueCut(groups, SMALL_TWO).check(half(), least_half(groups))


def test_layers_of_cliques_that_are_cut_apart_gain_enough():
    """All numbers of nodes in up to five layers: the columns left uncut are made up for, or all layers in two are not."""
    for q, k in [(2, 2), (2, 5), (3, 2), (3, 4), (3, 5), (4, 3), (5, 3), (6, 2)]:
        half_of_all = q * k // 2
        for layers in itertools.product(range(q + 1), repeat=k):
            if sum(layers) == half_of_all:
                cut = max(layers) - min(layers)  # columns at least, of halves within one another
                channels = sum(in_layer(a, q) for a in layers)
                least = min(4 * q + in_layer(half_of_all % q, q), k * in_layer(q // 2, q) + q % 2 * 4)
                assert channels + 4 * cut >= least, (q, layers)


def test_no_corner_of_rows_and_columns_has_fewer_channels():
    """Numbers of rows and columns one by one, at all small sizes; the inequality leaves some of them open."""
    for p, q in permutations((1, 2, 4), 2):
        assert not narrow_corners(p, q)
        for w, k in itertools.product(range(2, 12), repeat=2):
            least = min(q * w + k % 2 * p, p * k + w % 2 * q)
            corners = [p * r + q * c for r in range(1, k) for c in range(1, w) if r * c >= w * k // 2]
            assert min(corners, default=least) >= least, (p, q, w, k)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "text",
    [
        "line(a) x line(b)",
        "clique(a) x clique(b)",
        "ring(a) x line(b)",
        "line(a) x ring(b) x oneway-ring(c)",
        "clique(a) x ring(b)",
        "line(a) x clique(b)",
        "bus(a) x clique(b)",
    ],
)
def test_halves_of_odd_sizes(text):
    """Against all halves of networks of up to 15 nodes."""
    product = parse(text)
    if len(product.groups) == 3:
        assert "bisection" in builders(product) and not product_lemma(text, "bisection").domain.contains(
            {"a": 3, "b": 2, "c": 2}
        )
        return
    found = product_lemma(text, "bisection")
    for size in ({"a": 3, "b": 3}, {"a": 5, "b": 2}, {"a": 3, "b": 4}, {"a": 3, "b": 5}):
        made = product.dimensions(size)
        every, devices = brute_force_products.nodes(made), list(cuts(made))
        tried = (set(some) for some in combinations(every, len(every) // 2))
        least = min(sum(w for device, w in devices if 0 < len(device & some) < len(device)) for some in tried)
        assert found.at(**size) == least, size


def test_three_arrays_of_odd_sizes():
    found = product_lemma("line(a) x line(b) x line(c)", "bisection")
    assert found.at(a=3, b=3, c=3) == product_lemma("line(k)^n", "bisection").at(k=3, n=3) == 2 * 13
    assert found.at(a=2, b=3, c=5) == found.at(a=5, b=2, c=3) == 2 * (2 * 3 + 2 + 1)


@pytest.mark.parametrize(
    "text", ["line(k)", "ring(k)", "clique(k)", "bus(2)^n", "line(2)^n", "clique(2)^n", "ring(2)^n", "ring(7)"]
)
def test_messages_between_halves_bound_what_the_middle_cuts(text):
    product = parse(text)
    if text == "bus(2)^n":  # a bus is no link
        assert not by_crossings(product.groups)
        return
    found = product_lemma(text, "bisection")
    found.check()
    assert found.strength == "proved" and found.derivation.steps[0].proof.kind == CrossedByMessages.kind
    for size in found.domain.sizes(8, lambda size: product.node_count_at(size) <= 9):
        assert found.value(size) == found.definition.literal(size)
    step = found.derivation.steps[0]
    for wrong in (step.after + 1, 2 * step.after):
        refused(step.proof.check, step.before, wrong)
    refused(replace(step.proof, small=()).check, step.before, step.after)
    other = product_lemma("line(k)^2", "edge_forwarding_index")
    refused(replace(step.proof, congestion=other).check, step.before, step.after)


def test_messages_between_halves_of_odd_sizes_do_not_bound_two_dimensions():
    groups = parse("clique(k)^2").groups
    assert not by_crossings(groups) and product_lemma("clique(k)^2", "bisection").strength == "argued"
    proof = CrossedByMessages(groups, product_lemma("clique(k)^2", "edge_forwarding_index"), SMALL)
    refused(proof.check, half(), least_half(groups))


@pytest.mark.parametrize(
    "text", ["line(a) x line(b)", "ring(a) x ring(b)", "oneway-ring(a) x line(b)", "bus(a) x bus(b)"]
)
def test_rows_and_columns_that_are_cut_alike(text, monkeypatch):
    product = parse(text)
    found = product_lemma(text, "bisection")
    found.check()
    assert found.strength == "proved" and found.derivation.steps[0].proof == RowsAndColumnsCut(
        product.groups, SMALL_TWO
    )
    for size in found.domain.sizes(12, lambda size: product.node_count_at(size) <= 12):
        assert found.value(size) == found.definition.literal(size)
    step = found.derivation.steps[0]
    for wrong in (step.after + 1, half_cut(*product.groups)):
        refused(step.proof.check, step.before, wrong)
    refused(RowsAndColumnsCut(product.groups, ()).check, step.before, step.after)
    for other in ("clique(a) x clique(b)", "line(a) x ring(b)", "line(a)^2", "line(4) x line(b)"):
        assert not rows_and_columns(parse(other).groups)


@pytest.mark.parametrize(("kind", "cut"), [("line", 4), ("ring", 2), ("oneway-ring", 4), ("bus", 2)])
def test_other_numbers_of_channels_that_cut_a_factor_are_refused(kind, cut, monkeypatch):
    bisection_widths._certify_cut.__wrapped__(KINDS[kind])
    monkeypatch.setitem(bisection_widths.CUT, kind, cut)
    refused(bisection_widths._certify_cut.__wrapped__, KINDS[kind])


def test_channels_behind_the_first_digits():
    n, h = (sp.Symbol(name, integer=True, positive=True) for name in ("n'", "h'"))
    known = (n >= 2, h >= 1, h <= n - 1)
    assert {kind: bisection_widths.channels_behind(KINDS[kind], n, h, known) for kind in ("line", "ring", "oneway-ring", "bus")} == {
        "line": 2, "ring": 4, "oneway-ring": 2, "bus": 1,
    }  # fmt: skip
    assert sp.expand(bisection_widths.channels_behind(KINDS["clique"], n, h, known) - 2 * h * (n - h)) == 0


@pytest.mark.parametrize("text", ["line(k)^n", "ring(k)^n", "clique(k)^n", "clique(k)^2"])
def test_even_sizes_are_bound_by_messages_in_any_number_of_dimensions(text):
    """Of odd sizes there is an argument alone."""
    found = product_lemma(text, "bisection")
    found.check()
    assert found.strength == "argued"
    step = found.derivation.steps[0]
    (even, of_even), (_, of_odd) = step.proof.cases
    assert of_even.strength == "proved" and of_odd.strength == "argued"
    value = step.after.args[0][0]
    of_even.check(step.before, value)
    refused(of_even.check, step.before, value + 1)
    refused(replace(of_even, even=False).check, step.before, step.after)
    refused(of_odd.check, step.before, step.after)
    refused(
        replace(step.proof, cases=((even, replace(of_even, groups=RINGS)), *step.proof.cases[1:])).check,
        step.before,
        2 * step.after,
    )


def test_rows_of_a_single_node_are_not_those_of_the_proof():
    found = product_lemma("ring(a) x ring(b)", "bisection")
    proof, (a, b) = found.derivation.steps[0].proof, (p.symbol for p in found.domain.parameters)
    proof.check_domain([a >= 2, b >= 3], {a, b})
    with pytest.raises(ProofError, match="single node"):
        proof.check_domain([a >= 2, b >= 1], {a, b})
