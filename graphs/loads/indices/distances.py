"""Distance distribution, radius, and the Wiener, hyper-Wiener and Harary index."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.distance_distribution import distances_from
from netlemma.graphs.loads.loads import worth_plain_python
from netlemma.graphs.loads.paths import hop_lists, search
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits


@dataclass(frozen=True)
class Distances:
    """Distances between the ends of messages of a network.

    Attributes
    ----------
    pairs : tuple of int
        Ordered pairs of different ends by distance; the first entry, of distance 0, is 0.
    radius : int
        Least eccentricity: greatest distance from an end to another one, for the end for which it is least.
    one_way : bool
        Whether the network has one-way links. If it has none, each unordered pair is counted once in the indices; if it
        has some, each ordered pair.

    References
    ----------
    * H. Wiener, Structural determination of paraffin boiling points, 1947.
    * D. J. Klein, I. Lukovits and I. Gutman, On the definition of the hyper-Wiener index, 1995.
    * D. Plavsic, S. Nikolic, N. Trinajstic and Z. Mihalic, On the Harary index, 1993.

    Examples
    --------
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
    """Distances counted by breadth-first search, from one source of each orbit of the network's symmetries.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    Distances
        Counts and radius.

    Raises
    ------
    NetworkError
        If the network is not connected.
    SizeError
        If it is too large by an estimate.
    """
    orbit = orbits(net)
    require("shortest paths", net.title, len(orbit.sources) * net.hop_count, nodes=net.node_count)
    hops = hop_lists(net) if worth_plain_python(net, len(orbit.sources)) else None
    pairs: list[int] = []
    reached: list[int] = []
    for source, weight in zip(orbit.sources, orbit.weights, strict=True):
        if hops is None:
            counts = np.bincount(distances_from(net, source)[net.is_end]).tolist()
        else:
            there = search(net, hops, source).distance
            counts = np.bincount([there[end] for end in net.ends]).tolist()
        pairs += [0] * (len(counts) - len(pairs))
        for i, count in enumerate(counts):
            pairs[i] += weight * count
        reached.append(len(counts) - 1)
    pairs[0] = 0
    return Distances(tuple(pairs), min(reached), is_one_way(net))


def is_one_way(net: Network) -> bool:
    """Whether the network has a one-way link."""
    return any(kind.kind == "one-way link" for kind in net.device_classes)
