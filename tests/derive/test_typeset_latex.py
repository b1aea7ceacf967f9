"""LaTeX: every limit is there, text is escaped, and pdflatex sets the whole document without overfull lines."""

import re
import shutil
import subprocess

import pytest
import sympy as sp

from netlemma.derive import keys
from netlemma.derive import lemma as derived_lemma
from netlemma.derive.algebra import notation
from netlemma.derive.algebra.notation import SeriesVariable, parameter
from netlemma.derive.typeset.expressions import expression_latex
from netlemma.derive.typeset.lemma_pages import as_beamer, as_latex, formula_latex
from netlemma.derive.typeset.prose import latex_code, latex_prose, latex_words
from tests.lemma_keys import drawn

w, D = parameter("w"), parameter("D")
i, j = sp.symbols("i j", integer=True)
RING = sp.Symbol("ring(w)")
TOROID = ("toroid.mean_distance", "toroid.diameter", "toroid.nodes_at_distance", "toroid.visit_ratio.link")


def test_both_limits_of_a_nested_sum_appear_the_last_one_outermost():
    inner, outer = r"\sum_{j=0}^{i+7}", r"\sum_{i=3}^{w-5}"
    assert expression_latex(sp.Sum(i * j, (j, 0, i + 7), (i, 3, w - 5))).startswith(f"{outer} {inner} ")


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (D * w**D * w / (4 * (w**D - 1)), r"\frac{D w^{D+1}}{4 (w^{D}-1)}"),
        (D * 2 ** (D - 1), r"D\, 2^{D-1}"),
        (sp.binomial(D, i), r"\binom{D}{i}"),
        (sp.floor(w / 2), r"\left\lfloor \frac{w}{2} \right\rfloor"),
        (sp.Mod(notation.b - notation.a, w), r"((b-a) \bmod w)"),
        (sp.Min(i, w - i), r"\min\left\{i,\, w-i\right\}"),
        (w ** (D / 2), "w^{D/2}"),
        (notation.PairMax(notation.distance), r"\max_{s,t\in \mathcal{V}} d(s,\, t)"),
        (notation.Coefficient((1 + SeriesVariable("z")) ** D, SeriesVariable("z"), j), r"[z^{j}]\, (1+z)^{D}"),
        (notation.DimensionSum(notation.a, w, D, RING), r"\sum_{j=1}^{D} s_{j}"),
        (sp.Symbol("lambda_bus"), r"\lambda_{\mathrm{bus}}"),
    ],
    ids=str,
)
def test_notation(expr, expected):
    assert expression_latex(expr) == expected


def test_parities_and_other_residues():
    cases = sp.Piecewise((w, sp.Eq(sp.Mod(w, 2), 0)), (D, True))
    assert r"w & w \text{ even}" in expression_latex(cases)
    assert r"D & w \text{ odd}" in expression_latex(cases)
    assert r"w \equiv 2 \pmod{4}" in expression_latex(sp.Piecewise((w, sp.Eq(sp.Mod(w, 4), 2)), (D, True)))


def test_several_groups_of_dimensions_are_named():
    one = notation.DimensionSum(notation.a, w, D, RING)
    other = notation.DimensionSum(notation.b, w, D, sp.Symbol("line(w)"))
    assert r"\sum_{j\in \operatorname{ring}(w)} s_{j}" in expression_latex(one + other)


def test_wide_formulas_are_broken():
    wide = sp.Add(*(w**n / (w + n) for n in range(2, 20)))
    assert r"\\" in expression_latex(wide, 300)
    assert r"\\" not in expression_latex(wide)


LONG = sp.Add(*(w**n for n in range(2, 20)))


def test_a_wide_top_of_a_fraction_stands_behind_it_where_it_has_lines():
    shown = expression_latex(LONG / (w + 1), 200)
    assert shown.startswith(r"\frac{1}{w+1} \left(\begin{aligned} & w^{19}") and shown.endswith(r"\end{aligned}\right)")
    assert expression_latex(LONG / (w + 1)).startswith(r"\frac{w^{19}+")
    assert expression_latex(D * (w - 1) * LONG / (w + 1), 200).startswith(r"\frac{D (w-1)}{w+1} \left(\begin{aligned}")


def test_fractions_that_would_be_too_small_to_read_stand_in_a_row_on_pages():
    nested = D * (1 + (w - 1) * (2 + D / (w + 3)) / (w + 2)) / (w + 1)
    assert expression_latex(nested).startswith(r"\frac{D \left(\frac{")
    assert (
        expression_latex(nested, 400) == r"\frac{D}{w+1} \left(\frac{(w-1) \left(\frac{D}{w+3}+2\right)}{w+2}+1\right)"
    )


def test_signs_between_symbols_are_minus_signs_and_quotes_open_and_close():
    assert latex_prose('for r - 1 and (a) - 2, not well-known - "so" said') == (
        "for $r$ $-$ 1 and (a) $-$ 2, not well-known - ``so'' said"
    )
    assert latex_words("5 ± 1") == r"5 $\pm$ 1"


def test_a_product_is_broken_inside_its_widest_factor():
    shown = expression_latex(D * (w - 1) * LONG, 200)
    assert shown.startswith(r"D (w-1) \left(\begin{aligned} & w^{19}") and shown.count("aligned") == 2


def test_short_values_of_cases_stay_on_one_line_beside_long_conditions():
    long = sp.And(*(w**n < D for n in range(2, 12)))
    assert r"\begin{cases} w+1 & " in expression_latex(sp.Piecewise((w + 1, long), (0, True)), 120)


def test_text_is_escaped():
    assert latex_words(r"50% of #1 & {a} \ $x$ ~ ≥ 漢") == (
        r"50\% of \#1 \& \{a\} \textbackslash{} \$x\$ \textasciitilde{} $\ge$ [U+6F22]"
    )
    assert latex_code("a_b.c") == r"\texttt{a\_\allowbreak{}b.\allowbreak{}c}"


def test_one_section_for_each_family():
    lemmas = [derived_lemma(key) for key in ("ring.diameter", "toroid.diameter", "ring.mean_distance")]
    document = as_latex(lemmas, title="A & B")
    assert document.count(r"\section{") == 2
    assert document.count(r"\begin{lemma}") == 3
    assert r"\tableofcontents" in document and r"\title{A \& B}" in document
    assert r"\documentclass" not in as_latex(lemmas, document=False)
    assert formula_latex(lemmas[0]) in as_latex(lemmas[0])


def set_with_pdflatex(document, folder):
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed, so the document was not set")
    (folder / "lemmas.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "lemmas.tex"]
    run = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    log = (folder / "lemmas.log").read_text(encoding="latin-1")
    assert run.returncode == 0, log[-3000:]
    return log


def overfull(log):
    return [float(x) for x in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log) if float(x) > 5]


@pytest.mark.in_turn
def test_a_step_is_a_slide(tmp_path):
    found = [derived_lemma(key) for key in TOROID[:3]]
    slides = as_beamer(found)
    steps = [step for lemma in found for step in lemma.derivation.steps if step.before != step.after]
    assert slides.count(r"\begin{frame}") == 2 * len(found) + len(steps)
    assert as_beamer(found, steps=False).count(r"\begin{frame}") == 2 * len(found)
    assert r"\documentclass" not in as_beamer(found, document=False)
    needed = ["kpsewhich", "beamer.cls", "pgfmath.sty"]
    if shutil.which("kpsewhich") is None or subprocess.run(needed, capture_output=True).returncode:
        pytest.skip("the class beamer is not installed, so the slides were not set")
    log = set_with_pdflatex(slides, tmp_path)
    assert not overfull(log)
    pages = 1 + slides.count(r"\begin{frame}")
    assert f"({pages} pages" in log


def test_a_derivation_compiles_without_overfull_lines(tmp_path):
    log = set_with_pdflatex(as_latex([derived_lemma(key) for key in TOROID], steps=True), tmp_path)
    assert "toroid" in as_latex(derived_lemma(TOROID[0]))
    assert not overfull(log)


@pytest.mark.in_turn
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_all_lemmas_compile_as_one_document_without_overfull_lines(every, tmp_path):
    lemmas = [derived_lemma(key) for key in (keys() if every else sorted(drawn(keys(), 3)))]
    product = "line(a) x ring(b)^2 x clique(c)"
    lemmas += [derived_lemma(f"{product}.{quantity}") for quantity in ("mean_distance", "max_visit_ratio.ring(b)")]
    assert not overfull(set_with_pdflatex(as_latex(lemmas, steps=True), tmp_path))


def test_half_widths_are_set():
    assert latex_words("53.32 ± 0.47") == r"53.32 $\pm$ 0.47"
