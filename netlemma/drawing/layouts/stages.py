"""Layout of stages: nodes (stage, row) whose links lead to the next stage, in columns, the first of them drawn again at
the end.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, Ends
from netlemma.drawing.links import Link

STRUCTURE = 1
WIDE = 0.8  # all columns together, by the height of one


def place(net: Any, links: Sequence[Link]) -> DrawingLayout | None:
    """Columns, if all labels are (stage, row) and all links are one-way and lead from a stage to the next."""
    labels = [net.labels(u) for u in range(net.node_count)]
    if any(len(label) != 2 or not all(isinstance(x, int) for x in label) for label in labels):
        return None
    count = max(stage for stage, _ in labels) + 1
    if any(link.kind != "one-way link" or not _next(labels, link.nodes, count) for link in links):
        return None
    return columns(np.array(labels))


def _next(labels: Sequence[tuple[int, ...]], nodes: Sequence[int], count: int) -> bool:
    return labels[nodes[1]][0] == (labels[nodes[0]][0] + 1) % count


def columns(labels: np.ndarray) -> DrawingLayout:
    """One column for each stage, row 0 on top, and a copy of stage 0 after the last; short columns are spread over the height.

    ``labels`` is an int array of shape (N, 2).
    """
    count, rows = labels.max(axis=0) + 1
    width = max(1.6, WIDE * rows / (count + 1))
    spread = rows / np.bincount(labels[:, 0])[labels[:, 0]]
    places = np.column_stack([labels[:, 0] * width, 0.5 - (labels[:, 1] + 0.5) * spread])
    copies = {int(u): (float(count * width), float(places[u, 1])) for u in np.flatnonzero(labels[:, 0] == 0)}

    def ends(tail: int, head: int, before: int) -> Ends:
        return places[tail], np.array(copies[head]) if head in copies else places[head]

    return DrawingLayout(places, copies, ends)
