"""Options and arguments that several commands have, with their names and helps."""

from __future__ import annotations

from typing import Annotated

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

# routings of simulate and sweep; their other options are in netlemma.simulator_options
Routing = Annotated[
    str, typer.Option("--routing", help='A deterministic or adaptive one; options behind it, as in "up-down root=3".')
]
Vcs = Annotated[
    int | None,
    typer.Option(
        "--vcs", help="Virtual channels of each hop; dimension order has 2 on rings if not said, otherwise 1."
    ),
]
Order = Annotated[str, typer.Option("--order", help="Of dimensions: rising or falling.")]
