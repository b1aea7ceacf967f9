"""The chapters on models of latency and on figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.typeset.words import latex_code
from netlemma.report.gather import Report
from netlemma.report.pdf.writing import Cell, code_cell, command, drawing, heading, label, said, table, text_cell

Data = dict[str, Any]
BESIDE = 4  # readings in a table


def models(report: Report) -> Iterator[str]:
    """A section for each model: parameters, latency over load under each reading, what was decided."""
    if not report.models:
        return
    yield r"\chapter{Models of latency}"
    yield "What papers predict of the latency of messages, under each way to read them where they leave something open."
    for model in report.models:
        shown = model["shown"]
        yield heading("section", model["name"], label("model", model["name"]))
        yield said(model["summary"])
        rows = [
            (code_cell(each["name"]), text_cell(each["meaning"]), code_cell(shown["parameters"][each["name"]]))
            for each in model["parameters"]
        ]
        yield table(["parameter", "what it is", "here"], rows)
        for first in range(0, len(shown["compared"]), BESIDE):
            compared = shown["compared"][first : first + BESIDE]
            caption = "Latency in cycles, over load in messages per node and cycle"
            yield table(
                ["load", *(each["reading"] for each in compared)], _latencies(shown["points"], compared), caption
            )
        yield command(model["command"])
        yield _picture(f"models/{model['name']}.pdf", f"Latency over load, {latex_code(model['example'])}.", model)
        if shown["readings"]:
            yield r"\subsection{What was decided in the corrected reading}"
            yield _items(shown["readings"])


def _latencies(points: list[Data], compared: list[Data]) -> Iterator[list[Cell]]:
    """Without load, at each load, and the load at which the model saturates: a column for each reading."""
    yield [text_cell("none"), *(code_cell(each["zero_load"]) for each in compared)]
    for number, point in enumerate(points):
        yield [code_cell(point["load"]), *(_latency(each["points"][number]) for each in compared)]
    yield [text_cell("saturation"), *(code_cell(f"{each['saturation']['load']:.6g}") for each in compared)]


def _latency(point: Mapping[str, Any]) -> Cell:
    return text_cell(point["state"]) if point["latency"] is None else code_cell(f"{point['latency']:.6g}")


def figures(report: Report) -> Iterator[str]:
    """The figures of each paper, what it gives of them and what was chosen."""
    if not report.figures:
        return
    yield r"\chapter{Figures of papers, drawn again}"
    sources = dict.fromkeys(figure["source"] for figure in report.figures)
    for source in sources:
        yield heading("section", source)
        yield rf"From \cite{{{source}}}."
        for each in (figure for figure in report.figures if figure["source"] == source):
            yield _picture(f"figures/{each['name']}.pdf", f"{said(each['title'])} {said(each['locator'])}", each)
            yield rf"\noindent\textit{{From the paper:}} {said('; '.join(each['given']))}\par"
            yield rf"\noindent\textit{{Chosen here, since the paper does not say:}} {said('; '.join(each['guessed']))}\par"
            yield rf"\noindent {said(each['drawn_from'])}"
            yield command(each["command"])


def _picture(file: str, caption: str, result: Mapping[str, Any]) -> str:
    return drawing(file, caption) if result.get("pdf") else ""


def _items(lines: list[str]) -> str:
    return "\n".join([r"\begin{itemize}", *(rf"\item {said(line)}" for line in lines), r"\end{itemize}"])
