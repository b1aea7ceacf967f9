"""The commands in groups; names in their help stay whole; values of options are checked first.

An empty value is refused, since it would count as omitted."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import getdoc
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperGroup

from netlemma.cli.command import built
from netlemma.cli.option_names import MEANT
from netlemma.errors import InputError

GROUPS = {
    "Derive": ("derive", "verify", "check", "errata", "paper", "list", "explain"),
    "Measure": ("measure", "compare", "worst-case", "bounds"),
    "Decide": ("deadlock", "certify"),
    "Operate": ("fabric",),
    "Simulate": ("model", "simulate", "saturation", "sweep", "traffic"),
    "Write up": ("draw", "convert", "figure", "report", "serve"),
}
VERSUS = "--versus"
_OPTIONAL = {"--bubble": ("local", "critical", "worm")}  # values that may be left out, the usual one first
_MODES = ("--load", "--traffic", "--routing")
_CONTEXT: Any = TyperGroup.context_class  # of Click, which Typer carries and does not export
_INNER = re.compile(r"(?<=\w)-(?=\w)")
_WHOLE = "\u2011"  # a hyphen at which no line is broken
_LIST = re.compile(r" <list\[\w+\]>")  # of an argument, whose name says it
_KINDS = {"<str>": "TEXT", "<int>": "NUMBER", "<float>": "NUMBER", "<path>": "PATH"}
_NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}
_KIND = re.compile("|".join(_KINDS))


class _WholeNames(_CONTEXT.formatter_class):  # type: ignore[misc]
    """Help in which values are in plain words, and lines are not broken inside of names such as ``dimension-order``."""

    def write_text(self, text: str) -> None:
        super().write_text(_INNER.sub(_WHOLE, text))

    def write_dl(self, rows: Any, *widths: Any, **named: Any) -> None:
        plain = [(_in_words(name), _INNER.sub(_WHOLE, about)) for name, about in rows]
        super().write_dl(plain, *widths, **named)

    def getvalue(self) -> str:
        return str(super().getvalue()).replace(_WHOLE, "-")


class _HelpContext(_CONTEXT):  # type: ignore[misc]
    formatter_class = _WholeNames


def _add_plugins(context: typer.Context, files: list[Path] | None) -> None:
    if files and not context.resilient_parsing:
        from netlemma.plugins import plugin

        for file in files:
            plugin(file)


def _with_plugins(
    plugin: Annotated[
        list[Path] | None,
        typer.Option(
            "--plugin",
            metavar="FILE",
            help="A Python file, which is run, that adds families, lemmas, routings or traffic patterns, or a TOML file of claims; "
            "give the option again for more files.",
            callback=_add_plugins,
            is_eager=True,
        ),
    ] = None,
) -> None:
    """What declares the option that every command has."""


@cache
def plugin_option() -> Any:
    """The option of all commands that names plug-ins, which are added before the command reads its words."""
    declared = typer.Typer(add_completion=False)
    declared.command()(_with_plugins)
    command: Any = typer.main.get_command(declared)
    option = command.params[0]
    option.expose_value = False
    return option


def _run(name: str) -> Callable[..., Any]:
    """What does the work of a command."""
    name = name.replace("-", "_")
    found: Callable[..., Any] = getattr(
        import_module(f"netlemma.cli.commands.{name}"), "list_" if name == "list" else name
    )
    return found


@cache
def _command(name: str) -> Any:
    made = built(name, _run(name))
    made.params.append(plugin_option())
    vars(made)["context_class"] = _HelpContext
    return made


class _Commands(Mapping[str, Any]):
    """The commands by name, each built at its first use."""

    names = tuple(name for names in GROUPS.values() for name in names)

    def __getitem__(self, name: str) -> Any:
        if name not in self.names:
            raise KeyError(name)
        return _command(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


class CommandGroups(TyperGroup):
    """The commands; options are checked before a command reads its words."""

    context_class = _HelpContext

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        vars(self)["commands"] = _Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, none of which is built."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the first paragraph about each command below the name of its group."""
        for group, names in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name, _summary(name)) for name in names])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the arguments, as in Click, after a check of its options."""
        from netlemma.checks.base.inputs import quoted_text

        name, command, words = super().resolve_command(ctx, self._called(ctx, args))
        own = {text for each in command.params for text in (*each.opts, *each.secondary_opts)} if command else set()
        words = _joined([_renamed_before(word, value, own) for word, value in pairwise([*words, ""])])
        words = [_completed(word, value) for word, value in pairwise([*words, ""])]
        for word in words:
            self._refuse_option_as_size(word, own)
        options = {text: each for each in command.params for text in with_value(each)} if command else {}
        for option, value, given in _values(words, options):
            if not value.strip():
                raise InputError(f"{option} needs a value")
            if number := _wrong_number(given, value):
                raise InputError(f"{option} is {quoted_text(value)}; it is {number}")
        return name, command, words

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """The arguments; -h before a command asks for its help, and ``version`` is --version."""
        if args[:1] in (["-h"], ["--help"]) and (called := self._called(ctx, args[1:])) and called[0] in self.commands:
            args = [called[0], "--help"]
        elif args == ["version"]:
            args = ["--version"]
        return super().parse_args(ctx, args)

    @staticmethod
    def _refuse_option_as_size(word: str, own: Container[str]) -> None:
        """Refuse an option that is written like a size, as simulators' files have it, such as injection_rate=0.1."""
        name, equals, value = word.partition("=")
        option = f"--{name.replace('_', '-')}"
        meant = renamed(option, own)
        if equals and re.fullmatch(r"[a-z_]+", name) and meant in _MODES and (meant != option or not value.isdigit()):
            raise InputError(
                f"{word}: write {meant} {value}" if meant in own else f"{word}: this command has no {meant}"
            )

    def _called(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments with the name of the command in one word; ``help`` in front is that of a command."""
        if args[:1] == ["help"]:
            if not args[1:]:
                print(ctx.get_help())
                raise typer.Exit
            return [*self._called(ctx, args[1:])[:1], "--help"]
        together = "-".join(args[:2])
        return [together, *args[2:]] if together in self.commands else args


def _summary(name: str) -> str:
    return " ".join((getdoc(_run(name)) or "").partition("\n\n")[0].split())


def renamed(word: str, own: Container[str]) -> str:
    """A word with the name that a command has for an option; values stay as they are."""
    option, equals, value = word.partition("=")
    if option in own or not option.startswith("-"):
        return word
    spelled = option.replace("_", "-")
    if re.fullmatch(r"-[a-z]{3}[a-z-]*", spelled) and f"-{spelled}" in own:  # one hyphen, as simulators have it
        return f"-{word}"
    name = next((each for each in (spelled, *MEANT.get(spelled, ())) if each.partition("=")[0] in own), option)
    return f"{name}{equals}{value}"


def _renamed_before(word: str, value: str, own: Container[str]) -> str:
    """A renamed word; -r before a number is the rate of other simulators, and no routing."""
    is_rate = word == "-r" and re.fullmatch(r"[0-9]*\.[0-9]+(?:[,:].*)?", value) and "--load" in own
    return "--load" if is_rate and "-r" not in own else renamed(word, own)


def _completed(word: str, value: str) -> str:
    """An option whose value may be left out, with its usual value if none follows."""
    values = _OPTIONAL.get(word, (value,))
    return word if value in values else f"{word}={values[0]}"


def _joined(words: list[str]) -> list[str]:
    """Words in which those after --versus, up to the next option, are one."""
    if VERSUS not in words:
        return words
    first = words.index(VERSUS) + 1
    last = next((i for i in range(first, len(words)) if words[i].startswith("-")), len(words))
    if last == first:
        raise InputError(f"{VERSUS} needs a network, such as {VERSUS} spanning-bus-hypercube w=4")
    return [*words[:first], " ".join(words[first:last]), *words[last:]]


def _in_words(name: str) -> str:
    """The name of an option or argument with the kind of its value in words instead of Python's types."""
    single = name.startswith("-")
    kinds = _KIND.sub(lambda kind: _KINDS[kind[0]] if single else "", name)
    return (re.sub(r"<list\[\w+\]>", "TEXT", kinds) if single else _LIST.sub("", kinds)).rstrip()


def with_value(parameter: Any) -> list[str]:
    """The names of an option that a value follows; none of a flag or an argument."""
    return [] if parameter.param_type_name != "option" or parameter.is_flag else [*parameter.opts]


def _values(words: list[str], options: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The options in words, up to a lone --, with their values and what declares them."""
    words = words[: words.index("--")] if "--" in words else words
    for word, following in pairwise([*words, "."]):
        option, equals, value = word.partition("=")
        if option in options:
            yield option, value if equals else following, options[option]


def _wrong_number(parameter: Any, value: str) -> str:
    """The kind of number that an option takes if its value is none; else nothing."""
    annotation = parameter.type_descriptor.annotation
    kind = next((each for each in _NUMBERS if each in (annotation, *get_args(annotation))), None)
    if kind is None:
        return ""
    try:
        number = float(value)
        fits = kind is float or number.is_integer()
    except ValueError:
        fits = False
    return "" if fits else _NUMBERS[kind]
