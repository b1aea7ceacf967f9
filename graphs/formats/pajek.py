"""Networks of Pajek: ``*Vertices`` with their names, then ``*Edges``, ``*Arcs`` or lists of them."""

import re
import shlex

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology

MOST_VERTICES = 1_000_000
_STARS = re.compile(r"\*(?:vertices|edges|arcs|edgeslist|arcslist)\b.*", re.IGNORECASE)


def read_pajek(file: TextFile) -> Topology:
    """The network of a file of Pajek; an edge is a link in both directions, an arc a one-way link."""
    nodes: dict[str, tuple[int | None, dict[str, str]]] = {}
    edges: list[tuple[Edge, dict[str, str]]] = []
    count, part = -1, ""
    for number, line in file.lines():
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if line.startswith("*"):
            part, *rest = line[1:].lower().split() or [""]
            if part == "vertices":
                count = file.number(number, rest[0] if rest else "", "the number of vertices", 1, MOST_VERTICES)
                nodes = {str(i): (number, {}) for i in range(1, count + 1)}
            elif part not in ("network", "edges", "arcs", "edgeslist", "arcslist"):
                file.refuse(
                    number,
                    f"{printable(line)} is not read: *Vertices, *Edges, *Arcs, *Edgeslist or *Arcslist is expected",
                )
            continue
        try:
            words = shlex.split(line, posix=True) if '"' in line else line.split()
        except ValueError:
            file.refuse(number, "a text in quotes does not end")
        if count < 0 and part != "network":
            file.refuse(number, "'*Vertices NUMBER' is expected first")
        if part == "vertices":
            vertex = str(file.number(number, words[0], "the number of a vertex", 1, count))
            nodes[vertex] = number, {"label": words[1]} if len(words) > 1 else {}
        elif part in ("edges", "arcs", "edgeslist", "arcslist"):
            least = "a line of two vertices and perhaps a weight is expected"
            ends = words if part.endswith("list") else words[:2]
            if len(ends) < 2:
                file.refuse(number, least)
            one, *others = [str(file.number(number, word, "the number of a vertex", 1, count)) for word in ends]
            about = {"weight": words[2]} if len(words) > 2 and not part.endswith("list") else {}
            edges += [(Edge(number, one, other, one_way=part.startswith("arcs")), about) for other in others]
    return attributed(file, "Pajek", nodes, edges)


FORMAT = Format("pajek", "a network of Pajek", lambda text: any_line(text, _STARS), read_pajek, suffixes=(".paj",))
