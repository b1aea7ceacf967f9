"""Moebius ladder (Guy and Harary 1967): a ring of 2n nodes, each linked to the opposite one."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, linked_family, turns

FAMILY = linked_family(
    "moebius-ladder",
    (Parameter("n", 3, "rungs"),),
    "a ring of 2n nodes, each linked to the opposite one by a rung: 3 links at each",
    lambda n: [closed("rim", 2 * n), Links("rung", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 3 * n, "degree": 3, "least_degree": 3},
    (3, 4, 5, 6, 9),
    symmetries=lambda n: turns(2 * n, 1),
    other_name="mobius-ladder",
)
