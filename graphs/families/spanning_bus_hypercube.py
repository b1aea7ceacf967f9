"""Spanning-bus hypercube: D-dimensional grid of w nodes a side, a bus along every row of every dimension."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="spanning-bus-hypercube",
    parameters=(Parameter("w", 2, "nodes on each bus"), Parameter("D", 1, "dimensions")),
    factors=lambda w, D: [("bus", w, D)],
    class_name="bus",
    summary="product of D buses of w nodes: every node is on D buses",
    default_sizes=[{"w": w, "D": D} for D in (1, 2, 3) for w in range(2, 9)] + [{"w": w, "D": 4} for w in (2, 3, 4)],
)
