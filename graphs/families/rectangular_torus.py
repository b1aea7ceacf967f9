"""Rectangular torus: the product of rings of S nodes, one size for each dimension, links used in both directions.

Rings of two nodes have parallel links, as those of the torus.
"""

from netlemma.graphs.families.rectangular_mesh import SIZES
from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="rectangular-torus",
    parameters=(Parameter("S", 2, "nodes of a ring of each dimension", many=2),),
    factors=lambda S: [("ring", size, 1) for size in S],
    summary="product of rings of any sizes (2: parallel links); one class of links for each dimension",
    default_sizes=[{"S": S} for S in SIZES],
    other_name="torus-grid",
)
