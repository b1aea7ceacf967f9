"""The factors of Cartesian products: line, ring, one-way ring, clique and bus, with their hops and symmetries."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np


class FactorHops(NamedTuple):
    """The hops inside one factor: from digit ``tail`` to digit ``head`` by the device numbered ``device``."""

    tail: np.ndarray
    head: np.ndarray
    device: np.ndarray


class FactorKind(NamedTuple):
    """Properties of all factors of one name.

    ``ends(k)`` gives the ends of the devices (for a bus: of one bus); ``symmetry(k)`` one permutation of the digits;
    ``transitive`` says whether its powers move every digit to every other at every size.
    """

    name: str
    kind: str
    meaning: str
    device_count: Callable[[int], int]
    hop_count: Callable[[int], int]
    ends: Callable[[int], tuple[np.ndarray, np.ndarray]]
    symmetry: Callable[[int], np.ndarray]
    transitive: bool


def _rotation(k: int) -> np.ndarray:
    return (np.arange(k) + 1) % k


def _around(k: int) -> tuple[np.ndarray, np.ndarray]:
    return np.arange(k), _rotation(k)


FACTOR_KINDS = {
    kind.name: kind
    for kind in (
        FactorKind("line", "link", "k nodes in a row", lambda k: k - 1, lambda k: 2 * (k - 1),
                   lambda k: (np.arange(k - 1), np.arange(1, k)), lambda k: np.arange(k)[::-1], False),
        FactorKind("ring", "link", "k nodes in a circle; two links side by side if k=2", lambda k: k, lambda k: 2 * k,
                   _around, _rotation, True),
        FactorKind("oneway-ring", "one-way link", "k nodes in a circle, one direction", lambda k: k, lambda k: k,
                   _around, _rotation, True),
        FactorKind("clique", "link", "k nodes, a link for every two", lambda k: k * (k - 1) // 2,
                   lambda k: k * (k - 1), lambda k: np.triu_indices(k, 1), _rotation, True),
        FactorKind("bus", "bus", "k nodes on one bus", lambda k: 1, lambda k: k * (k - 1),
                   lambda k: np.triu_indices(k, 1), _rotation, True),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Factor:
    """One factor of a product, e.g. ``Factor("ring", 5)``; sizes start at 2.

    >>> Factor("bus", 3).hops().device.tolist()
    [0, 0, 0, 0, 0, 0]
    """

    name: str
    size: int

    @property
    def about(self) -> FactorKind:
        """Properties of all factors of this name."""
        return FACTOR_KINDS[self.name]

    @property
    def transitive(self) -> bool:
        """Whether the powers of the factor's symmetry move every digit to every other."""
        return self.about.transitive or self.size == 2

    def hops(self) -> FactorHops:
        """The hops of the factor, sorted by tail (then by device and head), as read-only arrays."""
        return _hops(self)

    def __str__(self) -> str:
        return f"{self.name}({self.size})"


@lru_cache(maxsize=8)
def _hops(factor: Factor) -> FactorHops:
    tail, head = factor.about.ends(factor.size)
    device = np.zeros(len(tail), dtype=np.int64) if factor.about.kind == "bus" else np.arange(len(tail))
    if factor.about.kind != "one-way link":
        tail, head, device = np.concatenate([tail, head]), np.concatenate([head, tail]), np.tile(device, 2)
    order = np.lexsort((head, device, tail))
    found = FactorHops(tail[order], head[order], device[order])
    for column in found:
        column.flags.writeable = False
    return found
