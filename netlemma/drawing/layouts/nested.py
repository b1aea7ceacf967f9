"""Layout of networks of copies of copies: polygons of polygons, the corner y of copy x towards copy y."""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle

FAMILIES = ("sierpinski", "wk-recursive")
FILLED = 0.8  # of the distance of two copies, by the copies


def place(net: Any) -> DrawingLayout:
    """The position of a word: the corners of its letters, each smaller than the one before."""
    words = np.array([net.labels(u) for u in range(net.node_count)])
    count = int(words.max()) + 1
    corners = circle(count, 1.0) if count > 2 else np.array([(-1.0, 0.0), (1.0, 0.0)])
    side = corners[1] - corners[0]
    length = float(np.hypot(*side))
    filled = FILLED * length**2 / (2 * float((corners @ side).max()))  # of a copy and all within it
    shrunk = filled / (1 + filled)
    places = (corners[words] * shrunk ** np.arange(words.shape[1])[None, :, None]).sum(axis=1)
    drawn = DrawingLayout(places)
    return DrawingLayout(places / drawn.pitch)
