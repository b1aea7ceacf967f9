"""The paths of a deterministic routing as channels of a simulation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.routes import follow
from graphs.simulate.layouts.numbering import Numbering, check_ends, the_label

MOST_ENDS = 1024  # the routes of all pairs are followed and kept


@dataclass(frozen=True, eq=False)
class Paths(Numbering):
    """Channels and the paths of a deterministic routing.

    Parameters
    ----------
    path : ndarray of int
        All paths, one after the other, as channel numbers; of several injection channels the first one.
    first : ndarray of int64, shape (ends^2 + 1,)
        The path from terminal i to terminal j is ``path[first[i * ends + j]:first[i * ends + j + 1]]``, empty for i =
        j.
    """

    path: np.ndarray
    first: np.ndarray

    @property
    def longest(self) -> int:
        """Number of channels of the longest path."""
        return int(np.diff(self.first).max())

    def channels_between(self, source: int, destination: int) -> list[int]:
        """The path from one terminal to another.

        Parameters
        ----------
        source : int
            Number of the source among the terminals.
        destination : int
            Number of the destination among the terminals.

        Returns
        -------
        list of int
            Numbers of the channels.
        """
        pair = source * self.ends + destination
        return [int(c) for c in self.path[self.first[pair] : self.first[pair + 1]]]

    def links_are_single(self) -> bool:
        """Whether no physical link has two virtual channels in use, so that there is no bandwidth to share."""
        used = np.unique(self.path[self.path < self.network_channels])
        return self.injection_vcs == 1 and len(np.unique(self.link[used])) == len(used)


def paths(routing: ChannelRouting, injection_vcs: int = 1) -> Paths:
    """Follow all routes of a deterministic routing.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic routing.
    injection_vcs : int, default 1
        Virtual channels of each injection channel.

    Returns
    -------
    Paths
        Paths of the routing.

    Raises
    ------
    SimulationError
        If the routing is not deterministic or has not exactly one route between two terminals, or there are too many
        terminals.
    RoutingError
        If a packet is stranded or runs in circles.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> one = paths(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> [one.name(c) for c in one.channels_between(0, 2)]
    ['injection at (0)', '(0)->(1)', '(1)->(2)', 'ejection at (2)']
    """
    check_ends(routing, MOST_ENDS)
    return _paths(routing, injection_vcs)


@lru_cache(maxsize=4)
def _paths(routing: ChannelRouting, injection_vcs: int) -> Paths:
    after = follow(routing)
    ends, base = routing.ends, routing.channel_count
    path: list[int] = []
    first = [0]
    for i, source in enumerate(ends):
        for j, destination in enumerate(ends):
            if i != j:
                goal = the_label(routing, source, destination)
                path.append(base + i * injection_vcs)
                channels = after.first[goal][source]
                while channels:
                    path.append(channels[0])
                    channels = after.after[goal][channels[0]]
                path.append(base + len(ends) * injection_vcs + j)
            first.append(len(path))
    return Paths(routing, injection_vcs, np.array(path, dtype=np.int32), np.array(first, dtype=np.int64))
