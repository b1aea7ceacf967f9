"""Banana tree (Chen, Lu and Yeh 1997): n stars of k nodes, and a root linked to one leaf of each."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family


def links(n: int, k: int) -> list[Links]:
    """Star s has the nodes k*s + 1, ..., k*s + k, its hub first; the root is node 0."""
    hub = k * np.arange(n)[:, None] + 1
    return [Links("stem", 0, hub + 1), Links("star", hub, hub + np.arange(1, k))]


FAMILY = linked_family(
    "banana-tree",
    (Parameter("n", 1, "stars"), Parameter("k", 2, "nodes of each star, with its hub")),
    "n stars of k nodes, and a root linked to one leaf of each: nk+1 nodes",
    links,
    lambda n, k: {"nodes": n * k + 1, "links": n * k, "degree": max(n, k - 1, 2), "least_degree": 1},
    ((1, 2), (1, 4), (2, 3), (3, 4), (4, 5)),
    other_name="banana",
)
