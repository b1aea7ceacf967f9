"""One-way torus: unidirectional k-ary n-cube, n dimensions of one-way rings of k nodes."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="oneway-torus",
    parameters=(Parameter("k", 2, "nodes of each ring"), Parameter("n", 1, "dimensions")),
    factors=lambda k, n: [("oneway-ring", k, n)],
    class_name="link",
    summary="unidirectional k-ary n-cube: product of n one-way rings of k nodes",
    default_sizes=[{"k": k, "n": n} for n in (1, 2, 3) for k in range(2, 9)] + [{"k": k, "n": 4} for k in (2, 3, 4)],
)
