"""Adjacency lists: a node and its neighbours on each line, ``0 1 2`` or ``0: 1, 2``."""

import re
from collections import Counter
from collections.abc import Sequence

from netlemma.graphs.base.text_files import TextFile, is_whole
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.text_tables import content, sample
from netlemma.graphs.formats.fabric.topology import Topology

MAX_LINKS = 1_000_000
_PARTS = re.compile(r"[\s,;:|]+|->")


def read_adjacency(file: TextFile) -> Topology:
    """The network of an adjacency list; a link that both its ends list is one link."""
    nodes: dict[str, tuple[int | None, str]] = {}
    edges: list[Edge] = []
    for number, line in content(file.lines()):
        node, *others = [each for each in _PARTS.split(line.strip()) if each]
        nodes.setdefault(node, (number, ""))
        for other in others:
            nodes.setdefault(other, (number, ""))
            edges.append(Edge(number, node, other))
        if len(edges) > MAX_LINKS:
            file.refuse(number, f"the list has more than {MAX_LINKS:,} links, the most that are read")
    return topology(file, "adjacency list", nodes, listed_once(edges))


def listed_once(edges: Sequence[Edge]) -> list[Edge]:
    """The edges; if all are listed from both their ends, without the second of each, and in both directions."""
    arcs = Counter((edge.source, edge.target) for edge in edges)
    both = all(arcs[v, u] == count for (u, v), count in arcs.items())
    once = Counter[tuple[str, str]]()
    kept = []
    for edge in edges:
        if not both or edge.source == edge.target or once[edge.target, edge.source] <= 0:
            kept.append(edge._replace(one_way=edge.one_way and not both))
            once[edge.source, edge.target] += 1
        else:
            once[edge.target, edge.source] -= 1
    return kept


def is_adjacency(rows: Sequence[Sequence[str]], part: str) -> bool:
    """Whether rows are lists of neighbours: each node once in front, and rows of different lengths, or all nodes in front.

    >>> is_adjacency([["0", "1", "2"], ["1", "2"]], " "), is_adjacency([["0", "1", "5"], ["1", "2", "5"]], " ")
    (True, False)
    """
    rows = [row for row in rows if row]
    heads = [row[0].rstrip(":") for row in rows]
    if part not in (" ", "\t") or len(set(heads)) < len(heads) or max(map(len, rows), default=0) < 2:
        return False
    if any(row[0].endswith(":") for row in rows):
        return all(row[0].endswith(":") for row in rows)
    cells = [cell for row in rows for cell in row]
    lengths = {len(row) for row in rows}
    if lengths == {3} and len({row[2] for row in rows}) == 1:
        return False  # weights
    known = set(cells) <= set(heads)
    return (len(lengths) > 1 and (known or all(map(is_whole, cells)))) or (min(lengths) > 2 and known and _simple(rows))


def _simple(rows: Sequence[Sequence[str]]) -> bool:
    return all(len(set(row)) == len(row) for row in rows)


def is_matrix(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are a square of numbers with zeros from corner to corner.

    >>> is_matrix([["0", "1", "1"], ["1", "0", "1"], ["1", "1", "0"]]), is_matrix([["0", "1"], ["1", "2"]])
    (True, False)
    """
    rows = unlabelled(rows)
    square = len(rows) > 2 and all(len(row) == len(rows) for row in rows)
    return square and all(
        is_whole(cell) and (cell == "0") >= (i == j) for i, row in enumerate(rows) for j, cell in enumerate(row)
    )


def unlabelled(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The rows of a matrix without the names of its columns, if the first row has them, and those of its rows.

    >>> unlabelled([["", "a", "b"], ["a", "0", "1"], ["b", "1", "0"]])
    [['0', '1'], ['1', '0']]
    """
    names = rows[0][1:] if rows else []
    behind = [row[0] for row in rows[1:] if row]
    return [row[1:] for row in rows[1:]] if names and behind == [*names] and not is_whole(rows[0][0]) else [*rows]


def _may_be(text: str) -> bool:
    part, rows, _ = sample(text)
    return len(rows) > 1 and is_adjacency(rows, part)


FORMAT = Format(
    "adjacency-list",
    "a node and its neighbours on each line",
    lambda text: False,
    read_adjacency,
    suffixes=(".adjlist", ".adj"),
    may_be=_may_be,
)
