"""Drawing with matplotlib: the only place where exact values become floats."""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.inputs import InputError, shown
from netlemma.figures.plan import Curve, Panels, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

FORMATS = ("svg", "png", "pdf")
# colours of Okabe and Ito, told apart by readers with any colour vision; markers and dashes serve in grey print
LOOKS = (
    ("#000000", "x", (0, (1, 1))),
    ("#0072B2", "o", "solid"),
    ("#56B4E9", "s", (0, (6, 2))),
    ("#D55E00", "^", "solid"),
    ("#009E73", "D", (0, (4, 1, 1, 1))),
    ("#CC79A7", "v", (0, (3, 1))),
)
WIDTH, PLOT_HEIGHT, LINE_HEIGHT = 8.0, 4.8, 0.155  # inches
CAPTION_SIZE, CAPTION_COLUMNS = 8, 125
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


def available() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def require_matplotlib() -> None:
    """:raises InputError: naming the extra, if matplotlib is missing or cannot be loaded"""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise InputError('drawing needs matplotlib: pip install "netlemma[plot]"') from None


def draw(plot: Plot | Panels, ax: Axes | None = None) -> Axes:
    """Draw the curves on ``ax``; without it, on a figure of its own, legend beside and caption under them."""
    require_matplotlib()
    if isinstance(plot, Panels):
        from netlemma.figures.panels import draw_panels

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
    axes.set_xlabel(typeset(plot.x))
    axes.set_ylabel(typeset(plot.y))
    axes.set_title(f"{typeset(plot.title)}\n({plot.source}, {plot.locator})", fontsize=10, loc="left")
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    order = sorted(plot.curves, key=lambda curve: -curve.points[-1].y)  # from top to bottom, as the curves end
    where: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.02, 1), "borderaxespad": 0}
    labels = [typeset(curve.label) for curve in order]
    axes.legend(
        [drawn[curve] for curve in order],
        labels,
        fontsize=8,
        frameon=not own,
        handlelength=3.2,
        **(where if own else {"loc": "best"}),
    )
    return axes


def typeset(text: str) -> str:
    """The text with the symbols of queueing networks as mathematics."""
    for plain, symbol in SYMBOLS.items():
        text = text.replace(plain, symbol)
    return text


def _axes(plot: Plot) -> Axes:
    from matplotlib.figure import Figure

    lines = textwrap.wrap(plot.caption, CAPTION_COLUMNS)
    figure = Figure(figsize=(WIDTH, PLOT_HEIGHT + LINE_HEIGHT * len(lines)), dpi=150, layout="constrained")
    figure.supxlabel(
        typeset("\n".join(lines)), x=0.015, ha="left", fontsize=CAPTION_SIZE, linespacing=1.25, color="0.25"
    )
    return figure.subplots()


def draw_curve(axes: Axes, curve: Curve) -> Line2D:
    colour, marker, dashes = LOOKS[curve.look % len(LOOKS)]
    x, y = [float(point.x) for point in curve.points], [float(point.y) for point in curve.points]
    half_widths = [point.about.get("half_width", 0) for point in curve.points]
    if any(half_widths):
        axes.errorbar(x, y, half_widths, fmt="none", ecolor=colour, elinewidth=1, capsize=2)
    (line,) = axes.plot(
        x,
        y,
        label=typeset(curve.label),
        color=colour,
        linestyle=dashes if curve.joined else "none",
        linewidth=1.5,
        marker=marker if curve.marked else None,
        markersize=5,
        markerfacecolor="none",  # so that points of several curves at one place are all seen
        markevery=MARKER_DISTANCE if curve.marked and curve.joined else None,
    )
    return line


def logarithmic(axes: Axes, heights: bool = True) -> None:
    """Logarithmic axes (x alone without ``heights``), numbers plainly written, not only at powers of ten where they span little."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    for axis, scale in ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale))[: 2 if heights else 1]:
        scale("log")
        low, high = axis.get_view_interval()
        axis.set_major_locator(LogLocator(10, (1,) if high / low > 2000 else (1, 2, 5)))
        axis.set_major_formatter(FuncFormatter(lambda value, position: f"{value:,.10g}"))
        axis.set_minor_formatter(NullFormatter())


def rendered(plot: Plot | Panels, form: str) -> bytes:
    """The drawing as a file of this format; the same data gives the same SVG."""
    return as_file(lambda: draw(plot), form, plot.title)


def as_file(axes: Callable[[], Axes], form: str, title: str, **settings: Any) -> bytes:
    """The figure of these axes as a file without dates; the same drawing gives the same SVG.

    ``settings`` are those of matplotlib for this file alone, with ``_`` for the dot.
    """
    require_matplotlib()
    import matplotlib

    file = BytesIO()
    metadata: dict[str, Any] = {"Title": title}
    if form != "png":
        metadata["Date" if form == "svg" else "CreationDate"] = None
    chosen: Any = {name.replace("_", "."): value for name, value in settings.items()}
    with matplotlib.rc_context(chosen | {"svg.hashsalt": title}):
        axes().figure.savefig(file, format=form, metadata=metadata)  # type: ignore[union-attr]  # no subfigure
    return file.getvalue()


def write_whole(path: Path, content: Callable[[str], bytes]) -> None:
    """Write what ``content`` gives for the format that the name ends with; an earlier file stays until the new one is whole.

    :raises InputError: another ending, no matplotlib, or the file cannot be written
    """
    form = checked_format(path)
    require_matplotlib()
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise InputError(f"{shown(str(path))} cannot be written: it is no plain file")
        draft = target.with_name(f".{secrets.token_hex(8)}.part")
        draft.touch()  # before the work of drawing, so that a wrong folder is told at once
        try:
            draft.write_bytes(content(form))
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:  # Python 3.11 and 3.12 raise RuntimeError for links in a circle
        raise InputError(f"{shown(str(path))} cannot be written: {getattr(error, 'strerror', error)}") from None


def checked_format(path: Path) -> str:
    """The format that the name of the file ends with. :raises InputError: for any other"""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise InputError(f"{shown(str(path))} must end in {', '.join('.' + f for f in FORMATS[:-1])} or .{FORMATS[-1]}")
    return form
