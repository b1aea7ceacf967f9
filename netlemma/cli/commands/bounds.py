"""``netlemma bounds``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Form, Json, Network, Scope, Traffic, with_sizes

OPTION = "--versus"


class WordsAfterVersus(TyperCommand):
    """A command whose --versus takes all words up to the next option: ``--versus spanning-bus-hypercube w=4``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, the words after --versus joined."""
        if OPTION in args:
            first = args.index(OPTION) + 1
            last = next((i for i in range(first, len(args)) if args[i].startswith("-")), len(args))
            if last == first:
                ctx.fail(f"{OPTION} needs a network, such as {OPTION} spanning-bus-hypercube w=4")
            args = [*args[:first], " ".join(args[first:last]), *args[last:]]
        return super().parse_args(ctx, args)


def bounds(
    words: Network = None,
    s_pe: Annotated[str, typer.Option("--s-pe", help="Service time of a processor.")] = "1",
    s_cl: Annotated[str, typer.Option("--s-cl", help="Service time of a link or bus.")] = "1",
    s: Annotated[
        list[str] | None,
        typer.Option("--s", help="Service time of one class, as in --s ring=3/2; repeat it for several."),
    ] = None,
    population: Annotated[int | None, typer.Option("--population", help="Messages in the network.")] = None,
    versus: Annotated[str, typer.Option(OPTION, help="Compare with this network; sizes left out are free.")] = "",
    bandwidth: Annotated[
        str,
        typer.Option(
            "--bandwidth", help="Bandwidth of a node: full for each of its links, or limited and shared among them."
        ),
    ] = "full",
    routing: Annotated[
        str, typer.Option("--routing", help="Routing shortest or dimension-order; with --traffic any.")
    ] = "shortest",
    traffic: Traffic = "",
    form: Form = "",
    scope: Scope = "",
    json: Json = False,
) -> None:
    """Bound the throughput: bottleneck, X0 bound, R0, N*, quantum, limits, finite populations.

    Examples: netlemma bounds toroid w=4 D=3 --s-pe 1 --s-cl 1 --population 64

    netlemma bounds links.csv --s rim=1 --s chord=1/2

    netlemma bounds toroid w=4 D=2 --traffic "hotspot nodes=0 share=1/4"
    """
    from netlemma.api.models import bounds_at
    from netlemma.api.networks import opened
    from netlemma.checks.base.inputs import parse_network
    from netlemma.console import print_json, print_parts

    source, rest = source_of(words, form, scope)
    sizes = parse_network(rest)
    chosen = None if source.subject is not None else opened(source, sizes)
    options: dict[str, Any] = {"s_pe": s_pe, "s_cl": s_cl, "s": s or [], "population": population, "versus": versus,
               "bandwidth": bandwidth, "routing": routing, "traffic": traffic}  # fmt: skip
    with_sizes(bounds_at, options, {} if chosen else sizes, source.parameters)  # a family may have a size called s
    report = bounds_at(chosen or source, {} if chosen else sizes, **options)
    print_json(report.as_json()) if json else print_parts(report)
