"""Graphs in the DOT language of Graphviz."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.exported import exported
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import Network

MAX_DEPTH = 100
MAX_EDGES = 1_000_000
_TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|/\*.*?\*/|(?<![^\n])#[^\n]*)"
    r'|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<html><(?:[^<>]|<[^<>]*>)*>)'
    r"|(?P<name>[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))|(?P<mark>--|->|[{}\[\];,=:+])",
    re.DOTALL,
)
_KEYWORDS = ("node", "edge", "graph", "subgraph", "strict", "digraph")


class _Token(NamedTuple):
    text: str
    mark: bool
    keyword: bool
    line: int


@dataclass
class _Reader:
    """A parser without recursion for subgraphs: ``scopes`` are the defaults of nodes and edges around the place."""

    file: TextFile
    tokens: list[_Token]
    place: int = 0
    directed: bool = False
    strict: bool = False
    nodes: dict[str, tuple[int | None, dict[str, str]]] = field(default_factory=dict)
    edges: list[tuple[Edge, dict[str, str]]] = field(default_factory=list)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def line(self) -> int:
        return self.tokens[min(self.place, len(self.tokens) - 1)].line if self.tokens else 1

    def refuse(self, expected: str) -> None:
        given = printable(self.tokens[self.place].text) if self.place < len(self.tokens) else "the end of the file"
        self.file.refuse(self.line(), f"{expected} is expected, not {given}")

    def next_is(self, *texts: str, keyword: bool = False) -> bool:
        if self.place >= len(self.tokens):
            return False
        token = self.tokens[self.place]
        text = token.text.lower() if keyword else token.text
        return (token.keyword if keyword else token.mark) and text in texts

    def take(self, *texts: str) -> str:
        if not self.next_is(*texts):
            self.refuse(" or ".join(map(repr, texts)))
        self.place += 1
        return self.tokens[self.place - 1].text

    def word(self, what: str) -> str:
        if self.place >= len(self.tokens) or self.tokens[self.place].mark:
            self.refuse(what)
        text = self.tokens[self.place].text
        self.place += 1
        while self.next_is("+") and self.place + 1 < len(self.tokens):  # "a" + "b"
            text += self.tokens[self.place + 1].text
            self.place += 2
        return text

    def read(self) -> None:
        self.strict = self.next_is("strict", keyword=True)
        self.place += self.strict
        if not self.next_is("graph", "digraph", keyword=True):
            self.refuse("'graph' or 'digraph'")
        self.directed = self.tokens[self.place].text.lower() == "digraph"
        self.place += 1
        if not self.next_is("{"):
            self.word("the name of the graph or '{'")
        self.body({}, {}, 0)
        if self.place < len(self.tokens):
            self.refuse("one graph, and the end of the file")

    def body(self, node: dict[str, str], edge: dict[str, str], depth: int) -> list[str]:
        """The nodes in braces; ``node`` and ``edge`` are the defaults of their attributes."""
        if depth > MAX_DEPTH:
            self.file.refuse(self.line(), f"subgraphs are nested deeper than {MAX_DEPTH}")
        self.take("{")
        node, edge, found = dict(node), dict(edge), list[str]()
        while not self.next_is("}"):
            if self.next_is(";", ","):
                self.place += 1
            elif self.next_is("node", "edge", "graph", keyword=True):
                owner = self.tokens[self.place].text.lower()
                self.place += 1
                {"node": node, "edge": edge, "graph": {}}[owner].update(self.attributes())
            else:
                found += self.statement(node, edge, depth)
        self.take("}")
        return found

    def statement(self, node: dict[str, str], edge: dict[str, str], depth: int) -> list[str]:
        line = self.line()
        ends = [self.end(node, edge, depth)]
        if self.next_is("=") and len(ends[0]) == 1:  # an attribute of the graph
            self.place += 1
            self.word("a value")
            if self.nodes[ends[0][0]][0] == line and not self.used(ends[0][0]):
                del self.nodes[ends[0][0]]
            return []
        while self.next_is("--", "->"):
            if (self.tokens[self.place].text == "->") != self.directed:
                self.refuse("'->' in a digraph, '--' in a graph")
            self.place += 1
            ends.append(self.end(node, edge, depth))
        own = self.attributes() if self.next_is("[") else {}
        if len(ends) == 1:
            for name in ends[0]:
                self.nodes[name][1].update(own)
        for sources, targets in pairwise(ends):
            for source in sources:
                for target in targets:
                    self.link(line, source, target, {**edge, **own})
        return [name for each in ends for name in each]

    def used(self, name: str) -> bool:
        return any(name in (each.source, each.target) for each, _ in self.edges)

    def link(self, line: int, source: str, target: str, about: dict[str, str]) -> None:
        drawn = about.get("dir", "forward" if self.directed else "none")
        if drawn == "back" and self.directed:
            source, target = target, source
        ends = (source, target) if self.directed else (min(source, target), max(source, target))
        if self.strict and ends in self.seen:
            return
        self.seen.add(ends)
        self.edges.append((Edge(line, source, target, one_way=self.directed and drawn in ("forward", "back")), about))
        if len(self.edges) > MAX_EDGES:
            self.file.refuse(line, f"the graph has more than {MAX_EDGES:,} edges, the most that are read")

    def end(self, node: dict[str, str], edge: dict[str, str], depth: int) -> list[str]:
        """The nodes of an end of an edge: one, or those of a subgraph."""
        if self.next_is("subgraph", keyword=True):
            self.place += 1
            if not self.next_is("{"):
                self.word("the name of the subgraph or '{'")
        if self.next_is("{"):
            return list(dict.fromkeys(self.body(node, edge, depth + 1)))
        line = self.line()
        name = self.word("a node, an edge or a subgraph")
        while self.next_is(":"):  # a port of the drawing
            self.place += 1
            self.word("a port")
        self.nodes.setdefault(name, (line, dict(node)))
        return [name]

    def attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self.next_is("["):
            self.place += 1
            while not self.next_is("]"):
                if self.next_is(";", ","):
                    self.place += 1
                    continue
                name = self.word("an attribute or ']'")
                found[name] = "true"
                if self.next_is("="):
                    self.place += 1
                    found[name] = self.word("a value")
            self.take("]")
        return found


def _tokens(file: TextFile) -> list[_Token]:
    text = file.data.decode("utf-8", "replace").removeprefix("\ufeff")
    found, at, line = list[_Token](), 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            file.refuse(
                line,
                f"{printable(text[at : at + 20].splitlines()[0])} is no DOT: names with other characters stand in quotes",
            )
        if match.lastgroup != "skip":
            own = match[match.lastgroup or 0]
            if match.lastgroup == "quoted":
                own = own.replace("\\\n", "").replace('\\"', '"').replace("\\\\", "\\")
            keyword = match.lastgroup == "name" and own.lower() in _KEYWORDS
            found.append(_Token(own, match.lastgroup == "mark", keyword, line))
        line += match[0].count("\n")
        at = match.end()
    return found


def read_dot(file: TextFile) -> Topology:
    """The network of a graph in DOT: nodes by their identifiers, ``type`` and ``class`` as in GraphML."""
    reader = _Reader(file, _tokens(file))
    reader.read()
    return attributed(file, "DOT", reader.nodes, reader.edges, named=False)


def write_dot(net: Network) -> tuple[str, tuple[str, ...]]:
    """DOT with the types of nodes and the classes of links; beside one-way links, others have ``dir=none``."""
    found = exported(net)
    head, arrow = ("digraph", "->") if found.one_way else ("graph", "--")
    lines = [f"{head} {_quoted(found.title)} {{"]
    for name, role in found.nodes.items():
        lines.append(f"  {_quoted(name)}{f' [type={role}]' if role else ''};")
    for (one, other, group, one_way), numbers in zip(found.links, found.numbers, strict=True):
        both = ", dir=none" if found.one_way and not one_way else ""
        more = "".join(f", {name}={_quoted(number)}" for name, number in numbers.items())
        lines.append(f"  {_quoted(one)} {arrow} {_quoted(other)} [class={_quoted(group)}{both}{more}];")
    return "\n".join([*lines, "}", ""]), found.lost


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


FORMAT = Format(
    "dot",
    "a graph in DOT, the language of Graphviz",
    lambda text: (
        re.match(
            r"(?:\s|//[^\n]*\n|#[^\n]*\n|/\*.*?\*/)*(?:strict\s+)?(?:di)?graph\b[^{\[]*\{",
            text,
            re.DOTALL | re.IGNORECASE,
        )
        is not None
    ),
    read_dot,
    write=write_dot,
    suffixes=(".dot", ".gv"),
)
