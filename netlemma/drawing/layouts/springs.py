"""Layout by springs: neighbours near each other, other nodes apart."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link, neighbours

STRUCTURE = 4
MOST = 200  # nodes


def place(net: Any, links: Sequence[Link]) -> DrawingLayout | None:
    """The layout by springs, the same each time, if the network is small."""
    import networkx as nx

    if net.node_count > MOST:
        return None
    graph = nx.Graph()
    graph.add_nodes_from(range(net.node_count))
    beside = neighbours(net.node_count, links)
    graph.add_edges_from((u, v) for u, near in enumerate(beside) for v in sorted(near) if u < v)
    found = nx.spring_layout(graph, seed=1, iterations=300, k=2.5 / max(len(beside), 1) ** 0.5)
    places = np.array([found[u] for u in range(len(beside))])
    drawn = DrawingLayout(places)
    return DrawingLayout(places / max(drawn.pitch, 1e-3)) if len(beside) > 1 else drawn
