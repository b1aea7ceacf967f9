"""Routes of fabrics by brute force: packets followed node by node."""

from collections.abc import Callable, Iterator
from itertools import chain, permutations, product

from netlemma.derive.core.domain import Size
from netlemma.derive.networks.distances.construction import Construction, Node

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


def grid_ways(
    sides: Callable[[Size], tuple[int, ...]], terminals: str, aside: bool
) -> Callable[[Size], Iterator[list[Channel]]]:
    """Dimension order on a grid of cliques, a hop in each dimension, or also one aside before it.

    Parameters
    ----------
    sides : callable
        Function from a size to the switches of a line of each dimension.
    terminals : str
        Name of the size that counts the terminals of a switch; without terminals, "", messages run between switches.
    aside : bool
        Whether a hop to any other switch of the line may precede that to the right one.

    Returns
    -------
    callable
        Function from a size to the coordinates of the channels of each packet.
    """

    def followed(size: Size) -> Iterator[list[Channel]]:
        every = sides(size)
        ends = list(product(product(*map(range, every)), range(size[terminals] if terminals else 1)))
        for (source, one), (goal, other) in product(ends, repeat=2):
            if (source, one) == (goal, other):
                continue
            inside: list[list[list[Channel]]] = []
            for d, (here, there) in enumerate(zip(source, goal, strict=True)):
                if here != there:
                    end = {"m": 1, "d": d, "v": int(aside)}
                    longer = [[{"m": 1, "d": d, "v": 0}, end] for x in range(every[d]) if x not in (here, there)]
                    inside.append([[end], *(longer if aside else [])])
            for hops in product(*inside):
                way = [*chain.from_iterable(hops)]
                first, last = ({"m": kind, "d": 0, "v": int(aside)} for kind in (0, 2))
                yield [first, *way, last] if terminals else way

    return followed


def group_ways(made: Construction) -> Callable[[Size], Iterator[list[Channel]]]:
    """From terminal to terminal of a dragonfly: by the link between the groups of their switches, on rising virtual channels.

    Parameters
    ----------
    made : Construction
        The dragonfly, whose nodes are a kind, a group, a switch, and of terminals a number.

    Returns
    -------
    callable
        Function from a size to the coordinates of the channels of each packet.
    """

    def followed(size: Size) -> Iterator[list[Channel]]:
        net = made.network(size)
        between = {(u[1], v[1]): (u[2], v[2]) for u, near in net.neighbours.items() for v in near if u[1] != v[1]}
        for (_, group, switch, _), (_, goal, last, _) in permutations(net.ends, 2):
            classes = [0, *([1] if switch != last else []), 3]
            if group != goal:
                out, into = between[group, goal]
                classes = [0, *([1] if switch != out else []), 2, *([1] if into != last else []), 3]
            after = classes[2:].index(1) + 2 if 1 in classes[2:] and group != goal else len(classes)
            yield [{"c": kind, "v": int(i >= after)} for i, kind in enumerate(classes)]

    return followed
