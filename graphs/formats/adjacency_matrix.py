"""Adjacency matrices: a square of whole numbers, the number of links from the node of the row to that of the column."""

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.adjacency_list import is_matrix, unlabelled
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.text_tables import rows_of, sample
from netlemma.graphs.formats.fabric.topology import Topology

MOST_LINKS = 1_000_000
MOST_PARALLEL = 1_000


def read_matrix(file: TextFile) -> Topology:
    """The network of an adjacency matrix; one that is not symmetric has one-way links."""
    rows = list(rows_of(file))
    inner = unlabelled([cells for _, cells in rows])
    names = rows[0][1][1:] if len(inner) < len(rows) else [*map(str, range(len(rows)))]
    rows = [(line, [*cells]) for (line, _), cells in zip(rows[-len(inner) :], inner, strict=True)]
    for line, cells in rows:
        if len(cells) != len(rows):
            file.refuse(line, f"the row has {len(cells)} numbers: {len(rows)} are expected, one for each row")
    counts = [[file.number(line, cell, "an entry", 0, MOST_PARALLEL) for cell in cells] for line, cells in rows]
    one_way = any(counts[i][j] != counts[j][i] for i in range(len(rows)) for j in range(i))
    nodes: dict[str, tuple[int | None, str]] = {name: (line, "") for name, (line, _) in zip(names, rows, strict=True)}
    edges: list[Edge] = []
    for i, (line, _) in enumerate(rows):
        for j in range(0 if one_way else i, len(rows)):
            edges += [Edge(line, names[i], names[j], one_way=one_way)] * counts[i][j]
        if len(edges) > MOST_LINKS:
            file.refuse(line, f"the matrix has more than {MOST_LINKS:,} links, the most that are read")
    return topology(file, "adjacency matrix", nodes, edges)


def _may_be(text: str) -> bool:
    return is_matrix(sample(text)[1])


FORMAT = Format(
    "adjacency-matrix",
    "a square of numbers of links between nodes",
    lambda text: False,
    read_matrix,
    may_be=_may_be,
)
