"""Files of claims in TOML: formulas of a user, or, in derive/claims, what a paper prints and how it can be read.

sections = ["Table II"]             # beginnings of locators in the order of the paper

[phrases]                           # texts that texts of entries name: $others
others = "messages between different nodes"

[printed]                           # equations in LaTeX, in the letters of the paper, by locator
"Table II" = '\\frac{D w}{4}'

[[claim]]
key = "toroid.mean_distance"        # or family = "ring(w)^D" and quantity = "mean_distance"
formula = "D*w/4"
where = "w even"                    # optional, as are all below
sizes = "w=2..9 D=1..3"
source = "reed1982"
locator = "Table II"
reading = "$others"
printed = '\\frac{D w}{4}'          # instead of the one of the locator

[[statement]]                       # of papers alone; with a formula, or with words and a judge
key = "ring.devices"
words = "K nodes and K links"
locator = "Table II"
says.nodes = "K"                    # what the judge compares with what it computes
says.link = "K"
judge = "reed1982.counts.devices"   # a function below checks/claims/statements
with.family = "ring"                # its parameters: texts, numbers, booleans or tables of texts

[[statement]]                       # with several readings; what stands here holds for each of them
words = "N* is where queueing begins"
locator = "Eq. 6"
judge = "reed1982.queueing.must_wait"
severity = "formula"                # of a statement that fails: result, formula, boundary or typography
why = "the reason for the severity"
worked = "the counterexample by hand, at most five lines of LaTeX"
derivation = "why the correction is right, in LaTeX"

[[statement.reading]]
key = "N_star.queueing"
reading = "at N = N*"
says.populations = "N >= N_star"

[[statement.reading]]
key = "N_star.queueing.beyond"
reading = "above N*"
says.populations = "N > N_star"
part = "N >= 2"                     # of these sizes only: shown, but does not decide; as are repair and against

Line breaks in a text are spaces, but for those of ``worked``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.claims.claim_texts import (
    ClaimFileError,
    claim_text,
    entries_of,
    texts_of,
    toml_tables,
    with_phrases,
)
from netlemma.derive.core.claim import Claim, Reading, Standing, Statement

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

    Raises
    ------
    ClaimFileError
        If the file cannot be read or is not TOML, an entry has a missing, unknown or malformed field, or a reading is
        there twice.
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

    Parameters
    ----------
    text : str
        Contents of a file.
    name : str, default "claims"
        Name of the file, for error messages.
    source : str, default ""
        Source of entries that name none.

    Returns
    -------
    ClaimData
        Claims, statements and sections.

    Raises
    ------
    ClaimFileError
        If the text is not TOML, or an entry has a missing, unknown or malformed field.

    Examples
    --------
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
