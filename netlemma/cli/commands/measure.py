"""``netlemma measure``: options, and what is printed. The measuring is done by :mod:`graphs`."""

from typing import Annotated, Any

import typer

from netlemma.cli.network_words import computing, network_of, with_scope
from netlemma.cli.options import Certificate, Form, Json, Network, Routing, RoutingFile, Scope, Traffic, Vcs

CHOICE = "choice="  # a word behind the routing of --routing


def measure(
    words: Network = None,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    traffic: Traffic = "",
    channels: Annotated[bool, typer.Option("--channels", help="Loads of directed channels.")] = False,
    pairs: Annotated[
        str, typer.Option("--pairs", help="Destinations of uniform messages: others (if not said) or all.")
    ] = "others",
    per_channel: Annotated[
        str, typer.Option("--per-channel", help="Write the load of every channel to this CSV.")
    ] = "",
    bisection: Annotated[bool, typer.Option("--bisection", help="The bisection width instead, in channels.")] = False,
    certificate: Certificate = None,
    form: Form = "",
    scope: Scope = "",
    size_ratio: Annotated[str, typer.Option("--size-ratio", help="Of rings: size of an echo / send packet.")] = "",
    hop_penalty: Annotated[str, typer.Option("--hop-penalty", help="Of rings: a change of rings / a node.")] = "",
    send_bytes: Annotated[str, typer.Option("--send-bytes", help="Of rings: a send packet, idle included.")] = "",
    idle_bytes: Annotated[str, typer.Option("--idle-bytes", help="Of rings: the idle symbol in that.")] = "",
    json: Json = False,
) -> None:
    """Measure an explicit network exactly: distances and visit ratios, or the packets of rings.

    With --traffic, --channels, --pairs all or --per-channel also the loads of directed channels. For these messages go
    either way half-way around even rings, unless --routing says ties=plus or ties=minus.

    Examples: netlemma measure toroid w=4 D=3

    netlemma measure links.csv

    netlemma measure my.py:star n=5

    netlemma measure mesh k=4 n=2 --routing west-first choice=uniform

    netlemma measure opensm-subnet.lst opensm.fdbs --routing tables --scope all

    netlemma measure toroid w=8 D=2 --routing dimension-order --traffic tornado --channels

    netlemma measure mesh k=5 n=2 --bisection --certificate halves.json
    """
    from checks.base.inputs import InputError
    from netlemma.api.measurements import measure as measured
    from netlemma.console import print_json, print_parts, write_certificate

    if certificate is not None and not bisection:
        raise InputError(
            "--certificate goes with --bisection: other measurements are counts, which have no certificate"
        )
    drawn = [word for word in words or [] if routing and word.startswith(CHOICE)]
    chosen = network_of([word for word in words if word not in drawn] if words else None, form, scope)
    routing = " ".join([routing, *drawn])
    with computing() as say:
        found: Any = measured(
            chosen, routing, routing_file=routing_file, vcs=vcs, traffic=traffic, channels=channels, pairs=pairs,
            per_channel=per_channel, bisection=bisection, size_ratio=size_ratio, hop_penalty=hop_penalty, send_bytes=send_bytes,
            idle_bytes=idle_bytes, progress=say,
        )  # fmt: skip
    if certificate is not None:
        write_certificate(certificate, found.certificate)
    print_json(found.as_json()) if json else print_parts(with_scope(found, chosen))
