"""Results grouped as plain data by family, paper and figure; pages are made from this data only."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import SimpleNamespace
from typing import Any
from unicodedata import normalize

from netlemma.checks.claims.errata import rank
from netlemma.checks.claims.papers import SEVERITIES, papers
from netlemma.checks.kernel.accepted_lemmas import is_accepted
from netlemma.derive.core.claim import VERDICTS
from netlemma.derive.discovery import definition_of
from netlemma.graphs import families
from netlemma.graphs.families import families_in
from netlemma.graphs.topology.family import Parameter
from netlemma.plugins import offering, plugin_definitions
from netlemma.reporting.compute import Computed
from netlemma.reporting.results.networks import in_words
from netlemma.reporting.uses import by_use

Data = dict[str, Any]
ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "v": "\u030c"}  # of BibTeX
LOAD_QUANTITIES = ("max_channel_load", "mean_hops", "throughput", "capacity", "worst_case")


@dataclass(frozen=True)
class Report:
    """The contents of a report.

    ``families``, ``papers``, ``published``, ``figures``, ``models`` and ``patterns`` are lists of plain data, in the order of pages;
    ``worst_cases`` has those of routings by name, ``comparison`` networks side by side; ``missing`` has a line for each
    result that could not be computed.
    """

    families: list[Data]
    papers: list[Data]
    published: list[Data]
    figures: list[Data]
    models: list[Data]
    patterns: list[Data]
    worst_cases: dict[str, Data]
    comparison: Data | None
    missing: list[Data]

    @property
    def lemmas(self) -> list[Data]:
        """The lemmas of all families."""
        return [lemma for family in self.families for lemma in family["lemmas"]]

    @property
    def load_quantities(self) -> list[str]:
        """The quantities of lemmas about loads of channels and hops under a traffic, and about worst cases."""
        there = {each["quantity"].partition(".")[0] for each in self.lemmas}
        return [each for each in LOAD_QUANTITIES if each in there]

    @property
    def verdicts(self) -> list[Data]:
        """The judged statements of all papers."""
        return [verdict for paper in self.papers for verdict in paper["verdicts"]]

    @property
    def judged(self) -> dict[str, int]:
        """The number of statements of papers with each verdict."""
        return _counts(self.verdicts)

    @property
    def published_counts(self) -> dict[str, int]:
        """The number of published formulas with each verdict."""
        return _counts(self.published)

    @property
    def severities(self) -> dict[str, int]:
        """The number of statements of papers that fail, by severity."""
        return _severities(self.verdicts)


def group_results(computed: Iterable[Computed]) -> Report:
    """The results grouped by subject."""
    every = list(computed)
    missing = [{"name": each.task.name, "about": each.task.group, "error": each.error} for each in every if each.error]
    there = [each for each in every if not each.error]
    papers = _papers(there)
    verdicts = [verdict for paper in papers for verdict in paper["verdicts"]]
    return Report(
        families=_families(there, verdicts),
        papers=papers,
        published=_published(there),
        figures=[each.result for each in there if each.task.kind == "figure"],
        models=[each.result for each in there if each.task.kind == "model"],
        patterns=[each.result for each in there if each.task.kind == "pattern"],
        worst_cases={each.task.group: each.result for each in there if each.task.kind == "worst case"},
        comparison=next((each.result for each in there if each.task.kind == "comparison"), None),
        missing=missing,
    )


def _families(there: list[Computed], verdicts: list[Data]) -> list[Data]:
    own = ("lemma", "measured", "bounds", "deadlock", "ring deadlock", "drawing", "row")
    names = {each.task.group for each in there if each.task.kind in own}
    found = []
    listed = ((name, families()[name]) for _, members in by_use(families(), str) for name in members)
    for name, family in listed:
        if name not in names:
            continue
        mine = [each for each in there if each.task.group == name]
        lemmas = [each.result for each in mine if each.task.kind == "lemma"]
        deadlock = [each.result for each in mine if each.task.kind in ("deadlock", "ring deadlock")]
        claims = [v for v in verdicts if any(reading["family"] == name for reading in v["readings"])]
        found.append(
            {
                "name": name,
                "kind": family.kind,
                "summary": family.summary,
                "words": _words(name),
                "definition": text.text.strip() if (text := definition_of(name)) else "",
                "parameters": [
                    {"name": p.name, "legal": p.legal, "meaning": p.meaning, "numbers": _numbers(p)}
                    for p in family.parameters
                ],
                "classes": list(family.classes),
                "lemmas": [_with_sides(each) for each in lemmas],
                "measured": [_with_facts(each.result) for each in mine if each.task.kind == "measured"],
                "bounds": [each.result for each in mine if each.task.kind == "bounds"],
                "deadlock": deadlock[0] if deadlock else None,
                "drawing": next((each.result for each in mine if each.task.kind == "drawing"), None),
                "row": next((each.result for each in mine if each.task.kind == "row"), None),
                "verdicts": claims,
                "claims": _by_paper(name, claims),
                "holding": sum(each["verdict"]["verdict"] == "holds" for each in lemmas),
                "strengths": dict(Counter(each["strength"] for each in lemmas)),
            }
        )
    return found


def _numbers(parameter: Parameter) -> list[str]:
    """Names of the numbers that a parameter has in formulas: none if it takes words, several if it is a list."""
    return [] if parameter.words else list(parameter.entries or [parameter.name])


FACTS = ("nodes", "mean_distance", "diameter")
RING_FACTS = (
    "nodes",
    "mean_distance",
    "distance",
    "ring_hops",
    "hot_link/send_packets",
    "hot_queue/max",
    "throughput/rate",
)


def _with_sides(lemma: Data) -> Data:
    """A lemma with the sides that are compared at any of the sizes shown, as columns of a table."""
    sides = dict.fromkeys(side for row in lemma["values"] for side in row if side != "size")
    alike = _alike(list(sides), lemma["values"])
    kernel = is_accepted(lemma["key"], lemma["theorem"])
    return {**lemma, "shown": lemma["values"], "sides": list(sides), "alike": alike, "kernel": kernel}


def _alike(sides: list[str], rows: list[Data]) -> list[tuple[list[str], tuple[str, ...]]]:
    """The sides that have the same values at all sizes together, with these values.

    >>> _alike(["closed form", "definition", "measured"], [{"closed form": "1", "definition": "1", "measured": "2"}])
    [(['closed form', 'definition'], ('1',)), (['measured'], ('2',))]
    """
    found: dict[tuple[str, ...], list[str]] = {}
    for side in sides:
        found.setdefault(tuple(row.get(side, "") for row in rows), []).append(side)
    return [(alike, values) for values, alike in found.items()]


def _with_facts(measured: Data) -> Data:
    """A measured network with the values that it has as a whole, each with its place in the JSON."""
    rings = "rings" in measured["shown"]
    facts = []
    for name in RING_FACTS if rings else FACTS:
        value: Any = measured["shown"]
        for part in name.split("/"):
            value = value[part]
        facts.append((name, value))
    return {**measured, "rings": rings, "facts": facts}


def _words(family: str) -> list[str]:
    """What the module of a family says of it, paragraph by paragraph, without its examples; a definition says it itself."""
    defined = next((each for each in plugin_definitions() if each.name == family), None)
    if defined is not None:
        return [line.strip() for line in defined.text.splitlines() if line.strip()]
    modules = offering("netlemma.graphs.families", "FAMILY", "FAMILIES")
    text = next(text for module in modules for text, each in families_in(module).items() if each.name == family)
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return [part for part in paragraphs if part and not part.startswith(">>>")]


def _papers(there: list[Computed]) -> list[Data]:
    """Each paper with its verdicts in its own order, and the anchor and the place in JSON of each."""
    books = references()
    found = []
    for key, paper in papers().items():
        mine = [each.result for each in there if each.task.kind == "statement" and each.task.group == key]
        if not mine:
            continue
        ordered: Any = paper.in_order([SimpleNamespace(locator=each["locator"], data=each) for each in mine])  # type: ignore[misc]
        verdicts = _with_anchors(key, [each.data for each in ordered])
        sections, parts = _paged(key, _sections(paper.sections, verdicts))
        failing: list[Data] = [each for each in verdicts if each["verdict"] == "fails"]
        found.append(
            {
                "key": key,
                "book": books.get(key, {}),
                "verdicts": verdicts,
                "sections": sections,
                "parts": parts,
                "counts": _counts(verdicts),
                "severities": _severities(verdicts),
                "failing": sorted(failing, key=_rank),
                "figures": [
                    each.result["name"] for each in there if each.task.kind == "figure" and each.result["source"] == key
                ],
            }
        )
    return sorted(found, key=_interest)


def _interest(paper: Data) -> tuple[bool, int, int]:
    """The order of papers: those that were read before others, then by how much fails, and by how much is judged."""
    return bool(second_hand(paper["book"])), -len(paper["failing"]), -len(paper["verdicts"])


def _published(there: list[Computed]) -> list[Data]:
    """The published formulas, with where those that fail do so."""
    rows = [row for each in there if each.task.kind == "published formula" for row in each.result]
    return [{**row, "at": _where(row["counterexample"]), "anchor": f"formula-{i}"} for i, row in enumerate(rows, 1)]


def _by_paper(family: str, claims: list[Data]) -> list[Data]:
    """How the claims of each paper on a family fare, with the command that judges them again."""
    papers = dict.fromkeys(each["paper"] for each in claims)
    mine = {paper: [each for each in claims if each["paper"] == paper] for paper in papers}
    command = "netlemma errata --all --paper {} --key {}"
    return [{"paper": p, "counts": _counts(v), "command": command.format(p, family)} for p, v in mine.items()]


def _counts(verdicts: list[Data]) -> dict[str, int]:
    found = [each["verdict"] for each in verdicts]
    return {name: found.count(name) for name in VERDICTS}


def _severities(verdicts: list[Data]) -> dict[str, int]:
    found = [each["severity"] for each in verdicts]
    return {name: found.count(name) for name in SEVERITIES}


def _rank(each: Any) -> tuple[int, int]:
    return rank(each["verdict"], each["severity"])


def _with_anchors(paper: str, verdicts: list[Data]) -> list[Data]:
    """Statements with their anchors, and with the places of their values in the JSON of their commands."""
    seen: Counter[str] = Counter()
    listed = sorted(verdicts, key=_rank)
    found = []
    for each in verdicts:
        key = each["key"]
        seen[key] += 1
        anchor = f"{paper}-{slug(key)}" + (f"-{seen[key]}" if seen[key] > 1 else "")
        called = [one for one in listed if any(_called(reading["key"], key) for reading in one["readings"])]
        place = next(number for number, one in enumerate(called) if one is each)
        readings = [
            {**one, "place": f"{place}/readings/{number}", "at": _where(one["counterexample"])}
            for number, one in enumerate(each["readings"])
        ]
        about = {"anchor": anchor, "paper": paper, "place": place, "at": _where(each["counterexample"])}
        found.append({**each, **about, "readings": readings})
    return found


def _called(name: str, key: str) -> bool:
    return name == key or name.startswith(key + ".")


def _where(example: Data | None) -> list[tuple[str, str]]:
    """Where something fails, each part with its name in the JSON: at a size, on a network, whose name may have the size.

    >>> _where({"size": {"k": 3}, "network": "oneway-torus"}), _where({"size": {"f": 2}, "network": "ring-shuffle f=2"})
    ([('size', 'k=3'), ('network', 'oneway-torus')], [('network', 'ring-shuffle f=2')])
    """
    size = in_words(example["size"]) if example else ""
    network = (example or {}).get("network", "")
    parts = [("size", size if size not in network else ""), ("network", network)]
    return [(name, words) for name, words in parts if words]


def _sections(known: Iterable[str], verdicts: list[Data]) -> list[Data]:
    """The verdicts by the section that their locators begin with, or by several; each locator stays with the verdict.

    >>> [part["title"] for part in _sections(["Section 3.3", "Sections 3.3"], [{"locator": "Sections 3.3 and 3.4; Figure 7"}])]
    ['Sections 3.3 and 3.4']
    """
    sections: dict[str, list[Data]] = {}
    for each in verdicts:
        fitting = [section for section in known if each["locator"].startswith(section)]
        title = max(fitting, key=len) if fitting else "Elsewhere"
        if title.startswith("Sections "):
            title = re.split("[;:]", each["locator"])[0]
        sections.setdefault(title, []).append(each)
    return [{"title": title, "verdicts": members} for title, members in sections.items()]


MOST_ELEMENTS, OF_CLAIM, OF_READING = 2200, 22, 12  # on a page; of a statement and of a reading, without formulas


def _paged(paper: str, sections: list[Data]) -> tuple[list[Data], list[tuple[int, int]]]:
    """The sections, of which long ones are continued, and those that stand on each page; each statement is given its page."""
    found: list[Data] = []
    parts, start, left = [], 0, MOST_ELEMENTS
    for section in sections:
        title = section["title"]
        found.append({"title": title, "verdicts": []})
        for each in section["verdicts"]:
            weight = claim_weight(each)
            if weight > left and left < MOST_ELEMENTS:
                if found[-1]["verdicts"]:
                    title = f"{section['title']}, continued"
                    found.append({"title": title, "verdicts": []})
                parts.append((start, len(found) - 1))
                start, left = len(found) - 1, MOST_ELEMENTS
            left -= weight
            each["page"] = f"papers/{paper}{f'-{len(parts) + 1}' if parts else ''}.html"
            found[-1]["verdicts"].append(each)
    return found, [*parts, (start, len(found))]


def claim_weight(claim: Data) -> int:
    """About how many elements a statement has on a page."""
    shown = [claim["printed"], claim["formula"], claim["right"]]
    shown += (
        [each[name] for each in claim["readings"] for name in ("typeset", "right")]
        if len(claim["readings"]) > 1
        else []
    )
    formulas = sum(each["mathml"].count("</") for each in shown if each)
    return OF_CLAIM + OF_READING * len(claim["readings"]) + formulas


def slug(text: str) -> str:
    """A text as part of an address.

    >>> slug("toroid.visit_ratio.link")
    'toroid-visit_ratio-link'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")


def references() -> Mapping[str, Mapping[str, str]]:
    """The entries of derive/references.bib by key, their fields without braces.

    >>> references()["reed1982"]["year"]
    '1982'
    """
    text = files("netlemma.derive").joinpath("references.bib").read_text(encoding="utf-8")
    found = {}
    for key, body in re.findall(r"@\w+\{(\w+),\n(.*?)\n\}", text, re.S):
        fields = re.findall(r"^\s*(\w+)\s*=\s*(.+?),?$", body, re.M)
        found[key] = {
            name: _accented(re.sub(r"[{}]", "", value)).replace("--", "–").replace("\\_", "_") for name, value in fields
        }
    return found


def cited(book: Mapping[str, str], key: str = "") -> str:
    """A paper as people cite it.

    >>> cited({"author": "Akers, Sheldon B. and Krishnamurthy, Balakrishnan", "year": "1989"})
    'Akers and Krishnamurthy 1989'
    >>> cited({"author": "Kim, J. and Dally, W. and Scott, S. and Abts, D.", "year": "2008"}), cited({}, "x99")
    ('Kim et al. 2008', 'x99')
    >>> cited({"title": "FatTree, a README"}, "fattree")
    'FatTree, a README'
    """
    names = [each.split(",")[0] for each in book.get("author", "").split(" and ") if each]
    people = (
        f"{names[0]} et al." if len(names) > 3 else " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
    )
    return " ".join(filter(None, (people, book.get("year", "")))) if people else book.get("title", key)


def second_hand(book: Mapping[str, str]) -> str:
    """How the statements of a paper are known, if not from the paper.

    >>> second_hand({"note": "Results read in later work"}), second_hand({"note": "ACM 1-58113-287-5/01/02"})
    ('Results read in later work', '')
    """
    note = book.get("note", "")
    return note if re.search("later work|textbook|quoted", note) else ""


def _accented(text: str) -> str:
    r"""A text of BibTeX with its accents on their letters.

    >>> _accented(r"The M\"obius Cubes")
    'The Möbius Cubes'
    >>> _accented(r"\v Sir\'a\v n")
    'Širáň'
    """
    return re.sub(
        r"""\\(["'`^~]|v\s+)([A-Za-z])""", lambda mark: normalize("NFC", mark[2] + ACCENTS[mark[1].strip()]), text
    )
