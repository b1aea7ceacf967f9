"""Routings side by side as a figure: the throughput of each under each traffic pattern."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from netlemma.checks.routings_compared import RoutingComparison
from netlemma.drawing.files import as_file, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Routings side by side"
HATCHES = ("", "///", "...", "\\\\\\", "xx", "--", "++", "oo")
WIDTH, HEIGHT = 1.6, 3.4  # inches of a pattern, and of the figure
GROUP = 0.8  # of the room of a pattern


def save(found: RoutingComparison, path: Path) -> None:
    """Write the figure as an .svg, .png or .pdf file, whole or not at all."""
    write_whole(path, lambda form: as_file(lambda: draw(found), form, TITLE))


def draw(found: RoutingComparison) -> Axes:
    """Draw a group of bars for each pattern, one for each routing, on a new figure."""
    from matplotlib.figure import Figure

    patterns = list(dict.fromkeys(row.traffic for row in found.rows))
    routings = list(dict.fromkeys(row.routing for row in found.rows))
    figure = Figure(figsize=(max(4.0, WIDTH * len(patterns)), HEIGHT), dpi=150, layout="constrained")
    axes: Axes = figure.subplots()
    width = GROUP / len(routings)
    for at, name in enumerate(routings):
        rows = [row for row in found.rows if row.routing == name]
        places = [patterns.index(row.traffic) + width * (at + 0.5) - GROUP / 2 for row in rows]
        axes.bar(places, [float(row.throughput) for row in rows], width, label=name, hatch=HATCHES[at % len(HATCHES)],
                 edgecolor="white", linewidth=0.5)  # fmt: skip
    axes.set_xticks(range(len(patterns)), patterns, fontsize=8)
    axes.set_ylabel("throughput, messages per node and unit of time", fontsize=8)
    axes.tick_params(labelsize=7)
    axes.set_title(found.rows[0].network, fontsize=9, loc="left")
    figure.legend(ncols=min(3, len(routings)), fontsize=8, frameon=False, loc="outside lower left")
    return axes
