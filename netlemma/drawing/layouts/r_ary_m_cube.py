"""Layout of the R-ary M-cube: its rows from top to bottom, row 0 once more at the end (Reed 1982, figure 1)."""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, Ends


def place(net: Any) -> DrawingLayout:
    """Rows from top to bottom; links lead down, so those of the last row lead to the copies of row 0."""
    labels = np.array([net.labels(u) for u in range(net.node_count)])
    count, wide = (int(n) for n in labels.max(axis=0) + 1)
    height = max(1.4, 0.6 * wide / (count + 1))
    places = np.column_stack([labels[:, 1], -height * labels[:, 0]]).astype(float)
    copies = {int(u): (float(labels[u, 1]), -height * count) for u in np.flatnonzero(labels[:, 0] == 0)}
    radix = round(wide ** (1 / count))

    def below(u: int) -> np.ndarray:
        return np.array(copies[u]) if u in copies else places[u]

    def ends(tail: int, head: int, before: int) -> Ends:
        down = _leads_down(labels[tail], labels[head], before, count, radix)
        return (places[tail], below(head)) if down else (below(tail), places[head])

    return DrawingLayout(places, copies, ends)


def _leads_down(tail: np.ndarray, head: np.ndarray, before: int, count: int, radix: int) -> bool:
    """Whether a link belongs to the row of its tail: the links of row i change digit i alone.

    Between rows 0 and 1 of two, a link that changes digit 0 is one of row 0; column links are one of each row. In a single row
    two nodes are joined by two links, one of each. The answers for the two directions of a link are opposite.
    """
    if count > 2:
        return bool(head[0] == (tail[0] + 1) % count)
    if count == 1 or tail[1] == head[1]:
        return (before == 0) == (tuple(tail) < tuple(head))
    changed = 0 if tail[1] // radix == head[1] // radix else 1
    return bool(changed == tail[0])
