"""Curves, symbols and logarithmic axes of plots, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from netlemma.figures.plan import PlannedCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

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
