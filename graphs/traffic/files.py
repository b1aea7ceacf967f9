"""CSV files of traffic: pairs of nodes with rates, or a square matrix of rates."""

import csv
from fractions import Fraction
from hashlib import sha256

import numpy as np

from netlemma.graphs.base.text_files import TextFile, exact_rate, read_text
from netlemma.graphs.topology.structure import Network, named_by_numbers, numbers_by_name

HEADERS = (("source", "destination"), ("source", "target"), ("src", "dst"), ("src", "dest"), ("from", "to"))
HEADER_LINE = ",".join(HEADERS[0]).encode() + b"\n"
Row = tuple[int, int, int, Fraction]  # line, source, destination, rate


def rows_of(net: Network, path: str, digest: str = "") -> tuple[TextFile, list[Row]]:
    """The rates of a file.

    Lines are "source,destination" or "source,destination,rate" (rate 1 if it is left out), with a header line if
    wanted; or, for N ends, there are N lines of N rates, those from the first end first. Lines that are empty or begin
    with # are skipped.
    """
    text = read_text(path)
    if digest and sha256(text.data).hexdigest() != digest:
        text.refuse(None, f"the file has changed: its SHA-256 is not {digest[:16]}...")
    lines = [
        (number, [cell.strip() for cell in next(csv.reader([line]))])
        for number, line in text.lines()
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if lines and tuple(cell.lower() for cell in lines[0][1][:2]) in HEADERS:
        lines = lines[1:]
    elif lines and len(lines) == len(net.ends) and all(len(cells) == len(lines) for _, cells in lines):
        return text, _matrix(net, text, lines)
    if not lines:
        text.refuse(None, "there are no rates")
    names = numbers_by_name(net, net.ends)
    rows = []
    for number, cells in lines:
        if len(cells) not in (2, 3):
            text.refuse(
                number,
                f"{len(cells)} value{'s' if len(cells) != 1 else ''}: a line is source,destination with a rate behind or without (a "
                f"permutation has none), or one of {len(net.ends)} rates of a matrix",
            )
        for cell in cells[:2]:
            if cell not in names:
                text.refuse(number, f"{cell[:40]!r} is no node of {net.title} that sends messages")
        rows.append(
            (number, names[cells[0]], names[cells[1]], _rate(text, number, cells[2] if len(cells) > 2 else "1"))
        )
    return text, rows


def numbered_permutation(net: Network, path: str) -> np.ndarray | None:
    """Destination of each node in a file whose lines are two numbers of nodes, for files of millions of lines.

    Returns: The destinations, those of nodes that are not named the nodes themselves; None if the file has anything
    else but a header, or they are no permutation, and :func:`rows_of` has to say more.
    """
    data = read_text(path).data.replace(b"\r\n", b"\n").rstrip() + b"\n"
    if data.lower().startswith(HEADER_LINE):
        data = data[len(HEADER_LINE) :]
    count = data.count(b"\n")
    if not count or net.terminals is not None or data.translate(None, b"0123456789") != b",\n" * count:
        return None
    if named_by_numbers(net, net.ends):
        return None
    values = np.fromstring(data.translate(bytes.maketrans(b",\n", b"  ")).decode(), dtype=np.int64, sep=" ")
    if (
        len(values) != 2 * count
        or not 0 <= values.min() <= values.max() < net.node_count
        or not _once(values[::2], net.node_count)
    ):
        return None
    found = np.arange(net.node_count)
    found[values[::2]] = values[1::2]
    return found if _once(found, net.node_count) else None


def _once(nodes: np.ndarray, count: int) -> bool:
    """Whether no node occurs twice."""
    return int(np.bincount(nodes, minlength=count).max()) == 1


def _matrix(net: Network, text: TextFile, lines: list[tuple[int, list[str]]]) -> list[Row]:
    return [
        (number, source, destination, rate)
        for source, (number, cells) in zip(net.ends, lines, strict=True)
        for destination, cell in zip(net.ends, cells, strict=True)
        if (rate := _rate(text, number, cell))
    ]


def _rate(text: TextFile, number: int, cell: str) -> Fraction:
    rate = exact_rate(cell)
    if rate is None:
        text.refuse(number, f"the rate {cell[:40]!r} is no number from 0 on such as 1/4 or 0.25")
    return rate
