"""Packets of which one stands for many: ends of one switch that a routing treats alike, and orbits of channels under
the symmetry of a routing.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.errors import SymmetryError
from netlemma.graphs.routing.capabilities import Symmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import Messages
from netlemma.graphs.topology.symmetry import hanging, hop_image, orbits_of

# Ends of one switch that a routing treats alike: what is found for packets to one of them follows for the others.


Dependencies = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # tail, head, source and destination of a packet


@dataclass(frozen=True, eq=False)
class AlikeEnds:
    """Classes of ends whose exchange is a symmetry of a routing.

    routing: The routing.
    classes: Ends with one link to the same switch each; or single ends.
    """

    routing: ChannelRouting
    classes: list[np.ndarray]

    @property
    def first(self) -> list[int]:
        """One end of each class."""
        return [int(each[0]) for each in self.classes]

    def exchanged(self, found: Dependencies) -> Dependencies:
        """Dependencies of packets to the first ends of classes, with those that follow by exchanging ends.

        found (tuple of ndarray): Tails and heads of the dependencies, and source and destination of a packet with each.

        Returns: The same for all packets, in the order of tails and heads.
        """
        net, vcs = self.routing.network, self.routing.vcs
        into = np.zeros(net.node_count, dtype=np.int64)
        into[net.target] = np.arange(net.hop_count)
        out = net.indptr[:-1].astype(np.int64)
        tail_hop, head_hop = found[0] // vcs, found[1] // vcs
        parts = [found]
        for ends in self.classes:
            if len(ends) > 1:
                touched = np.flatnonzero(np.isin(tail_hop, out[ends]) | (head_hop == into[ends[0]]))
                tail, head, *packet = (each[touched] for each in found)
                for other in ends[1:]:
                    hops = [(out[ends[0]], out[other]), (into[ends[0]], into[other])]
                    moved = [_swapped(each // vcs, hops) * vcs + each % vcs for each in (tail, head)]
                    parts.append((*moved, *(_swapped(each, [(ends[0], other)]) for each in packet)))  # type: ignore[arg-type]
        tail, head, source, destination = (np.concatenate(each) for each in zip(*parts, strict=True))
        _, once = np.unique(tail.astype(np.int64) * self.routing.channel_count + head, return_index=True)
        return tail[once], head[once], source[once], destination[once]

    def used(self, channels: np.ndarray) -> np.ndarray:
        """Whether packets to any end take each channel, by whether packets to the first ends do."""
        net, found = self.routing.network, channels.reshape(-1, self.routing.vcs).copy()
        for ends in self.classes:
            for hops in (np.isin(net.origin, ends), np.isin(net.target, ends)):
                found[hops] |= found[hops].any(axis=0)
        return found.ravel()

    def numbers(self, channels: np.ndarray) -> np.ndarray:
        """Numbers of all channels, greater ones further on, by those that packets to the first ends need.

        Packets wait for no channel from an end, and for none behind a channel to an end, so that no other numbers depend on these.
        """
        net, found = self.routing.network, channels.reshape(-1, self.routing.vcs).copy()
        for ends in self.classes:
            if len(ends) > 1:
                for hops in (np.isin(net.origin, ends), np.isin(net.target, ends)):
                    found[hops] = found[hops].max(axis=0)
        return found.ravel()


def _swapped(values: np.ndarray, pairs: list[tuple[int, int]]) -> np.ndarray:
    found = values.copy()
    for one, other in pairs:
        found[values == one], found[values == other] = other, one
    return found


def alike_ends(routing: ChannelRouting) -> AlikeEnds:
    """The classes of a routing's ends; each end alone unless the routing says that those of a switch are alike."""
    net, ends = routing.network, np.asarray(routing.ends, dtype=np.int64)
    leaf = ~net.forwarding[ends] & hanging(net)[ends]
    if not routing.symmetry.alike_ends or routing.talking is not None or not leaf.any():
        return AlikeEnds(routing, [ends[i : i + 1] for i in range(len(ends))])
    switch = np.where(leaf, net.target[net.indptr[ends] * leaf], -1 - ends)
    _, number = np.unique(switch, return_inverse=True)
    order = np.argsort(number, kind="stable")
    return AlikeEnds(routing, np.split(ends[order], np.flatnonzero(np.diff(number[order])) + 1))


# Orbits of channels under the symmetry of a routing: what packets of a few pairs of ends do, those of all pairs do.


class ChannelOrbits:
    """Orbits of a routing's channels under its translations, and one pair of ends of each orbit of pairs.

    routing: A routing with a symmetry.
    symmetry: Its symmetry.

    cells: Number of cells, which is that of the translations.
    orbit: Orbit of each channel; those of a hop follow each other.
    base: The channel of each orbit that starts in cell 0.
    position: Position of the base of each channel's orbit among the channels of its node.
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

        at, node (ndarray of int64): The other nodes, and the nodes; of the same shape.

        Returns: The images.
        """
        return self.symmetry.translated(self.symmetry.cell[at], 0, node)

    def channels(self, cell: Any, orbit: np.ndarray) -> np.ndarray:
        """The channels of some orbits that start in some cells.

        cell (ndarray of int64 or int): The cells.
        orbit (ndarray of int64): The orbits, of a shape that fits.

        Returns: The channels.
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
        """The dependencies of channels, by those of their orbits."""
        routing, to = self.routing, np.arange(self.cells)[:, None]
        tail = self.channels(to, graph.tail)
        head = self.channels(self._behind(tail), graph.head)
        source, destination = (self.symmetry.translated(0, to, each) for each in (graph.source, graph.destination))
        order = np.lexsort((head.ravel(), tail.ravel()))
        tail, head, source, destination = (each.ravel()[order] for each in (tail, head, source, destination))
        return DependencyGraph(routing.channel_count, tail, head, source, destination, routing.channel_name)


def channel_orbits(routing: ChannelRouting) -> ChannelOrbits | None:
    """The orbits of a routing's channels, if it has a symmetry that maps its ends onto ends.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = channel_orbits(channel_routing(network("hyperx", S=(3, 4), T=0), "dal"))
    >>> found.cells, len(found.base), found.destinations, np.flatnonzero(found.messages(0)).tolist()
    (12, 10, ([0], [12]), [0, 1, 4, 5])
    """
    if routing.symmetry.group is None or routing.talking is not None:
        return None
    symmetry, net = routing.symmetry.group(), routing.network
    is_end = np.zeros(net.node_count, dtype=bool)
    is_end[np.asarray(routing.ends)] = True
    images = [symmetry.translated(symmetry.cell, 0, np.arange(net.node_count)), *symmetry.fixing]
    if any((is_end != is_end[image]).any() for image in images):
        return None
    return ChannelOrbits(routing, symmetry)
