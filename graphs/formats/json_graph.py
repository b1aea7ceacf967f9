"""Graphs as JSON: nodes and links as NetworkX and D3 write them, lists of links, or the neighbours of each node."""

import json
import re
from typing import Any

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.exported import exported
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import Edge, attributed
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import Network

LIMIT = 50_000_000  # bytes
_LEGAL = '{"nodes": [{"id": "a"}, ...], "links": [{"source": "a", "target": "b"}, ...]} is expected'
_SOURCES, _TARGETS = ("source", "from", "u"), ("target", "to", "v")


def read_json(file: TextFile) -> Topology:
    """The network of a graph in JSON."""
    try:
        found = json.loads(file.data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        file.refuse(line, f"the file is not JSON that can be read: {printable(str(error), quotes=False)}")
    if isinstance(found, dict) and isinstance(found.get("elements"), dict):  # Cytoscape
        parts = found["elements"].items()
        found = {key: [each.get("data") for each in value if isinstance(each, dict)] for key, value in parts}
    if isinstance(found, dict) and isinstance(found.get("graph"), dict) and "nodes" in found["graph"]:
        found = found["graph"]
    if isinstance(found, list):
        found = {"links": found}
    if isinstance(found, dict) and "adjacency" in found:
        return _adjacency(file, found)
    if (
        isinstance(found, dict)
        and found
        and all(isinstance(each, list) for each in found.values())
        and not {"links", "edges"} & found.keys()
    ):
        lists = {
            "nodes": [{"id": name} for name in found],
            "adjacency": [[{"id": to} for to in each] for each in found.values()],
        }
        return _adjacency(file, lists)
    links = found.get("links", found.get("edges")) if isinstance(found, dict) else None
    if not isinstance(links, list):
        file.refuse(None, f"the file has no list of links: {_LEGAL}")
    nodes = _nodes(file, found.get("nodes"))
    names = list(nodes)
    indexed = found.get("nodes") is not None and all(not _has_id(each) for each in found["nodes"])
    one_way = found.get("directed") is True
    edges: list[tuple[Edge, dict[str, Any]]] = []
    for number, each in enumerate(links):
        if isinstance(each, list) and len(each) >= 2:
            each = {
                "source": each[0],
                "target": each[1],
                **(each[2] if len(each) > 2 and isinstance(each[2], dict) else {}),
            }
        if not isinstance(each, dict):
            file.refuse(None, f"link {number} is {printable(str(each))}: {_LEGAL}")
        about = dict(each)
        ends = []
        for known in (_SOURCES, _TARGETS):
            key = next((key for key in known if key in about), None)
            if key is None:
                file.refuse(None, f"link {number} has no {known[0]}: {_LEGAL}")
            end = about.pop(key)
            if isinstance(end, dict):
                end = end.get("id", end.get("name"))
            if indexed and isinstance(end, int) and 0 <= end < len(names):
                ends.append(names[end])
            else:
                ends.append(_name(end))
        if found.get("nodes") is None:
            for end in ends:
                nodes.setdefault(end, (None, {}))
        own = about.pop("directed", one_way)
        edges.append((Edge(None, ends[0], ends[1], one_way=own is True), about))
    return attributed(file, "JSON", nodes, edges)


def _name(value: Any) -> str:
    """A node as text; JSON has tuples as lists."""
    return str(tuple(map(_value, value))) if isinstance(value, list) else str(value)


def _value(value: Any) -> Any:
    return tuple(map(_value, value)) if isinstance(value, list) else value


def _has_id(each: Any) -> bool:
    return not isinstance(each, dict) or "id" in each


def _nodes(file: TextFile, given: Any) -> dict[str, tuple[int | None, dict[str, Any]]]:
    nodes: dict[str, tuple[int | None, dict[str, Any]]] = {}
    if given is None:
        return nodes
    if not isinstance(given, list):
        file.refuse(None, f"nodes are no list: {_LEGAL}")
    for number, each in enumerate(given):
        about = dict(each) if isinstance(each, dict) else {"id": each}
        name = _name(about.pop("id", about.get("name", about.get("key", number))))
        if name in nodes:
            file.refuse(None, f"two nodes are called {printable(name)}")
        nodes[name] = None, about
    return nodes


def _adjacency(file: TextFile, found: dict[str, Any]) -> Topology:
    """What ``networkx.adjacency_data`` writes: of each node a list of its neighbours."""
    nodes, lists = _nodes(file, found.get("nodes")), found["adjacency"]
    if not isinstance(lists, list) or len(lists) != len(nodes) or not all(isinstance(each, list) for each in lists):
        file.refuse(None, "adjacency is no list with one list for each node")
    edges: list[tuple[Edge, dict[str, Any]]] = []
    left: dict[tuple[str, str], int] = {}
    one_way = found.get("directed") is True
    for name, others in zip(list(nodes), lists, strict=True):
        for other in others:
            about = dict(other) if isinstance(other, dict) else {"id": other}
            to = _name(about.pop("id", None))
            about.pop("key", None)
            nodes.setdefault(to, (None, {}))
            if not one_way and left.get((to, name), 0) > 0:
                left[to, name] -= 1  # the other end has it, too
                continue
            left[name, to] = left.get((name, to), 0) + 1
            edges.append((Edge(None, name, to, one_way=one_way), about))
    return attributed(file, "JSON", nodes, edges)


def write_json(net: Network) -> tuple[str, tuple[str, ...]]:
    """Nodes and links as NetworkX reads them; beside one-way links, each says whether it is ``directed``."""
    found = exported(net)
    directed = found.one_way == len(found.links)
    mixed = found.one_way > 0 and not directed
    data = {
        "directed": directed,
        "multigraph": True,
        "graph": {"name": found.title},
        "nodes": [{"id": name, **({"type": role} if role else {})} for name, role in found.nodes.items()],
        "links": [
            {
                "source": one,
                "target": other,
                "class": group,
                **({"directed": one_way} if mixed else {}),
                **numbers,
            }
            for (one, other, group, one_way), numbers in zip(found.links, found.numbers, strict=True)
        ],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n", found.lost


FORMAT = Format(
    "json-graph",
    "a graph as JSON: nodes and links, or neighbours",
    lambda text: (
        re.match(r"\s*[\[{]", text) is not None
        and re.search(r'"(?:successor|netlemma|format|lldp)"\s*:', text) is None
        and re.match(r"\s*\[\s*[\[{]|\s*\{", text) is not None
        and re.match(r"\s*\[\[[\d\s.]+\]\s*\n", text) is None  # as NumPy prints a matrix
        and re.search(r'"(?:nodes|links|edges|adjacency|elements)"\s*:|^\s*\[\s*[\[{]|"\s*:\s*\[\s*["\d\]]', text)
        is not None
    ),
    read_json,
    write=write_json,
    suffixes=(".json",),
    limit=LIMIT,
)
