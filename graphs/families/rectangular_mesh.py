"""Rectangular mesh: the product of lines of S nodes, one size for each dimension."""

from netlemma.graphs.topology.family import Parameter, product_family

SIZES = ((2,), (3,), (2, 3), (3, 4), (4, 6), (2, 3, 4), (3, 4, 5), (2, 2, 3, 4))

FAMILY = product_family(
    name="rectangular-mesh",
    parameters=(Parameter("S", 2, "nodes of a line of each dimension", many=2),),
    factors=lambda S: [("line", size, 1) for size in S],
    summary="product of lines of any sizes; one class of links for each dimension",
    default_sizes=[{"S": S} for S in SIZES],
    other_name="grid",
)
