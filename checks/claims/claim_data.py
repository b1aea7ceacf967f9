"""Files of claims in TOML: formulas and statements with their sources, of a user or, in derive/claims, of a paper.

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

[[statement]]                       # of papers alone
key = "ring.devices"
words = "K nodes and K links"
locator = "Table II"
reading = "$others"
says.nodes = "K"                    # what the judge compares with what it computes
says.link = "K"
judge = "reed1982.counts.devices"   # a function below checks/claims/statements
with.family = "ring"                # its parameters: texts, numbers, booleans or tables of texts

Line breaks in a text are spaces.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from checks.base.inputs import InputError, nearest, quoted_text
from derive.core.claim import Claim, Statement

MOST_BYTES = 500_000
MOST_CLAIMS = 2000
LONGEST_FIELD = 4000
MOST_DOTS = 50  # in a line: tomllib needs memory quadratic in the length of a dotted key
ENTRIES = ("sections", "phrases", "printed", "claim", "statement")
CLAIM = ("key", "family", "quantity", "formula", "where", "sizes", "source", "locator", "reading", "printed")
STATEMENT = ("key", "words", "source", "locator", "reading", "says", "printed", "judge", "with")
BEGINS = "each claim begins with [[claim]]"


class ClaimFileError(InputError):
    """A file of claims that cannot be read; the text names the file, the claim and the field."""


class Stated(NamedTuple):
    """The contents of a file of claims."""

    claims: tuple[Claim, ...]
    statements: tuple[Statement, ...]
    sections: tuple[str, ...]


def read_paper(path: str | Path) -> Stated:
    """The claims and statements of a paper, from a file named by the paper's BibTeX key.

    Every entry of a paper has a locator. The stem of the file is the source of its claims and statements.

    Raises
    ------
    ClaimFileError
        If the file cannot be read or is not TOML, an entry has a missing, unknown or malformed field, or is there
        twice.
    """
    name = str(path)
    text = claim_text(path)
    stated = parse_stated(text, name, Path(path).stem)
    kinds: dict[str, Sequence[Claim | Statement]] = {"claim": stated.claims, "statement": stated.statements}
    for kind, entries in kinds.items():
        seen: dict[object, int] = {}
        for number, entry in enumerate(entries, start=1):
            place = f"{name}: {kind} {number} ({entry.key})"
            if not entry.locator:
                raise ClaimFileError(f'{place}: no locator; write locator = "Table II"')
            first = seen.setdefault(entry if kind == "claim" else entry.key, number)
            if first != number:
                raise ClaimFileError(f"{place}: the same as {kind} {first}")
    return stated


def parse_stated(text: str, name: str = "claims", source: str = "") -> Stated:
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
    Stated
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
    data = _toml(text, name)
    for found in data:
        if found not in ENTRIES:
            raise ClaimFileError(f"{name}: unknown entry {quoted_text(found)}{nearest(found, ENTRIES)}; {BEGINS}")
    sections = data.get("sections", [])
    if not isinstance(sections, list) or not all(isinstance(each, str) for each in sections):
        raise ClaimFileError(f'{name}: sections is not a list of texts; write sections = ["Table II"]')
    phrases: dict[str, str] = {}
    for phrase, value in _texts(data.get("phrases", {}), f"{name}: phrases").items():
        phrases[phrase] = _filled(value, phrases, f"{name}: phrases: {phrase}")
    known = phrases if "phrases" in data else None
    printed = _texts(data.get("printed", {}), f"{name}: printed")

    claims, statements = [], []
    for entry, place in _tables(data, "claim", CLAIM, known, name):
        key = _key(entry, place)
        _need(entry, ("formula",), "D*w/4", place)
        optional = {each: entry[each] for each in ("where", "sizes") if each in entry}
        claims.append(Claim(key, entry["formula"], **optional, **_common(entry, printed, source)))
    for entry, place in _tables(data, "statement", STATEMENT, known, name):
        _need(entry, ("key", "words", "judge"), "...", place)
        own: dict[str, Any] = {
            "says": entry.get("says", {}),
            "judge": entry["judge"],
            "parameters": entry.get("with", {}),
        }
        statements.append(Statement(entry["key"], entry["words"], **own, **_common(entry, printed, source)))
    return Stated(tuple(claims), tuple(statements), tuple(sections))


def claim_text(path: str | Path) -> str:
    """The text of a file of claims.

    Raises
    ------
    ClaimFileError
        If the file is missing, larger than 500 kB or not UTF-8.
    """
    name = str(path)
    try:
        with open(path, "rb") as file:
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


def _toml(text: str, name: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise ClaimFileError(f"{name}: line {number} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise ClaimFileError(f"{name}: not TOML: {reason}") from None


def _tables(
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
        texts: dict[str, Any] = _texts({x: y for x, y in entry.items() if x not in ("says", "with")}, place, phrases)
        texts["says"] = _texts(entry.get("says", {}), f"{place}: says", phrases)
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
            found[name] = _texts(value, f"{place}: {name}", phrases)
        else:
            found |= {name: value} if isinstance(value, bool | int) else _texts({name: value}, place, phrases)
    return found


def _texts(table: object, place: str, phrases: Mapping[str, str] | None = None) -> dict[str, str]:
    """A table of texts, each on one line and with the phrases that it names."""
    if not isinstance(table, dict):
        raise ClaimFileError(f"{place} is not a table")
    found = {}
    for name, value in table.items():
        if not isinstance(value, str):
            raise ClaimFileError(f'{place}: {name} is not a text; write {name} = "..."')
        if len(value) > LONGEST_FIELD:
            raise ClaimFileError(f"{place}: {name} has {len(value)} characters; at most {LONGEST_FIELD}")
        found[name] = _filled(" ".join(value.split()), phrases, f"{place}: {name}")
    return found


def _filled(text: str, phrases: Mapping[str, str] | None, place: str) -> str:
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
