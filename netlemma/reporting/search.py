"""The index of the search page: a script that any browser loads from a folder, without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator

from netlemma.reporting.gather import Report, slug

LONGEST = 240  # characters of an entry


def search_index(report: Report) -> str:
    """The index as a script that sets ``netlemmaIndex``: lists of kind, title, address and words."""
    entries = [[kind, title, address, words[:LONGEST]] for kind, title, address, words in _entries(report)]
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"window.netlemmaIndex = {text};\n"


def _entries(report: Report) -> Iterator[tuple[str, str, str, str]]:
    for family in report.families:
        page = f"families/{family['name']}.html"
        yield "family", family["name"], page, family["summary"]
        for lemma in family["lemmas"]:
            yield "lemma", lemma["key"], f"{page}#{slug(lemma['key'])}", lemma["statement"]
    for paper in report.papers:
        page = f"papers/{paper['key']}.html"
        yield "paper", paper["key"], page, f"{paper['book'].get('author', '')} {paper['book'].get('title', '')}"
        for each in paper["verdicts"]:
            words = each["words"] or each["text"]
            yield "claim", f"{each['key']}: {each['verdict']}", f"{page}#{each['anchor']}", f"{each['locator']} {words}"
    for figure in report.figures:
        yield "figure", figure["name"], f"figures.html#{slug(figure['name'])}", f"{figure['title']} {figure['locator']}"
    for pattern in report.patterns:
        yield "pattern", pattern["name"], f"traffic.html#{slug(pattern['name'])}", pattern["definition"]
    for model in report.models:
        yield "model", model["name"], f"models.html#{slug(model['name'])}", model["summary"]
