"""Commands from functions: their options are the keywords of the function of :mod:`netlemma` that they call, and their own.

A command is built at its first use, so that others start fast."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from netlemma.api.arguments import ResolvedNetwork
    from netlemma.graphs.sources.network_sources import Source

# commands whose work no estimate refuses, and keywords of functions that are words of the command or none of the user's
NO_LIMITS = ("derive", "errata", "list", "explain", "traffic", "figure", "report", "serve")
NO_OPTIONS = ("network", "formula", "at", "flits", "progress")
FORMS = {
    "measure": ("text", "latex", "json"),
    "compare": ("text", "latex", "json"),
    "check": ("text", "latex", "json", "rocq"),
}
Options = dict[str, Any]


class Answer(NamedTuple):
    """What a command answers: data for --json, what is displayed (the data if None), and the exit status."""

    data: Any
    shown: Any = None
    status: int = 0


def built(name: str, run: Callable[..., Any]) -> Any:
    """The command of a function, which returns an answer, or prints by itself."""
    from netlemma.cli.options import declared
    from netlemma.graphs.base.limits import forced

    own = signature(run)
    schema: dict[str, Any] = {}
    taken = {each.name: each for each in own.parameters.values() if each.kind is not each.VAR_KEYWORD}
    if len(taken) < len(own.parameters):
        function = _function(name)
        schema = getattr(function, "options", {})
        for each in signature(function).parameters.values():
            optional = each.kind is each.KEYWORD_ONLY or each.default is not each.empty
            if optional and each.kind is not each.POSITIONAL_ONLY and each.name not in NO_OPTIONS:
                taken.setdefault(each.name, each.replace(kind=Parameter.KEYWORD_ONLY))
    wanted = (
        ("force", name not in NO_LIMITS, False),
        ("json", own.return_annotation is Answer, False),
        ("format", name in FORMS, "text"),
    )
    added = {flag: usual for flag, has, usual in wanted if has and flag not in taken}
    every = [
        *taken.values(),
        *(Parameter(flag, Parameter.KEYWORD_ONLY, default=usual) for flag, usual in added.items()),
    ]

    def command(context: typer.Context, **given: Any) -> None:
        said = {option for option in given if getattr(context.get_parameter_source(option), "name", "") != "DEFAULT"}
        given = {option: value for option, value in given.items() if option in said or option not in schema}
        json, force, form = given.get("json", False), given.get("force", False), ""
        if name in FORMS:
            form = given["format"]
            _require_form(form, FORMS[name], json)
        json, latex = json or form == "json", form == "latex"
        with forced(force and "force" in added):
            answer = run(**{option: value for option, value in given.items() if option not in added})
        if answer is not None:
            _show(answer, json, latex)

    command.__doc__ = run.__doc__
    vars(command)["__signature__"] = Signature(
        [
            Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
            *(declared(name, each, schema.get(each.name)) for each in every),
        ]
    )
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name)(command)
    return typer.main.get_command(single)


def _require_form(form: str, legal: Sequence[str], json: bool) -> None:
    """Refuse another form of output than the legal ones, or two."""
    from netlemma.base.names import nearest
    from netlemma.errors import InputError

    if form not in legal:
        raise InputError(
            f"no format {form!r}{nearest(form, legal)}; formats of output: {', '.join(legal)}; that of a file is said by `read_as`"
        )
    if json and form not in ("text", "json"):
        raise InputError(f"--json and --format {form} exclude each other")


def _function(name: str) -> Callable[..., Any]:
    return getattr(import_module("netlemma"), name.replace("-", "_"))


def _show(answer: Answer, json: bool, latex: bool) -> None:
    from netlemma.console import print_json, print_parts, print_text

    shown = answer.data if answer.shown is None else answer.shown
    if latex and answer.data is not None:
        from netlemma.latex_answers import latex_text

        print(latex_text(answer.data, shown))
    elif json and answer.data is not None:
        print_json(answer.data)
    else:
        print_text(shown) if isinstance(shown, str) else print_parts(shown)
    if answer.status:
        raise typer.Exit(answer.status)


def call(name: str, *arguments: Any, **options: Any) -> Any:
    """What a function of the interface returns."""
    function = _function(name)
    with computing() as say:
        if "progress" in signature(function).parameters:
            options["progress"] = say
        return function(*arguments, **options)


def source_of(words: Sequence[str] | None, options: Options) -> "tuple[Source, list[str]]":
    """The source of the network that words name, not built yet, and the words ``name=value``.

    >>> source_of(["ring", "K=5", "flits=20"], {})
    (<FamilySource ring with sizes K>, ['K=5', 'flits=20'])
    """
    from netlemma.graphs.sources import resolve
    from netlemma.graphs.sources.in_service import changed
    from netlemma.graphs.topology.capacities import columns_of

    _refuse_misplaced(words or [])
    read_as, scope, capacity, latency = (
        options.pop(name, None) for name in ("read_as", "scope", "capacity", "latency")
    )
    found, rest = resolve(words or [], read_as=read_as, scope=scope, columns=columns_of(capacity, latency))
    return changed(found, options.pop("without", None), capacity, latency), rest


LOAD = "load"


class _Misplaced(NamedTuple):
    """Words that name something else than a network: its kind, the name that is meant, or advice."""

    words: str
    kind: str
    name: str
    advice: str


def _refuse_misplaced(words: Sequence[str]) -> None:
    """Refuse names of something else behind a network; the error says how they are written."""
    from netlemma.base.synonyms import PATTERN, QUANTITY, ROUTING
    from netlemma.errors import InputError
    from netlemma.graphs.sources import sizes_to_write, spelled_out

    network, others = _network_and_others(words)
    found = list(_misplaced(others)) if network else []
    if not found or sum(len(each.words.split()) for each in found) < len(others):
        return
    called = {ROUTING: "a routing", PATTERN: "a traffic pattern", QUANTITY: "a quantity", LOAD: "a load"}
    options = {ROUTING: "routing", PATTERN: "traffic", LOAD: "load"}
    first = " ".join(word for word in network if not word[0].isdigit()) or " ".join(network)
    told = ", ".join(f"{each.words!r} behind {first} is {called[each.kind]}{each.advice}" for each in found)
    written = [f"`{options[each.kind]}={each.name or 'NAME'}`" for each in found if each.kind in options]
    steps = [f"write {' '.join(written)}"] * bool(written)
    steps += [_instead_of_quantity(first, each.name) for each in found if each.name and each.kind == QUANTITY]
    if len(found) == 1 and found[0].kind == QUANTITY and found[0].advice:
        steps.append("netlemma list quantities names those of networks")
    steps += sizes_to_write([*network, *(word for word in spelled_out(words) if "=" in word)])
    raise InputError(": ".join([told, "; ".join(steps)]) if steps else told)


def _network_and_others(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that name a network, with bare numbers behind it, and those behind it."""
    from netlemma.base.synonyms import FAMILY, in_sizes, named
    from netlemma.graphs.families import family_called
    from netlemma.graphs.sources import FILE, kind_of, spelled_out

    names = [word for word in spelled_out(words) if "=" not in word]
    if any(map(os.path.exists, names)):
        files = [name for name in names if kind_of(name) == FILE and (os.path.exists(name) or "." in name)]
        return files, [name for name in names if name not in files]
    spans = ((start, end) for start in range(len(names)) for end in range(len(names), start, -1))
    for start, end in spans:
        together = " ".join(names[start:end])
        if in_sizes(together) or family_called(together) or named(FAMILY, together):
            while end < len(names) and names[end].replace(",", "").isdigit():
                end += 1
            return names[start:end], [*names[:start], *names[end:]]
    return [], []


def _misplaced(words: Sequence[str]) -> Iterator[_Misplaced]:
    """What words name one after the other, of several words perhaps, up to the first that is unknown."""
    from netlemma.base.synonyms import PATTERN, QUANTITY, ROUTING, SYNONYMS, advice, meant
    from netlemma.checks.judging.quantity_list import QUANTITIES
    from netlemma.graphs.routings import OF_OPENSM, channel_routings
    from netlemma.graphs.traffic.patterns import patterns

    known = {
        ROUTING: [*channel_routings(), *OF_OPENSM],
        PATTERN: patterns(),
        QUANTITY: [*QUANTITIES, *SYNONYMS[QUANTITY]],
    }
    while words:
        if re.fullmatch(r"[0-9]*\.[0-9]+", words[0]):
            yield _Misplaced(words[0], LOAD, words[0], "")
            words = words[1:]
            continue
        every = (
            _Misplaced(text, kind, name or "", told)
            for count in range(len(words), 0, -1)
            for text in [" ".join(words[:count])]
            for kind in known
            for name, told in [(meant(kind, text, known[kind]), advice(text, kind))]
            if name or told
        )
        if (found := next(every, None)) is None:
            return
        yield found
        words = words[len(found.words.split()) :]


def _instead_of_quantity(network: str, quantity: str) -> str:
    """Where a quantity of a network is found: its formula, and its value."""
    from netlemma.base.synonyms import in_sizes
    from netlemma.graphs.families import family_called

    shown = {
        **dict.fromkeys(("diameter", "mean_distance"), "netlemma measure prints it without this word"),
        "bisection": "netlemma measure has --bisection",
        **dict.fromkeys(("max_channel_load", "throughput"), "netlemma measure has it with --traffic uniform"),
    }
    called, family = in_sizes(network), family_called(network)
    name = called[0] if called else family.name if family else ""
    formula = [f"netlemma derive {name} {quantity} has its formula"] if name else []
    value = [shown[quantity]] if quantity in shown else []
    return "; ".join([*formula, *value]) or f"netlemma check NETWORK {quantity} FORMULA compares one with it"


def network_of(words: Sequence[str] | None, options: Options) -> "ResolvedNetwork":
    """The network that words name, built at their sizes."""
    from netlemma.api.arguments import ResolvedNetwork
    from netlemma.checks.base.inputs import parse_network

    source, rest = source_of(words, options)
    sizes = parse_network(rest)
    return ResolvedNetwork(source, source.build(**sizes), sizes)


def with_sizes(function: str, options: Options, sizes: Options, legal: Collection[str] = ("flits",)) -> Options:
    """Keywords of a function of the interface: options, and sizes that the user wrote as name=value.

    >>> with_sizes("bounds", {"population": None}, {"w": 4})
    {'population': None, 'w': 4}
    """
    from netlemma.console import flag
    from netlemma.errors import InputError

    for name in sizes:
        if name in signature(_function(function)).parameters and name not in legal:
            raise InputError(f"{name} is an option and no size: write {flag(name)}")
    return {**options, **sizes}


@contextmanager
def computing() -> Iterator[Callable[[str], None]]:
    """Show progress, and send the output of a user's Python file to standard error, because it is no output of the
    command.
    """
    from netlemma.console import progress

    with redirect_stdout(sys.stderr), progress() as say:
        yield say
