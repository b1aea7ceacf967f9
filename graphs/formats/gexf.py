"""GEXF files, the graphs of Gephi."""

from dataclasses import dataclass, field
from typing import ClassVar

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.formats.fabric.xml_elements import Elements

_ONE_WAY = {"directed": True, "undirected": False, "mutual": False}


@dataclass
class _Reader(Elements):
    """Nodes and edges with what is said of them; ``titles`` are those of the attributes by owner and number, ``inner`` the
    node or edge around the place.
    """

    root: ClassVar[str] = "gexf"
    kind: ClassVar[str] = "GEXF"
    one_way: bool = False
    owner: str = ""
    titles: dict[tuple[str, str], str] = field(default_factory=dict)
    nodes: dict[str, tuple[int | None, dict[str, str]]] = field(default_factory=dict)
    edges: list[tuple[Edge, dict[str, str]]] = field(default_factory=list)
    inner: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def opened(self, tag: str, parent: str, attributes: dict[str, str]) -> None:
        if tag == "graph":
            self.one_way = self.directed(attributes, "defaultedgetype", "undirected")
        elif tag == "attributes":
            self.owner = attributes.get("class", "")
        elif tag == "attribute":
            self.titles[self.owner, self.need(attributes, "id", tag)] = attributes.get("title", "")
        elif tag == "node":
            node = self.need(attributes, "id", tag)
            if node in self.nodes:
                self.file.refuse(self.line, f"node {printable(node)} is there before, in line {self.nodes[node][0]}")
            self.nodes[node] = self.line, {"label": attributes.get("label", "")}
            self.inner.append((tag, self.nodes[node][1]))
        elif tag == "edge":
            one_way = self.directed(attributes, "type", "directed" if self.one_way else "undirected")
            ends = self.need(attributes, "source", tag), self.need(attributes, "target", tag)
            about = {key: value for key, value in attributes.items() if key not in ("source", "target", "type")}
            self.edges.append((Edge(self.line, *ends, attributes.get("id", ""), one_way), about))
            self.inner.append((tag, about))
        elif tag == "attvalue" and self.inner:
            owner, about = self.inner[-1]
            number = attributes.get("for", attributes.get("id", ""))
            about[self.titles.get((owner, number)) or number] = attributes.get("value", "")
        elif tag == "position" and self.inner:
            self.inner[-1][1].update({axis: attributes[axis] for axis in ("x", "y") if axis in attributes})

    def closed(self, tag: str) -> None:
        if tag in ("node", "edge"):
            self.inner.pop()

    def directed(self, attributes: dict[str, str], name: str, usual: str) -> bool:
        kind = attributes.get(name, usual)
        if kind not in _ONE_WAY:
            self.file.refuse(self.line, f"{name} is {printable(kind)}: it must be {' or '.join(map(repr, _ONE_WAY))}")
        return _ONE_WAY[kind]


def read_gexf(file: TextFile) -> Topology:
    """The network of a GEXF file: nodes by their labels, with roles and classes as in GraphML."""
    reader = _Reader(file)
    reader.parse()
    return attributed(file, "GEXF", reader.nodes, reader.edges)


FORMAT = Format(
    "gexf",
    "GEXF, as Gephi writes it",
    lambda text: text.lstrip().startswith("<") and "<gexf" in text,
    read_gexf,
    suffixes=(".gexf",),
)
