"""``netlemma model``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from typing import Annotated, Any

import typer

from netlemma.cli.network_words import computing, source_of
from netlemma.cli.options import Form, Json, Routing, RoutingFile, Scope, Vcs, with_sizes


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
    compare: Annotated[bool, typer.Option("--compare", help="Show all readings beside each other.")] = False,
    routing: Routing = "",
    routing_file: RoutingFile = "",
    vcs: Vcs = None,
    vc_rule: Annotated[
        str,
        typer.Option(
            "--vc-rule", help="Virtual channels of routed share their link, or are private: shared or private."
        ),
    ] = "",
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="Show also the derivative with respect to the load.")
    ] = False,
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
    from netlemma.api.models import model as predicted
    from netlemma.checks.base.inputs import parse_network
    from netlemma.checks.performance.latency_models import ROUTED, named_model, parse_model_parameters
    from netlemma.console import print_json, print_parts
    from netlemma.errors import InputError

    if equations:
        from netlemma.base.text_layout import fitted
        from netlemma.checks.performance.recursive_equations import recursive_equations

        text = "\n".join(recursive_equations(name, equations))
        print(fitted(text) if equations == "text" else text)
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
                raise InputError(f"{option} applies only to model routed; {name} has a routing of its own")
        values = parse_model_parameters(parameters or [], named_model(name))
    with computing():  # what the user's routing file prints is no output
        prediction = predicted(
            name, source, **with_sizes(predicted, options, values, () if name == ROUTED else ("vcs",))
        )
    print_json(prediction.as_json()) if json else print_parts(prediction)
