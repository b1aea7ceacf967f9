"""Papers and files of claims in TOML: what is printed, how it can be read, and which pages are covered."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any, NamedTuple, Protocol, TypeVar

from netlemma.base.displays import Part, Shown, Table, Words
from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.derive.core.claim import Claim, Reading, Standing, Statement
from netlemma.errors import ClaimFileError, InputError, PluginError, legal_names
from netlemma.graphs.base.text_files import open_file
from netlemma.plugins import plugin_files, registry

# Texts of claim files: TOML within limits, tables with known fields, phrases filled in.


MOST_BYTES = 500_000
MOST_CLAIMS = 2000
LONGEST_FIELD = 4000
MOST_DOTS = 50  # in a line: tomllib needs memory quadratic in the length of a dotted key
LATEX = ("worked", "derivation")  # their dollar signs begin formulas


def claim_text(path: str | Path) -> str:
    """The text of a file of claims."""
    name = str(path)
    try:
        with open_file(path) as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ClaimFileError(f"{name}: cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise ClaimFileError(f"{name}: larger than {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ClaimFileError(f"{name}: not UTF-8 text (byte {error.start})") from None


def toml_tables(text: str, name: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise ClaimFileError(f"{name}: line {number} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise ClaimFileError(f"{name}: not TOML: {reason}") from None


def entries_of(
    data: dict[str, Any], kind: str, fields: Sequence[str], phrases: Mapping[str, str] | None, name: str
) -> list[tuple[dict[str, Any], str]]:
    """The tables of a kind with their texts, each with its place."""
    entries = data.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ClaimFileError(f"{name}: '{kind}' is not a list of tables; each {kind} begins with [[{kind}]]")
    if len(entries) > MOST_CLAIMS:
        raise ClaimFileError(f"{name}: {len(entries)} {kind}s are too many; at most {MOST_CLAIMS} in one file")
    found = []
    for number, entry in enumerate(entries, start=1):
        place = f"{name}: {kind} {number}"
        for field in entry:
            if field not in fields:
                hint = nearest(field, fields) or f"; expected {', '.join(fields)}"
                raise ClaimFileError(f"{place}: unknown field {quoted_text(field)}{hint}")
        tables = ("says", "with", *(("reading",) if isinstance(entry.get("reading"), list) else ()))
        texts: dict[str, Any] = texts_of({x: y for x, y in entry.items() if x not in tables}, place, phrases)
        if "reading" in tables:
            texts["readings"] = entry["reading"]
        texts["says"] = texts_of(entry.get("says", {}), f"{place}: says", phrases)
        texts["with"] = _parameters(entry.get("with", {}), f"{place}: with", phrases)
        found.append((texts, place))
    return found


def _parameters(table: object, place: str, phrases: Mapping[str, str] | None) -> dict[str, object]:
    """The parameters of a judge: texts, numbers and booleans, and tables of texts."""
    if not isinstance(table, dict):
        raise ClaimFileError(f"{place} is not a table")
    found: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found[name] = texts_of(value, f"{place}: {name}", phrases)
        else:
            found |= {name: value} if isinstance(value, bool | int) else texts_of({name: value}, place, phrases)
    return found


def texts_of(table: object, place: str, phrases: Mapping[str, str] | None = None) -> dict[str, str]:
    """A table of texts, each on one line and with the phrases that it names."""
    if not isinstance(table, dict):
        raise ClaimFileError(f"{place} is not a table")
    found = {}
    for name, value in table.items():
        if not isinstance(value, str):
            raise ClaimFileError(f'{place}: {name} is not a text; write {name} = "..."')
        if len(value) > LONGEST_FIELD:
            raise ClaimFileError(f"{place}: {name} has {len(value)} characters; at most {LONGEST_FIELD}")
        lines = value.splitlines() if name == "worked" else [value]
        text = "\n".join(" ".join(line.split()) for line in lines)
        found[name] = text if name in LATEX else with_phrases(text, phrases, f"{place}: {name}")
    return found


def with_phrases(text: str, phrases: Mapping[str, str] | None, place: str) -> str:
    """A text with the phrases that it names; as it is in a file that has none."""
    if phrases is None:
        return text
    try:
        return Template(text).substitute(phrases)
    except KeyError as error:
        name = str(error.args[0])
        hint = nearest(name, phrases)
        raise ClaimFileError(f"{place}: there is no phrase ${name}{hint}; phrases stand in [phrases]") from None
    except ValueError:
        raise ClaimFileError(f"{place}: write $$ for a dollar sign that begins no name of a phrase") from None


# Files of claims in TOML: formulas of a user, or, in derive/claims, what a paper prints and how it can be read.
#
# sections = ["Table II"]             # beginnings of locators in the order of the paper
#
# [phrases]                           # texts that texts of entries name: $others
# others = "messages between different nodes"
#
# [printed]                           # equations in LaTeX, in the letters of the paper, by locator
# "Table II" = '\frac{D w}{4}'
#
# [[claim]]
# key = "toroid.mean_distance"        # or family = "ring(w)^D" and quantity = "mean_distance"
# formula = "D*w/4"
# where = "w even"                    # optional, as are all below
# sizes = "w=2..9 D=1..3"
# source = "reed1982"
# locator = "Table II"
# reading = "$others"
# printed = '\frac{D w}{4}'          # instead of the one of the locator
#
# [[statement]]                       # of papers alone; with a formula, or with words and a judge
# key = "ring.devices"
# words = "K nodes and K links"
# locator = "Table II"
# says.nodes = "K"                    # what the judge compares with what it computes
# says.link = "K"
# judge = "reed1982.construction.devices"   # a function below checks/claims/statements
# with.family = "ring"                # its parameters: texts, numbers, booleans or tables of texts
#
# [[statement]]                       # with several readings; what stands here holds for each of them
# words = "N* is where queueing begins"
# locator = "Eq. 6"
# judge = "reed1982.queueing.must_wait"
# severity = "formula"                # of a statement that fails: result, formula, boundary or typography
# why = "the reason for the severity"
# worked = "the counterexample by hand, at most five lines of LaTeX"
# derivation = "why the correction is right, in LaTeX"
#
# [[statement.reading]]
# key = "N_star.queueing"
# reading = "at N = N*"
# says.populations = "N >= N_star"
#
# [[statement.reading]]
# key = "N_star.queueing.beyond"
# reading = "above N*"
# says.populations = "N > N_star"
# part = "N >= 2"                     # of these sizes only: shown, but does not decide; as are repair and against
#
# Line breaks in a text are spaces, but for those of ``worked``.


MOST_LINES = 5  # of a counterexample worked by hand
ENTRIES = ("sections", "phrases", "printed", "claim", "statement")
ABOUT = ("source", "locator", "reading", "printed")
CLAIM = ("key", "family", "quantity", "formula", "where", "sizes", *ABOUT)
READING = (*CLAIM, "words", "says", "judge", "with", "part", "repair", "against")
STATEMENT = (*READING, "severity", "why", "worked", "derivation")
OF_JUDGES, OF_CLAIMS = ("judge", "says", "with"), ("family", "quantity", "where", "sizes")
IS_READ_AS = " is read as "
SEVERITIES = ("result", "formula", "boundary", "typography")
BEGINS = "each claim begins with [[claim]]"


class ClaimData(NamedTuple):
    """The contents of a file of claims."""

    claims: tuple[Claim, ...]
    statements: tuple[Statement, ...]
    sections: tuple[str, ...]


def read_paper(path: str | Path) -> ClaimData:
    """The statements of a paper, from a file named by the paper's BibTeX key.

    Every entry of a paper has a locator. The stem of the file is the source of its statements.
    """
    name = str(path)
    stated = parse_stated(claim_text(path), name, Path(path).stem)
    places: list[tuple[str, Claim | Reading]] = [(f"claim {n}", claim) for n, claim in enumerate(stated.claims, 1)]
    places += [
        (f"statement {n}", each) for n, statement in enumerate(stated.statements, 1) for each in statement.readings
    ]
    seen: dict[object, str] = {}
    for place, reading in places:
        if not reading.locator:
            raise ClaimFileError(f'{name}: {place} ({reading.key}): no locator; write locator = "Table II"')
        known = reading if isinstance(reading, Claim) else reading.key
        if known in seen:
            raise ClaimFileError(f"{name}: {place} ({reading.key}): the same as {seen[known]}")
        seen[known] = place
    own = tuple(Statement((claim,)) for claim in stated.claims)
    return stated._replace(claims=(), statements=(*own, *stated.statements))


def parse_stated(text: str, name: str = "claims", source: str = "") -> ClaimData:
    """The claims and statements of a TOML text, with their phrases filled in; their formulas are not parsed.

    >>> text = "[phrases]\\nall = 'all pairs'\\n[[claim]]\\nkey = 'a.b'\\nformula = '1'\\nreading = '$all, once'"
    >>> parse_stated(text).claims[0].reading
    'all pairs, once'
    """
    data = toml_tables(text, name)
    for found in data:
        if found not in ENTRIES:
            raise ClaimFileError(f"{name}: unknown entry {quoted_text(found)}{nearest(found, ENTRIES)}; {BEGINS}")
    sections = data.get("sections", [])
    if not isinstance(sections, list) or not all(isinstance(each, str) for each in sections):
        raise ClaimFileError(f'{name}: sections is not a list of texts; write sections = ["Table II"]')
    phrases: dict[str, str] = {}
    for phrase, value in texts_of(data.get("phrases", {}), f"{name}: phrases").items():
        phrases[phrase] = with_phrases(value, phrases, f"{name}: phrases: {phrase}")
    known = phrases if "phrases" in data else None
    printed = texts_of(data.get("printed", {}), f"{name}: printed")

    claims, statements = [], []
    for entry, place in entries_of(data, "claim", CLAIM, known, name):
        claims.append(_claim(entry, place, printed, source))
    for entry, place in entries_of(data, "statement", STATEMENT, known, name):
        statements.append(_statement(entry, place, printed, known, source))
    return ClaimData(tuple(claims), tuple(statements), tuple(sections))


def _claim(entry: dict[str, Any], place: str, printed: Mapping[str, str], source: str) -> Claim:
    key = _key(entry, place)
    _need(entry, ("formula",), "D*w/4", place)
    optional = {each: entry[each] for each in ("where", "sizes", "words") if each in entry}
    return Claim(key, entry["formula"], **optional, **_common(entry, printed, source))


def _statement(
    entry: dict[str, Any], place: str, printed: Mapping[str, str], phrases: Mapping[str, str] | None, source: str
) -> Statement:
    """A statement with its readings, each of which has the fields of the statement that it does not give itself."""
    own = entry.pop("readings", [])
    about = {name: entry.pop(name, "") for name in ("severity", "why", "derivation")}
    worked = entry.pop("worked", "")
    if about["severity"] not in ("", *SEVERITIES):
        hint = nearest(about["severity"], SEVERITIES) or f"; expected {', '.join(SEVERITIES)}"
        raise ClaimFileError(f"{place}: no severity {quoted_text(about['severity'])}{hint}")
    if bool(about["severity"]) != bool(about["why"]):
        raise ClaimFileError(f"{place}: a severity and its reason, why, belong together")
    lines = tuple(line for each in worked.splitlines() if (line := " ".join(each.split())))
    if len(lines) > MOST_LINES:
        raise ClaimFileError(f"{place}: worked has {len(lines)} lines; at most {MOST_LINES}")
    found: list[Claim | Reading] = []
    for each, where in entries_of({"reading": own}, "reading", READING, phrases, place) if own else [(entry, place)]:
        tables = {name: {**entry[name], **each[name]} for name in ("says", "with")} if own else {}
        found.append(_reading({**entry, **each, **tables}, where, printed, source))
    return Statement(tuple(found), worked=lines, **about)


def _reading(entry: dict[str, Any], place: str, printed: Mapping[str, str], source: str) -> Claim | Reading:
    standing = {name: entry.pop(name) for name in ("part", "repair", "against") if name in entry}
    if len(standing) > 1:
        raise ClaimFileError(f"{place}: give one of {', '.join(standing)}")
    if "repair" in standing and not all(standing["repair"].partition(IS_READ_AS)):
        raise ClaimFileError(f'{place}: a repair says what is read as what; write repair = "n is read as k"')
    wrong = (
        [name for name in OF_JUDGES if entry.get(name)] if "formula" in entry else [x for x in OF_CLAIMS if x in entry]
    )
    if wrong and ("formula" in entry or "judge" in entry):
        kind = "a formula" if "formula" in entry else "words with a judge"
        raise ClaimFileError(f"{place}: {kind} cannot have the field {wrong[0]}")
    if "formula" in entry:
        part = {"where": standing["part"]} if "part" in standing and "where" not in entry else {}
        claim = _claim({**entry, **part}, place, printed, source)
        return replace(claim, standing=Standing(**standing))
    _need(entry, ("key", "words", "judge"), "...", place)
    own: dict[str, Any] = {"says": entry["says"], "judge": entry["judge"], "parameters": entry["with"]}
    about = _common(entry, printed, source)
    return Reading(entry["key"], entry["words"], **own, **about, standing=Standing(**standing))


def _common(entry: Mapping[str, str], printed: Mapping[str, str], source: str) -> dict[str, Any]:
    """What claims and statements have alike."""
    locator = entry.get("locator", "")
    return {
        "source": entry.get("source", source),
        "locator": locator,
        "reading": entry.get("reading", ""),
        "printed": entry.get("printed") or printed.get(locator, ""),
    }


def _need(entry: Mapping[str, str], fields: Sequence[str], example: str, place: str) -> None:
    for field in fields:
        if not entry.get(field):
            raise ClaimFileError(f'{place}: no {field}; write {field} = "{example}"')


def _key(entry: dict[str, str], place: str) -> str:
    if "key" in entry and ("family" in entry or "quantity" in entry):
        raise ClaimFileError(f"{place}: give either key, or family and quantity, not both")
    family, _, quantity = entry["key"].partition(".") if "key" in entry else ("", "", "")
    family, quantity = entry.get("family", family).strip(), entry.get("quantity", quantity).strip()
    if not family or not quantity:
        example = 'key = "toroid.mean_distance", or family = "ring(w)^D" and quantity = "mean_distance"'
        raise ClaimFileError(f"{place}: what is the claim about? write {example}")
    return f"{family}.{quantity}"


# Claims and statements of each paper, from the files in derive/claims.


class _HasLocator(Protocol):
    @property
    def locator(self) -> str: ...


Located = TypeVar("Located", bound=_HasLocator)


@dataclass(frozen=True)
class Paper:
    """The formulas and statements of a paper.

    key: BibTeX key.
    statements: Statements in the order of the file.
    sections: Beginnings of locators in the paper's order.
    """

    key: str
    statements: tuple[Statement, ...]
    sections: tuple[str, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The readings that are formulas."""
        return tuple(each for said in self.statements for each in said.readings if isinstance(each, Claim))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings in words, which judges decide."""
        return tuple(each for said in self.statements for each in said.readings if isinstance(each, Reading))

    @cached_property
    def named(self) -> Mapping[str, Statement]:
        """The statements by the keys of their first readings; a key that comes again has its number behind it."""
        seen: Counter[str] = Counter()
        found = {}
        for said in self.statements:
            key = said.readings[0].key
            seen[key] += 1
            found[key if seen[key] == 1 else f"{key} {seen[key]}"] = said
        return found

    def in_order(self, located: Iterable[Located]) -> list[Located]:
        """Statements or verdicts in the order of sections, by the beginnings of their locators.

        Those of unknown sections come last.
        """
        return sorted(located, key=lambda each: self._place(each.locator))

    def _place(self, locator: str) -> int:
        fitting = [section for section in self.sections if locator.startswith(section)]
        return self.sections.index(max(fitting, key=len)) if fitting else len(self.sections)


@registry
def papers() -> Mapping[str, Paper]:
    """Every paper by its BibTeX key."""
    read = {key: read_paper(path) for key, path in sorted(_files().items())}
    return {key: Paper(key, stated.statements, stated.sections) for key, stated in read.items()}


def chosen_papers(key: str = "") -> list[Paper]:
    """The paper with a key; all papers if the key is empty."""
    known = sorted(_files())  # told without reading them
    if key and key not in known:
        raise InputError(
            f"no claims of a paper {key!r} are recorded{nearest(key, known, 3)}; {legal_names('papers', known, 'list')}"
        )
    return [paper for name, paper in papers().items() if key in ("", name)]


def _files() -> dict[str, Path]:
    """The file of each paper's claims, by the paper's key."""
    found = {path.stem: path for path in Path(str(files("netlemma.derive") / "claims")).glob("*.toml")}
    for path in plugin_files(".toml"):
        if path.stem in found:
            raise PluginError(f"there are claims of two papers {path.stem}: in {found[path.stem]} and in {path}")
        found[path.stem] = path
    return found


# Coverage of papers: what each page prints, and the statement that judges it or the reason why it is none.
#
# The files in ``derive/claims/pages`` are named by papers::
#
#     [page.3.statement]
#     "Eq. (1)" = "bound.X0"          # key of a reading of the statement
#
#     [page.3.no-statement]
#     "Figure I" = "drawings"         # reason


WITH_STATEMENT, WITHOUT_STATEMENT = "statement", "no-statement"


@dataclass(frozen=True)
class CoveredItem:
    """Something that a page prints.

    paper: BibTeX key of the paper.
    page: Number of the page.
    item: Equation, table entry, figure or sentence.
    key: Key of a reading of the statement that judges it.
    reason: Reason why it is no statement.
    """

    paper: str
    page: str
    item: str
    key: str = ""
    reason: str = ""


class Coverage(Shown, list[CoveredItem]):
    """Items of papers, page by page."""

    def by_paper(self) -> Mapping[str, list[CoveredItem]]:
        """The items of each paper."""
        return {paper: list(items) for paper, items in groupby(self, key=lambda each: each.paper)}

    @property
    def summary(self) -> str:
        """Numbers of items, in words."""
        judged = sum(bool(each.key) for each in self)
        return f"{len(self)} items: {judged} judged, {len(self) - judged} no statements"

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma errata --coverage --json``."""
        return [asdict(each) for each in self]

    def _parts(self) -> list[Part]:
        tables: list[Part] = []
        for paper, items in self.by_paper().items():
            rows = [(each.page, each.item, each.key or f"no statement: {each.reason}") for each in items]
            tables.append(Table(("page", "item", "statement"), rows, paper))
        return [*tables, Words(self.summary)]


def coverage(paper: str = "") -> Coverage:
    """What the pages of a paper print.

    >>> {each.key for each in coverage("reed1982") if "Eq. (4)" in each.item}
    {'bound.population'}
    """
    return Coverage(item for each in chosen_papers(paper) for item in _covered(each))


def _covered(paper: Paper) -> list[CoveredItem]:
    path = Path(str(files("netlemma.derive") / "claims")) / "pages" / f"{paper.key}.toml"
    return parse_coverage(claim_text(path), paper, str(path)) if path.exists() else []


def parse_coverage(text: str, paper: Paper, name: str = "pages") -> list[CoveredItem]:
    """The items of a file of pages."""
    try:
        pages = tomllib.loads(text).get("page", {})
    except tomllib.TOMLDecodeError as error:
        raise ClaimFileError(f"{name}: not TOML: {error}") from None
    known = {reading.key for said in paper.statements for reading in said.readings}
    found = []
    for page, kinds in pages.items():
        for kind, items in kinds.items():
            if kind not in (WITH_STATEMENT, WITHOUT_STATEMENT):
                raise ClaimFileError(
                    f"{name}: page {page}: unknown entry {quoted_text(kind)}; {WITH_STATEMENT} or {WITHOUT_STATEMENT}"
                )
            for item, value in items.items():
                if kind == WITH_STATEMENT and value not in known:
                    raise ClaimFileError(
                        f"{name}: page {page}: {item}: no statement {quoted_text(value)}{nearest(value, sorted(known))}"
                    )
                key, reason = (value, "") if kind == WITH_STATEMENT else ("", value)
                found.append(CoveredItem(paper.key, page, item, key, reason))
    return found
