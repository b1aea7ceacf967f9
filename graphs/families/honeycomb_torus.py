"""Honeycomb torus of size t: the honeycomb mesh, its nodes with two links joined to the opposite ones (Stojmenovic 1997).

Node (t, y, z) with t + y + z = 1 is linked to (1-t, 1-z, 1-y), likewise for y and z: these links are the class ``wrap``. The same
network are all points with x + y + z = 1 or 2 modulo the vectors (-2t, t, t), (t, -2t, t) and (t, t, -2t).
"""

import numpy as np

from netlemma.graphs.families.honeycomb_mesh import STEPS, nodes
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, log_count, simple_network
from netlemma.graphs.topology.structure import Network


def make(t: int) -> Network:
    """The explicit network; its size is not checked."""
    inside = nodes(t)
    points = inside.points
    wraps = []
    for axis in range(3):
        tail = np.flatnonzero((points[:, axis] == t) & (points.sum(axis=1) == 1))
        opposite = 1 - points[tail]
        opposite[:, [(axis + 1) % 3, (axis + 2) % 3]] = opposite[:, [(axis + 2) % 3, (axis + 1) % 3]]
        wraps.append((tail, inside.number(opposite)))
    tail, head = np.concatenate(wraps, axis=1)

    def symmetries() -> list[np.ndarray]:
        """All nodes turned by half, and moved by two steps."""
        around = [sign * t * (1 - 3 * step) for step in STEPS for sign in (1, -1)]
        moved = points + STEPS[0] - STEPS[1]
        found = [inside.number(moved + by) for by in (0 * STEPS[0], *around)]
        return [inside.number(1 - points), np.max(found, axis=0), inside.number(points[:, [1, 2, 0]])]

    links = [inside.links("link", STEPS), Links("wrap", tail, head)]
    return simple_network(len(points), links, inside.label, symmetries=symmetries)


FAMILY = Family(
    name="honeycomb-torus",
    parameters=(Parameter("t", 1, "hexagons from the middle one to a side"),),
    classes=("link", "wrap"),
    summary="hexagon of hexagons wrapped around, t from the middle to a side: 6t^2 nodes, 3 links at each",
    make=make,
    log_sizes=lambda t: log_count(6 * t * t, 18 * t * t),
    facts=lambda t: {"nodes": 6 * t * t, "links": 9 * t * t, "degree": 3, "least_degree": 3},
    default_sizes=tuple({"t": t} for t in range(1, 7)),
)
