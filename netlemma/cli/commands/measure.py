"""``netlemma measure``: options, and what is printed. The measuring is done by :mod:`graphs`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import Form, Json, Network, Routing, RoutingFile, Scope, Traffic, Vcs

CHOICE = "choice="  # a word behind the routing of --routing
MOST_LOADS = 12  # rows of a class in the table; JSON has all


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
    """
    from graphs import Measurement, RingMeasurement
    from netlemma.api.networks import measure as measured
    from netlemma.api.networks import scope_words
    from netlemma.console import print_json, print_parts

    drawn = [word for word in words or [] if routing and word.startswith(CHOICE)]
    chosen = network_of([word for word in words if word not in drawn] if words else None, form, scope)
    routing = " ".join([routing, *drawn])
    with computing() as say:
        found = measured(
            chosen, routing, routing_file=routing_file, vcs=vcs, traffic=traffic, channels=channels, pairs=pairs,
            per_channel=per_channel, size_ratio=size_ratio, hop_penalty=hop_penalty, send_bytes=send_bytes,
            idle_bytes=idle_bytes, progress=say,
        )  # fmt: skip
    if json:
        print_json(found.as_json())
    elif isinstance(found, RingMeasurement):
        _print_rings(found.as_json())
    elif not isinstance(found, Measurement):
        print_parts(found)
    else:
        _print_devices(found, scope_words(chosen.net))


def _print_devices(found: Any, scope: str) -> None:
    from netlemma.console import print_table

    size = " ".join(f"{name}={value}" for name, value in found.parameters.items())
    print(f"{found.family} {size}".rstrip() + f": {found.nodes} nodes, {found.routing} routing")
    if scope:
        print(scope)
    print(f"mean distance {found.mean_distance} = {float(found.mean_distance):.6g}, diameter {found.diameter}")
    rows = [(c.name, c.devices, c.visit_ratio, c.min, c.max) for c in found.classes]
    print_table("", ("class", "devices", "visit ratio (mean)", "least", "greatest"), rows)
    print(found.counting)
    if found.range is not None:
        print(f"largest visit ratio over all choices: {found.range}")


def _print_rings(shown: dict[str, Any]) -> None:
    """What :meth:`graphs.RingMeasurement.as_json` has, for people."""
    from graphs.base.tables import exact
    from netlemma.console import print_table

    def typed(value: Any) -> str:
        return ",".join(map(str, value)) if isinstance(value, list) else str(value)

    size = " ".join(f"{name}={typed(value)}" for name, value in shown["parameters"].items())
    rings = ", ".join(f"{count} of {nodes}" for nodes, count in shown["rings"])
    print(f"{shown['family']} {size}".rstrip() + f": {shown['nodes']} processors, {shown['routing']} routing")
    print(f"rings: {rings} {'nodes' if shown['rings'] else ''}")
    print(f"distance {shown['distance']} (mean {exact(shown['mean_distance'])}), ring hops {shown['ring_hops']}, "
          f"latency {shown['latency']['links']} at hop penalty {shown['latency']['hop_penalty']}")  # fmt: skip
    hot, out = shown["hot_link"], shown["throughput"]
    print(f"hot link {exact(hot['send_packets'])} send packets at echo/send size {hot['size_ratio']}: throughput "
          f"{exact(out['rate'])} of a link's rate")  # fmt: skip
    print(f"hot queue {shown['hot_queue']['max']} (mean {exact(shown['hot_queue']['mean'])})")
    rows: list[tuple[object, ...]] = []
    for each in shown["classes"]:
        loads = each["loads"]
        rows += [(each["name"], *load) for load in loads[:MOST_LOADS]]
        if len(loads) > MOST_LOADS:
            rows.append((each["name"], f"and {len(loads) - MOST_LOADS} more", "(--json has all)", ""))
    print_table("", ("class", "send", "echo", "links"), rows)
    print(shown["counting"])
