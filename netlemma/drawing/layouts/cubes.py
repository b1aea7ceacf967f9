"""Layout of variants of the hypercube: nodes where those of the hypercube are, further links as curves between them."""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.layouts.grid import points

FAMILIES = ("folded-hypercube", "crossed-cube", "twisted-cube", "mobius-cube", "augmented-cube", "twisted-torus-3d")


def place(net: Any) -> DrawingLayout:
    """Nodes at their digits."""
    digits = np.array([net.labels(u) for u in range(net.node_count)])
    shape = tuple((digits.max(axis=0) + 1).tolist())
    return DrawingLayout(points(shape)[np.ravel_multi_index(tuple(digits.T), shape)])
