"""Curves of links and buses: straight where possible, bent around nodes and beside parallel links."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import BUS, Link, beside

# in units of the distance between the nearest nodes
CLEAR = 0.2  # a line passes a node at least so far away
APART, SPREAD = 0.42, 1.0  # control points of parallel links from each other, and of the outermost
BEND, BEND_MORE, BEND_MOST = 0.3, 0.1, 0.64  # control points of a bent line, by its length
BUS_ASIDE, BUS_BEYOND = 0.34, 0.24  # a bar from its nodes, and beyond the outer ones
LOOP = 0.8
ARROW = 0.64  # where on a curve an arrow is


class Shape(NamedTuple):
    """The drawn shape of a device: a curve with four control points, or a bar with its two ends and stubs to its nodes.

    ``arrow`` and ``heading`` are the point of the line at which an arrow is drawn, and its direction.
    """

    line: np.ndarray
    stubs: tuple[np.ndarray, ...]
    arrow: np.ndarray
    heading: np.ndarray


def shapes(links: Sequence[Link], layout: DrawingLayout) -> list[Shape]:
    """The shape of each link, in their order."""
    pitch, nodes = layout.pitch, layout.everywhere
    centre = nodes.mean(axis=0)
    ends = _ends(links, layout)
    members: dict[tuple[float, ...], list[int]] = {}
    for i, pair in enumerate(ends):
        if pair is not None:
            members.setdefault(_key(*pair), []).append(i)
    found: list[Shape | None] = [None] * len(links)
    for group in members.values():
        base = None
        for k, i in enumerate(group):
            p, q = ends[i]  # type: ignore[misc]
            if np.allclose(p, q):
                found[i] = _loop(p, p - centre, k, pitch)
                continue
            if base is None:
                base = _bend(p, q, nodes, pitch) if layout.bent else 0.0
            apart = pitch * min(APART, SPREAD / max(len(group) - 1, 1))
            by = base + k * apart if base else (k - (len(group) - 1) / 2) * apart
            found[i] = _arc(p, q, by)
    return [_bar(layout.places[list(links[i].nodes)], pitch) if each is None else each for i, each in enumerate(found)]


def _ends(links: Sequence[Link], layout: DrawingLayout) -> list[tuple[np.ndarray, np.ndarray] | None]:
    """Where each link begins and ends; None for buses."""
    return [
        None if link.kind == BUS else layout.between(link.nodes[0], link.nodes[1], rank)
        for link, rank in zip(links, beside(links), strict=True)
    ]


def _key(p: np.ndarray, q: np.ndarray) -> tuple[float, ...]:
    a, b = sorted((tuple(np.round(p, 6).tolist()), tuple(np.round(q, 6).tolist())))
    return (*a, *b)


def _forward(p: np.ndarray, q: np.ndarray) -> bool:
    """Whether a line runs to the right, or straight up; lines bend to the left of this direction."""
    return bool(q[0] - p[0] > 1e-9 or (abs(q[0] - p[0]) <= 1e-9 and q[1] > p[1]))


def _bend(p: np.ndarray, q: np.ndarray, nodes: np.ndarray, pitch: float) -> float:
    """How far the control points of a line are aside: 0 if it passes no node."""
    length = float(np.hypot(*(q - p)))
    along = (nodes - p) @ (q - p) / length**2
    inside = (along > 1e-6) & (along < 1 - 1e-6)
    aside = np.hypot(*(nodes - p - along[:, None] * (q - p)).T)
    if not (inside & (aside < CLEAR * pitch)).any():
        return 0.0
    return pitch * min(BEND_MOST, BEND + BEND_MORE * (length / pitch - 1))


def _arc(p: np.ndarray, q: np.ndarray, by: float) -> Shape:
    """A cubic curve whose control points are so far aside, near the ends, so that it rises at once."""
    length = float(np.hypot(*(q - p)))
    ahead = (q - p) / length
    aside = np.array([-ahead[1], ahead[0]]) * (by if _forward(p, q) else -by)
    reach = ahead * min(length / 3, abs(by) if by else length / 3)
    return _shape(np.array([p, p + reach + aside, q - reach + aside, q]))


def _loop(p: np.ndarray, outwards: np.ndarray, rank: int, pitch: float) -> Shape:
    """A loop at a node, away from the middle of the drawing; the next one is turned."""
    size = float(np.hypot(*outwards))
    away = outwards / size if size > 1e-9 else np.array([0.0, 1.0])
    turn = rank * np.pi / 2
    away = np.array([away[0] * np.cos(turn) - away[1] * np.sin(turn), away[0] * np.sin(turn) + away[1] * np.cos(turn)])
    aside = np.array([-away[1], away[0]]) * 0.6
    return _shape(np.array([p, p + (away + aside) * LOOP * pitch, p + (away - aside) * LOOP * pitch, p]))


def _shape(curve: np.ndarray) -> Shape:
    t = ARROW
    slope = np.array([-((1 - t) ** 2), (1 - t) ** 2 - 2 * t * (1 - t), 2 * t * (1 - t) - t * t, t * t])
    heading = slope @ curve
    return Shape(curve, (), _at(curve, t), heading / max(float(np.hypot(*heading)), 1e-12))


def _at(curve: np.ndarray, t: float) -> np.ndarray:
    return np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]) @ curve


def along(shape: Shape, parts: np.ndarray) -> np.ndarray:
    """Points of a curve, or of a bar.

    shape: Shape of a device.
    parts: Parts of its length, a float array of P elements.

    Returns: Points, a float array of shape (P, 2).
    """
    t = np.asarray(parts).reshape(-1, 1)
    if len(shape.line) == 2:
        return shape.line[0] * (1 - t) + shape.line[1] * t
    p, a, b, q = shape.line
    return p * (1 - t) ** 3 + a * 3 * t * (1 - t) ** 2 + b * 3 * t * t * (1 - t) + q * t**3


def _bar(places: np.ndarray, pitch: float) -> Shape:
    """A bar beside its nodes if they are in a row, with a stub to each; from their middle otherwise."""
    middle = places.mean(axis=0)
    far = places[np.argmax(np.hypot(*(places - places[0]).T))] - places[0]
    far = far if _forward(np.zeros(2), far) else -far
    ahead = far / np.hypot(*far)
    aside = np.array([-ahead[1], ahead[0]])
    if np.abs((places - middle) @ aside).max() > CLEAR * pitch:
        return Shape(np.array([middle - 0.1 * pitch * ahead, middle + 0.1 * pitch * ahead]),
                     tuple(np.array([p, middle]) for p in places), middle, ahead)  # fmt: skip
    first, last = places[np.argmin(places @ ahead)], places[np.argmax(places @ ahead)]
    off = aside * BUS_ASIDE * pitch
    bar = np.array([first + off - BUS_BEYOND * pitch * ahead, last + off + BUS_BEYOND * pitch * ahead])
    between = first + (last - first) * ((len(places) - 1) // 2 + 0.5) / (len(places) - 1)  # two nodes
    return Shape(bar, tuple(np.array([p, p + off]) for p in places), between + off, ahead)
