"""Where the nodes of a network are in its drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

Ends = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Layout:
    """Places of the nodes, x to the right and y up.

    Parameters
    ----------
    places : float array (N, 2).
    copies : places where a node is drawn once more, so that links need not lead back through the whole drawing.
    ends : function (tail, head, how many devices join these two before this one) to the places where the link begins and ends, in
        this order; the places of its nodes if None.
    room : how much larger than usual the drawing is to be.
    """

    places: np.ndarray
    copies: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    ends: Callable[[int, int, int], Ends] | None = None
    room: float = 1.0

    def between(self, tail: int, head: int, before: int) -> Ends:
        """Where a link begins and where it ends."""
        return self.ends(tail, head, before) if self.ends else (self.places[tail], self.places[head])

    @property
    def everywhere(self) -> np.ndarray:
        """The places of nodes and copies."""
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
    """Places on a circle, from the top on clockwise, neighbours one unit apart if no radius is given."""
    size = radius if radius is not None else 0.5 / np.sin(np.pi / max(count, 2))
    turn = np.pi / 2 - 2 * np.pi * np.arange(count) / count
    return size * np.column_stack([np.cos(turn), np.sin(turn)])
