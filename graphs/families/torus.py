"""Torus: bidirectional k-ary n-cube, n dimensions of rings of k nodes, links used in both directions."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="torus",
    parameters=(Parameter("k", 2, "nodes of each ring"), Parameter("n", 1, "dimensions")),
    factors=lambda k, n: [("ring", k, n)],
    class_name="link",
    summary="bidirectional k-ary n-cube: product of n rings of k nodes (k=2: parallel links); toroid with other names",
    default_sizes=[{"k": k, "n": n} for n in (1, 2, 3) for k in range(2, 9)] + [{"k": 2, "n": 4}, {"k": 3, "n": 4}],
)
