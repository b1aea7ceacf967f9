"""Orbits of channels under the symmetry of a routing: what packets of a few pairs of ends do, those of all pairs do."""

from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.base.errors import SymmetryError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.routing.following.goal_graph import Messages
from netlemma.graphs.routing.symmetry import Symmetry
from netlemma.graphs.topology.symmetry import hop_image, orbits_of


class ChannelOrbits:
    """Orbits of a routing's channels under its translations, and one pair of ends of each orbit of pairs.

    Parameters
    ----------
    routing : ChannelRouting
        A routing with a symmetry.
    symmetry : Symmetry
        Its symmetry.

    Attributes
    ----------
    cells : int
        Number of cells, which is that of the translations.
    orbit : ndarray of int64, shape (C,)
        Orbit of each channel; those of a hop follow each other.
    base : ndarray of int64, shape (R,)
        The channel of each orbit that starts in cell 0.
    position : ndarray of int64, shape (C,)
        Position of the base of each channel's orbit among the channels of its node.

    Raises
    ------
    SymmetryError
        If a translation or another symmetry maps a hop to none.
    """

    def __init__(self, routing: ChannelRouting, symmetry: Symmetry) -> None:
        net, vcs = routing.network, routing.vcs
        self.routing, self.symmetry = routing, symmetry
        tail, head = (self.moved_to_first(net.origin, each) for each in (net.origin, net.target))
        _, first, hop = np.unique(tail * net.node_count + head, return_index=True, return_inverse=True)
        by_cell = symmetry.cell[net.origin]
        self.cells = int(symmetry.cell.max()) + 1
        self._hop_at = np.full((self.cells, len(first)), -1)
        self._hop_at[by_cell, hop] = np.arange(net.hop_count)
        if self.cells * len(first) != net.hop_count or (self._hop_at < 0).any():
            raise SymmetryError(f"routing {routing.title}: its translations do not map hops to hops")
        lanes = np.arange(vcs)
        self.orbit = (hop[:, None] * vcs + lanes).ravel()
        self.base = (self._hop_at[0][:, None] * vcs + lanes).ravel()
        channel = self.base[self.orbit]
        self.position = channel - net.indptr[net.origin[channel // vcs]] * vcs

    def moved_to_first(self, at: np.ndarray, node: np.ndarray) -> np.ndarray:
        """The image of each node under the translation that takes the cell of another one to cell 0.

        Parameters
        ----------
        at, node : ndarray of int64
            The other nodes, and the nodes; of the same shape.

        Returns
        -------
        ndarray of int64
            The images.
        """
        return self.symmetry.translated(self.symmetry.cell[at], 0, node)

    def channels(self, cell: Any, orbit: np.ndarray) -> np.ndarray:
        """The channels of some orbits that start in some cells.

        Parameters
        ----------
        cell : ndarray of int64 or int
            The cells.
        orbit : ndarray of int64
            The orbits, of a shape that fits.

        Returns
        -------
        ndarray of int64
            The channels.
        """
        vcs = self.routing.vcs
        return self._hop_at[cell, orbit // vcs] * vcs + orbit % vcs

    def _behind(self, channel: np.ndarray) -> np.ndarray:
        return self.symmetry.cell[self.routing.network.target[channel // self.routing.vcs]]

    @cached_property
    def images(self) -> list[np.ndarray]:
        """The image of each channel under the symmetries that map cell 0 onto itself."""
        net, vcs = self.routing.network, self.routing.vcs
        found = []
        for image in self.symmetry.fixing:
            hops = hop_image(net, image)
            if hops is None:
                raise SymmetryError(f"routing {self.routing.title}: a symmetry does not map hops to hops")
            found.append((hops[:, None] * vcs + np.arange(vcs)).ravel())
        return found

    @cached_property
    def alike(self) -> np.ndarray:
        """The number of the orbit of each channel under all symmetries."""
        within = [self.orbit[image[self.base]] for image in self.images]
        return orbits_of(len(self.base), within)[self.orbit] if within else self.orbit

    @cached_property
    def destinations(self) -> tuple[list[int], list[int]]:
        """One end of each orbit of ends, in cell 0, and the number of ends in it."""
        ends, fixing = np.asarray(self.routing.ends), self.symmetry.fixing
        every = np.arange(self.routing.network.node_count)
        number = orbits_of(len(every), fixing) if fixing else every
        of = number[self.moved_to_first(ends, ends)]
        first = ends[self.symmetry.cell[ends] == 0]
        _, index = np.unique(number[first], return_index=True)
        return first[index].tolist(), [int((of == number[end]).sum()) for end in first[index]]

    @cached_property
    def messages(self) -> Messages:
        """Function from one of the destinations to the number of sources for which each node stands: that of its orbit under
        symmetries that leave the destination where it is, and 0 for all but one node of each.
        """
        return {end: self._sources(end) for end in self.destinations[0]}.__getitem__

    def _sources(self, destination: int) -> np.ndarray:
        kept = [image for image in self.symmetry.fixing if image[destination] == destination]
        nodes = self.routing.network.node_count
        if not kept:
            return np.ones(nodes, dtype=np.int64)
        _, first, count = np.unique(orbits_of(nodes, kept), return_index=True, return_counts=True)
        found = np.zeros(nodes, dtype=np.int64)
        found[first] = count
        return found

    def expanded(self, graph: DependencyGraph) -> DependencyGraph:
        """The dependencies of channels, by those of their orbits.

        Parameters
        ----------
        graph : DependencyGraph
            Dependencies of the orbits; the witness of each is a packet that holds the base of the tail.

        Returns
        -------
        DependencyGraph
            The dependencies of all channels.
        """
        routing, to = self.routing, np.arange(self.cells)[:, None]
        tail = self.channels(to, graph.tail)
        head = self.channels(self._behind(tail), graph.head)
        source, destination = (self.symmetry.translated(0, to, each) for each in (graph.source, graph.destination))
        order = np.lexsort((head.ravel(), tail.ravel()))
        tail, head, source, destination = (each.ravel()[order] for each in (tail, head, source, destination))
        return DependencyGraph(routing.channel_count, tail, head, source, destination, routing.channel_name)


def channel_orbits(routing: ChannelRouting) -> ChannelOrbits | None:
    """The orbits of a routing's channels, if it has a symmetry that maps its ends onto ends.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.

    Returns
    -------
    ChannelOrbits or None
        The orbits; None if it has no symmetry, or if its packets run between other ends or between some of them only.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = channel_orbits(channel_routing(network("hyperx", S=(3, 4), T=0), "dal"))
    >>> found.cells, len(found.base), found.destinations, np.flatnonzero(found.messages(0)).tolist()
    (12, 10, ([0], [12]), [0, 1, 4, 5])
    """
    if routing.symmetry is None or routing.talking is not None:
        return None
    symmetry, net = routing.symmetry(), routing.network
    is_end = np.zeros(net.node_count, dtype=bool)
    is_end[np.asarray(routing.ends)] = True
    images = [symmetry.translated(symmetry.cell, 0, np.arange(net.node_count)), *symmetry.fixing]
    if any((is_end != is_end[image]).any() for image in images):
        return None
    return ChannelOrbits(routing, symmetry)
