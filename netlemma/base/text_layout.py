"""Text for a terminal of a given width: paragraphs, names with values, and tables.

Numbers, keys and words are never broken. A table that is wider than the terminal says columns with one value in a line above
it, then wraps its columns. If these would become too narrow to be read, a table of short cells is parted into several with the
same first columns; a table with sentences stands in blocks, a row in each.
"""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import compress

from rich.cells import cell_len

PIPED = 80  # columns of tables in output that is no terminal, unless COLUMNS says otherwise
UNBROKEN = 1_000_000  # and of paragraphs: programs read them line by line
LEAST = 30  # columns of the narrowest terminal
GAP = "  "  # between columns
READABLE = 24  # columns that a wrapped column needs
LOW = 2  # lines of a cell in narrower ones
SENTENCE = 40  # characters of a cell, from which on it is one
_EQUAL = re.compile(r"(?<=\d) (=|±) (?=[\d.])")  # an exact number and its decimals stay together
_PLACES = re.compile(
    r"(?<=[*;|])(?=\S)|(?<=,)(?=[^\s\d])|(?<=[\w)])(?=\*?/\(|->)"
)  # where a formula without blanks may be broken
_KEYS = ("key", "name", "command")  # headings of columns whose cells are never broken
PAINTED = ("verdict", "verdicts", "judged", "state", "status")  # of those whose first word has a colour
_KEPT = ("verdict", "state", "states", "status")  # and of those that every row says
Paint = Callable[[str], str]


def width(piped: int = PIPED) -> int:
    """Columns of standard output: those of the variable COLUMNS or of the terminal, else as given for other output."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return max(int(given), LEAST)
    return max(shutil.get_terminal_size().columns, LEAST) if sys.stdout.isatty() else piped


def wrapped(text: str, columns: int, hanging: int = 0) -> list[str]:
    """Lines of a text, each broken between words, with its own indentation.

    >>> wrapped("  mean distance 64/21 = 3.04762, diameter 6", 24)
    ['  mean distance', '  64/21 = 3.04762,', '  diameter 6']
    """
    lines: list[str] = []
    for line in _EQUAL.sub("\u00a0\\1\u00a0", text).split("\n"):
        indent = " " * (len(line) - len(line.lstrip(" ")))
        further = indent + " " * hanging
        room = max(columns - len(further), 1)
        breakable = " ".join(
            word if cell_len(word) <= room else _PLACES.sub("\u200b ", word.replace("\u00a0", " "))
            for word in line.split(" ")
        )
        broken = textwrap.wrap(
            breakable, columns, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
        )
        lines += [each.replace("\u200b ", "").replace("\u200b", "").rstrip(" ") for each in broken] or [""]
    return [line.replace("\u00a0", " ") for line in lines]


def fitted(text: str) -> str:
    """A text as wide as standard output, what continues a line further in; nothing is broken in output that is no terminal."""
    return "\n".join(wrapped(text, width(UNBROKEN), 2))


def around(marked: Sequence[str], columns: int) -> list[str]:
    """A line and the caret below it, of a line that is too wide the part around the caret.

    >>> around(["a + b + c + foo(12) + d + e", "            ^"], 13)
    ['+ c + foo(12)', '      ^']
    """
    if not marked:
        return []
    text, caret = marked
    first = max(0, min(len(caret) - 1 - columns // 2, len(text) + 1 - columns))
    return [text[first : first + columns], caret[first:]]


def facts(rows: Iterable[tuple[str, str]], columns: int) -> list[str]:
    """Names with their values, which are wrapped beside the names, or below them if there is little room.

    >>> facts([("nodes", "64"), ("scope", "all ordered pairs of different nodes")], 32)
    ['nodes  64', 'scope  all ordered pairs of', '       different nodes']
    """
    rows = list(rows)
    margin = max((len(name) for name, _ in rows), default=0) + len(GAP)
    lines = []
    for name, value in rows:
        first, *others = wrapped(value.strip(" "), columns - margin)
        if margin > columns // 2 or max(map(cell_len, [first, *others])) > columns - margin:
            lines += [name, *(f"{GAP}{line}" for line in wrapped(value, columns - len(GAP)))]
        else:
            lines += [f"{name:<{margin}}{first}", *(" " * margin + line for line in others)]
    return lines


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], columns: int, paint: Paint = str) -> list[str]:
    """Rows below headings, as wide as needed and no wider than the terminal; in blocks if they do not fit.

    Columns without any text are left out.

    >>> print(*table(["load", "channels"], [["13/10 = 1.3", "8"], ["1/2", "40"]], 60), sep="\\n")
    load         channels
    ─────────────────────
    13/10 = 1.3  8
    1/2          40
    """
    filled = [not rows or any(row[i].strip() for row in rows) for i in range(len(headings))]
    headings, *rows = [list(compress(row, filled)) for row in (headings, *rows)]
    above: list[str] = []
    widths = _widths(headings, rows, columns)
    if widths is None and len(rows) > 1:
        same = [
            heading not in ("", *_KEPT) and len({row[i] for row in rows}) == 1 for i, heading in enumerate(headings)
        ]
        if any(same) and not all(same):
            told = ", ".join(f"{headings[i]} {rows[0][i]}" for i in range(len(same)) if same[i] and rows[0][i])
            above = [*wrapped(f"in each row: {told}", columns), ""] if told else []
            told_apart = [not each for each in same]
            headings, *rows = [list(compress(row, told_apart)) for row in (headings, *rows)]
            widths = _widths(headings, rows, columns)
    widths = widths or _widths(headings, rows, columns, low=True)
    if widths is None and (parts := _parted(headings, rows, columns)):
        for i, part in enumerate(parts):
            picked = [[row[at] for at in part] for row in (headings, *rows)]
            above += [*([""] if i else []), *table(picked[0], picked[1:], columns, paint)]
        return above
    if widths is None:
        return [*above, *_blocks(headings, rows, columns, paint)]
    head = [
        _beside([wrapped(each, size) for each, size in zip(headings, widths, strict=True)], widths, [str] * len(widths))
    ]
    rule = ["─" * (sum(widths) + len(GAP) * (len(widths) - 1))]
    hanging = len(GAP) if len(headings) == 1 else 0  # which tells the rows of a single column apart
    broken = ([_cell(c, w, h, hanging) for c, w, h in zip(row, widths, headings, strict=True)] for row in rows)
    paints = [paint if heading in PAINTED else str for heading in headings]
    body = [_beside(cells, widths, paints) for cells in broken]
    return [*above, *(line for lines in (*head, rule, *body) for line in lines)]


def _cell(cell: str, size: int, heading: str, hanging: int) -> list[str]:
    return [cell] if cell_len(cell) <= size or heading in _KEYS else wrapped(cell, size, hanging)


def _widths(
    headings: Sequence[str], rows: Sequence[Sequence[str]], columns: int, low: bool = False
) -> list[int] | None:
    """Columns of each column; None if a table of this width cannot be read.

    Narrow columns are read if they are low, which parts numbers from their decimals.
    """
    cells = [[row[i] for row in rows] for i in range(len(headings))]
    longest = [max((cell_len(line) for cell in column for line in cell.split("\n")), default=0) for column in cells]
    words = [max(map(cell_len, heading.split()), default=0) for heading in headings]
    whole = [max(size, len(heading)) for size, heading in zip(longest, headings, strict=True)]
    room = columns - len(GAP) * (len(headings) - 1)
    if sum(whole) <= room:
        return whole
    wanted = [max(pair) for pair in zip(longest, words, strict=True)]  # headings are wrapped first
    readable, together = (0, " \\1 ") if low else (READABLE, "\u00a0\\1\u00a0")
    least = [
        size if heading in _KEYS else max(word, min(size, max(readable, _unbroken(column, together))))
        for heading, word, size, column in zip(headings, words, wanted, cells, strict=True)
    ]
    for spare in range(max(wanted), 0, -1):  # the widest columns give way first
        sizes = [max(least_size, min(size, spare)) for least_size, size in zip(least, wanted, strict=True)]
        if sum(sizes) <= room:
            return sizes if not low or _is_low(cells, sizes) else None
    return None


def _unbroken(column: Iterable[str], together: str) -> int:
    words = (word for cell in column for word in _PLACES.sub(" ", _EQUAL.sub(together, cell)).split(" "))
    return max(map(cell_len, words), default=0)


def _is_low(cells: Sequence[Sequence[str]], sizes: Sequence[int]) -> bool:
    """Whether rows of cells of these widths have few lines."""
    return all(len(wrapped(cell, size)) <= LOW for column, size in zip(cells, sizes, strict=True) for cell in column)


def _parted(headings: Sequence[str], rows: Sequence[Sequence[str]], columns: int) -> list[list[int]]:
    """Columns of several tables with the same first ones, which tell the rows apart; none if cells are sentences."""
    longest = [max(cell_len(row[i]) for row in rows) for i in range(len(headings))]
    same = next((i for i in range(1, len(headings)) if len({tuple(row[:i]) for row in rows}) == len(rows)), 0)
    if not same or len(rows) < 2 or max(longest[same:]) > SENTENCE:
        return []
    first = list(range(same))
    parts = [[*first]]
    for i in range(same, len(headings)):
        picked = [[row[at] for at in (*parts[-1], i)] for row in (headings, *rows)]
        if _widths(picked[0], picked[1:], columns, low=True) is not None:
            parts[-1].append(i)
        elif len(parts[-1]) == same:
            return []
        else:
            parts.append([*first, i])
    last = [[row[at] for at in parts[-1]] for row in (headings, *rows)]
    return parts if _widths(last[0], last[1:], columns, low=True) is not None else []


def _beside(cells: Sequence[Sequence[str]], widths: Sequence[int], paints: Sequence[Paint]) -> list[str]:
    lines = []
    for i in range(max(map(len, cells), default=0)):
        parts = [cell[i] if i < len(cell) else "" for cell in cells]
        line = GAP.join(
            paint(part) + " " * max(size - cell_len(part), 0)
            for part, size, paint in zip(parts, widths, paints, strict=True)
        )
        lines.append(line.rstrip(" "))
    return lines


def _blocks(headings: Sequence[str], rows: Sequence[Sequence[str]], columns: int, paint: Paint) -> list[str]:
    """Each row as its first cell with the others below it, a name and a value a line; a number first has its name too."""
    lines: list[str] = []
    for first, *others in rows:
        first = f"{headings[0]} {first}" if first[:1].isdigit() and headings[0] not in _KEYS else first
        top = [first.rstrip(" ")] if headings[0] in _KEYS else wrapped(first, columns, len(GAP))
        told = [(heading, cell) for heading, cell in zip(headings[1:], others, strict=True) if cell.strip()]
        margin = max((len(heading) for heading, _ in told), default=0) + len(GAP)
        indent = " " * (len(first) - len(first.lstrip(" "))) + GAP
        below = facts(told, columns - len(indent))
        painted = [line[:margin] + paint(line[margin:]) if line[:margin].strip() in PAINTED else line for line in below]
        lines += [*([""] if lines else []), *top, *(indent + line for line in painted)]
    return lines
