"""Path P_n: n nodes in a line."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="path",
    parameters=(Parameter("n", 2, "nodes"),),
    factors=lambda n: [("line", n, 1)],
    class_name="link",
    kind="graph",
    summary="n nodes in a line",
    default_sizes=[{"n": n} for n in (2, 3, 4, 5, 8, 13)],
)
