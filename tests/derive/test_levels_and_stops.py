"""Distances by walks over levels, by stops of express links, and around rings: what their proofs refuse."""

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.field_identities import ElementFacts
from netlemma.derive.lemmas import diameter_two, dimensions_left
from netlemma.derive.lemmas.express_torus import EXPRESS
from netlemma.derive.lemmas.fabrics import TREE_SWITCHES, n_2
from netlemma.derive.lemmas.word_recursions import BENES
from netlemma.derive.networks import express_rings, self_similar_means, walks_over_levels
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.express_rings import ExpressRings
from netlemma.derive.networks.level_fabrics import WordsByLevel
from netlemma.derive.networks.rings_of_kinds import RingOfKinds
from netlemma.derive.networks.state_potentials import are_ends
from netlemma.derive.networks.walks_over_levels import BackToBack
from netlemma.errors import ProofError
from netlemma.graphs import network
from netlemma.graphs.loads.distance_indices import profile

KEYS = [
    f"{family}.{name}"
    for family in ("benes", "express-torus")
    for name in ("diameter", "mean_distance", "wiener_index")
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.in_turn
def test_distances_are_proved(key):
    found = lemma(key)
    found.check()
    assert found.strength == "proved"


@pytest.mark.parametrize(
    ("family", "size"),
    [
        ("benes", {"d": 7}),
        *(
            ("express-torus", {"k": k, "n": n, "e": e})
            for k, n, e in ((28, 1, 7), (40, 1, 8), (30, 1, 15), (12, 2, 4), (15, 2, 3), (18, 2, 9))
        ),
    ],
)
@pytest.mark.in_turn
def test_larger_networks_than_those_of_the_proofs(family, size):
    apart = profile(network(family, **size)).nodes_at_distance
    total = sum(i * n for i, n in enumerate(apart))
    assert lemma(f"{family}.diameter").value(size) == len(apart) - 1
    if family != "generalised-petersen":
        assert lemma(f"{family}.mean_distance").value(size) * sum(apart[1:]) == total


@pytest.mark.parametrize("made", [BENES, EXPRESS], ids=lambda made: made.name)
@pytest.mark.parametrize("name", ["diameter", "mean_distance"])
def test_other_closed_forms_are_refused(made, name):
    found = lemma(made.key(name))
    fabric = found.derivation.steps[0].proof.structure
    with pytest.raises(ProofError):
        lemmas(made, fabric=fabric, **{name: found.closed_form + 1})[made.key(name)]().check()


def changed_hops(before, more):
    """Another formula of the distance."""
    return lambda *given: before(*given) + more(*given)


@pytest.mark.parametrize(
    "more",
    [
        lambda *given: 1,
        lambda *given: -1,
        lambda *given: sp.Abs(given[0] if given else walks_over_levels._here),
        lambda *given: sp.Max(0, (given[2] if len(given) > 2 else walks_over_levels._high) - 2),
    ],
)
def test_other_walks_over_levels_are_refused(monkeypatch, more):
    fabric = BackToBack(BENES.domain)
    walks_over_levels._certify_hops.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(walks_over_levels, "_hops", changed_hops(walks_over_levels._hops, more))
        with pytest.raises(ProofError):
            fabric.certify()
    walks_over_levels._certify_hops.cache_clear()


@pytest.mark.parametrize("left_out", range(4))
def test_ways_over_fewer_stops_are_refused(monkeypatch, left_out):
    right = express_rings._ways
    express_rings._certify_hops.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(
            express_rings, "_ways", lambda *given: [way for j, way in enumerate(right(*given)) if j != left_out]
        )
        with pytest.raises(ProofError):
            express_rings._certify_hops()
    express_rings._certify_hops.cache_clear()


def test_another_sum_over_a_part_is_refused():
    right = lemma("express-torus.diameter").derivation.steps[0].proof.structure
    for j in range(len(right.part.atoms(sp.Piecewise).pop().args)):
        cases = list(right.part.atoms(sp.Piecewise).pop().args)
        cases[j] = (cases[j][0] + 4, cases[j][1])
        wrong = ExpressRings(right.domain, right.k, right.n, right.e, sp.Piecewise(*cases) / 4)
        with pytest.raises(ProofError, match="from a part"):
            wrong.certify()


RING = lemma("generalised-petersen.diameter").derivation.steps[0].proof.structure


@pytest.mark.parametrize(
    "changed",
    [
        RingOfKinds(RING.domain, RING.places, RING.hops, lambda *given: RING.far(*given) + 1, RING.most),
        RingOfKinds(
            RING.domain,
            RING.places,
            RING.hops,
            lambda x, one, goal: RING.far(x, one, goal) + int(one != goal),
            RING.most,
        ),
        RingOfKinds(RING.domain, RING.places, RING.hops[:-2], RING.far, RING.most),
        RingOfKinds(
            RING.domain, RING.places, (*RING.hops[:-2], (1, sp.S.One, 1), (1, RING.places - 1, 1)), RING.far, RING.most
        ),
        RingOfKinds(RING.domain, RING.places, RING.hops, RING.far, RING.most + 1),
        RingOfKinds(RING.domain, RING.places, RING.hops, RING.far, RING.most - 1),
    ],
)
def test_other_rings_are_refused(changed):
    with pytest.raises(ProofError):
        changed.certify()


WAYS = WordsByLevel(TREE_SWITCHES.domain, n_2)


def test_moves_of_words_by_level_are_all_that_hops_make():
    WAYS.certify_moves()


@pytest.mark.parametrize(
    ("name", "number"), [(name, j) for name, moves in WAYS._moves().items() for j in range(len(moves))]
)
def test_a_move_of_words_by_level_that_is_left_out_is_missed(name, number):
    """Many may be left out without the potential being another one."""

    class Fewer(WordsByLevel):
        def _moves(self):
            moves = super()._moves()
            return {**moves, name: (*moves[name][:number], *moves[name][number + 1 :])}

    with pytest.raises(ProofError, match="makes another move"):
        Fewer(TREE_SWITCHES.domain, n_2).certify_moves()


def test_the_ends_of_a_set_are_told_from_others():
    z3 = smt.z3()
    low, high, number = z3.Ints("low high number")
    odd = lambda p: z3.And(p % 2 == 1, p > 0, p < 8)  # noqa: E731
    ends = [are_ends(low, high, odd, [z3.IntVal(1), z3.IntVal(7)]), odd(number)]
    assert smt.solution([*ends, z3.Not(z3.And(low == 1, high == 7))]) is None
    assert smt.solution([are_ends(low, high, odd, []), low == 3]) is not None


def test_sums_of_the_same_difference_are_refused_in_fields_of_even_order_alone(monkeypatch):
    monkeypatch.setattr(diameter_two, "ElementFacts", OfOddCharacteristic)
    diameter_two._slim_load.cache_clear()
    with pytest.raises(ProofError, match="the same if q is even"):
        diameter_two._slim_load()
    diameter_two._slim_load.cache_clear()


class OfOddCharacteristic(ElementFacts):
    """Facts in which 2 is not 0."""

    def with_zero(self, *exprs):
        return super().with_zero(*(each for each in exprs if each != 2))


@pytest.mark.parametrize(("module", "name"), [(express_rings, "_FARTHEST"), (self_similar_means, "_apart")])
def test_another_largest_distance_is_refused(monkeypatch, module, name):
    """In large networks alone, too: what is decided of it is what is given."""
    right = getattr(module, name)
    large = sp.prod([self_similar_means.L - size for size in range(9)])
    wrong = (
        (lambda levels: right(levels) + large.xreplace({self_similar_means.L: levels}))
        if callable(right)
        else right + 1
    )
    monkeypatch.setattr(module, name, wrong)
    certify = module._certify_hops if module is express_rings else module._certify_distance
    certify.cache_clear()
    with pytest.raises(ProofError):
        certify()
    certify.cache_clear()


@pytest.mark.parametrize("wrong", [lambda many, chosen: 1 + many - chosen, lambda many, chosen: many**chosen])
def test_other_shares_of_orders_are_refused(monkeypatch, wrong):
    dimensions_left._certify_share()
    monkeypatch.setattr(dimensions_left, "_choose", wrong)
    with pytest.raises(ProofError):
        dimensions_left._certify_share()
