"""Hexagonal mesh: points of the triangular lattice within n-1 steps of the centre (Chen, Shin and Kandlur 1990, before wrapping).

A node is (x, y) with |x|, |y| and |x + y| below n. Steps are (1, 0), (0, 1) and (1, -1).
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import Points
from netlemma.graphs.topology.link_arrays import log_count, simple_network
from netlemma.graphs.topology.structure import Network

TURNED, MIRRORED = np.array([(0, 1), (-1, 1)]), np.array([(0, 1), (1, 0)])  # by a sixth; the coordinates exchanged


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    square = np.indices((2 * n - 1, 2 * n - 1)).reshape(2, -1).T - (n - 1)
    inside = Points(square[abs(square.sum(axis=1)) < n])
    return simple_network(
        len(inside.points),
        [inside.links("link", [(1, 0), (0, 1), (1, -1)])],
        inside.label,
        symmetries=lambda: [inside.number(inside.points @ change) for change in (TURNED, MIRRORED)],
    )


FAMILY = Family(
    name="hexagonal-mesh",
    parameters=(Parameter("n", 2, "nodes of a side"),),
    classes=("link",),
    summary="hexagon of a triangular lattice, n nodes a side: 3n^2 - 3n + 1 nodes, at most 6 links at each",
    make=make,
    log_sizes=lambda n: log_count(3 * n * n - 3 * n + 1, 18 * n * n),
    facts=lambda n: {"nodes": 3 * n * n - 3 * n + 1, "links": 9 * n * n - 15 * n + 6, "degree": 6, "least_degree": 3},
    default_sizes=tuple({"n": n} for n in range(2, 9)),
)
