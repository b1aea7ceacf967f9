"""Dual-bus hypercube: grid of w nodes a side in D dimensions, every node on a bus in dimension 0 and on one other bus.

All nodes of the hyperplane x_0 = h have their other bus in the same direction. By default that is dimension 1 + (h mod
(D-1)), so that some directions occur once more than others where D-1 does not divide w. Any assignment of directions 1
to D-1 to the w hyperplanes can be chosen. Each direction must occur, since no bus would change that coordinate
otherwise: this takes w >= D-1 hyperplanes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log10
from operator import index
from typing import Any

import numpy as np

from netlemma.errors import SizeError
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import regular_network
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Label, Network

NAME = "dual-bus-hypercube"


@dataclass(frozen=True)
class _DualBus(Family[Network]):
    """The family, whose two parameters bound each other."""

    def check(self, given: Mapping[str, Any]) -> dict[str, int]:
        values = super().check(given)
        w, D = values["w"], values["D"]
        if w < D - 1:
            raise SizeError(
                f"{self.name} has no size w={w} D={D}: w must be at least D-1={D - 1}, since each of the w hyperplanes "
                "has buses in one of the D-1 dimensions beside dimension 0, and nodes that differ in a dimension "
                "without buses could not reach each other"
            )
        return values


def build_with_directions(w: int, D: int, directions: Sequence[int] | None = None) -> Network:
    """The network in which the second buses of hyperplane x_0 = h span dimension ``directions[h]``.

    >>> build_with_directions(3, 3, [2, 1, 2]).devices[9].nodes  # the first bus of hyperplane 0
    (0, 1, 2)
    """
    return replace(FAMILY, make=lambda w, D: _make(w, D, directions)).build(w=w, D=D)


def _default_directions(w: int, D: int) -> list[int]:
    return [1 + h % (D - 1) for h in range(w)]


def _checked(w: int, D: int, directions: Sequence[int]) -> list[int]:
    try:
        found = [index(d) for d in directions]
    except TypeError:
        raise SizeError(f"directions are integers from 1 to D-1={D - 1}, one for each hyperplane") from None
    if len(found) != w:
        raise SizeError(f"{len(found)} directions for w={w} hyperplanes: each hyperplane x_0 = h needs one")
    for d in found:
        if not 1 <= d < D:
            raise SizeError(f"direction {d} is none of a second bus: with D={D} they are 1 to {D - 1}")
    missing = sorted(set(range(1, D)) - set(found))
    if missing:
        raise SizeError(
            f"no hyperplane has direction {missing[0]}: nodes that differ in dimension {missing[0]} could not reach "
            f"each other, so each dimension from 1 to D-1={D - 1} must occur"
        )
    return found


def _make(w: int, D: int, directions: Sequence[int] | None = None) -> Network:
    """The explicit network; its size is not checked."""
    chosen = _default_directions(w, D) if directions is None else _checked(w, D, directions)
    plane, step = w ** (D - 1), np.arange(1, w, dtype=np.int32)
    node = np.arange(w * plane, dtype=np.int32).reshape(w, plane, 1)
    h, rest = np.divmod(node, plane)

    def along(place: int | np.ndarray) -> np.ndarray:
        """The other nodes of the bus in the dimension whose digits have this place value."""
        digit = node // place % w
        return node + ((digit + step) % w - digit) * place

    place = np.array([w ** (D - 1 - d) for d in chosen], dtype=np.int32)[:, None, None]
    buses = plane // w  # of each hyperplane
    second = plane + h * buses + rest // (place * w) * place + rest % place
    shape = (w,) * D

    def labels(n: int) -> Label:
        return tuple(int(x) for x in np.unravel_index(n, shape))

    return regular_network(
        NAME,
        {"w": w, "D": D},
        target=np.concatenate([along(plane), along(place)], axis=-1),
        device=np.concatenate([np.repeat(rest, w - 1, axis=-1), np.repeat(second, w - 1, axis=-1)], axis=-1),
        classes=[("bus-0", "bus", plane), ("bus-other", "bus", w * buses)],
        labels=labels,
        symmetries=lambda: _symmetries(w, D, chosen),
    )


def _symmetries(w: int, D: int, directions: Sequence[int]) -> list[np.ndarray]:
    """Generators that make all nodes alike whose hyperplanes have directions that occur equally often.

    Hyperplanes of equal direction take turns; so do dimensions that are directions equally often, each with its
    hyperplanes; and 1 is added modulo w to one coordinate of each such set of dimensions.
    """
    nodes = np.arange(w**D, dtype=np.int32).reshape((w,) * D)
    planes = {d: [h for h in range(w) if directions[h] == d] for d in range(1, D)}
    turn = np.arange(w)
    for same in planes.values():
        turn[same] = same[1:] + same[:1]
    found = [nodes[turn]] if w > D - 1 else []
    for count in set(Counter(directions).values()):
        alike = [d for d in planes if len(planes[d]) == count]
        found.append(np.roll(nodes, -1, axis=alike[0]))
        if len(alike) > 1:
            axes, move = list(range(D)), np.arange(w)
            for d, e in zip(alike, alike[1:] + alike[:1], strict=True):
                axes[d] = e
                move[planes[d]] = planes[e]
            found.append(nodes.transpose(axes)[move])
    return [image.ravel() for image in found]


def log_sizes(w: int, D: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops; infinite where there is no such network."""
    if w < D - 1:
        return inf, inf
    w, D = min(w, HUGE), min(D, HUGE)
    nodes = D * log10(w)
    return nodes, nodes + log10(2 * (w - 1))


FAMILY = _DualBus(
    name=NAME,
    parameters=(
        Parameter("w", 2, "nodes on each bus"),
        Parameter("D", 2, "dimensions, in two of which a node has a bus"),
    ),
    classes=("bus-0", "bus-other"),
    summary="grid with a bus along dimension 0 and, in each hyperplane across it, buses along one other dimension",
    make=_make,
    log_sizes=log_sizes,
    default_sizes=tuple(
        {"w": w, "D": D} for D, largest in ((2, 9), (3, 9), (4, 6), (5, 5)) for w in range(max(2, D - 1), largest + 1)
    ),
)
