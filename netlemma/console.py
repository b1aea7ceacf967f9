"""Output of the commands: tables for people, and progress on standard error."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TableRow = Sequence[object]
PLAIN_WIDTH = 160
LONG = 1000  # rows of tables that are printed without Rich
PIECE = 10_000  # entries of a list that are written at once
COLOURS = {
    "holds": "green",
    "proved": "green",
    "fails": "red",
    "agrees": "yellow",
    "unknown": "yellow",
    "enumerated": "yellow",
}


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8.

    Parameters
    ----------
    path : Path
        File to write.
    text : str
        Its contents.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    from checks.base.inputs import InputError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def write_certificate(path: Path, certificate: Mapping[str, Any]) -> None:
    """Write a certificate as JSON piece by piece, compressed by gzip if the name of the file ends in .gz.

    Parameters
    ----------
    path : Path
        File to write.
    certificate : Mapping of str to object
        Its data.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    import gzip

    from checks.base.inputs import InputError

    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "wt", encoding="utf-8") as file:
            for number, (key, value) in enumerate(certificate.items()):
                file.write(f"{', ' if number else '{'}{json.dumps(key)}: ")
                if isinstance(value, list) and len(value) > PIECE:
                    for begin in range(0, len(value), PIECE):
                        file.write((", " if begin else "[") + json.dumps(value[begin : begin + PIECE])[1:-1])
                    file.write("]")
                else:
                    file.write(json.dumps(value))
            file.write("}\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def print_table(title: str, columns: Sequence[str], rows: Sequence[TableRow]) -> None:
    """A table on standard output; words of :data:`COLOURS` are coloured on a terminal.

    Parameters
    ----------
    title : str
        Title of the table.
    columns : sequence of str
        Headings of the columns.
    rows : sequence of TableRow
        Cells by row.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    table = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if len(rows) > LONG and not title and not sys.stdout.isatty() and (lines := _lines([list(columns), *cells])):
        print(lines)
        return
    for column in columns:
        table.add_column(column, overflow="fold")
    for line in cells:
        table.add_row(*(Text(cell, style=COLOURS.get(cell.partition(" ")[0], "")) for cell in line))
    console.print(table)


def _lines(cells: list[list[str]]) -> str:
    """A long table as Rich prints it, in a hundredth of the time; empty if some cell needs more than one line."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    whole = sum(widths) + 3 * len(widths) - 1
    if whole > PLAIN_WIDTH or any("\n" in cell for line in cells for cell in line):
        return ""
    head, *rest = [
        " " + "   ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True)) + " "
        for line in cells
    ]
    return "\n".join([" " * whole, head, " " + "─" * (whole - 2) + " ", *rest, " " * whole])


def print_parts(shown: Any) -> None:
    """Print a display; of tables all rows.

    Parameters
    ----------
    shown : Shown or list of Part
        Object with a notebook display, or parts of one.
    """
    from graphs.base.tables import Table

    for part in shown._parts() if hasattr(shown, "_parts") else shown:
        if isinstance(part, Table):
            print_table(part.caption, part.columns, part.rows)
        elif text := part.text():
            print(text)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A function that shows the progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(text)
