"""Options of commands that are declared once, by functions of the Python interface and by the schema of the simulator.

They are made at the first use of a command, so that other commands start fast."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from netlemma.cli import completion, options
from netlemma.console import flag

Command = Callable[..., Any]
MORE = "more_options"  # attribute of a command: function that makes its further options
SHARED: dict[str, Any] = {
    "routing": options.Routing,
    "routing_file": options.RoutingFile,
    "vcs": options.Vcs,
    "traffic": options.Traffic,
    "time": options.Time,
    "workers": options.Workers,
    "dask": options.Dask,
}
KINDS: dict[str, Any] = {
    "Path": Path,
    "str": str,
    "bool": bool,
    "int": int,
}  # by the first of these words in an annotation
ENTRY = re.compile(r"^(?P<name>\w+) : .*\n(?P<words>(?:    .*\n?)+)", re.M)


def with_options_of(function: str, *left_out: str) -> Callable[[Command], Command]:
    """Mark a command that takes the keyword arguments of a function of the interface, but for some, as ``**given``."""

    def more() -> Iterator[inspect.Parameter]:
        import netlemma

        declared = getattr(netlemma, function)
        told = {
            each["name"]: " ".join(each["words"].replace("``", "").split())
            for each in ENTRY.finditer(inspect.getdoc(declared) or "")
        }
        for each in inspect.signature(declared).parameters.values():
            taken = each.kind is each.KEYWORD_ONLY or each.name == "routing"
            if taken and each.name not in (*left_out, "format", "scope", "progress"):
                simulator = getattr(declared, "options", {}).get(each.name)
                yield _simulator_option(simulator) if simulator else _option(each, told.get(each.name, ""))

    def marked(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True)
        named = [each for each in own.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        vars(command).update({MORE: more, "__signature__": own.replace(parameters=named)})
        return command

    return marked


def _simulator_option(option: Any) -> inspect.Parameter:
    completed = getattr(completion, option.name, None) or _completion(option.words)
    about = typer.Option(flag(option.name), help=option.help, autocompletion=completed)
    kind = option.kind if option.default is not None else option.kind | None
    return option.keyword.replace(annotation=Annotated[kind, about])


def _option(declared: inspect.Parameter, told: str) -> inspect.Parameter:
    """A keyword argument as an option: of the kind that its annotation names, described as in the docstring."""
    annotation = declared.annotation if isinstance(declared.annotation, str) else str(declared.annotation)
    kind = next((kind for word, kind in KINDS.items() if re.search(rf"\b{word}\b", annotation)), str)
    words, default = told.removeprefix("Whether to "), declared.default
    about = typer.Option(
        flag(declared.name),
        help=words[:1].upper() + words[1:],
        autocompletion=completion.files if kind is Path else None,
    )
    if kind is str or declared.name in ("routing", "routing_file", "traffic"):
        kind, default = str, "" if default is None else str(default)
    annotated: Any = Annotated[kind if default is not None else kind | None, about]
    return declared.replace(
        kind=declared.KEYWORD_ONLY, annotation=SHARED.get(declared.name, annotated), default=default
    )


class LazyOptions(TyperCommand):
    """A command with options behind its own that are made at their first use."""

    @cached_property
    def _whole(self) -> Any:
        command = inspect.unwrap(self._own)

        def whole(**given: Any) -> None:
            command(**given)

        own = inspect.signature(command)
        more = getattr(command, MORE)()
        vars(whole)["__signature__"] = own.replace(parameters=[*own.parameters.values(), *more])
        app = typer.Typer(add_completion=False)
        app.command()(whole)
        return typer.main.get_command(app)

    @property
    def callback(self) -> Any:
        return self._whole.callback

    @callback.setter
    def callback(self, own: Any) -> None:
        self._own = own

    @property
    def params(self) -> list[Any]:
        return self._whole.params

    @params.setter
    def params(self, own: Any) -> None:
        pass


def _completion(words: tuple[str, ...]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete
