"""What lemmas, claims, statements, verdicts and curves show in a notebook: well-formed, escaped, and as the command prints it."""

import re
import xml.etree.ElementTree as ET

import pytest
from typer.testing import CliRunner

from netlemma.cli import app
from netlemma.derive.core.claim import Claim, Reading, Verdict
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.typeset.lemma_pages import formulas
from netlemma.derive.typeset.notebook_displays import Facts, Folded, Paragraph, Title

HOSTILE = "<script>alert('x')</script>&\"</dd>"
SHOWN = ["toroid.mean_distance", "mesh.mean_distance", "ring(w)^D x line(4).diameter", "clique(3)^2 x bus(4).diameter"]


def parsed(shown: str) -> dict[str, str]:
    """The names and values of a list; it must be well-formed, and have no element of its own making but these."""
    root = ET.fromstring(f"<div>{shown}</div>")
    assert {e.tag for e in root.iter()} <= {"div", "p", "b", "code", "span", "table", "tbody", "tr", "th", "td"}
    return {row[0].text or "": row[1].text or "" for row in root.iter("tr")}


@pytest.mark.in_turn
@pytest.mark.parametrize("key", SHOWN)
def test_a_lemma_shows_the_formula_that_the_command_prints(key):
    found = lemma(key)
    subject, _, quantity = key.rpartition(".") if "(" in key else key.partition(".")
    printed = CliRunner().invoke(app, ["derive", subject, quantity, "--format", "latex"]).stdout
    shown = found._repr_latex_()
    formula = re.fullmatch(r"\$\\displaystyle (.*)\$", shown, re.S)
    assert formula and formula[1] in printed
    assert formula[1].replace("=", "<", 1) not in printed  # another formula would not be found
    root = ET.fromstring(found._repr_html_())
    assert root.find(".//{*}math") is not None and root.find(".//{*}code").text == key


def test_a_lemma_is_one_line_in_a_terminal():
    assert repr(lemma("toroid.mean_distance")) == "<Lemma toroid.mean_distance: proved for w >= 2, D >= 1>"
    assert all(len(repr(lemma(key))) < 160 for key in keys("permutation-star"))


def test_a_verdict_with_hostile_words():
    lost = Verdict(HOSTILE, HOSTILE, "p. 1", HOSTILE, "fails", None, ({"w": 2},),
                   {"size": {"w": 3}, "claimed": HOSTILE, "true": "1"}, HOSTILE, evidence={"words": HOSTILE})  # fmt: skip
    shown = parsed(lost._repr_html_())
    assert shown["says"] == shown["reading"] == shown["right"] == HOSTILE and shown["source"] == f"{HOSTILE} p. 1"
    assert shown["counterexample"] == f"at w=3: claimed {HOSTILE}, true 1" and shown["sizes compared"] == "1"
    assert "why" not in shown and "remark" not in shown


def test_the_reader_of_these_tests_refuses_what_is_not_escaped():
    with pytest.raises((ET.ParseError, AssertionError)):
        parsed(f"<table><tr><th>x</th><td>{HOSTILE}</td></tr></table>")


def test_claims_and_statements():
    claim = parsed(Claim("toroid.diameter", "D*w < 3", HOSTILE, "Eq. 1", where="w even")._repr_html_())
    assert claim == {"claim": "D*w < 3", "where": "w even", "source": f"{HOSTILE} Eq. 1"}
    said = parsed(Reading("a.b", HOSTILE, "x", "p. 2", says={"rate": "1/2"})._repr_html_())
    assert said == {"says": HOSTILE, "source": "x p. 2", "rate": "1/2"}


def test_curves_show_their_ends():
    smallest = {"mesh": {"k": 4, "flits": 16}, "oneway-torus": {"k": 4, "flits": 16}}
    for name, parameters in smallest.items():
        for reading in models()[name].compared():
            curve = models()[name].curve(parameters, reading)
            shown = parsed(curve._repr_html_())
            assert shown["latency without load"].startswith(f"{curve.zero_load()} = ")
            assert shown["saturation"].startswith(f"{curve.saturation().load:.6g} messages")


def test_every_model_has_a_curve_that_shows_itself():
    from netlemma.derive.performance.latency.models.khonsari import KhonsariLatency
    from netlemma.derive.performance.latency.models.min2001 import MinLatency

    assert all(hasattr(curve, "_repr_html_") for curve in (KhonsariLatency, MinLatency))


def test_names_without_a_value_are_left_out():
    assert parsed(Facts([("a", None), ("b", ""), ("c", 0)]).html()) == {"c": "0"}


@pytest.mark.parametrize("key", SHOWN)
def test_a_lemma_has_its_title_first_and_every_step_folded_away(key):
    found = lemma(key)
    root = ET.fromstring(found._repr_html_())
    title, statement, formula, folded, *_ = root
    assert title.find(".//code").text == key and title.find("span").text == found.strength
    assert "".join(statement.itertext()).startswith(found.statement[:20]) and formula.find(".//{*}math") is not None
    assert folded.tag == "details" and "Definition" in folded[0].text
    reasons = ["".join(item.itertext()) for item in folded.find("ol")]
    seen = formulas(found, steps=True).changes
    assert len(reasons) == len(seen) > 0
    for reason, step in zip(reasons, seen, strict=True):
        assert reason.startswith("because ") and step.kind in reason
    assert len(root.findall(".//{*}math")) == 2 + len(seen)  # closed form, definition, and what each step leads to


@pytest.mark.parametrize("key", SHOWN)
def test_a_notebook_that_takes_mathml_away_is_left_with_latex(key):
    """JupyterLab drops elements that it does not know, MathML and templates, and keeps their words."""
    root = ET.fromstring(lemma(key)._repr_html_())
    instead = [element.text for element in root.iter("template")]
    assert instead[0] == lemma(key)._repr_latex_()
    assert len(instead) == len(root.findall(".//{*}math"))
    for around in (element for element in root.iter("div") if any(e.tag.endswith("math") for e in element)):
        assert around.get("style") == "font-size:0px" and around[0].get("style") == "font-size:1rem"


@pytest.mark.parametrize("key", SHOWN[:2])
def test_derivations_and_steps_show_themselves(key):
    derivation = lemma(key).derivation
    root = ET.fromstring(derivation._repr_html_())
    assert len(root.findall("ol/li")) == len(formulas(lemma(key), steps=True).changes)
    for step in derivation.steps:
        bundle = step._repr_mimebundle_()
        assert ET.fromstring(bundle["text/html"]).find(".//{*}math") is not None
        assert step.proof.kind in bundle["text/plain"] and bundle["text/latex"].startswith(r"\[ ")


def test_every_form_says_the_same():
    for shown in (lemma("ring.diameter"), Claim("a.b", "K/2", HOSTILE, "p. 1"), Reading("a.b", HOSTILE, "x", "p. 2")):
        bundle = shown._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html", "text/latex"} and bundle["text/html"] == shown._repr_html_()
        assert shown.key in bundle["text/plain"].splitlines()[0] and shown.key in bundle["text/html"]
        assert shown.key.partition(".")[0] in bundle["text/latex"].splitlines()[0]


def test_latex_of_hostile_words_runs_nothing():
    hostile = "\\input{/etc/passwd} 5% $x$ a_b & # ~ ^ \\end{document}"
    for part in (
        Title(hostile, hostile),
        Paragraph(hostile),
        Facts([(hostile, hostile)]),
        Folded(hostile, [Paragraph(hostile)]),
    ):
        found = part.latex()
        for wrong in (r"\input", r"\end{document}", "5% ", "$x$ a_b"):
            assert wrong not in found, found
