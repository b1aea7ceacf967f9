"""Relations on hops: from (position of the message, the hop by which it came, its destination) to the hops that it may
take next.

A relation gives (hop, weight) pairs whose weights add up to 1."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

import numpy as np

from netlemma.graphs.topology.structure import Network

Choice = tuple[int, Fraction]
Relation = Callable[[Network, int, int | None, int], list[Choice]]


@dataclass(frozen=True)
class Routing:
    """A user's relation, to be measured: its name, the function, and a clause about its counting.

    ``next_hops(net, node, came_by, destination)`` gives the hops (their numbers in the network) with their weights.
    """

    name: str
    next_hops: Relation
    counting: str = "routes as the relation says"

    has_channels: ClassVar[bool] = True  # of its network


class Arrivals:
    """Hops by the node to which they lead: ``hop[into[v]:into[v + 1]]`` lead to node v, from the nodes in ``before``.

    >>> arrivals = Arrivals(np.array([0, 1, 2, 3]), np.array([1, 2, 0], dtype=np.int32))
    >>> arrivals.hop, arrivals.before
    (array([2, 0, 1], dtype=int32), array([2, 0, 1], dtype=int32))
    """

    def __init__(self, indptr: np.ndarray, target: np.ndarray) -> None:
        count = len(indptr) - 1
        self.hop = np.argsort(target, kind="stable").astype(np.int32)
        self.into = np.concatenate([[0], np.cumsum(np.bincount(target, minlength=count))]).astype(np.int64)
        self.before = np.repeat(np.arange(count, dtype=np.int32), np.diff(indptr))[self.hop]


@lru_cache(maxsize=8)
def arrivals(net: Network) -> Arrivals:
    """The hops of a network by the node to which they lead, kept for a few networks."""
    return Arrivals(net.indptr, net.target)


def tiers(net: Network, lowest: np.ndarray) -> np.ndarray:
    """How many hops each node is above the nearest one of the lowest tier, -1 for none.

    lowest (ndarray of bool, shape (N,)): Whether a node is in the lowest tier.
    """
    tier, level = np.where(lowest, 0, -1), 0
    while (tier == level).any():
        reached = np.unique(net.target[tier[net.origin] == level])
        level += 1
        tier[reached[tier[reached] < 0]] = level
    return tier


def heads(factor) -> list[list[int]]:  # type: ignore[no-untyped-def]
    """Where the hops of each digit of a factor lead, in their order."""
    found: list[list[int]] = [[] for _ in range(factor.size)]
    for tail, head in zip(factor.hops().tail.tolist(), factor.hops().head.tolist(), strict=True):
        found[tail].append(head)
    return found


@lru_cache(maxsize=256)
def inside(factor) -> tuple[list[list[int]], list[list[int]]]:  # type: ignore[no-untyped-def]
    """Distances and numbers of shortest paths between all digits of one factor, followed hop by hop."""
    k, after = factor.size, heads(factor)
    distance, paths = [], []
    for source in range(k):
        far, count, queue = [-1] * k, [0] * k, [source]
        far[source], count[source] = 0, 1
        for u in queue:
            for v in after[u]:
                if far[v] < 0:
                    far[v] = far[u] + 1
                    queue.append(v)
                if far[v] == far[u] + 1:
                    count[v] += count[u]
        distance.append(far)
        paths.append(count)
    return distance, paths
