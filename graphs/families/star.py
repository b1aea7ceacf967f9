"""Star: a hub and n leaves (SageMath's and NetworkX's n; MathWorld counts the hub too)."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family, turns

FAMILY = linked_family(
    "star",
    (Parameter("n", 1, "leaves"),),
    "a hub linked to n leaves: n+1 nodes; permutation-star is another family, of permutations",
    lambda n: [Links("link", np.arange(n), n)],
    lambda n: {"nodes": n + 1, "links": n, "degree": n, "least_degree": 1},
    (1, 2, 3, 4, 6, 9),
    symmetries=lambda n: turns(n, 1, 1),
)
