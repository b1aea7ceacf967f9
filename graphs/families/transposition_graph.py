"""Transposition graph: permutations of n symbols; a link exchanges any two (Lakshmivarahan, Jwo and Dhall 1993)."""

from itertools import combinations

from netlemma.graphs.topology.combinatorial_nodes import exchanged, permutation_family

FAMILY = permutation_family(
    "transposition-graph",
    lambda n: {"link": [exchanged(n, i, j) for i, j in combinations(range(n), 2)]},
    lambda n: n * (n - 1) // 2,
    ("link",),
    "permutations of n symbols, any two exchanged: n! nodes, n(n-1)/2 links at each",
)
