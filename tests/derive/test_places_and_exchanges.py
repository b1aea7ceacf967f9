"""Distances of subsets, words and permutations, shown for all sizes; a little wrong, each is refused."""

from dataclasses import replace
from functools import partial
from itertools import permutations

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.algebra.field_identities import ElementFacts
from netlemma.derive.lemmas import (
    boards,
    bubble_sort,
    diameter_two,
    folded_hypercube,
    johnson_graph,
    kneser,
    odd_graph,
    permutation_star,
    transposition_graph,
    words_and_subsets,
)
from netlemma.derive.lemmas.bubble_sort import BUBBLE
from netlemma.derive.lemmas.cube_variants import AUGMENTED, CROSSED, MOEBIUS, TWISTED
from netlemma.derive.lemmas.folded_hypercube import FOLDED
from netlemma.derive.lemmas.johnson_graph import JOHNSON
from netlemma.derive.lemmas.odd_graph import ODD
from netlemma.derive.lemmas.permutation_star import STAR
from netlemma.derive.lemmas.transposition_graph import TRANSPOSITIONS
from netlemma.derive.lemmas.trees import _BINARY, _BINOMIAL
from netlemma.derive.lemmas.words_and_subsets import _HALVED, _TETRAHEDRAL
from netlemma.derive.networks.chosen_places import AllAlike, ByPlaces
from netlemma.derive.networks.distance_lemmas import KINDS, TwoHops, lemmas
from netlemma.derive.networks.exchanges import (
    BY_EXCHANGE,
    BY_NEIGHBOURS,
    ByRank,
    Exchanges,
    Ranked,
    Star,
    certify_distance,
    certify_reduction,
    n,
)
from netlemma.derive.networks.field_networks import By, Link, Same
from netlemma.derive.networks.scanned_words import ByScanning
from netlemma.errors import ProofError

OF_PLACES = [FOLDED, JOHNSON, ODD, _HALVED, _TETRAHEDRAL]
RANKED = [Ranked(TRANSPOSITIONS, BY_EXCHANGE), Ranked(BUBBLE, BY_NEIGHBOURS), Star(STAR, BY_EXCHANGE)]
FAMILIES = (bubble_sort, folded_hypercube, johnson_graph, kneser, odd_graph, permutation_star, transposition_graph)


@pytest.mark.in_turn
def test_all_lemmas_of_these_families_are_proved():
    found = {key: build().strength for module in FAMILIES for key, build in module.LEMMAS.items()}
    of_words = ("halved-cube", "tetrahedral", "triangular")
    found |= {key: build().strength for key, build in words_and_subsets.LEMMAS.items() if key.startswith(of_words)}
    assert {*found.values()} == {"proved"}


@pytest.mark.parametrize("about", OF_PLACES, ids=lambda about: about.name)
def test_wrong_distances_of_places_are_refused(about):
    about.certify()
    for wrong in (about.distance + 1, 2 * about.distance, sp.Max(about.distance - 1, 0)):
        with pytest.raises(ProofError):
            replace(about, distance=wrong).certify()
    with pytest.raises(ProofError, match="no way is nearer"):
        replace(about, nearer=about.nearer[:-1]).certify()
    more = about.changes[0] + (2 if about is not ODD else -1)
    with pytest.raises(ProofError, match="more than one"):  # a hop more
        replace(about, changes=(*about.changes, more)).certify()


@pytest.mark.in_turn
@pytest.mark.parametrize("key", ["johnson-graph", "odd-graph", "folded-hypercube", "kneser", "halved-cube"])
def test_wrong_steps_of_places_are_refused(key):
    for name in ("links", "diameter", "nodes_at_distance", "mean_distance"):
        if (key, name) not in (
            ("kneser", "diameter"),
            ("kneser", "nodes_at_distance"),
            ("halved-cube", "nodes_at_distance"),
        ):
            for step in lemma(f"{key}.{name}").derivation.steps:
                step.check()
                for wrong in (step.after + 1, 2 * step.after):
                    with pytest.raises(ProofError):
                        step.proof.check(step.before, wrong)


def test_links_that_are_given_twice_or_are_not_alike_are_refused():
    with pytest.raises(ProofError, match="given twice"):
        replace(FOLDED, changes=(sp.S.One, sp.S.One)).certify_links()
    before = KINDS["links"].expression(FOLDED.made)
    wrong = replace(FOLDED, changes=(sp.S.One, FOLDED.length - 1))  # of two letters these are the same
    with pytest.raises(ProofError, match="given twice"):
        ByPlaces(wrong, "links", wrong.form("links")).check(before, wrong.form("links"))
    step = lemma("folded-hypercube.max_channel_load.uniform").derivation.steps[0]
    assert isinstance(step.proof, AllAlike)
    for about in (_HALVED, wrong):
        with pytest.raises(ProofError, match="different changes"):
            replace(step.proof, about=about).check(step.before, step.after)


def test_three_hops_are_not_two():
    step = lemma("triangular.mean_distance").derivation.steps[0]
    assert isinstance(step.proof, TwoHops)
    with pytest.raises(ProofError, match="more than 2"):
        replace(step.proof, diameter=lemma("tetrahedral.diameter")).check(step.before, step.after)


def test_what_follows_is_as_weak_as_what_it_rests_on():
    guessed = lemmas(BUBBLE.made, mean_distance=(lemma("bubble-sort.mean_distance").closed_form, "a guess", True))
    assert guessed["bubble-sort.wiener_index"]().strength == "enumerated"
    assert lemma("bubble-sort.wiener_index").dependencies == ("bubble-sort.mean_distance",)


@pytest.mark.in_turn
@pytest.mark.parametrize("ranked", RANKED, ids=lambda ranked: ranked.net.name)
def test_wrong_values_of_permutations_are_refused(ranked):
    for name in ("diameter", "mean_distance"):
        (step,) = lemma(f"{ranked.net.name}.{name}").derivation.steps
        assert isinstance(step.proof, ByRank)
        step.check()
        for wrong in (step.after + 1, step.after - 1, 2 * step.after):
            with pytest.raises(ProofError):
                step.proof.check(step.before, wrong)
    for wrong in (sp.floor(3 * n / 2), sp.floor(3 * (n - 1) / 2) - 1, n * (n + 1) / 2):
        with pytest.raises(ProofError):
            ranked.require_largest(wrong)


def test_wrong_reductions_are_refused():
    certify_distance(BY_EXCHANGE, TRANSPOSITIONS)
    for by, net in ((BY_EXCHANGE, BUBBLE), (BY_NEIGHBOURS, TRANSPOSITIONS), (BY_EXCHANGE, STAR)):
        with pytest.raises(ProofError):
            certify_distance(by, net)
    for cost in (2 * BY_NEIGHBOURS.cost, BY_NEIGHBOURS.cost + 1, sp.Min(BY_NEIGHBOURS.cost, 1)):
        with pytest.raises(ProofError):
            certify_distance(replace(BY_NEIGHBOURS, cost=cost), BUBBLE)
    for mixed in (
        replace(BY_EXCHANGE, back=BY_NEIGHBOURS.back),
        replace(BY_EXCHANGE, rest=lambda word, length, place: word),
    ):
        with pytest.raises(ProofError):
            certify_reduction(mixed)
    with pytest.raises(ProofError):
        Star(Exchanges("not a star", lambda i, j: j == i + 1), BY_EXCHANGE).certify()


def test_exchanges_of_neighbours_are_not_alike():
    TRANSPOSITIONS.certify_alike()
    STAR.certify_alike()
    with pytest.raises(ProofError, match="renaming"):
        BUBBLE.certify_alike()


def test_distances_of_permutations_by_hand():
    """Cycles, and pairs in the wrong order, counted without any network."""
    for ranked, far in ((RANKED[0], lambda w: sum(_is_first_of_no_cycle(w))), (RANKED[1], _inversions)):
        made = ranked.net.made
        distances = sorted(made.network({"n": 4}).distances((0, 1, 2, 3)))
        assert distances == sorted(map(far, permutations(range(4))))[1:]


def _is_first_of_no_cycle(word):
    for start in range(len(word)):
        at, cycle = word[start], {start}
        while at != start:
            cycle.add(at)
            at = word[at]
        yield min(cycle) != start


def _inversions(word):
    return sum(word[i] > word[j] for j in range(len(word)) for i in range(j))


SCANNED = [CROSSED, TWISTED, AUGMENTED, _BINARY, _BINOMIAL]


@pytest.mark.in_turn
@pytest.mark.parametrize("about", SCANNED, ids=lambda about: about.name)
def test_wrong_distances_of_words_are_refused(about):
    """A weight more, none, or a link that is not read, and closed forms that are a little off."""
    about.certify()

    def heavier(state, one, other):
        found = about.far(state, one, other)
        return found and (found[0], found[1] + (one != other and found[1] > 0))

    def lighter(state, one, other):
        found = about.far(state, one, other)
        return found and (found[0], min(found[1], int(one != other)))

    def fewer(state, letter):
        return [*about.links(state, letter)][:-1] if state == about.before else about.links(state, letter)

    wrong = [{"far": heavier}, {"links": fewer}, *([] if about is AUGMENTED else [{"far": lighter}])]
    for each in wrong:
        with pytest.raises(ProofError):
            replace(about, **each).certify()
    names = ("diameter", "mean_distance", "wiener_index", "nodes_at_distance")
    for name in names[: 4 if about in (CROSSED, AUGMENTED) else 3]:
        step = lemma(f"{about.name}.{name}").derivation.steps[0]
        if isinstance(step.proof, ByScanning):
            step.check()
            for after in (step.after + 1, step.after * 2, step.after + (about.n - about.small[0][about.n.name])):
                with pytest.raises(ProofError):
                    step.proof.check(step.before, after)
            if name == "nodes_at_distance":
                cases = [*step.after.args]
                for number, (value, when) in enumerate(cases[:-1]):
                    wrong = sp.Piecewise(*cases[:number], (value + 1, when), *cases[number + 1 :])
                    with pytest.raises(ProofError):
                        step.proof.check(step.before, wrong)


@pytest.mark.in_turn
def test_automata_of_distances_are_found_and_only_right_ones_are_certified():
    """That of Moebius cubes, of few states, and at sizes beyond those at which it was found; one with a weight more is refused."""
    assert len(MOEBIUS._states) < 12
    MOEBIUS.certify()
    for kind in (0, 1):
        made, size = MOEBIUS.made, {"n": 8, "kind": kind}
        assert max(made.network(size).distances(made.listed(size)[0])) <= lemma("mobius-cube.diameter").value(size)

    def heavier(state, one, other):
        found = MOEBIUS.far(state, one, other)
        return found and (found[0], found[1] + (one == 1 and other == 0))

    with pytest.raises(ProofError):
        replace(MOEBIUS, far=heavier).certify()
    (step,) = lemma("mobius-cube.diameter").derivation.steps
    for after in (step.after + 1, sp.ceiling((MOEBIUS.n + 1) / 2)):
        with pytest.raises(ProofError):
            step.proof.check(step.before, after)


def test_wrong_numbers_of_links_of_a_word_are_refused():
    (step,) = lemma("binomial-tree.max_degree").derivation.steps
    for after in (step.after + 1, 2 * step.after, sp.Integer(3)):
        with pytest.raises(ProofError):
            step.proof.check(step.before, after)


@pytest.mark.in_turn
@pytest.mark.parametrize("key", ["slim-fly", "polarfly", "mycielski", "bishop"])
def test_wrong_counts_of_fields_and_doubled_graphs_are_refused(key):
    """Apart from small sizes, too: there are none to compare with."""
    for name in ("nodes", "links", "degree", "max_degree", "diameter", "max_channel_load.uniform"):
        build = {**diameter_two.LEMMAS, **words_and_subsets.LEMMAS, **boards.LEMMAS}.get(f"{key}.{name}")
        step = build().derivation.steps[0] if build else None
        if step is None or step.proof.strength != "proved" or isinstance(step.after, sp.Sum):
            continue
        proof = step.proof
        if isinstance(proof, diameter_two.ByField):
            proof = replace(proof, made=replace(proof.made, small=()))
        proof.check(step.before, step.after)
        for after in (step.after + 1, 2 * step.after):
            with pytest.raises(ProofError):
                proof.check(step.before, after)


@pytest.mark.in_turn
def test_wrong_counts_of_shifts_are_refused():
    keys = ("de-bruijn.max_degree", "kautz.diameter", "undirected-de-bruijn.links", "undirected-kautz.max_degree")
    for key in (*keys, "undirected-kautz.diameter"):
        (step,) = lemma(key).derivation.steps
        proof = replace(step.proof, made=replace(step.proof.made, small=()))  # no sizes to compare with
        proof.check(step.before, step.after)
        for after in (step.after + 1, 2 * step.after):
            with pytest.raises(ProofError):
                proof.check(step.before, after)
    for name in ("links", "max_degree", "diameter"):
        (step,) = lemma(f"shuffle-exchange.{name}").derivation.steps
        for after in (step.after + 1, 2 * step.after):
            with pytest.raises(ProofError):
                step.proof.check(step.before, after)


def test_identities_hold_in_fields_of_every_characteristic():
    x, y = sp.symbols("x y")
    known = ElementFacts(symmetric=frozenset("S")).with_nonzero(x).with_zero(x * y)
    assert known.is_zero(y) and known.is_zero(y / x) and not known.is_zero(x) and not known.contradict()
    assert not ElementFacts().with_zero(2 * x).is_zero(x)  # of two elements, it is not
    assert not ElementFacts().with_zero(x**2 - y**2).is_zero(x - y)
    assert not ElementFacts().is_nonzero(sp.Integer(3)) and ElementFacts().is_nonzero(sp.Integer(-1))
    assert known.with_zero(x - 1).with_nonzero(y).contradict()
    member = known.with_member("S", x + 1)
    assert member.is_member("S", -1 - x) and not member.is_member("S", x) and not member.is_member("T", x + 1)
    with pytest.raises(ProofError, match="may be 0"):
        ElementFacts().with_nonzero(x).is_zero(x / (x + y))


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"sums": frozenset()}, "half of the elements"),
        ({"all_of": frozenset({"X"})}, "not the sets"),
        ({"link": lambda one, u, two, v: diameter_two._slim_link(two, v, one, u)}, ""),  # links have no direction
        ({"link": lambda one, u, two, v: Link((u[0] - v[0],), (("X", u[1] - v[1]),))}, "may not be linked"),
        ({"same": lambda kind, u, v: (u[0] - v[0], u[1] + v[1])}, "not the same"),
    ],
)
def test_another_network_over_a_field_is_refused(changed, match):
    cases = {
        (0, 0): partial(diameter_two._of_a_half, 0),
        (1, 1): partial(diameter_two._of_a_half, 1),
        (0, 1): diameter_two._of_both_halves,
    }
    network = replace(diameter_two.SLIM_FIELD, **changed)
    if not match:
        network.certify_two_hops(cases)
        return
    with pytest.raises(ProofError, match=match):
        network.certify_two_hops(cases)


def test_cases_that_leave_something_out_are_refused():
    slim, polar = diameter_two.SLIM_FIELD, diameter_two.POLAR_FIELD
    half = partial(diameter_two._of_a_half, 0)
    both = {(0, 0): half, (1, 1): partial(diameter_two._of_a_half, 1)}
    with pytest.raises(ProofError, match="no cases"):
        slim.certify_two_hops(both)
    wrong = lambda u, v: By(0, (u[0], v[0] * u[0] - v[1]))  # noqa: E731
    with pytest.raises(ProofError, match="may not be linked"):
        slim.certify_two_hops({**both, (0, 1): wrong})
    column = lambda u, v: half(u, v).zero  # noqa: E731  # as if all nodes were in one column
    with pytest.raises(ProofError):
        slim.certify_two_hops({**both, (0, 0): column, (0, 1): diameter_two._of_both_halves})
    third = lambda u, v: By(0, diameter_two._across(u, v))  # noqa: E731
    with pytest.raises(ProofError, match="coordinates 0 alone"):
        polar.certify_two_hops({(0, 0): third})
    nonzero = lambda u, v: diameter_two._all_zero(diameter_two._across(u, v), Same(), third(u, v))  # noqa: E731
    with pytest.raises(ProofError, match="the same node"):  # it may be one of both
        polar.certify_two_hops({(0, 0): nonzero})


def test_fields_whose_links_are_not_those_of_the_construction_are_refused():
    sets = lambda size: dict(zip(("X", "X'"), diameter_two._generators(size), strict=True))  # noqa: E731
    turned = replace(
        diameter_two.SLIM_FIELD, link=lambda one, u, two, v: diameter_two._slim_link(1 - one, u, 1 - two, v)
    )
    with pytest.raises(ProofError, match="otherwise"):
        turned.compare(diameter_two.SLIM, ({"q": 3},), sets, diameter_two._slim_place)
    with pytest.raises(ProofError, match="no set"):
        half = lambda size: {name: {*sorted(own)[1:]} for name, own in sets(size).items()}  # noqa: E731
        diameter_two.SLIM_FIELD.compare(diameter_two.SLIM, ({"q": 5},), half, diameter_two._slim_place)
    polar = replace(
        diameter_two.POLAR_FIELD, link=lambda one, u, two, v: Link((u[0] * v[0] + u[1] * v[1] - u[2] * v[2],))
    )
    with pytest.raises(ProofError, match="otherwise"):
        polar.compare(diameter_two.POLAR, ({"q": 3},), lambda size: {}, lambda node: (0, node))


@pytest.mark.in_turn
@pytest.mark.parametrize("q", [8, 9])
def test_networks_over_fields_beyond_the_sizes_compared(q):
    for family in ("slim-fly", "polarfly"):
        for name in ("diameter", "mean_distance", "wiener_index"):
            found = lemma(f"{family}.{name}")
            assert found.strength == "proved"
            assert found.at(q=q, p=0) == found.definition.literal({"q": q, "p": 0})
        load = lemma(f"{family}.max_channel_load.uniform")
        assert load.strength == "proved" and load.at(q=q) == load.definition.literal({"q": q})


def test_nodes_with_other_common_neighbours_are_refused(monkeypatch):
    diameter_two._certify_neighbours.__wrapped__()
    diameter_two._certify_perpendiculars.__wrapped__()
    slim = diameter_two.SLIM_FIELD
    shifted = lambda one, u, two, v: Link(  # noqa: E731
        ((u[1] - v[0] * u[0] - 2 * v[1]) if one < two else (v[1] - u[0] * v[0] - 2 * u[1]),)
    )
    square = lambda one, u, two, v: Link(  # noqa: E731
        ((u[1] - v[0] * u[0] ** 2 - v[1]) if one < two else (v[1] - u[0] * v[0] ** 2 - u[1]),)
    )
    for link in (shifted, square):
        changed = lambda one, u, two, v, link=link: (  # noqa: E731
            diameter_two._slim_link(one, u, two, v) if one == two else link(one, u, two, v)
        )
        monkeypatch.setattr(diameter_two, "SLIM_FIELD", replace(slim, link=changed))
        with pytest.raises(ProofError):
            diameter_two._certify_neighbours.__wrapped__()
    across = diameter_two._across
    monkeypatch.setattr(diameter_two, "_across", lambda u, v: (*across(u, v)[:2], across(u, v)[2] + u[0]))
    with pytest.raises(ProofError):
        diameter_two._certify_perpendiculars.__wrapped__()


def test_a_banana_tree_with_another_diameter_is_refused():
    (first, step) = lemma("banana-tree.diameter").derivation.steps
    assert first.proof.strength == step.proof.strength == "proved"
    step.check()
    for after in (step.after + 1, step.after - 1):
        with pytest.raises(ProofError):
            step.proof.check(step.before, after)


def test_a_kneser_graph_with_another_diameter_is_refused():
    (step,) = lemma("kneser.diameter").derivation.steps
    assert step.proof.strength == "proved"
    step.check()
    for after in (step.after + 1, step.after - 1):
        with pytest.raises(ProofError):
            step.proof.check(step.before, after)
    with pytest.raises(ProofError, match="not the largest"):
        step.proof.check(step.before + 1, step.after)
