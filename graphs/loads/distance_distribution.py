"""Ends and shortest paths of one source by distance, counted by compiled kernels modulo enough primes."""

from math import prod
from typing import NamedTuple

import numpy as np

from netlemma.graphs.loads.modular.primes import Remainders, primes_below
from netlemma.graphs.loads.modular.sources import PathWork
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.topology.structure import Network

HALF = 25  # bits: a sum of 2^23 halves of a remainder fits into a word


class Levels(NamedTuple):
    """Numbers of ends and of shortest paths to them by distance, and the distinct numbers of paths to the farthest ends."""

    nodes: list[int]
    paths: list[int]
    farthest: set[int]


def levels(net: Network, source: int) -> Levels:
    """Numbers of ends of messages and of shortest paths to them by distance from the source.

    No node has more shortest paths than the product, over all distances up to its own, of the largest number of hops
    that enter one node on shortest paths. The product of the primes exceeds that times the number of nodes, so every
    sum is known exactly.

    Parameters
    ----------
    net : Network
        The network.
    source : int
        Number of the source.

    Returns
    -------
    Levels
        Counts by distance.

    Raises
    ------
    NetworkError
        If some end cannot be reached.
    """
    from netlemma.graphs.loads.modular import prime_kernels

    n = net.node_count
    distance, order, first, head, reached = _searched(net, source)
    order = order[: np.flatnonzero(net.is_end[order[:reached]])[-1] + 1]  # up to the farthest end
    starts = np.searchsorted(distance[order], np.arange(distance[order[-1]] + 1))
    entering = np.bincount(head[: int(first[reached])], minlength=n)[order]
    limit = n * prod(np.maximum.reduceat(entering, starts)[1:].tolist())
    count = 1
    while prod(primes_below(count)) <= limit:
        count += 1
    primes = np.array(primes_below(count), dtype=np.int64)
    paths = np.empty((n, count), dtype=np.int64)
    prime_kernels.spread(order, len(order), first, head, paths, primes)
    is_end = net.is_end[order]
    paths = paths[order] * is_end[:, None]
    high, low = (np.add.reduceat(part, starts) for part in (paths >> HALF, paths & ((1 << HALF) - 1)))
    known = Remainders(primes.tolist())
    sums = [
        known.whole([h * 2**HALF + l for h, l in zip(*row, strict=True)])
        for row in zip(high.tolist(), low.tolist(), strict=True)
    ]
    last = np.unique(paths[starts[-1] :][is_end[starts[-1] :]], axis=0).tolist()
    nodes = np.add.reduceat(is_end, starts, dtype=np.int64).tolist()
    return Levels(nodes, sums, {known.whole(ways) for ways in last})


def distances_from(net: Network, source: int) -> np.ndarray:
    """Distances of all nodes from a source.

    Parameters
    ----------
    net : Network
        The network.
    source : int
        Number of the source.

    Returns
    -------
    ndarray of int32, shape (N,)
        Distances.

    Raises
    ------
    NetworkError
        If some end cannot be reached.
    """
    return _searched(net, source)[0]


def _searched(net: Network, source: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """Breadth-first search: distances, nodes in the order in which they are reached, the hops that enter them on shortest
    paths, and the number of nodes that are reached.
    """
    from netlemma.graphs.loads.modular import word_kernels as kernels

    n, (indptr, target, forwards, _, slot) = net.node_count, PathWork(net, net.device, net.device_count, [], []).hops
    distance, first = np.empty(n, dtype=np.int32), np.empty(n + 1, dtype=np.uint64)
    order, head, loaded = (np.empty(length, dtype=np.uint32) for length in (n, net.hop_count, net.hop_count))
    reached = kernels.search(indptr, target, forwards, slot, source, distance, order, first, head, loaded)
    if (missed := net.is_end & (distance < 0)).any():
        raise disconnected(net, source, int(np.argmax(missed)))
    return distance, order, first, head, reached
