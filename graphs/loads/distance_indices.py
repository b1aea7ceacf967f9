"""Distances of a network: their distribution and profile, radius, and the indices of chemical graph theory that weigh
them by degrees and by nodes on either side.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.paths import Tree, disconnected, hop_lists, search
from netlemma.graphs.loads.shortest_loads import (
    Chunk,
    PathWork,
    Remainders,
    in_chunks,
    primes_below,
    worth_plain_python,
)
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.topology.structure import Network, devices_at
from netlemma.graphs.topology.symmetry import orbits, trivial_orbits

# Ends and shortest paths of one source by distance, counted by compiled kernels modulo enough primes.


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
    """
    from netlemma.graphs.loads import prime_kernels

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

    Returns: Distances.
    """
    return _searched(net, source)[0]


def _searched(net: Network, source: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """Breadth-first search: distances, nodes in the order in which they are reached, the hops that enter them on shortest
    paths, and the number of nodes that are reached.
    """
    from netlemma.graphs.loads import word_kernels as kernels

    n, (indptr, target, forwards, _, slot) = net.node_count, PathWork(net, net.device, net.device_count, [], []).hops
    distance, order, first, head, loaded = kernels.search_room(n, net.hop_count)
    reached = kernels.search(indptr, target, forwards, slot, source, distance, order, first, head, loaded)
    if (missed := net.is_end & (distance < 0)).any():
        raise disconnected(net, source, int(np.argmax(missed)))
    return distance, order, first, head, reached


# Distance profile of a network: the number of pairs of ends at each distance, and of the shortest paths that join them.


@dataclass(frozen=True)
class Profile:
    """Counts over all ordered pairs of ends of messages, index = distance (0: every end with itself).

    ``farthest_shortest_paths`` is the number of shortest paths between two ends at the diameter, None if pairs differ.
    """

    nodes_at_distance: list[int]
    shortest_paths_at_distance: list[int]
    farthest_shortest_paths: int | None


def profile(net: Network, symmetry: bool = True) -> Profile:
    """Pairs and shortest paths by distance, counted on the explicit network (parallel devices separately).

    With symmetry one source of each orbit of the checked symmetries is followed.

    Parameters
    ----------
    net : Network
        The network.
    symmetry : bool, default True
        Whether to use the symmetries that the construction suggests, after checking them.

    Returns
    -------
    Profile
        Counts by distance.

    Raises
    ------
    NetworkError
        If no route leads from some end to another.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> p = profile(network("hypercube", n=3))
    >>> p.nodes_at_distance, p.shortest_paths_at_distance, p.farthest_shortest_paths
    ([8, 24, 24, 8], [8, 24, 48, 48], 6)
    """
    orbit = orbits(net) if symmetry else trivial_orbits(net)
    plain = worth_plain_python(net, len(orbit.sources))
    hops = hop_lists(net) if plain else None
    pairs: list[int] = []
    paths: list[int] = []
    farthest: set[int] = set()
    for source, weight in zip(orbit.sources, orbit.weights, strict=True):
        near = _plain(net, search(net, hops, source)) if hops else levels(net, source)
        if len(near.nodes) > len(pairs):
            more = [0] * (len(near.nodes) - len(pairs))
            pairs, paths, farthest = pairs + more, paths + more, set()
        for i, (nodes, ways) in enumerate(zip(near.nodes, near.paths, strict=True)):
            pairs[i] += weight * nodes
            paths[i] += weight * ways
        if len(near.nodes) == len(pairs):
            farthest |= near.farthest
    return Profile(pairs, paths, farthest.pop() if len(farthest) == 1 else None)


def _plain(net: Network, tree: Tree) -> Levels:
    """Ends and shortest paths of one source by distance, from Python's integers."""
    reach = max(tree.distance[v] for v in net.ends)
    nodes, paths = [0] * (reach + 1), [0] * (reach + 1)
    for v in net.ends:
        nodes[tree.distance[v]] += 1
        paths[tree.distance[v]] += tree.paths[v]
    return Levels(nodes, paths, {tree.paths[v] for v in net.ends if tree.distance[v] == reach})


# Distance distribution, radius, and the Wiener, hyper-Wiener and Harary index.


@dataclass(frozen=True)
class Distances:
    """Distances between the ends of messages of a network.

    pairs: Ordered pairs of different ends by distance; the first entry, of distance 0, is 0.
    radius: Least eccentricity: greatest distance from an end to another one, for the end for which it is least.
    one_way: Whether the network has one-way links. If it has none, each unordered pair is counted once in the indices;
    if it has some, each ordered pair.

    * H. Wiener, Structural determination of paraffin boiling points, 1947.
    * D. J. Klein, I. Lukovits and I. Gutman, On the definition of the hyper-Wiener index, 1995.
    * D. Plavsic, S. Nikolic, N. Trinajstic and Z. Mihalic, On the Harary index, 1993.

    >>> from netlemma.graphs import network
    >>> found = distances(network("line(4)"))
    >>> found.pairs, found.radius, found.wiener, found.hyper_wiener, str(found.harary)
    ((0, 6, 4, 2), 2, Fraction(10, 1), Fraction(15, 1), '13/3')
    """

    pairs: tuple[int, ...]
    radius: int
    one_way: bool

    @property
    def mean(self) -> Fraction:
        """Mean distance of two different ends."""
        return Fraction(sum(i * count for i, count in enumerate(self.pairs)), sum(self.pairs))

    @property
    def diameter(self) -> int:
        """Greatest distance."""
        return len(self.pairs) - 1

    @property
    def wiener(self) -> Fraction:
        """Wiener index: sum of the distances."""
        return self._sum(Fraction)

    @property
    def hyper_wiener(self) -> Fraction:
        """Hyper-Wiener index: sum of (d + d^2)/2."""
        return self._sum(lambda i: Fraction(i * (i + 1), 2))

    @property
    def harary(self) -> Fraction:
        """Harary index: sum of 1/d."""
        return self._sum(lambda i: Fraction(1, i))

    def _sum(self, term: Callable[[int], Fraction]) -> Fraction:
        total = sum((count * term(i) for i, count in enumerate(self.pairs) if i), Fraction(0))
        return total if self.one_way else total / 2


def distances(net: Network) -> Distances:
    """Distances counted by breadth-first search, from one source of each orbit of the network's symmetries."""
    orbit = orbits(net)
    require("shortest paths", net.title, len(orbit.sources) * net.hop_count, nodes=net.node_count)
    pairs, reached = np.zeros(net.node_count, dtype=np.int64), []
    if worth_plain_python(net, len(orbit.sources)):
        hops = hop_lists(net)
        for source, weight in zip(orbit.sources, orbit.weights, strict=True):
            there = search(net, hops, source).distance
            far = [there[end] for end in net.ends]
            np.add.at(pairs, far, weight)
            reached.append(max(far))
    else:
        from netlemma.graphs.loads.word_kernels import run_distances

        def run(chunk: Chunk) -> tuple[np.ndarray, int]:
            counts = np.zeros(net.node_count, dtype=np.int64)
            run_distances(  # type: ignore[call-arg]  # numba types its calls loosely
                *work.hops[:4], chunk.sources, chunk.weights, counts, chunk.reach, chunk.facts
            )
            return counts, int(chunk.reach.min())

        work = PathWork(net, net.device, net.device_count, orbit.sources, orbit.weights)
        ran = in_chunks(work, run)
        assert ran is not None
        for counts, least in ran[0]:
            pairs += counts
            reached.append(least)
    pairs[0] = 0
    return Distances(tuple(np.trim_zeros(pairs, "b").tolist()), min(reached), is_one_way(net))


def all_distances(net: Network) -> tuple[int, int]:
    """Sum of the distances between all ordered pairs of ends, and the greatest.

    >>> from netlemma.graphs import network
    >>> all_distances(network("ring", K=4))
    (16, 2)
    """
    if net.factors and net.terminals is None and net.forwards is None:  # distances add up over the dimensions
        inner = [np.array(inside(factor)[0]) for factor in net.factors]
        total = sum(int(far.sum()) * (net.node_count // len(far)) ** 2 for far in inner)
        return total, sum(int(far.max()) for far in inner)
    found = distances(net)
    return sum(i * count for i, count in enumerate(found.pairs)), found.diameter


def is_one_way(net: Network) -> bool:
    """Whether the network has a one-way link."""
    return any(kind.kind == "one-way link" for kind in net.device_classes)


# Indices of chemical graph theory that weigh distances and links by degrees and by nodes on either side.


def first_zagreb(net: Network) -> Fraction:
    """First Zagreb index: sum of the squares of the degrees.

    I. Gutman and N. Trinajstic, Graph theory and molecular orbitals, 1972.

    >>> from netlemma.graphs import network
    >>> int(first_zagreb(network("star", n=4)))
    20
    """
    return Fraction(sum(degree**2 for degree in _degrees(net).tolist()))


def second_zagreb(net: Network) -> Fraction:
    """Second Zagreb index: sum over the links of the product of the degrees of both ends; source as for the first one.

    >>> from netlemma.graphs import network
    >>> int(second_zagreb(network("star", n=4)))
    16
    """
    degrees, (tail, head) = _degrees(net), _links(net)
    return Fraction(sum((degrees[tail] * degrees[head]).tolist()))


def degree_distance(net: Network) -> Fraction:
    """Degree distance: sum over unordered pairs of the distance times the sum of both degrees.

    A. A. Dobrynin and A. A. Kochetova, Degree distance of a graph: a degree analogue of the Wiener index, 1994.

    >>> from netlemma.graphs import network
    >>> int(degree_distance(network("star", n=4)))
    44
    """
    return _weighted(net, lambda one, others: one + others)


def gutman(net: Network) -> Fraction:
    """Gutman index: sum over unordered pairs of the distance times the product of both degrees.

    I. Gutman, Selected properties of the Schultz molecular topological index, 1994.

    >>> from netlemma.graphs import network
    >>> int(gutman(network("star", n=4)))
    28
    """
    return _weighted(net, lambda one, others: one * others)


def szeged(net: Network) -> Fraction:
    """Szeged index: sum over the links of the ends of messages nearer to one end of the link times those nearer to the other.

    I. Gutman, A formula for the Wiener number of trees and its extension to graphs containing cycles, 1994.

    >>> from netlemma.graphs import network
    >>> int(szeged(network("star", n=4))), int(szeged(network("cycle", n=5)))
    (16, 20)
    """
    tail, head = _links(net)
    require("shortest paths", net.title, len(net.ends) * net.hop_count, nodes=net.node_count)
    nearer = np.zeros((2, len(tail)), dtype=np.int64)
    for _, distance in _distances(net, net.ends):
        nearer[0] += distance[tail] < distance[head]
        nearer[1] += distance[tail] > distance[head]
    return Fraction(sum(one * other for one, other in zip(*nearer.tolist(), strict=True)))


def _weighted(net: Network, weight: Callable[[int, np.ndarray], np.ndarray]) -> Fraction:
    degrees, orbit, ends = _degrees(net), orbits(net), np.array(net.ends)
    require("shortest paths", net.title, len(orbit.sources) * net.hop_count, nodes=net.node_count)
    times = dict(zip(orbit.sources, orbit.weights, strict=True))
    total = 0
    for source, distance in _distances(net, orbit.sources):
        total += times[source] * int(np.sum(distance[ends] * weight(int(degrees[source]), degrees[ends])))
    return Fraction(total, 2)


def _degrees(net: Network) -> np.ndarray:
    """The number of links and buses at each node."""
    _refuse_one_way(net)
    return devices_at(net).astype(np.int64)


def _links(net: Network) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of each link, and of each two nodes on a bus."""
    _refuse_one_way(net)
    once = net.origin < net.target
    return net.origin[once], net.target[once]


def _refuse_one_way(net: Network) -> None:
    if is_one_way(net):
        raise InputError(
            f"{net.title} has one-way links: indices of degrees and of both sides of a link are defined without them"
        )


def _distances(net: Network, sources: Sequence[int]) -> Iterator[tuple[int, np.ndarray]]:
    """Each source with the distances of all nodes from it."""
    hops = hop_lists(net) if worth_plain_python(net, len(sources)) else None
    for source in sources:
        found = distances_from(net, source) if hops is None else np.array(search(net, hops, source).distance)
        yield source, found.astype(np.int64)
