"""Mesh: n-dimensional grid of k nodes a side, links used in both directions."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="mesh",
    parameters=(Parameter("k", 2, "nodes of each row"), Parameter("n", 1, "dimensions")),
    factors=lambda k, n: [("line", k, n)],
    summary="product of n lines of k nodes; one class of links for each dimension",
    default_sizes=[{"k": k, "n": n} for n in (1, 2, 3) for k in range(2, 9)] + [{"k": k, "n": 4} for k in (2, 3)],
)
