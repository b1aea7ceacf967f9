"""Numbers as they are printed, with the decimals that they show, and columns of tables compared entry by entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.manuscript.marks import TABLES, Mark, Span, environments, rows
from netlemma.errors import InputError
from netlemma.graphs.families import family_called

# Numbers as they are printed: exact ones and rounded ones, with the decimals that they show.


_DECORATION = re.compile(
    r"\\(?:mathbf|mathit|mathrm|textbf|textit|text|num|emph|underline)\s*(?=\{)|\\[,;:! ]"
    r"|\\(?:hline|toprule|midrule|bottomrule)|~|\$"
)
_FRACTION = re.compile(r"\\[dt]?frac\{([0-9]+)\}\{([0-9]+)\}|([0-9]+)/([0-9]+)")
_DECIMAL = re.compile(r"([0-9]+)(?:\.([0-9]+))?(\\%)?(?:\\(?:times|cdot)10\^\{?(-?[0-9]{1,2})\}?)?")
LONGEST = 60


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number: its value, and the value of a unit of its last digit, None if it is a fraction."""

    value: Fraction
    unit: Fraction | None

    def agrees(self, true: Fraction) -> bool:
        r"""Whether it is the true value, exactly or rounded to the digits that are shown.

        >>> [read_number(text).agrees(Fraction(1, 3)) for text in ("0.333", "0.334", "1/3", r"33.3\%", "0.3")]
        [True, False, True, True, True]
        """
        if self.unit is None:
            return self.value == true
        return abs(self.value - true) <= self.unit / 2

    def like(self, true: Fraction) -> str:
        r"""The true value as it would be printed: a fraction, or with as many decimals, rounded half to even.

        >>> read_number("0.334").like(Fraction(1, 3)), read_number("2").like(Fraction(3))
        ('0.333', '3')
        """
        if self.unit is None or self.unit.numerator != 1 or self.unit == 1:
            return str(true)
        places = len(str(self.unit.denominator)) - 1
        digits = str(round(abs(true) * 10**places)).rjust(places + 1, "0")
        return f"{'-' * (true < 0)}{digits[:-places]}.{digits[-places:]}"


def read_number(text: str) -> PrintedNumber | None:
    r"""A number as LaTeX prints it, without comments; None for another text.

    >>> read_number("$1{,}024$").value, read_number(r"\frac{1}{3}").unit, read_number("---")
    (Fraction(1024, 1), None, None)
    """
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    bare = _DECORATION.sub("", text).replace("{,}", "").replace("−", "-").strip()
    bare = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", bare)
    bare = re.sub(r"\s+", "", bare)
    while len(bare) > 1 and bare[0] == "{" and bare[-1] == "}":
        bare = bare[1:-1]
    sign = -1 if bare.startswith("-") else 1
    bare = bare.removeprefix("-")
    if not bare or len(bare) > LONGEST:
        return None
    fraction = _FRACTION.fullmatch(bare)
    if fraction:
        above, below = (int(each) for each in fraction.groups() if each)
        return PrintedNumber(sign * Fraction(above, below), None) if below else None
    decimal = _DECIMAL.fullmatch(bare)
    if not decimal:
        return None
    whole, places, percent, power = decimal.groups()
    scale = Fraction(10) ** int(power or 0) / (100 if percent else 1)
    value = sign * Fraction(f"{whole}.{places or 0}") * scale
    return PrintedNumber(value, scale / 10 ** len(places or ""))


# Tables of a paper: columns of sizes, and a column of numbers that are compared entry by entry.


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
    """The entries of the column that a mark is about."""
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


# Tables with a topology in each row, and formulas of one quantity in a column.


ROWS = "rows"  # in place of the family of a mark


@dataclass(frozen=True)
class TopologyRow:
    """A formula of a table, with the family of its row, or the reason why it cannot be judged."""

    family: str
    cell: Span
    why: str = ""


def topologies(mark: Mark, text: str) -> Iterator[TopologyRow]:
    """The formulas of the column of a quantity in the table behind a mark, row by row."""
    table = next((inside for _, whole, inside in environments(text, TABLES) if whole.start >= mark.place), None)
    if table is None:
        raise InputError(f"{ROWS} is about the rows of a table, and there is none behind this mark")
    column, wanted = -1, mark.options.get("column", "")
    for row in rows(text, table):
        cells = [_bare(cell, text) for cell in row]
        words = [" ".join(_LETTERS.sub(" ", cell.of(text)).replace("-", " ").lower().split()) for cell in cells]
        if column < 0:
            named = [
                place
                for place, each in enumerate(words)
                if each == mark.quantity.replace("_", " ") or each == wanted.lower()
            ]
            column = int(wanted) - 1 if wanted.isdecimal() else named[0] if named else -1
            if column < 0 or column >= len(cells):
                raise InputError(f"no column of this table is headed {mark.quantity}: say which it is, as in column=2")
            continue
        if column >= len(cells) or not words[0] or not cells[column].of(text).strip():
            continue
        found = family_called(words[0].replace(" ", "-")) or family_called(words[0])
        name = found.name if found else ""
        yield TopologyRow(name, cells[column], "" if name else f"no family is called {quoted_text(words[0])}")


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
        raise InputError("say which column it is: `column=2`, or its heading")
    return others[0]
