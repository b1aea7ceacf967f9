"""Tables of a paper: columns of sizes, and a column of numbers that are compared entry by entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from netlemma.checks.base.inputs import InputError
from netlemma.checks.manuscript.marks import Mark
from netlemma.checks.manuscript.printed_numbers import read_number
from netlemma.checks.manuscript.source_text import Span, rows

_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)"
    r"|\\c(?:line|midrule)(?:\([^)]*\))?\{[^}]*\}"
)
_LETTERS = re.compile(
    r"\\(?:mathbf|mathit|mathrm|textbf|textit|text|boldsymbol|multicolumn\{\d\}\{[^}]*\})|[${}\\\s]|%[^\n]*"
)


@dataclass(frozen=True)
class TableEntry:
    """An entry of a table with its sizes, or the reason why it cannot be compared."""

    span: Span
    sizes: dict[str, int] = field(default_factory=dict)
    why: str = ""


def entries(mark: Mark, text: str, inside: Span, names: Collection[str]) -> Iterator[TableEntry]:
    """The entries of the column that a mark is about.

    Parameters
    ----------
    mark : Mark
        Mark, which may name the column by its number or its heading.
    text : str
        Text of the file.
    inside : Span
        What is in the environment.
    names : collection of str
        Sizes of the network.

    Yields
    ------
    TableEntry
        Numbers in the column; blank cells and dashes are left out.

    Raises
    ------
    InputError
        If it is not clear which column it is, or the table has no numbers in it.
    """
    table = rows(text, inside)
    if any(_LETTERS.sub("", _bare(row[0], text).of(text)) in names and _numbers(row[1:], text) for row in table):
        table = [list(column) for column in zip(*(row for row in table if len(row) == len(table[0])), strict=True)]
    renamed = {each.partition("=")[0].strip(): each.partition("=")[2].strip() for each in mark.let}
    heading: list[str] = []
    column, at = -1, {}
    compared = 0
    for row in table:
        cells = [_bare(cell, text) for cell in row]
        numbers = [read_number(cell.of(text)) for cell in cells]
        if not heading or not any(numbers):
            if any(cell.of(text).strip() for cell in cells) and not any(numbers[1:]):
                heading = [_LETTERS.sub("", cell.of(text)) for cell in cells]
                continue
            if not any(numbers):
                continue
        if column < 0:
            at = {
                renamed.get(name, name): index for index, name in enumerate(heading) if renamed.get(name, name) in names
            }
            column = _column(mark, heading, at, len(cells), names)
        if column >= len(cells):
            continue
        sizes = dict(mark.sizes)
        for name, index in at.items():
            number = numbers[index] if index < len(numbers) else None
            if number is not None and number.value.denominator == 1:
                sizes[name] = int(number.value)
        cell = cells[column]
        if numbers[column] is not None:
            compared += 1
            yield TableEntry(cell, sizes)
        elif re.search(r"[0-9]", cell.of(text)):
            yield TableEntry(cell, why="this entry is no number that can be read")
    if not compared:
        raise InputError("this table has no numbers to compare: its columns have the names of sizes, as in $n$")


def _numbers(cells: list[Span], text: str) -> bool:
    return bool(cells) and all(read_number(_bare(cell, text).of(text)) for cell in cells)


def _bare(cell: Span, text: str) -> Span:
    """A cell without rules, comments and blanks around it."""
    words = re.sub(r"(?<!\\)%[^\n]*", lambda found: " " * len(found.group()), cell.of(text))
    words = _RULES.sub(lambda found: " " * len(found.group()), words)
    start = cell.start + len(words) - len(words.lstrip())
    return Span(start, max(start, cell.start + len(words.rstrip())))


def _column(mark: Mark, heading: list[str], at: dict[str, int], width: int, names: Collection[str]) -> int:
    wanted = mark.options.get("column", "")
    if wanted.isdecimal():
        if not 0 < int(wanted) <= width:
            raise InputError(f"there is no column {wanted}; the table has {width}")
        return int(wanted) - 1
    if wanted:
        bare = _LETTERS.sub("", wanted)
        if bare not in heading:
            raise InputError(f"there is no column {wanted!r}; the columns are {', '.join(filter(None, heading))}")
        return heading.index(bare)
    missing = [name for name in names if name not in at and name not in mark.sizes]
    if missing:
        raise InputError(f"no column has the heading {missing[0]}; give the size in the mark, as {missing[0]}=4")
    others = [index for index in range(width) if index not in at.values()]
    if len(others) != 1:
        raise InputError("say which column it is: --column 2, or its heading")
    return others[0]
