"""Figures 5 and 6 of Greenberg and Guan 1997: latency over load, models as lines and simulations as points."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from checks.performance.comparisons.wormhole import case
from checks.performance.model_vs_simulation import LatencyComparison, compare_latencies
from netlemma.console import progress
from netlemma.figures.latencies import model_line, simulated_points
from netlemma.figures.named import Figure
from netlemma.figures.plan import PlannedCurve, Plot

NETWORKS = {5: (8, (20, 32)), 6: (16, (32, 64))}  # k and lengths of messages
CYCLES = 100_000
SHARES = tuple(Fraction(i, 10) for i in range(1, 12))  # of the model's saturation load, simulated
LOOKS = {"mesh": 1, "oneway-torus": 3}  # the first length of messages; the second one has the next look


def _plot(number: int) -> Plot:
    k, lengths = NETWORKS[number]
    with progress() as say:
        say("follow routes")
        sizes = [(family, {"k": k, "flits": flits}) for family in LOOKS for flits in lengths]
        found = compare_latencies([case(family, size, CYCLES) for family, size in sizes], SHARES, progress=say)
    curves = [curve for each in found for curve in _curves(each, lengths.index(each.case.size["flits"]))]
    left_out = sum(len(each.rows) for each in found) - sum(len(c.points) for c in curves if not c.joined)
    return Plot(
        title=f"Latency of mesh and one-way torus with {k * k} nodes, messages of {lengths[0]} and {lengths[1]} flits",
        source="greenberg1997",
        locator=f"Figure {number}",
        x="load (messages per node and cycle)",
        y="latency (cycles)",
        curves=tuple(curves),
        given=(
            f"{CYCLES:,} cycles, of which the first 10,000 are discarded",
            "points only where the error, the standard deviation over the mean, is less than 5 %",
            "ejection never blocks, first come first served, y before x",
        ),
        guessed=(
            "the error of a point is the half-width of the 95 % confidence interval of its mean (single latencies vary by more "
            f"even without load); {left_out} of {sum(len(each.rows) for each in found)} points are left out",
            "loads from 10 % to 110 % of what saturates the model, buffers of 2 flits, two virtual channels of each link of the one-way "
            "torus that share it",
        ),
        drawn_from="Lines are the models with corrections, points are simulated with their half-widths",
    )


def _curves(found: LatencyComparison, length: int) -> tuple[PlannedCurve, PlannedCurve]:
    """The line of the model and the points of the simulation."""
    case = found.case
    look = LOOKS[case.family] + length
    name = f"{case.family}, {case.size['flits']} flits"
    about = {"family": case.family, "size": dict(case.size)}
    ends = {**about, "kind": "model", "saturation": found.saturation}
    return (
        PlannedCurve(f"{name}: model", look, model_line(case.model), marked=False, about=ends),
        PlannedCurve(
            f"{name}: simulated", look, simulated_points(found.rows), joined=False, about={**about, "kind": "simulated"}
        ),
    )


FIGURES = tuple(
    Figure(
        f"greenberg-{number}",
        f"latency of mesh and one-way torus over load, {k * k} nodes, models and simulations",
        partial(_plot, number),
    )
    for number, (k, _) in NETWORKS.items()
)
