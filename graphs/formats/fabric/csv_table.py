"""Tables in CSV files: the first line names the columns, every other line is a row."""

import csv
from collections.abc import Callable, Iterator, Sequence

from netlemma.graphs.base.text_files import TextFile, printable

QUOTE = '"'
CsvRow = tuple[int, dict[str, str]]  # the line, and its cells by column


def table(file: TextFile, legal: Callable[[set[str]], bool], expected: str) -> Iterator[CsvRow]:
    """The rows of a table, one by one; empty lines and a byte order mark are skipped.

    >>> list(table(TextFile("t.csv", b"a,b\\n1,2\\n"), lambda columns: columns == {"a", "b"}, "'a,b'"))
    [(2, {'a': '1', 'b': '2'})]
    """
    found: list[str] = []
    for line, cells in _lines(file, legal, expected):
        if line is None:
            found = cells
        else:
            yield line, dict(zip(found, cells, strict=True))


def rows(
    file: TextFile, legal: Callable[[set[str]], bool], expected: str, columns: Sequence[Sequence[str]]
) -> Iterator[tuple[int, list[str]]]:
    """The same for tables of many rows: the cells of each row in the order of some columns, "" for those not there.

    >>> list(rows(TextFile("t.csv", b"a,b\\n1,2\\n"), lambda columns: True, "'a,b'", (["b"], ["c"], ["A", "a"])))
    [(2, ['2', '', '1'])]
    """
    places: list[int] = []
    for line, cells in _lines(file, legal, expected):
        if line is None:
            places = [next((place for place, cell in enumerate(cells) if cell in names), -1) for names in columns]
        else:
            cells.append("")
            yield line, [cells[place] for place in places]


def _lines(file: TextFile, legal: Callable[[set[str]], bool], expected: str) -> Iterator[tuple[int | None, list[str]]]:
    """The names of the columns, without a number, and the cells of each row."""
    columns: list[str] = []
    rows = 0
    for number, line in file.lines():
        if number == 1:
            line = line.removeprefix("\ufeff")
        if not line.strip():
            continue
        try:
            cells = line.split(",") if QUOTE not in line else next(csv.reader([line], strict=True))
            cells = list(map(str.strip, cells))
        except csv.Error as error:
            file.refuse(number, f"the line is no CSV: {error}")
        if not columns:
            columns = cells
            if len(set(cells)) < len(cells) or not legal(set(cells)):
                file.refuse(number, f"the columns are {printable(','.join(cells))}: {expected} is expected")
            yield None, cells
        elif len(cells) != len(columns):
            file.refuse(number, f"the row has {len(cells)} cells: {len(columns)} are expected, {','.join(columns)}")
        else:
            rows += 1
            yield number, cells
    if not rows:
        file.refuse(None, "the file has no rows below the names of the columns")
