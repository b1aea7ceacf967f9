"""The list of errata as LaTeX: what it says of each claim and statement, and that pdflatex sets it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from netlemma.checks.claims.errata import JudgedStatement
from netlemma.checks.claims.papers import papers
from netlemma.cli import app
from netlemma.derive.core.claim import Claim, Reading, Statement, Verdict
from netlemma.reporting.pdf.errata_page import errata_latex

CLAIM = Claim("mesh.rate.x", "p*(k - p)*k/(k^2 - 1)", "greenberg1997", "Eq. 9", "all pairs", "k even, p >= 1")
NOWHERE = {"size": {}, "claimed": "1", "true": "2"}
SAID = Reading("a.b", "50% of links & buses", "reed1982", "text")


LOST = {"size": {"k": 2}, "claimed": "1", "true": "2"}


def judged(stated, verdict="fails", example=None, correction=None, **about):
    proof = "argued" if verdict == "holds" else None
    found = Verdict(
        stated.key, stated.source, stated.locator, stated.reading, verdict, proof, (),
        example or (NOWHERE if verdict == "fails" else None), correction, "", {},
    )  # fmt: skip
    return JudgedStatement(Statement((stated,), **about), (found,))


def test_says_where_what_why_and_what_is_right():
    example = {"size": {"k": 2, "p": 1}, "claimed": "2/3", "true": "1/3"}
    page = errata_latex([judged(CLAIM, example=example, correction="p*(k - p)/(k^2 - 1)")])
    assert r"\[ \frac{p (k-p) k}{k^{2}-1} \]" in page
    assert r"where $k \text{ even} \text{ and } p\ge 1$" in page
    assert (
        "Counterexample at $k$ = 2, $p$ = 1" in page
        and r"Claimed: \texttt{2/" in page
        and r"In fact: \texttt{1/" in page
    )
    assert r"Right: \[ \frac{p (k-p)}{k^{2}-1} \]" in page
    assert "Reading: all pairs." in page


def test_what_is_printed_in_other_letters_is_shown_with_how_it_is_read():
    from dataclasses import replace

    page = errata_latex([judged(replace(CLAIM, printed=r"\lambda_{\langle j_0 \rangle}"))])
    assert (
        r"\[ \lambda_{\langle j_0 \rangle} \]" in page
        and r"\[ \frac{p (k-p) k}{k^{2}-1} \]" in page.partition("Reading:")[2]
    )


def test_a_counterexample_is_worked_in_the_formula_or_by_hand():
    example = {"size": {"k": 2, "p": 1}, "claimed": "2/3", "true": "1/3"}
    page = errata_latex([judged(CLAIM, example=example)])
    assert r"\[ \frac{1 (2-1)\, 2}{2^{2}-1} = \frac{2}{3}. \]" in page
    by_hand = judged(
        CLAIM, example=example, correction="p", worked=("two links", "one is $1/3$"), derivation="count $p$"
    )
    page = errata_latex([by_hand])
    assert "two links\\par\none is $1/3$\\par" in page and "Derivation: count $p$" in page


def test_wide_formulas_are_broken_into_lines():
    wide = " + ".join(f"k^{n}/(k + {n})" for n in range(2, 22))
    page = errata_latex([judged(Claim("mesh.rate.x", wide, "greenberg1997", "Eq. 9"), correction=wide)])
    assert page.count(r"\begin{aligned}[t]") == 2 and r" \\ " in page


def test_words_are_escaped_and_their_corrections_are_words():
    page = errata_latex([judged(SAID, example={"size": {}, "claimed": "a_b", "true": "c"}, correction="P_V + P_V-1/V")])
    assert r"``50\% of links \& buses''" in page
    assert r"Right: $P_{V}+P_{V}$-1/$V$" in page


def test_what_is_right_of_a_statement_is_a_formula_if_it_is_one():
    page = errata_latex([judged(SAID, example={"size": {}, "claimed": "1", "true": "2"}, correction="w > D - 1")])
    assert r"Right: \[ w>D-1 \]" in page


def test_papers_stand_apart_and_nothing_is_said_of_none():
    page = errata_latex([judged(CLAIM), judged(SAID)])
    assert re.findall(r"\\section\*\{(\w+)\}", page) == ["greenberg1997", "reed1982"]
    assert "Nothing fails." in errata_latex([])


@pytest.mark.in_turn
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex: apt-get install texlive-latex-base")
def test_pdflatex_sets_whatever_a_paper_prints(tmp_path: Path):
    example = {"size": {"k": 2, "n": 1}, "network": "oneway-torus", "claimed": "1/2 P_a&d", "true": "3"}
    every = [
        judged(stated, example=example, correction="k^n/2")
        for paper in papers().values()
        for stated in (*paper.claims, *paper.readings)
    ]
    assert len(every) > 400
    (tmp_path / "errata.tex").write_text(errata_latex(every), encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "errata.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    log = run.stdout.decode("utf-8", "replace")
    assert run.returncode == 0, log[-2000:]
    assert [points for points in re.findall(r"Overfull \\hbox \((\d+\.\d+)pt", log) if float(points) > 5] == []


def test_command():
    run = CliRunner().invoke(
        app, ["errata", "--all", "--paper", "khonsari", "--key", "oneway-torus.diameter", "--format", "latex"]
    )
    assert run.exit_code == 0 and r"\[ d_{\max} = n (k - 1) \]" in run.stdout and r"\emph{holds}" in run.stdout
    as_json = ["errata", "--all", "--paper", "khonsari", "--key", "oneway-torus.diameter"]
    first, second = (CliRunner().invoke(app, [*as_json, *form]).stdout for form in (["--json"], ["--format", "json"]))
    assert first == second and '"verdict": "holds"' in first


@pytest.mark.parametrize("options", [["--format", "pdf"], ["--format", "latex", "--json"]])
def test_formats_that_do_not_exist_are_refused(options):
    run = CliRunner().invoke(app, ["errata", *options])
    assert run.exit_code != 0 and "format" in str(run.exception) + run.output
