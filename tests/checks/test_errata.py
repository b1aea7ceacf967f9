"""Printed statements: the verdict that their readings give, their severity, and what of papers they cover."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from checks.base.inputs import InputError
from checks.claims.claim_data import SEVERITIES, ClaimFileError
from checks.claims.coverage import coverage, parse_coverage
from checks.claims.errata import Errata, JudgedStatement, counted, errata, judge_statement
from checks.claims.papers import Paper, papers
from derive.core.claim import Claim, Standing, Statement, Verdict
from netlemma.cli import app

CLAIM = Claim("ring.diameter", "K/2", "x", "Eq. 1")
EXAMPLE = {"size": {"K": 3}, "claimed": "3/2", "true": "1"}


def judged(*readings, **about):
    """A statement whose readings have these verdicts; each is a verdict, or a pair of a verdict and a standing."""
    pairs = [each if isinstance(each, tuple) else (each, Standing()) for each in readings]
    claims = [replace(CLAIM, standing=standing, reading=f"reading {n}") for n, (_, standing) in enumerate(pairs)]
    verdicts = [
        Verdict(
            "ring.diameter", "x", "Eq. 1", claim.reading, verdict, "argued" if verdict == "holds" else None,
            ({"K": 2},), EXAMPLE if verdict == "fails" else None, remark="tried" if verdict == "unknown" else "",
        )
        for (verdict, _), claim in zip(pairs, claims, strict=True)
    ]  # fmt: skip
    return JudgedStatement(Statement(tuple(claims), **about), tuple(verdicts))


PART, REPAIR, AGAINST = Standing(part="K >= 4"), Standing(repair="K is read as N"), Standing(against="the text")


@pytest.mark.parametrize(
    "readings, verdict, decides",
    [
        (["fails", "holds"], "holds", 1),
        (["fails", "fails"], "fails", 0),
        (["fails", "agrees", "unknown"], "agrees", 1),
        (["fails", "unknown"], "unknown", 1),
        (["unknown", "holds"], "holds", 1),
        (["fails", ("holds", PART)], "fails", 0),
        (["fails", ("holds", REPAIR)], "fails", 0),
        ([("holds", AGAINST), "fails"], "fails", 1),
        ([("holds", REPAIR)], "fails", 0),
        ([("unknown", REPAIR)], "unknown", 0),
        ([("fails", REPAIR)], "fails", 0),
    ],
)
def test_verdict_of_a_statement(readings, verdict, decides):
    found = judged(*readings)
    assert found.verdict == verdict and found.deciding.reading == f"reading {decides}"
    assert found.decided is found.statement.readings[decides]


def test_a_slip_that_context_repairs_is_its_own_counterexample():
    found = judged(("holds", REPAIR))
    assert found.deciding.counterexample == {"size": {}, "claimed": "K", "true": "N"}
    assert (found.severity, found.why, found.deciding.proof) == ("typography", "right if K is read as N", None)


@pytest.mark.parametrize(
    "readings, severity",
    [
        (["holds", ("holds", PART)], None),
        (["agrees"], None),
        (["fails", ("holds", PART)], "boundary"),
        (["fails", ("fails", PART)], "result"),
        (["fails", ("holds", Standing(part="K even"))], "result"),
        (["fails", ("holds", Standing(part="K <= 4"))], "result"),
        (["fails", ("holds", Standing(part="not (K = 2 and D = 3)"))], "boundary"),
        (["fails", ("holds", REPAIR)], "typography"),
        (["fails", ("agrees", REPAIR)], "result"),
        (["fails", ("holds", AGAINST)], "result"),
    ],
)
def test_severity(readings, severity):
    found = judged(*readings, severity="result", why="a figure changes")
    assert found.severity == severity and (severity is not None) == bool(found.why)


def test_counts_and_summary():
    every = Errata([judged("fails", severity="result", why="x"), judged("holds"), judged("agrees"), judged("fails")])
    assert counted(every) == {
        "fails": 2, "unknown": 0, "agrees": 1, "holds": 1, "result": 1, "formula": 0, "boundary": 0, "typography": 0
    }  # fmt: skip
    assert every.summary == "4 statements: 1 hold, 1 agree, 2 fail (result 1)" and every.verdict == "fails"
    assert Errata().summary == "nothing fails" and Errata().exit_status() == 0
    assert Errata([judged("agrees")]).exit_status() == 3 and Errata([judged("agrees")]).exit_status(True) == 0


def test_errata_are_sorted_by_severity():
    found = errata("reed1982", every=True, key="toroid")
    ranks = [(each.verdict != "fails", SEVERITIES.index(each.severity) if each.severity else 9) for each in found]
    assert ranks == sorted(ranks) and {each.verdict for each in found} == {"fails", "holds"}
    assert [each for each in found if each.verdict == "fails"] == errata("reed1982", key="toroid")


def test_json_groups_readings_by_statement():
    row = errata("reed1982", every=True, key="bound.X0").as_json()[0]
    assert row["verdict"] == "holds" and row["severity"] is None and row["words"].startswith("an absolute upper bound")
    assert [each["verdict"] for each in row["readings"]] == ["holds", "fails", "holds"]
    assert row["reading"] == row["readings"][row["deciding"]]["reading"]
    assert json.loads(json.dumps(row)) == row


def failing():
    return [
        pytest.param(said, id=f"{paper.key}:{said.readings[0].key}")
        for paper in papers().values()
        for said in paper.statements
        if said.severity
    ]


@pytest.mark.parametrize("said", failing())
def test_a_recorded_severity_belongs_to_a_statement_that_fails(said):
    found = judge_statement(said)
    assert found.verdict == "fails" and found.severity == said.severity


def test_readings_are_shown_if_they_are_wanted():
    words = ["errata", "--all", "--paper", "reed1982", "--key", "bound.X0.strict"]
    short, long = (CliRunner().invoke(app, [*words, *more]) for more in ([], ["--readings"]))
    assert short.exit_code == long.exit_code == 0
    assert "bound.X0.strict" not in short.output and "bound.X0.strict.exponential" in long.output
    assert long.output.count("  reading ") == 3
    assert "1 statement: 1 hold" in short.output


def test_coverage_names_statements():
    paper = Paper("x", (Statement((CLAIM,)),), ())
    text = '[page.3.statement]\n"Eq. 1" = "ring.diameter"\n[page.3.no-statement]\n"Eq. 2" = "a definition"'
    first, second = parse_coverage(text, paper)
    assert (first.page, first.item, first.key) == ("3", "Eq. 1", "ring.diameter")
    assert (second.item, second.reason) == ("Eq. 2", "a definition")


@pytest.mark.parametrize(
    "text, message",
    [
        ("[page", "pages: not TOML"),
        ("[page.3.statements]\na = 'b'", "pages: page 3: unknown entry 'statements'; statement or no-statement"),
        ("[page.3.statement]\na = 'ring.diametre'", "no statement 'ring.diametre' (did you mean 'ring.diameter'?)"),
    ],
)
def test_wrong_coverage(text, message):
    with pytest.raises(ClaimFileError) as refusal:
        parse_coverage(text, Paper("x", (Statement((CLAIM,)),), ()))
    assert message in str(refusal.value)


def test_an_unknown_key_is_named():
    with pytest.raises(InputError, match="nothing called 'rnig' is recorded"):
        errata("reed1982", key="rnig")


@pytest.mark.parametrize("paper", [key for key in papers() if coverage(key)])
def test_every_statement_stands_on_a_page(paper):
    covered = {each.key for each in coverage(paper)}
    missing = [
        said.readings[0].key
        for said in papers()[paper].statements
        if not covered & {reading.key for reading in said.readings}
    ]
    assert missing == []
