"""Antiprism: two rings of n nodes, each node linked to two neighbours in the other ring."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, in_rings, linked_family


def links(n: int) -> list[Links]:
    """Both rings; node i of the second one is between nodes i and i+1 of the first."""
    i = np.arange(n)
    return [closed("ring", n), closed("ring", n, n), Links("zigzag", n + i, i), Links("zigzag", n + i, (i + 1) % n)]


FAMILY = linked_family(
    "antiprism",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, each node linked to two neighbours in the other ring: 2n nodes, 4 links at each",
    links,
    lambda n: {"nodes": 2 * n, "links": 4 * n, "degree": 4, "least_degree": 4},
    (3, 4, 5, 6, 9),
    labels=in_rings,
    symmetries=lambda n: [np.concatenate([n + np.arange(n), (np.arange(n) + 1) % n])],
)
