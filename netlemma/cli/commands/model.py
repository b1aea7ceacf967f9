"""``netlemma model``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Form, Json, Routing, RoutingFile, Scope, Vcs, with_sizes

LOADS_OF_A_TABLE = 8


def model(
    name: Annotated[
        str, typer.Argument(help="A model that netlemma list models shows, or routed for any network and routing.")
    ],
    parameters: Annotated[
        list[str] | None,
        typer.Argument(
            help='Parameters as name=value (netlemma list models has examples); after routed first a network such as "line(8)^2".'
        ),
    ] = None,
    load: Annotated[
        str,
        typer.Option(
            "--load", help="Messages per node and cycle (min: in state 1): 0.005, 0.001,0.002 or 0.001:0.009:9."
        ),
    ] = "",
    reading: Annotated[
        str,
        typer.Option("--reading", help='How the source is read: corrected or printed, and "corrected CHOICE=printed".'),
    ] = "",
    compare: Annotated[bool, typer.Option("--compare", help="All readings beside each other.")] = False,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    vc_rule: Annotated[str, typer.Option("--vc-rule", help="Of routed: virtual channels are shared or private.")] = "",
    sensitivity: Annotated[bool, typer.Option("--sensitivity", help="Also the derivative by the load.")] = False,
    equations: Annotated[
        str, typer.Option("--equations", help="Print its recursions instead, proofs re-run: text or latex.")
    ] = "",
    form: Form = "",
    scope: Scope = "",
    json: Json = False,
) -> None:
    """Predict the latency of wormhole messages over load, and the load at which the network saturates.

    Examples: netlemma model mesh k=8 flits=20 --load 0.001:0.009:9

    netlemma model oneway-torus k=8 flits=20 --load 0.001,0.002 --compare

    netlemma model routed "line(8)^2" flits=20 --load 0.005 --routing "dimension-order order=falling"

    netlemma model routed links.csv flits=20 --load 0.005 --routing up-down

    netlemma list models names the models, each with the parameters of a figure of its own paper.
    """
    from checks.base.inputs import InputError
    from checks.base.sizes import parse_network
    from checks.performance.latency_models import ROUTED, named_model
    from checks.performance.model_parameters import parse_model_parameters
    from netlemma.api.models import model as predicted
    from netlemma.console import print_json

    if equations:
        from checks.performance.recursive_equations import recursive_equations

        print("\n".join(recursive_equations(name, equations)))
        return
    if compare and sensitivity and not json:
        raise InputError("--compare shows derivatives with --json only; add it, or ask for one --reading")
    options = {"load": load, "reading": reading, "compare": compare, "routing": routing, "routing_file": routing_file,
               "vc_rule": vc_rule, "sensitivity": sensitivity}  # fmt: skip
    source, values = None, dict[str, Any]()
    if name == ROUTED:
        source, words = source_of(parameters, form, scope)
        values, options["vcs"] = parse_network(words), vcs
    else:
        for option, value in {"--vcs": vcs, "--format": form, "--scope": scope}.items():
            if value:
                raise InputError(f"{option} goes with model routed, and {name} has a routing of its own")
        values = parse_model_parameters(parameters or [], named_model(name))
    with redirect_stdout(sys.stderr):  # what the user's routing file prints is no output
        found = predicted(name, source, **with_sizes(predicted, options, values, () if name == ROUTED else ("vcs",)))
    if json:
        print_json(found.as_json())
    else:
        _print_compared(found.as_json()) if compare else _print(found.as_json())


def _title(found: dict[str, Any]) -> str:
    values = (f"{name}={value}" for name, value in found["parameters"].items() if value is not None)
    return " ".join([found["model"], *values])


def _print_compared(found: dict[str, Any]) -> None:
    """Readings down, loads across, some loads to a table; a switch of the corrected reading by the switch alone."""
    from fractions import Fraction

    from derive.performance.latency.model import PER_NODE
    from netlemma.console import print_table

    every = found["compared"]
    print(f"{_title(found)}: latency in cycles by reading, and the load of saturation")
    if found["load_is"] != PER_NODE:
        print(f"load is {found['load_is']}")
    if any("=" in each["reading"] for each in every):
        print("choice=option is the reading corrected with that choice alone switched")
    for first in range(0, len(found["points"]), LOADS_OF_A_TABLE):
        shown = slice(first, first + LOADS_OF_A_TABLE)
        loads = [f"load {point['load']:.6g}" for point in found["points"][shown]]
        rows = [
            (
                each["reading"].removeprefix("corrected "),
                f"{each['saturation']['load']:.7g}",
                f"{float(Fraction(each['zero_load'])):.6g}",
                *(p["state"] if p["latency"] is None else f"{p['latency']:.6g}" for p in each["points"][shown]),
            )
            for each in every
        ]
        print_table("", ("reading", "saturation", "no load", *loads), rows)


def _print(found: dict[str, Any]) -> None:
    from graphs.base.tables import exact
    from netlemma.console import print_table

    print(f"{_title(found)}, reading: {found['reading']}")
    for line in found["readings"]:
        print(f"    {line}")
    end = found["saturation"]
    others = f" and {end['alike'] - 1} more" if end["alike"] > 1 else ""
    print(f"saturated from load {end['load']:.9g} on, where {end['channel']}{others} {end['why']}")
    print(f"busiest channel between nodes there: {end['busiest']}, utilisation {end['utilisation']:.4f}")
    print(f"latency without load: {exact(found['zero_load'])} cycles")
    slope = ("derivative",) if "sensitivity" in found["points"][0] else ()
    rows = [
        (f"{p['load']:.6g}", p["state"] if p["latency"] is None else f"{p['latency']:.4f}")
        + ((f"{p['sensitivity']:.6g}" if p["sensitivity"] is not None else "",) if slope else ())
        for p in found["points"]
    ]
    print_table("", (f"load ({found['load_is']})", "latency (cycles)", *slope), rows)
