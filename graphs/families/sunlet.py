"""Sunlet: a ring of n nodes, a leaf at each."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, in_rings, linked_family, turns

FAMILY = linked_family(
    "sunlet",
    (Parameter("n", 3, "nodes of the ring"),),
    "a ring of n nodes with a leaf at each: 2n nodes",
    lambda n: [closed("ring", n), Links("leaf", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 2 * n, "degree": 3, "least_degree": 1},
    (3, 4, 5, 6, 9),
    labels=in_rings,
    symmetries=lambda n: turns(n, 2),
)
