"""Options and arguments that several commands have, with their names and helps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Parameters = Annotated[list[str] | None, typer.Argument(help="Sizes as name=value.")]
Mapping = Annotated[Path | None, typer.Option("--mapping", help="Rings of a JSON file instead.")]

# networks from files; what they are is in netlemma.cli.network_file
Infiniband = Annotated[
    tuple[str, str] | None,
    typer.Option("--infiniband", metavar="SUBNET TABLES", help="A fabric: opensm-subnet.lst and opensm.fdbs."),
]
Anynet = Annotated[str, typer.Option("--anynet", metavar="FILE", help="A network file of BookSim.")]
Graphml = Annotated[str, typer.Option("--graphml", metavar="FILE", help="A network of a GraphML file.")]
Cray = Annotated[str, typer.Option("--cray", metavar="FILE", help="What rtr --interconnect printed.")]
Links = Annotated[
    str,
    typer.Option("--links", metavar="FILE.csv", help="A table of links, with the columns from,to and perhaps class."),
]
Scope = Annotated[str, typer.Option("--scope", help="Ends of messages in a fabric: adapters (if not said) or all.")]

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
