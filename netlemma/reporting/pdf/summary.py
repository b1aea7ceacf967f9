"""The first chapter, the state of everything at a glance, and the last ones: how to reproduce it, and the papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from derive.typeset.pages.described import sentence
from derive.typeset.prose import latex_code, latex_words
from netlemma.reporting.gather import VERDICTS, Report, references
from netlemma.reporting.pdf.markup import command, prose, reference, said, verdict
from netlemma.reporting.pdf.tables import Cell, code_cell, table, text_cell
from netlemma.reporting.results.measured import in_words
from netlemma.reporting.template_filters import counted, plural

Data = dict[str, Any]
PLACES = ("booktitle", "journal", "institution", "address", "publisher")


def opening(report: Report) -> Iterator[str]:
    """The title page, which says what the document has."""
    from netlemma import __version__
    from netlemma.reporting.sources import versions

    yield r"\begin{titlepage}\null\vskip 0.2\textheight\noindent{\Huge\bfseries Interconnection networks\par}\medskip"
    yield r"\noindent{\Large closed forms, proofs, measurements, errata\par}\vskip 3em"
    yield rf"\noindent {_counted(report)}\par\vskip 3em"
    yield rf"\noindent netlemma {prose(__version__)}, computed with {prose(versions())}.\end{{titlepage}}"


def _counted(report: Report) -> str:
    judged = Counter(each["verdict"] for each in report.verdicts)
    return (
        f"{counted(len(report.families), 'family', 'families')} of networks; {counted(len(report.lemmas), 'lemma')}, each with a "
        f"derivation whose proofs were run again; {len(report.verdicts)} formulas and statements of "
        f"{counted(len(report.papers), 'paper')}, judged: "
        + ", ".join(f"{judged[name]} {plural(name, judged[name])}" for name in VERDICTS)
        + "."
    )


def summary(report: Report) -> Iterator[str]:
    """Families, papers, and what could not be computed."""
    yield r"\chapter{Summary}"
    yield _counted(report)
    yield command("netlemma list")
    if report.missing:
        yield r"\section{Not computed}"
        rows = [(code_cell(each["name"]), text_cell(each["error"])) for each in report.missing]
        yield table(["result", "why"], rows)
    if report.families:
        yield r"\section{Families}"
        heads = ["section", "family", "lemmas that hold", "strength", "claims of papers", "deadlock"]
        yield table(heads, [_family(each) for each in report.families])
    if report.papers:
        yield r"\section{Papers}"
        heads = ["section", "paper", "title", "holds", "fails", "unknown"]
        yield table(heads, [_paper(each) for each in report.papers])


def _family(family: Data) -> list[Cell]:
    lemmas = f"{family['holding']} of {len(family['lemmas'])}" if family["lemmas"] else "none yet"
    strengths = ", ".join(f"{count} {name}" for name, count in sorted(family["strengths"].items()))
    claims = "; ".join(
        f"{each['paper']}: "
        + ", ".join(f"{count} {plural(name, count)}" for name, count in each["counts"].items() if count)
        for each in family["claims"]
    )
    deadlock = Cell("", 0)
    if family["deadlock"] and family["deadlock"]["verdicts"]:
        first = family["deadlock"]["verdicts"][0]
        about = f"{first['routing']}, {in_words(family['deadlock']['size'])}"
        deadlock = Cell(f"{verdict(first['shown']['verdict'])} {prose(about)}", 150)
    section = Cell(reference("family", family["name"]), 20)
    return [section, *map(text_cell, (family["name"], lemmas, strengths, claims)), deadlock]


def _paper(paper: Data) -> list[Cell]:
    title = paper["book"].get("title", paper["key"])
    section, cited = Cell(reference("paper", paper["key"]), 20), Cell(rf"\cite{{{paper['key']}}}", 25)
    return [section, cited, text_cell(title), *(text_cell(count) for count in paper["counts"].values())]


def reproduce(report: Report) -> Iterator[str]:
    """What computes everything again."""
    from netlemma import __version__
    from netlemma.reporting.sources import versions

    yield r"\chapter{How to reproduce this}"
    yield (
        "Nothing here is stored text: every number was computed by the run that wrote this document, or by an earlier one from the "
        "same sources, and the command beside it, or the one that its section begins with, prints it again. All of it:"
    )
    yield command("netlemma report -o out/")
    yield f"It was computed by netlemma {prose(__version__)} with {prose(versions())}."
    rows = [
        ("netlemma verify", "proofs run again; closed form, definition and measurement compared"),
        ("netlemma errata --all", "every formula and statement of the papers judged"),
        ("netlemma certify FILE", "a certificate on deadlock checked by other code than found it"),
    ]
    yield table(["command", "what it does"], [(code_cell(one), text_cell(other)) for one, other in rows])


def bibliography(report: Report) -> Iterator[str]:
    """The papers that are cited, from derive/references.bib."""
    cited = {paper["key"] for paper in report.papers} | {figure["source"] for figure in report.figures}
    books = {key: book for key, book in references().items() if key in cited}
    if not books:
        return
    yield r"\begin{thebibliography}{9}\addcontentsline{toc}{chapter}{\bibname}"
    for key, book in books.items():
        yield rf"\bibitem{{{key}}} {_entry(book)}"
    yield r"\end{thebibliography}"


def _entry(book: Mapping[str, str]) -> str:
    numbered = " ".join(book[name] for name in ("type", "number") if name in book)
    pages = f"pages {book['pages']}" if "pages" in book else ""
    where = [*(book[name] for name in PLACES if name in book), numbered, pages, book.get("year", "")]
    parts = [latex_words(sentence(book.get("author", ""))), rf"\textit{{{said(book.get('title', ''))}}}"]
    if any(where):
        parts.append(latex_words(sentence(", ".join(part for part in where if part))))
    if "note" in book:
        parts.append(latex_words(sentence(book["note"])))
    if "url" in book:
        parts.append(latex_code(book["url"]))
    return " ".join(parts)
