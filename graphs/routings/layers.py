"""Several routings in one network, each on a layer of virtual channels of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choice_loops import loop, stacked
from netlemma.graphs.routing.choices import BY_CHANNEL, BY_NODE, GIVEN, Choices

NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Layer:
    """A routing on the virtual channels from ``low`` on of a network with ``vcs`` for each hop."""

    routing: ChannelRouting
    low: int
    vcs: int

    def holds(self, channel: Any) -> Any:
        """Whether a channel is in this layer; of an array, for each of them."""
        vc = channel % self.vcs
        return (self.low <= vc) & (vc < self.low + self.routing.vcs)


def layers(routings: Sequence[ChannelRouting]) -> list[Layer]:
    """Layers for some routings, the first with the lowest virtual channels."""
    vcs, low, found = sum(r.vcs for r in routings), 0, []
    for routing in routings:
        found.append(Layer(routing, low, vcs))
        low += routing.vcs
    return found


def layer_vcs(name: str, vcs: int, usual: int, what: str) -> int:
    """Virtual channels of each of two layers."""
    if vcs % 2:
        raise RoutingError(f"{name} has vcs={vcs}: it needs an even number, half of it for each of its two {what}")
    return (vcs or usual) // 2


def joined(layers: tuple[Layer, Layer], choices: tuple[Choices, Choices], take: np.ndarray) -> Choices:
    """Choices of two layers in one; for each of them, a packet that comes from the other one is at its source.

    take (ndarray of uint8, shape (N,) or (N + channels,)): Sum of 1 for each row with the choices of the first layer
    and 2 for each with those of the second, behind them.
    """
    net, given = layers[0].routing.network, any(of.weight is not None for of in choices)
    first, then = (
        (of.start, of.channel, NONE if of.weight is None else of.weight, layer.low, layer.routing.vcs)
        for layer, of in zip(layers, choices, strict=True)
    )
    start, channel, weight = loop(stacked, net)(net.node_count, net.target, layers[0].vcs, take, first, then, given)
    by = BY_NODE if len(take) == net.node_count else BY_CHANNEL
    return Choices(by, start, channel, GIVEN, weight) if given else Choices(by, start, channel)
