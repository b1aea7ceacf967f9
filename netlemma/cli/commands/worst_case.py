"""``netlemma worst-case``: options, and what is printed. The search is done by :mod:`graphs.traffic`."""

from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import (
    Certificate,
    Dask,
    Form,
    Json,
    Network,
    Routing,
    RoutingFile,
    Scope,
    Traffic,
    Vcs,
    Workers,
)


def worst_case(
    words: Network = None,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Find the oblivious routing with the least worst case.")
    ] = False,
    traffic: Traffic = "",
    routing_out: Annotated[
        Path | None,
        typer.Option("--routing-out", metavar="FILE.py", help="Write the routing found here, for --routing-file."),
    ] = None,
    average: Annotated[
        int | None,
        typer.Option("--average", metavar="N", help="Average the largest load over N random permutations instead."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of these permutations.")] = 1,
    workers: Workers = None,
    dask: Dask = "",
    form: Form = "",
    scope: Scope = "",
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Find the admissible traffic that loads a channel most under an oblivious routing, or the best such routing.

    Half-way around even rings messages go either way, unless --routing says ties=plus or ties=minus. With
    --optimal, --traffic names the one traffic for which the routing is to be the best.

    Examples: netlemma worst-case toroid w=8 D=2 --routing dimension-order

    netlemma worst-case mesh k=4 n=2 --routing valiant --certificate proof.json

    netlemma worst-case mesh k=8 n=2 --optimal --routing-out best.py

    netlemma worst-case mesh k=8 n=2 --routing o1turn --average 1000
    """
    from checks.base.inputs import InputError
    from graphs.traffic.worst.average import AverageCase
    from netlemma.api.worst_cases import worst_case as worst
    from netlemma.console import print_json, print_parts, write_certificate

    if average is not None and certificate is not None:
        raise InputError("--certificate proves a worst case, and an average has none")
    chosen = network_of(words, form, scope)
    with computing() as say:
        found = worst(
            chosen, routing, routing_file=routing_file, vcs=vcs, optimal=optimal, traffic=traffic, routing_out=routing_out,
            average=average, seed=seed, workers=workers, dask=dask, progress=say,
        )  # fmt: skip
    if isinstance(found, AverageCase):
        print_json(found.as_json()) if json else print_parts(found)
        return
    if certificate is not None:
        write_certificate(certificate, found.certificate)
    if json:
        shown = found.as_json()
        print_json(shown if certificate is None else {**shown, "certificate": str(certificate)})
    else:
        print_parts(found)
