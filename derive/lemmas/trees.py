"""Trees, and a clique with a tail: star, comb, banana tree, complete binary tree, binomial tree, lollipop.

In a tree the Wiener index is the sum over the links of the numbers of nodes on both sides multiplied (Wiener 1947).
"""

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import IRREGULAR, defined
from netlemma.derive.networks.brute_force_networks import Node, of_links
from netlemma.derive.networks.distance_lemmas import graph_lemmas, lemmas

n, k, h = parameter("n", 1), parameter("k", 2), parameter("h", 1)
_PASSED = "each link is passed by the pairs with one node on either side"


def _small(name: str, first: int, last: int) -> tuple[Size, ...]:
    return tuple({name: value} for value in range(first, last))


def _banana(size: Size) -> list[tuple[Node, Node]]:
    stars, leaves = range(size["n"]), range(1, size["k"])
    return [*(((), (s, 1)) for s in stars), *(((s, 0), (s, leaf)) for s in stars for leaf in leaves)]


_q = 2 ** (h + 1)
LEMMAS = {
    **defined("star", IRREGULAR, n="leaves"),
    **defined("comb", IRREGULAR, n="nodes of the path"),
    **defined("banana-tree", "nodes links wiener_index mean_distance", n="stars", k="nodes of each star"),
    **lemmas(
        of_links(
            "banana-tree",
            Domain((Parameter("n", 1, "stars"), Parameter("k", 2, "nodes of each star"))),
            n * k + 1,
            _banana,
            ({"n": a, "k": b} for a in (1, 2, 3) for b in (2, 3, 4, 5)),
        ),
        max_degree=(sp.Max(n, k - 1, 2), "the root has n links, a hub k - 1, and the leaf between them two"),
        diameter=(
            sp.Min(n, 2) * sp.Min(k, 3),
            "the last leaves of a star are three hops from the root, with two nodes its hub two; two stars are apart by way of the root",
        ),
    ),
    **defined(
        "complete-binary-tree",
        "nodes links max_degree",
        {"links": _q - 2, "max_degree": sp.Min(h + 1, 3)},
        h="height",
    ),
    **graph_lemmas(
        of_links(
            "complete-binary-tree",
            Domain((Parameter("h", 1, "height"),)),
            _q - 1,
            lambda size: [(node // 2, node) for node in range(2, 2 ** (size["h"] + 1))],
            _small("h", 1, 6),
        ),
        diameter=(2 * h, "between leaves on both sides of the root"),
        wiener=(
            _q * ((h - 2) * _q + h + 4),
            f"{_PASSED}: 2^(h+1-j) links have a tree of 2^j - 1 nodes below, j = 1..h; with q = 2^(h+1) the sum of "
            "q (2^j - 1) (q/2^j - 1) is q ((h - 2) q + h + 4)",
        ),
    ),
    **defined("binomial-tree", "nodes links", n="order"),
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
        max_degree=(n, "the root has a child of each order from 0 to n - 1"),
        diameter=(2 * n - 1, "the deepest leaves are n hops from the root, and n - 1 in the tree of another child"),
        wiener=(
            2 ** (n - 1) * ((n - 1) * 2**n + 1),
            f"{_PASSED}: 2^(n-1-j) links have a tree of 2^j nodes below, j = 0..n-1",
        ),
    ),
    **defined("lollipop", IRREGULAR, m="nodes of the clique", n="nodes of the path"),
}
