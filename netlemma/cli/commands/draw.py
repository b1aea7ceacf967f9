"""``netlemma draw``: options, and what is printed. The drawing is done by :mod:`netlemma.drawing`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import network_of, routing_to_measure, scope_words
from netlemma.cli.options import Form, Json, Network, Scope


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
    routing: Annotated[
        str, typer.Option("--routing", help="As measure takes it; with --deadlock as deadlock takes it.")
    ] = "",
    vcs: Annotated[int | None, typer.Option("--vcs", help="With --deadlock: virtual channels of each hop.")] = None,
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
    from netlemma.console import print_json
    from netlemma.drawing.drawn import compose, save, small_enough
    from netlemma.drawing.files import checked_format, require_matplotlib

    checked_format(output)
    require_matplotlib()
    if vcs is not None and not deadlock:
        raise InputError("--vcs goes with --deadlock")
    if routing and not (loads or route or deadlock):
        raise InputError("--routing goes with --loads, --route or --deadlock")
    source, net = network_of(words, form, scope)
    if deadlock and source.scope and not routing:
        raise InputError(
            f"--deadlock of {source.title} needs a --routing such as shortest-first; netlemma deadlock --draw takes its routes"
        )
    small_enough(net, numbered=deadlock or rings)
    verdict = _verdict(net, routing, vcs) if deadlock else None
    measured = measure(net, routing_to_measure(source, net, routing)) if loads else False
    if not title and loads and scope_words(net):
        title = f"{net.title}, scope {scope or 'adapters'}"
    axes, caption = compose(net, measured, route, verdict, None, routing, labels, title, rings)
    save(axes, title or net.title, output)
    if json:
        print_json({"network": net.title, "nodes": net.node_count, "drawing": str(output), "caption": list(caption)})
    else:
        print("\n".join([f"{net.title}: {output}", *caption]))


def _verdict(net: Any, routing: str, vcs: int | None) -> Any:
    """What ``netlemma deadlock`` finds."""
    from checks.base.inputs import InputError
    from graphs import RingNetwork
    from netlemma.console import progress

    with progress() as say:
        if isinstance(net, RingNetwork):
            from graphs.deadlock.rings.ring_deadlock import ring_deadlock

            if vcs is not None:
                raise InputError(f"--vcs goes with networks of channels, and {net.title} is none")
            return ring_deadlock(net, routing or None, progress=lambda done, every: say(f"{done} of {every} nodes"))
        from graphs.deadlock.channels import decide
        from graphs.routings import routing_in_words

        by = routing_in_words(net, routing or "dimension-order", vcs)
        return decide(by, progress=lambda done, every: say(f"{done} of {every}"))
