"""``netlemma traffic``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from typing import Annotated

import typer

from netlemma.cli.options import Json


def traffic(
    parameters: Annotated[
        list[str] | None,
        typer.Argument(help="The source: mu1= mu2= (messages per cycle) sigma1= sigma2= (rates out of the states)."),
    ] = None,
    at: Annotated[str, typer.Option("--at", help="Times in cycles, with commas; 1 to 100000 if left out.")] = "",
    sources: Annotated[str, typer.Option("--sources", help="Superpose this many sources, e.g. 2 or 3/2.")] = "",
    service: Annotated[
        str, typer.Option("--service", help="Show also the wait in a queue with this service time.")
    ] = "",
    equations: Annotated[
        str, typer.Option("--equations", help="Print the derivations instead, proofs re-run: text or latex.")
    ] = "",
    json: Json = False,
) -> None:
    """Say how far traffic is from Poisson: moments of Markov-modulated arrivals, and one source for several.

    Example: netlemma traffic mu1=0.01 sigma1=0.2 sigma2=0.8 --sources 2
    """
    from netlemma.base.text_layout import fitted
    from netlemma.checks.performance.bursty_traffic import equations as derived
    from netlemma.checks.performance.bursty_traffic import traffic as answer
    from netlemma.console import print_json, print_parts
    from netlemma.errors import InputError

    if equations:
        if parameters or at or sources or service or json:
            raise InputError(
                "--equations prints derivations, which are the same for all sources: it takes nothing else"
            )
        text = "\n".join(derived(equations))
        print(fitted(text) if equations == "text" else text)
        return
    arrival_moments = answer(parameters or [], at, sources, service)
    print_json(arrival_moments.as_json()) if json else print_parts(arrival_moments)
