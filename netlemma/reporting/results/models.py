"""A model of latency at the example of its paper: latency over load beside a simulation, its readings, and a picture."""

from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.checks.performance.comparisons import example_size, study_of
from netlemma.checks.performance.latency_models import compared_readings, named_model, parse_model_parameters
from netlemma.checks.performance.model_vs_simulation import LatencyComparison, compare_latencies
from netlemma.derive.performance.latency.latency_model import Curve as Latency
from netlemma.derive.performance.latency.latency_model import Model
from netlemma.figures.drawing import rendered_bare
from netlemma.figures.latencies import model_line, simulated_points
from netlemma.figures.plan import PlannedCurve, PlannedPoint, Plot
from netlemma.reporting.results.networks import as_from_json, in_words

HALF, NEAR = Fraction(1, 2), Fraction(4, 5)  # of saturation: where readings are compared
VISIBLE = 0.01  # relative difference of latencies, from which on a curve is drawn beside the corrected one
PRINTED = "printed"
CORRECTED_LOOK, PRINTED_LOOK, ENDS = 1, 3, (2, 5)


def model_result(name: str) -> dict[str, Any]:
    """The model beside a simulation over load, and under every reading at half of saturation and near it."""
    model = named_model(name)
    values = parse_model_parameters(model.example.words, model)
    curve = model.curve(values)
    end = curve.saturation().load
    loads = [f"{end * float(share):.3g}" for share in (HALF, NEAR)]
    shown = as_from_json(compared_readings(name, values, [Fraction(load) for load in loads]).as_json())
    compared = _compared(model)
    plot = _picture(model, curve, model.curve(values, PRINTED), compared)
    example = " ".join(model.example.words)
    return {
        "name": name,
        "summary": model.summary,
        "parameters": [
            {"name": p.name, "meaning": p.meaning, "guessed": model.example.guessed.get(p.name, "")}
            for p in model.parameters
        ],
        "source": model.example.source,
        "locator": model.example.locator,
        "example": example,
        "command": f"netlemma model {name} {example} --load {','.join(loads)} --compare",
        "shown": shown,
        "against": _against(compared, model) if compared else None,
        "drawn": [curve.label for curve in plot.curves],
        "drawn_from": plot.drawn_from,
        "svg": rendered_bare(plot, "svg").decode("utf-8"),
        "narrow": rendered_bare(plot, "svg", narrow=True).decode("utf-8"),
    }


def _compared(model: Model) -> LatencyComparison | None:
    """The model beside a simulation that gives a first answer in seconds; None if no simulation is compared with it."""
    study = study_of(model.name)
    if study is None:
        return None
    cases = study.cases([example_size(model)], study.first_look)
    return compare_latencies([case for case in cases if case.family == model.name])[0]


def _against(compared: LatencyComparison, model: Model) -> dict[str, Any]:
    """What ``netlemma verify`` prints of the comparison, and the commands: this one, and with all sizes and cycles."""
    study = study_of(model.name)
    assert study is not None
    size = in_words(example_size(model))
    verdict = as_from_json(compared.verdict().as_json())
    return {
        "key": verdict["key"],
        "command": f'netlemma verify {study.name} --sizes "{size}" --cycles {study.first_look}',
        "every": f"netlemma verify {study.name}",
        "readings": [name for name in compared.case.others if name in model.compared()],
        "shown": verdict,
    }


def _picture(model: Model, corrected: Latency, printed: Latency, compared: LatencyComparison | None) -> Plot:
    """The corrected model, the printed one where it can be told from that, where they saturate, and the simulation."""
    example = model.example
    shown = [("model, corrected", corrected, CORRECTED_LOOK)]
    apart = visible(corrected, printed)
    if apart:
        shown.append(("model, as printed", printed, PRINTED_LOOK))
    lines = [PlannedCurve(label, look, model_line(curve), marked=False) for label, curve, look in shown]
    points = simulated_points(compared.rows) if compared else ()
    seen = [PlannedCurve("simulated", CORRECTED_LOOK, points, joined=False)] if points else []
    top = max(point.y for curve in (*lines, *seen) for point in curve.points)
    ends = [
        _upright(f"saturation of the {label}", Fraction(f"{curve.saturation().load:.9f}"), top, look)
        for (label, curve, _), look in zip(shown, ENDS, strict=False)
    ]
    printed_ones = [example.word(name) for name in example.values if name not in example.guessed]
    guessed = [f"{example.word(name)} ({why})" for name, why in example.guessed.items()]
    return Plot(
        title=f"{model.name} {' '.join(example.words)}",
        source=example.source,
        locator=f"parameters of {example.locator}",
        x=f"load ({model.load})",
        y="latency (cycles)",
        curves=(*lines, *seen, *ends),
        given=(" ".join(printed_ones),),
        guessed=(*guessed, *([compared.case.reading] if compared else [])),
        drawn_from="Lines are the model, points are simulated with their half-widths"
        + ("" if apart else f"; the printed reading is less than {VISIBLE:.0%} apart and not drawn"),
    )


def _upright(label: str, load: Fraction, top: Fraction, look: int) -> PlannedCurve:
    return PlannedCurve(label, look, (PlannedPoint(load, Fraction(0)), PlannedPoint(load, top)), marked=False)


def visible(one: Latency, other: Latency) -> bool:
    """Whether two curves are distinguishable in a picture, at loads up to the first saturation, or by their saturation.

    >>> from netlemma.derive.performance.latency.latency_model import models
    >>> mesh = [models()["mesh"].curve({"k": 8, "flits": 20}, reading) for reading in ("corrected", "printed")]
    >>> visible(*mesh)
    False
    """
    ends = one.saturation().load, other.saturation().load
    loads = min(ends) * np.linspace(0.1, 0.95, 18)
    apart = np.abs(one.latency(loads) / other.latency(loads) - 1)
    return bool(apart.max() > VISIBLE) or max(ends) > (1 + VISIBLE) * min(ends)
