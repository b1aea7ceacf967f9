"""Duato's protocol: adaptive channels that any shortest path may use, beside escape channels with a routing of their own."""

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting, Escape, Label
from netlemma.graphs.routing.choices import BY_NODE, Choices, by_arrays
from netlemma.graphs.routings.dimension_order import dimension_order
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.routings.layers import joined, layers
from netlemma.graphs.routings.shortest import shortest_adaptive
from netlemma.graphs.topology.structure import Network


def with_escape(escape: ChannelRouting, adaptive: ChannelRouting, name: str) -> ChannelRouting:
    """Adaptive channels beside escape channels, between which packets may change at any time.

    A packet that comes from an adaptive channel takes the escape channels that it would take at a source.
    """
    lower, upper = layers([escape, adaptive])

    net = escape.network
    below, above = escape.arrays.choices_to, adaptive.arrays.choices_to
    if below is None or above is None:
        raise RoutingError(f"{name} is made of routings that give their choices as arrays")

    def choices_to(destination: int, label: Label) -> Choices:
        parts = above(destination, label), below(destination, label)
        by_node = all(part.by == BY_NODE for part in parts)
        take = np.full(net.node_count + (0 if by_node else net.hop_count * upper.vcs), 3, dtype=np.uint8)
        return joined((upper, lower), parts, take)

    text = (
        f"vc {upper.low} to {upper.vcs - 1}: {adaptive.description}; "
        f"escape channels below, back to adaptive ones at any time: {escape.description}"
    )
    channels = Escape(lower.holds, escape_routing=escape)
    return by_arrays(name, net, "adaptive", upper.vcs, Arrays(choices_to), escape=channels, description=text)


def duato(
    net: Network, vcs: int = 0, escape: int | None = None, adaptive: int | None = None, rule: str = "dally-seitz"
) -> ChannelRouting:
    """Duato's protocol over dimension order (Duato 1993, 1995).

    * J. Duato, A new theory of deadlock-free adaptive routing in wormhole networks, 1993.
    * J. Duato, A necessary and sufficient condition for deadlock-free adaptive routing in wormhole networks, 1995.

    >>> from netlemma.graphs import network
    >>> routing = duato(network("toroid", w=4, D=2))
    >>> routing.vcs, [c % 3 for c, _ in routing.next_channels(0, None, 5, None)]
    (3, [2, 2, 1])
    """
    if escape is None:
        escape = vcs - adaptive if vcs and adaptive is not None else 2 if dimensions(net).any_ring else 1
    if adaptive is None:
        adaptive = vcs - escape if vcs else 1
    if min(escape, adaptive) < 1 or vcs not in (0, escape + adaptive):
        count = f"vcs={vcs}" if vcs else "no vcs"
        raise RoutingError(
            f"duato on {net.title} has {count}, {escape} escape and {adaptive} adaptive channels: "
            "it needs at least one of each, and vcs is their sum"
        )
    escape_routing = dimension_order(net, escape, rule)
    return with_escape(escape_routing, shortest_adaptive(net, adaptive), "duato")


ROUTINGS = {"duato": duato}
