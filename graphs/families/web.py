"""Web (Koh, Rogers, Teo and Yap 1980): a prism with a leaf at each node of its outer ring."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, in_rings, linked_family, turns

FAMILY = linked_family(
    "web",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, a link between those of each place, and a leaf at each node of the outer ring: 3n nodes",
    lambda n: [
        closed("ring", n),
        closed("ring", n, n),
        Links("rung", np.arange(n), n + np.arange(n)),
        Links("leaf", n + np.arange(n), 2 * n + np.arange(n)),
    ],
    lambda n: {"nodes": 3 * n, "links": 4 * n, "degree": 4, "least_degree": 1},
    (3, 4, 5, 6, 8),
    labels=in_rings,
    symmetries=lambda n: turns(n, 3),
)
