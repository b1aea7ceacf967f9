"""Balls in lattices modulo two vectors: what their proofs refuse."""

from dataclasses import replace

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.lemmas import quotients
from netlemma.derive.lemmas.hierarchies import RECTANGULAR
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.lattice_quotients import HEXAGONAL, HONEYCOMB, SQUARE, LatticeQuotient
from netlemma.errors import ProofError

a, i, n = parameter("a"), parameter("i", 0), parameter("n")
ZERO = sp.S.Zero
TWISTED = LatticeQuotient(RECTANGULAR.domain, a, SQUARE, (a, a), (ZERO, 2 * a), a)
WRAPPED = LatticeQuotient(
    Domain((Parameter("n", 2),)), n, HEXAGONAL, (n, n - 1, 1 - 2 * n), (1 - n, 2 * n - 1, -n), n, (sp.S.One, 3 * n - 1)
)
COMB = LatticeQuotient(Domain((Parameter("n", 1),)), n, HONEYCOMB, (n, n, -2 * n), (ZERO, 3 * n, -3 * n), 2 * n)


@pytest.mark.parametrize("quotient", [TWISTED, WRAPPED, COMB])
def test_balls_of_one_more_hop_overlap(quotient):
    quotient.certify()
    with pytest.raises(ProofError):
        replace(quotient, radius=quotient.radius + 1).certify()
    with pytest.raises(ProofError):
        replace(quotient, radius=quotient.radius - 1).certify()


@pytest.mark.parametrize(
    ("quotient", "change", "said"),
    [
        (TWISTED, {"one": (a, ZERO)}, "farther away|overlap"),  # a rectangular torus
        (TWISTED, {"other": (ZERO, 2 * a - 1)}, "overlap"),
        (WRAPPED, {"numbers": (sp.S.One, 3 * n - 2)}, "modulo"),
        (WRAPPED, {"one": (n, n, -2 * n)}, "modulo"),
        (COMB, {"one": (n, 0, -n)}, "overlap|farther"),
    ],
)
def test_other_vectors_are_refused(quotient, change, said):
    with pytest.raises(ProofError, match=said):
        replace(quotient, **change).certify()


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL, HONEYCOMB])
def test_other_distances_and_numbers_of_points_are_refused(lattice):
    lattice.certify()
    with pytest.raises(ProofError):
        replace(lattice, layer=lattice.layer + 1).certify()
    with pytest.raises(ProofError):
        replace(lattice, norm="max" if lattice.norm == "sum" else "sum").certify()
    with pytest.raises(ProofError):
        replace(lattice, steps=tuple(steps[:-1] for steps in lattice.steps)).certify()
    lattice.certify_turn()
    with pytest.raises(ProofError, match="all steps"):
        replace(lattice, turned=tuple(range(1, len(lattice.turned) + 1))).certify_turn()


def test_loads_without_turns_are_refused():
    """A turn by a right angle takes the vectors of this torus to others."""
    with pytest.raises(ProofError, match="turn"):
        replace(TWISTED, one=(a, ZERO), other=(ZERO, 2 * a))._certify_alike()


@pytest.mark.parametrize(
    "given",
    [
        {"diameter": a + 1},
        {"mean_distance": a * (4 * a**2 - 1) / (6 * a**2 - 2)},
        {"nodes_at_distance": sp.Piecewise((1, sp.Eq(i, 0)), (4 * i, i <= a), (0, True))},
    ],
)
def test_other_closed_forms_are_refused(given):
    (build,) = (v for q, v in lemmas(RECTANGULAR, fabric=TWISTED, **given).items() if "wiener" not in q)
    with pytest.raises(ProofError):
        build().check()


@pytest.mark.parametrize(
    "key",
    [
        "wrapped-hexagonal-mesh.max_channel_load.uniform",
        "honeycomb-torus.nodes_at_distance",
        "twisted-torus-2d.diameter",
    ],
)
def test_lemmas_on_lattices_are_proved(key):
    found = lemma(key)
    found.check()
    assert found.strength == "proved"


def test_jumps_that_may_be_the_same_are_refused(monkeypatch):
    quotients._certify_jumps()
    monkeypatch.setattr(quotients, "_jumps", lambda size, node: [1, 1])
    with pytest.raises(ProofError, match="all of"):
        quotients._certify_jumps()


@pytest.mark.parametrize(("key", "form"), [("midimew.links", 2 * n), ("midimew.degree", sp.Integer(4))])
def test_degrees_of_other_forms_are_refused(key, form):
    made = quotients.MIDIMEW
    fabric = lemma(key).derivation.steps[0].proof.structure
    with pytest.raises(ProofError):
        lemmas(made, fabric=fabric, **{key.partition(".")[2]: form})[key]().check()
