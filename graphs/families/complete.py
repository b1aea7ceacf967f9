"""Complete graph K_n: every two of n nodes are linked."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="complete",
    parameters=(Parameter("n", 2, "nodes"),),
    factors=lambda n: [("clique", n, 1)],
    class_name="link",
    kind="graph",
    summary="complete graph: every two of n nodes linked",
    default_sizes=[{"n": n} for n in (2, 3, 4, 5, 8, 13)],
)
