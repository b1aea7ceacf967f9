"""Equations as papers print them: every numbered one is judged, is sound MathML, and is set by pdflatex."""

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.derive.typeset.printed_equations import printed_mathml
from netlemma.errors import UnknownLatex

PAPERS = ("greenberg1997", "johnson1991", "khonsari", "min2001", "reed1982")
NUMBERED = {"greenberg1997": (1, 15), "khonsari": (1, 30), "min2001": (1, 29)}
TOGETHER = {"greenberg1997": {3, 5}}  # equations that are judged as parts of another


def stated(paper):
    return [*papers()[paper].claims, *papers()[paper].readings]


def printed(paper):
    return {f"{each.key}, {each.locator}": each.printed for each in stated(paper) if each.printed}


@pytest.mark.parametrize("paper", NUMBERED)
def test_every_numbered_equation_is_there(paper):
    first, last = NUMBERED[paper]
    found = {int(n) for each in stated(paper) if each.printed for n in re.findall(r"Eq\. (\d+)", each.locator)}
    assert set(range(first, last + 1)) - found == TOGETHER.get(paper, set())


@pytest.mark.parametrize("paper", PAPERS)
def test_mathml_has_the_letters_of_the_latex_in_their_order(paper):
    for name, latex in printed(paper).items():
        shown = ElementTree.fromstring(printed_mathml(latex))
        letters = [
            each.text
            for each in shown.iter()
            if each.tag.endswith("mi") and len(each.text) == 1 and each.text.isascii()
        ]
        bare = re.sub(
            r"\\(?:text|mathit|mathrm|mathbf)\{[A-Za-z ]{2,}\}|\\(?:begin|end)\{\w+\}|\\(?!mathbf)[A-Za-z]+", " ", latex
        )
        assert letters == re.findall(r"[A-Za-z]", bare.replace(r"\mathbf", " ")), name


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\bar{S}^2", "<msup><mover"),
        (r"\sum_{i=0}^{n} i", "<munderover>"),
        (r"P_a^{b}", "<msubsup><mi>P</mi><mi>a</mi>"),
        (r"a\&b < c", "<mo>&amp;</mo>"),
        (r"\left[x \right. y", '<mo stretchy="true">[</mo>'),
        (r"I'_i", "<mo>′</mo>"),
        (r"\mathbf{Q}", '<mi mathvariant="bold">Q</mi>'),
        (r"x_{\langle j_0 \rangle}", "⟨"),
        (r"\binom{V}{V-1}", 'linethickness="0"'),
    ],
)
def test_notation(latex, shown):
    found = printed_mathml(latex)
    ElementTree.fromstring(found)
    assert shown in found


@pytest.mark.parametrize(
    "latex",
    [
        r"\unknown",
        r"\frac{1}",
        "{a",
        "a}",
        r"\left( a",
        r"\begin{array} a \end{array}",
        "x_a_b",
        "ä",
        r"\begin{cases} a",
        "$x$",
    ],
)
def test_what_is_not_known_is_refused(latex):
    with pytest.raises(UnknownLatex, match="not understood"):
        printed_mathml(latex)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex: apt-get install texlive-latex-base")
def test_pdflatex_sets_all(tmp_path):
    every = [latex for paper in PAPERS for latex in printed(paper).values()]
    body = "\n".join(rf"\[ {latex} \]" for latex in every)
    preamble = r"\documentclass{article}\usepackage{amsmath}\textwidth=455pt\begin{document}"
    (tmp_path / "all.tex").write_text(rf"{preamble}{body}\end{{document}}")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    log = run.stdout.decode("utf-8", "replace")
    assert run.returncode == 0, log[-2000:]
    assert "Overfull" not in log
