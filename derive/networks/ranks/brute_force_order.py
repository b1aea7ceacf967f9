"""Dimension order, literally: packets followed digit by digit, with the channels that they take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Hop = dict[str, int]


def hops(kind: str, k: int, source: int, goal: int) -> Iterator[Hop]:
    """The hops between two digits: rising (u = 1) or falling (-1), before (v = 0) or from the jump on (1), and their places x.

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
    """The channels that each packet takes, with the dimension d of each."""
    for source, goal in product(product(range(k), repeat=n), repeat=2):
        yield [{"d": d} | hop for d in range(n) for hop in hops(kind, k, source[d], goal[d])]
