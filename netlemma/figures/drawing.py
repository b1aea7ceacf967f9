"""Plots drawn with matplotlib; exact values become floats only here."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from checks.base.inputs import InputError
from netlemma.drawing.files import as_file
from netlemma.figures.marks import (
    CAPTION_COLUMNS,
    CAPTION_SIZE,
    EDGE,
    LINE_HEIGHT,
    PLOT_HEIGHT,
    WIDTH,
    draw_curve,
    logarithmic,
    typeset_symbols,
)
from netlemma.figures.panels import draw_panels
from netlemma.figures.plan import Panels, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(plot: Plot | Panels, ax: Axes | None = None) -> Axes:
    """Draw the curves of a figure.

    Parameters
    ----------
    plot : Plot or Panels
        Data of the figure.
    ax : Axes or None, optional
        Axes to draw on; those of a new figure, with legend and caption, if None.

    Returns
    -------
    Axes
        Axes of the drawing; the first ones of several panels.

    Raises
    ------
    InputError
        For several panels on given axes.
    """
    if isinstance(plot, Panels):
        if ax is not None:
            raise InputError(f"{plot.title}: several panels do not fit on one pair of axes; draw it without ax")
        return draw_panels(plot)
    own = ax is None
    axes = _axes(plot) if ax is None else ax
    drawn = {curve: draw_curve(axes, curve) for curve in plot.curves}
    if plot.logarithmic:
        logarithmic(axes)
    else:
        whole = 1 if all(curve.joined for curve in plot.curves) else EDGE
        axes.set_xlim(0, whole * max(float(point.x) for curve in plot.curves for point in curve.points))
        axes.set_ylim(bottom=0)
    axes.set_xlabel(typeset_symbols(plot.x))
    axes.set_ylabel(typeset_symbols(plot.y))
    axes.set_title(f"{typeset_symbols(plot.title)}\n({plot.source}, {plot.locator})", fontsize=10, loc="left")
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    order = sorted(plot.curves, key=lambda curve: -curve.points[-1].y)  # from top to bottom, as the curves end
    where: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.02, 1), "borderaxespad": 0}
    labels = [typeset_symbols(curve.label) for curve in order]
    axes.legend(
        [drawn[curve] for curve in order],
        labels,
        fontsize=8,
        frameon=not own,
        handlelength=3.2,
        **(where if own else {"loc": "best"}),
    )
    return axes


def _axes(plot: Plot) -> Axes:
    from matplotlib.figure import Figure

    lines = textwrap.wrap(plot.caption, CAPTION_COLUMNS)
    figure = Figure(figsize=(WIDTH, PLOT_HEIGHT + LINE_HEIGHT * len(lines)), dpi=150, layout="constrained")
    figure.supxlabel(
        typeset_symbols("\n".join(lines)), x=0.015, ha="left", fontsize=CAPTION_SIZE, linespacing=1.25, color="0.25"
    )
    return figure.subplots()


def rendered(plot: Plot | Panels, form: str) -> bytes:
    """The drawing as a file; the same data gives the same SVG.

    Parameters
    ----------
    plot : Plot or Panels
        Data of the figure.
    form : str
        Format of the file, ``svg``, ``png`` or ``pdf``.

    Returns
    -------
    bytes
        Contents of the file.
    """
    return as_file(lambda: draw(plot), form, plot.title)


def rendered_bare(plot: Plot | Panels, form: str) -> bytes:
    """The drawing as a file, without its title and its caption; titles of panels stay.

    Parameters
    ----------
    plot : Plot or Panels
        Data of the figure.
    form : str
        Format of the file, ``svg``, ``png`` or ``pdf``.

    Returns
    -------
    bytes
        Contents of the file.
    """
    return as_file(lambda: _bare(plot), form, plot.title)


def _bare(plot: Plot | Panels) -> Axes:
    axes = draw(plot)
    figure = axes.figure
    width, height = figure.get_size_inches()  # type: ignore[union-attr]  # no subfigure
    lines = figure.get_supxlabel().count("\n") + 1  # type: ignore[union-attr]
    figure.set_size_inches(width, height - LINE_HEIGHT * lines)  # type: ignore[union-attr]
    figure.supxlabel("")
    if isinstance(plot, Plot):
        axes.set_title("", loc="left")
    else:
        figure.suptitle("")
    return axes
