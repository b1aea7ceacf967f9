"""The book and the hand-outs: complete, without lines that are too wide, from text that is escaped; and what happens without pdflatex."""

import itertools
import re
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from netlemma.cli import main
from netlemma.derive.discovery import builders
from netlemma.derive.typeset.prose import latex_code, latex_prose, latex_words
from netlemma.errors import LatexError
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pdf import compiling
from netlemma.reporting.pdf.book import DERIVED, book_latex, book_pictures, chapters
from netlemma.reporting.pdf.compiling import compiled_pdf
from netlemma.reporting.pdf.document import (
    code_cell,
    document,
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

from .latex_checks import document_problems, log_problems

needs_pdflatex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="pdflatex is not installed, so nothing was set"
)


def small(body):
    return "\n".join([r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}", body, r"\end{document}"])


def test_the_lines_of_a_step_are_all_of_it(report):
    codes = [step["after"]["broken"] for lemma in report.lemmas for step in lemma["steps"]]
    codes.append(
        r"\begin{aligned}[t] & a \\ & \quad {}+\left(\begin{aligned} & b \\ & \quad {}+c \end{aligned}\right) \\ & \quad {}-d \end{aligned}"
    )
    for code in codes:
        whole = r" \\ & \quad {}".join(rows_of(code))
        assert code in (whole, rf"\begin{{aligned}}[t] & {whole} \end{{aligned}}")
    assert len(rows_of(codes[-1])) == 3 and rows_of(codes[-1] + "+1") == [codes[-1] + "+1"]


@pytest.mark.in_turn
@needs_pdflatex
def test_the_book_has_a_spread_of_two_facing_pages_for_each_network(report):
    text = book_latex(report)
    assert not document_problems(text)
    pdf, log = compiled_pdf("book", text, book_pictures(report))
    assert not log_problems(log)
    pages = (
        subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
        .stdout.decode()
        .split("\f")
    )
    starts = [
        number for number, page in enumerate(pages, 1) if "Deadlock" in page and "netlemma report --pdf family" in page
    ]
    assert len(starts) == 1 and starts[0] % 2 == 0  # the networks of rings have none
    assert "Lemma 1" in pages[starts[0]] and "Because" in pages[starts[0]]


def test_the_networks_of_the_book_have_what_it_derives():
    assert {f"{family}.{quantity}" for family, quantity in DERIVED.items()} <= set(builders()) and len(DERIVED) == 20
    shown = {task.about["key"] for task in chapters() if task.kind == "lemma"}
    assert all(sum(key.startswith(f"{family}.") for key in shown) >= 4 for family in DERIVED)


@pytest.mark.long
@needs_pdflatex
def test_the_book_is_set_without_complaints(tmp_path_factory):
    with opened(tmp_path_factory.getbasetemp().parent / "book.sqlite") as ledger:
        whole = group_results(compute(chapters(), ledger))
    text = book_latex(whole)
    assert not whole.missing and not document_problems(text)
    pdf, log = compiled_pdf("book", text, book_pictures(whole))
    pages = int(re.search(r"\((\d+) pages", log)[1])
    assert not log_problems(log) and 60 <= pages <= 100
    said = (
        subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
        .stdout.decode()
        .split("\f")
    )
    left = [
        number
        for number, page in enumerate(said, 1)
        if "--pdf family" in page and re.search(r"quantity +formula", page)
    ]
    assert len(left) == len(DERIVED) and all(number % 2 == 0 for number in left)
    assert all(following - number == 2 for number, following in itertools.pairwise(left))


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
                        ("--pdf book ring", "a book with --pdf book"), ("--pdf book --only ring", "a book with --pdf book"),
                        ("book --no-pdf", "a book with --pdf book"), ("--pdf book -o out", "must end in .pdf: the book is one file"),
                        ("--pdf family ring -o a.txt", "must end in .pdf"), ("", "needs a folder to write")]
)  # fmt: skip
def test_what_is_no_hand_out_is_said_in_one_line(line, complaint, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["netlemma", "report", *line.split()])
    with pytest.raises(SystemExit) as stop:
        main()
    said = capsys.readouterr().err
    assert stop.value.code == 2 and complaint in said and len(said.splitlines()) == 1


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


@pytest.mark.in_turn
def test_the_command_without_pdflatex(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("netlemma.reporting.pdf.handout.chapters", list)
    ended = run("report", "--pdf", "book", "-o", tmp_path / "book.pdf", "--ledger", tmp_path / "ledger", "--workers", 1)
    assert ended.status == 2 and "book.pdf is not written: pdflatex is missing: apt-get install" in ended.err
    assert not (tmp_path / "book.pdf").exists()


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
