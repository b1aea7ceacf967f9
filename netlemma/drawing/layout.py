"""Positions of the nodes in a drawing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

Ends = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class DrawingLayout:
    """Positions of the nodes, x to the right and y up.

    places: Positions, a float array of shape (N, 2).
    copies: Positions at which nodes are drawn a second time, so that links need not lead back through the whole
    drawing.
    ends: Function of tail, head, and the number of earlier devices between them, to the positions where the link begins
    and ends; the positions of its nodes if None.
    room: Size of the drawing relative to the usual size.
    beyond: Further points that the drawing has room for, a float array of shape (P, 2).
    bent: Whether lines bend around nodes that they pass closely; on a circle none lies on a line.
    behind: Whether a link between two nodes is drawn thin and pale behind the others, such as one between groups; none
    if None.
    """

    places: np.ndarray
    copies: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    ends: Callable[[int, int, int], Ends] | None = None
    room: float = 1.0
    beyond: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    bent: bool = True
    behind: Callable[[int, int], bool] | None = None

    def between(self, tail: int, head: int, before: int) -> Ends:
        """The positions at which a link begins and ends."""
        return self.ends(tail, head, before) if self.ends else (self.places[tail], self.places[head])

    @property
    def everywhere(self) -> np.ndarray:
        """The positions of nodes and copies, an array of shape (N, 2)."""
        return np.array([*self.places, *self.copies.values()])

    @property
    def pitch(self) -> float:
        """The distance between the two nearest nodes; 1 if there is only one."""
        points = self.everywhere
        if len(points) < 2:
            return 1.0
        nearest = np.inf
        for i in range(len(points) - 1):
            nearest = min(nearest, float(np.hypot(*(points[i + 1 :] - points[i]).T).min()))
        return nearest


def circle(count: int, radius: float | None = None) -> np.ndarray:
    """Positions on a circle, clockwise from the top.

    Returns: Float array of shape (count, 2).
    """
    size = radius if radius is not None else 0.5 / np.sin(np.pi / max(count, 2))
    turn = np.pi / 2 - 2 * np.pi * np.arange(count) / count
    return size * np.column_stack([np.cos(turn), np.sin(turn)])
