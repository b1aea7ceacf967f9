"""The distance profile of a network: how many pairs at each distance, and how many shortest paths join them."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.paths import rows, search
from graphs.structure import Network
from graphs.symmetry import orbits, trivial_orbits


@dataclass(frozen=True)
class Profile:
    """Counts over all ordered pairs of nodes, index = distance (0: every node with itself).

    ``farthest_shortest_paths`` is the number of shortest paths between two nodes at the diameter, None if pairs differ.
    """

    nodes_at_distance: list[int]
    shortest_paths_at_distance: list[int]
    farthest_shortest_paths: int | None


def profile(net: Network, symmetry: bool = True) -> Profile:
    """Pairs and shortest paths by distance, counted on the explicit network (parallel devices apart).

    With symmetry one source of each orbit of the checked symmetries is followed.

    >>> from graphs import network
    >>> p = profile(network("hypercube", n=3))
    >>> p.nodes_at_distance, p.shortest_paths_at_distance, p.farthest_shortest_paths
    ([8, 24, 24, 8], [8, 24, 48, 48], 6)
    """
    group = orbits(net) if symmetry else trivial_orbits(net)
    hops = rows(net)
    pairs: list[int] = []
    paths: list[int] = []
    farthest: set[int] = set()
    for source, weight in zip(group.sources, group.weights, strict=True):
        tree = search(net, hops, source)
        reach = tree.distance[tree.order[-1]]
        if reach >= len(pairs):
            more = [0] * (reach + 1 - len(pairs))
            pairs, paths, farthest = pairs + more, paths + more, set()
        for i, count in zip(tree.distance, tree.paths, strict=True):
            pairs[i] += weight
            paths[i] += weight * count
        if reach == len(pairs) - 1:
            farthest |= {count for i, count in zip(tree.distance, tree.paths, strict=True) if i == reach}
    return Profile(pairs, paths, farthest.pop() if len(farthest) == 1 else None)
