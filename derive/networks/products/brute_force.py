"""Definitions computed as written: plain loops over digit vectors, one hop at a time.

Slow and obvious. These loops share nothing with the closed forms and nothing with the explicit networks; a lemma is
compared with them at small sizes.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

Dimensions = Sequence[tuple[str, int]]
Node = tuple[int, ...]


def hops(kind: str, n: int, x: int) -> list[int]:
    """The digits one hop away from digit x, with one entry for each parallel hop.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring``, ``clique`` or ``bus``.
    n : int
        Number of nodes of the factor.
    x : int
        Digit of the source.

    Returns
    -------
    list of int
        Digits.
    """
    if kind == "line":
        return [y for y in (x - 1, x + 1) if 0 <= y < n]
    if kind == "ring":
        return [(x + 1) % n, (x - 1) % n]
    if kind == "oneway-ring":
        return [(x + 1) % n]
    return [y for y in range(n) if y != x]


@cache
def digit_distance(kind: str, n: int, x: int, y: int) -> int:
    """Hops from digit x to digit y, by breadth-first search from x.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring``, ``clique`` or ``bus``.
    n : int
        Number of nodes of the factor.
    x : int
        Digit of the source.
    y : int
        Digit of the destination.

    Returns
    -------
    int
        Number of hops.
    """
    reached, frontier, steps = {x}, {x}, 0
    while y not in reached:
        frontier = {v for u in frontier for v in hops(kind, n, u)} - reached
        reached |= frontier
        steps += 1
    return steps


def nodes(dimensions: Dimensions) -> list[Node]:
    """All digit vectors."""
    return list(product(*(range(n) for _, n in dimensions)))


def distance(dimensions: Dimensions, s: Node, t: Node) -> int:
    """The distance of two nodes: the sum over dimensions of the distances of their digits.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    s : Node
        Source, as a digit vector.
    t : Node
        Destination, as a digit vector.

    Returns
    -------
    int
        Number of hops.
    """
    return sum(digit_distance(kind, n, x, y) for (kind, n), x, y in zip(dimensions, s, t, strict=True))


def pair_distances(dimensions: Dimensions) -> Iterator[int]:
    """d(s, t) for every ordered pair, s = t included."""
    every = nodes(dimensions)
    return (distance(dimensions, s, t) for s in every for t in every)


def mean_distance(dimensions: Dimensions) -> Fraction:
    """The mean of d(s, t) over all ordered pairs of different nodes."""
    count = len(nodes(dimensions))
    return Fraction(sum(pair_distances(dimensions)), count * (count - 1))


def diameter(dimensions: Dimensions) -> int:
    """The largest distance."""
    return max(pair_distances(dimensions))


def distance_polynomial(dimensions: Dimensions, z: int) -> Fraction:
    """The distance polynomial of a node, averaged over sources, at one point.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    z : int
        Value of the variable.

    Returns
    -------
    Fraction
        Sum of z**d(s, t) over all destinations, averaged over sources.
    """
    return Fraction(sum(z**d for d in pair_distances(dimensions)), len(nodes(dimensions)))


def pairs_at_distance(dimensions: Dimensions, i: int) -> int:
    """The number of ordered pairs of nodes at one distance.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    i : int
        Distance in hops.

    Returns
    -------
    int
        Number of pairs.
    """
    return sum(d == i for d in pair_distances(dimensions))


def devices(dimensions: Dimensions, chosen: Sequence[int]) -> int:
    """The number of devices of the chosen dimensions, counted one by one on each copy of the factor.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    chosen : sequence of int
        Numbers of the dimensions of the devices.

    Returns
    -------
    int
        Number of devices.
    """
    total = 0
    for j in chosen:
        kind, n = dimensions[j]
        if kind == "bus":
            own = 1
        elif kind == "oneway-ring":
            own = sum(len(hops(kind, n, x)) for x in range(n))
        else:
            own = sum(len(hops(kind, n, x)) for x in range(n)) // 2
        copies = 1
        for other, (_, size) in enumerate(dimensions):
            copies *= size if other != j else 1
        total += own * copies
    return total


def visit_ratio(dimensions: Dimensions, chosen: Sequence[int]) -> Fraction:
    """Hops of a message in the chosen dimensions, for each of their devices.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    chosen : sequence of int
        Numbers of the dimensions of the devices.

    Returns
    -------
    Fraction
        Visit ratio, for all ordered pairs of different nodes equally likely.
    """
    every = nodes(dimensions)
    made = sum(digit_distance(*dimensions[j], s[j], t[j]) for s in every for t in every for j in chosen)
    return Fraction(made, len(every) * (len(every) - 1) * devices(dimensions, chosen))


@cache
def walk(kind: str, n: int, x: int, y: int) -> list[tuple[Fraction, list[tuple[int, int]]]]:
    """The shortest paths from x to y within a factor as lists of hops, with their probabilities.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring``, ``clique`` or ``bus``.
    n : int
        Number of nodes of the factor.
    x : int
        Digit of the source.
    y : int
        Digit of the destination.

    Returns
    -------
    list of tuple of (Fraction, list of tuple of (int, int))
        Probability and hops (from, to) of each path.
    """
    if kind == "ring" and x != y:
        up, down = (y - x) % n, (x - y) % n
        directions = [(1, up)] if up < down else [(-1, down)] if down < up else [(1, up), (-1, down)]
        ways = []
        for direction, length in directions:
            path = [(x + direction * h) % n for h in range(length + 1)]
            links = [u if direction == 1 else v for u, v in pairwise(path)]
            ways.append((Fraction(1, len(directions)), [(link, link) for link in links]))
        return ways
    path = [x]
    while path[-1] != y:
        path.append(min(hops(kind, n, path[-1]), key=lambda v: digit_distance(kind, n, v, y)))
    return [(Fraction(1), list(pairwise(path)))]


def crosses(kind: str, hop: tuple[int, int], position: int) -> bool:
    """Whether a hop (from, to), or on a ring (link, link), uses the device of the factor at ``position``.

    Link ``p`` of a line joins nodes p - 1 and p; link ``e`` of a ring joins e and e + 1; on a clique it is the link
    between node 0 and node ``position``; a factor of kind bus has one bus.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring``, ``clique`` or ``bus``.
    hop : tuple of (int, int)
        Hop within the factor.
    position : int
        Position of the device on the factor.

    Returns
    -------
    bool
        True if the hop uses the device.
    """
    if kind == "bus":
        return True
    if kind == "line":
        return max(hop) == position
    if kind == "clique":
        return set(hop) == {0, position}
    return hop[0] == position


def device_visits(dimensions: Dimensions, j: int, position: int, fibre: Node) -> Fraction:
    """Expected crossings of one device of dimension j under dimension-order routing, message by message.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    j : int
        Number of the dimension.
    position : int
        Position of the device on the copy of the factor.
    fibre : Node
        Digits that select the copy; digit j is ignored.

    Returns
    -------
    Fraction
        Crossings by one message, for all ordered pairs of different nodes equally likely.
    """
    every = nodes(dimensions)
    visits = Fraction(0)
    for s in every:
        for t in every:
            other = t[:j] + s[j + 1 :]
            if s != t and other == fibre[:j] + fibre[j + 1 :]:
                for probability, hops_made in walk(*dimensions[j], s[j], t[j]):
                    if crossings := sum(crosses(dimensions[j][0], hop, position) for hop in hops_made):
                        visits += probability * crossings
    return visits / (len(every) * (len(every) - 1))


def farthest_paths(dimensions: Dimensions) -> int:
    """The number of shortest paths between two nodes at the largest distance, counted hop by hop, parallel links separately."""
    every = nodes(dimensions)
    s, t = max(((s, t) for s in every for t in every), key=lambda pair: distance(dimensions, *pair))

    @cache
    def paths(u: Node) -> int:
        if u == t:
            return 1
        near = distance(dimensions, u, t) - 1
        total = 0
        for j, (kind, n) in enumerate(dimensions):
            for digit in hops(kind, n, u[j]):
                v = u[:j] + (digit,) + u[j + 1 :]
                if distance(dimensions, v, t) == near:
                    total += paths(v)
        return total

    return paths(s)
