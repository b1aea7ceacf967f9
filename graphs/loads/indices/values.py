"""Exact values of the indices by name."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from netlemma.graphs.base.errors import NotDecided
from netlemma.graphs.loads.indices.bisection import bisection
from netlemma.graphs.loads.indices.chemical import degree_distance, first_zagreb, gutman, second_zagreb, szeged
from netlemma.graphs.loads.indices.distances import Distances, distances
from netlemma.graphs.loads.indices.forwarding import edge_forwarding_index, vertex_forwarding_index
from netlemma.graphs.topology.structure import Network


def bisection_width(net: Network) -> Fraction:
    """The bisection width in channels.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    Fraction
        Channels between two halves.

    Raises
    ------
    NotDecided
        If the width is not decided; the message gives bounds.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> bisection_width(network("hypercube", n=3)), bisection_width(network("line(5)"))
    (Fraction(8, 1), Fraction(2, 1))
    """
    found = bisection(net)
    if not found.exact:
        raise NotDecided(f"the bisection of {net.title}", found.least, found.channels, " channels")
    return Fraction(found.channels)


OF_DISTANCES: Mapping[str, Callable[[Distances], Fraction]] = {
    "radius": lambda found: Fraction(found.radius),
    "wiener_index": lambda found: found.wiener,
    "hyper_wiener_index": lambda found: found.hyper_wiener,
    "harary_index": lambda found: found.harary,
}


def _of_distances(value: Callable[[Distances], Fraction], net: Network) -> Fraction:
    return value(distances(net))


INDICES: Mapping[str, Callable[[Network], Fraction]] = {
    "bisection": bisection_width,
    "edge_forwarding_index": lambda net: edge_forwarding_index(net).value(f"edge_forwarding_index of {net.title}"),
    "vertex_forwarding_index": lambda net: vertex_forwarding_index(net).value(
        f"vertex_forwarding_index of {net.title}"
    ),
    **{name: partial(_of_distances, value) for name, value in OF_DISTANCES.items()},
    "szeged_index": szeged,
    "gutman_index": gutman,
    "degree_distance": degree_distance,
    "first_zagreb_index": first_zagreb,
    "second_zagreb_index": second_zagreb,
}
