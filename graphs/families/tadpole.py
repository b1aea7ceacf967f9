"""Tadpole (m, n): a ring of m nodes, and a path of n nodes that begins at one of them."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, linked_family

FAMILY = linked_family(
    "tadpole",
    (Parameter("m", 3, "nodes of the ring"), Parameter("n", 1, "nodes of the path")),
    "a ring of m nodes, a path of n nodes, and a link between them: m+n nodes",
    lambda m, n: [closed("ring", m), Links("path", np.arange(m - 1, m + n - 1), np.arange(m, m + n))],
    lambda m, n: {"nodes": m + n, "links": m + n, "degree": 3, "least_degree": 1},
    ((3, 1), (3, 4), (4, 2), (5, 5), (8, 4)),
)
