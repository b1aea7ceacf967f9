"""Functions of users' Python files as sources of networks; the file is run."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.base.python_file import PythonFile, one_line_value
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.sources.graph import from_networkx, is_graph
from netlemma.graphs.sources.source import AnyNetwork, Source, within_scope
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import Network


@dataclass(repr=False)
class PythonSource(Source):
    """A function of a Python file that returns a network; its arguments are the sizes.

    Parameters
    ----------
    path : str
        Name of the file.
    name : str, default ''
        Name of the function; "" for the only public one of the file.
    scope : str, optional
        Nodes between which messages run, "adapters" or "all"; None for those that the network names.

    Raises
    ------
    FormatError
        If the file cannot be run or has no such function, or the function takes arguments without names.
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
        if not isinstance(found, (Network, RingNetwork)):
            given = ", ".join(f"{name}={value}" for name, value in sizes.items())
            self._file.refuse(
                self._line,
                f"{function}({given}) gives {one_line_value(found)}: a NetworkX graph or a Network is expected",
            )
        return within_scope(replace(found, family=self.title, parameters=dict(sizes)), self.scope)

    def description(self, **sizes: Any) -> dict[str, Any]:
        about = {"python": self.title, "sha256": self._file.digest, "parameters": sizes}
        return about if self.scope is None else {**about, "scope": self.scope}
