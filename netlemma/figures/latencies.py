"""Curves of latency over load: models as lines, simulations as points with half-widths."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from checks.performance.model_vs_simulation import LatencyRow, Predicting
from netlemma.figures.plan import PlannedPoint

# of the model's saturation load, nearer to each other where the line is steep
DRAWN = tuple(Fraction(59, 60) * (1 - (1 - Fraction(i, 60)) ** 2) for i in range(1, 61))
LARGEST_ERROR = 0.05


def model_line(model: Predicting) -> tuple[PlannedPoint, ...]:
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


def _decimal(value: float) -> Fraction:
    """The number to nine decimal places; its error is far below that of the simulation."""
    return Fraction(f"{value:.9f}")
