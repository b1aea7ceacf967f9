"""Graphs in GML, the Graph Modelling Language."""

import re
from collections.abc import Iterator
from typing import Any

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology

MAX_DEPTH = 50
_TOKEN = re.compile(r'"([^"]*)"|([\[\]])|([^\s"\[\]]+)')
_ENTITIES = {"&quot;": '"', "&lt;": "<", "&gt;": ">", "&apos;": "'", "&#39;": "'", "&amp;": "&"}
Item = tuple[str, Any, int]  # key, value or list of items, line


def read_gml(file: TextFile) -> Topology:
    """The network of a file in GML: nodes by their labels, or by their numbers if labels are missing."""
    graphs = [value for key, value, _ in _items(file) if key.lower() == "graph" and isinstance(value, list)]
    if len(graphs) != 1:
        file.refuse(None, f"the file has {len(graphs)} graphs: one, 'graph [ ... ]', is expected")
    nodes: dict[str, tuple[int | None, dict[str, Any]]] = {}
    edges: list[tuple[Edge, dict[str, Any]]] = []
    one_way = any(key.lower() == "directed" and value == "1" for key, value, _ in graphs[0])
    for key, value, line in graphs[0]:
        if key.lower() not in ("node", "edge") or not isinstance(value, list):
            continue
        about = {name: own for name, own, _ in value if not isinstance(own, list)}
        if len(pos := [own for name, own, _ in value if name == "pos"]) > 1:
            about["pos"] = pos
        for drawn in (own for name, own, _ in value if name == "graphics" and isinstance(own, list)):
            about |= {axis: own for axis, own, _ in drawn if axis in ("x", "y")}
        if key.lower() == "node":
            name = about.pop("id", None)
            if name is None or name in nodes:
                file.refuse(
                    line,
                    "the node has no id"
                    if name is None
                    else f"node {printable(name)} is there before, in line {nodes[name][0]}",
                )
            nodes[name] = line, about
        else:
            ends = [about.pop(end, None) for end in ("source", "target")]
            if ends[0] is None or ends[1] is None:
                file.refuse(line, "the edge has no source, or no target")
            edges.append((Edge(line, ends[0], ends[1], one_way=one_way), about))
    return attributed(file, "GML", nodes, edges)


def _tokens(file: TextFile) -> Iterator[tuple[int, bool, str]]:
    """Line, whether it is quoted, and text of each token; texts may run over lines."""
    kept, start = "", 0
    for number, line in file.lines():
        if not kept and line.lstrip().startswith("#"):
            continue
        text = kept + line
        if text.count('"') % 2:
            kept, start = text + "\n", start or number
            if len(kept) > 1_000_000:
                file.refuse(start, "a text in quotes does not end")
            continue
        for match in _TOKEN.finditer(text):
            yield start or number, match[1] is not None, match[1] if match[1] is not None else match[2] or match[3]
        kept, start = "", 0
    if kept:
        file.refuse(start, "a text in quotes does not end")


def _items(file: TextFile) -> list[Item]:
    stack: list[list[Item]] = [[]]
    key: tuple[int, str] | None = None
    for line, quoted, text in _tokens(file):
        if text == "]" and not quoted:
            if len(stack) == 1 or key:
                file.refuse(line, "']' is one too many, or stands for a value")
            stack.pop()
        elif key is None:
            if quoted or not re.fullmatch(r"[A-Za-z_]\w*", text):
                file.refuse(line, f"{printable(text)} is no key of GML: 'key value' or 'key [' is expected")
            key = line, text
        elif text == "[" and not quoted:
            inner: list[Item] = []
            stack[-1].append((key[1], inner, key[0]))
            stack.append(inner)
            key = None
            if len(stack) > MAX_DEPTH:
                file.refuse(line, f"lists are nested deeper than {MAX_DEPTH}")
        else:
            stack[-1].append((key[1], _plain(text) if quoted else text, key[0]))
            key = None
    if len(stack) > 1 or key:
        file.refuse(None, "the file ends inside a list (is it cut short?)")
    return stack[0]


def _plain(text: str) -> str:
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    return re.sub(r"&#([0-9]{1,6});", lambda match: chr(int(match[1])) if int(match[1]) < 0x110000 else "?", text)


FORMAT = Format(
    "gml",
    "a graph in GML",
    lambda text: re.search(r"^\s*graph\s*\[", text, re.MULTILINE | re.IGNORECASE) is not None,
    read_gml,
    suffixes=(".gml",),
)
