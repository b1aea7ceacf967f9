"""The chapters on models of latency and on figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.typeset.prose import latex_code
from netlemma.reporting.gather import Report
from netlemma.reporting.pdf.markup import command, drawing, heading, label, prose, said, verdict
from netlemma.reporting.pdf.tables import Cell, code_cell, table, text_cell

Data = dict[str, Any]


def models(report: Report) -> Iterator[str]:
    """A section for each model: parameters, beside a simulation, under each reading, what was decided."""
    if not report.models:
        return
    yield r"\chapter{Models of latency}"
    yield (
        "What papers predict of the latency of messages, at the parameters of their own figures, beside a simulation; and what changes "
        "with the ways to read them where they leave something open. A dash is where a model is saturated, or a simulation not stable."
    )
    cited = _cited(report)
    for model in report.models:
        yield heading("section", model["name"], label("model", model["name"]))
        source = rf"\cite{{{model['source']}}}" if model["source"] in cited else prose(model["source"])
        yield f"{said(model['summary'])} At the parameters of {source}, {prose(model['locator'])}:"
        rows = [
            (code_cell(each["name"]), text_cell(each["meaning"]), code_cell(model["shown"]["parameters"][each["name"]]),
             text_cell(f"chosen here: {each['guessed']}" if each["guessed"] else "printed"))
            for each in model["parameters"]
        ]  # fmt: skip
        yield table(["parameter", "what it is", "here", "where from"], rows)
        yield _picture(
            f"models/{model['name']}.pdf", f"{said(', '.join(model['drawn']))} {latex_code(model['example'])}.", model
        )
        if model["against"]:
            yield from _against(model["against"], model["shown"])
        yield from _readings(model)


def _against(against: Data, shown: Data) -> Iterator[str]:
    """The model and a simulation at the same loads, and the verdict on that."""
    judged = against["shown"]
    told = judged["evidence"]
    yield r"\subsection{Model and simulation}"
    yield (
        f"{verdict(judged['verdict'], '.')} {said(judged['proof'] or judged['remark'])}"
        if not judged["counterexample"]
        else (
            f"{verdict(judged['verdict'], '.')} At load {judged['counterexample']['size']['load']:.3g}. "
            f"Model: {prose(judged['counterexample']['claimed'])}. In fact: {prose(judged['counterexample']['true'])}."
        )
    )
    heads = ["of saturation", "load", "corrected", *against["readings"], "simulated", "+/-", "error", "judged"]
    rows = [
        (code_cell(row["share"]), code_cell(f"{row['load']:.3g}"), _cycles(row["model"]),
         *(_cycles(row["others"][name]) for name in against["readings"]), _cycles(row["simulated"]), _cycles(row["half_width"]),
         code_cell("" if row["error"] is None else f"{100 * row['error']:+.1f} %"), text_cell(row["judged"]))
        for row in told["rows"]
    ]  # fmt: skip
    yield table(heads, rows, f"Latency in cycles; load in {prose(shown['load_is'])}")
    kept = told["tolerance"]
    yield rf"{{\small The model may be off by {kept['error']} of the simulated mean, up to {kept['up_to']} of saturation;"
    yield f"{prose(kept['because'])}."
    yield rf"Behind +/- stands half of the 95\,\% confidence interval of the simulated mean. Reading: {said(judged['reading'])}\par}}"
    yield command(against["command"])


def _readings(model: Data) -> Iterator[str]:
    """Latency under every reading, and what each of them is."""
    shown = model["shown"]
    yield r"\subsection{Readings}"
    heads = ["reading", "saturation", "without load", *(f"at {point['load']:.3g}" for point in shown["points"])]
    rows = [
        (text_cell(each["reading"]), code_cell(f"{each['saturation']['load']:.4g}"), code_cell(each["zero_load"]),
         *(_cycles(point["latency"]) for point in each["points"]))
        for each in shown["compared"]
    ]  # fmt: skip
    yield table(heads, rows, f"Latency in cycles, without load and at two loads; load in {prose(shown['load_is'])}")
    yield command(model["command"])
    if shown["readings"]:
        yield r"\room{4}\noindent What was decided in the corrected reading:\nopagebreak"
        yield _items(shown["readings"])


def _cycles(latency: float | None) -> Cell:
    return code_cell("-" if latency is None else f"{latency:.2f}")


def _cited(report: Report) -> set[str]:
    return {paper["key"] for paper in report.papers} | {figure["source"] for figure in report.figures}


def figures(report: Report) -> Iterator[str]:
    """The figures of each paper, what it gives of them and what was chosen."""
    if not report.figures:
        return
    yield r"\chapter{Figures of papers, drawn again}"
    sources = dict.fromkeys(figure["source"] for figure in report.figures)
    for source in sources:
        yield r"\room{25}" + heading("section", source)
        yield rf"Figures of \cite{{{source}}}."
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
