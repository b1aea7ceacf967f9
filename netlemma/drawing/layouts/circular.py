"""Layout on one circle, in the order of the numbers of the nodes; it fits every network."""

from collections.abc import Sequence
from typing import Any

from netlemma.drawing.layout import DrawingLayout, circle
from netlemma.drawing.links import Link

STRUCTURE = 5


def place(net: Any, links: Sequence[Link]) -> DrawingLayout:
    """Nodes on a circle, clockwise from the top."""
    return DrawingLayout(circle(net.node_count), room=1.4, bent=False)
