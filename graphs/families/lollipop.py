"""Lollipop (m, n): a clique of m nodes, and a path of n nodes that begins at one of them."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family

FAMILY = linked_family(
    "lollipop",
    (Parameter("m", 3, "nodes of the clique"), Parameter("n", 1, "nodes of the path")),
    "a clique of m nodes, a path of n nodes, and a link between them: m+n nodes",
    lambda m, n: [
        Links("clique", *np.triu_indices(m, 1)),
        Links("path", np.arange(m - 1, m + n - 1), np.arange(m, m + n)),
    ],
    lambda m, n: {"nodes": m + n, "links": m * (m - 1) // 2 + n, "degree": m, "least_degree": 1},
    ((3, 1), (3, 4), (4, 2), (5, 5), (8, 4)),
)
