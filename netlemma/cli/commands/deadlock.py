"""``netlemma deadlock``: options, and what is printed. The deciding is done by :mod:`checks`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import computing, source_of
from netlemma.cli.options import Certificate, Form, Json, Kernel, Network, Routing, RoutingFile, Scope, Traffic, Vcs


def deadlock(
    words: Network = None,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    switching: Annotated[
        str, typer.Option("--switching", help="Switching: wormhole, cut-through or store-and-forward.")
    ] = "",
    fewest: Annotated[bool, typer.Option("--fewest", help="Find a deadlock with the fewest packets.")] = False,
    fewest_vcs: Annotated[
        bool, typer.Option("--fewest-vcs", help="Find the minimum number of virtual channels.")
    ] = False,
    queues: Annotated[
        str, typer.Option("--queues", help="Of rings: input-output, output, input, node or transit queues.")
    ] = "",
    partitions: Annotated[
        bool, typer.Option("--partitions", help="Ring networks: number of queue classes needed.")
    ] = False,
    exists: Annotated[
        bool, typer.Option("--exists", help="Ring networks: is any routing deadlock-free without queue classes?")
    ] = False,
    all_sizes: Annotated[
        bool,
        typer.Option("--all-sizes", help="Of families such as torus, hyperx or fat-tree: one verdict for all sizes."),
    ] = False,
    routes: Annotated[str, typer.Option("--routes", help="For --exists: any, shortest, links=D or rings=H.")] = "",
    traffic: Traffic = "",
    form: Form = "",
    scope: Scope = "",
    certificate: Certificate = None,
    kernel: Kernel = False,
    draw: Annotated[Path | None, typer.Option("--draw", help="Draw the deadlock to this .svg, .png or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Decide whether a routing can deadlock; exit status 0 only if it cannot.

    Examples: netlemma deadlock livefly f=3 r=3 --certificate order.json

    netlemma deadlock opensm-subnet.lst opensm.fdbs --scope all

    netlemma deadlock links.csv --routing up-down

    netlemma deadlock toroid w=8 D=2 --traffic stencil

    netlemma deadlock dragonfly p=2 a=4 h=2 --routing minimal --fewest-vcs
    """
    from netlemma.api.deadlocks import deadlock as decide
    from netlemma.api.networks import opened
    from netlemma.base.displays import Facts
    from netlemma.checks.base.inputs import parse_network
    from netlemma.console import print_json, print_parts, write_certificate

    if draw is not None:
        from netlemma.drawing.files import checked_format

        checked_format(draw)
    asked: dict[str, Any] = {
        "routing": routing, "routing_file": routing_file, "vcs": vcs, "switching": switching, "fewest": fewest,
        "queues": queues, "partitions": partitions, "exists": exists, "routes": routes, "traffic": traffic,
        "fewest_vcs": fewest_vcs,
    }  # fmt: skip
    asked = {name: None if value == "" else value for name, value in asked.items()}
    source, rest = source_of(words, form, scope)
    sizes: dict[str, Any] = parse_network(rest)
    net, fabric = None, getattr(source, "fabric", None)
    with computing() as say:
        if all_sizes:
            verdict = decide(source, all_sizes=True, **asked, **sizes)
        else:
            net = opened(source, sizes)
            verdict = decide(
                net,
                **asked,
                progress=lambda done, every: say(f"{done} of {every} parts decided"),
            )
    shown, files = verdict.as_json(), [("certificate", ""), ("drawing", "")]
    if certificate is not None:
        files[0] = ("certificate", "none: only a repeated search would confirm this verdict")
        if verdict.certificate is not None:
            write_certificate(certificate, verdict.certificate)
            shown["certificate"] = str(certificate)
            files[0] = ("written to", str(certificate))
    if kernel and all_sizes and verdict.certificate is None:
        from netlemma.checks.kernel.rocq_certificates import all_sizes_in_kernel

        shown["kernel"] = all_sizes_in_kernel(source.subject or source.title, vcs, asked["routing"])
    elif kernel:
        shown["kernel"] = _in_kernel(verdict, routing_file, words)
    if kernel:
        files.append(("kernel", shown["kernel"]))
    if draw is not None:
        about = f"{verdict.title}: deadlock ({verdict.criterion.partition(', ')[0]})"
        shown["drawing"] = _draw(about, verdict.cycle, None if fabric else net, draw)
        files[1] = ("drawing", shown["drawing"] or "none, since there is no cycle to draw")
    print_json(shown) if json else print_parts([*verdict._parts(), Facts(files)])
    if verdict.verdict != "deadlock-free":
        raise typer.Exit(1)


def _in_kernel(verdict: Any, routing_file: str, words: list[str] | None) -> str:
    """What Rocq's kernel says of the certificate of a verdict."""
    from netlemma.checks.kernel.rocq_certificates import certify_in_kernel
    from netlemma.errors import InputError

    if verdict.certificate is None:
        raise InputError("--kernel: this verdict has no certificate")
    by_python = {"python", "graph"} & verdict.certificate.get("network", {}).keys()
    certification = certify_in_kernel(verdict.certificate, routing_file or None, words if by_python else None)
    return "accepted" if certification.accepted else f"refused: {certification.words}"


def _draw(title: str, cycle: list[dict[str, Any]], net: Any, path: Path) -> str | None:
    """Draw a cycle, if there is one, and give the name of the file."""
    from netlemma.drawing.cycle import draw_cycle
    from netlemma.drawing.files import save

    if not cycle:
        return None
    save(draw_cycle(title, cycle, net), title, path)
    return str(path)
