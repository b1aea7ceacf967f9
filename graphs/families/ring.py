"""Ring: K nodes in a circle, links used in both directions."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="ring",
    parameters=(Parameter("K", 2, "nodes of the ring"),),
    factors=lambda K: [("ring", K, 1)],
    class_name="link",
    summary="K nodes in a circle joined by two-way links (K=2: two parallel links)",
    default_sizes=[{"K": K} for K in range(2, 34)],
)
