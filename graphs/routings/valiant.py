"""Valiant's routing: by way of a random node, with separate virtual channels before and after it."""

from __future__ import annotations

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelChoice, ChannelRouting, Label
from graphs.routings.dimension_order import dimension_order
from graphs.routings.dimensions import dimensions
from graphs.routings.layers import layers
from graphs.topology.structure import Network


def by_way_of(first: ChannelRouting, second: ChannelRouting, name: str) -> ChannelRouting:
    """Packets take the first routing to the node that is their label, and the second one to their destination.

    A packet that meets its destination on the way stays there.

    Parameters
    ----------
    first : ChannelRouting
        Routing to the intermediate node.
    second : ChannelRouting
        Routing from there.
    name : str
        Name of the routing.

    Returns
    -------
    ChannelRouting
        The routing.
    """
    net = first.network
    before, behind = layers([first, second])
    kind = "adaptive" if "adaptive" in (first.kind, second.kind) else "oblivious"

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        assert isinstance(label, int)
        if node != label and (came_by is None or before.holds(came_by)):
            return before.next_channels(node, came_by, label, None)
        return behind.next_channels(node, came_by, destination, None)

    text = f"by way of any node; to it: {first.description}; from it, with {second.vcs} more vc: {second.description}"
    nodes = tuple(range(net.node_count))
    phases = tuple((layer.routing, layer.low) for layer in (before, behind))
    return ChannelRouting(name, net, kind, next_channels, before.vcs, lambda *_: nodes, description=text, phases=phases)


def valiant(net: Network, vcs: int = 0, rule: str = "dateline") -> ChannelRouting:
    """Valiant's routing over dimension order (Valiant and Brebner 1981).

    Parameters
    ----------
    net : Network
        A Cartesian product.
    vcs : int, default 0
        Virtual channels of each hop, an even number, half of it for each phase; by default the fewest that are enough,
        4 on rings and 2 elsewhere.
    rule : str, default 'dateline'
        Rule of their choice, see :mod:`graphs.routings.virtual`.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If ``vcs`` is odd.

    References
    ----------
    L. G. Valiant and G. J. Brebner, Universal schemes for parallel communication, 1981.

    Examples
    --------
    >>> from graphs import network
    >>> valiant(network("mesh", k=3, n=2)).vcs
    2
    """
    vcs = vcs or (4 if dimensions(net).any_ring else 2)
    if vcs % 2:
        raise RoutingError(f"valiant has vcs={vcs}: it needs an even number, half of it for each of its two phases")
    half = dimension_order(net, vcs // 2, rule)
    return by_way_of(half, half, "valiant")


ROUTINGS = {"valiant": valiant}
