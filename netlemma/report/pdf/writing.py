r"""What the chapters are put together from: text, code, formulas, tables, statements with numbers, references.

All text of claims, papers and networks becomes LaTeX here, by :mod:`derive.typeset.words`.

>>> prose("at most ``w_1`` nodes & 50%")
'at most \\texttt{w\\_\\allowbreak{}1} nodes \\& 50\\%'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from derive.typeset.described import capital, sentence
from derive.typeset.latex_page import TEXT_WIDTH
from derive.typeset.words import latex_code, latex_prose
from netlemma.report.gather import slug

LETTER, HEAD_LETTER, CODE_LETTER, GAP = 4.6, 5.6, 4.8, 8.0  # points: letters in tables, between columns
LONG_WORD = 9  # letters, from which on formulas and keys in text may be broken
_AFTER = r"(?<=[^\s-])(?:[-/(*+=,:;^)](?=[^\s\u200b])|[._](?=[A-Za-z]{2}))"


def prose(text: str) -> str:
    """Text; what stands between double back-quotes is code, formulas in it may be broken after operators."""
    parts = text.split("``")
    return "".join(latex_code(part) if i % 2 else latex_prose(_breakable(part)) for i, part in enumerate(parts))


def _breakable(text: str) -> str:
    return re.sub(rf"\S{{{LONG_WORD},}}", lambda word: re.sub(_AFTER, "\\g<0>\u200b", word[0]), text)


def said(text: str) -> str:
    """Text as a sentence of its own."""
    return prose(capital(sentence(text)))


def command(text: str) -> str:
    """A command to be typed."""
    return rf"\command{{{latex_code(text)}}}"


def display(code: str) -> str:
    """A formula on lines of its own."""
    return rf"{{\normalfont\[ {code} \]}}"


def value(text: str) -> str:
    r"""A value or formula as code; text as text.

    >>> value("w^2"), value("a cycle of 3")
    ('\\texttt{w\\char94{}\\allowbreak{}2}', 'a cycle of 3')
    """
    return prose(text) if re.search(r"[a-z]{2} |\b[a-z]{2,} [a-z]{2}", text) else latex_code(text)


def verdict(name: str, after: str = "") -> str:
    r"""A verdict, in bold and in its colour.

    >>> verdict("deadlock-free")
    '\\verdict{good}{deadlock-free}'
    """
    look = {"holds": "good", "deadlock-free": "good", "fails": "bad", "deadlock": "bad"}.get(name, "open")
    return rf"\verdict{{{look}}}{{{latex_prose(name)}{after}}}"


def drawing(file: str, caption: str) -> str:
    """A picture with a number; ``caption`` is LaTeX."""
    return rf"\drawing{{{file}}}{{{caption}}}"


def label(kind: str, name: str) -> str:
    return rf"\label{{{kind}:{slug(name)}}}"


def reference(kind: str, name: str) -> str:
    return rf"\ref{{{kind}:{slug(name)}}}"


def heading(level: str, text: str, marked: str = "") -> str:
    r"""A heading, in plain letters where the reader of the PDF lists it.

    >>> heading("section", "for w >= 2")
    '\\section{\\texorpdfstring{for $w$ $\\ge$ 2}{for w    2}}'
    """
    plain = re.sub(r"[^A-Za-z0-9 .,:()/+-]", " ", text)
    return rf"\{level}{{\texorpdfstring{{{prose(text)}}}{{{plain}}}}}{marked}"


def statement(kind: str, title: str, marked: str, body: Iterable[str]) -> str:
    """A numbered statement, a lemma in italics; ``title`` is LaTeX. It is no optional argument, which LaTeX sets on one line."""
    opening = rf"{{\normalfont ({title}).}}" if kind == "lemma" else rf"\normalfont ({title})."
    return "\n".join([rf"\begin{{{kind}}}{marked}{opening}", *body, rf"\end{{{kind}}}"])


class Cell(NamedTuple):
    """What stands in a table: LaTeX, and about how wide it is on one line, in points."""

    latex: str
    width: float


def text_cell(text: object) -> Cell:
    return Cell(prose(str(text)), LETTER * len(str(text)))


def code_cell(text: object) -> Cell:
    return Cell(latex_code(str(text)), CODE_LETTER * len(str(text)))


def table(headings: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "") -> str:
    """A table that may go over pages; columns are as wide as they need, or share the line."""
    body = [list(row) for row in rows]
    if not body:
        return ""
    first = [Cell(prose(words), HEAD_LETTER * len(words)) for words in headings]
    needed = [max(row[column].width for row in [first, *body]) + 4 for column in range(len(first))]
    columns = "".join(rf"L{{{width:.1f}pt}}" for width in widths(needed, TEXT_WIDTH - GAP * len(first) - 2))
    head = " & ".join(rf"\textbf{{{cell.latex}}}" for cell in first) + r" \\ \hline"
    lines = [
        "{}" + " & ".join(cell.latex for cell in row) + r" \\" for row in body
    ]  # {}: a bracket would belong to the line before
    above = [rf"\par\noindent\textit{{{caption}:}}\nopagebreak\par"] if caption else []
    return "\n".join(
        [
            *above,
            rf"{{\small\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}",
            head + r"\endhead",
            *lines,
            r"\end{longtable}}",
        ]
    )


def widths(needed: Sequence[float], room: float) -> list[float]:
    """How wide each column is: what it needs if all fit, and otherwise the wide ones share what the narrow ones leave.

    >>> widths([50, 60], 200), widths([50, 500, 300], 250)
    ([50, 60], [50, 100.0, 100.0])
    """
    found, left = list(needed), room
    narrowest_first = sorted(range(len(found)), key=lambda column: found[column])
    for position, column in enumerate(narrowest_first):
        found[column] = min(found[column], left / (len(found) - position))
        left -= found[column]
    return found
