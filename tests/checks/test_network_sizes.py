"""Sizes beside the network: a claim about one network, or about a part of a family, and its correction."""

import random

import pytest

import netlemma as nl
from netlemma.api.verdicts import check, verify
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.checks.judging.claim_entry import ClaimedDomain, ClaimEntry, restricted
from netlemma.checks.judging.judge import judge
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.checks.manuscript.judged_paper import judge_paper, patch
from netlemma.derive import lemma
from netlemma.errors import InputError
from netlemma.graphs.sources import source


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("network", "quantity", "formula", "at", "verdict"),
    [
        ("mesh", "mean_distance", "16/3", "k=8 n=2", "holds"),
        ("mesh", "mean_distance", "17/3", "k=8 n=2", "fails"),
        ("mesh", "mean_distance", "2*k/3", "n=2", "holds"),
        ("mesh", "mean_distance", "2*k/3", "n=3", "fails"),
        ("mesh", "diameter", "2*k - 2", "k=2,5,9 n=2", "holds"),
        ("toroid", "diameter", "2*floor(w/2)", "D=2", "holds"),
        ("hypercube", "diameter", r"\mathcal{O}(n)", "", "holds"),
        ("mesh", "diameter", r"\mathcal{O}(k)", "n=2", "holds"),
        ("mesh", "diameter", r"\mathcal{O}(1)", "n=2", "fails"),
        ("circulant", "diameter", "2", "n=8 jumps=1,3", "holds"),
    ],
)
def test_a_claim_is_about_the_network_beside_it(network, quantity, formula, at, verdict):
    assert check(network, quantity, formula, at=at).verdict == verdict


@pytest.mark.in_turn
def test_no_counterexample_is_outside_the_network():
    for at, size in (("n=2", {"k": 2, "n": 2}), ("k=8 n=2", {"k": 8, "n": 2})):
        assert check("mesh", "mean_distance", "1", at=at)[0].counterexample["size"] == size
    assert check("mesh", "mean_distance", "16/3", sizes="k=8 n=2")[0].counterexample["size"] == {"k": 2, "n": 1}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("said", "right"),
    [
        ({"at": "n=2"}, "2*k/3"),
        ({"where": "n=2"}, "2*k/3"),
        ({"at": "k=8 n=2"}, "16/3"),
        ({"where": "k=8, n=2"}, "16/3"),
        ({"at": "k=4"}, "5*n*4^(n - 1)/(4^n - 1)"),
        ({}, "n*k^(n - 1)*(k^2 - 1)/(3*(k^n - 1))"),
    ],
)
def test_a_correction_has_the_fixed_sizes_put_in(said, right):
    assert check("mesh", "mean_distance", "k/5", **said)[0].correction == right


@pytest.mark.in_turn
def test_a_correction_is_right_at_every_size_of_the_part():
    chance = random.Random(3)
    for key in ("torus.mean_distance", "mesh.bisection", "toroid.diameter", "torus.bisection"):
        name, _, quantity = key.partition(".")
        found = lemma(key)
        fixed = chance.choice(found.domain.names)
        value = 2 + chance.randrange(4)
        right = parse_formula(str(check(name, quantity, "-1", at=f"{fixed}={value}")[0].correction))
        domain = ClaimedDomain(reference_values_of(source(name), quantity), None, {fixed: (value,)})
        for size in domain.first(10):
            assert size[fixed] == value and right.evaluate(size) == found.value(size), key


def test_sizes_are_given_once():
    with pytest.raises(InputError, match="n is given beside the network, and in `sizes`"):
        check("mesh", "diameter", "n", at="n=2", sizes="n=3")
    with pytest.raises(InputError, match="no size where k = 1 and n = 2"):
        check("mesh", "diameter", "n", at="k=1 n=2")


def test_a_python_builder_is_judged_at_the_sizes_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(
        "import networkx\n\ndef star(n, more=0):\n    return networkx.star_graph(n - 1 + more)\n"
    )
    assert check("my.py:star", "diameter", "2", at="n=3..6").verdict == "holds"
    assert check("my.py:star", "links", "n", at="n=3..6 more=1").verdict == "holds"
    assert check("my.py:star", "diameter", "2", sizes="n=3..6").verdict == "agrees"


def test_a_hint_about_one_network_needs_one_convention():
    assert "`pairs=all`" in check("ring", "mean_distance", "2/3", at="K=3")[0].evidence["other"]["flags"]
    assert "other" not in check("mesh", "diameter", "13", at="k=8 n=2")[0].evidence
    assert "`direction=both`" in check("fat-tree", "bisection", "k^3/8")[0].evidence["other"]["flags"]


def test_claims_of_files_have_their_sizes_put_in():
    verdict = judge(ClaimEntry("mesh", "mean_distance", parse_formula("k/3"), None, {"n": (2,)}))
    assert (verdict.counterexample["size"], verdict.correction) == ({"k": 2, "n": 2}, "2*k/3")
    assert verdict.evidence["where"] == "n = 2"


@pytest.mark.in_turn
def test_a_condition_states_the_values_of_sizes():
    chance = random.Random(5)
    for _ in range(50):
        only = {"k": sorted(chance.sample(range(2, 9), chance.randint(1, 4))), "n": range(2, 2 + chance.randint(1, 3))}
        condition = restricted(parse_condition("k even or n = 2"), only)
        for k in range(1, 10):
            for n in range(1, 6):
                expected = k in only["k"] and n in only["n"] and (k % 2 == 0 or n == 2)
                assert parse_condition(str(condition)).holds({"k": k, "n": n}) == expected


@pytest.mark.in_turn
def test_a_corrected_paper_has_the_sizes_of_the_mark(tmp_path):
    paper = tmp_path / "p.tex"
    marks = ("mesh n=2 mean_distance", 'mesh mean_distance --where "n=2"', "mesh k=8 n=2 mean_distance")
    paper.write_text("".join(f"% netlemma: {mark}\n\\[ \\bar h = \\frac{{k}}{{7}} \\]\n" for mark in marks))
    text, count = patch(judge_paper([paper]))
    assert count == 3 and text.count(r"+\[ \bar h = \frac{2 k}{3} \]") == 2 and r"+\[ \bar h = \frac{16}{3} \]" in text


def test_lemmas_are_shown_and_verified_at_the_sizes_beside_the_network():
    assert str(nl.derive("mesh", "mean_distance", at="n=2")[0].special) == "2*k/3"
    assert nl.derive("mesh", "mean_distance", at="k=8 n=2").as_json()[0]["at"]["text"] == "16/3"
    with pytest.raises(InputError, match="`at` gives k=1"):
        nl.derive("mesh", "mean_distance", at="k=1")
    assert {size["n"] for size in verify(["mesh.diameter", "n=3"])[0].sizes} == {3}
