"""Moebius ladder (Guy and Harary 1967): a ring of 2n nodes, each linked to the opposite one."""

import numpy as np

from netlemma.graphs.topology.arrays.linked import closed, linked_family, turns
from netlemma.graphs.topology.arrays.simple import Links
from netlemma.graphs.topology.family import Parameter

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
