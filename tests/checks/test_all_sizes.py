"""Ranks and step formulas against explicit routings, and verdicts for all sizes."""

import json
from dataclasses import replace

import pytest
import sympy as sp
from typer.testing import CliRunner

import netlemma as nl
from netlemma.checks.certificates.certification import check_certificate
from netlemma.checks.kernel.rocq_certificates import all_sizes_in_kernel
from netlemma.checks.lemmas.deadlock_ranks import (
    all_sizes,
    escape_steps,
    explicit_steps,
    off_rings,
    packet_steps,
    routing_of,
    with_bubbles,
)
from netlemma.checks.lemmas.measured_quantities import measured_value
from netlemma.checks.lemmas.verify import verify, verify_lemma
from netlemma.cli import app
from netlemma.derive.discovery import lemma
from netlemma.derive.lemmas.deadlock_ranks import bubbled, escaped, ordered
from netlemma.errors import InputError, ProofError
from netlemma.graphs import ring_network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.ring_queues import MODELS, queue_name, ring_deadlock
from tests.graphs.followed import follow
from tests.lemma_keys import marked, usual

EVERY = ordered()
RANKED = [each for each in EVERY if each.rank is not None]


def each(about):
    """A test of routings; those that resemble others are for the long run."""
    params = [pytest.param(x, id=x.key, marks=() if usual(x.key) else pytest.mark.long) for x in about]
    return pytest.mark.parametrize("about", params)


def sizes(about, largest=40):
    return list(about.domain.sizes(8, lambda size: about.nodes(size) <= largest))


@pytest.mark.in_turn
@each(EVERY)
def test_formulas_are_the_steps_of_explicit_routings(about):
    for size in sizes(about):
        followed = explicit_steps(about, size)
        assert followed.differences(about.steps.at(size), about.exact) == []
        if about.rank is not None:
            assert followed.falling(about.rank_at(size)) == []


@pytest.mark.in_turn
@each(about for about in EVERY if about.vcs)
def test_steps_are_those_of_all_packets(about):
    for size in sizes(about, 16):
        after = follow(routing_of(about, size)).after
        assert explicit_steps(about, size).steps == {
            (c, x) for goal in after.values() for c, later in goal.items() for x in later
        }


@each(EVERY)
def test_a_formula_that_differs_is_seen(about):
    """A step that is left out, or one that no packet makes, at some small size."""
    steps = about.steps
    last, explicit = steps.held[-1], explicit_steps(about, sizes(about)[-1])
    at = explicit.place[min(explicit.steps)[0]][-1]
    for formula in (sp.And(steps.formula, sp.Ne(last, at)), sp.true):
        wrong = replace(steps, formula=formula)
        assert any(explicit_steps(about, size).differences(wrong.at(size)) for size in sizes(about))


def test_escape_channels_of_tera_are_those_of_the_path():
    (about,) = escaped()
    for n in range(2, 9):
        size, routing = {"n": n}, routing_of(about, {"n": n})
        found = escape_steps(about, size)
        assert found.differences(about.steps.at(size)) == found.falling(about.rank_at(size)) == []
        assert len(found.place) == 2 * (n - 1) and len(found.steps) == 2 * max(n - 2, 0)
        numbers = decide(routing).certificate["numbers"]
        assert all(numbers[c] == x - 1 for c, (_, x) in found.place.items())
    backwards = replace(about, rank_of=lambda at: (-at["x"],))
    assert len(found.falling(backwards.rank_at(size))) == len(found.steps)
    assert all_sizes("complete", None, "tera").verdict == "deadlock-free"
    with pytest.raises(ProofError):
        backwards.lemma().check()
    with pytest.raises(InputError, match="vcs=1"):
        all_sizes("complete", 2, "tera")


def counted(followed, rank):
    """Ranks counted from the lowest one."""
    ranks = {c: rank(at) for c, at in followed.place.items()}
    order = {r: i for i, r in enumerate(sorted(set(ranks.values())))}
    return {c: order[r] for c, r in ranks.items()}


@pytest.mark.in_turn
@each(RANKED)
def test_ranks_are_at_least_the_numbers_of_certificates(about):
    """The number of a channel is its longest chain, so no ranks counted from 0 that rise are less."""
    for size in sizes(about, 27):
        followed = explicit_steps(about, size)
        ranks = counted(followed, about.rank_at(size))
        if about.vcs:
            numbers = decide(routing_of(about, size)).certificate["numbers"]
            assert {c for c, n in enumerate(numbers) if n is not None} == set(ranks)
        else:
            net = ring_network(about.family, **size)
            named = ring_deadlock(net, queues="output").certificate["numbers"]
            numbers = {q: named[queue_name(net, MODELS["output"], q)] for q in ranks}
        assert all(numbers[c] <= rank for c, rank in ranks.items())
        assert packet_steps(about, size) == followed.steps


@pytest.mark.in_turn
@pytest.mark.parametrize("key", marked(about.key for about in RANKED))
def test_measured_counts_what_does_not_rise(key, monkeypatch):
    about = next(each for each in RANKED if each.key == key)
    found, size = lemma(key), sizes(about)[-1]
    assert measured_value(found, size, found.measured.routings[0]) == 0
    backwards = replace(about, rank_of=lambda at: tuple(-part for part in about.rank))
    monkeypatch.setattr("netlemma.checks.lemmas.deadlock_ranks.ordered", lambda: (backwards,))
    assert measured_value(found, size, found.measured.routings[0]) == len(explicit_steps(about, size).steps) > 0


def test_a_wrong_rank_is_no_lemma():
    about = next(each for each in RANKED if each.family == "oneway-torus")
    wrong = replace(about, rank_of=lambda at: about.rank[:1] + about.rank[2:]).lemma()
    found = verify_lemma(wrong, [{"k": 4, "n": 2}])
    assert found.verdict == "fails" and found.counterexample["size"] == {"k": 4, "n": 2}
    assert found.counterexample["definition"] != "0"
    assert verify_lemma(wrong, [{"k": 2, "n": 1}]).verdict == "unknown"


def test_verify_covers_the_ranks():
    verdicts = verify(
        ["oneway-torus.deadlock_rank", "livefly.deadlock_rank"], {"k": [2, 3], "n": [2], "f": [3], "r": [1, 2]}
    )
    assert [(v.key, v.verdict, len(v.sizes)) for v in verdicts] == [
        ("oneway-torus.deadlock_rank.dateline", "holds", 2),
        ("oneway-torus.deadlock_rank.bubble", "holds", 2),
        ("livefly.deadlock_rank", "holds", 2),
    ]


@pytest.mark.parametrize(
    "family, vcs, verdict",
    [
        ("mesh", None, "deadlock-free"),
        ("oneway-torus", None, "deadlock"),
        ("oneway-torus", 2, "deadlock-free"),
        ("toroid", 1, "deadlock"),
        ("torus", 1, "deadlock"),
        ("torus", 2, "deadlock-free"),
        ("toroid", 2, "deadlock-free"),
        ("livefly", None, "deadlock-free"),
        ("fat-tree", None, "deadlock-free"),
        ("hyperx", 2, "deadlock-free"),
        ("dragonfly", 2, "deadlock-free"),
        ("slim-fly", None, "deadlock-free"),
    ],
)
def test_verdicts_for_all_sizes(family, vcs, verdict):
    found = all_sizes(family, vcs)
    assert found.verdict == verdict and "all sizes" in found.scope
    if verdict == "deadlock":
        size = {"oneway-torus": "k=3 n=1", "torus": "k=4 n=1", "toroid": "w=4 D=1"}[family]
        assert f"z3 closes a cycle of steps at {size}" in found.criterion
        assert check_certificate(found.certificate).startswith("deadlock") and len(found.cycle) == int(size[2])
    else:
        assert (found.channels, found.dependencies, found.certificate) == (None, None, None)


@pytest.mark.parametrize("family, vcs, words", [("ring", None, "families: mesh, oneway-torus, toroid, torus"), ("mesh", 2, "with `vcs=1`"),
                                                ("livefly", 1, "rings do not have"), ("tors", None, "did you mean 'torus'"),
                                                ("polarfly", 1, "with `vcs=2`")])  # fmt: skip
def test_what_has_no_formula_is_refused(family, vcs, words):
    with pytest.raises(InputError, match=words) as error:
        all_sizes(family, vcs)
    assert "\n" not in str(error.value)


def test_a_routing_may_be_named():
    assert all_sizes("hyperx", routing="dimwar").scope.endswith("on virtual channel 0 of 2")
    with pytest.raises(InputError, match="steps are stated of hyperx-order and dimwar"):
        all_sizes("hyperx", routing="shortest")


@pytest.mark.parametrize(("routing", "vcs"), [("ugal", 3), ("par", 4), ("valiant-switches", 4)])
def test_detours_of_a_dragonfly_are_free_at_all_sizes(routing, vcs):
    assert all_sizes("dragonfly", vcs, f"ascending of={routing}").verdict == "deadlock-free"
    about = next(each for each in EVERY if each.explicit == f"ascending of={routing}")
    for size in ({"p": 1, "a": 3, "h": 1}, {"p": 1, "a": 2, "h": 2}):
        assert decide(routing_of(about, size)).verdict == "deadlock-free"
        assert decide(routing_of(replace(about, vcs=vcs - 1), size)).verdict == "deadlock"


def test_one_detour_is_free_on_all_full_meshes():
    assert all_sizes("complete", 2, "one-detour").verdict == "deadlock-free"
    about = next(each for each in EVERY if each.family == "complete")
    assert decide(routing_of(replace(about, vcs=1), {"n": 3})).verdict == "deadlock"


def test_a_lane_by_the_groups_of_both_ends_is_free_at_all_sizes():
    assert all_sizes("dragonfly", 2, "d3r").verdict == "deadlock-free"
    about = next(each for each in EVERY if each.explicit == "d3r")
    with pytest.raises(ProofError, match="a step does not rise"):
        replace(about, rank_of=lambda at: (at["v"], at["x"], at["c"])).lemma().check()


def test_steps_that_are_not_exact_are_more_than_those_of_packets():
    about = next(each for each in EVERY if each.routing == "par")
    followed, allows = explicit_steps(about, {"p": 1, "a": 2, "h": 2}), about.steps.at({"p": 1, "a": 2, "h": 2})
    more = followed.differences(allows)
    assert more and not set(more) & followed.steps and followed.differences(allows, about.exact) == []


def test_the_command():
    run = CliRunner().invoke
    refused = run(app, ["deadlock", "oneway-torus", "--all-sizes", "--json"])
    assert refused.exit_code == 1 and json.loads(refused.stdout)["cycle"]
    free = run(app, ["deadlock", "oneway-torus", "--all-sizes", "--vcs", "2", "--routing", "dimension-order"])
    assert free.exit_code == 0 and "deadlock-free" in free.stdout and "None" not in free.stdout
    for besides in (["k=3"], ["--queues", "output"], ["--smallest-deadlock"], ["--routing", "duato"]):
        wrong = run(app, ["deadlock", "oneway-torus", *besides, "--all-sizes"])
        assert isinstance(wrong.exception, InputError)


def test_latex_shows_rank_steps_and_obligation():
    shown = (
        CliRunner()
        .invoke(app, ["derive", "mesh", "deadlock_rank", "--steps", "--format", "latex", "--fragment"])
        .stdout
    )
    rank = r"\operatorname{lex}(d_{1},\, x_{1})\ge \operatorname{lex}(d_{2},\, x_{2})"
    assert rank in shown and r"x_{2}=x_{1}+1" in shown and r"d_{1}<d_{2}" in shown and "[SMT]" in shown


@pytest.mark.parametrize("about", bubbled(), ids=lambda about: about.family)
def test_steps_with_bubbles_stay_in_their_ring_or_lead_to_a_later_dimension(about):
    found = with_bubbles(about.family)
    assert found.verdict == "deadlock-free" and about.key in found.criterion
    for size in (dict(zip(about.domain.names, values, strict=True)) for values in ((4, 2), (5, 2), (4, 3))):
        left = off_rings(about, size)
        assert left.steps and left.falling(about.rank_at(size)) == left.differences(about.steps.at(size)) == []
        assert explicit_steps(about, size).falling(about.rank_at(size))  # those inside rings


def test_bubbles_at_all_sizes_need_what_they_are_about():
    with pytest.raises(InputError, match="torus"):
        with_bubbles("mesh")
    with pytest.raises(InputError, match="cut-through"):
        nl.deadlock("torus", all_sizes=True, bubble=True)
    assert nl.deadlock("torus", all_sizes=True, bubble=True, switching="cut-through").verdict == "deadlock-free"
    flat = replace(bubbled()[0], rank_of=lambda at: (at["u"],))
    with pytest.raises(ProofError):
        flat.lemma().check()


@pytest.mark.parametrize(
    ("options", "words"), [({"bubble": True}, "bubbles"), ({"routing": "tera"}, "escape channels")]
)
def test_the_kernel_says_what_it_has_no_theorem_on(options, words):
    with pytest.raises(InputError, match=words):
        all_sizes_in_kernel("complete" if "routing" in options else "torus", **options)
