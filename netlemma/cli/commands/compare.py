"""``netlemma compare``: options, and what is printed. The measuring is done by :mod:`netlemma.checks.side_by_side` and
:mod:`netlemma.checks.routings_compared`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli import completion
from netlemma.cli.options import Form, Json, RoutingFile, Scope, Vcs


def compare(
    networks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK",
            help='Networks, each in quotes if it has sizes: "torus n=3", "dragonfly p=h a=2h", "hyperx S=s,s T=s", links.csv. '
            "With --routing or --traffic one network with its sizes, or its files; and perhaps flits=N.",
            autocompletion=completion.network,
        ),
    ] = None,
    nodes: Annotated[
        str,
        typer.Option(
            "--nodes", help="Numbers of ends: 1000,10000, or a range in which each is four times the one before."
        ),
    ] = "64..4096",
    routing: Annotated[
        str,
        typer.Option(
            "--routing",
            help='Compare routings of one network: "xy,west-first,odd-even"; tables for the routes of a fabric.',
            autocompletion=completion.routing,
        ),
    ] = "",
    traffic: Annotated[
        str,
        typer.Option(
            "--traffic",
            help='Traffic patterns under which routings are compared: "transpose,tornado".',
            autocompletion=completion.traffic,
        ),
    ] = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    form: Form = "",
    scope: Scope = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Draw distances and loads over cost, or throughputs of routings: .svg, .png or .pdf."
        ),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV with exact values.")] = False,
    json: Json = False,
) -> None:
    """Set networks side by side at equal numbers of ends, or routings of one network: loads, deadlock, latency.

    Examples: netlemma compare hypercube "torus n=2" star-graph --nodes 64..1024

    netlemma compare "dragonfly p=h a=2h" fat-tree "hyperx S=s,s T=s" --nodes 1000,10000 -o compare.svg

    netlemma compare mesh k=8 n=2 --routing xy,west-first,odd-even --traffic transpose,tornado

    netlemma compare opensm-subnet.lst opensm.fdbs --routing tables,up-down,lash
    """
    from netlemma.api.comparisons import compare as compared
    from netlemma.cli.network_words import computing, network_of
    from netlemma.console import print_json, print_parts
    from netlemma.errors import InputError

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    given: dict[str, Any] = {"nodes": nodes, "output": output}
    subjects: list[Any] = list(networks or [])
    if routing or traffic or routing_file:
        words = [word for each in subjects for word in (each.split() if "=" in each else [each])]
        length = [word for word in words if word.startswith("flits=")]
        subjects = [network_of([word for word in words if word not in length], form, scope)]
        given |= {"routing": routing, "traffic": traffic, "routing_file": routing_file or None, "vcs": vcs}
        given |= _flits(length)
    elif wrong := next((name for name, value in {"vcs": vcs, "format": form, "scope": scope}.items() if value), None):
        raise InputError(f"`{wrong}` applies to a comparison of routings: name them with `routing`")
    with computing() as say:
        comparison = compared(*subjects, progress=say, **given)
    if json:
        print_json(comparison.as_json())
    elif csv:
        print(comparison.as_csv(), end="")
    else:
        print_parts(comparison)


def _flits(words: list[str]) -> dict[str, Any]:
    from netlemma.checks.base.inputs import parse_network

    return parse_network(words)
