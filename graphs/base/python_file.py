"""A user's Python file after it has run: its variables and functions, and error messages with file and line."""

from collections.abc import Callable
from hashlib import sha256
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

from netlemma.graphs.base.text_files import printable, read_text

MAX_FILE = 1 << 20  # bytes


class PythonFile:
    """A Python file after it has run: its variables and functions, and errors that name the line."""

    def __init__(self, path: str | Path) -> None:
        source = read_text(path, MAX_FILE)
        self.name, self.refuse = source.name, source.refuse
        self.digest = sha256(source.data).hexdigest()
        module = ModuleType(Path(path).stem)
        module.__file__ = source.name
        self.names: dict[str, Any] = module.__dict__
        try:
            code = compile(source.data, source.name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            self.refuse(getattr(error, "lineno", None) or 1, f"this is no Python: {getattr(error, 'msg', error)}")
        self.call("the file", exec, code, self.names)

    def call(self, name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call a function of the file; an error that it raises is reported at the line of the file where it arose."""
        try:
            return function(*arguments, **named)
        except (Exception, SystemExit) as error:
            line, trace = 1, error.__traceback__
            while trace is not None:
                line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == self.name else line
                trace = trace.tb_next
            every = [
                *map(one_line_value, arguments),
                *(f"{key}={one_line_value(value)}" for key, value in named.items()),
            ]
            given = "" if function is exec else f"({', '.join(every)})"
            self.refuse(line, f"{name}{given} raised {type(error).__name__}: {printable(str(error), quotes=False)}")

    def variable(self, name: str, default: Any, legal: Callable[[Any], bool], what: str) -> Any:
        """A variable of the file, or its default."""
        value = self.names.get(name, default)
        if name in self.names and not legal(value):
            self.refuse(1, f"{name} is {one_line_value(value)}: it must be {what}")
        return value

    def function(self, name: str, *counts: int) -> Callable[..., Any] | None:
        """A function of the file that takes the given number of arguments."""
        found = self.names.get(name)
        if found is None:
            return None
        if not callable(found) or not hasattr(found, "__code__"):
            self.refuse(1, f"{name} is {one_line_value(found)}: it must be a function")
        if len(signature(found).parameters) not in counts:
            wanted = {2: "(source, destination)", 1: "(one thing)"}.get(
                counts[0], "(node, came_by, destination, label)"
            )
            self.refuse(self.line(found), f"{name} must take the arguments {wanted}{_why(counts)}")
        return found

    @staticmethod
    def line(function: Any) -> int:
        """Line where a function of the file begins."""
        return int(function.__code__.co_firstlineno)


def one_line_value(value: Any) -> str:
    """A value in one line, channels as plain tuples."""
    plain = tuple(value) if isinstance(value, tuple) else value
    return printable(repr(plain), quotes=False)[:160]


def plain_value(value: Any) -> bool:
    """Whether a value can be written into a certificate."""
    return value is None or isinstance(value, (int, str)) or (isinstance(value, tuple) and all(map(plain_value, value)))


def _why(counts: tuple[int, ...]) -> str:
    if counts == (4, 4):
        return ", since there are labels"
    return "; label may be left out" if len(counts) > 1 else ""
