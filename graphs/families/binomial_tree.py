"""Binomial tree of order n: two binomial trees of order n-1, the root of one linked to that of the other."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family


def links(n: int) -> list[Links]:
    """Each node but the root, number 0, and its parent: the number without its lowest bit."""
    node = np.arange(1, 2**n)
    return [Links("link", node & node - 1, node)]


FAMILY = linked_family(
    "binomial-tree",
    (Parameter("n", 1, "order"),),
    "two binomial trees of order n-1 with their roots linked, and a single node of order 0: 2^n nodes",
    links,
    lambda n: {"nodes": 2**n, "links": 2**n - 1, "degree": n, "least_degree": 1},
    (1, 2, 3, 4, 5),
    exponential=True,
)
