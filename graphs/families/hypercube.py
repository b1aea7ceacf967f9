"""Hypercube: 2^n nodes, a single link between nodes that differ in one bit."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="hypercube",
    parameters=(Parameter("n", 1, "dimensions"),),
    factors=lambda n: [("line", 2, n)],
    class_name="link",
    summary="binary n-cube: 2^n nodes, n links at each",
    default_sizes=[{"n": n} for n in range(1, 21)],
)
