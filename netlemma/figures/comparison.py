"""Networks side by side as a figure: distances and loads over the number of links for each end, each point with its network."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from netlemma.checks.side_by_side import NetworkComparison
from netlemma.drawing.files import as_file, write_whole
from netlemma.drawing.look import TYPE
from netlemma.figures.drawing import draw_curve
from netlemma.figures.plan import PlannedCurve, PlannedPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANELS = {"mean_distance": "mean distance", "load": "largest load, uniform", "pattern": "largest load, worst pattern"}
TITLE = "Networks side by side"
MARKERS = "xos^Dv+*Ph8d"
LARGE = 8  # points, of the sign of the largest network
WIDTH, HEIGHT = 3.4, 4.2  # inches of a panel
NARROW, PAGE, LOW = (
    3.6,
    6.2,
    3.3,
)  # of those that stand one below the other: widths on a telephone and on a page, height
Place = tuple[float, float]  # in points
Box = tuple[float, float, float, float]  # left, low, right, high, in points
LETTER, LINE = 0.63, 1.25  # width of a letter and height of a line, in letters
DARK, SAMPLES = 0.65, 12  # of the colour of a line in its label; points of a line that labels keep away from
NEAREST, STEP, FURTHEST = 7, 8, 110  # points from the sign to its label
OVER, OUTSIDE, ROUNDS = (
    500,
    20,
    5,
)  # points as bad as one thing over another; such things as bad as a cut label; how often each is placed
SIDES = tuple(
    (dx, dy) for dx in (1, -1, 0.5, -0.5, 0) for dy in (0, 1, -1, 0.5, -0.5) if abs(dx) + abs(dy) >= 1
)  # of a sign


def save(found: NetworkComparison, path: Path) -> None:
    """Write the figure as an .svg, .png or .pdf file, whole or not at all."""
    write_whole(path, lambda form: rendered(found, form))


def rendered(found: NetworkComparison, form: str, upright: float = 0.0) -> bytes:
    """The figure as a file of this format, its panels side by side or one below the other."""
    return as_file(lambda: draw(found, upright), form, TITLE)


def curves(found: NetworkComparison, quantity: str) -> list[PlannedCurve]:
    """A curve for each network that was asked for: a quantity over the links for each end and, joined, growing size."""
    by_words: dict[str, list[PlannedPoint]] = {}
    for asked, row in sorted(found.rows, key=lambda each: each[1].ends):
        points = by_words.setdefault(asked, [])
        if (value := getattr(row, quantity)) is not None:
            points.append(PlannedPoint(row.links_per_end, value, {"network": row.network, "ends": row.ends}))
    order = {asked: look for look, asked in enumerate(dict.fromkeys(asked for asked, _ in found.rows))}
    return [PlannedCurve(asked, order[asked], tuple(by_words[asked])) for asked in order if by_words[asked]]


def draw(found: NetworkComparison, upright: float = 0.0) -> Axes:
    """Draw the panels on a new figure.

    Parameters
    ----------
    found : NetworkComparison
        Networks.
    upright : float, default 0.0
        Width in inches of panels that stand one below the other; if 0, they stand side by side.

    Returns
    -------
    Axes
        Axes of the first panel.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullFormatter

    grid = (len(PANELS), 1) if upright else (1, len(PANELS))
    size = (upright, LOW * grid[0]) if upright else (WIDTH * grid[1], HEIGHT)
    figure = Figure(figsize=size, dpi=150, layout="constrained")
    every = figure.subplots(*grid, sharex=True, sharey=True)
    for axes, (quantity, label) in zip(every, PANELS.items(), strict=True):
        for curve in curves(found, quantity):
            line = draw_curve(axes, curve)
            line.set_marker(MARKERS[curve.look % len(MARKERS)])
            last = curve.points[-1]
            axes.plot(float(last.x), float(last.y), marker=line.get_marker(), markersize=LARGE, markerfacecolor="none",
                      color=line.get_color())  # fmt: skip
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:.4g}")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_xlim(left=0)
        axes.set_title(label, fontsize=TYPE, loc="left")
        axes.set_xlabel("links for each end", fontsize=TYPE)
        axes.tick_params(labelsize=TYPE, which="both", labelbottom=True)
        axes.grid(True, which="major", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
    figure.draw_without_rendering()  # sets the layout, in which labels find their places
    for axes, quantity in zip(every, PANELS, strict=True):
        _label(axes, curves(found, quantity))
    return every[0]


def _label(axes: Axes, drawn: list[PlannedCurve]) -> None:
    """Write each network at its largest point, joined to it where it does not stand beside it."""
    from matplotlib.colors import to_rgb

    dots = 72 / axes.figure.dpi
    frame = tuple(each * dots for each in axes.get_window_extent().extents)
    spots = [[_on_paper(axes, point, dots) for point in curve.points] for curve in drawn]
    signs = [_around(x, y, LARGE / 2) for ends in spots for x, y in ends]
    signs += [each for ends in spots for one, other in pairwise(ends) for each in _along(one, other)]
    names = [curve.label.partition(" ")[0] for curve in drawn]
    words = [name if names.count(name) == 1 else curve.label for name, curve in zip(names, drawn, strict=True)]
    places = placed(
        [(ends[-1], LETTER * TYPE * len(word)) for ends, word in zip(spots, words, strict=True)], signs, frame
    )
    for curve, word, (x, y), (box, joined) in zip(drawn, words, (ends[-1] for ends in spots), places, strict=True):
        colour = next(to_rgb(line.get_color()) for line in axes.lines if line.get_label() == curve.label)
        axes.annotate(
            word, (float(curve.points[-1].x), float(curve.points[-1].y)), (box[0] - x, (box[1] + box[3]) / 2 - y),
            textcoords="offset points", fontsize=TYPE, va="center", color=[DARK * part for part in colour], in_layout=False,
            arrowprops={"arrowstyle": "-", "color": "0.6", "linewidth": 0.6, "shrinkA": 0, "shrinkB": LARGE / 2} if joined else None,
        )  # fmt: skip


def placed(wanted: list[tuple[Place, float]], signs: list[Box], frame: Sequence[float]) -> list[tuple[Box, bool]]:
    """The boxes of labels, and whether they are joined to their points by lines: near, and over as little else as can be.

    wanted: Point and width of each label.
    """
    found: dict[int, tuple[Box, bool]] = {}
    for _ in range(ROUNDS):
        for number, ((x, y), wide) in sorted(enumerate(wanted), key=lambda each: -each[1][0][1]):
            places = [
                (_beside(x + dx * far, y + dy * far, wide, dx), bool(dy) or far > NEAREST)
                for far in range(NEAREST, FURTHEST, STEP)
                for dx, dy in SIDES
            ]
            boxes = np.array([box for box, _ in places])
            others = [each for each in found if each != number]
            labels = [found[i][0] for i in others]
            things = [
                *signs,
                *(each for i in others if found[i][1] for each in _along(wanted[i][0], _middle(found[i][0]))),
            ]
            joins = np.array([_along((x, y), _middle(box))[1:] for box, _ in places])
            crossed = OVER * _meeting(joins, labels).sum(axis=-1) + _meeting(joins, things).sum(axis=-1)
            outside = np.any((boxes[:, :2] < frame[:2]) | (boxes[:, 2:] > frame[2:]), axis=1)
            covered = OVER * (OUTSIDE * outside + _meeting(boxes, [*labels, *things]).sum(axis=-1))
            far = [hypot(middle[0] - x, middle[1] - y) for box, _ in places for middle in [_middle(box)]]
            cost = covered + crossed.sum(axis=-1) * [joined for _, joined in places] + far
            found[number] = places[int(cost.argmin())]
    return [found[number] for number in range(len(wanted))]


def _on_paper(axes: Axes, point: PlannedPoint, dots: float) -> Place:
    x, y = axes.transData.transform((float(point.x), float(point.y)))
    return float(x) * dots, float(y) * dots


def _beside(x: float, y: float, wide: float, side: float) -> Box:
    """The box of a label that begins, ends, or is in the middle at a place."""
    start = x - (0 if side > 0 else wide if side < 0 else wide / 2)
    return start, y - LINE * TYPE / 2, start + wide, y + LINE * TYPE / 2


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _middle(box: Box) -> Place:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _along(one: Place, other: Place) -> list[Box]:
    """Small boxes along a line."""
    steps = [each / SAMPLES for each in range(SAMPLES + 1)]
    return [_around(one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1]), 2) for part in steps]


def _meeting(boxes: np.ndarray, others: Sequence[Box]) -> np.ndarray:
    """Which boxes, along the first axes, meet which others, along the last one."""
    one, other = boxes[..., None, :], np.array(others).reshape(-1, 4)
    return np.asarray(np.all((one[..., :2] < other[:, 2:]) & (other[:, :2] < one[..., 2:]), axis=-1))
