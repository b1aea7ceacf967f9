"""Latencies of paths: sums of the latencies of their links, on paths of fewest hops and of least latency."""

from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.topology.structure import Network


@dataclass(frozen=True)
class PathLatencies:
    """Latencies of paths between all ordered pairs of different ends, exactly.

    mean: Mean over paths of fewest hops, each equally likely.
    largest: The largest of any path of fewest hops.
    least_mean, least_largest: Mean and largest on paths of least latency.
    """

    mean: Fraction
    largest: Fraction
    least_mean: Fraction
    least_largest: Fraction

    def as_json(self) -> dict[str, dict[str, str]]:
        """All four as data for JSON: rationals are strings."""
        return {
            "fewest_hops": {"mean": str(self.mean), "max": str(self.largest)},
            "least_latency": {"mean": str(self.least_mean), "max": str(self.least_largest)},
        }


def path_latencies(net: Network, latency: np.ndarray) -> PathLatencies:
    """Latencies of the paths of a network; ``latency`` has that of each device.

    >>> from netlemma.graphs import network
    >>> found = path_latencies(network("ring", K=4), np.array([Fraction(1), Fraction(1), Fraction(1), Fraction(5)]))
    >>> str(found.mean), str(found.largest), str(found.least_mean), str(found.least_largest)
    ('8/3', '6', '5/3', '3')
    """
    require("relations", net.title, float(len(net.ends)) * net.hop_count / 8, nodes=net.node_count)
    unit = lcm(*{Fraction(each).denominator for each in latency.tolist()})
    of_hop = [int(each * unit) for each in latency[net.device].tolist()]
    first, target, forwards = net.indptr.tolist(), net.target.tolist(), net.forwarding.tolist()
    ends, total, longest, least, farthest = list(net.ends), Fraction(0), 0, 0, 0
    for source in ends:
        by_hops = _fewest_hops(source, first, target, forwards, of_hop)
        by_time = _least_latency(source, first, target, forwards, of_hop)
        for end in ends:
            if end == source:
                continue
            if end not in by_time:
                raise disconnected(net, source, end)
            ways, summed, most = by_hops[end]
            total += Fraction(summed, ways)
            longest = max(longest, most)
            least, farthest = least + by_time[end], max(farthest, by_time[end])
    pairs = net.pair_count * unit
    return PathLatencies(total / pairs, Fraction(longest, unit), Fraction(least, pairs), Fraction(farthest, unit))


def _fewest_hops(
    source: int, first: list[int], target: list[int], forwards: list[bool], latency: list[int]
) -> dict[int, tuple[int, int, int]]:
    """For each node the number of shortest paths from a source, the sum of their latencies, and the largest."""
    found, level = {source: (1, 0, 0)}, [source]
    while level:
        after: dict[int, tuple[int, int, int]] = {}
        for node in level:
            if node != source and not forwards[node]:
                continue
            ways, summed, most = found[node]
            for hop in range(first[node], first[node + 1]):
                to, time = target[hop], latency[hop]
                if to not in found:
                    before = after.get(to, (0, 0, 0))
                    after[to] = before[0] + ways, before[1] + summed + ways * time, max(before[2], most + time)
        found |= after
        level = list(after)
    return found


def _least_latency(
    source: int, first: list[int], target: list[int], forwards: list[bool], latency: list[int]
) -> dict[int, int]:
    """For each node the least latency of a path from a source (Dijkstra 1959)."""
    found: dict[int, int] = {}
    queue = [(0, source)]
    while queue:
        time, node = heappop(queue)
        if node in found:
            continue
        found[node] = time
        if node == source or forwards[node]:
            for hop in range(first[node], first[node + 1]):
                if target[hop] not in found:
                    heappush(queue, (time + latency[hop], target[hop]))
    return found
