"""Routes of fabrics by brute force: packets followed node by node."""

from collections.abc import Callable, Iterator

from derive.core.domain import Size
from derive.networks.distances.construction import Construction, Node

Channel = dict[str, int]


def shortest_steps(
    made: Construction, place: Callable[[Size, int, Node, Node], Channel]
) -> Callable[[Size], Iterator[list[Channel]]]:
    """Every two consecutive hops of the shortest paths between two ends.

    Parameters
    ----------
    made : Construction
        The family.
    place : callable
        Function from a size, the number of a hop on its path, and its two nodes to its coordinates.

    Returns
    -------
    callable
        Function from a size to the coordinates of such hops, two by two.
    """

    def followed(size: Size) -> Iterator[list[Channel]]:
        net = made.network(size)
        for goal in net.ends:
            far, reached = {goal: 0}, [goal]
            for u in reached:
                new = [v for v in net.neighbours[u] if v not in far]
                far |= dict.fromkeys(new, far[u] + 1)
                reached += new
            for source in net.ends:
                here, hop = {source}, 0
                while far[source] - hop > 1:
                    taken = [(u, v) for u in here for v in net.neighbours[u] if far[v] < far[u]]
                    for u, v in taken:
                        behind = (w for w in net.neighbours[v] if far[w] < far[v])
                        yield from ([place(size, hop, u, v), place(size, hop + 1, v, w)] for w in behind)
                    here, hop = {v for _, v in taken}, hop + 1

    return followed
