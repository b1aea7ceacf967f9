"""``netlemma draw``: options, and what is printed. The drawing is done by :mod:`netlemma.drawing`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.options import Anynet, Json, Mapping, Parameters


def draw(
    output: Annotated[Path, typer.Option("-o", "--output", help="Draw to this .svg, .png or .pdf.")],
    subject: Annotated[str, typer.Argument(help='A family, or a product such as "line(4) x ring(5)".')] = "",
    parameters: Parameters = None,
    mapping: Mapping = None,
    infiniband: Annotated[
        tuple[str, str] | None,
        typer.Option("--infiniband", metavar="SUBNET TABLES", help="A fabric: opensm-subnet.lst and opensm.fdbs."),
    ] = None,
    anynet: Anynet = "",
    graphml: Annotated[str, typer.Option("--graphml", help="A GraphML file.")] = "",
    cray: Annotated[str, typer.Option("--cray", help="What rtr --interconnect printed.")] = "",
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

    netlemma draw torus k=4 n=2 --deadlock -o cycle.svg
    """
    from checks.inputs import InputError
    from netlemma.drawing.drawn import compose, save, small_enough
    from netlemma.figures.drawing import checked_format, require_matplotlib
    from netlemma.show import print_json

    checked_format(output)
    require_matplotlib()
    files = {"--mapping": mapping, "--infiniband": infiniband, "--anynet": anynet, "--graphml": graphml, "--cray": cray}
    given = {option: file for option, file in files.items() if file}
    if len(given) + bool(subject) != 1:
        raise InputError(f"name a family or a product, or give one file with {', '.join(files)}")
    if parameters and given:
        raise InputError(f"sizes go with a family, not with {next(iter(given))}")
    if deadlock and given and mapping is None:
        raise InputError(
            "--deadlock goes with families and rings; netlemma deadlock --draw draws the deadlock of a fabric"
        )
    if vcs is not None and not deadlock:
        raise InputError("--vcs goes with --deadlock")
    if routing and not (loads or route or deadlock):
        raise InputError("--routing goes with --loads, --route or --deadlock")
    net = _of_file(*given.popitem()) if given else _of_family(subject, parameters or [])
    small_enough(net)
    verdict = _verdict(net, routing, vcs) if deadlock else None
    axes, caption = compose(net, loads, route, verdict, None, routing, labels, title, rings)
    save(axes, title or net.title, output)
    if json:
        print_json({"network": net.title, "nodes": net.node_count, "drawing": str(output), "caption": list(caption)})
    else:
        print("\n".join([f"{net.title}: {output}", *caption]))


def _of_family(subject: str, parameters: list[str]) -> Any:
    from checks.sizes import parse_network
    from graphs import network

    return network(subject, **parse_network(parameters))


def _of_file(option: str, file: Any) -> Any:
    """The network of a file, or of the two files of an InfiniBand fabric."""
    from graphs.formats.anynet import read_anynet
    from graphs.formats.cray import read_cray
    from graphs.formats.graphml import read_graphml
    from graphs.formats.infiniband import read_infiniband
    from graphs.rings.mapping import read_mapping

    if option == "--mapping":
        return read_mapping(file)
    if option == "--infiniband":
        return read_infiniband(*file).fabric.network
    readers = {"--anynet": read_anynet, "--graphml": read_graphml, "--cray": read_cray}
    return readers[option](file).fabric.network


def _verdict(net: Any, routing: str, vcs: int | None) -> Any:
    """What ``netlemma deadlock`` finds."""
    from checks.inputs import InputError
    from graphs import RingNetwork
    from netlemma.show import progress

    with progress() as say:
        if isinstance(net, RingNetwork):
            from checks.ring_deadlock import ring_deadlock

            if vcs is not None:
                raise InputError(f"--vcs goes with networks of channels, and {net.title} is none")
            return ring_deadlock(net, routing or None, progress=lambda done, every: say(f"{done} of {every} nodes"))
        from checks.channel_deadlock import decide
        from graphs.routings import routing_in_words

        by = routing_in_words(net, routing or "dimension-order", vcs)
        return decide(by, progress=lambda done, every: say(f"{done} of {every}"))
