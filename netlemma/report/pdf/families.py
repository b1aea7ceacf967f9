"""The chapter on families: definition, lemmas with derivations, what is measured, bounds, deadlock, claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.typeset.words import latex_code
from netlemma.report.gather import Report
from netlemma.report.pdf.networks import bounds, deadlock, measured
from netlemma.report.pdf.writing import (
    Cell,
    code_cell,
    command,
    display,
    drawing,
    heading,
    label,
    prose,
    reference,
    said,
    statement,
    table,
    text_cell,
    verdict,
)
from netlemma.report.results.measured import in_words

Data = dict[str, Any]


def families(report: Report) -> Iterator[str]:
    """A section for each family."""
    if not report.families:
        return
    known = {lemma["key"] for lemma in report.lemmas}
    yield r"\chapter{Families}"
    for family in report.families:
        yield heading("section", family["name"], label("family", family["name"]))
        yield said(family["summary"])
        yield from _definition(family)
        if family["lemmas"]:
            yield r"\subsection{Lemmas}"
            yield f"{family['holding']} of {len(family['lemmas'])} hold: proofs run again, both sides and measurement compared."
            yield command(f"netlemma verify {family['name']}")
            for lemma in family["lemmas"]:
                yield from _lemma(lemma, known)
        yield from measured(family)
        yield from bounds(family)
        yield from deadlock(family)
        yield from _claims(family)


def _definition(family: Data) -> Iterator[str]:
    yield r"\subsection{Definition}"
    for part in family["words"]:
        yield prose(part) + r"\par"
    yield f"Classes of devices: {prose(', '.join(family['classes']))}."
    rows = [(code_cell(p["name"]), code_cell(p["minimum"]), text_cell(p["meaning"])) for p in family["parameters"]]
    yield table(["parameter", "least", "what it counts"], rows)
    if family["deadlock"]:
        yield drawing(
            f"drawings/{family['name']}.pdf", f"{prose(family['name'])} {prose(in_words(family['deadlock']['size']))}."
        )


def _lemma(lemma: Data, known: set[str]) -> Iterator[str]:
    name = lemma["key"]
    yield statement(
        "lemma",
        latex_code(name),
        label("lemma", name),
        [f"{said(lemma['statement'])} For {prose(lemma['domain'])}:", display(_line(lemma["result"]))],
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
    rows = [
        (code_cell(in_words(row["size"])), *(code_cell(row.get(side, "")) for side in lemma["sides"]))
        for row in lemma["shown"]
    ]
    caption = f"The first {len(rows)} of {lemma['compared']} sizes compared"
    yield table(["size", *lemma["sides"]], rows, caption)
    yield command(f"netlemma derive {lemma['family']} {lemma['quantity']} --steps")
    yield command(f"netlemma verify {name} --values")


def _line(formula: Data) -> str:
    return f"{formula['symbol']} = {formula['broken']}"


def _derivation(lemma: Data) -> Iterator[str]:
    """Every step with its reason and the kind of its proof."""
    first = lemma["definition"]
    yield r"\begin{align*}"
    yield rf"{first['symbol']} &= {first['broken']}"
    for number, step in enumerate(lemma["steps"], 1):
        reason = f"{number}. Because {step['because'].strip().rstrip('.')} [{step['kind']}, {step['strength']}]."
        yield rf"\intertext{{{prose(reason)}}}"
        yield f"&= {step['after']['broken']}"
    yield r"\end{align*}"


def _claims(family: Data) -> Iterator[str]:
    if not family["verdicts"]:
        return
    yield r"\subsection{Claims of papers}"
    rows = [
        (Cell(reference("claim", each["anchor"]), 30), code_cell(each["key"]),
         Cell(rf"\cite{{{each['paper']}}}, {prose(each['locator'])}", 20 + 4.6 * len(each["locator"])),
         Cell(verdict(each["verdict"]), 45))
        for each in family["verdicts"]
    ]  # fmt: skip
    yield table(["claim", "on", "where", "verdict"], rows)
    for paper in family["claims"]:
        yield command(paper["command"])
