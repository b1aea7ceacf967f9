"""Tables in CSV files: the first line names the columns, every other line is a row."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator

from graphs.base.text_files import TextFile, printable

CsvRow = tuple[int, dict[str, str]]  # the line, and its cells by column


def table(file: TextFile, legal: Callable[[set[str]], bool], expected: str) -> Iterator[CsvRow]:
    """The rows of a table, one by one; empty lines and a byte order mark are skipped.

    Parameters
    ----------
    file : TextFile
        The file.
    legal : Callable
        Whether a set of columns is allowed.
    expected : str
        Description of the legal columns, for messages.

    Yields
    ------
    CsvRow
        Number of the line, and the cell of each column.

    Raises
    ------
    FormatError
        If the columns are not legal or one occurs twice, a line is not CSV or has too few or too many cells, or there
        are no rows.

    Examples
    --------
    >>> list(table(TextFile("t.csv", b"a,b\\n1,2\\n"), lambda columns: columns == {"a", "b"}, "'a,b'"))
    [(2, {'a': '1', 'b': '2'})]
    """
    columns: list[str] = []
    rows = 0
    for number, line in file.lines():
        if number == 1:
            line = line.removeprefix("\ufeff")
        if not line.strip():
            continue
        try:
            cells = [cell.strip() for cell in next(csv.reader([line], strict=True))]
        except csv.Error as error:
            file.refuse(number, f"the line is no CSV: {error}")
        if not columns:
            columns = cells
            if len(set(cells)) < len(cells) or not legal(set(cells)):
                file.refuse(number, f"the columns are {printable(','.join(cells))}: {expected} is expected")
        elif len(cells) != len(columns):
            file.refuse(number, f"the row has {len(cells)} cells: {len(columns)} are expected, {','.join(columns)}")
        else:
            rows += 1
            yield number, dict(zip(columns, cells, strict=True))
    if not rows:
        file.refuse(None, "the file has no rows below the names of the columns")
