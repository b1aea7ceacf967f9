"""Distance profile of a network: the number of pairs of ends at each distance, and of the shortest paths that join them."""

from dataclasses import dataclass

from netlemma.graphs.loads.distance_distribution import Levels, levels
from netlemma.graphs.loads.loads import worth_plain_python
from netlemma.graphs.loads.paths import Tree, hop_lists, search
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits, trivial_orbits


@dataclass(frozen=True)
class Profile:
    """Counts over all ordered pairs of ends of messages, index = distance (0: every end with itself).

    ``farthest_shortest_paths`` is the number of shortest paths between two ends at the diameter, None if pairs differ.
    """

    nodes_at_distance: list[int]
    shortest_paths_at_distance: list[int]
    farthest_shortest_paths: int | None


def profile(net: Network, symmetry: bool = True) -> Profile:
    """Pairs and shortest paths by distance, counted on the explicit network (parallel devices separately).

    With symmetry one source of each orbit of the checked symmetries is followed.

    Parameters
    ----------
    net : Network
        The network.
    symmetry : bool, default True
        Whether to use the symmetries that the construction suggests, after checking them.

    Returns
    -------
    Profile
        Counts by distance.

    Raises
    ------
    NetworkError
        If no route leads from some end to another.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> p = profile(network("hypercube", n=3))
    >>> p.nodes_at_distance, p.shortest_paths_at_distance, p.farthest_shortest_paths
    ([8, 24, 24, 8], [8, 24, 48, 48], 6)
    """
    orbit = orbits(net) if symmetry else trivial_orbits(net)
    plain = worth_plain_python(net, len(orbit.sources))
    hops = hop_lists(net) if plain else None
    pairs: list[int] = []
    paths: list[int] = []
    farthest: set[int] = set()
    for source, weight in zip(orbit.sources, orbit.weights, strict=True):
        near = _plain(net, search(net, hops, source)) if hops else levels(net, source)
        if len(near.nodes) > len(pairs):
            more = [0] * (len(near.nodes) - len(pairs))
            pairs, paths, farthest = pairs + more, paths + more, set()
        for i, (nodes, ways) in enumerate(zip(near.nodes, near.paths, strict=True)):
            pairs[i] += weight * nodes
            paths[i] += weight * ways
        if len(near.nodes) == len(pairs):
            farthest |= near.farthest
    return Profile(pairs, paths, farthest.pop() if len(farthest) == 1 else None)


def _plain(net: Network, tree: Tree) -> Levels:
    """Ends and shortest paths of one source by distance, from Python's integers."""
    reach = max(tree.distance[v] for v in net.ends)
    nodes, paths = [0] * (reach + 1), [0] * (reach + 1)
    for v in net.ends:
        nodes[tree.distance[v]] += 1
        paths[tree.distance[v]] += tree.paths[v]
    return Levels(nodes, paths, {tree.paths[v] for v in net.ends if tree.distance[v] == reach})
