"""Layout of the wrapped butterfly: levels as columns, level 0 drawn once more behind the last."""

from dataclasses import replace
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, Ends
from netlemma.drawing.layouts.stages import columns


def place(net: Any) -> DrawingLayout:
    """Columns; links of the last level lead to the copies of level 0."""
    labels = np.array([net.labels(u) for u in range(net.node_count)])
    count = net.parameters["d"]
    drawn = columns(labels)
    if count == 1:
        return DrawingLayout(drawn.places)

    def ends(tail: int, head: int, before: int) -> Ends:
        """With two levels, links that change bit 1 of the row lead from the last level to level 0."""
        levels, flipped = {labels[tail][0], labels[head][0]}, labels[tail][1] ^ labels[head][1]
        around = levels == {0, count - 1} and (count > 2 or flipped == 2)
        at = [np.array(drawn.copies[u]) if around and u in drawn.copies else drawn.places[u] for u in (tail, head)]
        return at[0], at[1]

    return replace(drawn, ends=ends)
