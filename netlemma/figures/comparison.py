"""Networks side by side as a figure: distances and loads over the number of links for each end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from netlemma.checks.side_by_side import NetworkComparison
from netlemma.drawing.files import as_file, write_whole
from netlemma.figures.drawing import draw_curve
from netlemma.figures.plan import PlannedCurve, PlannedPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

PANELS = {"mean_distance": "mean distance", "load": "largest load, uniform", "pattern": "largest load, worst pattern"}
TITLE = "Networks side by side"
MARKERS = "xos^Dv+*Ph8d"
LARGE = 8  # points, of the sign of the largest network
WIDTH, HEIGHT, LEGEND = 3.4, 3.0, 0.25  # inches of a panel, and of a line of the legend


def save(found: NetworkComparison, path: Path) -> None:
    """Write the figure as an .svg, .png or .pdf file, whole or not at all."""
    write_whole(path, lambda form: rendered(found, form))


def rendered(found: NetworkComparison, form: str, narrow: bool = False) -> bytes:
    """The figure as a file of this format."""
    return as_file(lambda: draw(found, narrow), form, TITLE)


def curves(found: NetworkComparison, quantity: str) -> list[PlannedCurve]:
    """A curve for each network that was asked for: a quantity over the links for each end and, joined, growing size."""
    by_words: dict[str, list[PlannedPoint]] = {}
    for asked, row in sorted(found.rows, key=lambda each: each[1].ends):
        points = by_words.setdefault(asked, [])
        if (value := getattr(row, quantity)) is not None:
            points.append(PlannedPoint(row.links_per_end, value, {"network": row.network, "ends": row.ends}))
    order = {asked: look for look, asked in enumerate(dict.fromkeys(asked for asked, _ in found.rows))}
    return [PlannedCurve(asked, order[asked], tuple(by_words[asked])) for asked in order if by_words[asked]]


def draw(found: NetworkComparison, narrow: bool = False) -> Axes:
    """Draw the panels on a new figure.

    Parameters
    ----------
    found : NetworkComparison
        Networks.
    narrow : bool, default False
        Whether panels are one below the other and the legend below them.

    Returns
    -------
    Axes
        Axes of the first panel.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullFormatter

    asked = list(dict.fromkeys(each for each, _ in found.rows))
    columns, grid = (1, (len(PANELS), 1)) if narrow else (3, (1, len(PANELS)))
    rows = -(-len(asked) // columns)
    size = (WIDTH * grid[1], HEIGHT * grid[0] + LEGEND * (rows + 1))
    figure = Figure(figsize=size, dpi=150, layout="constrained")
    every = figure.subplots(*grid)
    lines: dict[str, Line2D] = {}
    for axes, (quantity, label) in zip(every, PANELS.items(), strict=True):
        for curve in curves(found, quantity):
            line = lines.setdefault(curve.label, draw_curve(axes, curve))
            for each in (line, axes.lines[-1]):
                each.set_marker(MARKERS[curve.look % len(MARKERS)])
            last = curve.points[-1]
            axes.plot(float(last.x), float(last.y), marker=line.get_marker(), markersize=LARGE, markerfacecolor="none",
                      color=line.get_color())  # fmt: skip
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:.4g}")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_xlim(left=0)
        axes.set_title(label, fontsize=9, loc="left")
        axes.set_xlabel("links for each end", fontsize=8)
        axes.tick_params(labelsize=7, which="both")
        axes.grid(True, which="major", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
    figure.legend(handles=list(lines.values()), labels=list(lines), ncols=columns, fontsize=8, frameon=False,
                  loc="outside lower left" if narrow else "outside upper left", handlelength=3.2)  # fmt: skip
    return every[0]
