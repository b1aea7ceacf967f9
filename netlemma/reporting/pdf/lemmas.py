"""A lemma: statement, derivation step by step, verdict, values; and the index of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.typeset.pages.described import capital
from derive.typeset.prose import latex_code
from netlemma.reporting.gather import Report
from netlemma.reporting.pdf.markup import (
    bookmark,
    command,
    display,
    label,
    page,
    prose,
    reference,
    rows_of,
    said,
    statement,
    verdict,
)
from netlemma.reporting.pdf.tables import Cell, code_cell, table, text_cell
from netlemma.reporting.results.measured import in_words

Data = dict[str, Any]


def lemma_parts(lemma: Data, known: set[str]) -> Iterator[str]:
    """The statement, its derivation step by step, its verdict, the values compared; ``known`` are the keys that have a number."""
    name = lemma["key"]
    yield statement(
        "lemma",
        latex_code(name),
        label("lemma", name),
        [
            bookmark(3, name, f"lemma {name}", r"\thelemma"),
            f"{said(lemma['statement'])} For {prose(lemma['domain'])}:",
            display(_line(lemma["result"])),
        ],
    )
    yield rf"\noindent\textit{{Definition.}} {said(lemma['words'])}"
    if lemma["steps"]:
        yield from _derivation(lemma)
    else:
        yield display(_line(lemma["definition"]))
    judged = lemma["verdict"]
    yield rf"\noindent\textit{{Verdict.}} {verdict(judged['verdict'], '.')} {said(lemma['how'])} Measured: {prose(lemma['measured'])}."
    if lemma["uses"]:
        used = (f"lemma {reference('lemma', key)}" if key in known else latex_code(key) for key in lemma["uses"])
        yield f"Uses {', '.join(used)}."
    if judged["counterexample"]:
        sides = ", ".join(f"{side} {value}" for side, value in judged["counterexample"].items() if side != "size")
        yield f"The sides disagree at {prose(in_words(judged['counterexample']['size']))}: {prose(sides)}."
    if judged["remark"]:
        yield said(judged["remark"])
    yield values(lemma)
    yield command(f"netlemma derive {lemma['family']} {lemma['quantity']} --steps", f"netlemma verify {name} --values")


def values(lemma: Data) -> str:
    """What is compared at the first sizes: a column for each size, a row for the sides that are the same at all of them.

    >>> rows = [{"size": {"K": 2}, "closed form": "1", "definition": "1"}, {"size": {"K": 3}, "closed form": "2", "definition": "3"}]
    >>> print(values({"shown": rows, "sides": ["closed form", "definition"], "compared": 24}).splitlines()[-3])
    {}closed form & \\texttt{1} & \\texttt{2} \\\\
    """
    shown = lemma["shown"]
    alike: dict[tuple[str, ...], list[str]] = {}
    for side in lemma["sides"]:
        alike.setdefault(tuple(row.get(side, "") for row in shown), []).append(side)
    rows = [(text_cell(" = ".join(sides)), *map(code_cell, found)) for found, sides in alike.items()]
    sizes = [in_words(row["size"]) for row in shown]
    many = f"the first {len(shown)} of {lemma['compared']}" if len(shown) < lemma["compared"] else "the"
    if len(rows) == 1:
        sides = " = ".join(lemma["sides"])
        return table(sizes, [rows[0][1:]], f"{prose(capital(sides))}, at {many} sizes compared")
    return table(["", *sizes], rows, f"At {many} sizes compared")


def _line(formula: Data) -> str:
    return f"{formula['symbol']} = {formula['broken']}"


def _derivation(lemma: Data) -> Iterator[str]:
    """Every step with its reason and the kind of its proof."""
    first = lemma["definition"]
    yield r"\begin{align*}"
    yield first["symbol"] + _continued(first["broken"])
    for number, step in enumerate(lemma["steps"], 1):
        reason = f"{number}. Because {step['because'].strip().rstrip('.')} [{step['kind']}, {step['strength']}]."
        yield rf"\intertext{{{prose(reason)}}}"
        yield _continued(step["after"]["broken"])
    yield r"\end{align*}"


def _continued(code: str) -> str:
    """What follows an equals sign, in lines between which a page may end."""
    return "&= " + r" \\ &\hphantom{{}={}}\quad {}".join(rows_of(code))


def index(report: Report) -> Iterator[str]:
    """All lemmas with their pages, and what they use."""
    if not report.lemmas:
        return
    known = {lemma["key"] for lemma in report.lemmas}
    yield r"\chapter{Lemmas and what they use}"
    yield table(
        ["lemma", "page", "key", "strength", "verdict", "uses"], [_entry(each, known) for each in report.lemmas]
    )


def _entry(lemma: Data, known: set[str]) -> list[Cell]:
    used = [reference("lemma", key) if key in known else latex_code(key) for key in lemma["uses"]]
    uses = Cell(", ".join(used), 30.0 * len(used))
    state = Cell(verdict(lemma["verdict"]["verdict"]), 45)
    return [
        Cell(reference("lemma", lemma["key"]), 30),
        Cell(page("lemma", lemma["key"]), 20),
        code_cell(lemma["key"]),
        text_cell(lemma["strength"]),
        state,
        uses,
    ]
