"""Prism: two rings of n nodes, each node linked to that of the other ring (circular ladder)."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, in_rings, linked_family, turns

FAMILY = linked_family(
    "prism",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, and a link between the nodes of each place: 2n nodes, 3 links at each",
    lambda n: [closed("ring", n), closed("ring", n, n), Links("rung", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 3 * n, "degree": 3, "least_degree": 3},
    (3, 4, 5, 6, 9, 12),
    labels=in_rings,
    symmetries=lambda n: [*turns(n, 2), np.roll(np.arange(2 * n), n)],
    other_name="circular-ladder",
)
