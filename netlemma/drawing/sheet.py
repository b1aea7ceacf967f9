"""Axes of a fixed size with title, caption and colour bar."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.curves import Shape, shapes
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link
from netlemma.drawing.look import Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INCH = 72  # points
WITH_NAMES, WITHOUT = 0.66, 0.34  # inches between the nearest nodes
LEAST, MOST = 3.8, 13.0  # inches of a drawing
NARROW = 2.2  # inches of a drawing without a caption
MAGNIFIED_FROM, MAGNIFIED_MOST = 7.0, 1.7  # inches from which on texts grow with the drawing, and how much
LINE = 0.14  # inches of a line of the caption
TITLE, CAPTION, TICKS = 9.5, 7.5, 7.0  # points of texts
BAR = 0.95  # inches for a colour bar, without its numbers
TICK = 0.06  # inches for a character of its numbers


def new_axes(layout: DrawingLayout, links: Sequence[Link], names: bool, title: str, look: Look) -> Axes:
    """Axes on a new figure, large enough for the network, its title and its caption.

    Parameters
    ----------
    layout : DrawingLayout
        Positions of the nodes.
    links : sequence of Link
        Links of the network to draw.
    names : bool
        Whether nodes are drawn with their names.
    title : str
        Title of the drawing.
    look : Look
        Colours, widths and texts of the links.

    Returns
    -------
    Axes
        Axes of matplotlib.
    """
    from matplotlib.figure import Figure

    wide, high = _extent(layout, shapes(links, layout))
    unit = min((WITH_NAMES if names else WITHOUT) * look.room * layout.room / layout.pitch, MOST / wide, MOST / high)
    large = float(np.clip(max(wide, high) * unit / MAGNIFIED_FROM, 1, MAGNIFIED_MOST))
    bar = large * (BAR + TICK * look.scale.longest) if look.scale else 0.0
    least = LEAST if look.caption else min(LEAST, max(NARROW, 0.09 * len(title) + 0.3))
    drawn = max(least - bar, wide * unit)
    width = drawn + bar
    caption = [line for text in look.caption for line in textwrap.wrap(text, int(width * 14.5 / large))]
    heading = textwrap.wrap(title, int(width * 11.5 / large))
    below, above = (LINE * len(caption) + 0.12) * large, (0.16 * len(heading) + 0.12) * large
    height = max(0.7, high * unit) + below + above
    figure = Figure(figsize=(width, height), dpi=150)
    axes = figure.add_axes((0.0, below / height, drawn / width, 1 - (below + above) / height))
    figure.text(0.08 / width, 1 - 0.06 / height, "\n".join(heading), fontsize=TITLE * large, va="top", parse_math=False)
    figure.text(0.08 / width, 0.06 / height, "\n".join(caption), fontsize=CAPTION * large, va="bottom", color="0.25", linespacing=1.3,
                parse_math=False)  # fmt: skip
    if look.scale:
        tall = min(4.0 * large, height - below - above - 0.2)
        middle = below + (height - below - above) / 2
        beside = figure.add_axes(
            ((width - bar + 0.08) / width, (middle - tall / 2) / height, 0.14 * large / width, tall / height)
        )
        colour_bar(figure, look, large, cax=beside)
    return axes


def frame(axes: Axes, layout: DrawingLayout, drawn: Sequence[Shape]) -> None:
    """Set equal scales without ticks, with room for every curve and name.

    Parameters
    ----------
    axes : Axes
        Axes of matplotlib.
    layout : DrawingLayout
        Positions of the nodes.
    drawn : sequence of Shape
        Shapes of the links.
    """
    points = np.concatenate([layout.everywhere, *(shape.line for shape in drawn)])
    margin = 0.45 * layout.pitch
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.set_axis_off()


def _extent(layout: DrawingLayout, drawn: Sequence[Shape]) -> np.ndarray:
    """Width and height of what is drawn, in units of the layout."""
    points = np.concatenate([layout.everywhere, *(shape.line for shape in drawn)])
    return np.ptp(points, axis=0) + 0.9 * layout.pitch


def colour_bar(figure: Any, look: Look, large: float, **where: Any) -> None:
    """Draw the colours and their meaning: each value if there are few, else round numbers.

    Parameters
    ----------
    figure : object
        Figure of matplotlib.
    look : Look
        Colours, widths and texts of the links.
    large : float
        Magnification of the figure.
    **where : object
        Position of the bar, as in matplotlib.
    """
    from matplotlib.ticker import MaxNLocator

    assert look.scale is not None
    bar = figure.colorbar(look.mappable(), **where)
    if look.scale.ticks:
        bar.set_ticks([value for value, _ in look.scale.ticks], labels=[text for _, text in look.scale.ticks])
    else:
        bar.locator = MaxNLocator(5, integer=look.scale.whole)
        bar.update_ticks()
    bar.ax.minorticks_off()
    bar.set_label(look.scale.label, fontsize=CAPTION * large)
    bar.ax.tick_params(labelsize=TICKS * large)


def points_per_unit(axes: Axes) -> float:
    """Points on paper for one unit of the layout, on axes with equal scales."""
    box = axes.get_position()
    wide, high = axes.figure.get_size_inches()  # type: ignore[union-attr]
    (left, right), (low, up) = axes.get_xlim(), axes.get_ylim()
    return float(min(box.width * wide / (right - left), box.height * high / (up - low))) * INCH
