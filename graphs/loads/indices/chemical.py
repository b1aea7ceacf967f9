"""Indices of chemical graph theory that weigh distances and links by degrees and by nodes on either side."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from netlemma.graphs.base.errors import InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.distance_distribution import distances_from
from netlemma.graphs.loads.indices.distances import is_one_way
from netlemma.graphs.loads.loads import worth_plain_python
from netlemma.graphs.loads.paths import hop_lists, search
from netlemma.graphs.topology.devices import devices_at
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits


def first_zagreb(net: Network) -> Fraction:
    """First Zagreb index: sum of the squares of the degrees.

    Parameters
    ----------
    net : Network
        Network.

    Returns
    -------
    Fraction
        Index.

    Raises
    ------
    InputError
        If the network has one-way links.

    References
    ----------
    I. Gutman and N. Trinajstic, Graph theory and molecular orbitals, 1972.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> int(first_zagreb(network("star", n=4)))
    20
    """
    return Fraction(sum(degree**2 for degree in _degrees(net).tolist()))


def second_zagreb(net: Network) -> Fraction:
    """Second Zagreb index: sum over the links of the product of the degrees of both ends; source as for the first one.

    Parameters
    ----------
    net : Network
        Network.

    Returns
    -------
    Fraction
        Index.

    Raises
    ------
    InputError
        If the network has one-way links.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> int(second_zagreb(network("star", n=4)))
    16
    """
    degrees, (tail, head) = _degrees(net), _links(net)
    return Fraction(sum((degrees[tail] * degrees[head]).tolist()))


def degree_distance(net: Network) -> Fraction:
    """Degree distance: sum over unordered pairs of the distance times the sum of both degrees.

    Parameters
    ----------
    net : Network
        Network.

    Returns
    -------
    Fraction
        Index.

    Raises
    ------
    InputError
        If the network has one-way links.

    References
    ----------
    A. A. Dobrynin and A. A. Kochetova, Degree distance of a graph: a degree analogue of the Wiener index, 1994.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> int(degree_distance(network("star", n=4)))
    44
    """
    return _weighted(net, lambda one, others: one + others)


def gutman(net: Network) -> Fraction:
    """Gutman index: sum over unordered pairs of the distance times the product of both degrees.

    Parameters
    ----------
    net : Network
        Network.

    Returns
    -------
    Fraction
        Index.

    Raises
    ------
    InputError
        If the network has one-way links.

    References
    ----------
    I. Gutman, Selected properties of the Schultz molecular topological index, 1994.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> int(gutman(network("star", n=4)))
    28
    """
    return _weighted(net, lambda one, others: one * others)


def szeged(net: Network) -> Fraction:
    """Szeged index: sum over the links of the ends of messages nearer to one end of the link times those nearer to the other.

    Parameters
    ----------
    net : Network
        Network.

    Returns
    -------
    Fraction
        Index.

    Raises
    ------
    InputError
        If the network has one-way links.

    References
    ----------
    I. Gutman, A formula for the Wiener number of trees and its extension to graphs containing cycles, 1994.

    Examples
    --------
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
