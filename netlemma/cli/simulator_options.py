"""The options of the simulator as options of a command, read from their schema when the command is used."""

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from netlemma.cli import completion

Command = Callable[..., None]
LEFT_OUT = "left_out"  # attribute of a command


def with_simulator_options(*left_out: str) -> Callable[[Command], Command]:
    """Mark a command that takes the simulator's options, but for some, as ``**options``; its class is :class:`SimulatorCommand`."""

    def marked(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True)
        named = [each for each in own.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        vars(command).update({LEFT_OUT: left_out, "__signature__": own.replace(parameters=named)})
        return command

    return marked


class SimulatorCommand(TyperCommand):
    """A command with the simulator's options behind its own. They are made at their first use, so that other commands start fast."""

    @cached_property
    def _whole(self) -> Any:
        command = inspect.unwrap(self._own)

        def whole(**given: Any) -> None:
            command(**given)

        own = list(inspect.signature(command).parameters.values())
        vars(whole)["__signature__"] = inspect.Signature([*own, *_options(getattr(command, LEFT_OUT))])
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


def _options(left_out: tuple[str, ...]) -> list[inspect.Parameter]:
    from graphs.simulate.options import OPTIONS

    made = []
    for name, option in OPTIONS.items():
        if name not in left_out:
            about = typer.Option(
                option.flag,
                help=option.help,
                autocompletion=getattr(completion, name, None) or _completion(option.words),
            )
            kind = option.kind if option.default is not None else option.kind | None
            made.append(option.keyword.replace(annotation=Annotated[kind, about]))
    return made


def _completion(words: tuple[str, ...]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete
