"""Layout of permutations: a circle of circles, one for each symbol at the end that most links leave alone.

That is the first symbol of bubble-sort and transposition graphs, and the last one of star and pancake graphs, whose links all change
the first. Three symbols stand on one circle, in the order in which links exchange them.
"""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle

FAMILIES = ("permutation-star", "pancake", "bubble-sort", "transposition-graph")
AT_FRONT = ("permutation-star", "pancake")  # links change the first symbol
GAP = 1.2  # between circles, in distances of neighbours
FRONT = ((0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 2, 1), (1, 2, 0), (2, 1, 0))
ADJACENT = ((0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0), (2, 0, 1), (0, 2, 1))


def place(net: Any) -> DrawingLayout:
    """Circles of circles, the symbols clockwise in their order."""
    words = [net.labels(u) for u in range(net.node_count)]
    placed = _circles(tuple(sorted(words[0])), net.family in AT_FRONT)
    return DrawingLayout(np.array([placed[word] for word in words]), room=1.1)


def _circles(symbols: tuple[int, ...], at_front: bool) -> dict[tuple[int, ...], np.ndarray]:
    """The position of each permutation of the symbols, around 0."""
    if len(symbols) < 3:
        return {word: np.array([float(i), 0.0]) for i, word in enumerate((symbols, symbols[::-1])[: len(symbols)])}
    if len(symbols) == 3:
        order = FRONT if at_front else ADJACENT
        return {tuple(symbols[i] for i in each): at for each, at in zip(order, circle(6), strict=True)}
    parts = [_circles(tuple(x for x in symbols if x != symbol), at_front) for symbol in symbols]
    size = max(float(np.hypot(*at)) for at in parts[0].values())
    centres = circle(len(symbols), (size + GAP / 2) / np.sin(np.pi / len(symbols)))
    return {
        (*word, symbol) if at_front else (symbol, *word): centre + at
        for symbol, part, centre in zip(symbols, parts, centres, strict=True)
        for word, at in part.items()
    }
