"""``netlemma simulate``: options, and what is printed. The simulating is done by :mod:`netlemma.graphs.simulate`."""

from typing import Annotated, Any

import typer

from netlemma.cli import completion, options
from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.network_words import computing, source_of


@with_options_of("simulate", "flits", "load")
def simulate(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK flits=N [NAME=VALUE]...",
            help="A family or product, files, or my.py:function; sizes; mesh, torus and oneway-torus have n=2 if it is not said.",
            autocompletion=completion.network,
        ),
    ] = None,
    load: Annotated[
        str,
        typer.Option("--load", help="Messages per node and cycle, on the mean: 0.005, a list, or start:stop:count."),
    ] = "",
    form: options.Form = "",
    scope: options.Scope = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON; for several loads a list.")] = False,
    **given: Any,
) -> None:
    """Simulate wormhole switching: mean latency with its confidence half-width; exit status 1 on a deadlock.

    Examples: netlemma simulate mesh k=8 flits=20 --load 0.005 --cycles 100000 --seed 1

    netlemma simulate links.csv flits=20 --load 0.005 --routing up-down
    """
    from netlemma.api.simulations import simulate as simulated
    from netlemma.checks.base.inputs import parse_network
    from netlemma.console import print_json, print_parts

    source, rest = source_of(words, form, scope)
    own = {"load": load, **given}
    with computing() as say:
        found = simulated(source, progress=say, **options.with_sizes(simulated, own, parse_network(rest), ["flits"]))
    print_json(found.as_json()) if json else print_parts(found)
    if any(each.state == "deadlock" for each in found):
        raise typer.Exit(1)
