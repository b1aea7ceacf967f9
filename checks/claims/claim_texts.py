"""Texts of claim files: TOML within limits, tables with known fields, phrases filled in."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.graphs.base.text_files import open_file

MOST_BYTES = 500_000
MOST_CLAIMS = 2000
LONGEST_FIELD = 4000
MOST_DOTS = 50  # in a line: tomllib needs memory quadratic in the length of a dotted key
LATEX = ("worked", "derivation")  # their dollar signs begin formulas


class ClaimFileError(InputError):
    """A file of claims that cannot be read; the text names the file, the claim and the field."""


def claim_text(path: str | Path) -> str:
    """The text of a file of claims.

    Raises
    ------
    ClaimFileError
        If the file is missing, larger than 500 kB or not UTF-8.
    """
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
    """The tables of a TOML text.

    Parameters
    ----------
    text : str
        Contents of a file.
    name : str
        Name of the file, for error messages.

    Returns
    -------
    dict from str to object
        Its tables.

    Raises
    ------
    ClaimFileError
        If the text is not TOML, or a key has too many dots.
    """
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
    """The tables of a kind with their texts, each with its place.

    Parameters
    ----------
    data : dict from str to object
        Tables of a file.
    kind : str
        Name of the tables, such as ``claim``.
    fields : sequence of str
        Legal fields.
    phrases : mapping from str to str or None
        Phrases that texts may name; None if dollar signs are plain.
    name : str
        Name of the file, for error messages.

    Returns
    -------
    list of tuple of (dict, str)
        Each table, and its place in the file.

    Raises
    ------
    ClaimFileError
        For too many tables, an unknown field, or a field of another type.
    """
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
    """A table of texts, each on one line and with the phrases that it names.

    Parameters
    ----------
    table : object
        Table of a file.
    place : str
        Its place, for error messages.
    phrases : mapping from str to str or None, optional
        Phrases that texts may name; None if dollar signs are plain.

    Returns
    -------
    dict from str to str
        Texts by name.

    Raises
    ------
    ClaimFileError
        If it is no table of texts, or a text is too long.
    """
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
    """A text with the phrases that it names; as it is in a file that has none.

    Parameters
    ----------
    text : str
        Text of a file.
    phrases : mapping from str to str or None
        Phrases by name.
    place : str
        Its place, for error messages.

    Returns
    -------
    str
        Text with the phrases filled in.

    Raises
    ------
    ClaimFileError
        For an unknown phrase, or a dollar sign that begins none.
    """
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
