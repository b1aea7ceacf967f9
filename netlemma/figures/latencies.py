"""Curves of latency over load: models as lines, simulations as points with half-widths."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.checks.performance.model_vs_simulation import (
    LatencyComparison,
    LatencyModel,
    LatencyRow,
    SimulationCase,
    compare_latencies,
)
from netlemma.console import progress
from netlemma.figures.plan import PlannedCurve, PlannedPoint

# of the model's saturation load, nearer to each other where the line is steep
DRAWN = tuple(Fraction(59, 60) * (1 - (1 - Fraction(i, 60)) ** 2) for i in range(1, 61))
LARGEST_ERROR = 0.05


def model_line(model: LatencyModel) -> tuple[PlannedPoint, ...]:
    """Points of a model up to near its own saturation."""
    end = model.saturation().load
    loads = [float(share) * end for share in DRAWN]
    return tuple(
        PlannedPoint(_decimal(x), _decimal(y)) for x, y in zip(loads, model.latency(np.array(loads)), strict=True)
    )


def simulated_points(rows: Iterable[LatencyRow]) -> tuple[PlannedPoint, ...]:
    """Stable simulations with a half-width of less than 5 % of the mean."""
    points = []
    for row in rows:
        if row.simulated is not None and row.half_width is not None and row.half_width < LARGEST_ERROR * row.simulated:
            about = {"half_width": round(row.half_width, 6), "share": str(row.share), "messages": row.messages}
            points.append(PlannedPoint(_decimal(row.load), _decimal(row.simulated), about))
    return tuple(points)


def compared(cases: Sequence[SimulationCase], shares: Sequence[Fraction]) -> list[LatencyComparison]:
    """The comparisons of models with simulations, with their progress on stderr."""
    with progress() as say:
        say("follow routes")
        return compare_latencies(cases, shares, progress=say)


def model_curve(
    label: str, look: int, model: LatencyModel, about: Mapping[str, Any], kind: str = "model"
) -> PlannedCurve:
    """The line of a model, with its saturation load."""
    ends = {**about, "kind": kind, "saturation": model.saturation().load}
    return PlannedCurve(label, look, model_line(model), marked=False, about=ends)


def simulated_curve(
    label: str, look: int, rows: Iterable[LatencyRow], about: Mapping[str, Any], kind: str = "simulated"
) -> PlannedCurve:
    """The points of simulations."""
    return PlannedCurve(label, look, simulated_points(rows), joined=False, about={**about, "kind": kind})


def _decimal(value: float) -> Fraction:
    """The number to nine decimal places; its error is far below that of the simulation."""
    return Fraction(f"{value:.9f}")
