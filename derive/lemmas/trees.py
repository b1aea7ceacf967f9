"""Trees, and a clique with a tail: star, comb, banana tree, complete binary tree, binomial tree, lollipop.

In a tree the Wiener index is the sum over the links of the numbers of nodes on both sides multiplied (Wiener 1947).
"""

from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Node, of_links
from netlemma.derive.networks.distance_lemmas import graph_lemmas

n, k, h, m = parameter("n", 1), parameter("k", 2), parameter("h", 1), parameter("m", 3)
_TREE = "a tree has one link less than nodes"
_PASSED = "each link is passed by the pairs with one node on either side"


def _small(name: str, first: int, last: int) -> tuple[Size, ...]:
    return tuple({name: value} for value in range(first, last))


def _comb(size: Size) -> list[tuple[Node, Node]]:
    path = [((0, i), (0, i + 1)) for i in range(size["n"] - 1)]
    return [*path, *(((0, i), (1, i)) for i in range(size["n"]))]


def _banana(size: Size) -> list[tuple[Node, Node]]:
    stars, leaves = range(size["n"]), range(1, size["k"])
    return [*(((), (s, 1)) for s in stars), *(((s, 0), (s, leaf)) for s in stars for leaf in leaves)]


def _lollipop(size: Size) -> list[tuple[Node, Node]]:
    last = size["m"] - 1
    return [*combinations(range(size["m"]), 2), *((last + i, last + i + 1) for i in range(size["n"]))]


_q = 2 ** (h + 1)
LEMMAS = {
    **graph_lemmas(
        of_links(
            "star",
            Domain((Parameter("n", 1, "leaves"),)),
            n + 1,
            lambda size: [("hub", leaf) for leaf in range(size["n"])],
            _small("n", 1, 8),
        ),
        links=(n, "one to each leaf"),
        max_degree=(n, "the hub is linked to each leaf"),
        diameter=(sp.Min(n, 2), "two leaves are two hops apart"),
        wiener=(n**2, "n leaves are one hop from the hub, and n (n - 1)/2 pairs of them two hops apart"),
    ),
    **graph_lemmas(
        of_links("comb", Domain((Parameter("n", 1, "nodes of the path"),)), 2 * n, _comb, _small("n", 1, 8)),
        links=(2 * n - 1, _TREE),
        max_degree=(sp.Min(n, 3), "a node inside the path has two links along it and a leaf"),
        diameter=(n + sp.Min(n - 1, 1), "between the leaves of both ends of the path, if it has two ends"),
        wiener=(
            2 * n * (n**2 - 1) / 3 + 2 * n * (n - 1) + n,
            "nodes of the path d apart, and their leaves, are d, d + 1, d + 1 and d + 2 apart; each leaf is one hop from "
            "its node; a path of n nodes has (n^3 - n)/6",
        ),
    ),
    **graph_lemmas(
        of_links(
            "banana-tree",
            Domain((Parameter("n", 1, "stars"), Parameter("k", 2, "nodes of each star"))),
            n * k + 1,
            _banana,
            ({"n": a, "k": b} for a in (1, 2, 3) for b in (2, 3, 4, 5)),
        ),
        links=(n * k, _TREE),
        max_degree=(sp.Max(n, k - 1, 2), "the root has n links, a hub k - 1, and the leaf between them two"),
        diameter=(
            sp.Min(n, 2) * sp.Min(k, 3),
            "the last leaves of a star are three hops from the root, with two nodes its hub two; two stars are apart by way of the root",
        ),
        wiener=(
            n * (k - 1) * (3 * k * n - 2 * k + 2),
            "the nodes of a star are together 1 + 2 + 3 (k - 2) = 3k - 3 hops from the root, and (k - 1)^2 from each other; the pairs of "
            "two stars have k (3k - 3) hops for each of both",
        ),
    ),
    **graph_lemmas(
        of_links(
            "complete-binary-tree",
            Domain((Parameter("h", 1, "height"),)),
            _q - 1,
            lambda size: [(node // 2, node) for node in range(2, 2 ** (size["h"] + 1))],
            _small("h", 1, 6),
        ),
        links=(_q - 2, _TREE),
        max_degree=(sp.Min(h + 1, 3), "a node inside has its parent and two children"),
        diameter=(2 * h, "between leaves on both sides of the root"),
        wiener=(
            _q * ((h - 2) * _q + h + 4),
            f"{_PASSED}: 2^(h+1-j) links have a tree of 2^j - 1 nodes below, j = 1..h; with q = 2^(h+1) the sum of "
            "q (2^j - 1) (q/2^j - 1) is q ((h - 2) q + h + 4)",
        ),
    ),
    **graph_lemmas(
        of_links(
            "binomial-tree",
            Domain((Parameter("n", 1, "order"),)),
            2**n,
            lambda size: [
                (node, node | 1 << j)
                for node in range(2 ** size["n"])
                for j in range(size["n"])
                if node % 2 ** (j + 1) == 0
            ],
            _small("n", 1, 7),
        ),
        links=(2**n - 1, _TREE),
        max_degree=(n, "the root has a child of each order from 0 to n - 1"),
        diameter=(2 * n - 1, "the deepest leaves are n hops from the root, and n - 1 in the tree of another child"),
        wiener=(
            2 ** (n - 1) * ((n - 1) * 2**n + 1),
            f"{_PASSED}: 2^(n-1-j) links have a tree of 2^j nodes below, j = 0..n-1",
        ),
    ),
    **graph_lemmas(
        of_links(
            "lollipop",
            Domain((Parameter("m", 3, "nodes of the clique"), Parameter("n", 1, "nodes of the path"))),
            m + n,
            _lollipop,
            ({"m": a, "n": b} for a in (3, 4, 5) for b in (1, 2, 3, 4)),
        ),
        links=(m * (m - 1) / 2 + n, "the pairs of the clique, and one for each node of the path"),
        max_degree=(m, "the node where the path begins is linked to the others of the clique and to the path"),
        diameter=(n + 1, "from the end of the path to a node of the clique where it does not begin"),
        wiener=(
            m * (m - 1) / 2 + m * n * (n + 1) / 2 + (m - 1) * n + n * (n**2 - 1) / 6,
            "node j of the path is j hops from the node where it begins, j + 1 from m - 1 others; a path of n nodes has (n^3 - n)/6",
        ),
    ),
}
