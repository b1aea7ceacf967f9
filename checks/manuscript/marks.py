r"""Marks of a paper that say of which quantity an equation, a column or a number speaks.

A mark has the words of ``netlemma check`` without the formula: ``% netlemma: toroid mean_distance --where "w even"`` before
or beside an equation, ``\netlemma{...}`` with the same words, ``\netlemma[...]{...}`` around a formula or a number, or an
entry of a TOML file for a label.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.checks.claims.claim_texts import claim_text, toml_tables
from netlemma.checks.formula.latex.tokens import group, tex_tokens
from netlemma.checks.formula.tokens import FormulaError
from netlemma.checks.judging.convention_rules import OPTIONS
from netlemma.checks.manuscript.source_text import Manuscript, Span

LISTS = ("let",)
OWN = ("where", "sizes", "tolerance", "column", "shift", "let")
_COMMENT = re.compile(r"(?<!\\)%+[ \t]*netlemma:[ \t]*([^\n]*)")
_MACRO = re.compile(r"\\netlemma(?![A-Za-z])[ \t]*(?:\[([^\]]*)\])?")
_LINE_COMMENT = re.compile(r"(?<!\\)%[^\n]*")


@dataclass(frozen=True)
class Mark:
    """What a mark says.

    Parameters
    ----------
    place : int
        Where what it marks begins to be looked for.
    family : str, default ""
        Family or product; empty if the mark only binds names for those behind it.
    quantity : str, default ""
        Quantity.
    sizes : dict from str to int
        Sizes of the network that are given.
    options : dict from str to str
        Options of ``netlemma check``, and ``column`` of a table.
    let : tuple of str, default ()
        Bindings of names.
    content : Span or None, optional
        What is marked, if the mark is around it.
    label : str, default ""
        Label of what is marked.
    error : str, default ""
        Why the mark cannot be read.
    common : tuple of str, default ()
        Bindings of earlier marks, used where they can be read.
    """

    place: int
    family: str = ""
    quantity: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    let: tuple[str, ...] = ()
    content: Span | None = None
    label: str = ""
    error: str = ""
    common: tuple[str, ...] = ()


def marks_of(paper: Manuscript) -> list[Mark]:
    """The marks in a text, in order; bindings of a mark without a family hold for all behind it.

    Parameters
    ----------
    paper : Manuscript
        File of a paper.

    Returns
    -------
    list of Mark
        Marks that name a quantity, and those that cannot be read.
    """
    text = paper.plain
    found: list[tuple[int, str, Span | None]] = []
    for each in _COMMENT.finditer(text):
        line = text.rfind("\n", 0, each.start()) + 1
        beside = text[line : each.start()].strip()  # what stands on the line of the comment is what it marks
        found.append((line if beside else each.end(), each.group(1), None))
    quiet = _LINE_COMMENT.sub(lambda comment: " " * len(comment.group()), text)
    defined = [
        each.end() for each in re.finditer(r"\\(?:re)?newcommand\*?\s*\{?|\\def\s*|\\NewDocumentCommand\s*\{?", quiet)
    ]
    for each in _MACRO.finditer(quiet):
        if each.start() in defined:
            continue
        argument = _argument(text, each.end())
        if argument is not None and each.group(1) is None:
            found.append((argument.end + 1, argument.of(text), None))
        elif argument is not None:
            found.append((argument.start, each.group(1), argument))
    common: tuple[str, ...] = ()
    marks = []
    for place, words, content in sorted(found, key=lambda each: each[0]):
        mark = read_mark(words, place, content)
        if mark.family or mark.error:
            marks.append(replace(mark, common=common))
        else:
            common = (*common, *mark.let)
    return marks


def _argument(text: str, start: int) -> Span | None:
    """What is in the braces that begin here."""
    rest = text[start : start + 20_000]
    try:
        tokens = tex_tokens(rest[:8000])
        end = group(tokens, 0, rest)[1]
    except FormulaError:
        return None
    if not rest.lstrip().startswith("{"):
        return None
    close = tokens[end - 1].column
    opening = rest.index("{")
    return Span(start + opening + 1, start + close)


def read_mark(words: str, place: int = 0, content: Span | None = None) -> Mark:
    """A mark from its words.

    Parameters
    ----------
    words : str
        Words of the mark.
    place : int, default 0
        Where what it marks begins to be looked for.
    content : Span or None, optional
        What is marked.

    Returns
    -------
    Mark
        The mark; one that cannot be read says why.

    Examples
    --------
    >>> mark = read_mark('toroid mean_distance D=2 --where "w even" let d=D')
    >>> mark.family, mark.quantity, mark.sizes, mark.options, mark.let
    ('toroid', 'mean_distance', {'D': 2}, {'where': 'w even'}, ('d=D',))
    >>> read_mark("toroid mean_distance --wher x").error
    "there is no option '--wher' (did you mean 'where'?)"
    """
    try:
        parts = shlex.split(words.replace("\\_", "_"), posix=True)
        return _read(parts, place, content)
    except ValueError as error:
        return Mark(place, content=content, error=str(error))


def _read(parts: list[str], place: int, content: Span | None) -> Mark:
    legal = (*OWN, *OPTIONS)
    options: dict[str, str] = {}
    sizes: dict[str, int] = {}
    let: list[str] = []
    named: list[str] = []
    waiting = ""
    for part in parts:
        name, sign, value = part.removeprefix("--").partition("=")
        if part.startswith("--") and name not in legal:
            raise InputError(f"there is no option {quoted_text(part)}{nearest(name, legal)}")
        if waiting and not part.startswith("--") and (waiting != "let" or sign):
            _set(waiting, part, options, let)
            waiting = waiting if waiting == "let" else ""
        elif name in legal and (part.startswith("--") or sign or part in OWN):
            waiting = "" if sign else name
            if sign:
                _set(name, value, options, let)
        elif sign and value.isdecimal():
            sizes[name] = int(value)
        elif sign:
            raise InputError(f"{quoted_text(part)} is no size; a size is a whole number, and names are bound by let")
        else:
            waiting = ""
            named.append(part)
    if waiting and waiting != "let":
        raise InputError(f"--{waiting} needs a value")
    if len(named) == 0 and let:
        return Mark(place, let=tuple(let), content=content)
    if len(named) != 2:
        raise InputError("a mark is a family and a quantity, as in: netlemma: toroid mean_distance")
    return Mark(place, named[0], named[1], sizes, options, tuple(let), content)


def _set(name: str, value: str, options: dict[str, str], let: list[str]) -> None:
    if name == "let":
        let.append(value)
    else:
        options[name] = value


def labelled_marks(path: str | Path) -> list[Mark]:
    """The marks of a TOML file: tables ``[[claim]]`` with ``label``, ``family``, ``quantity`` and options.

    Parameters
    ----------
    path : str or Path
        File.

    Returns
    -------
    list of Mark
        Marks in the order of the file.

    Raises
    ------
    InputError
        If the file cannot be read, is not TOML, or an entry has a missing or unknown field.
    """
    entries = toml_tables(claim_text(path), str(path)).get("claim")
    if not isinstance(entries, list) or not entries:
        raise InputError(f"{path}: no claims; each begins with [[claim]]")
    return [_labelled(entry, f"{path}: claim {number}") for number, entry in enumerate(entries, 1)]


def _labelled(entry: Any, place: str) -> Mark:
    legal = ("label", "family", "quantity", *OWN, *OPTIONS)
    if not isinstance(entry, dict):
        raise InputError(f"{place} is no table")
    for name in ("label", "family", "quantity"):
        if not isinstance(entry.get(name), str):
            raise InputError(f"{place}: {name} is missing; it is a text")
    let = entry.get("let", [])
    sizes = {name: value for name, value in entry.items() if name not in legal and isinstance(value, int)}
    for name, value in entry.items():
        if name not in legal and name not in sizes:
            raise InputError(f"{place}: unknown field {quoted_text(name)}{nearest(name, legal)}")
        if name in legal and name != "let" and not isinstance(value, str | int):
            raise InputError(f"{place}: {name} is a text")
    options = {name: str(entry[name]) for name in (*OWN, *OPTIONS) if name in entry and name != "let"}
    bound = tuple([let] if isinstance(let, str) else map(str, let))
    return Mark(0, entry["family"], entry["quantity"], sizes, options, bound, label=entry["label"])


def placed(marks: Iterable[Mark], text: str) -> tuple[list[Mark], list[Mark]]:
    """Marks of labels, at the places of their labels in a text; and those whose labels it does not have.

    Parameters
    ----------
    marks : iterable of Mark
        Marks with labels.
    text : str
        Text of a file.

    Returns
    -------
    tuple of list of Mark
        Marks with their places, and the others.
    """
    found, missing = [], []
    for mark in marks:
        at = re.search(rf"\\label\s*\{{\s*{re.escape(mark.label)}\s*\}}", text)
        if at is None:
            missing.append(mark)
        else:
            found.append(replace(mark, place=at.start()))
    return found, missing
