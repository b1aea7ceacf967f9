"""Shortest paths from one source with Python's exact integers: distances, path counts, crossings.

Slow and plain, for small networks and for relations; the compiled twin is :mod:`netlemma.graphs.loads.word_kernels`."""

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

from netlemma.errors import NetworkError
from netlemma.graphs.topology.structure import Network, show


class Counted(NamedTuple):
    """Loads by slot as numerators over one denominator, the weighted sum of all distances, and the diameter."""

    loads: list[int]
    denominator: int
    distance_sum: int
    diameter: int


class HopLists(NamedTuple):
    """The hops of a network as Python lists, and which nodes forward messages (see
    :class:`netlemma.graphs.topology.structure.Network`).
    """

    indptr: list[int]
    target: list[int]
    device: list[int]
    forwards: list[bool]


class Tree(NamedTuple):
    """Breadth-first search from one source: nodes in order of distance, distances (-1: not reached), numbers of
    shortest paths.
    """

    order: list[int]
    distance: list[int]
    paths: list[int]


def hop_lists(net: Network) -> HopLists:
    """The hops of the network as Python lists."""
    return HopLists(net.indptr.tolist(), net.target.tolist(), net.device.tolist(), net.forwarding.tolist())


def search(net: Network, hops: HopLists, source: int) -> Tree:
    """Distances and numbers of shortest paths from the source; parallel devices count separately."""
    indptr, target, _, forwards = hops
    distance = [-1] * net.node_count
    paths = [0] * net.node_count
    distance[source], paths[source] = 0, 1
    order = [source]
    for u in order:
        if not forwards[u] and u != source:
            continue
        beyond, count = distance[u] + 1, paths[u]
        for v in target[indptr[u] : indptr[u + 1]]:
            if distance[v] < 0:
                distance[v] = beyond
                order.append(v)
            if distance[v] == beyond:
                paths[v] += count
    if len(order) < net.node_count:
        missed = [v for v in net.ends if distance[v] < 0]
        if missed:
            raise disconnected(net, source, missed[0])
    return Tree(order, distance, paths)


def disconnected(net: Network, source: int, target: int) -> NetworkError:
    """The error that names a pair of nodes without a route."""
    return NetworkError(
        f"{net.title} is not connected: no route leads from {show(net.labels(source))} to {show(net.labels(target))}"
    )


def crossings(net: Network, hops: HopLists, tree: Tree) -> tuple[list[int], int]:
    """Expected crossings of each device by one message to every other terminal, as integers over one denominator.

    A message takes each shortest path to its destination with the same probability. With sigma(v) the number of
    shortest paths from the source to v, let x(v) = 1/sigma(v) (0 if v is not a terminal) + the sum of x(w) over the
    hops that lead from v one step further; then a hop u -> v carries sigma(u) x(v). The denominator is the least common
    multiple of the sigma of all terminals.

    U. Brandes, A faster algorithm for betweenness centrality, 2001.
    """
    indptr, target, device, forwards = hops
    denominator = lcm(*{tree.paths[v] for v in net.ends})
    x = [0] * net.node_count
    for v in net.ends:
        x[v] = denominator // tree.paths[v]
    loads = [0] * net.device_count
    for u in reversed(tree.order):
        if not forwards[u] and u != tree.order[0]:
            continue
        beyond, count, mine = tree.distance[u] + 1, tree.paths[u], x[u]
        for h in range(indptr[u], indptr[u + 1]):
            v = target[h]
            if tree.distance[v] == beyond:
                mine += x[v]
                loads[device[h]] += count * x[v]
        x[u] = mine
    return loads, denominator


def weighted_loads(net: Network, sources: Sequence[int], weights: Sequence[int], slots: Sequence[int]) -> Counted:
    """Crossings by the messages of weighted sources, summed over the devices of each slot."""
    hops = hop_lists(net)
    totals = [0] * (max(slots) + 1)
    denominator, distance_sum, diameter = 1, 0, 0
    for source, weight in zip(sources, weights, strict=True):
        tree = search(net, hops, source)
        loads, own = crossings(net, hops, tree)
        common = lcm(denominator, own)
        if common != denominator:
            totals = [t * (common // denominator) for t in totals]
        for slot, load in zip(slots, loads, strict=True):
            totals[slot] += weight * (common // own) * load
        denominator = common
        far = [tree.distance[v] for v in net.ends]
        distance_sum += weight * sum(far)
        diameter = max(diameter, *far)
    return Counted(totals, denominator, distance_sum, diameter)
