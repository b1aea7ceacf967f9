"""Matrices of the Matrix Market: an entry ``row column`` for each link."""

import re

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.adjacency_list import listed_once
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.roles import unused
from netlemma.graphs.formats.fabric.topology import Topology

MOST_NODES = 1_000_000
_HEAD = re.compile(r"%%MatrixMarket\s+matrix\s+coordinate\s+(pattern|integer|real)\s+(general|symmetric)\s*", re.I)


def read_matrix_market(file: TextFile) -> Topology:
    """The network of a sparse matrix; one that is not symmetric has one-way links."""
    lines = ((number, line) for number, line in file.lines() if line.strip())
    first, line = next(lines, (1, ""))
    if not (match := _HEAD.fullmatch(line)):
        file.refuse(
            first,
            f"{printable(line)} is not read: '%%MatrixMarket matrix coordinate pattern|integer|real general|symmetric' is",
        )
    rows = ((number, line.split()) for number, line in lines if not line.startswith("%"))
    line_of_sizes, sizes = next(rows, (first, []))
    if len(sizes) != 3 or sizes[0] != sizes[1]:
        file.refuse(line_of_sizes, "'NODES NODES ENTRIES' is expected: a network has as many rows as columns")
    count = file.number(line_of_sizes, sizes[0], "the number of nodes", 1, MOST_NODES)
    edges: list[Edge] = []
    for number, words in rows:
        if len(words) != 2 + (match[1].lower() != "pattern"):
            file.refuse(number, f"the entry has {len(words)} cells, which are not those of a {match[1]} matrix")
        one, other = (str(file.number(number, word, "the number of a node", 1, count)) for word in words[:2])
        edges.append(Edge(number, one, other, one_way=match[2].lower() == "general"))
    if len(edges) != file.number(line_of_sizes, sizes[2], "the number of entries", 0, 10**9):
        file.refuse(line_of_sizes, f"{sizes[2]} entries are announced, but there are {len(edges)}")
    said = unused(["value"] * (match[1].lower() != "pattern"), what="edge attribute")
    nodes: dict[str, tuple[int | None, str]] = {str(i): (line_of_sizes, "") for i in range(1, count + 1)}
    return topology(file, "Matrix Market", nodes, listed_once(edges), remarks=said)


FORMAT = Format(
    "matrix-market",
    "a matrix of the Matrix Market",
    lambda text: text[:14].lower() == "%%matrixmarket",
    read_matrix_market,
    suffixes=(".mtx",),
)
