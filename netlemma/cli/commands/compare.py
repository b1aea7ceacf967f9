"""``netlemma compare``: options, and what is printed. The measuring is done by :mod:`netlemma.checks.side_by_side`."""

from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.options import Json


def compare(
    networks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK",
            help='Networks, each in quotes if it has sizes: "torus n=3", "dragonfly p=h a=2h", "hyperx S=s,s T=s", links.csv.',
            autocompletion=completion.network,
        ),
    ] = None,
    nodes: Annotated[
        str,
        typer.Option(
            "--nodes", help="Numbers of ends: 1000,10000, or a range in which each is four times the one before."
        ),
    ] = "64..4096",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Draw distances and loads over cost: .svg, .png or .pdf.")
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV with exact values.")] = False,
    json: Json = False,
) -> None:
    """Set networks side by side at equal numbers of ends: links, distances, loads, bisection, virtual channels.

    Examples: netlemma compare hypercube "torus n=2" star-graph --nodes 64..1024

    netlemma compare "dragonfly p=h a=2h" fat-tree "hyperx S=s,s T=s" --nodes 1000,10000 -o compare.svg
    """
    from netlemma.api.comparisons import compare as compared
    from netlemma.cli.network_words import computing
    from netlemma.console import print_json, print_parts
    from netlemma.errors import InputError

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    with computing() as say:
        comparison = compared(*networks or [], nodes=nodes, output=output, progress=say)
    if json:
        print_json(comparison.as_json())
    elif csv:
        print(comparison.as_csv(), end="")
    else:
        print_parts(comparison)
