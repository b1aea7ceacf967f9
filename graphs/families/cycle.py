"""Cycle C_n: n nodes in a ring; the ring of the papers, without parallel links."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="cycle",
    parameters=(Parameter("n", 3, "nodes"),),
    factors=lambda n: [("ring", n, 1)],
    class_name="link",
    kind="graph",
    summary="n nodes in a ring",
    default_sizes=[{"n": n} for n in (3, 4, 5, 6, 9, 12)],
)
