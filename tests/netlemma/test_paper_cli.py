r"""Papers on the command line: verdicts by line, patches that apply, an appendix that compiles, annotations, hooks and action."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from netlemma.checks.manuscript.judged_paper import judge_paper
from netlemma.checks.manuscript.marks import read_mark
from netlemma.checks.manuscript.table_entries import read_number
from netlemma.cli.commands.paper import style
from tests.netlemma.latex_checks import document_problems

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "data" / "paper_repository"


def judged(tmp_path, text, **options):
    path = tmp_path / "p.tex"
    path.write_text(text, encoding="utf-8")
    return [(each.line, each.verdict) for each in judge_paper([path], **options)]


ALIGNED = r"""
\begin{align}
  x &= y \\
  % netlemma: hypercube diameter
  d &= n \label{a} \\
    &= \frac{2n}{2} \\
  \netlemma{hypercube diameter} d &= n + 1 \\
  z &= 0
\end{align}
"""


def test_a_mark_is_about_its_row_and_the_rows_that_continue_it(tmp_path):
    assert judged(tmp_path, ALIGNED) == [(5, "holds"), (7, "fails")]


@pytest.mark.parametrize(
    "text, found",
    [
        ("% netlemma: hypercube diameter\nIt is $n$ for the cube.\n", [(2, "holds")]),
        ("% netlemma: hypercube diameter\nFor $n = 10$ the diameter is $15$. And 3.\n", [(2, "fails")]),
        ("% netlemma: hypercube diameter n=10\nThe diameter is 10.\n", [(2, "holds")]),
        ("% netlemma: hypercube diameter n=10\nThe diameter is 10 or 11.\n", [(2, "unknown")]),
        ("% netlemma: hypercube diameter\n\\[ n +* 1 \\]\n", [(2, "unknown")]),
        ("% netlemma: hypercub diameter\n\\[ n \\]\n", [(1, "unknown")]),
        ("% netlemma: hypercube\n\\[ n \\]\n", [(1, "unknown")]),
        ("% netlemma: hypercube diameter\n\nNothing.\n", [(3, "unknown")]),
        ("It is \\netlemma[hypercube diameter]{$n$}, \\netlemma[hypercube diameter n=3]{4}.\n", [(1, "holds"), (1, "fails")]),
        ("\\begin{verbatim}\n% netlemma: hypercube diameter\n\\end{verbatim}\n\\[ 2n \\]", [(4, "unknown")]),
        ("\\[ 2n \\] \\%netlemma: hypercube diameter\n", [(1, "unknown")]),
        ("% netlemma: toroid diameter D=2\n\\[ 2 \\lfloor w/2 \\rfloor \\]\n", [(2, "holds")]),
        ("% netlemma: hypercube diameter\n\\[ n \\]\nFor $n = 10$ it is 15 or 16.\n", [(2, "holds")]),
        ("% netlemma: let N=2^n\n% netlemma: hypercube nodes\n\\[ N \\]\n% netlemma: ring diameter\n\\[\\lfloor K/2 \\rfloor\\]", None),
    ],
)  # fmt: skip
def test_what_a_mark_is_about(tmp_path, text, found):
    if found is None:
        assert [verdict for _, verdict in judged(tmp_path, text)][1] == "holds"  # the binding does not fit rings
    else:
        assert judged(tmp_path, text) == found


BESIDE = r"""
\[ d_{\max}(Q_n) = n \] % netlemma: hypercube diameter
\begin{eqnarray}
D(Q_n) &=& n+1 \\ % netlemma: hypercube diameter
\mu(Q_n) &=& \frac{n\,2^{n-1}}{2^n-1} \label{x} % netlemma: hypercube mean_distance
\end{eqnarray}
% netlemma: hypercube mean_distance
The mean distance of $Q_n$ is therefore
\begin{equation}
\begin{split}
  \bar{d} &= \frac{2^{n-1} n}{2^n-1} \\
          &= \frac{n \, 2^{n-1}}{2^n-1}.
\end{split}
\end{equation}
% netlemma: hypercube diameter
The diameter is clearly $n$. Unrelated is
\[ x = y \]

The 12-cube has diameter 12 by this. % netlemma: hypercube diameter n=12
% netlemma: ring mean_distance
\begin{align*}
d_K = \left\{ \begin{array}{cl} \dfrac{K^2}{4(K-1)}, & K\ \text{even},\\[4pt] \dfrac{K+1}{4}, & K\ \text{odd}.\end{array}\right.
\end{align*}
% netlemma: hypercube mean_distance
\begin{table}[t]\centering\caption{Means for $n=2,3$}
\begin{tabular}{lccc}\toprule
$n$ & 2 & 3 & 4 \\ \midrule
$\bar d$ & 1.33 & 1.72 & 2.13 \\
\bottomrule\end{tabular}\end{table}
"""


def test_marks_stand_beside_what_they_mark_and_before_sentences(tmp_path):
    found = judged(tmp_path, BESIDE)
    assert found == [
        (2, "holds"), (4, "fails"), (5, "holds"), (10, "holds"), (16, "holds"), (19, "holds"), (22, "holds"),
        (28, "holds"), (28, "fails"), (28, "holds"),
    ]  # fmt: skip


TABLE = r"""
% netlemma: hypercube mean_distance --column 3
% netlemma: hypercube diameter --column diameter
\begin{tabular}{|r|r|r|} \hline
$n$ & diameter & $\bar d$ \\ \hline
2 & 2 & 1.333 \\
3 & 3 & 1.715 \\
$4$ & 5 & $\frac{32}{15}$ \\ \hline
5 & --- & \\
\end{tabular}
"""


def test_table_entries_are_compared_as_they_are_rounded(tmp_path):
    found = judged(tmp_path, TABLE)
    assert found == [(6, "holds"), (7, "fails"), (8, "holds"), (6, "holds"), (7, "holds"), (8, "fails")]


def test_a_patch_applies_and_corrects_what_fails(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    text = TABLE + "% netlemma: hypercube mean_distance --let m=n\n\\[ \\bar d = \\frac{m}{2}. \\]\n"
    (tmp_path / "p.tex").write_text(text, encoding="utf-8")
    assert run("paper", "p.tex", "--fix", "p.patch").status == 1
    assert (tmp_path / "p.tex").read_text(encoding="utf-8") == text
    subprocess.run(["patch", "-p0", "-i", "p.patch"], cwd=tmp_path, check=True, capture_output=True)
    corrected = (tmp_path / "p.tex").read_text(encoding="utf-8")
    assert "3 & 3 & 1.714" in corrected and "$4$ & 4 &" in corrected and "m\\, 2^{m-1}" in corrected
    assert {verdict for _, verdict in judged(tmp_path, corrected)} == {"holds"}


@pytest.mark.in_turn
def test_an_appendix_and_the_package_compile(tmp_path, run):
    (tmp_path / "p.tex").write_text(ALIGNED + TABLE, encoding="utf-8")
    done = run("paper", tmp_path / "p.tex", "--format", "latex")
    assert done.status == 1 and document_problems(done.out) == []
    assert "Because" in done.out  # derivations
    if shutil.which("pdflatex"):
        (tmp_path / "netlemma.sty").write_text(style(), encoding="utf-8")
        for options in ("", "[badge]"):
            head = rf"\documentclass{{article}}\usepackage{{amsmath}}\usepackage{options}{{netlemma}}\begin{{document}}"
            body = r"It is \netlemma[hypercube max_degree]{$n$}. \netlemma{hypercube mean_distance}" + ALIGNED
            (tmp_path / "q.tex").write_text(rf"{head}{body}\end{{document}}", encoding="utf-8")
            command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "q.tex"]
            shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert shown.returncode == 0, shown.stdout[-2000:]


@pytest.fixture
def programs(tmp_path):
    """A folder with a program ``netlemma`` that runs these packages."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "netlemma").write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m netlemma "$@"\n')
    (folder / "netlemma").chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


@pytest.mark.in_turn
def test_the_action_annotates_the_lines_of_a_repository(tmp_path, programs):
    repository = tmp_path / "repository"
    shutil.copytree(SAMPLE, repository)
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    workflow = yaml.safe_load((repository / ".github/workflows/paper.yml").read_text(encoding="utf-8"))
    inputs = {name: each.get("default", "") for name, each in action["inputs"].items()}
    inputs |= workflow["jobs"]["formulas"]["steps"][-1]["with"]
    step = action["runs"]["steps"][-1]
    named = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: inputs[m[1]], text)
        for name, text in step["env"].items()
    }
    environment = {**os.environ, **programs, **named}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    annotated = re.findall(r"^::(\w+) file=([^,]+),line=(\d+)::", done.stdout, re.M)
    assert [each for each in annotated if each[0] == "error"] == [
        ("error", "paper/article.tex", "6"),
        ("error", "paper/results.tex", "7"),
    ]
    assert len(annotated) == 6 and "+5 & 1.5" in (repository / "corrections.patch").read_text(encoding="utf-8")


@pytest.mark.in_turn
def test_the_hook_runs_on_the_files_of_a_repository(tmp_path, programs):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    wanted = yaml.safe_load((SAMPLE / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [each["id"] for each in wanted["repos"][0]["hooks"]] == [hook["id"]]
    files = sorted(str(path.relative_to(SAMPLE)) for path in SAMPLE.rglob("*.tex"))
    assert hook["types"] == ["tex"] and files
    done = subprocess.run(
        [*hook["entry"].split(), *files], cwd=SAMPLE, env={**os.environ, **programs}, capture_output=True, text=True
    )
    assert done.returncode == 1 and "paper/article.tex:6: fails" in done.stdout, done.stderr


def test_verdicts_are_counted_in_words(tmp_path, run):
    path, patch = tmp_path / "p.tex", tmp_path / "p.patch"
    wrong = "% netlemma: ring diameter\n\\[ d = K/2 \\]\n"
    path.write_text(f"\\begin{{document}}\n{wrong}{wrong}\\end{{document}}\n", encoding="utf-8")
    assert run("paper", path).out.endswith("\n2 places: 2 fail\n")
    path.write_text(f"\\begin{{document}}\n{wrong}\\end{{document}}\n", encoding="utf-8")
    assert run("paper", path, "--fix", patch).out.splitlines()[-2:] == [
        "1 place: 1 fails",
        f"{patch}: 1 correction; apply it by: patch -p0 < {patch}",
    ]


def test_json_has_the_rows_of_check_with_their_places(tmp_path, run):
    path = tmp_path / "p.tex"
    path.write_text(ALIGNED, encoding="utf-8")
    first, again, second = json.loads(run("paper", path, "--json").out)
    assert (
        (first["file"], first["line"], first["verdict"])
        == (str(path), 5, "holds")
        == (again["file"], 5, again["verdict"])
    )
    assert second["counterexample"] == {"size": {"n": 1}, "claimed": "2", "true": "1"}


@pytest.mark.parametrize(
    "words, message",
    [
        (["nothing.tex"], "nothing.tex cannot be read"),
        ([], "paper takes LaTeX files"),
        (["p.tex", "--claims", "c.toml"], r"no \label{eq:x}"),
        (["p.tex", "--claims", "p.tex"], "p.tex: not TOML"),
        (["p.tex", "--format", "html"], "no format 'html'"),
        (["p.tex", "--fix", "no/p.patch"], "no/p.patch cannot be written"),
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, run, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.tex").write_text(ALIGNED, encoding="utf-8")
    (tmp_path / "c.toml").write_text('[[claim]]\nlabel="eq:x"\nfamily="ring"\nquantity="diameter"\n', encoding="utf-8")
    done = run("paper", *words)
    assert (done.status, done.out) == (2, "") and message in done.err and len(done.err.splitlines()) == 1, done.err


def test_marks_have_the_options_of_check():
    mark = read_mark('"ring(w)^D" mean_distance w=4 --pairs all where="D >= 2" let N=w^D M=N')
    assert (mark.family, mark.sizes, mark.let) == ("ring(w)^D", {"w": 4}, ("N=w^D", "M=N"))
    assert mark.options == {"pairs": "all", "where": "D >= 2"}
    assert "needs a value" in read_mark("ring diameter --where").error


@pytest.mark.parametrize("text", ["", "--", "x", "1/0", "9" * 100, r"\frac{1}{0}", "1.2.3", "{}"])
def test_other_entries_are_no_numbers(text):
    assert read_number(text) is None


SEVERAL = r"d = 2n,\qquad D = n(k-1),\qquad \bar h = \frac{n(k^2-1)}{3k},\qquad \ell_c = p ."


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("mark", "display", "verdict"),
    [
        ("mesh diameter", SEVERAL, "holds"),
        ("mesh mean_distance --pairs all", SEVERAL, "holds"),
        ("mesh diameter", SEVERAL.replace("n(k-1)", "n(k+1)"), "fails"),
        ("mesh mean_distance --pairs all", SEVERAL.replace("3k", "4k"), "fails"),
        ("mesh diameter", r"d = 2n,\qquad f = n(k-1)", "unknown"),
        ("mesh diameter", r"D = n(k-1),\quad d_{\max} = 2n", "unknown"),
        ("mesh diameter", r"D = n(k-1), \quad k \ge 2", "holds"),
        ("hypercube mean_distance", r"\bar d = \frac{N \log_2 N}{2 (N-1)}, \qquad N = 2^n", "holds"),
        ("toroid mean_distance where w even", r"\bar d = \frac{D w^{D+1}}{4 (w^D - 1)}", "holds"),
        ("toroid diameter D=2 where w even and w >= 4 length=hops", "w", "holds"),
        ("toroid diameter D=2 where w >= 2", "w", "fails"),
        ("mesh k=8 n=2 mean_distance", r"\bar h = \frac{16}{3} \approx 5.33", "holds"),
        ("mesh k=8 n=2 mean_distance", r"\bar h = \frac{16}{3} \approx 5.34", "fails"),
    ],
)
def test_the_formula_that_the_quantity_names_is_judged(tmp_path, mark, display, verdict):
    assert judged(tmp_path, f"% netlemma: {mark}\n\\[ {display} \\]\n") == [(2, verdict)]


def test_each_link_of_a_chain_has_its_own_verdict(tmp_path):
    (tmp_path / "p.tex").write_text("% netlemma: mesh n=2 mean_distance\n\\[ \\bar h = \\frac{2k}{3} \\approx k \\]\n")
    (found,) = judge_paper([tmp_path / "p.tex"])
    assert (found.line, [each.verdict for each in found.verdicts]) == (2, ["holds", "unknown"])
    assert "`tolerance=1%`" in found.verdicts[1].remark


def test_a_paper_without_marks_lists_its_equations_with_a_mark_to_copy(tmp_path):
    file = tmp_path / "p.tex"
    file.write_text("Words.\n\\[ D = n(k-1) \\]\n\\begin{align} \\bar d &= n \\\\ x &= 2 \\end{align}\n")
    found = judge_paper([file])
    assert [each.line for each in found] == [2, 3, 3] and found.exit_status() == 3
    copied = [each.verdicts[0].remark.partition("% ")[2] for each in found]
    assert copied == [f"netlemma: FAMILY {name}" for name in ("diameter", "mean_distance", "QUANTITY")]
    file.write_text("Nothing.\n")
    assert judge_paper([file]).exit_status() == 3


def test_comments_of_markdown_are_marks(tmp_path):
    file = tmp_path / "p.md"
    file.write_text(
        "# Notes\n\n<!-- netlemma: mesh diameter -->\n$$ D = n(k-1) $$\n\n<!-- netlemma: hypercube diameter -->\nIt is $2n$.\n"
    )
    assert [(each.line, each.verdict) for each in judge_paper([file])] == [(4, "holds"), (7, "fails")]


def test_a_table_has_a_topology_in_each_row(tmp_path):
    rows = r"""% netlemma: rows diameter
\begin{tabular}{lll}
Topology & Links & Diameter \\ \hline
Mesh & x & $n(k-1)$ \\
Star graph & x & $\lfloor 3n/2 \rfloor$ \\
Funny net & x & $4$ \\
\end{tabular}
"""
    assert judged(tmp_path, rows) == [(4, "holds"), (5, "fails"), (6, "unknown")]
    assert judged(tmp_path, rows.replace("& Diameter", "& Largest")) == [(1, "unknown")]
    assert judged(tmp_path, rows.replace("& Diameter", "& Largest").replace("diameter", "diameter column=3"))[0] == (
        4,
        "holds",
    )
