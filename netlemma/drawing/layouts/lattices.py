"""Layout of networks on points of a lattice: square, triangular or hexagonal, as their labels say.

Links that lead around go straight through the drawing.
"""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout

SQUARE = np.array([(1, 0), (0, 1)])
TRIANGULAR = np.array([(1, 0), (0.5, 3**0.5 / 2)])
HONEYCOMB = np.array([(3**0.5 / 2, 0.5), (-(3**0.5) / 2, 0.5), (0, -1)])
AXES = {
    "gaussian-network": SQUARE,
    "twisted-torus-2d": SQUARE,
    "hexagonal-mesh": TRIANGULAR,
    "wrapped-hexagonal-mesh": TRIANGULAR,
    "eisenstein-jacobi": TRIANGULAR,
    "honeycomb-mesh": HONEYCOMB,
    "honeycomb-torus": HONEYCOMB,
}
DENSE = ("wrapped-hexagonal-mesh", "eisenstein-jacobi")
FAMILIES = tuple(AXES)


def place(net: Any) -> DrawingLayout:
    """Points at the sum of their coordinates times the axes."""
    labels = np.array([net.labels(u) for u in range(net.node_count)])
    if net.family == "wrapped-hexagonal-mesh":
        labels = _hexagon(net.parameters["n"])
    return DrawingLayout(labels @ AXES[net.family], room=1.5 if net.family in DENSE else 1.1)


def _hexagon(n: int) -> np.ndarray:
    """The points of a hexagon that are nodes 0, 1, ...: a step (1, 0) is the jump 1, a step (0, 1) the jump 3n-1."""
    count = 3 * n * n - 3 * n + 1
    points = np.indices((2 * n - 1, 2 * n - 1)).reshape(2, -1).T - (n - 1)
    points = points[abs(points.sum(axis=1)) < n]
    placed = np.zeros((count, 2), dtype=np.int64)
    placed[(points[:, 0] + (3 * n - 1) * points[:, 1]) % count] = points
    return placed
