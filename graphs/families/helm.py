"""Helm: a wheel whose rim has n nodes, with a leaf at each of them."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, linked_family, turns

FAMILY = linked_family(
    "helm",
    (Parameter("n", 3, "nodes of the rim"),),
    "a ring of n nodes, each linked to a hub and to a leaf: 2n+1 nodes",
    lambda n: [closed("rim", n), Links("leaf", np.arange(n), n + np.arange(n)), Links("spoke", np.arange(n), 2 * n)],
    lambda n: {"nodes": 2 * n + 1, "links": 3 * n, "degree": max(n, 4), "least_degree": 1},
    (3, 4, 5, 6, 9),
    symmetries=lambda n: turns(n, 2, 1),
)
