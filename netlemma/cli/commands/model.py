"""``netlemma model``."""

from typing import Any

from netlemma.cli.command import Answer, computing, source_of, with_sizes


def model(name: str, parameters: Any = None, *, equations: str = "", json: bool = False, **given: Any) -> Answer:
    """Predict the latency of wormhole messages over load, and the load at which the network saturates.

    Examples: netlemma model mesh k=8 flits=20 --load 0.001:0.009:9

    netlemma model oneway-torus k=8 flits=20 --load 0.001,0.002 --compare

    netlemma model routed "line(8)^2" flits=20 --load 0.005 --routing "dimension-order order=falling"

    netlemma model routed links.csv flits=20 --load 0.005 --routing up-down

    netlemma list models names the models, each with the parameters of a figure of its own paper.
    """
    from netlemma.api.models import model as predicted
    from netlemma.base.synonyms import in_sizes
    from netlemma.checks.base.inputs import parse_network
    from netlemma.checks.performance.latency_models import ROUTED, named_model, parse_model_parameters
    from netlemma.console import flag
    from netlemma.errors import InputError

    if equations:
        from netlemma.base.text_layout import fitted
        from netlemma.checks.performance.recursive_equations import recursive_equations

        text = "\n".join(recursive_equations(name, equations))
        return Answer(None, fitted(text) if equations == "text" else text)
    if given["compare"] and given["sensitivity"] and not json:
        raise InputError("--compare shows derivatives with --json only; add it, or ask for one --reading")
    if name != ROUTED and (called := in_sizes(" ".join([name, *(parameters or [])[:1]]))) and called[0] == name:
        side = next(iter(called[1].items()))
        raise InputError(f"sizes of a model are written name=value: netlemma model {name} {side[0]}={side[1]} flits=20")
    source: Any = None
    if name == ROUTED:
        source, rest = source_of(parameters, given)
        given = with_sizes("model", given, parse_network(rest))
    else:
        for option in ("vcs", "read_as", "scope", "without", "capacity"):
            if given.pop(option):
                raise InputError(f"{flag(option)} applies only to model routed; {name} has a routing of its own")
        given = with_sizes("model", given, parse_model_parameters(parameters or [], named_model(name)), ("vcs",))
    with computing():  # what the user's routing file prints is no output
        prediction = predicted(name, source, **given)
    return Answer(prediction)
