"""Definitions computed by breadth-first search over the hops of a rule, with all shortest paths counted.

They serve networks whose distance is no sum over digits. A rule maps a node to its hops ``(neighbour, class)``;
parallel hops are listed separately. Slow and obvious, as :mod:`netlemma.derive.networks.products.brute_force_products`.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

Node = Hashable
Rule = Callable[[Node], list[tuple[Node, str]]]


def search(rule: Rule, source: Node) -> tuple[dict[Node, int], dict[Node, int]]:
    """Distance and number of shortest paths from the source to every node."""
    distance, paths, frontier = {source: 0}, {source: 1}, [source]
    while frontier:
        reached: list[Node] = []
        for u in frontier:
            for v, _ in rule(u):
                if v not in distance:
                    distance[v], paths[v] = distance[u] + 1, 0
                    reached.append(v)
                if distance[v] == distance[u] + 1:
                    paths[v] += paths[u]
        frontier = reached
    return distance, paths


def mean_distance(nodes: Sequence[Node], rule: Rule) -> Fraction:
    """The mean distance over all ordered pairs of different nodes."""
    total = sum(sum(search(rule, s)[0].values()) for s in nodes)
    return Fraction(total, len(nodes) * (len(nodes) - 1))


def class_hops_from(source: Node, nodes: Sequence[Node], rule: Rule, name: str) -> Fraction:
    """Expected hops of a class from one source, added over all destinations, with every shortest path equally likely.

    The rule must be symmetric: every hop has a reverse hop.
    """
    distance, paths = search(rule, source)
    total = Fraction(0)
    ahead: dict[Node, Fraction] = {}
    for u in sorted(nodes, key=lambda node: distance[node]):
        before = sum(
            (paths[v] * (ahead[v] + (kind == name)) for v, kind in rule(u) if distance[v] == distance[u] - 1),
            Fraction(0),
        )
        ahead[u] = before / paths[u]
        total += ahead[u]
    return total
