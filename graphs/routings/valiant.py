"""Valiant's routing: by way of a random node, with separate virtual channels before and after it."""

from __future__ import annotations

import numpy as np

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting, Label
from graphs.routing.choice_rows import row_relation
from graphs.routing.choices import PATHS, Choices
from graphs.routings.dimension_order import dimension_order
from graphs.routings.dimensions import dimensions
from graphs.routings.layers import joined, layers
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

    def choices_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, int) and first.choices_to is not None and second.choices_to is not None
        parts = first.choices_to(label, None), second.choices_to(destination, None)
        if kind != "adaptive" and any(part.weights == PATHS for part in parts):
            raise RoutingError(f"{name} joins routings whose shares do not depend on numbers of paths")
        take = np.full(net.node_count + net.hop_count * before.vcs, 1, dtype=np.uint8)
        take[net.node_count :][behind.holds(np.arange(net.hop_count * before.vcs))] = 2
        take[: net.node_count][label] = 2
        take[net.node_count :][np.repeat(net.target == label, before.vcs)] = 2
        return joined((before, behind), parts, take)

    text = f"by way of any node; to it: {first.description}; from it, with {second.vcs} more vc: {second.description}"
    nodes = tuple(range(net.node_count))
    phases = tuple((layer.routing, layer.low) for layer in (before, behind))
    relation = row_relation(net, kind, before.vcs, choices_to)
    about = {"description": text, "choices_to": choices_to, "phases": phases}
    return ChannelRouting(name, net, kind, relation, before.vcs, lambda *_: nodes, **about)  # type: ignore[arg-type]


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
