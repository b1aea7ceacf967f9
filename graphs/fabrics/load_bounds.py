"""Loads of cables in a display, and the least largest load that is possible."""

from __future__ import annotations

from collections import Counter

import numpy as np

from netlemma.graphs.formats.fabric.fabric import Fabric


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
