"""The chapter on families: definition, lemmas, what is measured, bounds, deadlock, claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from netlemma.reporting.gather import Report
from netlemma.reporting.pdf.lemmas import lemma_parts
from netlemma.reporting.pdf.markup import command, drawing, heading, label, prose, reference, said, verdict
from netlemma.reporting.pdf.networks import bounds, deadlock, measured
from netlemma.reporting.pdf.tables import Cell, code_cell, table, text_cell
from netlemma.reporting.results.measured import in_words

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
            yield (
                f"{family['holding']} of {len(family['lemmas'])} hold: their proofs were run again, and closed form, definition "
                "and measurement agree."
            )
            yield command(f"netlemma verify {family['name']}")
            for lemma in family["lemmas"]:
                yield from lemma_parts(lemma, known)
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
            f"drawings/{family['name']}.pdf",
            f"{prose(family['name'])} {prose(in_words(family['deadlock']['size']))}.",
            True,
        )


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
    yield command(*(paper["command"] for paper in family["claims"]))
