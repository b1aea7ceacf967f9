"""Honeycomb mesh of t rings of hexagons (Stojmenovic 1997).

A node is (x, y, z) with 1-t <= x, y, z <= t and x + y + z = 1 or 2. Two are linked if they differ by 1 in one coordinate alone.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import Points
from netlemma.graphs.topology.link_arrays import log_count, simple_network
from netlemma.graphs.topology.structure import Network

STEPS = np.eye(3, dtype=np.int64)


def nodes(t: int) -> Points:
    """The nodes of the honeycomb mesh of this size.

    >>> len(nodes(1).points)
    6
    """
    x, y = np.indices((2 * t, 2 * t)).reshape(2, -1) + 1 - t
    every = np.concatenate([np.column_stack([x, y, total - x - y]) for total in (1, 2)])
    return Points(every[(every[:, 2] > -t) & (every[:, 2] <= t)])


def make(t: int) -> Network:
    """The explicit network; its size is not checked."""
    inside = nodes(t)

    def symmetries() -> list[np.ndarray]:
        """The coordinates permuted, and all nodes turned by half."""
        points = inside.points
        return [inside.number(image) for image in (points[:, [1, 2, 0]], points[:, [1, 0, 2]], 1 - points)]

    links = [inside.links("link", STEPS)]
    return simple_network(len(inside.points), links, inside.label, symmetries=symmetries)


FAMILY = Family(
    name="honeycomb-mesh",
    parameters=(Parameter("t", 1, "hexagons from the middle one to a side"),),
    classes=("link",),
    summary="hexagon of hexagons, t from the middle to a side: 6t^2 nodes, at most 3 links at each",
    make=make,
    log_sizes=lambda t: log_count(6 * t * t, 18 * t * t),
    facts=lambda t: {"nodes": 6 * t * t, "links": 9 * t * t - 3 * t, "degree": min(t + 1, 3), "least_degree": 2},
    default_sizes=tuple({"t": t} for t in range(1, 7)),
)
