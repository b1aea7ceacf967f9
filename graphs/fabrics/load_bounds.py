"""Loads of cables in a display, what they take of capacities, and the least largest load that is possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from netlemma.graphs.formats.fabric.fabric import Fabric
from netlemma.graphs.topology.structure import Network


def histogram(load: np.ndarray, most: int = 12) -> list[tuple[str, int]]:
    """Numbers of hops by load, in at most so many intervals.

    >>> histogram(np.array([0, 1, 1, 5]))
    [('0', 1), ('1', 2), ('5', 1)]
    """
    count = Counter(load.tolist())
    if len(count) <= most:
        return [(f"{value:,}", number) for value, number in sorted(count.items())]
    edges = np.linspace(0, load.max() + 1, most + 1).astype(np.int64)
    numbers, _ = np.histogram(load, edges)
    rows = zip(edges[:-1].tolist(), edges[1:].tolist(), numbers.tolist(), strict=True)
    return [(f"{a:,}" if b - a == 1 else f"{a:,}-{b - 1:,}", n) for a, b, n in rows if n]


@dataclass(frozen=True)
class Utilisation:
    """Which of some hops are the most utilised, load divided by capacity.

    share, divisor: A message takes ``share / divisor`` of the capacity of a hop; None if all capacities are alike, so that loads tell.
    """

    share: np.ndarray | None
    divisor: int = 1

    @classmethod
    def of(cls, net: Network, hops: np.ndarray, alike: bool = True) -> Utilisation:
        """That of the hops of a network; ``alike``: loads tell where all capacities are alike."""
        capacity = [] if net.capacity is None else net.capacity[net.device[hops]].tolist()
        if len(set(capacity)) < (2 if alike else 1):
            return cls(None)
        divisor = lcm(*{each.numerator for each in capacity})
        return cls(np.array([int(divisor / each) for each in capacity], dtype=np.int64), divisor)

    def weighed(self, load: np.ndarray) -> np.ndarray:
        """Numbers in the order of utilisations."""
        return load if self.share is None else load * self.share

    def largest(self, load: np.ndarray) -> Fraction | None:
        """The largest utilisation, None if loads tell."""
        return None if self.share is None else Fraction(int(self.weighed(load).max(initial=0)), self.divisor)


def least_largest_load(fabric: Fabric, hosts: np.ndarray) -> int:
    """A lower bound of the largest load between switches, by counting: each switch's messages that leave its own hosts.

    Every switch with h hosts sends h (N - h) messages to other switches over its cables to switches, and gets as many.
    """
    net = fabric.network
    inside = fabric.forwards[net.origin] & fabric.forwards[net.target]
    cables = np.bincount(net.origin[inside], minlength=net.node_count)
    attached = np.zeros(net.node_count, dtype=np.int64)
    here = np.isin(net.origin, hosts) & ~fabric.forwards[net.origin]
    np.add.at(attached, net.target[here], 1)
    own = attached * (len(hosts) - attached)
    held = np.flatnonzero((cables > 0) & (own > 0))
    return int((-(-own[held] // cables[held])).max()) if len(held) else 0
