"""Toroid: D-dimensional grid of w nodes a side, wrapped around, links used in both directions."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="toroid",
    parameters=(Parameter("w", 2, "nodes of each ring"), Parameter("D", 1, "dimensions")),
    factors=lambda w, D: [("ring", w, D)],
    class_name="link",
    summary="bidirectional torus: product of D rings of w nodes (w=2: parallel links)",
    default_sizes=[{"w": w, "D": D} for D in (1, 2, 3) for w in range(2, 10)] + [{"w": w, "D": 4} for w in (2, 3, 4)],
)
