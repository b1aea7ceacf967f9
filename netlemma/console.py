"""Output of the commands: tables for people, and progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any

TableRow = Sequence[object]
PLAIN_WIDTH = 160
LONGEST_CORRECTION = 160
PIECE = 10_000  # entries of a list that are written at once
LONGEST_WORDS = 90  # of a statement; all of them are in the JSON
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
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        table.add_row(*(Text(cell, style=COLOURS.get(cell.partition(" ")[0], "")) for cell in cells))
    console.print(table)


def print_parts(shown: Any) -> None:
    """Print an object with a notebook display as plain text.

    Parameters
    ----------
    shown : Shown
        The object.
    """
    print(shown._repr_mimebundle_()["text/plain"])


def four_decimals(value: float | None) -> str:
    """A measured number with four decimals; an empty text for None."""
    return "" if value is None else f"{value:.4f}"


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A function that shows the progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(text)


def verdict_rows(verdicts: Sequence[Any]) -> list[TableRow]:
    """Key, locator, verdict, reason, and counterexample and correction if there are any."""
    rows: list[TableRow] = []
    for v in verdicts:
        words = v.evidence.get("words")
        text = f'"{shortened(words)}": {why(v)}' if words else why(v)
        source = v.source if v.source == "netlemma" else f"{v.source} {v.locator}".strip()
        rows.append((v.key, source, v.verdict, len(v.sizes), text))
    return rows


def why(verdict: Any) -> str:
    """The proof or the remark of a verdict, or its counterexample and correction."""
    if not verdict.counterexample:
        return "; ".join(filter(None, (verdict.proof, verdict.remark)))
    size = " ".join(f"{name}={value}" for name, value in verdict.counterexample["size"].items())
    size += f" ({verdict.evidence['outside']})" if verdict.evidence.get("outside") else ""
    return (f"at {size}: " if size else "") + _values(verdict.counterexample) + _correction(verdict)


def shortened(words: str) -> str:
    """The beginning of words of a paper."""
    return shorten(words, LONGEST_WORDS, placeholder=" ...")


def sentences(verdict: Any) -> list[str]:
    """What a verdict on a formula says besides its row: a counterexample outside the sizes given, and its reach.

    Parameters
    ----------
    verdict : Verdict
        Verdict on a formula.

    Returns
    -------
    list of str
        Sentences, each on one line.
    """
    found = []
    example, evidence = verdict.counterexample, verdict.evidence
    if example and evidence.get("outside"):
        found.append(f"fails at {_size(example['size'])} ({evidence['outside']}): {_values(example)}")
    if other := evidence.get("other"):
        found.append(other["text"])
    if beyond := evidence.get("beyond"):
        words = f"beyond {evidence['where'] or 'these sizes'}: {beyond['verdict']}"
        if other := beyond["counterexample"]:
            words += f" at {_size(other['size'])}: {_values(other)}"
        elif beyond["verdict"] == "holds":
            words += " too, for all sizes: the condition is not needed"
        elif beyond["verdict"] == "agrees":
            words += " where tried, no proof"
        found.append(words + (f", {beyond['remark']}" if beyond.get("remark") else ""))
    return found


def _size(size: Any) -> str:
    return " ".join(f"{name}={value}" for name, value in size.items()) or "its one size"


def _values(example: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in example.items() if name != "size")


def _correction(verdict: Any) -> str:
    """The right formula, or where to read it if it is long."""
    if not verdict.correction:
        return ""
    if len(verdict.correction) <= LONGEST_CORRECTION or "lemma" not in verdict.evidence:
        return f"; right: {verdict.correction}"
    from derive.core.lemma_key import LemmaKey

    family, quantity = LemmaKey.parse(verdict.evidence["lemma"])
    return f'; right: see netlemma derive "{family}" {quantity}'


VERDICT_COLUMNS = ("key", "source", "verdict", "sizes", "why")
