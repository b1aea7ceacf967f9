"""A model of latency: its readings, latency over load under each of them, and a picture of that."""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derive.latency.model import Model
    from netlemma.figures.plan import Plot

STEPS = 8  # loads, up to the one at which the model saturates
LONGER = (1, 4, 16, 64)  # times the example, until messages are long enough for the model
EVEN = 4  # some models take ring sizes that it divides
LOOKS = 6


def model_result(name: str) -> dict[str, Any]:
    """Latency at loads up to saturation under every reading, at an example of the model's parameters.

    >>> found = model_result("mesh")
    >>> found["command"][:36], len(found["shown"]["compared"][0]["points"])
    ('netlemma model mesh k=8 flits=28 --l', 8)
    """
    from checks.latency import compared_readings, named_model
    from netlemma.figures.drawing import rendered
    from netlemma.report.results.measured import plain

    model = named_model(name)
    words, values = _example(model)
    end = float(model.curve(values).saturation().load)
    loads = [f"{end * step / (STEPS + 1):.3g}" for step in range(1, STEPS + 1)]
    shown = plain(compared_readings(name, values, [Fraction(load) for load in loads]))
    plot = _picture(model, words, shown)
    return {
        "name": name,
        "summary": model.summary,
        "parameters": [{"name": p.name, "meaning": p.meaning} for p in model.parameters],
        "example": " ".join(words),
        "command": f"netlemma model {name} {' '.join(words)} --load {','.join(loads)} --compare",
        "shown": shown,
        "svg": rendered(plot, "svg").decode("utf-8"),
        "pdf": b64encode(rendered(plot, "pdf")).decode("ascii"),
    }


def _example(model: Model) -> tuple[list[str], dict[str, Any]]:
    """Parameters for which the model says something under every reading, as words and as values: the examples that its
    parameters give, or whole numbers near them; messages as long as it takes."""
    from checks.model_parameters import parse_model_parameters
    from derive.latency.model import ModelError

    examples = dict(p.example.split("=") for p in model.parameters if p.default is None)
    refused: ModelError | None = None
    for step, times in product((1, EVEN), LONGER):
        near = {name: str(int(v) // step * step or step) if v.isdigit() else v for name, v in examples.items()}
        if "flits" in near:
            near["flits"] = str(int(near["flits"]) * times)
        words = [f"{name}={value}" for name, value in near.items()]
        try:
            values = dict(parse_model_parameters(words, model))
            for reading in model.compared():
                model.curve(values, reading)
        except ModelError as error:
            refused = error
        else:
            return words, values
    assert refused is not None
    raise refused


def _picture(model: Model, words: list[str], shown: dict[str, Any]) -> Plot:
    """Latency over load, a curve for each reading."""
    from netlemma.figures.plan import Curve, Plot, Point

    curves = []
    for look, each in enumerate(shown["compared"]):
        steady = [point for point in each["points"] if point["latency"] is not None]
        points = tuple(Point(Fraction(p["load"]), Fraction(p["latency"])) for p in steady)
        if points:
            curves.append(Curve(each["reading"], look % LOOKS, points))
    return Plot(
        title=f"{model.name} {' '.join(words)}",
        source=model.name,
        locator="model",
        x="load (messages per node and cycle)",
        y="latency (cycles)",
        curves=tuple(curves),
        given=(model.summary,),
        guessed=("the parameters, as an example",),
        drawn_from="Drawn from the model as netlemma reads it, a curve for each reading",
    )
