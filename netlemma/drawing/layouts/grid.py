"""Layout of grids: networks whose nodes are all digit vectors and whose links change one digit, such as products and
multicubes.

One dimension is a row, or a circle if the row closes; two are a grid; three are an oblique grid (a cube for two nodes a
side); four of two nodes a side are a cube in a cube. More dimensions are grids of grids, the inner ones slightly
rotated, so that links between them pass beside nodes.
"""

from collections.abc import Sequence
from math import atan2, cos, sin
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle
from netlemma.drawing.links import Link

STRUCTURE = 2
DEPTH = (0.8, 0.5)  # how far the last node of the third dimension would be aside and up, had it one node more
OUTER = 2.6  # the outer of two nested cubes, by the inner one
GAP = 1.3  # between grids of a grid


def place(net: Any, links: Sequence[Link]) -> DrawingLayout | None:
    """Nodes at their digits, if these form a grid."""
    labels = [net.labels(u) for u in range(net.node_count)]
    if len({len(label) for label in labels}) != 1 or not all(isinstance(x, int) for label in labels for x in label):
        return None
    digits = np.array(labels)
    shape = tuple(int(n) for n in digits.max(axis=0) + 1)
    if int(np.prod(shape)) != len(labels) or digits.min() < 0 or len(set(labels)) < len(labels):
        return None
    if any(sum(len(set(column)) > 1 for column in digits[list(link.nodes)].T) > 1 for link in links):
        return None
    if len(shape) == 1:
        return _row(digits[:, 0], links)
    return DrawingLayout(points(shape)[np.ravel_multi_index(tuple(digits.T), shape)])


def _row(number: np.ndarray, links: Sequence[Link]) -> DrawingLayout | None:
    """A row of nodes; a circle if its ends are joined as neighbours are."""
    count = len(number)
    ends = {frozenset(number[list(link.nodes)].tolist()) for link in links}
    if any(len(each) > 2 for each in ends):
        return DrawingLayout(np.column_stack([number, np.zeros(count)]).astype(float))
    if not all(frozenset((i, i + 1)) in ends for i in range(count - 1)):
        return None
    if count > 2 and frozenset((0, count - 1)) in ends:
        return DrawingLayout(circle(count)[number], room=1.0 if len(ends) == count else 1.6)
    return DrawingLayout(np.column_stack([number, np.zeros(count)]).astype(float))


def points(shape: Sequence[int], nesting: bool = True) -> np.ndarray:
    """Positions of all digit vectors, in row order.

    Returns: Float array of shape (N, 2).

    >>> points((2, 2, 2))[-1].round(3).tolist()
    [1.4, 1.25]
    """
    digits = np.indices(shape).reshape(len(shape), -1).T.astype(float)
    if len(shape) <= 2:
        return np.column_stack([digits[:, 0], digits[:, 1] if len(shape) == 2 else np.zeros(len(digits))])
    if len(shape) == 3:
        return digits[:, :2] + digits[:, 2:] * np.array(DEPTH) / shape[2]
    nested = nesting and all(n == 2 for n in shape[:4])
    if nested and len(shape) == 4:
        cube = points(shape[:3])
        cube = cube - cube.mean(axis=0)
        return (cube[:, None] * np.array([1.0, OUTER])[:, None]).reshape(-1, 2)
    first = 4 if nested else 2 + len(shape) % 2
    inner = points(shape[:first], nesting)
    inner = _turned(inner - inner.mean(axis=0), atan2(1, max(4, *shape[:first])) / (2 if nested else 1))
    outer = points(shape[first:], nesting)
    around = (np.ptp(inner, axis=0) + GAP) * outer[None, :]
    return (inner[:, None] + around).reshape(-1, 2)


def _turned(places: np.ndarray, by: float) -> np.ndarray:
    return places @ np.array([[cos(by), sin(by)], [-sin(by), cos(by)]])
