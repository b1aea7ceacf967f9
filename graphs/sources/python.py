"""NetworkX graphs, and functions of users' Python files, as sources of networks; the file is run."""

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from netlemma.errors import SizeError
from netlemma.graphs.base.python_file import PythonFile, one_line_value
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.fabric import SCOPES
from netlemma.graphs.formats.fabric.graph import Edge, topology
from netlemma.graphs.sources.network_sources import BuiltSource, Source, connected, within_scope
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
) -> Network:
    """The network of a NetworkX graph.

    Nodes are named by their text. An edge of an undirected graph is a link in both directions, one of a directed graph
    a one-way link; edges of a multigraph are parallel links. The edge attribute ``class`` is the class of the device.
    The node attribute ``type`` says whether a node forwards messages (switch, router) or sends and receives them (host,
    adapter, terminal); a node without it does both.

    >>> import networkx
    >>> net = from_networkx(networkx.cycle_graph(5))
    >>> net.node_count, net.classes, net.title
    (5, [('link', 5)], 'graph')
    """
    title = family or str(graph.name) or "graph"
    file = file or TextFile(title, b"")
    nodes: dict[str, tuple[int | None, str]] = {}
    for node, about in graph.nodes(data=True):
        if str(node) in nodes:
            file.refuse(line, f"two nodes are called {str(node)!r}: nodes are named by their text")
        if about.get("kind") == "bus":
            file.refuse(
                line, f"node {str(node)!r} is a bus, and edges are links: give the Network instead of its graph"
            )
        nodes[str(node)] = (line, str(about.get("type", "")).strip().lower())
    edges = [
        Edge(line, str(u), str(v), one_way=graph.is_directed(), group=str(about.get("class", "")))
        for u, v, about in graph.edges(data=True)
    ]
    net = topology(file, title, nodes, edges).fabric.between(scope or SCOPES[0])
    return connected(replace(net, family=title, parameters=dict(parameters or {})))


class GraphSource(BuiltSource):
    """A NetworkX graph, which no name describes."""

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"graph": self.title, "parameters": {}}


def graph_source(graph: Any, scope: str | None) -> BuiltSource:
    """The source of a NetworkX graph."""
    return GraphSource(from_networkx(graph, scope=scope), None)


# Functions of users' Python files as sources of networks; the file is run.


@dataclass(repr=False)
class PythonSource(Source):
    """A function of a Python file that returns a network; its arguments are the sizes.

    path: Name of the file.
    name: Name of the function; "" for the only public one of the file.
    scope: Nodes between which messages run, "terminals" or "all"; None for those that the network names.
    """

    path: str
    name: str = ""
    scope: str | None = None

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
            near = get_close_matches(self.name, functions, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
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
            return from_networkx(found, self.title, sizes, self.scope, place, self._line)
        if not isinstance(found, AnyNetwork):
            given = ", ".join(f"{name}={value}" for name, value in sizes.items())
            self._file.refuse(
                self._line,
                f"{function}({given}) gives {one_line_value(found)}: a NetworkX graph or a Network is expected",
            )
        return within_scope(found.named(self.title, dict(sizes)), self.scope)

    def description(self, **sizes: Any) -> dict[str, Any]:
        about = {"python": self.title, "sha256": self._file.digest, "parameters": sizes}
        return about if self.scope is None else {**about, "scope": self.scope}
