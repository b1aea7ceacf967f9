"""Cells and columns of the tables of the PDF, with widths that fit the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from derive.typeset.pages.latex_page import TEXT_WIDTH
from derive.typeset.prose import latex_code
from netlemma.reporting.pdf.markup import prose

LETTER, HEAD_LETTER, CODE_LETTER, GAP = 4.6, 5.6, 4.8, 8.0  # points: letters in tables, between columns


class Cell(NamedTuple):
    """A table cell: LaTeX, and its approximate width on one line, in points."""

    latex: str
    width: float


def text_cell(text: object) -> Cell:
    """A cell with text."""
    return Cell(prose(str(text)), LETTER * len(str(text)))


def code_cell(text: object) -> Cell:
    """A cell with code."""
    return Cell(latex_code(str(text)), CODE_LETTER * len(str(text)))


def column_widths(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[float]:
    """The width of each column of a table: its required width, or a share of the line.

    Parameters
    ----------
    headings : sequence of str
        Headings of the columns.
    rows : sequence of sequence of Cell
        Cells by row.

    Returns
    -------
    list of float
        Widths in points.

    Examples
    --------
    >>> column_widths(["size", "value"], [(code_cell("K=2"), code_cell(1))])
    [26.4, 32.0]
    """
    least = [max(map(len, words.split()), default=0) * HEAD_LETTER for words in headings]
    inside = [max(row[column].width for row in rows) for column in range(len(headings))]
    needed = [max(pair) + 4 for pair in zip(inside, least, strict=True)]
    wished = [max(cell, len(words) * HEAD_LETTER) + 4 for cell, words in zip(inside, headings, strict=True)]
    return shared(needed, wished, TEXT_WIDTH - GAP * len(headings) - 2)


def shared(needed: Sequence[float], wished: Sequence[float], room: float) -> list[float]:
    """The width of each column: its desired width if there is room, otherwise at least its required width, if that
    fits.

    Parameters
    ----------
    needed : sequence of float
        Required widths, in points.
    wished : sequence of float
        Desired widths, in points.
    room : float
        Width of the line, in points.

    Returns
    -------
    list of float
        Widths in points.

    Examples
    --------
    >>> shared([50, 60], [50, 90], 200), shared([50, 60], [80, 120], 120), shared([50, 500], [50, 500], 250)
    ([50, 90], [55.0, 65.0], [50, 200.0])
    """
    spare = room - sum(needed)
    if spare < 0:
        return widths(needed, room)
    more = widths([wish - need for wish, need in zip(wished, needed, strict=True)], spare)
    return [need + each for need, each in zip(needed, more, strict=True)]


def widths(needed: Sequence[float], room: float) -> list[float]:
    """The width of each column: its required width if all fit.

    Otherwise wide columns share the room left by narrow ones.

    Parameters
    ----------
    needed : sequence of float
        Required widths, in points.
    room : float
        Width of the line, in points.

    Returns
    -------
    list of float
        Widths in points.

    Examples
    --------
    >>> widths([50, 60], 200), widths([50, 500, 300], 250)
    ([50, 60], [50, 100.0, 100.0])
    """
    found, left = list(needed), room
    narrowest_first = sorted(range(len(found)), key=lambda column: found[column])
    for position, column in enumerate(narrowest_first):
        found[column] = min(found[column], left / (len(found) - position))
        left -= found[column]
    return found
