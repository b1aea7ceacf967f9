"""``netlemma draw``: options, and what is printed. The drawing is done by :mod:`netlemma.drawing`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import network_of, scope_words
from netlemma.cli.options import Form, Json, Network, Routing, RoutingFile, Scope, Vcs, chosen_routing


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
    """
    from checks.base.inputs import InputError
    from graphs import measure
    from graphs.deadlock.decide import decide
    from netlemma.console import print_json, progress
    from netlemma.drawing.drawn import compose, save, small_enough
    from netlemma.drawing.files import checked_format, require_matplotlib

    checked_format(output)
    require_matplotlib()
    for option, value in {"--routing": routing, "--routing-file": routing_file, "--vcs": vcs}.items():
        if value and not (loads or route or deadlock):
            raise InputError(f"{option} goes with --loads, --route or --deadlock")
    source, net = network_of(words, form, scope)
    small_enough(net, numbered=deadlock or rings)
    by: Any = None
    if loads or route or deadlock:
        by = chosen_routing(net, routing, routing_file, vcs, source, None if deadlock else "shortest")
    with progress() as say:
        verdict = decide(by, progress=lambda done, every: say(f"{done} of {every}")) if deadlock else None
    measured = measure(net, by) if loads else False
    if not title and loads and scope_words(net):
        title = f"{net.title}, scope {scope or 'adapters'}"
    axes, caption = compose(net, measured, route, verdict, None, by, labels, title, rings)
    save(axes, title or net.title, output)
    if json:
        print_json({"network": net.title, "nodes": net.node_count, "drawing": str(output), "caption": list(caption)})
    else:
        print("\n".join([f"{net.title}: {output}", *caption]))
