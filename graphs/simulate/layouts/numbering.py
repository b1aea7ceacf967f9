"""Numbers and names of the channels of a simulation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.topology.structure import Network


@dataclass(frozen=True, eq=False)
class Numbering:
    """Numbers of channels.

    The channels of the network come first and have the numbers of the routing, then the injection channels of each
    terminal with their virtual channels, and then one ejection channel for each terminal. Terminals, the nodes that
    send and receive, are numbered as in ``routing.ends``.

    routing: Routing of the worms.
    injection_vcs: Virtual channels of each injection channel.
    """

    routing: ChannelRouting
    injection_vcs: int

    @cached_property
    def ends(self) -> int:
        """Number of nodes that send and receive."""
        return len(self.routing.ends)

    @cached_property
    def network_channels(self) -> int:
        """Number of channels of the network; injection channels are numbered from here on."""
        return self.routing.channel_count

    @cached_property
    def first_ejection(self) -> int:
        """The ejection channel of the first terminal."""
        return self.network_channels + self.ends * self.injection_vcs

    @cached_property
    def channels(self) -> int:
        """All channels, injection and ejection included."""
        return self.first_ejection + self.ends

    @cached_property
    def link(self) -> np.ndarray:
        """For each channel its physical link: the hops, then one link for injection and one for ejection at each end."""
        hops, ends = self.routing.network.hop_count, np.arange(self.ends)
        parts = (
            np.repeat(np.arange(hops), self.routing.vcs),
            np.repeat(hops + ends, self.injection_vcs),
            hops + self.ends + ends,
        )
        return np.concatenate(parts).astype(np.int32)

    @cached_property
    def period(self) -> np.ndarray:
        """For each physical link the cycles in which it passes one flit: 1 for the links of the greatest capacity."""
        found = np.ones(self.routing.network.hop_count + 2 * self.ends, dtype=np.int64)
        found[: self.routing.network.hop_count] = cycles_of_hops(self.routing.network)
        return found

    @cached_property
    def turn(self) -> np.ndarray:
        """For each channel its number among the virtual channels of its link."""
        return (np.arange(self.channels) - np.searchsorted(self.link, self.link)).astype(np.int32)

    @cached_property
    def origin(self) -> np.ndarray:
        """Origin of each channel: a node, a place outside of the network, or, for each ejection channel, a place of its
        own.
        """
        net = self.routing.network
        parts = (
            np.repeat(np.asarray(net.origin), self.routing.vcs),
            np.full(self.ends * self.injection_vcs, net.node_count),
            net.node_count + 1 + np.arange(self.ends),
        )
        return np.concatenate(parts).astype(np.int32)

    @property
    def most_vcs(self) -> int:
        """Most virtual channels of a link."""
        return max(self.routing.vcs, self.injection_vcs)

    def injections(self, end: int) -> range:
        """The injection channels of a terminal."""
        first = self.network_channels + end * self.injection_vcs
        return range(first, first + self.injection_vcs)

    def is_ejection(self, channel: int) -> bool:
        """Whether a channel is the ejection channel of a terminal."""
        return channel >= self.first_ejection

    def end_name(self, end: int) -> str:
        """Name of a terminal in its network."""
        return self.routing.node_name(self.routing.ends[end])

    def name(self, channel: int) -> str:
        """Name of a channel: its two ends."""
        if channel < self.network_channels:
            return self.routing.channel_name(channel)
        if self.is_ejection(channel):
            return f"ejection at {self.end_name(channel - self.first_ejection)}"
        end, vc = divmod(channel - self.network_channels, self.injection_vcs)
        return f"injection at {self.end_name(end)}" + (f" vc {vc}" if self.injection_vcs > 1 else "")


def cycles_of_hops(net: Network) -> np.ndarray:
    """The cycles in which each hop passes one flit; a cycle is the time of a flit on links of the greatest capacity."""
    if net.capacity is None:
        return np.ones(net.hop_count, dtype=np.int64)
    fastest = max(net.capacity)
    for capacity in set(net.capacity):
        if (fastest / capacity).denominator > 1:
            raise SimulationError(
                f"{net.title} has links of capacity {fastest} and {capacity}: a cycle is the time of a flit on the fastest links, "
                "and the others have to take a whole number of cycles"
            )
    return np.array([int(fastest / capacity) for capacity in net.capacity], dtype=np.int64)[net.device]


def usual_injection_vcs(routing: ChannelRouting) -> int:
    """Default number of virtual channels of injection channels: 1 under deterministic routings, else as many as links have."""
    return 1 if routing.kind == "deterministic" else routing.vcs


def check_ends(routing: ChannelRouting) -> None:
    """Refuse a network with too few nodes that send."""
    if len(routing.ends) < 2:
        raise SimulationError(
            f"{routing.network.title} has {len(routing.ends)} nodes that send: at least 2 are simulated"
        )


def labels_of(routing: ChannelRouting, source: int, destination: int) -> Sequence[Label]:
    """Labels of the messages between two nodes, one of which is drawn for each."""
    labels = routing.labels(source, destination)
    if not labels:
        pair = f"from {routing.node_name(source)} to {routing.node_name(destination)}"
        raise SimulationError(f"routing {routing.title} has no route {pair}")
    return labels
