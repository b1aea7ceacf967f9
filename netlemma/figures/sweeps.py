"""Sweeps as a figure: latency over load, a curve for each network, routing, traffic and length."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from netlemma.drawing.files import as_file, write_whole
from netlemma.graphs.simulate.sweep.rows import Means, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Latency over load"
MARKERS = "osx^Dv+*Ph8d"
WIDTH, HEIGHT = 5.0, 3.6  # inches


def save(found: Means, path: Path) -> None:
    """Write the figure as an .svg, .png or .pdf file, whole or not at all."""
    write_whole(path, lambda form: as_file(lambda: draw(found), form, TITLE))


def curves(found: Means) -> dict[str, list[Summary]]:
    """Stable means by the words that tell their curves apart, with rising load."""
    networks = {(m.point.title, m.point.flits) for m in found}
    by: dict[str, list[Summary]] = {}
    for mean in sorted(found, key=lambda m: m.point.load):
        own = [str(getattr(mean.point, name)) for name in found.varying]
        network = [mean.point.title, f"{mean.point.flits} flits"] if len(networks) > 1 or not own else []
        curve = by.setdefault(", ".join([*network, *own]), [])
        if mean.latency is not None:
            curve.append(mean)
    return by


def draw(found: Means) -> Axes:
    """Draw the curves with their half-widths on a new figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=150, layout="constrained")
    axes: Axes = figure.subplots()
    for at, (label, means) in enumerate(curves(found).items()):
        widths = [m.half_width or 0.0 for m in means]
        axes.errorbar([m.point.load for m in means], [m.latency or 0.0 for m in means], widths, label=label,
                      marker=MARKERS[at % len(MARKERS)], markersize=4, linewidth=1, capsize=2)  # fmt: skip
    axes.set_xlabel("messages per node and cycle", fontsize=8)
    axes.set_ylabel("latency in cycles", fontsize=8)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=7, frameon=False)
    return axes
