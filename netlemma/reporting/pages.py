"""Pages of the site, made from gathered data: names of files and their contents, and the index of the search page."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from checks.claims.papers import papers
from derive.typeset.prose import html_prose
from graphs import families
from netlemma.drawing import svg
from netlemma.figures import figures
from netlemma.figures.papers import PublishedFigure, by_paper
from netlemma.reporting.gather import Report, slug
from netlemma.reporting.lemma_graph import lemma_graph
from netlemma.reporting.template_filters import breakable, byline, environment, heading

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


HERE = Path(__file__).parent


def pages(report: Report) -> dict[str, str | bytes]:
    """Every file of the site by its path."""
    templates = _environment(report)

    def page(template: str, depth: int = 0, **about: Any) -> str:
        return templates.get_template(template).render(root="../" * depth, here="" if depth else template, **about)

    files: dict[str, str | bytes] = {
        "index.html": page("index.html", totals=_totals(report)),
        "errata.html": page("errata.html"),
        "figures.html": page("figures.html", sources=_by_source(report), others=_others(report)),
        "models.html": page("models.html"),
        "traffic.html": page("traffic.html"),
        "lemmas.html": page("lemmas.html", graph=lemma_graph(report.lemmas)),
        "search.html": page("search.html"),
        "assets/index.js": search_index(report),
    }
    for family in report.families:
        files[f"families/{family['name']}.html"] = page("family.html", 1, family=family, drawing=_drawing(family))
        files |= _certificates(family)
    for paper in report.papers:
        files[f"papers/{paper['key']}.html"] = page("paper.html", 1, paper=paper)
    for figure in report.figures:
        files[f"figures/{figure['name']}.svg"] = figure["svg"]
    for model in report.models:
        files[f"models/{model['name']}.svg"] = model["svg"]
    for pattern in report.patterns:
        files[f"traffic/{pattern['name']}.svg"] = pattern["svg"]
    files |= {f"assets/{path.name}": path.read_bytes() for path in sorted((HERE / "assets").iterdir())}
    return files


def _environment(report: Report) -> Environment:
    found = environment("templates", autoescape=True)
    found.filters |= {
        "prose": _marked(html_prose),
        "heading": heading,
        "byline": byline,
        "breakable": _marked(breakable),
    }
    lemmas = {each["key"]: f"families/{each['family']}.html#{slug(each['key'])}" for each in report.lemmas}
    found.globals |= {"report": report, "lemma_pages": lemmas}
    return found


def _marked(function: Any) -> Any:
    """A filter whose result is HTML already."""
    return lambda text: Markup(function(text))


def _totals(report: Report) -> dict[str, int]:
    """What is there in all; ``whole`` if that is everything, so that a command prints these very numbers."""
    of_families = {each["name"] for each in report.families} == set(families())
    return {
        "whole": of_families and {each["key"] for each in report.papers} == set(papers()) and not report.missing,
        "lemmas": len(report.lemmas),
        "claims": len(report.verdicts),
        **report.judged,
    }


def _by_source(report: Report) -> Mapping[str, list[dict[str, Any]]]:
    """Figures paper by paper."""
    found: dict[str, list[dict[str, Any]]] = {}
    for figure in report.figures:
        found.setdefault(figure["source"], []).append(figure)
    return found


def _others(report: Report) -> Mapping[str, list[PublishedFigure]]:
    """What else the papers of these figures print as figures and tables, and what to do to see it."""
    there, names = _by_source(report), set(figures())
    return {
        source: [each for each in found if each.name not in names]
        for source, found in by_paper().items()
        if source in there
    }


def _certificates(family: Mapping[str, Any]) -> dict[str, str | bytes]:
    verdicts = family["deadlock"]["verdicts"] if family["deadlock"] else []
    return {
        f"certificates/{family['name']}-{number}.json": json.dumps(each["certificate"]) + "\n"
        for number, each in enumerate(verdicts, 1)
        if each["certificate"] is not None
    }


def _drawing(family: Mapping[str, Any]) -> str:
    """The network as SVG; "" for a family without a deadlock verdict."""
    return svg(family["name"], family["deadlock"]["size"]) if family["deadlock"] else ""
