"""The document for plain pdflatex, from the templates beside this module, and its pictures."""

from __future__ import annotations

from base64 import b64decode
from functools import partial
from typing import Any

from jinja2 import Environment

from checks.claims.claim_latex import condition_latex
from derive.typeset.pages.described import sentence
from derive.typeset.pages.latex_page import TEXT_WIDTH
from derive.typeset.prose import latex_code, latex_words
from graphs import network
from netlemma.drawing import draw
from netlemma.drawing.files import as_file
from netlemma.reporting.gather import Report, references
from netlemma.reporting.pdf.markup import as_sentence, plain, prose, rows_of, value
from netlemma.reporting.pdf.tables import Cell, code_cell, column_widths, text_cell
from netlemma.reporting.template_filters import environment, published

NAME = "netlemma"
LOOKS = {"holds": "good", "deadlock-free": "good", "fails": "bad", "deadlock": "bad"}  # of verdicts; others are open


def latex_environment() -> Environment:
    """The environment of the templates. It escapes nothing automatically: each text passes a filter that converts it to
    LaTeX.
    """
    found = environment(
        "pdf/templates",
        autoescape=False,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.do"],
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<%#",
        comment_end_string="#%>",
    )
    found.filters |= {
        "code": latex_code,
        "code_cell": code_cell,
        "condition": condition_latex,
        "plain": plain,
        "prose": prose,
        "published": published,
        "rows_of": rows_of,
        "as_sentence": as_sentence,
        "sentence": sentence,
        "text_cell": text_cell,
        "value": value,
        "words": latex_words,
    }
    found.globals |= {"cell": Cell, "column_widths": column_widths, "looks": LOOKS, "text_width": TEXT_WIDTH}
    return found


def preamble() -> str:
    """The preamble: packages, sizes, and formats of drawings, tables and statements."""
    return latex_environment().get_template("preamble.tex").render()


def document(report: Report) -> str:
    """The document; the same report gives the same text."""
    cited = {paper["key"] for paper in report.papers} | {figure["source"] for figure in report.figures}
    text = (
        latex_environment()
        .get_template("document.tex")
        .render(
            report=report,
            known={lemma["key"] for lemma in report.lemmas},
            cited=cited,
            books={key: book for key, book in references().items() if key in cited},
        )
    )
    return "\n".join([*without_empty_lines(text), ""])


def without_empty_lines(text: str) -> list[str]:
    """The lines of a text without empty ones, because LaTeX begins a paragraph at an empty line."""
    return [line for line in text.splitlines() if line.strip()]


def pictures(report: Report) -> dict[str, bytes]:
    """The pictures of the document, by path."""
    drawn = {f"figures/{each['name']}.pdf": each.get("pdf") for each in report.figures}
    drawn |= {f"models/{each['name']}.pdf": each.get("pdf") for each in report.models}
    drawn |= {f"traffic/{each['name']}.pdf": each.get("pdf") for each in report.patterns}
    found = {name: b64decode(code) for name, code in drawn.items() if code}
    for family in report.families:
        if family["deadlock"]:
            net = network(family["name"], **family["deadlock"]["size"])
            found[f"drawings/{family['name']}.pdf"] = as_file(partial(_untitled, net), "pdf", net.title)
    return found


def _untitled(net: Any) -> Any:
    """The drawing of a network without its title, which is in the line below."""
    axes = draw(net)
    for text in axes.figure.texts:
        if text.get_text().replace("\n", " ") == net.title:
            text.set_visible(False)
    return axes
