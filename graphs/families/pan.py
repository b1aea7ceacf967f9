"""Pan: a ring of n nodes, and one more linked to one of them: the tadpole (n, 1)."""

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, closed, linked_family

FAMILY = linked_family(
    "pan",
    (Parameter("n", 3, "nodes of the ring"),),
    "a ring of n nodes, and a node linked to one of them: n+1 nodes",
    lambda n: [closed("ring", n), Links("handle", n - 1, n)],
    lambda n: {"nodes": n + 1, "links": n + 1, "degree": 3, "least_degree": 1},
    (3, 4, 5, 6, 9),
)
