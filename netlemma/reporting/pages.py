"""Pages of the site and their downloads."""

import csv
import io
import json
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from netlemma.checks.claims.papers import papers
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.typeset.lemma_pages import capital
from netlemma.derive.typeset.prose import html_prose
from netlemma.figures import figures
from netlemma.figures.papers import PublishedFigure, by_paper
from netlemma.glossary.explanations import explanations, glossary
from netlemma.graphs import families, network
from netlemma.reporting.formula_box import notation, of_family, of_lemma
from netlemma.reporting.gather import Report, cited, claim_weight, slug
from netlemma.reporting.lookup import (
    MOST,
    SHOWN,
    browsed,
    closed_forms,
    described,
    found_formulas,
    groups,
    in_parts,
    listed_formulas,
    number_of,
    quantities,
    search_index,
    size_box,
    weight,
)
from netlemma.reporting.template_filters import (
    breakable,
    byline,
    decimal,
    environment,
    flowing,
    heading,
    located,
    oneline,
    worded,
)
from netlemma.reporting.uses import SAME, by_use, called, lemma_title

# What the site offers to take along: lemmas and claims as JSON and CSV, and edge lists of networks.


LEMMA_COLUMNS = ("key", "number", "family", "quantity", "domain", "text", "strength", "verdict")
CLAIM_COLUMNS = ("key", "source", "locator", "verdict", "severity", "words", "text", "correction")


def downloads(report: Report) -> dict[str, str]:
    """Lemmas and claims as JSON and CSV, by file."""
    lemmas = [
        {**each, "number": number_of(each["key"]), "verdict": each["verdict"]["verdict"]} for each in report.lemmas
    ]
    found: dict[str, str] = {}
    for name, columns, rows in (("lemmas", LEMMA_COLUMNS, lemmas), ("claims", CLAIM_COLUMNS, report.verdicts)):
        kept = [{column: row[column] for column in columns} for row in rows]
        out = io.StringIO()
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
        found |= {
            f"data/{name}.json": json.dumps(kept, indent=1, ensure_ascii=False) + "\n",
            f"data/{name}.csv": out.getvalue(),
        }
    if report.comparison:
        found["data/compare.json"] = json.dumps(report.comparison["rows"], indent=1) + "\n"
        found["data/compare.csv"] = report.comparison["csv"]
    return found


def edge_list(net: Any) -> str:
    """The links of a network as CSV: each two-way link once, or the hops of a network with one-way links or buses.

    >>> from netlemma.graphs import network
    >>> edge_list(network("ring", K=3)), edge_list(network("oneway-ring(2)")).splitlines()[0]
    ('from,to,class\\n0,1,link\\n1,2,link\\n0,2,link\\n', 'source,target,class')
    """
    hops = zip(net.origin.tolist(), net.target.tolist(), net.device.tolist(), strict=True)
    two_way = {each.kind for each in net.device_classes} == {"link"}
    of_devices = {device: (tail, head, device) for tail, head, device in reversed(list(hops))} if two_way else {}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("from", "to", "class") if two_way else ("source", "target", "class"))
    for tail, head, device in sorted(of_devices.values(), key=lambda each: each[2]) if two_way else hops:
        names = (" ".join(map(str, net.labels(node))) for node in (tail, head))
        writer.writerow([*names, net.device_classes[net.device_class[device]].name])
    return out.getvalue()


# Pages of the site, made from gathered data: names of files and their contents.


HERE = Path(__file__).parent


def pages(report: Report, documents: Collection[str] = ()) -> dict[str, str | bytes]:
    """Every file of the site by its path."""
    templates = _environment(report)
    of_quantities, terms = quantities(report), {each.name: each.meaning for each in glossary()}
    drawings = {family["name"]: (family["drawing"] or {}).get("svg", "") for family in report.families}
    words = [each for each in explanations() if each.kind != "family"]
    edge_lists = {family["name"]: family["row"]["size"] for family in report.families if family["row"]}

    def page(template: str, depth: int = 0, **about: Any) -> str:
        return templates.get_template(template).render(root="../" * depth, here="" if depth else template, **about)

    files: dict[str, str | bytes] = {
        "index.html": page(
            "index.html",
            totals=_totals(report),
            documents=documents,
            example=_example(report, drawings),
            striking=_striking(report),
        ),
        "families.html": page("families.html", drawings=drawings),
        "papers.html": page("papers.html"),
        "deadlock.html": page(
            "deadlock.html", theorems=theorems(report), by_routing=by_routing(report), picture=_waiting(report)
        ),
        "figures.html": page("figures.html", sources=_by_source(report), others=_others(report)),
        "models.html": page("models.html"),
        "traffic.html": page("traffic.html"),
        "compare.html": page("compare.html"),
        "check.html": page("check.html", families=_checked(report), examples=_examples(report)),
        "browse.html": page("browse.html", edge_lists=edge_lists),
        "search.html": page("search.html"),
        "notation.html": page("notation.html", words=words, quantity_pages=of_quantities),
        "assets/index.js": search_index(report),
        "assets/rows.js": browsed(report),
        "assets/notation.js": notation(),
        **{
            f"data/closed-forms/{family['name']}.js": of_family(family)
            for family in report.families
            if family["lemmas"]
        },
        "assets/found.js": found_formulas(report),
        **{f"data/networks/{name}.csv": edge_list(network(name, **size)) for name, size in edge_lists.items()},
    }
    for use, members in by_use(report.families):
        if any(each["row"] for each in members):
            files[f"families/{slug(use).lower()}-table.html"] = page("use.html", 1, use=use, members=members)
    failing = [paper for paper in report.papers if paper["failing"]]
    sheets = in_parts(failing, lambda paper: sum(map(claim_weight, paper["failing"])))
    at = {
        paper["key"]: "errata.html" if i == 1 else f"errata-{i}.html"
        for i, part in enumerate(sheets, 1)
        for paper in part
    }
    files |= _parts(page, "errata.html", "errata", sheets, 0, at=at)
    if report.comparison:
        files |= _drawn("compare", report.comparison)
    if report.published:
        files |= _published(report, page)
    near = _neighbours((family["name"] for family in report.families), called)
    same: Any = templates.globals["same"]
    for family in report.families:
        name, drawing = family["name"], drawings[family["name"]]
        also = [other for other, whole in same.items() if whole.family == name and other in drawings]
        shown = {**family, **size_box(family), "also": also}
        about = {"family": shown, "drawing": drawing, "near": _beside(report, name), **near[name]}
        about["formulas"] = listed_formulas(family)
        files[f"families/{name}.html"] = page("same.html" if name in same else "family.html", 1, **about)
        if drawing:
            files[f"families/{name}.svg"] = drawing
        files |= _of_deadlock(family)
    near = _neighbours((lemma["key"] for lemma in report.lemmas), lemma_title)
    for lemma in described(report):
        name = slug(lemma["key"])
        steps = list(enumerate(lemma["steps"], 1))
        room = MOST - weight(lemma["result"]) - weight(lemma["definition"])
        parts = in_parts(steps, lambda step: 12 + weight(step[1]["after"]), room)
        files |= _parts(
            page, "lemma.html", f"lemmas/{name}", parts, lemma={**lemma, "box": of_lemma(lemma)}, **near[lemma["key"]]
        )
    near = _neighbours(of_quantities, lambda name: capital(worded(name)))
    for name, members in of_quantities.items():
        about = {"name": name, "meaning": terms.get(name, members[0]["statement"]), **near[name]}
        parts = in_parts(members, lambda lemma: 16 + weight(lemma["result"]))
        files |= _parts(page, "quantity.html", f"quantities/{name}", parts, **about)
    files |= downloads(report)
    books: Any = templates.globals["books"]
    near = _neighbours((paper["key"] for paper in report.papers), lambda key: cited(books[key], key))
    for paper in report.papers:
        parts = [paper["sections"][a:b] for a, b in paper["parts"]]
        files |= _parts(page, "paper.html", f"papers/{paper['key']}", parts, paper=paper, **near[paper["key"]])
    for figure in report.figures:
        files |= _drawn(f"figures/{figure['name']}", figure)
    for model in report.models:
        files |= _drawn(f"models/{model['name']}", model)
    for pattern in report.patterns:
        files[f"traffic/{pattern['name']}.svg"] = pattern["svg"]
    assets = [path for path in sorted((HERE / "assets").iterdir()) if path.suffix != ".woff2"]
    files |= {f"assets/{path.name}": path.read_bytes() for path in assets}
    files["assets/math.css"] = _math_font()
    return files


def _parts(
    page: Callable[..., str], template: str, path: str, parts: Collection[Any], depth: int = 1, **about: Any
) -> dict[str, str | bytes]:
    """What is long on a page and others that go on with it, each with its part and the addresses of all."""
    names = [f"{path}{f'-{i}' if i > 1 else ''}.html" for i in range(1, len(parts) + 1)]
    beside = [name.rpartition("/")[2] for name in names]
    found: dict[str, str | bytes] = {}
    for number, (name, part) in enumerate(zip(names, parts, strict=True), 1):
        found[name] = page(template, depth, part=part, sheet=number, parts=beside, **about)
    return found


def _math_font() -> str:
    """The font of formulas within a style sheet: browsers that read pages from files may refuse a font in a file of its own."""
    code = b64encode((HERE / "assets" / "netlemma-math.woff2").read_bytes()).decode()
    return f'@font-face {{ font-family: "netlemma Math"; src: url(data:font/woff2;base64,{code}) format("woff2"); }}\n'


EXAMPLES = ("torus", "ring")  # families that the start page shows, the first one that is there
QUANTITIES = ("nodes", "diameter", "mean_distance")
ENCYCLOPAEDIAS = ("Wikipedia", "MathWorld", "PlanetMath", "OEIS")


def _example(report: Report, drawings: Mapping[str, str]) -> dict[str, Any] | None:
    """A family with the closed form of its mean distance and a box for its sizes."""
    for name in EXAMPLES:
        for family in report.families:
            lemma = next((each for each in family["lemmas"] if each["key"] == f"{name}.mean_distance"), None)
            if family["name"] == name and lemma:
                few = [each for each in family["lemmas"] if each["quantity"] in QUANTITIES]
                box = size_box({**family, "lemmas": few}, f"families/{name}.html")
                return {"name": name, "lemma": lemma, "picture": drawings[name], **box}
    return None


CHECKED = (
    ("hypercube", "mean_distance", "n/2"),
    ("torus", "diameter", "n floor(k/2)"),
    ("ring", "mean_distance", "K/4"),
)


def _checked(report: Report) -> list[str]:
    """The families with closed forms, in the order of what they are called."""
    return sorted((family["name"] for family in report.families if family["lemmas"]), key=called)


def _examples(report: Report) -> list[tuple[str, str, str]]:
    """Formulas to be tried."""
    known = {each["key"] for each in report.lemmas}
    return [each for each in CHECKED if f"{each[0]}.{each[1]}" in known]


def _striking(report: Report) -> list[dict[str, Any]]:
    """One false formula each of an encyclopaedia, of another source, and of a paper: the shortest, with a counterexample."""
    failing = [each for each in report.published if each["verdict"] == "fails" and each["kind"] == "error"]
    known = [each for each in failing if each["counterexample"] and each["counterexample"].get("size")]
    known = [{**each, "page": ""} for each in sorted(known, key=lambda each: len(each["latex"]))]
    of_all = [each for name in ENCYCLOPAEDIAS for each in known if each["source"].startswith(name)]
    others = [each for each in known if each not in of_all]
    printed = [
        {
            "source": f"{byline(paper['book'])}, {each['locator']}", "url": "", "page": f"{each['page']}#{each['anchor']}",
            "family": each["family"], "quantity": LemmaKey.parse(each["key"]).quantity, "formula": each["printed"],
            "counterexample": each["counterexample"], "place": each["place"], "command": f"{each['command']} --json", "let": [],
        }
        for paper in report.papers for each in paper.get("failing", ())
        if each["printed"] and each["counterexample"] and each["counterexample"].get("size")
    ]  # fmt: skip
    return [*of_all[:1], *others[:1], *printed[:1]]


def by_routing(report: Report) -> list[tuple[str, list[str], list[dict[str, Any]]]]:
    """Families by use, with the routings of the use: each family with its verdicts by routing."""
    found = []
    for use, members in by_use(each for each in report.families if each["deadlock"] and each["name"] not in SAME):
        rows = [
            {**each, "by_routing": {one["routing"]: one for one in each["deadlock"]["verdicts"]}} for each in members
        ]
        found.append((use, list(dict.fromkeys(routing for row in rows for routing in row["by_routing"])), rows))
    return found


def _waiting(report: Report) -> str:
    """A family with a picture of packets that wait for one another."""
    there = {each["name"] for each in report.families if each["deadlock"] and each["deadlock"]["verdicts"][0]["svg"]}
    return next((name for name in ("oneway-torus", *EXAMPLES) if name in there), "")


def theorems(report: Report) -> list[dict[str, Any]]:
    """Lemmas on ranks of channels, each with its routing in words."""
    found = []
    for lemma in report.lemmas:
        quantity, _, routing = lemma["quantity"].partition(".")
        if quantity == "deadlock_rank" and lemma["verdict"]["verdict"] == "holds":
            found.append(
                {**lemma, "routing": RANKED.get(routing, f"{routing} routing" if routing else "its own routing")}
            )
    return found


RANKED = {
    "dateline": "dimension order with two virtual channels and a dateline",
    "dimension-order": "dimension order",
    "hyperx-order": "dimension order",
    "shortest": "shortest-path routing",
    "minimal": "minimal routing with a second virtual channel behind the global link",
    "ugal": "UGAL with three virtual channels",
    "par": "progressive adaptive routing with four virtual channels",
    "valiant-switches": "Valiant's routing over switches with four virtual channels",
    "d3r": "D3R on two lanes",
    "dimwar": "DimWAR with two virtual channels",
    "by-hops": "shortest-path routing with a virtual channel for each hop",
    "tera": "TERA",
    "one-detour": "routing with one detour",
}


ROWS = 60  # published formulas on a page


def _published(report: Report, page: Callable[..., str]) -> dict[str, str | bytes]:
    """The page of published formulas that fail, and those of all of them, part by part."""
    every = [report.published[i : i + ROWS] for i in range(0, len(report.published), ROWS)]
    names = [f"published-{number}" for number in range(1, len(every) + 1)]
    parts = [
        (ROWS * i + 1, ROWS * i + len(rows), f"{name}.html")
        for i, (name, rows) in enumerate(zip(names, every, strict=True))
    ]
    near = _neighbours(names, lambda name: capital(name.replace("-", " ")))
    failing = sorted((each for each in report.published if each["verdict"] == "fails"), key=_renown)
    found: dict[str, str | bytes] = {"published.html": page("published.html", parts=parts, failing=failing)}
    for name, rows in zip(names, every, strict=True):
        found[f"{name}.html"] = page("published-part.html", rows=rows, **near[name])
    return found


def _renown(published: Mapping[str, Any]) -> int:
    """The place of the source of a published formula: encyclopaedias stand before others."""
    return next(
        (i for i, name in enumerate(ENCYCLOPAEDIAS) if published["source"].startswith(name)), len(ENCYCLOPAEDIAS)
    )


def _drawn(path: str, about: Mapping[str, Any]) -> dict[str, str]:
    """The picture of a result, and the one for narrow screens."""
    return {f"{path}.svg": about["svg"], f"{path}-narrow.svg": about["narrow"]}


def _neighbours(names: Iterable[str], said: Callable[[str], str] = str) -> dict[str, dict[str, Any]]:
    """For each page of a folder the addresses and titles of those before and after it.

    >>> _neighbours(["a", "b.c"], str.upper)["a"]
    {'before': None, 'after': ('b-c.html', 'B.C')}
    """
    listed = list(names)
    pages = [None, *((f"{slug(name)}.html", said(name)) for name in listed), None]
    return {
        name: {"before": before, "after": after} for name, before, after in zip(listed, pages, pages[2:], strict=False)
    }


def _environment(report: Report) -> Environment:
    found = environment("templates", autoescape=True)
    found.filters |= {
        "prose": _marked(html_prose),
        "heading": heading,
        "byline": byline,
        "breakable": _marked(breakable),
        "flowing": _marked(flowing),
        "located": _marked(located),
        "oneline": _marked(oneline),
        "groups": groups,
        "decimal": decimal,
        "by_use": by_use,
    }
    there = {family["name"] for family in report.families}
    of_others = {name: same for name, same in SAME.items() if same.family in there}
    books = {each["key"]: each["book"] for each in report.papers}
    lemmas = {each["key"]: f"lemmas/{slug(each['key'])}.html" for each in report.lemmas}
    found.globals |= {
        "report": report,
        "lemma_pages": lemmas,
        "sides": closed_forms(report),
        "forms": closed_forms(report, SHOWN),
        "same": of_others,
        "books": books,
    }
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


BESIDE = 2  # neighbours of a family on either side


def _beside(report: Report, name: str) -> list[dict[str, Any]]:
    """The families of the same use that stand beside one, with it; none for what stands alone."""
    for _, members in by_use(each for each in report.families if each["row"] and each["name"] not in SAME):
        names = [each["name"] for each in members]
        if name in names:
            first = max(0, min(names.index(name) - BESIDE, len(names) - 2 * BESIDE - 1))
            found = members[first : first + 2 * BESIDE + 1]
            return found if len(found) > 1 else []
    return []


def _of_deadlock(family: Mapping[str, Any]) -> dict[str, str | bytes]:
    """Certificates of verdicts, and the picture of the first one."""
    verdicts = family["deadlock"]["verdicts"] if family["deadlock"] else []
    pictures = [each["svg"] for each in verdicts if each["svg"]]
    return {f"families/{family['name']}-deadlock.svg": each for each in pictures} | {
        f"certificates/{family['name']}-{number}.json": json.dumps(each["certificate"]) + "\n"
        for number, each in enumerate(verdicts, 1)
        if each["certificate"] is not None
    }
