"""Written arguments, and the plain networks that they are compared with."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp

from netlemma.derive import discovery
from netlemma.derive import lemma as derived_lemma
from netlemma.derive.algebra.finite_fields import PrimePower, field
from netlemma.derive.lemmas.bubble_sort import BUBBLE
from netlemma.derive.lemmas.dcell import CELL, DCellServers
from netlemma.derive.lemmas.de_bruijn import DE_BRUIJN
from netlemma.derive.lemmas.express_torus import EXPRESS
from netlemma.derive.lemmas.folded_hypercube import FOLDED
from netlemma.derive.lemmas.permutation_star import STAR
from netlemma.derive.networks.distance_lemmas import Argued, Conjectured, lemmas
from netlemma.errors import ProofError


def test_a_wrong_closed_form_is_refused():
    length = DE_BRUIJN.domain.parameters[1].symbol
    build = lemmas(DE_BRUIJN, diameter=(length, "as many shifts as letters"))["de-bruijn.diameter"]
    (step,) = build().derivation.steps
    assert isinstance(step.proof, Argued) and step.proof.strength == "argued"
    step.check()
    with pytest.raises(ProofError, match="instead of"):
        step.proof.check(step.before, step.after + 1)


def test_plain_networks():
    four = STAR.made.network({"n": 4})
    assert (len(four.ends), four.links, four.degree, max(four.all_distances())) == (24, 36, 3, 4)
    assert FOLDED.made.network({"n": 2}).degrees == {3}


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9])
def test_fields(q):
    f = field(q)
    assert len(f.elements) == q and len(f.primitive) == q - 1
    for x in f.elements:
        assert f.plus(x, f.minus(f.zero, x)) == f.zero and f.times(x, f.one) == x
        assert x == f.zero or any(f.times(x, y) == f.one for y in f.elements)
        assert all(f.times(x, f.plus(y, f.one)) == f.plus(f.times(x, y), x) for y in f.elements)


def test_prime_powers():
    found = [q for q in range(1, 30) if PrimePower.at(q)]
    assert found == [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29]


def test_the_plain_count_of_loads():
    """The plain count against the crossings of a star by hand."""
    line = replace(STAR.made, listed=lambda size: range(3), near=lambda size, node: {0: [1], 1: [0, 2], 2: [1]}[node])
    assert line.network({"n": 2}).largest_load() == 1  # the first hop carries all messages of node 0
    assert STAR.made.network({"n": 3}).largest_load() == Fraction(
        9, 10
    )  # a ring of six: distances 1, 1, 2, 2, 3 over two channels


@pytest.mark.parametrize(
    "name", ["visit_ratio.local", "visit_ratio.global", "visit_ratio.terminal", "max_channel_load"]
)
def test_loads_of_minimal_routes_of_a_dragonfly(name):
    """Counted by hand at p = a = 2, h = 1, and other values refused."""
    found = derived_lemma(f"dragonfly.{name}.minimal")
    by_hand = {
        "visit_ratio.local": Fraction(20, 66),
        "visit_ratio.global": Fraction(16, 66),
        "visit_ratio.terminal": Fraction(1, 6),
    }
    assert found.at(p=2, a=2, h=1) == by_hand.get(name, Fraction(20, 11))  # 12 terminals, 132 ordered pairs
    for step in found.derivation.steps:
        step.proof.check(step.before, step.after)
        with pytest.raises(ProofError):
            step.proof.check(step.before, step.after * sp.Rational(8, 7))


def test_conjectures_are_compared_and_weak_and_known_before_they_are_derived(monkeypatch):
    found = lemmas(BUBBLE.made, diameter=(derived_lemma("bubble-sort.diameter").closed_form, "only compared", True))
    conjecture = found["bubble-sort.diameter"]()
    step = conjecture.derivation.steps[-1]
    assert isinstance(step.proof, Conjectured) and conjecture.strength == "enumerated"
    step.proof.check(step.before, step.after)
    with pytest.raises(ProofError, match="instead of"):
        step.proof.check(step.before, step.after + 1)
    monkeypatch.setattr(discovery, "builders", lambda family: found)
    assert discovery.is_only_compared("bubble-sort.diameter")
    found |= lemmas(BUBBLE.made, diameter=(derived_lemma("bubble-sort.diameter").closed_form, "argued"))
    assert not discovery.is_only_compared("bubble-sort.diameter")


@pytest.mark.parametrize("e", range(2, 9))
def test_rings_with_express_links_beyond_the_sizes_compared(e):
    """Both parities of e and of the number of stops, and parts that are longer than all stops together."""
    mean = derived_lemma("express-torus.mean_distance")
    for stops in (2, 3, 4, 7, 8):
        size = {"k": stops * e, "n": 1, "e": e}
        assert mean.value(size) == EXPRESS.mean_distance(size), size


@pytest.mark.parametrize(
    ("key", "fixed"),
    [("express-torus.links", "With placement=interchange."), ("slim-fly.nodes", "With p=0."), ("polarfly.diameter", "Between switches."),
     ("benes.nodes", "With p=0."), ("dragonfly.wiener_index", "With arrangement=consecutive."), ("dragonfly.links", "included.")],
)  # fmt: skip
def test_options_that_a_lemma_fixes_are_stated(key, fixed):
    assert derived_lemma(key).statement.endswith(fixed)


def test_dcells_of_level_4_are_less_far_across():
    """27 hops, all by links of servers, where the way by the recursion takes 47: the formula ends at level 2."""
    size = {"n": 3, "k": 4}
    side = DCellServers.at(3, 3)
    stops = (
        "0,0 0,156 157,0 157,156 156,156 156,0 0,155 0,24336 24337,0 24337,156 156,24336 156,155 155,155 155,24336 24337,155 24337,24336 "
        "24336,24336 24336,155 155,24335 155,24491 24492,155 24492,24336 24336,24491 24336,24335 24335,24335 24335,24491 24492,24335 24492,24491"
    )
    way = [side * int(copy) + int(server) for copy, server in (each.split(",") for each in stops.split())]
    assert (way[0], way[-1]) == (0, DCellServers.at(3, 4) - 1)
    assert all(("server", v) in CELL.near(size, ("server", u)) for u, v in pairwise(way))
    assert len(way) - 1 == 27 < 3 * 2**4 - 1
    assert not derived_lemma("dcell.diameter").domain.contains(size)
