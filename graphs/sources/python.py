"""NetworkX graphs, and functions of users' Python files, as sources of networks; the file is run."""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import numpy as np

from netlemma.base.names import did_you_mean
from netlemma.base.remarks import remark
from netlemma.errors import InputError, SizeError
from netlemma.graphs.base.python_file import PythonFile, one_line_value, plain_value
from netlemma.graphs.base.text_files import USUAL_COLUMNS, Columns, TextFile, is_whole
from netlemma.graphs.families import family_called
from netlemma.graphs.formats.fabric.fabric import SCOPES
from netlemma.graphs.formats.fabric.graph import graph_topology
from netlemma.graphs.formats.fabric.roles import places_of
from netlemma.graphs.sources.network_sources import BuiltSource, Source, connected, named_source, within_scope
from netlemma.graphs.topology.capacities import require_columns
from netlemma.graphs.topology.product import looks_like_product
from netlemma.graphs.topology.ring_structure import AnyNetwork
from netlemma.graphs.topology.structure import Network

# NetworkX graphs as sources of networks.


def is_graph(value: object) -> bool:
    """Whether a value is a NetworkX graph."""
    import networkx

    return isinstance(value, networkx.Graph)


def from_networkx(
    graph: Any,
    family: str = "",
    parameters: Mapping[str, Any] | None = None,
    scope: str | None = None,
    file: TextFile | None = None,
    line: int | None = None,
    columns: Columns = USUAL_COLUMNS,
) -> Network:
    """The network of a NetworkX graph.

    Nodes are named by their text. An edge of an undirected graph is a link in both directions, one of a directed graph
    a one-way link; edges of a multigraph are parallel links. The edge attribute ``class`` is the class of the device,
    ``capacity`` and ``latency``, or the attributes that are named, its capacity and latency.
    The node attribute ``type`` says whether a node forwards messages (switch, router) or sends and receives them (host,
    adapter, terminal); a node without it does both.

    >>> import networkx
    >>> net = from_networkx(networkx.cycle_graph(5))
    >>> net.node_count, net.classes, net.title
    (5, [('link', 5)], 'graph')
    """
    title = family or changed_title(graph) or str(graph.name) or "graph"
    file = (file or TextFile(title, b"")).with_columns(columns)
    read = graph_topology(file, title, graph, line)
    for text in read.remarks:
        remark(f"{title}: {text}")
    net = read.fabric.between(scope or SCOPES[0])
    require_columns(net, columns)
    nodes = {str(node): node for node in graph if str(node) in read.ids}
    own = tuple(sorted(nodes.values(), key=lambda node: read.ids[str(node)]))
    return connected(
        replace(net, family=title, parameters=dict(parameters or {}), own=own if all(map(plain_value, own)) else None)
    )


# Graphs that netlemma exported, as they were or changed.


def exported(graph: Any) -> Network | None:
    """The network of a family or a product of which a graph was exported; None for other graphs."""
    title = graph.graph.get("netlemma")
    if not isinstance(title, str):
        return None
    words = title.split(" ")
    sizes = dict(word.split("=", 1) for word in words if "=" in word)
    name = " ".join(word for word in words if "=" not in word)
    if family_called(name) is None and not looks_like_product(name):
        return None
    values = {size: _size(text) for size, text in sizes.items()}
    try:
        net = named_source(name).build(**values)
    except InputError:  # a title that was written by hand
        return None
    return net if isinstance(net, Network) else None


def _size(text: str) -> Any:
    parts = text.split(",")
    if not all(map(is_whole, parts)):
        return text
    return tuple(map(int, parts)) if len(parts) > 1 else int(text)


def _contents(graph: Any) -> tuple[dict[str, str], Counter[Any]]:
    """The role of each vertex, and the number of links between each two in each class."""
    nodes = {str(node): str(about.get("type", about.get("kind", ""))) for node, about in graph.nodes(data=True)}
    ends = (
        (str(u), str(v), str(about.get("device_class", about.get("class", ""))))
        for u, v, about in graph.edges(data=True)
    )
    return nodes, Counter((*(pair if graph.is_directed() else sorted(pair)), group) for *pair, group in ends)


def changed_title(graph: Any) -> str:
    """The title of a graph that was exported and then changed, "" for others."""
    net = exported(graph)
    if net is None:
        return ""
    (nodes, links), (before, links_before) = _contents(graph), _contents(net.graph)
    found = [f"graph, from {net.title}"]
    if nodes and not nodes.keys() & before.keys():
        found.append("nodes renamed")
        counts = [(len(nodes) - len(before), "node"), (links.total() - links_before.total(), "link")]
        changes = [(abs(count), what, "more" if count > 0 else "fewer") for count, what in counts]
    else:
        changes = [
            (len(nodes.keys() - before.keys()), "node", "more"),
            (len(before.keys() - nodes.keys()), "node", "fewer"),
            ((links - links_before).total(), "link", "more"),
            ((links_before - links).total(), "link", "fewer"),
        ]
        if any(nodes[name] != before[name] for name in nodes.keys() & before.keys()):
            found.append("other types of nodes")
    for attribute, said in (("capacity", "capacities"), ("latency", "latencies")):
        if any(attribute in about for _, _, about in graph.edges(data=True)):
            found.append(said)
    found += [f"{count:,} {what}{'s' if count > 1 else ''} {which}" for count, what, which in changes if count]
    return ", ".join(found) if len(found) > 1 else ""


class GraphSource(BuiltSource):
    """A NetworkX graph, which no name describes."""

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"graph": self.title, "parameters": {}, **self.columns.as_json()}


def graph_source(graph: Any, scope: str | None, columns: Columns = USUAL_COLUMNS) -> BuiltSource:
    """The source of a NetworkX graph; one exported by netlemma and not changed is the network from which it came."""
    net = None if changed_title(graph) or columns else exported(graph)
    if net is None:
        found = GraphSource(from_networkx(graph, scope=scope, columns=columns), None)
        found.columns = columns
        return found
    places, said = places_of({str(label): graph.nodes[label] for label in map(net.labels, range(net.node_count))})
    for text in said:
        remark(f"{net.title}: {text}")
    return BuiltSource(replace(net, places=np.array([*places.values()])) if places else net, scope)


# Functions of users' Python files as sources of networks; the file is run.


@dataclass(repr=False)
class PythonSource(Source):
    """A function of a Python file that returns a network; its arguments are the sizes.

    path: Name of the file.
    name: Name of the function; "" for the only public one of the file.
    scope: Nodes between which messages run, "terminals" or "all"; None for those that the network names.
    columns: Edge attributes with the capacities and latencies, as far as they were named.
    """

    path: str
    name: str = ""
    scope: str | None = None
    columns: Columns = USUAL_COLUMNS

    def __post_init__(self) -> None:
        with redirect_stdout(sys.stderr):
            self._file = PythonFile(self.path)
        self._function = self._chosen()
        self.words = (self.path + (f":{self.name}" if self.name else ""),)
        self.digest = self._file.digest
        self.title = Path(self.path).name + (f":{self.name}" if self.name else "")
        self._arguments = signature(self._function).parameters
        named = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        for each in self._arguments.values():
            if each.kind not in named:
                self._file.refuse(self._line, f"{self._function.__name__} takes {each}: sizes are arguments with names")
        self.parameters = tuple(self._arguments)
        self.defaults = {name: each.default for name, each in self._arguments.items() if type(each.default) is int}

    @property
    def _line(self) -> int:
        return self._file.line(self._function)

    def _chosen(self) -> Callable[..., Any]:
        functions = {
            name: value
            for name, value in self._file.names.items()
            if not name.startswith("_") and hasattr(value, "__code__") and value.__code__.co_filename == self._file.name
        }
        if self.name in functions:
            return functions[self.name]
        some = f"its functions are {', '.join(functions)}" if functions else "it has no function"
        if self.name:
            hint = did_you_mean(self.name, functions)
            self._file.refuse(None, f"there is no function {self.name[:60]!r}: {some}{hint}")
        if len(functions) != 1:
            example = (
                f"; name one, as in {self.path}:{next(iter(functions))}" if functions else " that returns a network"
            )
            self._file.refuse(None, f"one function is expected: {some}{example}")
        return next(iter(functions.values()))

    def build(self, **sizes: Any) -> AnyNetwork:
        function = self._function.__name__
        legal = ", ".join(map(str, self._arguments.values())) or "no sizes"
        for name in sizes:
            if name not in self._arguments:
                raise SizeError(f"{self.title} has no size {name}: {function} takes {legal}")
        for name, each in self._arguments.items():
            if name not in sizes and each.default is Parameter.empty:
                raise SizeError(f"{self.title} needs {name}: {function} takes {legal}")
        with redirect_stdout(sys.stderr):
            found = self._file.call(function, self._function, **sizes)
        if is_graph(found):
            place = TextFile(self._file.name, b"")
            return from_networkx(found, self.title, sizes, self.scope, place, self._line, self.columns)
        if not isinstance(found, AnyNetwork):
            given = ", ".join(f"{name}={value}" for name, value in sizes.items())
            self._file.refuse(
                self._line,
                f"{function}({given}) gives {one_line_value(found)}: a NetworkX graph or a Network is expected",
            )
        return within_scope(found.named(self.title, dict(sizes)), self.scope)

    def description(self, **sizes: Any) -> dict[str, Any]:
        about = {"python": self.title, "sha256": self._file.digest, "parameters": sizes}
        about |= self.columns.as_json()
        return about if self.scope is None else {**about, "scope": self.scope}
