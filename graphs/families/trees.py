"""Trees, and a clique with a path."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, in_rings, linked_family, turns

STAR = linked_family(
    "star",
    (Parameter("n", 1, "leaves"),),
    "a hub linked to n leaves: n+1 nodes; permutation-star is another family, of permutations",
    lambda n: [Links("link", np.arange(n), n)],
    lambda n: {"nodes": n + 1, "links": n, "degree": n, "least_degree": 1},
    (1, 2, 3, 4, 6, 9),
    symmetries=lambda n: turns(n, 1, 1),
)


COMB = linked_family(
    "comb",
    (Parameter("n", 1, "nodes of the path"),),
    "a path of n nodes with a leaf at each: 2n nodes",
    lambda n: [Links("path", np.arange(n - 1), np.arange(1, n)), Links("leaf", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 2 * n - 1, "degree": min(n, 3), "least_degree": 1},
    (1, 2, 3, 4, 6, 9),
    labels=in_rings,
    other_name="centipede",
)


def banana_tree_links(n: int, k: int) -> list[Links]:
    """Star s has the nodes k*s + 1, ..., k*s + k, its hub first; the root is node 0."""
    hub = k * np.arange(n)[:, None] + 1
    return [Links("stem", 0, hub + 1), Links("star", hub, hub + np.arange(1, k))]


BANANA_TREE = linked_family(
    "banana-tree",
    (Parameter("n", 1, "stars"), Parameter("k", 2, "nodes of each star, with its hub")),
    "n stars of k nodes, and a root linked to one leaf of each: nk+1 nodes",
    banana_tree_links,
    lambda n, k: {"nodes": n * k + 1, "links": n * k, "degree": max(n, k - 1, 2), "least_degree": 1},
    ((1, 2), (1, 4), (2, 3), (3, 4), (4, 5)),
    other_name="banana",
)


COMPLETE_BINARY_TREE = linked_family(
    "complete-binary-tree",
    (Parameter("h", 1, "height: levels below the root"),),
    "a root, and two children of each node of h levels: 2^(h+1)-1 nodes",
    lambda h: [
        Links(f"level-{i}", np.arange(2**i, 2 ** (i + 1)) // 2 - 1, np.arange(2**i, 2 ** (i + 1)) - 1)
        for i in range(1, h + 1)
    ],
    lambda h: {"nodes": 2 ** (h + 1) - 1, "links": 2 ** (h + 1) - 2, "degree": min(h + 1, 3), "least_degree": 1},
    (1, 2, 3, 4, 5),
    exponential=True,
    other_name="binary-tree",
)


def binomial_tree_links(n: int) -> list[Links]:
    """Each node but the root, number 0, and its parent: the number without its lowest bit."""
    node = np.arange(1, 2**n)
    return [Links("link", node & node - 1, node)]


BINOMIAL_TREE = linked_family(
    "binomial-tree",
    (Parameter("n", 1, "order"),),
    "two binomial trees of order n-1 with their roots linked, and a single node of order 0: 2^n nodes",
    binomial_tree_links,
    lambda n: {"nodes": 2**n, "links": 2**n - 1, "degree": n, "least_degree": 1},
    (1, 2, 3, 4, 5),
    exponential=True,
)


LOLLIPOP = linked_family(
    "lollipop",
    (Parameter("m", 3, "nodes of the clique"), Parameter("n", 1, "nodes of the path")),
    "a clique of m nodes, a path of n nodes, and a link between them: m+n nodes",
    lambda m, n: [
        Links("clique", *np.triu_indices(m, 1)),
        Links("path", np.arange(m - 1, m + n - 1), np.arange(m, m + n)),
    ],
    lambda m, n: {"nodes": m + n, "links": m * (m - 1) // 2 + n, "degree": m, "least_degree": 1},
    ((3, 1), (3, 4), (4, 2), (5, 5), (8, 4)),
)

FAMILIES = {
    "Star: a hub and n leaves (SageMath's and NetworkX's n; MathWorld counts the hub too).": STAR,
    "Comb: a path of n nodes with a leaf at each (MathWorld's centipede graph).": COMB,
    "Banana tree (Chen, Lu and Yeh 1997): n stars of k nodes, and a root linked to one leaf of each.": BANANA_TREE,
    "Complete binary tree of height h: a root, and two children of each node above the last level.": COMPLETE_BINARY_TREE,
    "Binomial tree of order n: two binomial trees of order n-1, the root of one linked to that of the other.": BINOMIAL_TREE,
    "Lollipop (m, n): a clique of m nodes, and a path of n nodes that begins at one of them.": LOLLIPOP,
}
