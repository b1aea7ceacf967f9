"""The channels of a simulation and the path of every message: injection channel, channels of the network, ejection channel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graphs.channels import ChannelRouting
from graphs.routes import Goal, Progress, follow
from graphs.simulate.settings import SimulationError

MOST_ENDS = 1024  # the routes of all pairs are followed and kept


@dataclass(frozen=True, eq=False)
class Layout:
    """Channels by number, and paths.

    The channels of the network come first and have the numbers of the routing, then one injection channel and then one
    ejection channel for each end. Ends, the nodes that send and receive, are numbered as in ``routing.ends``.

    Parameters
    ----------
    routing : deterministic.
    link : for each channel of the network the physical link (a hop) to which it belongs.
    path : all paths, one after the other, as channel numbers.
    first : the path from end i to end j is ``path[first[i * ends + j]:first[i * ends + j + 1]]``, empty for i = j.
    """

    routing: ChannelRouting
    link: np.ndarray
    path: np.ndarray
    first: np.ndarray

    @property
    def ends(self) -> int:
        """How many nodes send and receive."""
        return len(self.routing.ends)

    @property
    def network_channels(self) -> int:
        """How many channels the network has; injection channels are numbered from here on."""
        return self.routing.channel_count

    @property
    def channels(self) -> int:
        """All channels, injection and ejection included."""
        return self.network_channels + 2 * self.ends

    @property
    def longest(self) -> int:
        """Channels of the longest path."""
        return int(np.diff(self.first).max())

    def channels_between(self, source: int, destination: int) -> list[int]:
        """The path from one end to another."""
        pair = source * self.ends + destination
        return [int(c) for c in self.path[self.first[pair] : self.first[pair + 1]]]

    def is_ejection(self, channel: int) -> bool:
        """Whether this is the ejection channel of an end."""
        return channel >= self.network_channels + self.ends

    def end_name(self, end: int) -> str:
        """An end as its network names it."""
        return self.routing.node_name(self.routing.ends[end])

    def name(self, channel: int) -> str:
        """A channel by its ends."""
        if channel < self.network_channels:
            return self.routing.channel_name(channel)
        what, end = divmod(channel - self.network_channels, self.ends)
        return f"{'ejection' if what else 'injection'} at {self.end_name(end)}"

    def links_are_single(self) -> bool:
        """Whether no physical link has two virtual channels in use, so that there is no bandwidth to share."""
        used = np.unique(self.path[self.path < self.network_channels])
        return len(np.unique(self.link[used])) == len(used)


def layout(routing: ChannelRouting, progress: Progress = None) -> Layout:
    """Follow all routes of a deterministic routing.

    Raises
    ------
    SimulationError : the routing is not deterministic, leaves two ends without a route, or has several between them; too many ends.
    RoutingError : a packet is stranded or runs in circles.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> one = layout(channel_routing(network("torus", k=3, n=1), "dimension-order"))
    >>> [one.name(c) for c in one.channels_between(0, 2)]
    ['injection at (0)', '(0)->(1)', '(1)->(2)', 'ejection at (2)']
    """
    if routing.kind != "deterministic":
        raise SimulationError(
            f"routing {routing.title} is {routing.kind}, and worms are simulated under deterministic routings: "
            "choose one, or another number of virtual channels"
        )
    if not 2 <= len(routing.ends) <= MOST_ENDS:
        raise SimulationError(
            f"{routing.network.title} has {len(routing.ends)} nodes that send: 2 to {MOST_ENDS} can be simulated"
        )
    return _layout(routing, progress) if progress else _kept(routing)


def _layout(routing: ChannelRouting, progress: Progress) -> Layout:
    after = follow(routing, progress)
    ends, base = routing.ends, routing.channel_count
    path: list[int] = []
    first = [0]
    for i, source in enumerate(ends):
        for j, destination in enumerate(ends):
            if i != j:
                labels = routing.labels(source, destination)
                if len(labels) != 1:
                    pair = f"from {routing.node_name(source)} to {routing.node_name(destination)}"
                    raise SimulationError(f"routing {routing.title} has {len(labels)} routes {pair}: one is simulated")
                goal = Goal(destination, labels[0])
                path.append(base + i)
                channels = after.first[goal][source]
                while channels:
                    path.append(channels[0])
                    channels = after.after[goal][channels[0]]
                path.append(base + len(ends) + j)
            first.append(len(path))
    link = np.arange(base, dtype=np.int32) // routing.vcs
    return Layout(routing, link, np.array(path, dtype=np.int32), np.array(first, dtype=np.int64))


@lru_cache(maxsize=4)
def _kept(routing: ChannelRouting) -> Layout:
    return _layout(routing, None)
