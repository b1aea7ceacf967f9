"""What Greenberg and Guan 1997 print: every equation has a verdict, and wrong ones are refuted."""

from dataclasses import replace

import pytest

from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.papers import papers
from netlemma.checks.judging.judge import judge
from netlemma.derive.core.claim import Claim
from netlemma.derive.discovery import lemma

from .stated import Stated, assert_evidence, numbered

PAPER = papers()["greenberg1997"]
CLAIMS, STATEMENTS = PAPER.claims, PAPER.readings
STATED = Stated(STATEMENTS)
BY_KEY = STATED.statements


@pytest.fixture(scope="module")
def verdicts():
    """All statements, and the formulas that are printed twice as factors of W; other formulas are judged below."""
    chosen = [judge(entry_of(claim)) for claim in CLAIMS if ".turn." in claim.key]
    return [*chosen, *STATED.verdicts()]


def test_every_numbered_equation_is_judged() -> None:
    printed = [*CLAIMS, *STATEMENTS]
    combined = {3, 5}  # judged within equation 7
    assert numbered(printed) | combined == set(range(1, 16))
    for n in combined:
        assert f"equation {n}" in BY_KEY["framework.service"].reading
    assert sum("Appendix A" in each.locator for each in printed) > 20


@pytest.mark.long
def test_verdicts_have_the_evidence_that_they_need(verdicts) -> None:
    assert {v.verdict for v in verdicts} == {"holds", "fails", "agrees"}
    for v in verdicts:
        assert v.source == "greenberg1997" and v.locator
    assert_evidence(verdicts)


@pytest.mark.long
def test_what_fails(verdicts) -> None:
    assert {v.key for v in verdicts if v.verdict == "fails"} == {
        "framework.ejection-waiting",
        "deadlock.e-cube.oneway-torus",
        "mesh.classes.y",
        "latency.low-load",
        "compare.distance",
        "oneway-torus.blocking.turn.before",
        "oneway-torus.blocking.turn.behind",
        "oneway-torus.service.turn",
        "oneway-torus.flit-transfer.each",
        "oneway-torus.latency",
        "oneway-torus.lambda_sw.dimensions",
    }


FAULTS = [
    ("compare.distance.larger", "torus", "k + 1", "k"),
    ("compare.distance.larger", "mesh", "/3", "/4"),
    ("mesh.service.x", "service", "1/(k - p + 1)", "1/(k - p)"),
    ("mesh.service.x", "service", "s*1/p", "s*1/k"),
    ("mesh.service.y", "service", "(k*p + q)", "(k*p - q)"),
    ("mesh.service.y", "service", "(k - 1 - p)/(q*k)", "(k - p)/(q*k)"),
    ("mesh.service.injection", "service", "q/(1 + q)*W_north", "q/(2 + q)*W_north"),
    ("mesh.latency", "distance", "2*k/3 + 2", "2*k/3 + 1"),
    ("oneway-torus.service.x", "service", "(k + j - 3)/(k + j - 1)", "(k + j - 2)/(k + j)"),
    ("oneway-torus.service.y", "service", "2*x_exit", "x_exit"),
    ("oneway-torus.service.injection", "service", "*1/(k + 1))*W_x", "*1/k)*W_x"),
    ("oneway-torus.service.turn-on-average", "blocking", "1 - ", "2 - "),
    ("oneway-torus.waiting", "waiting", "x^2", "x"),
    ("oneway-torus.flit-transfer", "other", "/2", "/3"),
    ("oneway-torus.latency.no-load", "further", "+ 2", "+ 1"),
    ("oneway-torus.lambda_net.dimensions", "rate", "/2", "/3"),
    ("oneway-torus.lambda_new.dimensions", "rate", "k^(n - 1)", "k^n"),
    ("oneway-torus.lambda_j.dimensions", "rate", "j*(j - 1)", "j*(j + 1)"),
    ("framework.latency", "latency", "s + D - 1", "s + D"),
    ("framework.waiting", "waiting", "(x - s)^2", "(x + s)^2"),
    ("framework.service", "service", "1 - rate_i", "1 + rate_i"),
    ("framework.blocking", "blocking", "1 - ", "2 - "),
    ("framework.ends", "rate", "1", "2"),
    ("framework.ejection", "service", "s", "s + 1"),
    ("mesh.channels", "channels", "2*k", "k"),
    ("mesh.classes.mirror", "classes", "k*(k - 1)", "k^2"),
    ("mesh.classes.x", "classes", "k - 1", "k"),
    ("mesh.x-position", "probability", "k^2 - 1", "k^2"),
    ("compare.saturation", "least", "3/8", "1/2"),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("key, name, right, wrong", FAULTS)
def test_a_planted_fault_is_refuted(key, name, right, wrong) -> None:
    STATED.refuted(key, name, right, wrong)


@pytest.mark.parametrize("claim", CLAIMS[::3], ids=lambda claim: f"{claim.key} {claim.locator}")
def test_a_formula_that_is_a_little_larger_is_refuted(claim: Claim) -> None:
    k = "k" if "k" in lemma(claim.key).domain.names else "1"
    found = judge(entry_of(replace(claim, formula=f"({claim.formula}) + 1/{k}^9")))
    assert found.verdict == "fails"
