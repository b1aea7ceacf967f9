"""GraphML files: nodes and edges, read by a parser that refuses document types and entities."""

import re
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from netlemma.errors import FormatError
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.formats.fabric.topology import Topology

MAX_DEPTH = 100
MAX_NAME = 1000


@dataclass
class _Reader:
    """The handlers of the parser, and the collected data.

    ``data`` is the attribute whose text is being read; ``role`` are those of nodes that are named "type", ``group``
    those of edges that are named "class", by the number of the edge.
    """

    file: TextFile
    parser: Any
    stack: list[str] = field(default_factory=list)
    directed: bool = False
    nodes: dict[str, int] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    keys: dict[str, set[str]] = field(default_factory=lambda: {"node": set(), "edge": set()})
    role: dict[str, str] = field(default_factory=dict)
    group: dict[int, str] = field(default_factory=dict)
    data: list[str] | None = None

    @property
    def line(self) -> int:
        return int(self.parser.CurrentLineNumber)

    def refuse_document_type(self, *_: Any) -> None:
        self.file.refuse(self.line, "document types and entities are not read: remove the <!DOCTYPE ...>")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(" ")[2]
        if not self.stack and tag != "graphml":
            self.file.refuse(
                self.line, f"the file is no GraphML: <graphml> is expected first, not <{printable(tag, quotes=False)}>"
            )
        if len(self.stack) >= MAX_DEPTH:
            self.file.refuse(self.line, f"elements are nested deeper than {MAX_DEPTH}")
        parent = self.stack[-1] if self.stack else ""
        self.stack.append(tag)
        if tag == "key":
            for owner, name in (("node", "type"), ("edge", "class")):
                if attributes.get("for", "all") in (owner, "all") and attributes.get("attr.name") == name:
                    self.keys[owner].add(self.need(attributes, "id", tag))
        elif tag == "graph":
            self.graph(parent, attributes)
        elif tag == "node":
            node = self.need(attributes, "id", tag)
            if node in self.nodes:
                self.file.refuse(self.line, f"node {printable(node)} is there before, in line {self.nodes[node]}")
            self.nodes[node] = self.line
        elif tag == "edge":
            self.edge(attributes)
        elif tag == "hyperedge":
            self.file.refuse(self.line, "a <hyperedge> is no link between two nodes")
        elif tag == "data" and attributes.get("key") in self.keys.get(parent, ()):
            self.data = []

    def graph(self, parent: str, attributes: dict[str, str]) -> None:
        if parent != "graphml" or self.nodes:
            self.file.refuse(self.line, "there is more than one <graph>: one is expected, not inside another")
        kind = attributes.get("edgedefault", "undirected")
        if kind not in ("directed", "undirected"):
            self.file.refuse(self.line, f"edgedefault is {printable(kind)}: it must be 'directed' or 'undirected'")
        self.directed = kind == "directed"

    def edge(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("directed", str(self.directed).lower())
        if kind not in ("true", "false"):
            self.file.refuse(self.line, f"directed is {printable(kind)}: it must be 'true' or 'false'")
        ends = (self.need(attributes, "source", "edge"), self.need(attributes, "target", "edge"))
        self.edges.append(Edge(self.line, *ends, attributes.get("id", ""), kind == "true"))

    def need(self, attributes: dict[str, str], name: str, tag: str) -> str:
        value = attributes.get(name, "")
        if not value or len(value) > MAX_NAME:
            self.file.refuse(self.line, f"<{tag}> has no {name}, or one of more than {MAX_NAME} characters")
        return value

    def end(self, tag: str) -> None:
        if self.stack.pop() == "data" and self.data is not None:
            text, self.data = "".join(self.data).strip(), None
            if self.stack[-1] == "node":
                self.role[next(reversed(self.nodes))] = text.lower()
            else:
                self.group[len(self.edges) - 1] = text

    def text(self, text: str) -> None:
        if self.data is not None and sum(map(len, self.data)) < MAX_NAME:
            self.data.append(text)


def read_graphml(file: TextFile) -> Topology:
    """The network of a GraphML file.

    Nodes are named by their ids. A node attribute called "type" is its role: switch or router (forwards messages),
    adapter, node, host or terminal (sends and receives them); a node without it does both. An edge attribute called
    "class" is the class of the link. An undirected edge is a link in both directions. Outputs are named by the ids of
    edges; an id that several edges of a node share, such as NetworkX writes for parallel ones, is not used.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    reader = _Reader(file, parser)
    parser.StartDoctypeDeclHandler = reader.refuse_document_type
    parser.EntityDeclHandler = reader.refuse_document_type
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(file.data, True)
    except FormatError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        line = error.lineno if isinstance(error, expat.ExpatError) else reader.line
        file.refuse(max(line, 1), f"the file is no well-formed XML: {printable(str(error), quotes=False)}")
    nodes = {name: (line, reader.role.get(name, "")) for name, line in reader.nodes.items()}
    edges = [edge._replace(group=reader.group.get(i, "")) for i, edge in enumerate(reader.edges)]
    return topology(file, "GraphML", nodes, edges)


FORMAT = Format(
    "graphml",
    "GraphML, as NetworkX writes it",
    lambda text: re.match(r"\s*<(\?xml|!DOCTYPE|!--|graphml)", text) is not None,
    read_graphml,
    suffixes=(".graphml", ".xml"),
)
