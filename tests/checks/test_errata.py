"""Printed statements: the verdict that their readings give, their severity, and what of papers they cover."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from netlemma.checks.claims.errata import Errata, JudgedStatement, counted, errata
from netlemma.checks.claims.papers import SEVERITIES, Paper, coverage, papers, parse_coverage
from netlemma.cli import app
from netlemma.derive.core.claim import Claim, Standing, Statement, Verdict
from netlemma.errors import ClaimFileError, InputError

CLAIM = Claim("ring.diameter", "K/2", "x", "Eq. 1")
ROMAN = ("I", "II", "III", "IV", "V", "VI")
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
    assert every.summary == "4 statements: 1 holds, 1 agrees, 2 fail (result 1)" and every.verdict == "fails"
    assert Errata().summary == "nothing fails" and Errata().exit_status() == 0
    assert Errata([judged("agrees")]).exit_status() == 3 and Errata([judged("agrees")]).exit_status(True) == 0


@pytest.mark.in_turn
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


SLOW = ("greenberg1997", "johnson1991", "khonsari", "min2001", "nesson1995", "oeis2025", "reed1982", "towles2002")
PAPERS = [pytest.param(key, marks=pytest.mark.long) if key in SLOW else key for key in papers()]
OTHERS = "others"  # papers without a statement that fails or is unknown
KINDS = ("holds", "agrees", "unknown", "fails", *SEVERITIES)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.in_turn
def test_all_statements_of_a_paper(paper):
    """One test, so that a paper is judged once."""
    found = errata(paper, every=True)
    failing = [each for each in found if each.verdict == "fails"]
    assert [each.deciding.key for each in failing if not (each.severity and each.why)] == []
    for each in found:
        said, shown = each.statement, each.deciding
        assert not said.severity or each.severity == said.severity, shown.key
        assert bool(said.derivation) == (each.verdict == "fails"), shown.key
        assert each.verdict != "unknown" or "would decide it" in shown.remark, shown.key
        assert not said.worked or not missing_values(said.worked, shown.counterexample), shown.key
    counts = counted(found)
    numbers = [counts[kind] for kind in KINDS]
    assert readme_rows().get(paper, [*numbers[:2], *[0] * 6]) == numbers, f"write into README.md: {counts}"


def missing_values(worked, example):
    """The values of a counterexample, if they are numbers, that its working does not have."""
    shown = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", " ".join(worked))
    values = [str(example[name]) for name in ("claimed", "true")]
    numbers = all(re.fullmatch(r"\d+(/\d+)?", value) for value in values)
    return [value for value in values if numbers and value not in shown]


def test_values_that_are_missing():
    example = {"claimed": "3/2", "true": "1"}
    assert missing_values(["it is $\\frac{3}{2}$, not", "$2$"], example) == ["1"]
    assert missing_values(["$3/2$ and $1$"], example) == missing_values([""], {"claimed": "a", "true": "1"}) == []


def readme_rows():
    """The table of statements in the README: numbers by paper."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    lines = readme.partition("<!-- statements -->\n")[2].partition("\n<!-- end of statements -->")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0] == ["paper", *KINDS]
    return {paper: [int(number) for number in numbers] for paper, *numbers in cells[2:]}


def test_the_table_of_the_readme_adds_up():
    rows = readme_rows()
    total = rows.pop("all")
    assert total == [sum(column) for column in zip(*rows.values(), strict=True)]
    named = {paper: [paper] for paper in rows if paper != OTHERS} | {OTHERS: sorted(papers().keys() - rows.keys())}
    for row, (*verdicts, results, formulas, boundaries, slips) in rows.items():
        assert sum(verdicts) == sum(len(papers()[paper].statements) for paper in named[row])
        assert verdicts[-1] == results + formulas + boundaries + slips and any(verdicts[2:]) == (row != OTHERS)
    assert total[KINDS.index("unknown")] <= 8


@pytest.mark.in_turn
@pytest.mark.ci
def test_the_row_of_other_papers_adds_up():
    found = [counted(errata(paper, every=True)) for paper in papers().keys() - readme_rows().keys()]
    assert readme_rows()[OTHERS] == [sum(counts[kind] for counts in found) for kind in KINDS]


def test_readings_are_shown_if_they_are_wanted():
    words = ["errata", "--all", "--paper", "reed1982", "--key", "bound.X0.strict"]
    short, long = (CliRunner().invoke(app, [*words, *more]) for more in ([], ["--readings"]))
    assert short.exit_code == long.exit_code == 0
    assert "bound.X0.strict" not in short.output and "bound.X0.strict.exponential" in long.output
    assert len(re.findall(r"^    source +reading$", long.output, re.M)) == 3
    assert "1 statement: 1 holds" in short.output


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


@pytest.mark.parametrize(
    "paper, items",
    [
        ("reed1982", [*(f"Eq. ({n})" for n in range(1, 6)), "Table I", "Table II", *(f"Figure {n}" for n in ROMAN)]),
        ("johnson1991", [f"Figure {n}" for n in range(1, 19)]),
        ("greenberg1997", [*(f"Eq. {n}" for n in range(1, 16)), *(f"Figure {n}" for n in range(1, 7)), "Appendix A"]),
        ("khonsari", [*(f"Eq. {n}" for n in range(1, 31)), "Proposition 1", "Proposition 2", "Figure 1"]),
        ("min2001", [*(f"Eq. {n}" for n in range(1, 30)), "Figure 1", "Figure 2"]),
    ],
)
def test_every_equation_table_and_figure_is_covered(paper, items):
    text = "\n".join(each.item for each in coverage(paper))
    assert [item for item in items if not re.search(rf"{re.escape(item)}(?![0-9IV])", text)] == []


def test_the_command_prints_coverage():
    run = CliRunner().invoke(app, ["errata", "--coverage", "--paper", "reed1982", "--json"])
    rows = json.loads(run.stdout)
    assert run.exit_code == 0 and {"paper", "page", "item", "key", "reason"} == set(rows[0])
    assert all(bool(row["key"]) != bool(row["reason"]) for row in rows)
    refused = CliRunner().invoke(app, ["errata", "--coverage", "--all"])
    assert refused.exit_code != 0 and "--coverage lists pages and judges nothing" in str(refused.exception)
