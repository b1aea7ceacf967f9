"""``netlemma simulate``: options, and what is printed. The simulating is done by :mod:`graphs.simulate`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from netlemma.cli import options
from netlemma.cli.network_words import source_of
from netlemma.cli.simulator_options import with_simulator_options

if TYPE_CHECKING:
    from graphs.simulate import SimulationResult


@with_simulator_options("flits", "load")
def simulate(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK flits=N [NAME=VALUE]...",
            help="A family or product, files, or my.py:function; sizes; mesh, torus and oneway-torus have n=2 if it is not said.",
        ),
    ] = None,
    load: Annotated[
        str,
        typer.Option("--load", help="Messages per node and cycle, on the mean: 0.005, a list, or start:stop:count."),
    ] = "",
    routing: options.Routing = "",
    routing_file: options.RoutingFile = "",
    vcs: options.Vcs = None,
    form: options.Form = "",
    scope: options.Scope = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON; for several loads a list.")] = False,
    **simulator: Any,
) -> None:
    """Simulate wormhole switching: mean latency with its confidence half-width; exit status 1 on a deadlock.

    Examples: netlemma simulate mesh k=8 flits=20 --load 0.005 --cycles 100000 --seed 1

    netlemma simulate links.csv flits=20 --load 0.005 --routing up-down
    """
    from checks.base.sizes import parse_network
    from graphs.simulate import SimulationOptions
    from graphs.simulate.simulation import channels_of, run
    from netlemma.console import print_json, progress

    net, rest = source_of(words, form, scope)
    sizes: dict[str, Any] = parse_network(rest)
    loads = given_loads(load, sizes)
    asked = [SimulationOptions(flits=sizes["flits"], load=each, **simulator) for each in loads]
    del sizes["flits"]
    with redirect_stdout(sys.stderr):  # what the user's routing file prints is no output
        channels = channels_of(net, routing or None, vcs, sizes, routing_file or None)
    with progress() as say:

        def point(each: SimulationOptions) -> SimulationResult:
            return run(channels, each, lambda done, every: say(f"load {each.load:g}: {done:,} of {every:,} cycles"))

        found = [point(each) for each in asked]
    if json:
        print_json(found[0].as_json() if len(found) == 1 else [each.as_json() for each in found])
    else:
        _print(found)
    if any(each.state == "deadlock" for each in found):
        raise typer.Exit(1)


def given_loads(load: str, sizes: Mapping[str, Any]) -> list[float]:
    """The loads that ``--load`` names.

    :raises InputError: there are none, or the sizes have no length of messages
    """
    from checks.base.inputs import InputError
    from checks.base.loads_text import parse_loads

    if "flits" not in sizes:
        raise InputError("the length of messages is missing: write flits=20 after the network")
    if not load:
        raise InputError("the load is missing: write --load 0.005, messages per node and cycle")
    return [float(each) for each in parse_loads(load)]


def _print(found: list[SimulationResult]) -> None:
    from netlemma.console import measured, print_table

    first = found[0]
    asked, sources = first.options, first.sources
    print(
        f"{first.title}: {asked.flits} flits, buffers of {asked.buffers}, ejection {asked.ejection}, links {asked.vc_rule}"
    )
    print(f"{asked.cycles} cycles, of which {asked.warmup} warm-up, seed {asked.seed}")
    if sources["kind"] != "poisson":
        rates = (f"{name}={rate:g}" for name, rate in sources.items() if name != "kind")
        print(f"sources {sources['kind']} {' '.join(rates)}; the load is their mean rate")
    rows = [
        (f"{each.options.load:g}", measured(each.latency), measured(each.half_width), each.messages, f"{each.throughput:.4g}", each.state,
         "" if each.state == "stable" else each.reason)
        for each in found
    ]  # fmt: skip
    columns = ("load", "latency", f"± ({first.options.level:.0%})", "messages", "throughput", "state", "why")
    print_table("", columns, rows)
    for each in found:
        if each.deadlock:
            told = each.deadlock.as_json(each.layout)
            print(f"deadlock at load {each.options.load:g}, cycle {told['cycle']}")
            for worm in told["worms"]:
                print(f"    message {worm['message']} from {worm['source']} to {worm['destination']} holds "
                      f"{', '.join(worm['holds'])}; waits for {', '.join(worm['waits_for'])}, blocked by message "
                      f"{', '.join(map(str, worm['blocked_by']))}")  # fmt: skip
