"""Orders of two dimensions by their usual names, and O1TURN, which draws one of them for each message."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays, LoadMethod
from netlemma.graphs.routing.channel_routing import OBLIVIOUS, ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_CHANNEL, BY_NODE, Choices, by_arrays
from netlemma.graphs.routings.dimension_order import dimension_order
from netlemma.graphs.routings.dimensions import Dimensions, dimensions
from netlemma.graphs.routings.layers import joined, layer_vcs, layers
from netlemma.graphs.topology.structure import Network

NO_CHOICE = np.zeros(0, dtype=np.int32)


def _two_dimensions(net: Network, name: str) -> Dimensions:
    dims = dimensions(net)
    if len(dims.factors) != 2:
        raise RoutingError(
            f"{name} is a routing of products of two dimensions, {net.title} has {len(dims.factors)}: take dimension-order"
        )
    return dims


def xy(net: Network, vcs: int = 1, rule: str = "dateline", ties: str = "plus") -> ChannelRouting:
    """Dimension order on two dimensions, dimension 0 (x) first."""
    _two_dimensions(net, "xy")
    return replace(dimension_order(net, vcs, rule, ties), name="xy")


def yx(net: Network, vcs: int = 1, rule: str = "dateline", ties: str = "plus") -> ChannelRouting:
    """Dimension order on two dimensions, dimension 1 (y) first."""
    _two_dimensions(net, "yx")
    return replace(dimension_order(net, vcs, rule, ties, "falling"), name="yx")


def o1turn(net: Network, vcs: int = 0, rule: str = "dateline", ties: str = "plus") -> ChannelRouting:
    """O1TURN: each message takes its dimensions in the order xy or yx, equally likely, on virtual channels of its order.

    D. Seo, A. Ali, W.-T. Lim and N. Rafique, Near-optimal worst-case throughput routing for two-dimensional mesh
    networks, 2005.

    >>> from netlemma.graphs import network
    >>> o1turn(network("mesh", k=3, n=2)).vcs
    2
    """
    half = layer_vcs("o1turn", vcs, 4 if _two_dimensions(net, "o1turn").any_ring else 2, "orders")
    vcs, both = 2 * half, [make(net, half, rule, ties) for make in (xy, yx)]
    below, above = layers(both)
    none = Choices(BY_NODE, np.zeros(net.node_count + 1, dtype=np.int64), NO_CHOICE)

    def choices_to(destination: int, label: Label) -> Choices:
        asked = both[1 if label else 0].arrays.choices_to
        assert asked is not None
        choices: Choices = asked(destination, None)
        rows = net.node_count + (net.hop_count * vcs if choices.by == BY_CHANNEL else 0)
        parts = (none, choices) if label else (choices, none)
        return joined((below, above), parts, np.full(rows, 2 if label else 1, dtype=np.uint8))

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        sources = np.delete(np.arange(net.node_count, dtype=np.int32), destination)
        return [(0, sources), (1, sources)]

    return by_arrays(
        "o1turn",
        net,
        OBLIVIOUS,
        vcs,
        Arrays(choices_to, goals_to),
        labels=lambda *_: (0, 1),
        description=f"dimensions in rising or falling order, equally likely, on virtual channels of its own; rising: "
        f"{both[0].description}",
        loads=LoadMethod(orders=tuple(order for each in both for order in each.loads.orders)),
    )


ROUTINGS = {"xy": xy, "yx": yx, "o1turn": o1turn}
