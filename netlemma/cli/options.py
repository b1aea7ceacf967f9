"""Options and arguments that several commands share, with their names and help texts."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli import completion
from netlemma.console import flag

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AcceptAgreement = Annotated[
    bool,
    typer.Option(
        "--accept-agreement", help="Exit 0 also if the formula merely agrees at every size tested, without a proof."
    ),
]
Time = Annotated[str, typer.Option("--time", help="Time limit in seconds.")]
Network = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NETWORK [NAME=VALUE]...",
        help='A family or a product such as "line(4) x ring(5)", files such as links.csv, or my.py:function; and sizes.',
        autocompletion=completion.network,
    ),
]
Form = Annotated[
    str, typer.Option("--format", help="File format, if it cannot be detected; comma-separated for several files.")
]
Scope = Annotated[
    str,
    typer.Option("--scope", help="Which nodes send and receive: adapters (the default), switches or all."),
]

# the routing of a network, see netlemma.graphs.routings
Routing = Annotated[
    str,
    typer.Option(
        "--routing",
        help='A routing by name, with options behind it, as in "up-down root=3"; tables for the routes of a fabric.',
        autocompletion=completion.routing,
    ),
]
RoutingFile = Annotated[
    str,
    typer.Option(
        "--routing-file",
        metavar="FILE.py",
        help="Your own routing: a Python file, which is run.",
        autocompletion=completion.files,
    ),
]
Vcs = Annotated[
    int | None,
    typer.Option(
        "--vcs", help="Virtual channels of each hop; by default 1 in dimension order, else the fewest needed."
    ),
]
Traffic = Annotated[
    str,
    typer.Option(
        "--traffic",
        help='A traffic pattern by name, with options behind it, as in "hotspot nodes=0,5 share=1/4"; "matrix FILE.csv".',
        autocompletion=completion.traffic,
    ),
]

# workers that share what fans out, see netlemma.graphs.base.workers
Workers = Annotated[int | None, typer.Option("--workers", help="Processes that share the work; results are the same.")]
Dask = Annotated[str, typer.Option("--dask", help="Work on the cluster of this scheduler: tcp://host:port.")]

Certificate = Annotated[
    Path | None, typer.Option("--certificate", help="Write the certificate here (.gz: compressed).")
]
Kernel = Annotated[bool, typer.Option("--kernel", help="Have Rocq's kernel check the certificate, too.")]
Force = Annotated[bool, typer.Option("--force", help="Run even if the estimated cost exceeds the limits.")]


def forcible(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with an option ``--force``, under which no estimate of its work refuses it."""

    @wraps(command)
    def forced_command(*args: Any, force: bool = False, **options: Any) -> Any:
        from netlemma.graphs.base.limits import forced

        with forced(force):
            return command(*args, **options)

    *most, last = signature(command, eval_str=True).parameters.values()
    added = Parameter("force", Parameter.POSITIONAL_OR_KEYWORD, default=False, annotation=Force)
    own = [*most, added, last]
    vars(forced_command)["__signature__"] = Signature(own)
    forced_command.__annotations__ = {each.name: each.annotation for each in own}
    del vars(forced_command)["__wrapped__"]  # it takes one option less
    return forced_command


def with_sizes(
    function: Callable[..., Any], options: Mapping[str, Any], sizes: Mapping[str, Any], legal: Collection[str] = ()
) -> dict[str, Any]:
    """Keyword arguments of a function of the Python interface: options, and sizes that the user wrote as name=value.

    >>> with_sizes(lambda net, population=None, **sizes: None, {"population": None}, {"w": 4})
    {'population': None, 'w': 4}
    """
    from netlemma.errors import InputError

    taken = {
        name
        for name, each in signature(function).parameters.items()
        if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)
    }
    for name in sizes:
        if (name in taken or name in options) and name not in legal:
            raise InputError(f"{name} is an option and no size: write {flag(name)}")
    return {**options, **sizes}
