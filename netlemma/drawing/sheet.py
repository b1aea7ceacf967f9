"""Axes of a fixed size with title, caption and colour bar."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.curves import Shape, along, shapes
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link
from netlemma.drawing.look import TYPE, WIDTHS, Look, Paper
from netlemma.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INCH = 72  # points
WITHOUT, WITH_TEXTS = 0.34, 0.62  # inches between the nearest nodes that have no names; with texts at links
LEAST, MOST, NAMED = 4.4, 9.0, 40.0  # inches of a drawing; at most, with names that are asked for
NARROW = 2.2  # inches of a drawing without a caption
NATURAL = Paper()
LEAST_SCALE = 0.97  # of the natural size, at which names and numbers still stand apart
TALLEST = 8.6  # inches of a drawing of given width
LINE = 0.15  # inches of a line of text
LETTERS = 16.0  # in an inch of text
BOLD = 0.8  # of these, in an inch of a title
BAR = 0.8  # inches for a colour bar, without its numbers
TICK = 0.07  # inches for a character of its numbers
FREE = np.array([1.6, 2.2])  # of the width and height of names: from one to the next
THIN, DENSE = 0.6, 0.2  # points of the thinnest lines; share of a drawing that they cover at most
EDGE = 0.08  # inches around everything
PARTS = np.linspace(0, 1, 17)[:, None]  # of a curve, whose points there are inside of the drawing


def name_box(longest: int) -> np.ndarray:
    """Width and height of a node with a name of so many characters, in points."""
    return TYPE * np.array([0.5 * longest + 0.6, 1.6])


def unit_with_names(layout: DrawingLayout, longest: int) -> float:
    """The scale from which on names stand apart, with lines between them."""
    points = layout.everywhere
    apart = np.abs(points[:, None] - points)[np.triu_indices(len(points), 1)]
    with np.errstate(divide="ignore"):
        return float((FREE * name_box(longest) / apart).min(axis=1).max(initial=1.0))


def fits(layout: DrawingLayout, links: Sequence[Link], look: Look, longest: int, paper: Paper = NATURAL) -> bool:
    """Whether a drawing of usual size, or of this width, has room for the names of the nodes."""
    wide, high = _size(layout, shapes(links, layout), look, longest)
    return bool(max(wide, high) <= MOST and (not paper.width or wide <= room(look, paper)))


def dense(layout: DrawingLayout, links: Sequence[Link], look: Look) -> bool:
    """Whether lines would cover so much of a drawing that none can be followed."""
    drawn = shapes(links, layout)
    wide, high = _size(layout, drawn, look, 0)
    scale = _unit(layout, look, 0) * min(1.0, MOST / max(wide, high))  # points for a unit of the layout
    lengths = (np.hypot(*np.diff(along(shape, PARTS), axis=0).T).sum() for shape in drawn)
    covered = sum(length * look.width(i, THIN) for i, length in enumerate(lengths))
    low, high = _corners(layout, drawn, look, 0)
    return bool(covered > DENSE * np.prod(high - low) * scale)


def new_axes(
    layout: DrawingLayout, links: Sequence[Link], longest: int, title: str, look: Look, paper: Paper = NATURAL
) -> Axes:
    """Axes on a new figure, large enough for the network, its title and its caption, or of a given width."""
    wide, high = _size(layout, shapes(links, layout), look, longest)
    smaller = min(1.0, (NAMED if longest else MOST) / max(wide, high))
    if paper.width:
        if (longest or look.texts) and wide > room(look, paper) / LEAST_SCALE:
            what = "names of the nodes" if longest else "numbers at the links"
            raise InputError(
                f"the {what} need {wide:.1f} inches at {TYPE:.0f} points, and there are {room(look, paper):.1f}: draw a smaller size"
                f"{', or `width=page`' if paper.width < WIDTHS['page'] else ''}{', or `no_labels`' if longest else ''}"
            )
        smaller = min(room(look, paper) / wide, TALLEST / high)
    return blank(float(wide * smaller), float(high * smaller), title, look, paper)


def room(look: Look, paper: Paper) -> float:
    """Inches that a paper has for the network."""
    return paper.width - _bar(look) - 2 * EDGE


def _bar(look: Look) -> float:
    """Inches of the colour bar with its numbers."""
    return BAR + TICK * look.scale.longest if look.scale else 0.0


def blank(wide: float, high: float, title: str, look: Look, paper: Paper = NATURAL) -> Axes:
    """Axes on a new figure, with title, caption and colour bar around them."""
    from matplotlib.figure import Figure

    bar = _bar(look)
    least = LEAST if look.caption else min(LEAST, max(NARROW, len(title) / (LETTERS * BOLD) + 2 * EDGE))
    drawn = paper.width - bar if paper.width else max(0 if paper.bare else least - bar, wide + 2 * EDGE)
    width = drawn + bar
    caption = (
        [line for text in look.caption for line in textwrap.wrap(text, int(width * LETTERS))] if not paper.bare else []
    )
    heading = textwrap.wrap(title, int((width - 2 * EDGE) * LETTERS * BOLD)) if not paper.bare else []
    below, above = (
        LINE * len(caption) + (2 if caption else 1) * EDGE,
        LINE * len(heading) + (2 if heading else 1) * EDGE,
    )
    high = max(0.7, high)
    height = high + below + above
    figure = Figure(figsize=(width, height), dpi=150)
    axes = figure.add_axes((0.0, below / height, drawn / width, high / height))
    figure.text(
        EDGE / width,
        1 - EDGE / height,
        "\n".join(heading),
        fontsize=TYPE,
        fontweight="bold",
        va="top",
        parse_math=False,
    )
    figure.text(EDGE / width, EDGE / height, "\n".join(caption), fontsize=TYPE, va="bottom", color="0.25", linespacing=1.25,
                parse_math=False)  # fmt: skip
    if look.scale:
        tall = min(4.0, high - 0.2)
        where = ((width - bar + EDGE) / width, (below + (high - tall) / 2) / height, 0.14 / width, tall / height)
        colour_bar(figure, look, cax=figure.add_axes(where))
    return axes


def frame(axes: Axes, layout: DrawingLayout, drawn: Sequence[Shape], look: Look, longest: int) -> None:
    """Set equal scales without ticks, with room for every curve and name.

    drawn: Shapes of the links.
    """
    low, high = _corners(layout, drawn, look, longest)
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.set_axis_off()


def _size(layout: DrawingLayout, drawn: Sequence[Shape], look: Look, longest: int) -> np.ndarray:
    """Width and height of a drawing at its natural size, in inches."""
    low, high = _corners(layout, drawn, look, longest)
    return np.asarray((high - low) * _unit(layout, look, longest) / INCH)


def _unit(layout: DrawingLayout, look: Look, longest: int) -> float:
    """Points for a unit of the layout at the natural size of a drawing."""
    least = INCH * (WITH_TEXTS if look.texts else WITHOUT) / layout.pitch
    return max(least, unit_with_names(layout, longest) if longest else 0) * look.room * layout.room


def _corners(layout: DrawingLayout, drawn: Sequence[Shape], look: Look, longest: int) -> tuple[np.ndarray, np.ndarray]:
    """The lower left and the upper right corner of what is drawn, in units of the layout."""
    unit = _unit(layout, look, longest)
    curves = np.concatenate([along(shape, PARTS) for shape in drawn] or [np.empty((0, 2))])
    node = name_box(longest) if longest else 0.25 * layout.pitch * unit
    half = (node / 2 + 2) / unit
    points = np.concatenate([layout.everywhere - half, layout.everywhere + half, curves, layout.beyond])
    return points.min(axis=0) - 3 / unit, points.max(axis=0) + 3 / unit


def colour_bar(figure: Any, look: Look, **where: Any) -> None:
    """Draw the colours and their meaning: each value if there are few, else round numbers."""
    from matplotlib.ticker import MaxNLocator

    assert look.scale is not None
    bar = figure.colorbar(look.mappable(), **where)
    if look.scale.ticks:
        bar.set_ticks([value for value, _ in look.scale.ticks], labels=[text for _, text in look.scale.ticks])
    else:
        bar.locator = MaxNLocator(5, integer=look.scale.whole)
        bar.update_ticks()
    bar.ax.minorticks_off()
    bar.set_label(look.scale.label, fontsize=TYPE)
    bar.ax.tick_params(labelsize=TYPE)


def points_per_unit(axes: Axes) -> float:
    """Points on paper for one unit of the layout, on axes with equal scales."""
    box = axes.get_position()
    wide, high = axes.figure.get_size_inches()  # type: ignore[union-attr]
    (left, right), (low, up) = axes.get_xlim(), axes.get_ylim()
    return float(min(box.width * wide / (right - left), box.height * high / (up - low))) * INCH
