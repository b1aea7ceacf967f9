"""Pancake graph: permutations of n symbols; a link reverses the first k, k = 2, ..., n (Akers and Krishnamurthy 1989).

The links that reverse k symbols are the class ``prefix-k``.
"""

from netlemma.graphs.topology.combinatorial_nodes import permutation_family

FAMILY = permutation_family(
    "pancake",
    lambda n: {f"prefix-{k}": [[*reversed(range(k)), *range(k, n)]] for k in range(2, n + 1)},
    lambda n: n - 1,
    ("prefix-k",),
    "permutations of n symbols, the first k reversed for any k: n! nodes, n-1 links at each",
)
