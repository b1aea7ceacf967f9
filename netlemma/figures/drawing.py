"""Curves, points and marks of figures, drawn with Matplotlib."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from netlemma.drawing.files import as_file
from netlemma.drawing.look import TYPE, Paper
from netlemma.drawing.sheet import NATURAL
from netlemma.errors import InputError
from netlemma.figures.plan import Panels, PlannedCurve, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
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
BOLD = 0.87  # of the letters of a line, if they are bold
PANEL_HEIGHT, LEGEND_ROW, LEGEND_MARK, PAD = 2.4, 0.19, 0.62, 0.08  # inches
NARROW, UPRIGHT = 3.6, 32  # inches: the width of a telephone; characters of a line beside its plots
BESIDE = 0.5  # inches that the labels of the heights of a panel take


def _wrapped(text: str, inches: float) -> str:
    """A text in lines of at most this length, with its symbols typeset."""
    return typeset_symbols(textwrap.fill(text, max(8, int(COLUMNS_PER_INCH * inches))))


def legend_columns(labels: Sequence[str], most: int, width: float) -> int:
    """In how many columns the entries of a legend fit side by side.

    >>> legend_columns(["a", "b", "c"], 3, 6), legend_columns(["a" * 40, "b" * 40, "c"], 3, 6), legend_columns(["a" * 99], 1, 3)
    (3, 2, 1)
    """
    for columns in range(most, 1, -1):
        rows = -(-len(labels) // columns)
        parts = [labels[i : i + rows] for i in range(0, len(labels), rows)]
        if sum(max(map(len, part)) / COLUMNS_PER_INCH + LEGEND_MARK for part in parts) <= width:
            return columns
    return 1


def _framed(
    figure: Figure, plot: Plot | Panels, bare: bool, entries: Mapping[str, Any], most: int, below: bool
) -> None:
    """Write the title, the legend (above or below the plots) and the caption, each in room of its own, which is added to the figure."""
    width, plots = figure.get_size_inches()
    lines = [] if bare else _caption(plot, width)
    title = "" if bare else f"{plot.title} ({plot.source}, {plot.locator})"
    heading = textwrap.wrap(title, int(BOLD * COLUMNS_PER_INCH * width))
    columns = legend_columns(list(entries), most, width)
    labels = [textwrap.fill(each, int(COLUMNS_PER_INCH * (width - LEGEND_MARK))) for each in entries]
    rows = -(-len(entries) // columns) + sum(each.count("\n") for each in labels)
    legend = LEGEND_ROW * rows + 2 * PAD if entries else 0
    above = LINE_HEIGHT * 1.2 * len(heading) + (PAD if heading else 0) + (0 if below else legend)
    under = LINE_HEIGHT * len(lines) + (PAD if lines else 0) + (legend if below else 0)
    height = above + plots + under
    figure.set_size_inches(width, height)
    figure.get_layout_engine().set(rect=(0, under / height, 1, plots / height))  # type: ignore[union-attr, call-arg]  # constrained
    about: dict[str, Any] = {"fontsize": TYPE, "linespacing": 1.25, "ha": "left"}
    if heading:
        words = typeset_symbols("\n".join(heading))
        figure.text(0.015, 1 - PAD / height, words, va="top", fontweight="bold", **about)
    if lines:
        figure.text(0.015, PAD / 2 / height, typeset_symbols("\n".join(lines)), va="bottom", color="0.25", **about)
    if entries:
        top = under / height if below else (plots + under + legend) / height
        figure.legend(
            handles=list(entries.values()),
            labels=list(map(typeset_symbols, labels)),
            loc="upper left",
            bbox_to_anchor=(0.0, top),
            borderaxespad=0.2,
            ncols=columns,
            fontsize=TYPE,
            frameon=False,
            handlelength=3.2,
        )


def draw_panels(plot: Panels, width: float = WIDTH, bare: bool = False) -> Axes:
    """Draw all panels on a new figure; on a narrow one they are one below the other."""
    from matplotlib.figure import Figure

    narrow = width <= NARROW
    columns = 1 if narrow else plot.columns
    rows = -(-len(plot.panels) // columns)
    room = width / columns - BESIDE
    titles, below = [_wrapped(panel.title, room) for panel in plot.panels], _wrapped(plot.x, room)
    more = max(each.count("\n") for each in titles) + below.count("\n")
    figure = Figure(figsize=(width, (PANEL_HEIGHT + LINE_HEIGHT * more) * rows), dpi=150, layout="constrained")
    every = figure.subplots(
        rows, columns, squeeze=False, sharex=not plot.linear, sharey=plot.logarithmic and not plot.linear
    ).ravel()
    drawn: dict[str, Line2D] = {}
    for axes, panel, title in zip(every, plot.panels, titles, strict=False):
        for curve in panel.curves:
            drawn.setdefault(curve.label, draw_curve(axes, curve))
        if plot.linear:
            axes.set_xlim(left=0)
            axes.locator_params(axis="x", nbins=5 if room > 2 else 3)
        else:
            logarithmic(axes, heights=plot.logarithmic)
        if not plot.logarithmic:
            axes.set_ylim(bottom=0)
        axes.set_title(title, fontsize=TYPE, loc="left")
        axes.set_xlabel(below, fontsize=TYPE)
        axes.set_ylabel(typeset_symbols(plot.y), fontsize=TYPE)
        axes.tick_params(labelsize=TYPE, labelbottom=True, labelleft=True)
        axes.grid(True, which="major", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
    for axes in every[len(plot.panels) :]:
        axes.remove()
    entries = legend_entries(drawn)
    _framed(figure, plot, bare, entries, 1 if narrow else plot.legend or len(entries), narrow)
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
        return draw_panels(plot, NARROW if narrow else WIDTH)
    return _draw_plot(plot, ax, NARROW if narrow else WIDTH)


def _draw_plot(plot: Plot, ax: Axes | None = None, width: float = WIDTH, bare: bool = False) -> Axes:
    axes = _axes(width) if ax is None else ax
    narrow = width <= NARROW
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
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    order = sorted(plot.curves, key=lambda curve: -curve.points[-1].y)  # from top to bottom, as the curves end
    entries = legend_entries({curve.label: drawn[curve] for curve in order})
    if ax is None and narrow:
        _framed(axes.figure, plot, bare, entries, 1, True)  # type: ignore[arg-type]  # no subfigure
        return axes
    if ax is None:
        _framed(axes.figure, plot, bare, {}, 1, True)  # type: ignore[arg-type]  # no subfigure
    else:
        title = f"{typeset_symbols(textwrap.fill(plot.title, TITLE))}\n({plot.source}, {plot.locator})"
        axes.set_title(title, fontsize=TYPE, fontweight="bold", loc="left")
    labels = [typeset_symbols(label).replace(": model and", ":\nmodel and") for label in entries]
    beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.02, 1), "borderaxespad": 0, "frameon": False}
    where = {"loc": "best"} if ax is not None else beside
    axes.legend(list(entries.values()), labels, fontsize=TYPE, handlelength=3.2, **where)
    return axes


def _caption(plot: Plot | Panels, width: float) -> list[str]:
    """The lines under a figure: where its values come from; ``netlemma figure`` prints what else is known of it."""
    return textwrap.wrap(f"{plot.drawn_from}.", int(COLUMNS_PER_INCH * width))


def _axes(width: float) -> Axes:
    from matplotlib.figure import Figure

    height = PANEL_HEIGHT if width <= NARROW else PLOT_HEIGHT
    return Figure(figsize=(width, height), dpi=150, layout="constrained").subplots()


def rendered(plot: Plot | Panels, form: str, paper: Paper = NATURAL) -> bytes:
    """The drawing as a file; the same data gives the same SVG. Titles of panels stay also where it is bare."""
    return as_file(lambda: on_paper(plot, paper), form, plot.title)


def rendered_bare(plot: Plot | Panels, form: str, narrow: bool = False) -> bytes:
    """The drawing as a file, without its title and its caption."""
    return rendered(plot, form, Paper(NARROW if narrow else WIDTH, bare=True))


def on_paper(plot: Plot | Panels, paper: Paper) -> Axes:
    """The drawing on a new figure of a given width."""
    if isinstance(plot, Panels):
        return draw_panels(plot, paper.width or WIDTH, paper.bare)
    return _draw_plot(plot, width=paper.width or WIDTH, bare=paper.bare)
