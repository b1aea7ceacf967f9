"""Ring loads of packets between all ordered pairs of processors: send, echo and entries of every link, packet by
packet."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from netlemma.graphs.rings.routing import RingRouting, route, visits
from netlemma.graphs.topology.ring_structure import RingNetwork

Progress = Callable[[int, int], None] | None


@dataclass(frozen=True)
class RingCounts:
    """Loads of the packets of all ordered pairs of processors.

    Parameters
    ----------
    send, echo : ndarray of int64, shape (N, f)
        Packets and echoes that cross each link.
    entries : ndarray of int64, shape (N, f)
        Packets that enter the ring of a link at its node, from a processor or from another ring.
    pairs_at_distance : tuple of int
        Pairs whose packet crosses 0, 1, ... links.
    pairs_at_rings : tuple of int
        Pairs whose packet visits 0, 1, ... rings.
    """

    send: np.ndarray
    echo: np.ndarray
    entries: np.ndarray
    pairs_at_distance: tuple[int, ...]
    pairs_at_rings: tuple[int, ...]


def count_plainly(net: RingNetwork, by: RingRouting, progress: Progress = None) -> RingCounts:
    """Follow every packet link by link, and its echoes around the rest of each ring that it visits.

    Parameters
    ----------
    net : RingNetwork
        The network.
    by : RingRouting
        The routing.
    progress : Progress, optional
        Function called now and then with (targets done, all targets).

    Returns
    -------
    RingCounts
        Loads.

    Raises
    ------
    RoutingError
        As :func:`netlemma.graphs.rings.routing.route`.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.rings.routing import ring_routing
    >>> net = ring_network("multicube", f=2, r=2)
    >>> counts = count_plainly(net, ring_routing(net))
    >>> counts.send.tolist() == counts.echo.tolist() == [[2, 2]] * 4, counts.pairs_at_distance
    (True, (4, 8, 4))
    """
    send, echo, entries = (np.zeros(net.successor.shape, dtype=np.int64) for _ in range(3))
    distances: dict[int, int] = {}
    hops_of_rings: dict[int, int] = {}
    ends = [int(node) for node in np.flatnonzero(net.processors)]
    for done, target in enumerate(ends):
        for source in ends:
            packets = int(net.processors[source]) * int(net.processors[target])
            way = route(net, by, source, target)
            entered = visits(net, way)
            for hop in way:
                send[hop] += packets
            for ring, entry, leave in entered:
                link = next(link for node, link in way if node == entry and net.ring[node, link] == ring)
                entries[entry, link] += packets
                while leave != entry:
                    echo[leave, link] += packets
                    leave = int(net.successor[leave, link])
            distances[len(way)] = distances.get(len(way), 0) + packets
            hops_of_rings[len(entered)] = hops_of_rings.get(len(entered), 0) + packets
        if progress:
            progress(done + 1, len(ends))
    return RingCounts(send, echo, entries, _as_tuple(distances), _as_tuple(hops_of_rings))


def _as_tuple(histogram: dict[int, int]) -> tuple[int, ...]:
    return tuple(histogram.get(i, 0) for i in range(max(histogram) + 1))
