"""Crown: two sets of n nodes; a link joins a node to each of the other set but its partner."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, in_rings, linked_family, turns


def links(n: int) -> list[Links]:
    """All pairs (i, j) of different numbers, of which i is in the first set and j in the second."""
    i, j = np.nonzero(~np.eye(n, dtype=bool))
    return [Links("link", i, n + j)]


FAMILY = linked_family(
    "crown",
    (Parameter("n", 3, "nodes of each set"),),
    "two sets of n nodes, each linked to all of the other set but its partner: 2n nodes, n-1 links at each",
    links,
    lambda n: {"nodes": 2 * n, "links": n * (n - 1), "degree": n - 1, "least_degree": n - 1},
    (3, 4, 5, 6, 8),
    labels=in_rings,
    symmetries=lambda n: [*turns(n, 2), np.roll(np.arange(2 * n), n)],
)
