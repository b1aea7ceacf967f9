"""A book of less than a hundred pages: twenty networks, each on two facing pages, then comparison, deadlock, errata and method."""

import re
from collections.abc import Iterator
from typing import Any

from netlemma.checks.claims.papers import SEVERITIES
from netlemma.derive.core.lemma import LemmaKey
from netlemma.drawing.drawn import compose
from netlemma.drawing.files import as_file
from netlemma.drawing.look import WIDTHS, Paper
from netlemma.graphs import families, network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import routing
from netlemma.reporting.gather import Data, Report
from netlemma.reporting.lookup import about
from netlemma.reporting.pages import theorems
from netlemma.reporting.pdf.document import document, pictures
from netlemma.reporting.template_filters import called
from netlemma.reporting.work import Task, work

DERIVED = {
    "ring": "mean_distance",
    "mesh": "mean_distance",
    "torus": "mean_distance",
    "oneway-torus": "mean_distance",
    "hamming": "mean_distance",
    "hyperx": "mean_distance",
    "hypercube": "mean_distance",
    "folded-hypercube": "mean_distance",
    "cube-connected-cycles": "mean_distance",
    "permutation-star": "mean_distance",
    "de-bruijn": "mean_distance",
    "kautz": "mean_distance",
    "butterfly": "mean_distance",
    "clos": "max_channel_load.uniform",
    "k-ary-n-tree": "mean_distance.terminals",
    "fat-tree": "mean_distance.terminals",
    "megafly": "mean_distance.terminals",
    "dragonfly": "mean_distance.terminals",
    "slim-fly": "mean_distance",
    "polarfly": "mean_distance",
}  # the networks of the book, each with the quantity that is derived in full
HEADLINES = (
    "nodes", "links", "degree", "max_degree", "diameter", "mean_distance", "diameter.terminals", "mean_distance.terminals",
    "max_channel_load.uniform", "max_channel_load.minimal", "bisection", "wiener_index",
)  # fmt: skip
LINES = 8  # of the table of formulas
FEW_WORDS = 500  # characters of a definition
GRAVE = SEVERITIES[:2]  # of the errata shown
MOST_ERRATA = 9  # of a paper


def chapters() -> list[Task]:
    """The results that the book shows."""
    return [task for task in work() if _is_shown(task)]


def _is_shown(task: Task) -> bool:
    if task.kind == "lemma":
        key = LemmaKey.parse(task.about["key"])
        mine = key.subject in DERIVED and key.quantity in (*HEADLINES, DERIVED[key.subject])
        return mine or key.quantity.partition(".")[0] == "deadlock_rank"
    if task.kind in ("row", "deadlock", "drawing"):
        return task.group in DERIVED
    return task.kind in ("statement", "published formula", "comparison")


def book_latex(report: Report) -> str:
    """The document, for plain pdflatex."""
    ranked = [{**each, "title": called(each["family"])} for each in theorems(report) if each["family"] != "toroid"]
    wrong = [each for each in report.published if each["kind"] == "error" and each["counterexample"]]
    shown, errata = list(_spreads(report, ranked)), list(_errata(report))
    cited = {claims["paper"] for family in shown for claims in family["claims"]} | {paper["key"] for paper, _ in errata}
    return document(
        report,
        "book",
        papers=[paper for paper in report.papers if paper["key"] in cited],
        spreads=shown,
        theorems=ranked,
        errata=errata,
        published=[{**each, "title": called(each["family"])} for each in wrong],
        families=len(families()),
    )


def _spreads(report: Report, ranked: list[Data]) -> Iterator[Data]:
    """The networks of the book in its order, each with its headline formulas and the lemma that is derived."""
    there = {family["name"]: family for family in report.families}
    for name, quantity in DERIVED.items():
        if name in there:
            lemmas: dict[str, Any] = {lemma["quantity"]: lemma for lemma in there[name]["lemmas"]}
            shown = [lemmas[each] for each in HEADLINES if each in lemmas][:LINES]
            yield {
                **there[name],
                "title": called(name),
                "words": _few(there[name]["words"]),
                "shown": [{**each, "about": about(each)} for each in shown],
                "derived": lemmas.get(quantity),
                "theorems": [each for each in ranked if each["family"] == name],
            }


def _few(paragraphs: list[str]) -> list[str]:
    """The first paragraphs of a text, and as many more as are short together.

    >>> _few(["a" * 400, "b" * 90, "c" * 90])[1:]
    ['bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']
    """
    return [part for i, part in enumerate(paragraphs) if not i or len(" ".join(paragraphs[: i + 1])) <= FEW_WORDS]


def _errata(report: Report) -> Iterator[tuple[Data, list[Data]]]:
    """Each paper with its gravest errata that have a counterexample."""
    for paper in report.papers:
        grave = [each for each in paper["failing"] if each["severity"] in GRAVE and each["counterexample"]]
        legible = [
            each
            for each in grave
            if not (_is_source(each["words"]) or (_is_source(each["correction"]) and not each["right"]))
        ]
        if legible:
            yield paper, legible[:MOST_ERRATA]


def _is_source(text: str | None) -> bool:
    """Whether a text has formulas that no sentence has: indices of several letters, powers of sums."""
    return bool(re.search(r"_\w*_|_\{|sum_|\^\(|\)/\(", text or ""))


def book_pictures(report: Report) -> dict[str, bytes]:
    """The pictures of the book by path: those of its networks, and a deadlock."""
    net = network("torus", k=4, n=2)
    axes, _ = compose(
        net,
        None,
        None,
        decide(routing(net, "dimension-order")),
        None,
        None,
        None,
        "",
        paper=Paper(WIDTHS["page"], True),
    )
    return pictures(report) | {"deadlock.pdf": as_file(lambda: axes, "pdf", "deadlock")}
