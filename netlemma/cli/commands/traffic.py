"""``netlemma traffic``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from netlemma.cli.options import Json


def traffic(
    parameters: Annotated[
        list[str] | None,
        typer.Argument(help="The source: mu1= mu2= (messages per cycle) sigma1= sigma2= (rates out of the states)."),
    ] = None,
    at: Annotated[str, typer.Option("--at", help="Times in cycles, with commas; 1 to 100000 if left out.")] = "",
    sources: Annotated[str, typer.Option("--sources", help="So many sources at once, such as 2 or 3/2.")] = "",
    service: Annotated[str, typer.Option("--service", help="Also the wait in a queue with this service time.")] = "",
    equations: Annotated[
        str, typer.Option("--equations", help="Print the derivations instead, proofs re-run: text or latex.")
    ] = "",
    json: Json = False,
) -> None:
    """Say how far traffic is from Poisson: moments of Markov-modulated arrivals, and one source for several.

    Example: netlemma traffic mu1=0.01 sigma1=0.2 sigma2=0.8 --sources 2
    """
    from checks.base.inputs import InputError
    from checks.performance.bursty_traffic import equations as derived
    from checks.performance.bursty_traffic import traffic as answer
    from netlemma.console import print_json

    if equations:
        if parameters or at or sources or service or json:
            raise InputError("--equations are the same for all sources; nothing else goes with it")
        print("\n".join(derived(equations)))
        return
    found = answer(parameters or [], at, sources, service)
    print_json(found) if json else _print(found)


def _print(found: dict[str, Any]) -> None:
    from netlemma.console import print_table

    print("source: " + " ".join(f"{name}={value}" for name, value in found["source"].items()))
    if "superposed" in found:
        print(
            f"{found['sources']} at once: " + " ".join(f"{name}={value}" for name, value in found["superposed"].items())
        )
    print(f"messages per cycle: {found['mean_rate']}")
    print(f"variance over mean of the messages in a long time: {found['dispersion_limit']}; Poisson: 1")
    rows = [
        (p["time"], f"{p['mean']:.6g}", f"{p['dispersion']:.6f}", f"{p['third_moment']:.6g}") for p in found["points"]
    ]
    print_table("", ("time (cycles)", "mean", "variance/mean", "third central moment"), rows)
    if "queue" in found:
        queue = found["queue"]
        print(f"queue with service time {queue['service']}: utilisation {queue['utilisation']:.4f}, ", end="")
        if queue["wait"] is None:
            print("saturated")
        else:
            print(f"mean wait {queue['wait']:.4f} cycles; Poisson arrivals: {queue['poisson_wait']:.4f}")
