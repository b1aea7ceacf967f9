"""Graphs of METIS: the numbers of nodes and edges, then the neighbours of each node, from 1, on a line of its own."""

from collections.abc import Iterable, Iterator

from netlemma.graphs.base.text_files import TextFile, is_whole
from netlemma.graphs.formats.adjacency_list import listed_once
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.topology import Topology

MOST_NODES = 1_000_000


def read_metis(file: TextFile) -> Topology:
    """The network of a graph of METIS."""
    rows = _rows(file.lines())
    line, head = next(rows, (1, []))
    if not 2 <= len(head) <= 4 or int(head[2] if len(head) > 2 and is_whole(head[2]) else "0"):
        file.refuse(line, "'NODES EDGES' is expected first, and no format with weights behind it")
    count = file.number(line, head[0], "the number of nodes", 1, MOST_NODES)
    nodes: dict[str, tuple[int | None, str]] = {}
    edges: list[Edge] = []
    for number, words in rows:
        node = str(len(nodes) + 1)
        if len(nodes) == count and words:
            file.refuse(number, f"there are neighbours of a node {node}, but {count} nodes")
        if len(nodes) < count:
            nodes[node] = number, ""
            ends = [str(file.number(number, word, "the number of a node", 1, count)) for word in words]
            edges += [Edge(number, node, end) for end in ends]
    if len(nodes) < count or len(edges) != 2 * file.number(line, head[1], "the number of edges", 0, len(edges)):
        file.refuse(line, f"{head[0]} nodes with {head[1]} edges have {count} lines with two ends for each edge")
    return topology(file, "METIS", nodes, listed_once(edges))


def _rows(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    return ((number, line.split()) for number, line in lines if not line.lstrip().startswith("%"))


def _recognises(text: str) -> bool:
    """Whether all neighbours are there, each of them from both ends."""
    rows = [words for _, words in _rows(enumerate(text.splitlines(), 1))]
    if not rows or len(rows[0]) not in (2, 3) or not all(is_whole(word) for row in rows for word in row):
        return False
    count, edges = map(int, rows[0][:2])
    arcs = {(str(node), word) for node, row in enumerate(rows[1:], 1) for word in row}
    return count == len(rows) - 1 > 1 and len(arcs) == 2 * edges > 0 and all((v, u) in arcs for u, v in arcs)


FORMAT = Format("metis", "a graph of METIS", _recognises, read_metis, suffixes=(".graph", ".metis"))
