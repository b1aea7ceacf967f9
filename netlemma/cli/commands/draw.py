"""``netlemma draw``: options, and what is printed. The drawing is done by :mod:`netlemma.drawing`."""

from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import Form, Json, Network, Routing, RoutingFile, Scope, Traffic, Vcs


def draw(
    output: Annotated[Path, typer.Option("-o", "--output", help="Draw to this .svg, .png or .pdf.")],
    words: Network = None,
    form: Form = "",
    scope: Scope = "",
    loads: Annotated[bool, typer.Option("--loads", help="Links by load, the hot ones marked.")] = False,
    route: Annotated[
        tuple[str, str] | None,
        typer.Option("--route", metavar="SOURCE DESTINATION", help='The ways of one pair, such as "0,0" "2,3".'),
    ] = None,
    deadlock: Annotated[
        bool, typer.Option("--deadlock", help="The deadlock of a routing, or the order of channels that excludes it.")
    ] = False,
    rings: Annotated[bool, typer.Option("--rings", help="The numbers of the links of a network of rings.")] = False,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    traffic: Traffic = "",
    labels: Annotated[
        bool | None,
        typer.Option("--labels/--no-labels", help="Names of the nodes; without it, if they can be read."),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Instead of the network's name and sizes.")] = "",
    json: Json = False,
) -> None:
    """Draw a network as the papers do: by load, with a route, or with its deadlock.

    Examples: netlemma draw mesh k=4 n=2 --loads -o mesh.svg

    netlemma draw oneway-torus k=4 n=2 --deadlock -o cycle.svg

    netlemma draw links.csv --loads -o loads.svg

    netlemma draw toroid w=4 D=2 --routing dimension-order --traffic tornado -o tornado.svg
    """
    from netlemma.api.drawings import draw as drawn
    from netlemma.console import print_json
    from netlemma.drawing.files import checked_format

    checked_format(output)
    chosen = network_of(words, form, scope)
    with computing() as say:
        found = drawn(
            chosen, output=output, loads=loads, route=route, deadlock=deadlock, rings=rings, routing=routing,
            routing_file=routing_file, vcs=vcs, traffic=traffic, labels=labels, title=title, progress=say,
        )  # fmt: skip
    if json:
        print_json(found.as_json())
    else:
        print("\n".join([f"{found.network}: {output}", *found.caption]))
