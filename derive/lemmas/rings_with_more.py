"""Graphs around rings: cycle, wheel, prism, antiprism, Moebius ladder, crown, sunlet, helm, web, pan and tadpole."""

from itertools import pairwise, permutations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Node, of_links
from netlemma.derive.networks.distance_lemmas import graph_lemmas

Links = list[tuple[Node, Node]]
n, m, k = parameter("n", 3), parameter("m", 3), parameter("n", 1)
around = sp.floor(n**2 / 4)  # sum of the distances of a node of a ring
_AROUND = "on a ring of n nodes the distances of a node have the sum floor(n^2/4)"
_N, _SMALL = Domain((Parameter("n", 3, "nodes of a ring"),)), tuple({"n": size} for size in range(3, 9))


def ring(size: int, name: str = "ring") -> Links:
    """The links of a ring whose nodes have a name and a number."""
    return [((name, i), (name, (i + 1) % size)) for i in range(size)]


def between(size: int, one: str, other: str) -> Links:
    """Links between nodes of the same number."""
    return [((one, i), (other, i)) for i in range(size)]


def _wheel(size: Size) -> Links:
    rim = size["n"] - 1
    return [*ring(rim), *(("hub", ("ring", i)) for i in range(rim))]


def _prism(size: Size) -> Links:
    return [*ring(size["n"], "a"), *ring(size["n"], "b"), *between(size["n"], "a", "b")]


def _helm(size: Size) -> Links:
    return [*ring(size["n"]), *(("hub", ("ring", i)) for i in range(size["n"])), *between(size["n"], "ring", "leaf")]


def _tail(size: int, long: int) -> Links:
    nodes = [("ring", 0), *(("path", i) for i in range(long))]
    return [*ring(size), *pairwise(nodes)]


_WHEEL = parameter("n", 4)
LEMMAS = {
    **graph_lemmas(
        of_links("cycle", _N, n, lambda size: ring(size["n"]), _SMALL),
        links=(n, "each node has two links, and each link two nodes"),
        degree=(sp.Integer(2), "a node is linked to the one before and the one behind it"),
        diameter=(sp.floor(n / 2), "the shorter way around has at most half of the links"),
        wiener=(n * around / 2, _AROUND),
    ),
    **graph_lemmas(
        of_links(
            "wheel",
            Domain((Parameter("n", 4, "nodes, with the hub"),)),
            _WHEEL,
            _wheel,
            tuple({"n": size} for size in range(4, 9)),
        ),
        links=(2 * _WHEEL - 2, "n - 1 links of the ring, and one from each of its nodes to the hub"),
        max_degree=(_WHEEL - 1, "the hub is linked to all others"),
        diameter=(
            sp.Min(_WHEEL - 3, 2),
            "two nodes of the ring are linked, or two hops apart by the hub; of three all are linked",
        ),
        wiener=(
            (_WHEEL - 1) * (_WHEEL - 2),
            "the 2n - 2 linked pairs are one hop apart, and the others of the n (n - 1)/2 pairs two",
        ),
    ),
    **graph_lemmas(
        of_links("prism", _N, 2 * n, _prism, _SMALL),
        links=(3 * n, "each of the 2n nodes has three links, and each link two nodes"),
        degree=(sp.Integer(3), "two links around, and one to the other ring"),
        diameter=(sp.floor(n / 2) + 1, "at most half around, and one hop to the other ring"),
        wiener=(
            2 * n * around + n**2,
            f"distances add over both factors; {_AROUND}: a node has this sum to either ring, and n more to the other one",
        ),
    ),
    **graph_lemmas(
        of_links(
            "antiprism",
            _N,
            2 * n,
            lambda size: [(i, (i + step) % (2 * size["n"])) for i in range(2 * size["n"]) for step in (1, 2)],
            _SMALL,
        ),
        links=(4 * n, "each of the 2n nodes has four links, and each link two nodes"),
        degree=(sp.Integer(4), "nodes numbered in zigzag are linked if their numbers are one or two apart"),
        diameter=(sp.ceiling(n / 2), "numbers that are k <= n apart are ceil(k/2) hops apart"),
        wiener=(
            n**2 * (n + 1) / 2,
            "numbered in zigzag, nodes whose numbers are k apart are ceil(k/2) hops apart: twice each k < n and once n, which is "
            "2 floor(n^2/4) + ceil(n/2) = n (n + 1)/2 from each of the 2n nodes",
        ),
    ),
    **graph_lemmas(
        of_links(
            "moebius-ladder",
            Domain((Parameter("n", 3, "rungs"),)),
            2 * n,
            lambda size: [(i, (i + step) % (2 * size["n"])) for i in range(2 * size["n"]) for step in (1, size["n"])],
            _SMALL,
        ),
        links=(3 * n, "each of the 2n nodes has three links, and each link two nodes"),
        degree=(sp.Integer(3), "two links around, and a rung"),
        diameter=(sp.floor((n + 1) / 2), "k places away it is k hops, or by the rung n + 1 - k: the least of both"),
        wiener=(
            n * (2 * sp.floor((n + 1) ** 2 / 4) - 1),
            "k places away it is min(k, n + 1 - k) hops, twice for k < n and once for k = n; the sum of these minima over k = 1..n is "
            "floor((n + 1)^2/4)",
        ),
    ),
    **graph_lemmas(
        of_links(
            "crown",
            Domain((Parameter("n", 3, "nodes of each set"),)),
            2 * n,
            lambda size: [(("a", i), ("b", j)) for i, j in permutations(range(size["n"]), 2)],
            _SMALL,
        ),
        links=(n * (n - 1), "each of n nodes is linked to n - 1 of the other set"),
        degree=(n - 1, "all of the other set but the partner"),
        diameter=(sp.Integer(3), "the partner is three hops away, because it is linked to no neighbour of the node"),
        wiener=(
            3 * n**2,
            "n - 1 nodes of the other set are one hop away, n - 1 of the own set two, and the partner three: 3n from each of 2n nodes",
        ),
    ),
    **graph_lemmas(
        of_links("sunlet", _N, 2 * n, lambda size: [*ring(size["n"]), *between(size["n"], "ring", "leaf")], _SMALL),
        links=(2 * n, "n links of the ring, and one to each leaf"),
        max_degree=(sp.Integer(3), "a node of the ring has two links around and a leaf"),
        diameter=(sp.floor(n / 2) + 2, "between the leaves of opposite nodes"),
        wiener=(
            2 * n * around + 2 * n * (n - 1) + n,
            "nodes of the ring d apart, and their leaves, are d, d + 1, d + 1 and d + 2 apart; each leaf is one hop from "
            f"its node; {_AROUND}",
        ),
    ),
    **graph_lemmas(
        of_links("helm", _N, 2 * n + 1, _helm, _SMALL),
        links=(3 * n, "n links of the rim, n spokes and n leaves"),
        max_degree=(sp.Max(n, 4), "the hub has n links, a node of the rim four"),
        diameter=(
            sp.Min(n, 4),
            "between the leaves of two nodes of the rim, which are two hops apart, or linked if they are three",
        ),
        wiener=(
            6 * n * (n - 1),
            "the n linked pairs of the rim are one hop apart, the others two: S = n^2 - 2n together; with their leaves they have "
            "4 S + 4 n (n - 1)/2, a leaf is one hop from its node, and the hub one from the rim and two from the leaves",
        ),
    ),
    **graph_lemmas(
        of_links("web", _N, 3 * n, lambda size: [*_prism(size), *between(size["n"], "b", "leaf")], _SMALL),
        links=(4 * n, "3n of the prism, and one to each leaf"),
        max_degree=(sp.Integer(4), "a node of the outer ring has two links around, one to the inner ring, and a leaf"),
        diameter=(sp.floor(n / 2) + 2, "from a leaf to the opposite leaf, or to the opposite node of the inner ring"),
        wiener=(
            9 * n * around / 2 + 5 * n**2 - n,
            "a leaf is one hop farther than its node of the prism, to which the others have 2 floor(n^2/4) + n; two leaves are two "
            f"hops farther apart than their nodes; {_AROUND}",
        ),
    ),
    **graph_lemmas(
        of_links("pan", _N, n + 1, lambda size: _tail(size["n"], 1), _SMALL),
        links=(n + 1, "n of the ring and one more"),
        max_degree=(sp.Integer(3), "the node with the handle has three links"),
        diameter=(sp.floor(n / 2) + 1, "from the handle to the opposite side of the ring"),
        wiener=(
            n * around / 2 + around + n,
            f"{_AROUND}; the handle is one hop farther from all n nodes than its node",
        ),
    ),
    **graph_lemmas(
        of_links(
            "tadpole",
            Domain((Parameter("m", 3, "nodes of the ring"), Parameter("n", 1, "nodes of the path"))),
            m + k,
            lambda size: _tail(size["m"], size["n"]),
            ({"m": a, "n": b} for a in (3, 4, 5, 6) for b in (1, 2, 3)),
        ),
        links=(m + k, "m of the ring, and one for each node of the path"),
        max_degree=(sp.Integer(3), "the node where the path begins has three links"),
        diameter=(sp.floor(m / 2) + k, "from the end of the path to the opposite side of the ring"),
        wiener=(
            m * sp.floor(m**2 / 4) / 2 + m * k * (k + 1) / 2 + k * sp.floor(m**2 / 4) + k * (k**2 - 1) / 6,
            "node j of the path is j hops farther from the nodes of the ring than its beginning there, whose distances have the sum "
            "floor(m^2/4); a path of n nodes has (n^3 - n)/6",
        ),
    ),
}
