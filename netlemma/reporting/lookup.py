"""Things to look up on the site: lemmas with what concerns them, quantities of all families, and the index of the search."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from netlemma import __version__
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.typeset.lemma_pages import capital
from netlemma.derive.typeset.mathml_printer import NAMESPACE
from netlemma.glossary.explanations import explanations, glossary
from netlemma.reporting.gather import Report, cited, slug
from netlemma.reporting.results.expression_trees import condition_tree
from netlemma.reporting.uses import SAME, also_under, called, headed, lemma_title, the, whole_name, within

Data = dict[str, Any]
LONG_ELEMENTS = 400  # of formulas that are not short in the list of a family
LONGEST = 160  # characters of an entry of the index
GROUPS = {
    "Distances": ("mean_distance", "diameter", "radius", "distance", "nodes_at_distance", "pairs_at_distance",
                  "distance_polynomial", "wiener_index", "hyper_wiener_index", "harary_index", "total_distance",
                  "shortest_paths", "shortest", "ring_hops"),
    "Nodes and links": ("nodes", "links", "degree", "min_degree", "mean_degree", "max_degree", "rings", "ring_count"),
    "Loads": ("visit_ratio", "balance", "max_visit_ratio", "min_visit_ratio", "max_channel_load", "bisection", "edge_forwarding_index",
              "vertex_forwarding_index", "capacity", "throughput", "worst_case", "fraction_of_capacity", "mean_hops", "quantum",
              "bottleneck", "send", "echo", "hot_send", "hot_echo", "hot_queue", "hot_total", "mean_queue", "queue"),
    "Channel orders": ("deadlock_rank",),
}  # fmt: skip
RANK = "deadlock_rank"  # its formula, F = 0, says nothing without its statement
REST = "Models"  # the group of further quantities: parts of models of latency
SHORT = 60  # characters of LaTeX of a formula in a table
SHOWN = 300  # and of one in a list of what was found


def number_of(key: str) -> str:
    """The permanent number of a lemma: the first digits of a hash of its key.

    >>> number_of("toroid.mean_distance")
    '36B8CB'
    """
    return sha256(key.encode()).hexdigest()[:6].upper()


def about(lemma: Mapping[str, Any]) -> str:
    """The name of the quantity of a lemma, without its classes and patterns."""
    return str(lemma["quantity"]).partition(".")[0]


def groups(lemmas: list[Data]) -> list[tuple[str, list[Data]]]:
    """The lemmas of a family under headings, mean distance and diameter first."""
    places = {name: (group, place) for group, names in GROUPS.items() for place, name in enumerate(names)}
    found: dict[str, list[Data]] = {group: [] for group in (*GROUPS, REST)}
    for lemma in lemmas:
        found[places.get(about(lemma), (REST, 0))[0]].append(lemma)
    for members in found.values():
        members.sort(key=lambda each: places.get(about(each), (REST, 0))[1])
    return [(group, members) for group, members in found.items() if members]


def described(report: Report) -> list[Data]:
    """The lemmas with their numbers, the lemmas that use them, and the claims about them."""
    parameters = {family["name"]: family["parameters"] for family in report.families}
    users: dict[str, list[str]] = {}
    for lemma in report.lemmas:
        for key in lemma["uses"]:
            users.setdefault(key, []).append(lemma["key"])
    claims: dict[str, list[Data]] = {}
    for each in report.verdicts:
        for key in dict.fromkeys([each["key"], *(reading["key"] for reading in each["readings"])]):
            claims.setdefault(key, []).append(each)
    return [
        {
            **lemma,
            "number": number_of(lemma["key"]),
            "about": about(lemma),
            "parameters": parameters[lemma["family"]],
            "used_by": users.get(lemma["key"], []),
            "claims": claims.get(lemma["key"], []),
            "bibtex": _bibtex(lemma),
        }
        for lemma in report.lemmas
    ]


def _bibtex(lemma: Data) -> str:
    title = f"Lemma {number_of(lemma['key'])}: {lemma['quantity']} of {lemma['family']}"
    note = f"netlemma {__version__}, netlemma derive {lemma['family']} {lemma['quantity']} --steps"
    return f"@misc{{netlemma-{number_of(lemma['key'])},\n  title = {{{title}}},\n  author = {{netlemma}},\n  note = {{{note}}}\n}}"


def quantities(report: Report) -> dict[str, list[Data]]:
    """The lemmas of all families by quantity."""
    found: dict[str, list[Data]] = {}
    for lemma in report.lemmas:
        found.setdefault(about(lemma), []).append(lemma)
    return dict(sorted(found.items()))


MOST = 2300  # elements of formulas on a page, which has some others


def weight(formula: Data | None) -> int:
    """The number of elements of a formula in MathML."""
    return formula["mathml"].count("</") if formula else 0


def in_parts(items: Iterable[Any], weigh: Callable[[Any], int], first: int = MOST) -> list[list[Any]]:
    """Items in their order, in parts for pages; the first one may hold less, and nothing.

    >>> in_parts([900, 900, 2000, 100], int, 1000), in_parts([2000], int, 1000)
    ([[900], [900], [2000, 100]], [[], [2000]])
    """
    parts: list[list[Any]] = [[]]
    left = first
    for item in items:
        if weigh(item) > left:
            parts.append([])
            left = MOST
        parts[-1].append(item)
        left -= weigh(item)
    return parts


def size_box(family: Data, page: str = "") -> Data:
    """The box that evaluates formulas on the page of a family: their numbers with those of the drawing, and the formulas as JSON.

    These are the formulas in the numbers of the parameters alone, with their domains, and with what was measured at
    some sizes. Parameters that no formula has are as in the drawing.
    """
    names, rows, used = {name for each in family["parameters"] for name in each["numbers"]}, [], set[str]()
    for _, members in groups(family["lemmas"]):
        for lemma in members:
            tree, domain = lemma["tree"], condition_tree(lemma["domain"])
            if names and domain and _free(tree) | _free(domain) <= names:
                used |= _free(tree) | _free(domain)
                rows.append(
                    [lemma["quantity"], f"{page}#{slug(lemma['key'])}", domain, tree, lemma["domain"], _measured(lemma)]
                )
    parameters = [each for each in family["parameters"] if used.intersection(each["numbers"])]
    shown = family["deadlock"]["size"] if family["deadlock"] else {}
    known = _numbers_of(parameters, shown)
    return {
        "numbers": {name: known.get(name, "") for each in parameters for name in each["numbers"]},
        "formulas": script(rows) if rows else "",
    }


def _measured(lemma: Data) -> list[list[Any]]:
    """Sizes of a lemma with the value that was measured there."""
    found = []
    for row in (*lemma["values"], *lemma["at_shown"]):
        values = {value for side, value in row.items() if side.startswith("measured")}
        if len(values) == 1:
            found.append([row["size"], *values])
    return found


def _numbers_of(parameters: list[Data], size: Data) -> Data:
    """The numbers of a size by their names in formulas; a list of another length than formulas take has none."""
    found: Data = {}
    for each in parameters:
        given = size.get(each["name"])
        values = list(given) if isinstance(given, (list, tuple)) else [] if given is None else [given]
        if len(values) == len(each["numbers"]):
            found |= dict(zip(each["numbers"], values, strict=True))
    return found


def _free(tree: Any) -> set[str]:
    """The names of a formula that no sum binds."""
    if not isinstance(tree, list) or not tree:
        return set()
    if tree[0] == "v":
        return {tree[1]}
    found = set().union(*map(_free, tree))
    return found - {tree[2]} if tree[0] == "sum" else found


def search_index(report: Report) -> str:
    """The index as a script that sets ``netlemmaIndex``: entries, and names with their other names."""
    entries = [
        [kind, title, address, text[:LONGEST], extra, weight]
        for kind, title, address, text, extra, weight in _entries(report)
    ]
    names = [[each.name, *each.also, each.symbol] for each in explanations() if each.also or each.symbol]
    return f"window.netlemmaIndex = {script({'entries': entries, 'names': names})};\n"


def script(data: Any) -> str:
    """Data as JSON within a script."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")


def _entries(report: Report) -> Iterator[tuple[str, str, str, str, str, float]]:
    """Kind, title, address, text, further words that are searched, and weight."""
    there = {family["name"] for family in report.families}
    for family in report.families:
        name, words = family["name"], " ".join(family["words"][:1])[:LONGEST]
        extra = f"{name} {also_under(name)} {words}"
        whole = whole_name(name) and SAME[name].family in there  # of two names the page that says all
        page, weight = (SAME[name].family, 0) if whole else (name, 6)
        yield "family", called(name), f"families/{page}.html", family["summary"], extra, weight
    for lemma in report.lemmas:
        name, title = lemma["family"], headed(lemma["quantity"], lemma["family"])
        extra = f"{lemma['key']} {also_under(name)} {lemma['statement']}"
        yield "lemma", title, f"lemmas/{slug(lemma['key'])}.html", in_short(lemma), extra, -9 if name in SAME else 1
    for name, members in quantities(report).items():
        meaning = next((each.meaning for each in glossary() if each.name == name), members[0]["statement"])
        yield (
            "quantity",
            capital(name.replace("_", " ")),
            f"quantities/{name}.html",
            f"{meaning} {len(members)} formulas.",
            "",
            8,
        )
    of_pages = quantities(report)
    for each in explanations():
        if each.kind != "family" and each.name not in of_pages:
            text = " ".join((each.symbol, *each.also))
            yield each.kind, each.name, f"notation.html#{slug(each.kind + '-' + each.name)}", each.meaning, text, 4
    yield (
        "page",
        "deadlock",
        "deadlock.html",
        "Which routing can deadlock on which network",
        "virtual channels routing",
        12,
    )
    yield "page", "check a formula", "check.html", "Compare your own formula with a closed form", "verify try LaTeX", 8
    for family in report.families:
        if family.get("deadlock") and family["deadlock"]["verdicts"] and family["name"] not in SAME:
            verdicts = [f"{each['routing']}: {each['shown']['verdict']}" for each in family["deadlock"]["verdicts"]]
            page = f"families/{family['name']}.html#deadlock"
            title = f"Deadlock of {the(family['name'])} under {family['deadlock']['verdicts'][0]['routing']}"
            yield "page", title, page, "; ".join(verdicts), f"{family['name']} virtual channels", 2
    if report.comparison:
        listed = sorted({within(row["network"].partition(" ")[0]) for row in report.comparison["rows"]})
        about = f"At about {report.comparison['nodes']} terminals: {', '.join(listed)}"
        yield "page", "Networks compared", "compare.html", about, f"{' '.join(listed)} versus comparison side", 12
    for row in report.published:
        if row["verdict"] == "fails":
            title = f"{row['source']}: {row['quantity'].replace('_', ' ')} of {the(row['family'])}"
            said = {"error": "false formula", "convention": "formula of another convention"}.get(
                row["kind"], "formula fails"
            )
            yield (
                "published",
                title,
                f"published.html#{row['anchor']}",
                said,
                "errata erratum wrong error false formula",
                3,
            )
    for paper in report.papers:
        page, book = f"papers/{paper['key']}.html", paper["book"]
        people = f"{book.get('author', '')} {book.get('year', '')}"
        title = book.get("title", "")
        yield "paper", cited(book, paper["key"]), page, f"{title} {people}", f"{paper['key']} {title} {people}", 2
        for each in paper["verdicts"]:
            words = f"{cited(book, paper['key'])}, {each['locator']}: {each['words'] or each['text']}"
            title = f"{lemma_title(each['key'])}: {each['verdict']}"
            yield "claim", title, f"{each['page']}#{each['anchor']}", words, f"{each['key']} {paper['key']}", 0
    for figure in report.figures:
        yield "figure", figure["name"], f"figures.html#{slug(figure['name'])}", figure["title"], figure["locator"], 2
    for pattern in report.patterns:
        yield "pattern", pattern["name"], f"traffic.html#{slug(pattern['name'])}", pattern["definition"], "", 5
    for model in report.models:
        yield "model", model["name"], f"models.html#{slug(model['name'])}", model["summary"], "", 2


ROW_COLUMNS = ("name", "kind", "family", "quantity", "paper", "strength", "verdict", "address", "text")


def browsed(report: Report) -> str:
    """Lemmas and claims as a script that sets ``netlemmaRows``, from which the page of all of them chooses."""
    books = {paper["key"]: paper["book"] for paper in report.papers}
    there = {family["name"] for family in report.families}  # claims are also about products, which are no families
    rows = [
        (headed(each["quantity"], each["family"]), "lemma", each["family"], about(each), "", each["strength"], each["verdict"]["verdict"],
         f"lemmas/{slug(each['key'])}.html", in_short(each)[:LONGEST]) for each in report.lemmas
    ]  # fmt: skip
    rows += [
        (f"{lemma_title(each['key'])}, {cited(books[each['paper']], each['paper'])}, {each['locator']}", "claim",
         each["family"] if each["family"] in there else "", LemmaKey.parse(each["key"]).quantity.partition(".")[0],
         each["paper"], "", each["verdict"], f"{each['page']}#{each['anchor']}",
         (each["words"] or each["text"])[:LONGEST]) for each in report.verdicts
    ]  # fmt: skip
    return f"window.netlemmaRows = {script({'columns': ROW_COLUMNS, 'rows': rows})};\n"


def found_formulas(report: Report) -> str:
    """Formulas of lemmas and claims as a script that sets ``netlemmaFormulas``: MathML by the address in what is searched."""
    lemmas = ((f"lemmas/{slug(each['key'])}.html", each["result"]) for each in report.lemmas if about(each) != RANK)
    claims = ((f"{each['page']}#{each['anchor']}", each["printed"]) for each in report.verdicts)
    shown = {address: shown_by_script(both) for address, both in (*lemmas, *claims) if both}
    return f"window.netlemmaFormulas = {script({address: mathml for address, mathml in shown.items() if mathml})};\n"


def shown_by_script(both: Mapping[str, str]) -> str:
    """A formula in MathML for a script to show; empty for a long one."""
    return both["mathml"].replace(f' xmlns="{NAMESPACE}"', "") if len(both["latex"]) <= SHOWN else ""


def in_short(lemma: Data) -> str:
    """The formula of a lemma as text, or what it is about if the formula is too long to be shown or says nothing by itself."""
    words = about(lemma) == RANK or (lemma["text"] and not shown_by_script(lemma["result"]))
    return str(lemma["statement"] if words else lemma["text"])


def listed_formulas(family: Data) -> dict[str, Data]:
    """The right sides that the list of a family shows: the short ones and, as long as they are few, longer ones."""
    left, found = LONG_ELEMENTS, {}
    for _, members in groups(family["lemmas"]):
        for lemma in members:
            side = right_side(lemma)
            long = len(side["latex"]) > SHORT
            if len(side["latex"]) <= SHOWN and (not long or weight(side) <= left):
                left -= weight(side) if long else 0
                found[lemma["key"]] = side
    return found


def right_side(lemma: Data) -> Data:
    """The right side of the formula of a lemma in MathML and LaTeX."""
    start, _, side = lemma["result"]["mathml"].partition("<mo>=</mo>")
    return {
        "latex": lemma["result"]["latex"].partition(" = ")[2],
        "mathml": f"{start[: start.index('>') + 1]}<mrow>{side}",
    }


def closed_forms(report: Report, longest: int = SHORT) -> dict[str, Data]:
    """The right sides of the formulas of lemmas that are not longer, in MathML and LaTeX by key."""
    sides = {lemma["key"]: right_side(lemma) for lemma in report.lemmas}
    return {key: side for key, side in sides.items() if len(side["latex"]) <= longest}
