"""``netlemma simulate``: options, and what is printed. The simulating is done by :mod:`graphs.simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from netlemma.cli import options
from netlemma.cli.network_file import fabric_files, network_and_words

if TYPE_CHECKING:
    from graphs.simulate import SimulationResult


def simulate(
    subject: Annotated[str, typer.Argument(help='A family, or a product such as "line(4) x oneway-ring(5)".')] = "",
    parameters: Annotated[
        list[str] | None,
        typer.Argument(
            help="flits=20 and sizes as name=value; mesh, torus and oneway-torus have n=2 if it is not said."
        ),
    ] = None,
    load: Annotated[
        str,
        typer.Option("--load", help="Messages per node and cycle, on the mean: 0.005, a list, or start:stop:count."),
    ] = "",
    cycles: options.Cycles = 100_000,
    warmup: options.Warmup = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the random numbers.")] = 1,
    sources: options.Sources = "poisson",
    routing: options.Routing = "dimension-order",
    vcs: options.Vcs = None,
    order: options.Order = "",
    vc_rule: options.VcRule = "shared",
    buffers: options.Buffers = 2,
    ejection: options.Ejection = "ideal",
    injection_vcs: options.InjectionVcs = None,
    reuse: options.Reuse = None,
    selection: options.Selection = "random",
    waiting: options.Waiting = "any",
    engine: options.Engine = "fast",
    infiniband: options.Infiniband = None,
    anynet: options.Anynet = "",
    graphml: options.Graphml = "",
    cray: options.Cray = "",
    links: options.Links = "",
    scope: options.Scope = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON; for several loads a list.")] = False,
) -> None:
    """Simulate wormhole switching: mean latency with its confidence half-width; exit status 1 on a deadlock.

    Examples: netlemma simulate mesh k=8 flits=20 --load 0.005 --cycles 100000 --seed 1

    netlemma simulate --links links.csv flits=20 --load 0.005 --routing up-down
    """
    from checks.base.inputs import InputError
    from checks.base.loads_text import parse_loads
    from checks.base.sizes import parse_network
    from graphs.simulate import simulate as run
    from graphs.simulate.run import channels_of
    from netlemma.console import print_json, progress

    files = fabric_files(infiniband, anynet, graphml, cray, links)
    net, words = network_and_words(files, subject, parameters, scope)
    sizes: dict[str, Any] = parse_network(words)
    flits = sizes.pop("flits", None)
    if not isinstance(flits, int):
        raise InputError("the length of messages is missing: write flits=20 after the network")
    if not load:
        raise InputError("the load is missing: write --load 0.005, messages per node and cycle")
    loads = parse_loads(load)
    channels = channels_of(net, routing, vcs, order, sizes)
    with progress() as say:

        def point(each: float) -> SimulationResult:
            return run(
                channels, flits=flits, load=each, cycles=cycles, warmup=warmup, seed=seed, sources=sources, buffers=buffers,
                ejection=ejection, vc_rule=vc_rule, injection_vcs=injection_vcs, reuse=reuse, selection=selection,
                waiting=waiting, engine=engine,
                progress=lambda done, every: say(f"load {each:g}: {done:,} of {every:,} cycles"),
            )  # fmt: skip

        found = [point(float(each)) for each in loads]
    if json:
        print_json(found[0].as_json() if len(found) == 1 else [each.as_json() for each in found])
    else:
        _print(found)
    if any(each.state == "deadlock" for each in found):
        raise typer.Exit(1)


def _print(found: list[SimulationResult]) -> None:
    from netlemma.console import measured, print_table

    first = found[0]
    shown = first.as_json()
    print(f"{first.title}: {shown['flits']} flits, buffers of {shown['buffers']}, ejection {shown['ejection']}, "
          f"links {shown['vc_rule']}")  # fmt: skip
    print(f"{shown['cycles']} cycles, of which {shown['warmup']} warm-up, seed {shown['seed']}")
    if shown["sources"]["kind"] != "poisson":
        rates = (f"{name}={rate:g}" for name, rate in shown["sources"].items() if name != "kind")
        print(f"sources {shown['sources']['kind']} {' '.join(rates)}; the load is their mean rate")
    rows = [
        (f"{each.load:g}", measured(each.latency), measured(each.half_width), each.messages, f"{each.throughput:.4g}", each.state,
         "" if each.state == "stable" else each.reason)
        for each in found
    ]  # fmt: skip
    columns = ("load", "latency", f"± ({first.level:.0%})", "messages", "throughput", "state", "why")
    print_table("", columns, rows)
    for each in found:
        if each.deadlock:
            told = each.deadlock.as_json(each.layout)
            print(f"deadlock at load {each.load:g}, cycle {told['cycle']}")
            for worm in told["worms"]:
                print(f"    message {worm['message']} from {worm['source']} to {worm['destination']} holds "
                      f"{', '.join(worm['holds'])}; waits for {', '.join(worm['waits_for'])}, blocked by message "
                      f"{', '.join(map(str, worm['blocked_by']))}")  # fmt: skip
