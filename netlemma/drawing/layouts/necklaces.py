"""Layout of words that are shifted: a circle on which the rotations of each word stand side by side (its necklace)."""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle

FAMILIES = ("de-bruijn", "undirected-de-bruijn", "kautz", "undirected-kautz", "shuffle-exchange")


def place(net: Any) -> DrawingLayout:
    """Necklaces in the order of their least words, and in each word by word as letters are shifted."""

    def rank(u: int) -> tuple[Any, ...]:
        word = net.labels(u)
        turns = [word[i:] + word[:i] for i in range(len(word))]
        least = min(turns)
        return least, -turns.index(least)

    order = sorted(range(net.node_count), key=rank)
    places = np.zeros((net.node_count, 2))
    places[order] = circle(net.node_count)
    return DrawingLayout(places, room=1.3)
