"""Lemmas as text and JSON, and the bibliography."""

import json
import re
from pathlib import Path

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.derive import lemma as derived_lemma
from netlemma.derive.typeset.lemma_pages import COLUMNS, as_json, as_latex, as_mathml, as_text, formula_latex

KEYS = ("toroid.mean_distance", "mesh.visit_ratio.dimension", "toroid.nodes_at_distance", "ring.diameter")


def test_text_shows_definition_steps_result_strength_and_measurement():
    lemma = derived_lemma("toroid.mean_distance")
    page = as_text(lemma, steps=True)
    assert page.startswith("toroid.mean_distance\n")
    assert "Domain: w >= 2, D >= 1" in page
    assert "L = { D*w^(D + 1)/(4*(w^D - 1))             if w even\n" in page
    assert "{ D*w^(D - 1)*(w^2 - 1)/(4*(w^D - 1))   if w odd\n" in page
    assert re.search(r"\n  1\. because .*\[distance certificate\]", page, re.S)
    assert "Strength: proved for all sizes of the domain" in page
    assert "Measured: mean_distance on toroid (w, D)" in page
    assert "because" not in as_text(lemma)


@pytest.mark.parametrize("key", KEYS)
def test_text_fits_a_terminal(key):
    assert max(map(len, as_text(derived_lemma(key), steps=True).splitlines())) <= COLUMNS


def test_steps_that_change_nothing_to_see_are_left_out_of_the_text_but_not_of_the_data():
    lemma = derived_lemma("mesh.mean_distance")
    assert as_text(lemma, steps=True).count("because") <= len(lemma.derivation.steps)
    assert len(json.loads(as_json(lemma, steps=True))["steps"]) == len(lemma.derivation.steps)


@pytest.mark.parametrize("key", KEYS)
def test_json_has_the_same_shape_for_every_lemma(key):
    lemma = derived_lemma(key)
    data = json.loads(as_json(lemma, steps=True))
    assert list(data) == (
        "key statement domain symbol definition closed_form strength proof_kinds dependencies measured steps".split()  # noqa: SIM905
    )
    assert set(data["definition"]) == {"words", "latex", "text"}
    assert set(data["closed_form"]) == {"text", "latex", "mathml", "grammar"}
    assert set(data["measured"]) == {"subject", "quantity", "network", "device_class", "routings"}
    assert formula_latex(lemma).endswith(" = " + data["closed_form"]["latex"])
    for step in data["steps"]:
        assert set(step) == {"before", "after", "because", "proof", "shown"}
        assert set(step["before"]) == set(step["after"]) == {"text", "latex"}
        assert set(step["proof"]) == {"kind", "strength", "describe"}


def test_several_lemmas_are_a_list_and_steps_are_optional():
    data = json.loads(as_json([derived_lemma(key) for key in KEYS]))
    assert [d["key"] for d in data] == list(KEYS)
    assert "steps" not in data[0]


def test_the_bibliography_has_each_paper_of_which_claims_are_judged_once():
    text = (Path(__file__).parents[2] / "derive" / "references.bib").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^@\w+\{(\w+),", text, re.M)) == sorted(papers())
    assert text.count("{") == text.count("}")


def test_a_lemma_of_a_single_network_is_for_one_size():
    alone = derived_lemma("line(3) x ring(4).nodes")
    assert "\n  Domain: one size\n" in as_text(alone)
    assert " For one size:" in as_latex(alone) and " For one size:" in as_mathml(alone)


def test_no_line_is_broken_within_braces_or_the_test_of_a_case():
    for key in ("dragonfly.mean_distance", "ring-shuffle.mean_distance"):
        assert not re.search(r"Σ\{[^{}]*\n|if$|if \w+( =)?$", as_text(derived_lemma(key), columns=60), re.M)
