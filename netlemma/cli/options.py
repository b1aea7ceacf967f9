"""Options and arguments that several commands have, with their names and helps."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Network = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NETWORK [NAME=VALUE]...",
        help='A family or a product such as "line(4) x ring(5)", files such as links.csv, or my.py:function; and sizes.',
    ),
]
Form = Annotated[
    str, typer.Option("--format", help="Format of a file, if its content does not say it; of several with commas.")
]
Scope = Annotated[
    str, typer.Option("--scope", help="Ends of messages in a file or graph: adapters (if not said) or all.")
]

# the routing of a network, see graphs.routings
Routing = Annotated[
    str,
    typer.Option(
        "--routing",
        help='A routing by name, with options behind it, as in "up-down root=3"; tables for the routes of a fabric.',
    ),
]
RoutingFile = Annotated[
    str, typer.Option("--routing-file", metavar="FILE.py", help="Your own routing: a Python file, which is run.")
]
Vcs = Annotated[
    int | None, typer.Option("--vcs", help="Virtual channels of each hop; as many as the routing needs if not given.")
]


def chosen_routing(
    net: Any, words: str, file: str, vcs: int | None, source: Any = None, usual: str | None = None
) -> Any:
    """The routing that --routing, --routing-file and --vcs name, see :func:`graphs.routings.routing`.

    Parameters
    ----------
    usual : the routing of networks of channels if none is named; None for that of the registry.
    """
    from graphs import RingNetwork
    from graphs.routings import routing

    if not words and not file and usual and not isinstance(net, RingNetwork):
        words = usual
    with redirect_stdout(sys.stderr):  # what the user's file prints is no output
        return routing(net, words or None, vcs=vcs, file=file or None, source=source)
