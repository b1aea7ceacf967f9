"""Layout in tiers, for networks that have ends and whose links all lead up or down, such as fat trees."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link, neighbours

STRUCTURE = 3
SWEEPS = 8  # over the tiers, each node to the mean place of its neighbours


def place(net: Any, links: Sequence[Link]) -> DrawingLayout | None:
    """A row for each distance from the nearest end, if no link joins nodes of a row."""
    beside = neighbours(net.node_count, links)
    ends = [u for u, near in enumerate(beside) if len(near) == 1]
    tier = _tiers(beside, ends)
    if len(ends) > 2 and not any(tier[u] == tier[v] for u, near in enumerate(beside) for v in near):
        return _rows(beside, tier)
    return None


def _tiers(beside: Sequence[set[int]], ends: Sequence[int]) -> list[int]:
    """How far each node is from the nearest end; 0 where there is no way to one."""
    tier = dict.fromkeys(ends, 0)
    queue = list(ends)
    for u in queue:
        for v in sorted(beside[u]):
            if v not in tier:
                tier[v] = tier[u] + 1
                queue.append(v)
    return [tier.get(u, 0) for u in range(len(beside))]


def _rows(beside: Sequence[set[int]], tier: Sequence[int]) -> DrawingLayout:
    """A row for each tier, the ends at the bottom, nodes near those that they are joined to."""
    rows = [[u for u in range(len(beside)) if tier[u] == t] for t in range(max(tier) + 1)]
    widest = max(map(len, rows))
    x: dict[int, float] = {}

    def spread(row: list[int]) -> None:
        for i, u in enumerate(row):
            x[u] = (i + 0.5) * widest / len(row)

    for row in rows:
        spread(row)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else rows[::-1]:
            row.sort(key=lambda u: (round(sum(x[v] for v in beside[u]) / max(len(beside[u]), 1), 6), u))
            spread(row)
    height = max(1.5, widest / 6)
    return DrawingLayout(np.array([(x[u], height * tier[u]) for u in range(len(beside))]))
