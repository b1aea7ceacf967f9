"""Drawings of several plots side by side, with one legend and one caption."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from netlemma.figures.marks import CAPTION_SIZE, LINE_HEIGHT, draw_curve, logarithmic, typeset_symbols
from netlemma.figures.plan import Panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

PANEL_WIDTH, PANEL_HEIGHT, LEGEND_HEIGHT, LEGEND_ROW = 3.6, 2.9, 0.8, 0.24  # inches
COLUMNS_PER_INCH = 15.6  # characters of the caption


def draw_panels(plot: Panels) -> Axes:
    """Draw all panels on a new figure, legend above and caption below them; the result is the axes of the first panel."""
    from matplotlib.figure import Figure

    rows = -(-len(plot.panels) // plot.columns)
    width = PANEL_WIDTH * plot.columns
    lines = textwrap.wrap(plot.caption, int(COLUMNS_PER_INCH * width))
    labels = dict.fromkeys(curve.label for panel in plot.panels for curve in panel.curves)
    legend_rows = -(-len(labels) // (plot.legend or len(labels)))
    height = PANEL_HEIGHT * rows + LEGEND_HEIGHT + LEGEND_ROW * (legend_rows - 1) + LINE_HEIGHT * len(lines)
    figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
    above = "\n" * legend_rows  # the lines that the legend takes
    figure.suptitle(
        f"{above}{typeset_symbols(plot.title)} ({plot.source}, {plot.locator})",
        fontsize=10,
        x=0.015,
        ha="left",
        linespacing=1.7,
    )
    figure.supxlabel(
        typeset_symbols("\n".join(lines)), x=0.015, ha="left", fontsize=CAPTION_SIZE, linespacing=1.25, color="0.25"
    )
    every = figure.subplots(rows, plot.columns, squeeze=False).ravel()
    drawn: dict[str, Line2D] = {}
    for axes, panel in zip(every, plot.panels, strict=False):
        for curve in panel.curves:
            drawn.setdefault(curve.label, draw_curve(axes, curve))
        if plot.linear:
            axes.set_xlim(left=0)
            axes.locator_params(axis="x", nbins=5)
        else:
            logarithmic(axes, heights=plot.logarithmic)
        if not plot.logarithmic:
            axes.set_ylim(bottom=0)
        axes.set_title(typeset_symbols(panel.title), fontsize=9, loc="left")
        axes.set_xlabel(typeset_symbols(plot.x), fontsize=8)
        axes.set_ylabel(typeset_symbols(plot.y), fontsize=8)
        axes.tick_params(labelsize=7)
        axes.grid(True, which="major", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
    for axes in every[len(plot.panels) :]:
        axes.remove()
    figure.legend(
        handles=list(drawn.values()),
        labels=list(drawn),
        loc="outside upper left",
        ncols=plot.legend or len(drawn),
        fontsize=8,
        frameon=False,
        handlelength=3.2,
    )
    return every[0]
