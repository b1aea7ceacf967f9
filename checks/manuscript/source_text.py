r"""The text of a paper with its places: lines, environments, rows of alignments and cells of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from netlemma.checks.base.inputs import InputError
from netlemma.checks.formula.latex.macros import Macro, definitions
from netlemma.graphs.base.text_files import open_file

LARGEST = 5_000_000  # bytes of a file
DEEPEST = 8  # files within files
DISPLAYED = (
    "equation",
    "align",
    "gather",
    "multline",
    "displaymath",
    "eqnarray",
    "flalign",
    "alignat",
    "math",
    "dmath",
)
TABLES = ("tabular", "tabularx", "tabulary", "longtable", "tabu")
_ARGUMENTS = re.compile(
    r"(?:\s*\[[^\]]*\])?(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})?(?:\s*\{[lcrpXLCR|@>][^\n]*\}[ \t]*(?=\n))?"
)
_ASIDE = re.compile(
    r"\\begin\{(verbatim|lstlisting|minted|comment|Verbatim)\*?\}.*?\\end\{\1\*?\}|\\verb\*?([^A-Za-z\s]).*?\2",
    re.DOTALL,
)
_INPUT = re.compile(r"^[^%\n]*?\\(?:input|include)\s*\{([^}]+)\}", re.MULTILINE)


@dataclass(frozen=True)
class Span:
    """A part of a text from ``start`` to ``end``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of the text."""
        return text[self.start : self.end]


@dataclass(frozen=True)
class Manuscript:
    """One file of a paper.

    Parameters
    ----------
    name : str
        Path of the file as it is shown.
    text : str
        Contents.
    macros : dict from str to Macro
        Macros of the whole paper.

    Examples
    --------
    >>> Manuscript("a.tex", "one\\ntwo", {}).line(4)
    2
    """

    name: str
    text: str
    macros: dict[str, Macro]

    @property
    def plain(self) -> str:
        """The text with blanks instead of verbatim parts, each character at its place."""
        return _ASIDE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), self.text)

    def line(self, place: int) -> int:
        """The number of the line of a place, counted from 1."""
        return self.text.count("\n", 0, place) + 1


def read_manuscript(path: str | Path) -> list[Manuscript]:
    r"""A paper: its file, and the files that it has by ``\input`` and ``\include``, each once.

    Parameters
    ----------
    path : str or Path
        Main file.

    Returns
    -------
    list of Manuscript
        Files in the order in which they are met; all know the macros of all.

    Raises
    ------
    InputError
        If the main file cannot be read or is too large.
    """
    texts: dict[Path, str] = {}
    _collect(Path(path), Path(path).parent, texts, 0)
    macros: dict[str, Macro] = {}
    for text in texts.values():
        macros |= definitions(text)
    return [Manuscript(str(each), text, macros) for each, text in texts.items()]


def _collect(path: Path, folder: Path, texts: dict[Path, str], depth: int) -> None:
    try:
        with open_file(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST // 1_000_000} MB")
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: byte {error.start + 1} cannot be decoded") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    texts[path] = text
    for found in _INPUT.finditer(text):
        other = folder / found.group(1).strip()
        other = other if other.suffix else other.with_suffix(".tex")
        if depth < DEEPEST and other not in texts and other.is_file():
            _collect(other, folder, texts, depth + 1)


def environments(text: str, kinds: tuple[str, ...]) -> Iterator[tuple[str, Span, Span]]:
    r"""Environments of some kinds, the outer ones, and ``\[...\]``, ``$$...$$``: name, whole, inside.

    Parameters
    ----------
    text : str
        Text of a paper.
    kinds : tuple of str
        Names of environments; ``displaymath`` stands for the displays without a name, too.

    Yields
    ------
    tuple of (str, Span, Span)
        Name without a star, the environment, and what is in it.
    """
    names = "|".join(kinds)
    opening = re.compile(rf"(?<!\\)(?:%[^\n]*|\\begin\{{({names})\*?\}}|(\\\[)|(\$\$))")
    place = 0
    while found := opening.search(text, place):
        place = found.end()
        name = found.group(1) or ("displaymath" if found.group(2) or found.group(3) else "")
        if not name or (not found.group(1) and "displaymath" not in kinds):
            continue
        closing = rf"\\end\{{{name}\*?\}}" if found.group(1) else r"\\\]" if found.group(2) else r"\$\$"
        ended = re.compile(closing).search(text, place)
        if ended is None:
            continue
        given = _ARGUMENTS.match(text, place) if name in (*TABLES, "alignat") else None
        yield name, Span(found.start(), ended.end()), Span(given.end() if given else place, ended.start())
        place = ended.end()


_SEPARATOR = re.compile(r"\\\\(?:\s*\[[^\]]*\])?|\\tabularnewline|\\begin\{|\\end\{|%[^\n]*|\\.|[{}&]", re.DOTALL)


def rows(text: str, inside: Span) -> list[list[Span]]:
    r"""The rows of an alignment or a table, each with its cells; ``\\`` and ``&`` in braces or environments do not count.

    Parameters
    ----------
    text : str
        Text of a paper.
    inside : Span
        What is in the environment.

    Returns
    -------
    list of list of Span
        Cells by row.

    Examples
    --------
    >>> text = r"a & {b & c} \\ d"
    >>> [[cell.of(text).strip() for cell in row] for row in rows(text, Span(0, len(text)))]
    [['a', '{b & c}'], ['d']]
    """
    found: list[list[Span]] = [[]]
    start, depth = inside.start, 0
    for mark in _SEPARATOR.finditer(text, inside.start, inside.end):
        word = mark.group()
        if word in ("{", "\\begin{"):
            depth += 1 + (word != "{")  # the brace of \begin{...} closes, the environment stays open
        elif word in ("}", "\\end{"):
            depth -= 1 if word == "}" else 0
        ends = word.startswith("\\\\") or word == "\\tabularnewline"
        if depth == 0 and (word == "&" or ends):
            found[-1].append(Span(start, mark.start()))
            start = mark.end()
            if ends:
                found.append([])
    found[-1].append(Span(start, inside.end))
    return found
