"""Several routings in one network, each on a layer of virtual channels of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphs.routing.channel_routing import ChannelChoice, ChannelRouting, Label


@dataclass(frozen=True)
class Layer:
    """A routing on the virtual channels from ``low`` on of a network with ``vcs`` for each hop."""

    routing: ChannelRouting
    low: int
    vcs: int

    def holds(self, channel: int) -> bool:
        """Whether a channel is in this layer."""
        return self.low <= channel % self.vcs < self.low + self.routing.vcs

    def next_channels(self, node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        """The choices of the routing; for a packet that comes from another layer, as at a source.

        Parameters
        ----------
        node : int
            Number of the node.
        came_by : int or None
            Channel by which the packet came; None at its source.
        destination : int
            Number of the destination.
        label : Label
            Label of the packet.

        Returns
        -------
        list of ChannelChoice
            Channels with their weights.
        """
        own = None
        if came_by is not None and self.holds(came_by):
            hop, vc = divmod(came_by, self.vcs)
            own = hop * self.routing.vcs + vc - self.low
        return [self.lift(c) for c in self.routing.next_channels(node, own, destination, label)]

    def lift(self, choice: ChannelChoice) -> ChannelChoice:
        """A channel of the routing as a channel of the layer."""
        hop, vc = divmod(choice[0], self.routing.vcs)
        return hop * self.vcs + self.low + vc, choice[1]


def layers(routings: Sequence[ChannelRouting]) -> list[Layer]:
    """Layers for some routings, the first with the lowest virtual channels."""
    vcs, low, found = sum(r.vcs for r in routings), 0, []
    for routing in routings:
        found.append(Layer(routing, low, vcs))
        low += routing.vcs
    return found
