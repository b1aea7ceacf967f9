"""Complete binary tree of height h: a root, and two children of each node above the last level."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family

FAMILY = linked_family(
    "complete-binary-tree",
    (Parameter("h", 1, "height: levels below the root"),),
    "a root, and two children of each node of h levels: 2^(h+1)-1 nodes",
    lambda h: [
        Links(f"level-{i}", np.arange(2**i, 2 ** (i + 1)) // 2 - 1, np.arange(2**i, 2 ** (i + 1)) - 1)
        for i in range(1, h + 1)
    ],
    lambda h: {"nodes": 2 ** (h + 1) - 1, "links": 2 ** (h + 1) - 2, "degree": min(h + 1, 3), "least_degree": 1},
    (1, 2, 3, 4, 5),
    exponential=True,
    other_name="binary-tree",
)
