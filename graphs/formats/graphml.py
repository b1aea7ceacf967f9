"""GraphML files: nodes and edges, read by a parser that refuses document types and entities."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from graphs.base.errors import FormatError
from graphs.base.text_files import Source, read, shown
from graphs.formats.fabric import Builder
from graphs.formats.topology import Topology

MAX_DEPTH = 100
MAX_NAME = 1000
_SWITCH = ("switch", "router")
_ADAPTER = ("adapter", "node", "host", "terminal", "ca", "hca", "processor")


@dataclass
class _Reader:
    """The handlers of the parser, and what they have collected.

    ``data`` is the attribute whose text is being read; ``role`` those of nodes, by the key that is named "type".
    """

    file: Source
    parser: Any
    stack: list[str] = field(default_factory=list)
    directed: bool = False
    nodes: dict[str, int] = field(default_factory=dict)
    edges: list[tuple[int, str, str, str, bool]] = field(default_factory=list)
    type_keys: set[str] = field(default_factory=set)
    role: dict[str, str] = field(default_factory=dict)
    node: str | None = None
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
                self.line, f"the file is no GraphML: <graphml> is expected first, not <{shown(tag, quotes=False)}>"
            )
        if len(self.stack) >= MAX_DEPTH:
            self.file.refuse(self.line, f"elements are nested deeper than {MAX_DEPTH}")
        parent = self.stack[-1] if self.stack else ""
        self.stack.append(tag)
        if tag == "key" and attributes.get("for", "all") in ("node", "all") and attributes.get("attr.name") == "type":
            self.type_keys.add(self.need(attributes, "id", tag))
        elif tag == "graph":
            self.graph(parent, attributes)
        elif tag == "node":
            self.node = self.need(attributes, "id", tag)
            if self.node in self.nodes:
                self.file.refuse(self.line, f"node {shown(self.node)} is there before, in line {self.nodes[self.node]}")
            self.nodes[self.node] = self.line
        elif tag == "edge":
            self.edge(attributes)
        elif tag == "hyperedge":
            self.file.refuse(self.line, "a <hyperedge> is no link between two nodes")
        elif tag == "data" and parent == "node" and attributes.get("key") in self.type_keys:
            self.data = []

    def graph(self, parent: str, attributes: dict[str, str]) -> None:
        if parent != "graphml" or self.nodes:
            self.file.refuse(self.line, "there is more than one <graph>: one is expected, not inside another")
        kind = attributes.get("edgedefault", "undirected")
        if kind not in ("directed", "undirected"):
            self.file.refuse(self.line, f"edgedefault is {shown(kind)}: it must be 'directed' or 'undirected'")
        self.directed = kind == "directed"

    def edge(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("directed", str(self.directed).lower())
        if kind not in ("true", "false"):
            self.file.refuse(self.line, f"directed is {shown(kind)}: it must be 'true' or 'false'")
        ends = (self.need(attributes, "source", "edge"), self.need(attributes, "target", "edge"))
        self.edges.append((self.line, *ends, attributes.get("id", ""), kind == "true"))

    def need(self, attributes: dict[str, str], name: str, tag: str) -> str:
        value = attributes.get(name, "")
        if not value or len(value) > MAX_NAME:
            self.file.refuse(self.line, f"<{tag}> has no {name}, or one of more than {MAX_NAME} characters")
        return value

    def end(self, tag: str) -> None:
        if self.stack.pop() == "data" and self.data is not None and self.node is not None:
            self.role[self.node] = "".join(self.data).strip().lower()
            self.data = None

    def text(self, text: str) -> None:
        if self.data is not None and sum(map(len, self.data)) < MAX_NAME:
            self.data.append(text)


def read_graphml(path: str | Path) -> Topology:
    """The network of a GraphML file.

    Nodes are named by their ids. A node attribute called "type" says what it is: switch or router (passes messages on),
    adapter, node, host or terminal (messages run from and to it); a node without it is both. An undirected edge is a link
    in both directions. Outputs are named by the ids of edges; an id that several edges of a node share, such as NetworkX
    writes for parallel ones, names none.

    Raises
    ------
    FormatError : no GraphML, or with a document type, several graphs, hyperedges, or edges of unknown nodes.
    """
    file = read(path)
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
        file.refuse(max(line, 1), f"the file is no well-formed XML: {shown(str(error), quotes=False)}")
    return _topology(file, reader)


def _topology(file: Source, reader: _Reader) -> Topology:
    builder = Builder("GraphML")
    number: dict[str, int] = {}
    for name, line in reader.nodes.items():
        role = reader.role.get(name, "")
        if role not in (*_SWITCH, *_ADAPTER, ""):
            file.refuse(
                line,
                f"node {shown(name)} is of type {shown(role)}: one of {', '.join((*_SWITCH, *_ADAPTER))} is expected",
            )
        number[name] = builder.node(name, name, forwards=role not in _ADAPTER, adapter=role not in _SWITCH)
    ports = [0] * len(number)
    outputs: dict[tuple[int, str], list[int]] = {}
    for line, source, target, name, directed in reader.edges:
        for end in (source, target):
            if end not in number:
                file.refuse(line, f"the edge ends at {shown(end)}, which is no node")
        u, v = number[source], number[target]
        if u == v:
            file.refuse(line, f"the edge joins {shown(source)} to itself")
        ports[u] += 1
        ports[v] += 1
        here, there = (u, ports[u]), (v, ports[v])
        if directed:
            builder.one_way.add(here)
            builder.half(file, line, here, there)
        else:
            builder.link(file, line, here, there)
        if name:
            for node, port in [here] if directed else [here, there]:
                outputs.setdefault((node, name), []).append(port)
    fabric = builder.build(file)
    exits = {(node, name): fabric.hop_at[node, at[0]] for (node, name), at in outputs.items() if len(at) == 1}
    return Topology(fabric, file, {number[n]: line for n, line in reader.nodes.items()}, exits)
