"""Graphs of DIMACS: ``p edge NODES EDGES``, then ``e 1 2`` for each edge or ``a 1 2 LENGTH`` for each arc."""

import re

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.adjacency_list import listed_once
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.roles import unused
from netlemma.graphs.formats.fabric.topology import Topology

MOST_NODES = 1_000_000
_PROBLEM = re.compile(r"p\s+[a-z]+\s+\d+\s+\d+")


def read_dimacs(file: TextFile) -> Topology:
    """The network of a graph of DIMACS; an edge is a link in both directions, an arc a one-way link."""
    nodes: dict[str, tuple[int | None, str]] = {}
    edges: list[Edge] = []
    count, weighted = 0, False
    for number, line in file.lines():
        kind, *words = line.split() or ["c"]
        if kind in ("c", "n", "x"):
            continue
        if kind == "p" and not nodes and len(words) == 3:
            count = file.number(number, words[1], "the number of nodes", 1, MOST_NODES)
            nodes = {str(i): (number, "") for i in range(1, count + 1)}
        elif kind in ("e", "a") and nodes and len(words) >= 2:
            one, other = (str(file.number(number, word, "the number of a node", 1, count)) for word in words[:2])
            edges.append(Edge(number, one, other, one_way=kind == "a"))
            weighted = weighted or len(words) > 2
        else:
            file.refuse(
                number, f"{printable(line)} is no line of DIMACS: 'p edge NODES EDGES', then 'e 1 2' is expected"
            )
    return topology(
        file, "DIMACS", nodes, listed_once(edges), remarks=unused(["length"] * weighted, what="edge attribute")
    )


FORMAT = Format("dimacs", "a graph of DIMACS", lambda text: any_line(text, _PROBLEM), read_dimacs, suffixes=(".col",))
