"""Curves, points and marks of figures, drawn with Matplotlib."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from netlemma.drawing.files import as_file
from netlemma.drawing.look import TYPE
from netlemma.errors import InputError
from netlemma.figures.plan import Panels, PlannedCurve, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


# Curves, symbols and logarithmic axes of plots, drawn with matplotlib.


# colours of Okabe and Ito, told apart by readers with any colour vision; markers and dashes serve in grey print
LOOKS = (
    ("#000000", "x", (0, (1, 1))),
    ("#0072B2", "o", "solid"),
    ("#56B4E9", "s", (0, (6, 2))),
    ("#D55E00", "^", "solid"),
    ("#009E73", "D", (0, (4, 1, 1, 1))),
    ("#CC79A7", "v", (0, (3, 1))),
)
SIZES = (4, 5, 7, 8, 5.5, 9.5)  # points of symbols, so that those of several curves at one place lie one in the other
WIDTH, PLOT_HEIGHT, LINE_HEIGHT = 6.3, 3.9, 0.155  # inches; the width is that of a page, on which texts keep their size
COLUMNS_PER_INCH = 15.6  # characters of the caption
MARKER_DISTANCE = 0.025  # of the diagonal of the plot; markers that would be nearer to each other are left out
EDGE = 1.02  # of the largest x where points stand alone, so that none is cut in halves
SYMBOLS = {
    "sigma1": "$\\sigma_1$",
    "sigma2": "$\\sigma_2$",
    "mu1": "$\\mu_1$",
    "mu2": "$\\mu_2$",
    "V_b": "$V_b$",
    "S_b": "$S_b$",
    "R0": "$R_0$",
    "X0": "$X_0$",
    "N*": "$N^*$",
}


def typeset_symbols(text: str) -> str:
    """The text with the symbols of queueing networks as mathematics."""
    for plain, symbol in SYMBOLS.items():
        text = text.replace(plain, symbol)
    return text


def draw_curve(axes: Axes, curve: PlannedCurve) -> Line2D:
    """Draw a curve with its points, lines and error bars."""
    colour, marker, dashes = LOOKS[curve.look % len(LOOKS)]
    x, y = [float(point.x) for point in curve.points], [float(point.y) for point in curve.points]
    half_widths = [point.about.get("half_width", 0) for point in curve.points]
    if any(half_widths):
        axes.errorbar(x, y, half_widths, fmt="none", ecolor=colour, elinewidth=1, capsize=2)
    (line,) = axes.plot(
        x,
        y,
        label=typeset_symbols(curve.label),
        color=colour,
        linestyle=dashes if curve.joined else "none",
        linewidth=1.5,
        marker=marker if curve.marked else None,
        markersize=SIZES[curve.look % len(SIZES)],
        markerfacecolor="none",  # so that points of several curves at one place are all seen
        markevery=MARKER_DISTANCE if curve.marked and curve.joined and len(x) > 2 else None,
    )
    return line


def legend_entries(drawn: Mapping[str, Any]) -> dict[str, Any]:
    """Entries of a legend by label; a model and its simulation are one, with the line of one and the symbol of the other.

    >>> legend_entries({"V=3: model": 1, "V=3: model printed": 2, "V=3: simulated": 3})
    {'V=3: model and simulation': (1, 3), 'V=3: model printed': 2}
    """
    found: dict[str, Any] = {}
    for label, line in drawn.items():
        points = f"{label.removesuffix('model')}simulated"
        if label.endswith("model") and points in drawn:
            found[f"{label} and simulation"] = (line, drawn[points])
        elif not label.endswith("simulated") or f"{label.removesuffix('simulated')}model" not in drawn:
            found[label] = line
    return found


def logarithmic(axes: Axes, heights: bool = True) -> None:
    """Set logarithmic axes with plain numbers, also between powers of ten if the range is small."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

    for axis, scale in ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale))[: 2 if heights else 1]:
        scale("log")
        low, high = axis.get_view_interval()
        wide = high / low > 2000
        axis.set_major_locator(LogLocator(10, (1,) if wide else (1, 2, 5)))
        axis.set_minor_locator(LogLocator(10, (2, 5)) if wide else NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, position: f"{value:,.10g}"))
        axis.set_minor_formatter(NullFormatter())


# Plots drawn with matplotlib, alone or several side by side; exact values become floats only here.


TITLE = 70  # characters of a line of a title
PANEL_HEIGHT, LEGEND_HEIGHT, LEGEND_ROW = 2.4, 0.7, 0.2  # inches
NARROW, UPRIGHT = 3.6, 32  # inches: the width of a telephone; characters of a line beside its plots


def draw_panels(plot: Panels, narrow: bool = False) -> Axes:
    """Draw all panels on a new figure."""
    from matplotlib.figure import Figure

    columns, width = (1, NARROW) if narrow else (plot.columns, WIDTH)
    rows = -(-len(plot.panels) // columns)
    lines = _caption(plot, width)
    labels = legend_entries({curve.label: curve for panel in plot.panels for curve in panel.curves})
    legend_columns = 1 if narrow else plot.legend or len(labels)
    legend_rows = -(-len(labels) // legend_columns)
    height = PANEL_HEIGHT * rows + LEGEND_HEIGHT + LEGEND_ROW * (legend_rows - 1) + LINE_HEIGHT * len(lines)
    figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
    above = "" if narrow else "\n" * legend_rows  # the lines that the legend takes
    figure.suptitle(
        f"{above}{typeset_symbols(plot.title)} ({plot.source}, {plot.locator})",
        fontsize=TYPE,
        fontweight="bold",
        x=0.015,
        ha="left",
        linespacing=1.7,
    )
    figure.supxlabel(
        typeset_symbols("\n".join(lines)), x=0.015, ha="left", fontsize=TYPE, linespacing=1.25, color="0.25"
    )
    every = figure.subplots(rows, columns, squeeze=False).ravel()
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
        axes.set_title(typeset_symbols(panel.title), fontsize=TYPE, loc="left")
        axes.set_xlabel(typeset_symbols(plot.x), fontsize=TYPE)
        axes.set_ylabel(typeset_symbols(plot.y), fontsize=TYPE)
        axes.tick_params(labelsize=TYPE)
        axes.grid(True, which="major", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
    for axes in every[len(plot.panels) :]:
        axes.remove()
    figure.legend(
        handles=list((entries := legend_entries(drawn)).values()),
        labels=list(entries),
        loc="outside lower left" if narrow else "outside upper left",
        ncols=legend_columns,
        fontsize=TYPE,
        frameon=False,
        handlelength=3.2,
    )
    return every[0]


def draw(plot: Plot | Panels, ax: Axes | None = None, narrow: bool = False) -> Axes:
    """Draw the curves of a figure.

    Parameters
    ----------
    plot : Plot or Panels
        Data of the figure.
    ax : Axes or None, optional
        Axes to draw on; those of a new figure, with legend and caption, if None.
    narrow : bool, default False
        Whether a new figure is as wide as a telephone, panels one below the other and the legend below them.

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
        return draw_panels(plot, narrow)
    axes = _axes(plot, narrow) if ax is None else ax
    drawn = {curve: draw_curve(axes, curve) for curve in plot.curves}
    if plot.logarithmic:
        logarithmic(axes)
    else:
        whole = 1 if all(curve.joined for curve in plot.curves) else EDGE
        axes.set_xlim(0, whole * max(float(point.x) for curve in plot.curves for point in curve.points))
        axes.set_ylim(bottom=0)
    axes.set_xlabel(typeset_symbols(plot.x), fontsize=TYPE)
    axes.set_ylabel(typeset_symbols(textwrap.fill(plot.y, UPRIGHT) if narrow else plot.y), fontsize=TYPE)
    axes.tick_params(labelsize=TYPE)
    title = f"{typeset_symbols(textwrap.fill(plot.title, TITLE))}\n({plot.source}, {plot.locator})"
    axes.set_title(title, fontsize=TYPE, fontweight="bold", loc="left")
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    order = sorted(plot.curves, key=lambda curve: -curve.points[-1].y)  # from top to bottom, as the curves end
    entries = legend_entries({typeset_symbols(curve.label): drawn[curve] for curve in order})
    labels = [label.replace(": model and", ":\nmodel and") for label in entries]
    where: dict[str, Any] = {"loc": "best"}
    if ax is None and narrow:
        where = {"loc": "outside lower left", "frameon": False}
    elif ax is None:
        where = {"loc": "upper left", "bbox_to_anchor": (1.02, 1), "borderaxespad": 0, "frameon": False}
    about: Any = axes.figure if ax is None and narrow else axes
    about.legend(list(entries.values()), labels, fontsize=TYPE, handlelength=3.2, **where)
    return axes


def _caption(plot: Plot | Panels, width: float) -> list[str]:
    """The lines under a figure: where its values come from; ``netlemma figure`` prints what else is known of it."""
    return textwrap.wrap(f"{plot.drawn_from}.", int(COLUMNS_PER_INCH * width))


def _axes(plot: Plot, narrow: bool) -> Axes:
    from matplotlib.figure import Figure

    rows = sum(1 + curve.label.count("\n") for curve in plot.curves)
    width, height = (NARROW, PANEL_HEIGHT + LEGEND_HEIGHT + LEGEND_ROW * rows) if narrow else (WIDTH, PLOT_HEIGHT)
    lines = _caption(plot, width)
    figure = Figure(figsize=(width, height + LINE_HEIGHT * len(lines)), dpi=150, layout="constrained")
    figure.supxlabel(
        typeset_symbols("\n".join(lines)), x=0.015, ha="left", fontsize=TYPE, linespacing=1.25, color="0.25"
    )
    return figure.subplots()


def rendered(plot: Plot | Panels, form: str) -> bytes:
    """The drawing as a file; the same data gives the same SVG."""
    return as_file(lambda: draw(plot), form, plot.title)


def rendered_bare(plot: Plot | Panels, form: str, narrow: bool = False) -> bytes:
    """The drawing as a file, without its title and its caption; titles of panels stay."""
    return as_file(lambda: _bare(plot, narrow), form, plot.title)


def _bare(plot: Plot | Panels, narrow: bool) -> Axes:
    axes = draw(plot, narrow=narrow)
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
