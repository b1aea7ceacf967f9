"""The PDF: complete, without lines that are too wide, from text that is escaped; and what happens without pdflatex."""

import re
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from netlemma.cli import app, main
from netlemma.derive.typeset.prose import latex_code, latex_prose, latex_words
from netlemma.errors import LatexError
from netlemma.glossary.explanations import glossary
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results, slug
from netlemma.reporting.ledger import opened
from netlemma.reporting.pdf import compiling
from netlemma.reporting.pdf.compiling import compiled_pdf
from netlemma.reporting.pdf.document import (
    code_cell,
    document,
    entries_of,
    latex_environment,
    letters,
    pictures,
    preamble,
    shared,
    text_cell,
    value_cell,
    widths,
)
from netlemma.reporting.pdf.markup import prose, rows_of
from netlemma.reporting.pdf.pdf_cache import pdf_files
from netlemma.reporting.results.networks import in_words
from netlemma.reporting.work import work

from .conftest import CLAIMS
from .latex_checks import KATEX, NODE, document_problems, log_problems, refused
from .latex_formulas import formulas_of

needs_pdflatex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="pdflatex is not installed, so nothing was set"
)


def small(body):
    return "\n".join([r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}", body, r"\end{document}"])


@pytest.mark.in_turn
def test_the_document_has_everything_that_was_gathered(report):
    text = document(report)
    assert not document_problems(text)
    assert text.count(r"\begin{lemma}") == len(report.lemmas) > 0
    assert text.count(r"\begin{claim}") == len(report.verdicts) == CLAIMS
    assert text.count(r"\begin{erratum}") == sum(each["verdict"] == "fails" for each in report.verdicts) > 0
    for lemma in report.lemmas:
        assert rf"\label{{lemma:{slug(lemma['key'])}}}" in text
        assert f"{lemma['result']['symbol']} = {lemma['result']['broken']}" in text
        assert all(row in text for step in lemma["steps"] for row in rows_of(step["after"]["broken"]))
        assert all(
            latex_code(value) in text for row in lemma["values"] for side, value in row.items() if side != "size"
        )
    for family in report.families:
        for each in [*family["measured"][:1], *family["bounds"], *family["deadlock"]["verdicts"]]:
            assert latex_code(each["command"]) in text
        assert all(latex_code(in_words(each["size"]) or family["name"]) in text for each in family["measured"])
    for each in report.verdicts:
        assert rf"\label{{claim:{each['anchor']}}}" in text
    assert set(pictures(report)) == {"figures/reed-4.pdf", "drawings/ring.pdf", "drawings/four-rings.pdf"}
    assert set(re.findall(r"\\(?:drawing|floating)\{([^}]*)\}\{", text)) == set(pictures(report))
    assert text == document(report)


def test_the_lines_of_a_step_are_all_of_it(report):
    codes = [step["after"]["broken"] for lemma in report.lemmas for step in lemma["steps"]]
    codes.append(
        r"\begin{aligned}[t] & a \\ & \quad {}+\left(\begin{aligned} & b \\ & \quad {}+c \end{aligned}\right) \\ & \quad {}-d \end{aligned}"
    )
    for code in codes:
        whole = r" \\ & \quad {}".join(rows_of(code))
        assert code in (whole, rf"\begin{{aligned}}[t] & {whole} \end{{aligned}}")
    assert len(rows_of(codes[-1])) == 3 and rows_of(codes[-1] + "+1") == [codes[-1] + "+1"]


@pytest.mark.ci
@needs_pdflatex
def test_a_report_is_set_without_complaints_and_kept(report):
    pdf, log = compiled_pdf("netlemma", document(report), pictures(report))
    assert not log_problems(log)
    assert pdf.startswith(b"%PDF")
    lines = []
    with opened(":memory:") as ledger:
        first = pdf_files(report, ledger, True, lines.append)
        again = pdf_files(report, ledger, True, lines.append)
    assert first == again and first["netlemma.pdf"] == pdf
    assert lines == ["netlemma.pdf is set with pdflatex"]


@pytest.mark.in_turn
@needs_pdflatex
def test_a_family_is_a_hand_out_with_all_its_formulas(report):
    text = document(report, "handout")
    keys = {lemma["key"] for lemma in report.lemmas}
    entries = [each for family in report.families if family["row"] for each in family["row"]["entries"].values()]
    summed_up = sum(each["lemma"] in keys for each in entries)
    assert not document_problems(text) and text.count(r"\fit{") == len(report.lemmas) + summed_up
    assert summed_up and text.count(r"\subsection{Summary}") == text.count(r"\clearpage") == len(report.families)
    pdf, log = compiled_pdf("ring", text, pictures(report))
    assert not log_problems(log) and 1 < int(re.search(r"\((\d+) pages", log)[1]) < 12 and pdf.startswith(b"%PDF")


@needs_pdflatex
def test_formulas_are_set_in_legible_letters_or_named(report):
    """What would be smaller than six points to fit is left out, with the command that prints it."""
    start, _, _ = document(report, "handout").partition(r"\begin{document}")
    lines = [r"\begin{document}\small", *(rf"\noindent\fit{{{'+'.join('x' * count)}}}\par" for count in (9, 30, 200))]
    rows = r"\\".join("x" * 55)
    lines.append(
        rf"\[\tall{{\begin{{aligned}}{rows}\end{{aligned}}}}\]\[\tall{{\begin{{gathered}}{rows}\\\\{rows}\end{{gathered}}}}\]"
    )
    pdf, _ = compiled_pdf("sizes", "\n".join([start, *lines, r"\end{document}", ""]), {})
    said = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    heights = [
        float(bottom) - float(top)
        for top, bottom in re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">x', said)
    ]
    assert said.count(">wide<") == said.count(">large<") == 1
    assert len(heights) > 30 and min(heights) > 5.9


@pytest.mark.parametrize(
    "line, complaint", [("--pdf family rign", "no family 'rign' (did you mean 'ring'?)"), ("--pdf ring", "--pdf family NAME"),
                        ("--pdf family ring -o a.txt", "must end in .pdf"), ("", "needs a folder to write")]
)  # fmt: skip
def test_what_is_no_hand_out_is_said_in_one_line(line, complaint, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["netlemma", "report", *line.split()])
    with pytest.raises(SystemExit) as stop:
        main()
    said = capsys.readouterr().err
    assert stop.value.code == 2 and complaint in said and len(said.splitlines()) == 1


def test_the_index_names_every_lemma_and_the_notation_every_symbol(report):
    text = document(report)
    places = [label for entry in entries_of(report) for label, _ in entry["places"]]
    assert {f"lemma:{slug(lemma['key'])}" for lemma in report.lemmas} <= set(places)
    assert all(rf"\pageref{{{label}}}" in text and rf"\label{{{label}}}" in text for label in places)
    assert all(prose(each.symbol) in text for each in glossary() if each.symbol)


def test_formulas_that_a_paper_prints_have_a_left_side(report):
    sides = {each["key"]: each["left"] for each in report.verdicts if each["printed"]}
    assert sides["ring.visit_ratio.link"] == "V" and sides["toroid.mean_distance"] == "L"
    text = document(report)
    assert all(f"{left} = {each['printed']['broken']}" in text for each in report.verdicts if (left := each["left"]))


@pytest.mark.long
@needs_pdflatex
def test_the_whole_report_is_set_without_complaints(tmp_path_factory):
    with opened(tmp_path_factory.getbasetemp().parent / "whole-report.sqlite") as ledger:
        whole = group_results(compute(work(), ledger))
    text = document(whole)
    assert not document_problems(text)
    assert not log_problems(compiled_pdf("netlemma", text, pictures(whole))[1])
    if NODE and KATEX:
        formulas = list(formulas_of("the report", text.partition(r"\begin{document}")[2]))
        assert len(formulas) > 1000 and not refused(formulas)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "body, said",
    [
        (r"\noindent\mbox{\hspace{400pt}x}", "pt too wide"),
        (r"\ref{nowhere}", "undefined"),
        (r"x\label{a}\label{a}", "multiply defined"),
        (r"{\font\bare=cmex10 \bare A\char200}", "Missing character"),
    ],
)
@needs_pdflatex
def test_complaints_are_found(body, said):
    problems = log_problems(compiled_pdf("small", small(body), {})[1])
    assert any(said in each for each in problems)


@pytest.mark.in_turn
@pytest.mark.parametrize("taken, pages", [(380, 1), (520, 2)])
@needs_pdflatex
def test_a_drawing_becomes_smaller_rather_than_leaving_half_a_page_empty(report, taken, pages):
    """Of 700 points of a page; below the least height it goes to the next one."""
    drawn = pictures(report)["drawings/ring.pdf"]
    body = rf"\hrule height {taken}pt\drawing{{a.pdf}}{{A caption.}}"
    text = "\n".join([preamble(), r"\begin{document}", body, r"\end{document}"])
    assert f"({pages} page" in compiled_pdf("small", text, {"a.pdf": drawn})[1]


def test_problems_of_documents_are_found():
    assert document_problems(r"\label{a}\label{a}\ref{b}\cite{c}\begin{claim}") == [
        "label a is there twice",
        "no label b",
        "no book c",
        "claim is not closed",
    ]


ODD = st.text(st.one_of(st.characters(), st.sampled_from("\\{}$&#_%^~<>|\"'`-.()*/ wxK7≤ß²η×…\t\n")), max_size=60)


@pytest.mark.in_turn
@needs_pdflatex
@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(ODD, min_size=40, max_size=60))
def test_any_text_is_set(texts):
    cells = [(text_cell(text), code_cell(text)) for text in texts]
    parts = [f"{escape(text)}\n" for text in texts for escape in (latex_words, latex_prose, latex_code, prose)]
    table = latex_environment().get_template("macros.tex").module.table
    body = "\n".join([*parts, table(["text", "code"], cells)])
    packages = (
        r"\usepackage{array,longtable}\newcolumntype{L}[1]{>{\raggedright\arraybackslash\hspace{0pt}}p{#1}}"
        r"\newcommand{\room}[1]{}\newcommand{\shorttable}[2]{#2}\begin{document}"
    )
    log = compiled_pdf("odd", small(body).replace(r"\begin{document}", packages, 1), {})[1]
    assert "Missing character" not in log


@pytest.mark.in_turn
@needs_pdflatex
def test_long_words_of_cells_have_room():
    headings = ["size", "nodes", "mean distance", "diameter", "class", "devices", "visit ratio", "least", "greatest"]
    ratio, longest = value_cell("184650461/11732745024"), value_cell("11140668493/938619601920")
    rows = [
        (code_cell("p=0 a=1 h=1 arrangement=consecutive"), *[code_cell("22159/478800")] * 8),
        (code_cell("n=6 kind=1"), *map(code_cell, (64, "631/252", 4, "dimension-1", 32)), ratio, ratio, ratio),
        (code_cell("n=6 kind=1"), *map(code_cell, (64, "631/252", 4, "dimension-1", 32)), longest, longest, longest),
    ]
    assert [letters(headings, [row]) for row in rows] == ["small", "footnotesize", "footnotesize"]
    table = latex_environment().get_template("macros.tex").module.table
    tables = [table(headings, [row]) for row in rows]
    text = "\n".join([preamble(), r"\begin{document}", *tables, r"\end{document}"])
    assert not log_problems(compiled_pdf("tables", text, {})[1])


def test_a_power_of_other_letters_is_no_formula():
    assert latex_prose("B^\u00e2\u00ec and x^2") == "$B$\\textasciicircum{}\u00e2\u00ec and $x^{2}$"


@needs_pdflatex
def test_every_latin_and_greek_letter_is_set():
    letters = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA), *range(0x2010, 0x2040)]))
    log = compiled_pdf("letters", small("\n\n".join(f"{latex_words(c)} {latex_code(c)}" for c in letters)), {})[1]
    assert "Missing character" not in log


@needs_pdflatex
def test_a_document_reads_no_other_files_and_runs_nothing(tmp_path):
    mark = tmp_path / "mark"
    with pytest.raises(LatexError):
        compiled_pdf("small", small(r"\input{/etc/hostname}"), {})
    compiled_pdf("small", small(rf"\immediate\write18{{touch {mark}}}x"), {})
    assert not mark.exists()


@pytest.mark.in_turn
@needs_pdflatex
def test_errors_and_long_runs_are_one_line(monkeypatch):
    with pytest.raises(LatexError, match=r"^pdflatex: ! Undefined control sequence"):
        compiled_pdf("small", small(r"\nothing"), {})
    monkeypatch.setattr(compiling, "LONGEST", 0.5)
    with pytest.raises(LatexError, match="took more than"):
        compiled_pdf("small", small(r"\def\again{\again}\again"), {})


@needs_pdflatex
def test_a_package_that_latex_lacks_is_named_with_what_to_install():
    text = small("x").replace("{amsmath,", "{amsmath,amsnothing,")
    with pytest.raises(LatexError, match=r"^LaTeX lacks amsnothing\.sty: apt-get install texlive-latex-base"):
        compiled_pdf("small", text, {})
    with opened(":memory:") as ledger, pytest.MonkeyPatch.context() as patch:
        patch.setattr("netlemma.reporting.pdf.pdf_cache.document", lambda report: text)
        patch.setattr("netlemma.reporting.pdf.pdf_cache.pictures", lambda report: {})
        lines = []
        files = pdf_files(None, ledger, True, lines.append)
    assert files == {"netlemma.tex": text} and "lacks amsnothing.sty" in lines[-1]


@pytest.mark.in_turn
def test_without_pdflatex_the_document_is_there_and_a_line_says_what_to_install(report, monkeypatch):
    monkeypatch.setenv("PATH", "")
    lines = []
    with opened(":memory:") as ledger:
        files = pdf_files(report, ledger, True, lines.append)
        assert pdf_files(report, ledger, False, lines.append) == files
    assert "netlemma.tex" in files and "netlemma.pdf" not in files
    assert lines == [
        "netlemma: netlemma.pdf is left out, netlemma.tex is there: pdflatex is missing: "
        "apt-get install texlive-latex-base texlive-latex-recommended"
    ]


@pytest.mark.in_turn
def test_the_command_without_pdflatex(tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("PATH", "")
    ledger = tmp_path_factory.getbasetemp().parent / "report-tests.sqlite"
    run = CliRunner().invoke(
        app, ["report", "-o", str(tmp_path / "out"), "--ledger", str(ledger), "--only", "four-rings", "--workers", "1"]
    )
    assert run.exit_code == 0, run.output
    assert "pdflatex is missing" in run.stderr
    assert (tmp_path / "out" / "netlemma.tex").is_file()


@given(st.lists(st.integers(1, 2000), min_size=1, max_size=9))
def test_columns_fit_the_line(needed):
    found = widths(needed, 400)
    assert sum(found) <= 400 + 1e-6
    assert all(width <= each for width, each in zip(found, needed, strict=True))
    assert sum(needed) > 400 or found == needed


@given(st.lists(st.tuples(st.integers(1, 900), st.integers(0, 300)), min_size=1, max_size=9))
def test_columns_have_what_they_need_before_headings_have_what_they_wish(wanted):
    needed, wished = [need for need, _ in wanted], [need + more for need, more in wanted]
    found = shared(needed, wished, 400)
    assert sum(found) <= 400 + 1e-6
    assert all(width <= wish + 1e-6 for width, wish in zip(found, wished, strict=True))
    assert sum(needed) > 400 or all(width >= need for width, need in zip(found, needed, strict=True))
    assert sum(wished) > 400 or found == wished
