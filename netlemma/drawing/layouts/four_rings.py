"""Layout of four rings in a square that share the nodes in the middle (Johnson 1991, figure 3)."""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout

PLACES = (
    *((-2, 1), (-1, 2), (0, 1)),  # ring A, and the node that it shares with B
    *((1, 2), (2, 1), (1, 0)),
    *((2, -1), (1, -2), (0, -1)),
    *((-1, -2), (-2, -1), (-1, 0)),
)


def place(net: Any) -> DrawingLayout:
    """Each ring a diamond."""
    return DrawingLayout(np.array(PLACES, dtype=float))
