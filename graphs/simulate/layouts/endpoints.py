"""The channels of a simulation of messages that cause messages: copies of the network, and injection queues of several places."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.deadlock.message_chains import MessageChains
from netlemma.graphs.deadlock.message_places import Resources
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate.layouts.numbering import Numbering, check_ends

MOST_PLACES = 4_096  # of the injection queues of a node


@dataclass(frozen=True, eq=False)
class EndpointNumbering(Numbering):
    """Numbers of channels: those of one virtual network after the other, then each place of each injection queue, then ejection,
    and then the turns of nodes that take messages one by one.
    """

    chains: MessageChains

    @cached_property
    def resources(self) -> Resources:
        """Channels, queues and turns as the verdict on deadlock knows them."""
        return Resources(self.chains, self.routing)

    @cached_property
    def queues(self) -> int:
        """Number of injection queues of a node."""
        return self.injection_vcs // self.chains.queue

    @cached_property
    def network_channels(self) -> int:
        """Number of channels of all networks."""
        return self.resources.queues

    @cached_property
    def link(self) -> np.ndarray:
        """For each channel its physical link, which virtual networks share."""
        one = super().link
        plain = self.routing.channel_count
        return np.concatenate([np.tile(one[:plain], self.chains.network_count), one[plain:]])

    @cached_property
    def turn(self) -> np.ndarray:
        """For each channel its number among the virtual channels of its link."""
        vcs, plain = self.routing.vcs, np.arange(self.network_channels)
        inside = plain // self.routing.channel_count * vcs + plain % vcs
        places = np.tile(np.arange(self.injection_vcs), self.ends)
        return np.concatenate([inside, places, np.zeros(self.ends, dtype=np.int64)]).astype(np.int32)

    @property
    def most_vcs(self) -> int:
        """Most virtual channels of a link."""
        return max(self.routing.vcs * self.chains.network_count, self.injection_vcs)

    def places(self, kind: int, end: int) -> range:
        """The places of the injection queue of a kind at a terminal."""
        which = kind if self.chains.injection == "kinds" else self.chains.networks[kind]
        first = self.injections(end)[which * self.chains.queue]
        return range(first, first + self.chains.queue)

    def turn_of(self, end: int) -> int:
        """The turn of a terminal that takes messages one by one."""
        return self.channels + end

    def resource(self, channel: int) -> int:
        """The channel, queue or turn in the numbers of the verdict on deadlock; ejection has none."""
        if channel < self.network_channels:
            return channel
        if channel >= self.channels:
            return self.resources.turn(self.routing.ends[channel - self.channels])
        end, place = divmod(channel - self.network_channels, self.injection_vcs)
        which = place // self.chains.queue
        return self.resources.queues + which * self.resources.nodes + self.routing.ends[end]

    def name(self, channel: int) -> str:
        """Name of a channel, an injection queue or a turn."""
        if self.first_ejection <= channel < self.channels:
            return super().name(channel)
        return self.resources.name(self.resource(channel))


def endpoint_numbering(routing: ChannelRouting, chains: MessageChains) -> EndpointNumbering:
    """The channels of a simulation of messages in chains."""
    check_ends(routing)
    queues = len(chains.kinds) if chains.injection == "kinds" else chains.network_count
    if queues * chains.queue > MOST_PLACES:
        raise SimulationError(
            f"{queues} injection queues of {chains.queue:,} messages at each node: at most {MOST_PLACES:,} messages are simulated"
        )
    return EndpointNumbering(routing, queues * chains.queue, chains)
