"""Star graph: permutations of n symbols; a link exchanges the first symbol with another (Akers, Harel and Krishnamurthy 1987)."""

from netlemma.graphs.topology.combinatorial_nodes import exchanged, permutation_family

FAMILY = permutation_family(
    "permutation-star",
    lambda n: {"link": [exchanged(n, 0, place) for place in range(1, n)]},
    lambda n: n - 1,
    ("link",),
    "permutations of n symbols, the first exchanged with any other: n! nodes, n-1 links at each",
    other_name="star-graph",
)
