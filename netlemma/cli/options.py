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

# of simulate and sweep; what they mean is in graphs.simulate.asked
Cycles = Annotated[int, typer.Option("--cycles", help="Cycles in which messages are generated.")]
Warmup = Annotated[int | None, typer.Option("--warmup", help="Cycles discarded; a tenth if not said.")]
Sources = Annotated[
    str, typer.Option("--sources", help='poisson, or "mmpp sigma1=0.2 sigma2=0.8 ratio=0" (ratio is mu2/mu1).')
]
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
VcRule = Annotated[
    str, typer.Option("--vc-rule", help="shared: virtual channels take turns on their link; or private bandwidth.")
]
Buffers = Annotated[int, typer.Option("--buffers", help="Flits that the buffer of a channel holds.")]
Ejection = Annotated[str, typer.Option("--ejection", help="ideal (never blocks) or single (one worm at a time).")]
InjectionVcs = Annotated[
    int | None,
    typer.Option("--injection-vcs", help="Virtual channels of injection; as links under adaptive routings, else 1."),
]
Reuse = Annotated[
    str | None,
    typer.Option(
        "--reuse", help="A channel is free behind the tail of a worm, or once its buffer is empty (adaptive routings)."
    ),
]
Selection = Annotated[
    str, typer.Option("--selection", help="Of several free channels an adaptive worm takes: random or first.")
]
Waiting = Annotated[
    str, typer.Option("--waiting", help="A blocked adaptive worm waits for any of its channels, or only escape.")
]
Engine = Annotated[str, typer.Option("--engine", help="fast, or flits (slow and obvious, for comparison).")]
