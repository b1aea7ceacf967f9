"""Layout of cube-connected cycles: a hypercube with a ring at each corner, turned so that nodes are close to their
links.
"""

from math import pi, sin
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle
from netlemma.drawing.layouts.grid import points

MOST_APART = 1.6  # between nodes of two corners, in radii of a ring, where the nodes of a ring are as far apart
CUBE = np.array([(1, 0), (0, 1), (0.62, 0.48)])  # the sides of a cube, the third long enough for its rings


def place(net: Any) -> DrawingLayout:
    """Corners as in a hypercube, dimension p for bit p.

    Node p of a ring as close as possible to its link in dimension p.
    """
    labels = [net.labels(u) for u in range(net.node_count)]
    count = 1 + max(p for p, _ in labels)
    number = np.arange(2**count)
    bits = number[:, None] >> np.arange(count) & 1
    grid = points((2,) * count, nesting=False)[np.ravel_multi_index(tuple(bits.T), (2,) * count)]
    corner = bits @ CUBE if count == len(CUBE) else grid
    towards = corner[number[:, None] ^ (1 << np.arange(count))] - corner[:, None]
    lengths = np.hypot(towards[..., 0], towards[..., 1])
    ring = circle(count, 1.0) if count > 1 else np.zeros((1, 2))
    apart = min(2 * sin(pi / max(count, 2)), MOST_APART)  # as far as nodes of a ring
    corner = corner * ((2 + apart) / lengths.min())
    around = [_turned(ring, way / length[:, None]) for way, length in zip(towards, lengths, strict=True)]
    return DrawingLayout(np.array([corner[v] + around[v][p] for p, v in labels]))


def _turned(ring: np.ndarray, towards: np.ndarray) -> np.ndarray:
    """The ring turned, and perhaps over, so that its nodes point in these directions as well as can be."""

    def best(shape: np.ndarray) -> tuple[float, np.ndarray]:
        a, b = shape[:, 0] + 1j * shape[:, 1], towards[:, 0] + 1j * towards[:, 1]
        total = complex((a.conj() * b).sum())
        turned = a * (total / abs(total) if abs(total) > 1e-9 else 1)
        return abs(total), np.column_stack([turned.real, turned.imag])

    return max(best(ring), best(ring * np.array([-1.0, 1.0])), key=lambda found: round(found[0], 9))[1]
