"""Dimension order by brute force: packets followed digit by digit, with their channels."""

from collections.abc import Iterator
from itertools import product

Hop = dict[str, int]


def hops(kind: str, k: int, source: int, goal: int) -> Iterator[Hop]:
    """The hops between two digits with their coordinates.

    A hop is rising (u = 1) or falling (u = -1), before the jump (v = 0) or from the jump on (v = 1), and has a place x.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring`` or ``oneway-ring``.
    k : int
        Nodes of each factor.
    source : int
        Digit of the source.
    goal : int
        Digit of the destination.

    Yields
    ------
    Hop
        Coordinates of a hop.

    Examples
    --------
    >>> [tuple(hop.values()) for hop in hops("ring", 5, 4, 1)]
    [(1, 1, 0), (1, 1, 1)]
    """
    up, down = (goal - source) % k, (source - goal) % k
    rises = {"line": goal > source, "oneway-ring": True, "ring": up <= down}[kind]
    p, lane = source, 0
    while p != goal:
        q = (p + (1 if rises else -1)) % k
        lane = 1 if (q < p) == rises else lane
        yield {"u": 1 if rises else -1, "v": lane, "x": q if rises else k - 1 - q}
        p = q


def channels(kind: str, k: int, n: int) -> Iterator[list[Hop]]:
    """The channels of each packet in order, with the dimension d of each.

    Parameters
    ----------
    kind : str
        Kind of factor: ``line``, ``ring`` or ``oneway-ring``.
    k : int
        Nodes of each factor.
    n : int
        Number of dimensions.

    Yields
    ------
    list of Hop
        Coordinates of the channels of one packet.
    """
    for source, goal in product(product(range(k), repeat=n), repeat=2):
        yield [{"d": d} | hop for d in range(n) for hop in hops(kind, k, source[d], goal[d])]
