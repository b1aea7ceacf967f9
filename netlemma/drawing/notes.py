"""Positions of the texts at links: on their own line, away from nodes, other texts and other lines."""

from collections.abc import Mapping, Sequence

import numpy as np

from netlemma.drawing.curves import ARROW, Shape, along

NEAR = 0.62  # of the distance between nodes: where the text of a longer line stands first, each at its own node
ALONG = (0.32, 0.5, 0.42, 0.25, 0.57, 0.72, 0.8, 0.18)  # parts of a line where its text may stand, the best first
SAMPLES = 25  # points of a line that other texts leave free
BESIDE_ARROW = 0.08  # parts of a line next to its arrow that are no place
ON_BOX, ON_LINE = 40.0, 1.0  # how bad it is to cover a node or text, and a point of another line
WIDE, HIGH = 0.31, 0.62  # half of a letter's width, and of a text's height, in its size


def places(
    texts: Mapping[int, str],
    drawn: Sequence[Shape],
    size: float,
    pitch: float,
    nodes: np.ndarray,
    boxes: np.ndarray,
    arrows: bool,
) -> dict[int, np.ndarray]:
    """The position of each text, by link.

    drawn: Shapes of the links.
    nodes: Centres of what must not be covered, a float array of shape (N, 2).
    boxes: Half widths and half heights of these, a float array of shape (N, 2).

    Returns: Position of each text, an array of shape (2,).
    """
    parts = np.linspace(0.02, 0.98, SAMPLES)
    lines = np.concatenate([along(shape, parts) for shape in drawn])
    owner = np.repeat(np.arange(len(drawn)), SAMPLES)
    middles = np.concatenate((nodes, np.full((len(texts), 2), np.inf)))  # those of texts as they are placed
    halves = np.concatenate((boxes, np.zeros((len(texts), 2))))
    found = {}
    for place, (i, text) in enumerate(texts.items(), len(nodes)):
        half = np.array([WIDE * size * (len(text) + 1), HIGH * size])
        chord = float(np.hypot(*(drawn[i].line[-1] - drawn[i].line[0])))
        first = NEAR * pitch / chord if chord > pitch else ALONG[0]
        allowed = [part for part in (first, *ALONG) if not arrows or abs(part - ARROW) > BESIDE_ARROW]
        candidates = along(drawn[i], np.array(allowed))
        low, high = candidates.min(axis=0) - half, candidates.max(axis=0) + half
        others = lines[_within(lines, low, high) & (owner != i)]
        near = _within(middles[:place], low - halves[:place], high + halves[:place])
        bad = [
            ON_BOX * _overlap(point, half, middles[:place][near], halves[:place][near])
            + ON_LINE * int((np.abs(others - point) < half).all(axis=1).sum())
            for point in candidates
        ]
        found[i] = candidates[int(np.argmin(np.round(bad, 6)))]
        middles[place], halves[place] = found[i], half
    return found


def _within(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Which points are inside a box."""
    x, y = points.T
    (left, bottom), (right, top) = low.T, high.T
    return (left < x) & (x < right) & (bottom < y) & (y < top)


def _overlap(point: np.ndarray, half: np.ndarray, middles: np.ndarray, halves: np.ndarray) -> float:
    """How much of a box others cover, each counted by itself."""
    shared = np.clip(half + halves - np.abs(middles - point), 0, 2 * np.minimum(half, halves))
    return float((shared.prod(axis=1) / (4 * half.prod())).sum())
