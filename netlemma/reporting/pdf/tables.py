r"""Tables of the PDF, with columns that fit the line.

>>> print(table(["size", "value"], [(code_cell("K=2"), code_cell(1))]))
\room{3}
\shorttable{\begin{tabular}{@{}L{26.4pt}L{32.0pt}@{}}
\textbf{size} & \textbf{value} \\ \hline\noalign{\vskip 2pt}
{}\texttt{K=\allowbreak{}2} & \texttt{1} \\
\end{tabular}}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from derive.typeset.pages.latex_page import TEXT_WIDTH
from derive.typeset.prose import latex_code
from netlemma.reporting.pdf.markup import prose

LETTER, HEAD_LETTER, CODE_LETTER, GAP = 4.6, 5.6, 4.8, 8.0  # points: letters in tables, between columns
SHORT = 12  # rows of a table that stays on one page


class Cell(NamedTuple):
    """What stands in a table: LaTeX, and about how wide it is on one line, in points."""

    latex: str
    width: float


def text_cell(text: object) -> Cell:
    return Cell(prose(str(text)), LETTER * len(str(text)))


def code_cell(text: object) -> Cell:
    return Cell(latex_code(str(text)), CODE_LETTER * len(str(text)))


def table(headings: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "") -> str:
    """A table, over pages if it is long; columns are as wide as they need, or share the line."""
    body = [list(row) for row in rows]
    if not body:
        return ""
    first = [Cell(prose(words), HEAD_LETTER * len(words)) for words in headings]
    least = [max(map(len, words.split()), default=0) * HEAD_LETTER for words in headings]
    inside = [max(row[column].width for row in body) for column in range(len(first))]
    needed = [max(pair) + 4 for pair in zip(inside, least, strict=True)]
    wished = [max(pair) + 4 for pair in zip(inside, (cell.width for cell in first), strict=True)]
    columns = "".join(rf"L{{{width:.1f}pt}}" for width in shared(needed, wished, TEXT_WIDTH - GAP * len(first) - 2))
    head = " & ".join(rf"\textbf{{{cell.latex}}}" for cell in first) + r" \\ \hline\noalign{\vskip 2pt}"
    # {}: a bracket would belong to the line before
    lines = ["{}" + " & ".join(cell.latex for cell in row) + r" \\" for row in body]
    above = [rf"\room{{4}}\noindent\textit{{{caption}:}}\par\nobreak" if caption else r"\room{3}"]
    if len(body) <= SHORT:
        return "\n".join(
            [*above, rf"\shorttable{{\begin{{tabular}}{{@{{}}{columns}@{{}}}}", head, *lines, r"\end{tabular}}"]
        )
    return "\n".join(
        [
            *above,
            rf"{{\small\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}",
            head + r"\endhead",
            *lines,
            r"\end{longtable}}",
        ]
    )


def shared(needed: Sequence[float], wished: Sequence[float], room: float) -> list[float]:
    """How wide each column is: what it wishes if there is room, for headings on one line; at least what it needs, if that fits.

    >>> shared([50, 60], [50, 90], 200), shared([50, 60], [80, 120], 120), shared([50, 500], [50, 500], 250)
    ([50, 90], [55.0, 65.0], [50, 200.0])
    """
    spare = room - sum(needed)
    if spare < 0:
        return widths(needed, room)
    more = widths([wish - need for wish, need in zip(wished, needed, strict=True)], spare)
    return [need + each for need, each in zip(needed, more, strict=True)]


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
