"""Routes of worms on two-dimensional meshes and one-way tori, y first, listed channel by channel."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

Channel = tuple[str | int, ...]
Node = tuple[int, int]
Route = Callable[[int, Node, Node], list[Channel]]


def mesh_route(k: int, source: Node, destination: Node) -> list[Channel]:
    """Channels of a route in a mesh.

    A channel is (direction, x, y) with the node where it starts; the first is ("in", x, y), the last ("out", x, y).

    >>> mesh_route(3, (0, 2), (1, 1))
    [('in', 0, 2), ('S', 0, 2), ('E', 0, 1), ('out', 1, 1)]
    """
    (x, y), route = source, [_in(source)]
    while y != destination[1]:
        route.append(("N" if destination[1] > y else "S", x, y))
        y += 1 if destination[1] > y else -1
    while x != destination[0]:
        route.append(("E" if destination[0] > x else "W", x, y))
        x += 1 if destination[0] > x else -1
    return [*route, ("out", x, y)]


def oneway_torus_route(k: int, source: Node, destination: Node) -> list[Channel]:
    """Channels of a route in a one-way torus.

    A channel is ("y", x, y, crossed) or ("x", x, y, crossed): from position j of a ring to j - 1, or from 0 to k - 1,
    after which ``crossed`` is 1.

    >>> oneway_torus_route(3, (1, 0), (0, 1))
    [('in', 1, 0), ('y', 1, 0, 0), ('y', 1, 2, 1), ('x', 1, 1, 0), ('out', 0, 1)]
    """
    here, route = list(source), [_in(source)]
    for axis, letter in ((1, "y"), (0, "x")):
        crossed = 0
        while here[axis] != destination[axis]:
            route.append((letter, here[0], here[1], crossed))
            crossed = crossed or int(here[axis] == 0)
            here[axis] = (here[axis] - 1) % k
    return [*route, ("out", *here)]


def _in(node: Node) -> Channel:
    return "in", *node


@lru_cache(64)
def _crossings(route: Route, k: int) -> dict[tuple[Channel, ...], int]:
    """Number of routes over each channel, and over each pair of consecutive channels."""
    found: dict[tuple[Channel, ...], int] = {}
    nodes = [(x, y) for x in range(k) for y in range(k)]
    for source, destination in product(nodes, repeat=2):
        if source != destination:
            channels = route(k, source, destination)
            for part in [*((c,) for c in channels), *pairwise(channels)]:
                found[part] = found.get(part, 0) + 1
    return found


def rate(route: Route, k: int, *parts: tuple[Channel, ...]) -> Fraction:
    """Messages over parts of routes, for each message that one node sends."""
    return Fraction(sum(_crossings(route, k).get(part, 0) for part in parts), k * k - 1)


def branching(route: Route, k: int, channel: Channel, following: Channel) -> Fraction:
    """Share of the messages on a channel whose next channel is a given one."""
    found = _crossings(route, k)
    return Fraction(found.get((channel, following), 0), found[channel,])


def blocking(route: Route, k: int, channel: Channel, following: Channel) -> Fraction:
    """Share of the messages on a channel that do not come from a given channel."""
    found = _crossings(route, k)
    return 1 - Fraction(found.get((channel, following), 0), found[following,])
