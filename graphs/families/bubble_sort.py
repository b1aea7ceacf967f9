"""Bubble-sort graph: permutations of n symbols; a link exchanges two adjacent ones (Akers and Krishnamurthy 1989).

The links that exchange places i and i+1, from 1 on, are the class ``place-i``.
"""

from netlemma.graphs.topology.combinatorial_nodes import exchanged, permutation_family

FAMILY = permutation_family(
    "bubble-sort",
    lambda n: {f"place-{i + 1}": [exchanged(n, i, i + 1)] for i in range(n - 1)},
    lambda n: n - 1,
    ("place-i",),
    "permutations of n symbols, two adjacent ones exchanged: n! nodes, n-1 links at each",
)
