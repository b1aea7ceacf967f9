"""Wheel W_n: a hub linked to every node of a ring, n nodes in all (as in MathWorld, SageMath and NetworkX)."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, linked_family, turns

FAMILY = linked_family(
    "wheel",
    (Parameter("n", 4, "nodes, with the hub"),),
    "a hub linked to each node of a ring of n-1 nodes: n nodes in all",
    lambda n: [closed("rim", n - 1), Links("spoke", np.arange(n - 1), n - 1)],
    lambda n: {"nodes": n, "links": 2 * n - 2, "degree": n - 1, "least_degree": 3},
    (4, 5, 6, 7, 10, 13),
    symmetries=lambda n: turns(n - 1, 1, 1),
)
