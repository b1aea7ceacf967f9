"""The chapters on papers, everything that they print in their order, and on what fails of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.typeset.described import capital
from derive.typeset.words import latex_code, latex_words
from netlemma.report.gather import Report
from netlemma.report.pdf.writing import (
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

Data = dict[str, Any]
LONG_CORRECTION = 160  # letters, from which on the lemma is named instead


def papers(report: Report) -> Iterator[str]:
    """A section for each paper, a numbered claim for each formula or statement."""
    if not report.papers:
        return
    known = {lemma["key"] for lemma in report.lemmas}
    yield r"\chapter{Papers}"
    for paper in report.papers:
        book = paper["book"]
        yield heading("section", book.get("title", paper["key"]), label("paper", paper["key"]))
        counts = ", ".join(f"{count} {verdict(name)}" for name, count in paper["counts"].items())
        yield rf"{latex_words(book.get('author', paper['key']))} \cite{{{paper['key']}}}. What it prints, in its order: {counts}."
        yield command(f"netlemma errata --all --paper {paper['key']}")
        for section in paper["sections"]:
            yield heading("subsection", capital(section["title"]))
            for each in section["verdicts"]:
                yield from _claim(each, known)


def errata(report: Report) -> Iterator[str]:
    """What fails, with the smallest counterexample and what is right."""
    if not report.papers:
        return
    known = {lemma["key"] for lemma in report.lemmas}
    yield r"\chapter{Errata}"
    yield "What papers print and what fails of it, with the smallest counterexample found and what is right."
    yield command("netlemma errata")
    for paper in report.papers:
        if paper["failing"]:
            yield heading("section", paper["book"].get("title", paper["key"]))
        for each in paper["failing"]:
            title = rf"\cite{{{paper['key']}}}, {prose(each['locator'])}, claim {reference('claim', each['anchor'])}"
            yield statement("erratum", title, "", [_printed(each)])
            yield from _why(each, known)


def _claim(each: Data, known: set[str]) -> Iterator[str]:
    title = f"{latex_code(each['key'])}, {prose(each['locator'])}"
    yield statement("claim", title, label("claim", each["anchor"]), [_printed(each)])
    yield rf"\noindent {verdict(each['verdict'], '.')}"
    if each["reading"]:
        yield rf"Reading: {said(each['reading'])}"
    yield from _why(each, known)
    yield command(each["command"])


def _printed(each: Mapping[str, Any]) -> str:
    """The equation as the paper prints it, or its words; and how a formula is read."""
    parts = [display(each["printed"]["broken"]) if each["printed"] else f"``{prose(each['words'])}''"]
    if each["text"]:
        where = f" where {prose(each['where'])}" if each["where"] else ""
        parts.append(f"As read: {latex_code(each['text'])}{where}{', which is' if each['formula'] else '.'}")
    if each["formula"]:
        parts.append(display(each["formula"]["broken"]))
    return "\n".join(parts)


def _why(each: Data, known: set[str]) -> Iterator[str]:
    example = each["counterexample"]
    if example:
        at = f" at {latex_code(each['at'])}" if each["at"] else ""
        network = f" ({prose(example['network'])})" if example.get("network") else ""
        sides = f"claimed {value(example['claimed'])}, true {value(example['true'])}"
        yield rf"\noindent\textit{{Counterexample}}{at}{network}: {sides}.\par"
    if each["correction"]:
        right = value(each["correction"])
        if each["lemma"] in known and len(each["correction"]) > LONG_CORRECTION:
            right = f"lemma {reference('lemma', each['lemma'])}"
        yield rf"\noindent\textit{{Right:}} {right}.\par"
    for words in (each["proof"], each["remark"]):
        if words:
            yield rf"\noindent {said(words)}\par"
