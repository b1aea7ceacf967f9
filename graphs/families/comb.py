"""Comb: a path of n nodes with a leaf at each (MathWorld's centipede graph)."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, in_rings, linked_family

FAMILY = linked_family(
    "comb",
    (Parameter("n", 1, "nodes of the path"),),
    "a path of n nodes with a leaf at each: 2n nodes",
    lambda n: [Links("path", np.arange(n - 1), np.arange(1, n)), Links("leaf", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 2 * n - 1, "degree": min(n, 3), "least_degree": 1},
    (1, 2, 3, 4, 6, 9),
    labels=in_rings,
    other_name="centipede",
)
