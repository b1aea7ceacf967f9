"""What the section on a family says of explicit networks: measured values, bounds on throughput, deadlock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from derive.typeset.pages.described import capital
from netlemma.reporting.pdf.markup import command, prose, said, statement, verdict
from netlemma.reporting.pdf.tables import Cell, code_cell, table, text_cell
from netlemma.reporting.results.measured import in_words
from netlemma.reporting.template_filters import visits

Data = dict[str, Any]
LOADS = 6  # of the links of a class of a network of rings
BOUNDS = {
    "X0_bound": "most messages in a unit of time",
    "R0": "least time of a message",
    "N_star": "messages at which the bounds meet",
    "quantum": "minimum quantum S_PE/S_CL",
    "least_S_PE": "least service time of processors at which links do not limit",
}


def measured(family: Data) -> Iterator[str]:
    """Values of explicit networks, and their classes of devices."""
    if not family["measured"]:
        return
    yield r"\subsection{Measured on explicit networks}"
    yield said(family["measured"][0]["shown"]["counting"])
    if family["measured"][0]["rings"]:
        yield from _measured_rings(family["measured"])
        return
    names = ("devices", "visit_ratio", "min", "max")
    rows = []
    for each in family["measured"]:
        facts = [code_cell(in_words(each["size"])), *(code_cell(fact) for _, fact in each["facts"])]
        for number, found in enumerate(each["shown"]["classes"]):
            about = facts if number == 0 else [Cell("", 0)] * len(facts)
            rows.append([*about, text_cell(found["name"]), *(code_cell(found[name]) for name in names)])
    facts_named = (name.replace("_", " ") for name, _ in family["measured"][0]["facts"])
    yield table(["size", *facts_named, "class", "devices", "visit ratio", "least", "greatest"], rows)
    yield from _commands(family["measured"])


def _measured_rings(every: list[Data]) -> Iterator[str]:
    """Networks of point-to-point rings: values of each, and how many links of each class have which load."""
    names = (re.sub("[_/]", " ", name) for name, _ in every[0]["facts"])
    facts = [(_size(each), *(code_cell(fact) for _, fact in each["facts"])) for each in every]
    yield table(["size", *names], facts)
    rows = []
    for each in every:
        about = _size(each)
        for found in each["shown"]["classes"]:
            for load in found["loads"][:LOADS]:
                rows.append([about, text_cell(found["name"]), code_cell(found["devices"]), *map(code_cell, load)])
                about = Cell("", 0)
    yield table(["size", "class", "links in class", "send", "echo", "links with these"], rows)
    yield from _commands(every)


def _size(each: Data) -> Cell:
    return code_cell(in_words(each["size"]) or each["shown"]["family"])


def _commands(every: list[Data]) -> Iterator[str]:
    """The command for the first network, and what changes for the others."""
    yield command(every[0]["command"])
    if len(every) > 1:
        yield "The same command with another size of the table prints its values."


def bounds(family: Data) -> Iterator[str]:
    """Bounds on throughput at service times of one."""
    if not family["bounds"]:
        return
    yield r"\subsection{Bounds on throughput}"
    for each in family["bounds"]:
        shown = each["shown"]
        yield f"On {prose(in_words(each['size']))}, all service times are one; {prose(visits(shown['source']))}."
        rows = [(text_cell(words), code_cell(shown[name])) for name, words in BOUNDS.items() if shown[name] is not None]
        yield table(["bound", "value"], [*rows, (text_cell("bottleneck"), text_cell(", ".join(shown["bottleneck"])))])
        yield command(each["command"])


def deadlock(family: Data) -> Iterator[str]:
    """A proposition for each routing, with the packets that wait for one another."""
    if not family["deadlock"]:
        return
    yield r"\subsection{Deadlock}"
    size = in_words(family["deadlock"]["size"])
    for each in family["deadlock"]["verdicts"]:
        shown = each["shown"]
        title = f"{capital(each['routing'])} on {family['name']} {size}"
        counted = (
            ""
            if shown["channels"] is None
            else f"{shown['channels']} resources with {shown['dependencies']} dependencies."
        )
        yield statement(
            "proposition",
            prose(title),
            "",
            [
                f"{verdict(shown['verdict'], '.')} Criterion: {prose(shown['criterion'])}. {counted}",
                rf"\par{{\small {said(shown['scope'])}}}",
            ],
        )
        if shown["cycle"]:
            rows = [
                [code_cell(row[name]) for name in ("source", "destination", "holds", "wants")] for row in shown["cycle"]
            ]
            more = f": the first {len(rows)} of {each['packets']}" if each["packets"] > len(rows) else ""
            yield table(["from", "to", "holds", "wants"], rows, f"Packets that wait for one another{more}")
        yield command(each["command"])
    for line in family["deadlock"].get("refused", []):
        yield rf"{{\small {said(line)}\par}}"
