"""Layouts of switches with terminals at them: groups on a circle, levels and grids."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle
from netlemma.drawing.layouts.grid import points

FREE = 1.5  # radius of a circle of circles, by those that touch
NEAR = 0.62  # from a switch to its terminals


def unit(angle: np.ndarray) -> np.ndarray:
    """Places on the circle of radius 1 about the origin.

    angle (ndarray of float, shape (...)): Angles in radians, from the right and against the clock.

    Returns: Their places.

    >>> unit(np.array([0.0])).tolist()
    [[1.0, 0.0]]
    """
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _dragonfly(net: Any, label: np.ndarray) -> DrawingLayout:
    """Groups on a circle, the switches of each on a small one, terminals around it."""
    groups, a = label.max(axis=0) + 1
    p = net.parameters["p"]
    inner = 0.5 / np.sin(np.pi / a) if a > 1 else 0.0
    outer = max(inner + 0.8, 0.3 / np.sin(np.pi / max(2, a * p))) if p else inner
    centre = circle(groups, 1.15 * (outer + 0.35) / np.sin(np.pi / max(2, groups)))
    facing = np.arctan2(centre[:, 1], centre[:, 0])[label[:, 0]]
    angle = facing + 2 * np.pi * (label[:, 1] - (a - 1) / 2) / a
    places = centre[label[:, 0]] + inner * unit(angle)
    return with_terminals(
        net,
        places,
        lambda at, i, n: centre[label[at, 0]] + outer * unit(angle[at] + (i - (n - 1) / 2) * 2 * np.pi / (a * n)),
    )


def _megafly(net: Any, label: np.ndarray) -> DrawingLayout:
    """Groups on a circle: spines towards its centre, leaves outside of them, terminals outside of these."""
    groups, _, s = label.max(axis=0) + 1
    p = max(1, net.parameters["p"])
    apart = max(1.0, 0.55 * p)
    radius = max(1.0, 0.6 * (s * apart) / np.tan(np.pi / max(groups, 3)))
    facing = np.pi / 2 - 2 * np.pi * np.arange(groups) / groups
    outwards = unit(facing)[label[:, 0]]
    along = outwards[:, ::-1] * (1, -1)
    side = (label[:, 2] - (s - 1) / 2) * np.where(label[:, 1] == 0, apart, 0.9 * apart)
    depth = max(1.3, 0.5 * s * apart)
    places = outwards * (radius + depth * (label[:, 1] == 0))[:, None] + along * side[:, None]
    return with_terminals(
        net, places, lambda at, i, n: places[at] + outwards[at] * 0.9 + along[at] * ((i - (n - 1) / 2) * 0.55)[:, None]
    )


def _grid(net: Any, label: np.ndarray) -> DrawingLayout:
    """Switches at the points of their grid, terminals in the four directions between its lines."""
    shape = tuple((label.max(axis=0) + 1).tolist())
    terminals = len(net.ends) // len(label) if net.terminals else 0
    places = points(shape)[np.ravel_multi_index(tuple(label.T), shape)] * (1 + 0.5 * (terminals > 0))

    def around(at: np.ndarray, i: np.ndarray, n: int) -> np.ndarray:
        each = -(-n // 4)
        turn = np.radians(-45 - 90 * (i % 4) + (i // 4 - (each - 1) / 2) * 60 / max(each, 2))
        return places[at] + NEAR * unit(turn)

    return with_terminals(net, places, around)


def _slim_fly(net: Any, label: np.ndarray) -> DrawingLayout:
    """The groups of q switches on a circle, those of the two halves in turn, the switches of each on a small one.

    Where q is a prime, the drawing turns into itself: with y -> y + x and c -> c - m - 1, x -> x + 1 and m -> m + 1 keep y = m x + c.
    """
    q = net.parameters["q"]
    half, group, number = label.T
    if all(q % d for d in range(2, q)):
        number = number + np.where(half == 0, -group * (group - 1), group * (group + 1)) // 2
    facing = np.pi / 2 - np.pi * (2 * group + half) / q
    inner = 0.5 / np.sin(np.pi / q)
    apart = 0.6 if net.terminals else 0.0  # for terminals
    centre = FREE * (inner + apart) / np.sin(np.pi / (2 * q)) * unit(facing)
    angle = facing + 2 * np.pi * number / q
    placed = with_terminals(
        net,
        centre + inner * unit(angle),
        lambda at, i, n: centre[at] + (inner + apart) * unit(angle[at] + (i - (n - 1) / 2) * 2 * np.pi / (q * n)),
    )
    kind = q * half + group

    def behind(u: int, v: int) -> bool:
        return max(u, v) < len(kind) and bool(kind[u] != kind[v])

    return replace(placed, room=1.0, behind=behind)


def _levels(net: Any, label: np.ndarray) -> DrawingLayout:
    """A row for each level of a tree, roots on top."""
    level = np.array([net.labels(u)[0] for u in range(net.node_count)])
    order = {
        value: row for row, value in enumerate(dict.fromkeys(level.tolist()))
    }  # from the roots down, as they are numbered
    row = np.array([order[value] for value in level.tolist()])
    size = np.bincount(row)
    number = np.arange(len(row)) - np.searchsorted(row, row)
    tall = max(1.5, size.max() / 5)
    return DrawingLayout(np.column_stack([(number + 0.5) * size.max() / size[row], -tall * row]))


def _columns(net: Any, label: np.ndarray) -> DrawingLayout:
    """A column for each level, terminals outside of the first and the last one."""
    width = max(1.6, 0.8 * (label[:, 1].max() + 1) / (label[:, 0].max() + 1))
    p = max(1, net.parameters["p"])
    places = np.column_stack([label[:, 0] * width, -label[:, 1] * max(1.0, 0.5 * p)]).astype(float)

    def beside(at: np.ndarray, i: np.ndarray, n: int) -> np.ndarray:
        return places[at] + np.column_stack([np.where(label[at, 0] == 0, -0.9, 0.9), ((n - 1) / 2 - i) * 0.5])

    return with_terminals(net, places, beside)


def with_terminals(
    net: Any, places: np.ndarray, around: Callable[[np.ndarray, np.ndarray, int], np.ndarray]
) -> DrawingLayout:
    """A layout of switches, which are numbered first, and of the terminals around them.

    places (ndarray of float, shape (S, 2)): Places of the switches.
    """
    count = len(places)
    if net.node_count == count:
        return DrawingLayout(places, room=1.2)
    at = np.asarray(net.target)[np.asarray(net.indptr)[count:-1]]
    each = int(np.bincount(at).max())
    return DrawingLayout(np.concatenate([places, around(at, np.arange(len(at)) % each, each)]), room=1.4)


PLACES = {
    "dragonfly": _dragonfly,
    "megafly": _megafly,
    "hyperx": _grid,
    "flattened-butterfly": _grid,
    "concentrated-mesh": _grid,
    "slim-fly": _slim_fly,
    "fat-tree": _levels,
    "k-ary-n-tree": _levels,
    "xgft": _levels,
    "pgft": _levels,
    "benes": _columns,
}
FAMILIES = tuple(PLACES)


def place(net: Any) -> DrawingLayout:
    """Switches as their labels say, terminals at them."""
    labels = [net.labels(u) for u in range(net.node_count)]
    shortest = len(labels[0])
    return PLACES[net.family](net, np.array([label for label in labels if len(label) == shortest]))
