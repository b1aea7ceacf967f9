"""``netlemma deadlock``: options, and what is printed. The deciding is done by :mod:`checks`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Certificate, Form, Json, Network, Routing, RoutingFile, Scope, Traffic, Vcs


def deadlock(
    words: Network = None,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    switching: Annotated[str, typer.Option("--switching", help="wormhole, cut-through or store-and-forward.")] = "",
    fewest: Annotated[bool, typer.Option("--fewest", help="Show a deadlock of the fewest packets.")] = False,
    queues: Annotated[
        str, typer.Option("--queues", help="Of rings: input-output, output, input, node or transit queues.")
    ] = "",
    partitions: Annotated[
        bool, typer.Option("--partitions", help="Of rings: how many partitions queues need.")
    ] = False,
    exists: Annotated[bool, typer.Option("--exists", help="Of rings: is there any deadlock-1 routing?")] = False,
    all_sizes: Annotated[
        bool,
        typer.Option("--all-sizes", help="Of mesh, torus, toroid, oneway-torus, livefly: one verdict for all sizes."),
    ] = False,
    routes: Annotated[str, typer.Option("--routes", help="For --exists: any, shortest, links=D or rings=H.")] = "",
    traffic: Traffic = "",
    form: Form = "",
    scope: Scope = "",
    certificate: Certificate = None,
    draw: Annotated[Path | None, typer.Option("--draw", help="Draw the deadlock to this .svg, .png or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Decide whether a routing can deadlock; exit status 0 only if it cannot.

    Examples: netlemma deadlock livefly f=3 r=3 --certificate order.json

    netlemma deadlock opensm-subnet.lst opensm.fdbs --scope all

    netlemma deadlock links.csv --routing up-down

    netlemma deadlock toroid w=8 D=2 --traffic stencil
    """
    from checks.base.inputs import InputError
    from checks.base.sizes import parse_network
    from checks.lemmas.deadlock import deadlock as decide
    from checks.lemmas.deadlock import network_description
    from graphs.deadlock.decide import check_options
    from netlemma.console import print_json, progress, write_certificate

    if draw is not None:
        from netlemma.drawing.files import checked_format

        checked_format(draw)
    given: dict[str, Any] = {
        "routing": routing, "routing_file": routing_file, "vcs": vcs, "switching": switching, "fewest": fewest,
        "queues": queues, "partitions": partitions, "exists": exists, "routes": routes,
        "traffic": traffic,
    }  # fmt: skip
    options = {f"--{name.replace('_', '-')}": value for name, value in given.items()}
    source, rest = source_of(words, form, scope)
    net: Any = None
    fabric: Any = None
    if all_sizes:
        for option, value in {**options, "a size": rest}.items():
            if value and option != "--vcs" and (option, value) != ("--routing", "dimension-order"):
                raise InputError(f"--all-sizes asks about the routing of a family itself: {option} does not go with it")
        title, verdict = f"{source.title}, all sizes", decide(source.subject or source.title, all_sizes=True, vcs=vcs)
    else:
        sizes = parse_network(rest)
        net, fabric = source.build(**sizes), getattr(source, "fabric", None)
        title = fabric.title if fabric else net.title
        check_options(net, options)
        asked: dict[str, Any] = {name: None if value == "" else value for name, value in given.items()}
        with redirect_stdout(sys.stderr), progress() as say:  # what the user's routing file prints is no output
            verdict = decide(
                net,
                **asked,
                source=source,
                described=network_description(source, sizes),
                progress=lambda done, every: say(f"{done} of {every}"),
            )
    shown = verdict.as_json()
    if certificate is not None and shown["certificate"] is not None:
        write_certificate(certificate, shown["certificate"])
        shown["certificate"] = str(certificate)
    if draw is not None:
        shown["drawing"] = _draw(
            f"{title}: deadlock ({shown['criterion'].partition(', ')[0]})",
            shown["cycle"],
            None if fabric else net,
            draw,
        )
    print_json(shown) if json else _print(title, shown, certificate is not None)
    if shown["verdict"] != "deadlock-free":
        raise typer.Exit(1)


def _print(title: str, shown: dict[str, Any], asked: bool) -> None:
    print(f"{title}: {shown['verdict']}")
    print(f"criterion    {shown['criterion']}")
    print(f"scope        {shown['scope']}")
    if shown["channels"] is not None:
        print(f"resources    {shown['channels']}, with {shown['dependencies']} dependencies")
    for each in shown["cycle"]:
        print(
            f"             from {each['source']} to {each['destination']}: holds {each['holds']}, wants {each['wants']}"
        )
    if "partitions" in shown:
        found = shown["partitions"]
        exact = found["least"] == found["enough"]
        count = found["enough"] if exact else f"{found['least']} to {found['enough']}"
        by_hops = f"; by hop count {found['by_hops']}" if found["by_hops"] else ""
        print(f"partitions   {count} ({found['why']}{by_hops})")
    if isinstance(shown["certificate"], str):
        print(f"certificate  {shown['certificate']}")
    elif shown["certificate"] is None and asked:
        print("certificate  none: only a repeated search would confirm this verdict")
    elif shown["certificate"] is not None:
        print("certificate  write it with --certificate FILE, check it with netlemma certify FILE")
    if "drawing" in shown:
        print(f"drawing      {shown['drawing'] or 'none, since there is no cycle to draw'}")


def _draw(title: str, cycle: list[dict[str, Any]], net: Any, path: Path) -> str | None:
    """Draw a cycle, if there is one, and give the name of the file."""
    from netlemma.drawing.cycle import draw_cycle
    from netlemma.drawing.drawn import save

    if not cycle:
        return None
    save(draw_cycle(title, cycle, net), title, path)
    return str(path)
