"""Layout of networks that turn into themselves: a circle, or one circle in the other for each orbit of the turn.

Nodes of circulant graphs are numbers, which stand on one circle, such that one of the jumps leads to the next node if it leads to all.
Subsets of a set are turned by adding one to each element, so
that the Petersen graph is a star in a pentagon. Generalised Petersen graphs have an outer and an inner circle.
"""

from math import gcd
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout, circle

FAMILIES = ("circulant", "midimew", "generalised-petersen", "johnson-graph", "kneser", "odd-graph")
BETWEEN = 1.1  # circles, in distances of neighbours


def place(net: Any) -> DrawingLayout:
    """Orbits of the turn on circles around one point, the largest orbits outside."""
    labels = [net.labels(u) for u in range(net.node_count)]
    if net.family == "generalised-petersen":
        count = net.node_count // 2
        orbits = [list(range(count)), list(range(count, 2 * count))]
    elif len(labels[0]) == 1:
        return DrawingLayout(_by_a_jump(net), room=1.3)
    else:
        orbits = _turned(labels)
    return DrawingLayout(_around(orbits, len(labels)), room=1.4)


def _by_a_jump(net: Any) -> np.ndarray:
    """Positions of the nodes on a circle, the multiples of the least jump that has no divisor with their number."""
    count = net.node_count
    jumps = sorted({min(int(v), count - int(v)) for v in net.target[: net.indptr[1]]})
    jump = next((jump for jump in jumps if gcd(jump, count) == 1), 1)
    places = np.zeros((count, 2))
    places[np.arange(count) * jump % count] = circle(count)
    return places


def _turned(labels: list[tuple[int, ...]]) -> list[list[int]]:
    """Orbits of the subsets under adding one to each element, the largest and those of the nearest elements first."""
    number = {frozenset(label): u for u, label in enumerate(labels)}
    most = max(map(max, labels))
    left, orbits = dict.fromkeys(range(len(labels))), []
    while left:
        u = next(iter(left))
        orbit = [u]
        while (v := number[frozenset(x % most + 1 for x in labels[orbit[-1]])]) != u:
            orbit.append(v)
        for v in orbit:
            del left[v]
        orbits.append(orbit)
    return sorted(orbits, key=lambda orbit: -len(orbit))


def _around(orbits: list[list[int]], count: int) -> np.ndarray:
    """Positions of nodes on circles around one point, the nodes of the first orbit on the outermost."""
    places = np.zeros((count, 2))
    radius = 0.0
    for ring, orbit in reversed(list(enumerate(orbits))):
        least = 0.5 / np.sin(np.pi / len(orbit)) if len(orbit) > 1 else 0.0
        radius = max(least, radius + BETWEEN if ring < len(orbits) - 1 else least)
        aside = 2 * np.pi / len(orbit) * ring / len(orbits) * (len(orbits) > 2)  # nodes of three circles in no line
        turn = np.array([(np.cos(aside), np.sin(aside)), (-np.sin(aside), np.cos(aside))])
        places[orbit] = circle(len(orbit), radius) @ turn
    return places
