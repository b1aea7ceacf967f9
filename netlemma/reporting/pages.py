"""Pages of the site, made from gathered data: names of files and their contents."""

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from netlemma.checks.claims.papers import papers
from netlemma.derive.typeset.prose import html_prose
from netlemma.figures import figures
from netlemma.figures.papers import PublishedFigure, by_paper
from netlemma.glossary.explanations import explanations, glossary
from netlemma.graphs import families, network
from netlemma.reporting.downloads import downloads, edge_list
from netlemma.reporting.gather import Report, slug
from netlemma.reporting.lemma_graph import lemma_graph
from netlemma.reporting.lookup import (
    browsed,
    closed_forms,
    described,
    found_formulas,
    groups,
    quantities,
    search_index,
    size_box,
    summary_row,
)
from netlemma.reporting.template_filters import breakable, byline, decimal, environment, flowing, heading

HERE = Path(__file__).parent


def pages(report: Report, documents: Collection[str] = ()) -> dict[str, str | bytes]:
    """Every file of the site by its path."""
    templates = _environment(report)
    of_quantities, terms = quantities(report), {each.name: each.meaning for each in glossary()}
    summaries = {family["name"]: summary_row(family) for family in report.families}
    drawings = {family["name"]: (family["drawing"] or {}).get("svg", "") for family in report.families}
    words = [each for each in explanations() if each.kind != "family"]
    edge_lists = {family["name"]: family["row"]["size"] for family in report.families if family["row"]}

    def page(template: str, depth: int = 0, **about: Any) -> str:
        return templates.get_template(template).render(root="../" * depth, here="" if depth else template, **about)

    files: dict[str, str | bytes] = {
        "index.html": page(
            "index.html", totals=_totals(report), summaries=summaries, drawings=drawings, documents=documents
        ),
        "errata.html": page("errata.html"),
        "figures.html": page("figures.html", sources=_by_source(report), others=_others(report)),
        "models.html": page("models.html"),
        "traffic.html": page("traffic.html"),
        "lemmas.html": page("lemmas.html", graph=lemma_graph(report.lemmas)),
        "compare.html": page("compare.html"),
        "browse.html": page("browse.html", edge_lists=edge_lists),
        "search.html": page("search.html"),
        "notation.html": page("notation.html", words=words, quantity_pages=of_quantities),
        "assets/index.js": search_index(report),
        "assets/rows.js": browsed(report),
        "assets/found.js": found_formulas(report),
        **{f"data/networks/{name}.csv": edge_list(network(name, **size)) for name, size in edge_lists.items()},
    }
    if report.comparison:
        files |= _drawn("compare", report.comparison)
    if report.published:
        files["published.html"] = page("published.html")
    near = _neighbours(family["name"] for family in report.families)
    for family in report.families:
        drawing = drawings[family["name"]]
        shown = {**family, **size_box(family)}
        about = {"family": shown, "drawing": drawing, **near[family["name"]]}
        files[f"families/{family['name']}.html"] = page("family.html", 1, **about)
        if drawing:
            files[f"families/{family['name']}.svg"] = drawing
        files |= _certificates(family)
    near = _neighbours(lemma["key"] for lemma in report.lemmas)
    for lemma in described(report):
        files[f"lemmas/{slug(lemma['key'])}.html"] = page("lemma.html", 1, lemma=lemma, **near[lemma["key"]])
    near = _neighbours(of_quantities)
    for name, members in of_quantities.items():
        about = {"name": name, "members": members, "meaning": terms.get(name, members[0]["statement"]), **near[name]}
        files[f"quantities/{name}.html"] = page("quantity.html", 1, **about)
    files |= downloads(report)
    near = _neighbours(paper["key"] for paper in report.papers)
    for paper in report.papers:
        files[f"papers/{paper['key']}.html"] = page("paper.html", 1, paper=paper, **near[paper["key"]])
    for figure in report.figures:
        files |= _drawn(f"figures/{figure['name']}", figure)
    for model in report.models:
        files |= _drawn(f"models/{model['name']}", model)
    for pattern in report.patterns:
        files[f"traffic/{pattern['name']}.svg"] = pattern["svg"]
    files |= {f"assets/{path.name}": path.read_bytes() for path in sorted((HERE / "assets").iterdir())}
    return files


def _drawn(path: str, about: Mapping[str, Any]) -> dict[str, str]:
    """The picture of a result, and the one for narrow screens."""
    return {f"{path}.svg": about["svg"], f"{path}-narrow.svg": about["narrow"]}


def _neighbours(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """For each page of a folder the addresses and names of those before and after it.

    >>> _neighbours(["a", "b.c"])["a"]
    {'before': None, 'after': ('b-c.html', 'b.c')}
    """
    pages = [None, *((f"{slug(name)}.html", name) for name in names), None]
    return {
        here[1]: {"before": before, "after": after}
        for before, here, after in zip(pages, pages[1:], pages[2:], strict=False)
        if here
    }


def _environment(report: Report) -> Environment:
    found = environment("templates", autoescape=True)
    found.filters |= {
        "prose": _marked(html_prose),
        "heading": heading,
        "byline": byline,
        "breakable": _marked(breakable),
        "flowing": _marked(flowing),
        "groups": groups,
        "decimal": decimal,
    }
    lemmas = {each["key"]: f"lemmas/{slug(each['key'])}.html" for each in report.lemmas}
    found.globals |= {"report": report, "lemma_pages": lemmas, "sides": closed_forms(report)}
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
