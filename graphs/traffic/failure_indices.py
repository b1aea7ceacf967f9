"""Distances after one link has failed, each counted without that link, and the load that halves of a network force then."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from netlemma.errors import NetworkError
from netlemma.graphs.base.limits import require
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.after_failures import Followed, Outcome


def _outcomes(net: Network) -> list[Outcome]:
    """What the network is like without each of its links, one by one."""
    follow, gone = Followed(net), np.zeros(net.node_count, dtype=bool)
    require("shortest paths", f"{net.device_count:,} failures of {net.title}", net.device_count * follow.work)
    found = []
    for device in range(net.device_count):
        left = follow.outcome(gone, np.arange(net.device_count) == device)
        if left is None:
            raise NetworkError(
                f"{net.title} has no distances after every failure: without {net.devices[device].name} ends are not connected"
            )
        found.append(left)
    return found


def diameter_after_failure(net: Network) -> Fraction:
    """The largest distance of two ends after one link or bus has failed, whichever.

    >>> from netlemma.graphs import network
    >>> diameter_after_failure(network("ring", K=5))
    Fraction(4, 1)
    """
    return Fraction(max(each.diameter for each in _outcomes(net)))


def mean_distance_after_failure(net: Network) -> Fraction:
    """The greatest mean distance of two different ends after one link or bus has failed."""
    return max(each.mean_distance for each in _outcomes(net))


def detour_after_failure(net: Network) -> Fraction:
    """The greatest distance of two nodes that a link or bus joins after it has failed."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(net.node_count)]
    for u, v, device in zip(net.origin.tolist(), net.target.tolist(), net.device.tolist(), strict=True):
        near[u].append((v, device))
    longest = 0
    for source in range(net.node_count):
        for goal, failed in near[source]:
            found, frontier = {source: 0}, [source]
            while goal not in found:
                new = dict.fromkeys(
                    v
                    for u in frontier
                    if u == source or net.forwarding[u]
                    for v, by in near[u]
                    if by != failed and v not in found
                )
                if not new:
                    raise NetworkError(f"{net.title}: without {net.devices[failed].name} its ends are not connected")
                found |= dict.fromkeys(new, found[frontier[0]] + 1)
                frontier = list(new)
            longest = max(longest, found[goal])
    return Fraction(longest)


def cut_load_after_failure(net: Network) -> Fraction:
    """The load that some channel between the nodes below the middle of the first coordinate and the others has at least after one of the
    links between them has failed, when each end sends one message to the others.
    """
    digits = np.array([net.labels(node)[0] for node in range(net.node_count)])
    low = digits < (digits.max() + 1) // 2
    ends = np.array(net.ends)
    crossing = np.flatnonzero(low[net.origin] & ~low[net.target])
    pairs = int(low[ends].sum()) * int((~low[ends]).sum())
    return Fraction(pairs, (len(crossing) - 1) * (len(ends) - 1))


FAILURE_INDICES: Mapping[str, Callable[[Network], Fraction]] = {
    "diameter_after_failure": diameter_after_failure,
    "mean_distance_after_failure": mean_distance_after_failure,
    "detour_after_failure": detour_after_failure,
}
