"""Ends of one switch that a routing treats alike: what is found for packets to one of them follows for the others."""

from dataclasses import dataclass

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting

Dependencies = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # tail, head, source and destination of a packet


@dataclass(frozen=True, eq=False)
class AlikeEnds:
    """Classes of ends whose exchange is a symmetry of a routing.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    classes : list of ndarray of int64
        Ends with one link to the same switch each; or single ends.
    """

    routing: ChannelRouting
    classes: list[np.ndarray]

    @property
    def first(self) -> list[int]:
        """One end of each class."""
        return [int(each[0]) for each in self.classes]

    def exchanged(self, found: Dependencies) -> Dependencies:
        """Dependencies of packets to the first ends of classes, with those that follow by exchanging ends.

        Parameters
        ----------
        found : tuple of ndarray
            Tails and heads of the dependencies, and source and destination of a packet with each.

        Returns
        -------
        tuple of ndarray
            The same for all packets, in the order of tails and heads.
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
    """The classes of a routing's ends; each end alone unless the routing says that those of a switch are alike.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.

    Returns
    -------
    AlikeEnds
        Classes, by their first ends.
    """
    net, ends = routing.network, np.asarray(routing.ends, dtype=np.int64)
    many = np.bincount(net.target, minlength=net.node_count)
    leaf = ~net.forwarding[ends] & (np.diff(net.indptr)[ends] == 1) & (many[ends] == 1)
    if not routing.alike_ends or routing.talking is not None or not leaf.any():
        return AlikeEnds(routing, [ends[i : i + 1] for i in range(len(ends))])
    switch = np.where(leaf, net.target[net.indptr[ends] * leaf], -1 - ends)
    _, number = np.unique(switch, return_inverse=True)
    order = np.argsort(number, kind="stable")
    return AlikeEnds(routing, np.split(ends[order], np.flatnonzero(np.diff(number[order])) + 1))
