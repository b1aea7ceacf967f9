"""Layout as the user's graph or file says: attributes ``pos``, or ``x`` and ``y``, of all nodes."""

from collections.abc import Sequence
from typing import Any

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link

STRUCTURE = 0


def place(net: Any, links: Sequence[Link]) -> DrawingLayout | None:
    """The places that come with the network, drawn larger or smaller: the nearest nodes are one apart, if none is far away."""
    places = getattr(net, "places", None)
    if places is None:
        return None
    found = DrawingLayout(places - places.min(axis=0))
    return DrawingLayout(found.places / max(found.pitch, found.places.max() / max(len(places), 10)))
