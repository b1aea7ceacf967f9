"""Layout of PolarFly: a quadric in the middle, fans around it (Lakhotia et al. 2022).

A quadric is a point perpendicular to itself, and every node two hops from it is linked to exactly one of its neighbours. So each
neighbour is the middle of a fan, with its own neighbours around it, those side by side that make a triangle with it. For an odd prime q
the fans turn into each other: x -> x + (x.w) v - (x.v) w - (v.v) (x.w) / 2 w, with the quadric w and v perpendicular to it, keeps w
and all products.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.layouts.fabrics import unit, with_terminals

APART, FREE = 0.55, 1.6  # radius of a fan and of all, by those that touch
NEAR = 0.7  # from a switch to its terminals


def place(net: Any) -> DrawingLayout:
    """Fans on a circle, the blades of each around its middle, terminals beside their switch."""
    q = net.parameters["q"]
    count = q * q + q + 1
    beside = [[int(v) for v in net.target[net.indptr[u] : net.indptr[u + 1]] if v < count] for u in range(count)]
    quadric = min(u for u, near in enumerate(beside) if len(near) == q)
    fans = _fans(beside, quadric)
    if q % 2 and all(q % d for d in range(3, q)):
        fans = _turned(fans[0], [net.labels(u) for u in range(count)], quadric, q)
    group = np.full(count, -1)
    for i, fan in enumerate(fans):
        group[fan] = i

    def behind(u: int, v: int) -> bool:
        return max(u, v) < count and quadric not in (u, v) and bool(group[u] != group[v])

    places, away = _placed(fans, count, bool(net.terminals))
    placed = with_terminals(net, places, lambda at, i, n: places[at] + NEAR * unit(away[at] + (i - (n - 1) / 2) / n))
    return replace(placed, room=1.0, behind=behind)


def _placed(fans: Sequence[Sequence[int]], count: int, terminals: bool) -> tuple[np.ndarray, np.ndarray]:
    """The places of the switches, the quadric at 0, and the directions of their terminals."""
    q = len(fans)
    size = APART / np.sin(np.pi / max(q, 4)) + (1.0 if terminals else 0.1)
    places, away = np.zeros((count, 2)), np.full(count, np.pi / 2 - np.pi / q)
    for i, fan in enumerate(fans):
        facing = np.pi / 2 - 2 * np.pi * i / q
        blades = facing + 2 * np.pi * np.arange(len(fan) - 1) / q
        places[fan] = FREE * (size + NEAR * terminals) / np.sin(np.pi / max(q, 3)) * unit(np.array(facing))
        places[fan[1:]] += size * unit(blades)
        away[fan] = [facing + np.pi / q, *blades]
    return places, away


def _fans(beside: Sequence[Sequence[int]], quadric: int) -> list[list[int]]:
    """The middle of each fan and its other nodes: first those without a partner, then partners side by side."""
    found = []
    for middle in beside[quadric]:
        blades = [u for u in beside[middle] if u != quadric]
        pairs = {u: [v for v in blades if v in beside[u]] for u in blades}
        joined = [x for u in blades for v in pairs[u] if u < v for x in (u, v)]
        found.append([middle, *(u for u in blades if not pairs[u]), *joined])
    return found


def _turned(fan: Sequence[int], labels: Sequence[tuple[int, ...]], quadric: int, q: int) -> list[list[int]]:
    """A fan and its images under the rotation."""
    number = {label: u for u, label in enumerate(labels)}
    w, v = np.array(labels[quadric]), np.array(labels[fan[0]])
    half = pow(2, -1, q)

    def image(u: int) -> int:
        x = np.array(labels[u])
        turned = (x + (x @ w) * v - (x @ v) * w - half * (v @ v) * (x @ w) * w) % q
        leading = int(turned[np.flatnonzero(turned)[0]])
        return number[tuple((turned * pow(leading, -1, q) % q).tolist())]

    fans = [list(fan)]
    while len(fans) < q:
        fans.append([image(u) for u in fans[-1]])
    return fans
