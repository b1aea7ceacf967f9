"""Graphs of the permutations of n symbols, which links rearrange."""

from itertools import combinations

from netlemma.graphs.topology.combinatorial_nodes import exchanged, permutation_family

BUBBLE_SORT = permutation_family(
    "bubble-sort",
    lambda n: {f"place-{i + 1}": [exchanged(n, i, i + 1)] for i in range(n - 1)},
    lambda n: n - 1,
    ("place-i",),
    "permutations of n symbols, two adjacent ones exchanged: n! nodes, n-1 links at each",
)


PANCAKE = permutation_family(
    "pancake",
    lambda n: {f"prefix-{k}": [[*reversed(range(k)), *range(k, n)]] for k in range(2, n + 1)},
    lambda n: n - 1,
    ("prefix-k",),
    "permutations of n symbols, the first k reversed for any k: n! nodes, n-1 links at each",
)


PERMUTATION_STAR = permutation_family(
    "permutation-star",
    lambda n: {"link": [exchanged(n, 0, place) for place in range(1, n)]},
    lambda n: n - 1,
    ("link",),
    "permutations of n symbols, the first exchanged with any other: n! nodes, n-1 links at each",
    other_name="star-graph",
)


TRANSPOSITION_GRAPH = permutation_family(
    "transposition-graph",
    lambda n: {"link": [exchanged(n, i, j) for i, j in combinations(range(n), 2)]},
    lambda n: n * (n - 1) // 2,
    ("link",),
    "permutations of n symbols, any two exchanged: n! nodes, n(n-1)/2 links at each",
)

FAMILIES = {
    "Bubble-sort graph: permutations of n symbols; a link exchanges two adjacent ones (Akers and Krishnamurthy "
    "1989).\n\n"
    "The links that exchange places i and i+1, from 1 on, are the class ``place-i``.": BUBBLE_SORT,
    "Pancake graph: permutations of n symbols; a link reverses the first k, k = 2, ..., n (Akers and Krishnamurthy "
    "1989).\n\n"
    "The links that reverse k symbols are the class ``prefix-k``.": PANCAKE,
    "Star graph: permutations of n symbols; a link exchanges the first symbol with another (Akers, Harel and "
    "Krishnamurthy 1987).": PERMUTATION_STAR,
    "Transposition graph: permutations of n symbols; a link exchanges any two (Lakshmivarahan, Jwo and Dhall 1993).": TRANSPOSITION_GRAPH,
}
