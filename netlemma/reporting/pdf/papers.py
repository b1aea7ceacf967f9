"""The chapters on papers, everything that they print in their order, and on what fails of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checks.claims.claim_latex import condition_latex
from derive.typeset.pages.described import capital
from derive.typeset.prose import latex_code, latex_words
from netlemma.reporting.gather import Report
from netlemma.reporting.pdf.markup import (
    bookmark,
    command,
    display,
    heading,
    label,
    prose,
    reference,
    said,
    statement,
    value,
    verdict,
)
from netlemma.reporting.template_filters import plural

Data = dict[str, Any]
LONG_CORRECTION = 160  # letters, from which on the lemma is named instead


def papers(report: Report) -> Iterator[str]:
    """A section for each paper, a numbered claim for each formula or statement."""
    if not report.papers:
        return
    yield r"\chapter{Papers}"
    for paper in report.papers:
        book = paper["book"]
        yield heading("section", book.get("title", paper["key"]), label("paper", paper["key"]), paper["key"])
        counts = ", ".join(
            f"{count} {verdict(name, words=plural(name, count))}" for name, count in paper["counts"].items()
        )
        yield rf"{latex_words(book.get('author', paper['key']))} \cite{{{paper['key']}}}. Of the formulas and statements that it prints, "
        yield f"{counts}. They stand in the order of the paper."
        yield command(f"netlemma errata --all --paper {paper['key']}")
        yield rf"One of them is judged again if {latex_code('--key')} and its name, in parentheses below, are added."
        for section in paper["sections"]:
            yield bookmark(2, capital(section["title"]), f"{paper['key']} {section['title']}")
            for each in section["verdicts"]:
                yield _claim(each)


def errata(report: Report) -> Iterator[str]:
    """What fails, with the smallest counterexample and what is right."""
    if not any(paper["failing"] for paper in report.papers):
        return
    known = {lemma["key"] for lemma in report.lemmas}
    yield r"\chapter{Errata}"
    yield "What papers print and what fails of it, with the smallest counterexample found and what is right."
    yield command("netlemma errata")
    for paper in report.papers:
        if paper["failing"]:
            yield heading("section", paper["key"])
            yield rf"{said(paper['book'].get('title', ''))} \cite{{{paper['key']}}}"
        for each in paper["failing"]:
            title = f"{prose(capital(each['locator']))}, claim {reference('claim', each['anchor'])}"
            yield statement(
                "erratum",
                title,
                label("erratum", each["anchor"]),
                [*_printed(each), *_reading(each), *_why(each, known)],
            )


def _claim(each: Data) -> str:
    """What is printed and its verdict; why it fails stands with the errata."""
    title = f"{prose(capital(each['locator']))}; {latex_code(each['key'])}"
    if each["verdict"] == "fails":
        why = [f"See erratum {reference('erratum', each['anchor'])}.", *_reading(each)]
    else:
        why = [*_reading(each), *_why(each, set())]
    body = [*_printed(each), rf"\par\noindent {verdict(each['verdict'], '.')}", *why]
    return statement("claim", title, label("claim", each["anchor"]), body)


def _printed(each: Mapping[str, Any]) -> Iterator[str]:
    """The equation as the paper prints it, or its words; and how a formula is read."""
    if each["printed"]:
        yield display(each["printed"]["broken"])
    else:
        yield f"``{prose(each['words'])}''"
    if each["formula"]:
        yield f"As read: {display(each['formula']['broken'])}"
    if each["where"]:
        yield rf"where ${condition_latex(each['where'])}$.\par"


def _reading(each: Data) -> Iterator[str]:
    if each["reading"]:
        yield rf"\textit{{Reading:}} {said(each['reading'])}"


def _why(each: Data, known: set[str]) -> Iterator[str]:
    """The counterexample, what is right, and what the verdict rests on."""
    example = each["counterexample"]
    if example:
        at = ", ".join(latex_code(words) if name == "size" else prose(words) for name, words in each["at"])
        sides = f"Claimed: {value(example['claimed'])}. In fact: {value(example['true'])}."
        yield rf"\par\noindent\textit{{Counterexample}}{f': {at}' if at else ''}. {sides}"
    if each["correction"]:
        yield rf"\par\noindent\textit{{Right:}} {_right(each, known)}"
    grounds = [said(words) for words in (each["proof"], each["remark"]) if words]
    if grounds:
        yield rf"\par\noindent {' '.join(grounds)}"


def _right(each: Data, known: set[str]) -> str:
    """What is right, as a formula or in words; a long formula is that of a lemma."""
    right = each["correction"]
    if each["lemma"] in known and len(right) > LONG_CORRECTION:
        return f"lemma {reference('lemma', each['lemma'])}."
    return display(each["right"]["broken"]) if each["right"] else f"{value(right)}."
