"""GraphML files: nodes and edges, read by a parser that refuses document types and entities."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from xml.sax.saxutils import escape, quoteattr

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.exported import exported
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.formats.fabric.xml_elements import MAX_NAME, Elements
from netlemma.graphs.topology.structure import Network

YED_LABEL, YED_ARROWS = "NodeLabel", "Arrows"  # elements of yEd
_OWNERS = ("node", "edge")


@dataclass
class _Key:
    """A declared attribute: its owner ("node", "edge" or "all"), name, and default for elements without it."""

    owner: str
    name: str
    default: str = ""


@dataclass
class _Reader(Elements):
    """The handlers of the parser, and the collected data.

    ``parts`` are of the text being read; ``of_nodes`` and ``of_edges`` have the attributes of each node and edge by the name
    of the attribute, and the label and the arrows that yEd draws by the names of their elements; ``within`` are the nodes
    around the place, ``groups`` those with a graph in them.
    """

    root: ClassVar[str] = "graphml"
    kind: ClassVar[str] = "GraphML"
    directed: bool = False
    nodes: dict[str, int] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    keys: dict[str, _Key] = field(default_factory=dict)
    of_nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    of_edges: list[dict[str, str]] = field(default_factory=list)
    within: list[str] = field(default_factory=list)
    groups: set[str] = field(default_factory=set)
    key: str = ""
    parts: list[str] | None = None

    def opened(self, tag: str, parent: str, attributes: dict[str, str]) -> None:
        if tag == "key":
            self.key = self.need(attributes, "id", tag)
            self.keys[self.key] = _Key(attributes.get("for", "all"), attributes.get("attr.name", ""))
        elif tag == "graph":
            self.graph(parent, attributes)
        elif tag == "node":
            node = self.need(attributes, "id", tag)
            if node in self.nodes:
                self.file.refuse(self.line, f"node {printable(node)} is there before, in line {self.nodes[node]}")
            self.nodes[node] = self.line
            self.of_nodes[node] = {}
            self.within.append(node)
        elif tag == "edge":
            self.edge(attributes)
        elif tag == "hyperedge":
            self.file.refuse(self.line, "a <hyperedge> is no link between two nodes")
        elif tag == "data":
            self.key = attributes.get("key", "")
            self.parts = [] if parent in _OWNERS else None
        elif (tag == "default" and parent == "key") or tag == YED_LABEL:
            self.parts = []
        elif tag == YED_ARROWS and self.of_edges:
            ends = (attributes.get(end, "none") != "none" for end in ("source", "target"))
            self.of_edges[-1][YED_ARROWS] = "".join("-x"[end] for end in ends)

    def graph(self, parent: str, attributes: dict[str, str]) -> None:
        if parent == "node":
            self.groups.add(self.within[-1])
            return
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
        self.of_edges.append({})

    def closed(self, tag: str) -> None:
        if tag == "node":
            self.within.pop()
        if self.parts is None or tag not in ("data", "default", YED_LABEL):
            return
        text, self.parts = "".join(self.parts).strip(), None
        if tag == "default":
            self.keys[self.key].default = text
        elif tag == YED_LABEL and "node" in self.stack:
            self.of_nodes[self.within[-1]].setdefault(YED_LABEL, text)
        elif tag == "data" and self.key in self.keys and self.keys[self.key].name:
            own = {"node": lambda: self.of_nodes[self.within[-1]], "edge": lambda: self.of_edges[-1]}
            own[self.stack[-1]]()[self.keys[self.key].name] = text

    def text(self, text: str) -> None:
        if self.parts is not None and sum(map(len, self.parts)) < MAX_NAME:
            self.parts.append(text)

    def attributes(self, owner: str, each: Mapping[str, str]) -> dict[str, str]:
        """The attributes of a node or edge by their names, with the defaults of those that it lacks."""
        usual = {key.name: key.default for key in self.keys.values() if key.owner in (owner, "all") and key.default}
        return {**usual, **each}


def read_graphml(file: TextFile) -> Topology:
    """The network of a GraphML file.

    Nodes are named by an attribute "name" or "label", by the labels that yEd draws, or by their ids. A node attribute
    called "type" or "role" is its role, see :mod:`netlemma.graphs.formats.fabric.roles`; a node without it forwards,
    sends and receives messages. An edge attribute called "class" is the class of the link. An undirected edge is a link in
    both directions, and so is one that yEd draws without arrows. Outputs are named by the ids of edges; an id that several
    edges of a node share, such as NetworkX writes for parallel ones, is not used.
    """
    reader = _Reader(file)
    reader.parse()
    for group in reader.groups - {end for edge in reader.edges for end in (edge.source, edge.target)}:
        del reader.nodes[group], reader.of_nodes[group]
    nodes = {name: (line, reader.attributes("node", reader.of_nodes[name])) for name, line in reader.nodes.items()}
    edges = (
        (_drawn(edge, own.pop(YED_ARROWS, "-x")), reader.attributes("edge", own))
        for edge, own in zip(reader.edges, reader.of_edges, strict=True)
    )
    drawn = {name: own.pop(YED_LABEL, "") for name, own in reader.of_nodes.items()}
    return attributed(file, "GraphML", nodes, edges, drawn=drawn)


def _drawn(edge: Edge, arrows: str) -> Edge:
    """An edge that yEd calls directed leads as its arrows show."""
    if not edge.one_way or arrows == "-x":
        return edge
    return edge._replace(source=edge.target, target=edge.source) if arrows == "x-" else edge._replace(one_way=False)


def write_graphml(net: Network) -> tuple[str, tuple[str, ...]]:
    """GraphML with the types of nodes and the classes of links."""
    found = exported(net)
    directed = found.one_way == len(found.links)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="type" for="node" attr.name="type" attr.type="string"/>',
        '  <key id="class" for="edge" attr.name="class" attr.type="string"/>',
        *(
            f'  <key id="{each}" for="edge" attr.name="{each}" attr.type="string"/>'
            for each in next(iter(found.numbers), {})
        ),
        f'  <graph edgedefault="{"directed" if directed else "undirected"}">',
    ]
    for name, role in found.nodes.items():
        inner = f'><data key="type">{escape(role)}</data></node>' if role else "/>"
        lines.append(f"    <node id={quoteattr(name)}{inner}")
    for (one, other, group, one_way), numbers in zip(found.links, found.numbers, strict=True):
        own = ' directed="true"' if one_way and not directed else ""
        ends = f"source={quoteattr(one)} target={quoteattr(other)}{own}"
        more = "".join(f'<data key="{name}">{number}</data>' for name, number in numbers.items())
        lines.append(f'    <edge {ends}><data key="class">{escape(group)}</data>{more}</edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>", ""]), found.lost


FORMAT = Format(
    "graphml",
    "GraphML, as NetworkX writes it",
    lambda text: re.match(r"\s*<(\?xml|!DOCTYPE|!--|graphml)", text) is not None and "<gexf" not in text,
    read_graphml,
    write=write_graphml,
    suffixes=(".graphml", ".xml"),
)
