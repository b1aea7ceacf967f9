"""Routings given as data: the routes themselves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelChoice, ChannelRouting, Label
from graphs.topology.structure import Network

Route = tuple[int, int, Sequence[int]]  # source, destination, channels in order


def from_routes(net: Network, routes: Sequence[Route], *, vcs: int = 1, name: str = "routes") -> ChannelRouting:
    """The routing of explicit routes; between two nodes there may be none, one or several.

    Packets carry the number of their route.

    Parameters
    ----------
    net : Network
        The network.
    routes : Sequence of Route
        Source, destination and channels of each route.
    vcs : int, default 1
        Virtual channels of each hop.
    name : str, default 'routes'
        Name of the routing.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If a route is not a path from its source to its destination, or takes a channel twice.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routing.routes import follow
    >>> net = network("oneway-torus", k=3, n=1)
    >>> follow(from_routes(net, [(0, 2, [0, 1]), (2, 1, [2, 0])])).packet_count
    2
    """
    numbers: dict[tuple[int, int], list[int]] = {}
    after: list[dict[int | None, int]] = []
    for number, (source, destination, channels) in enumerate(routes):
        node = source
        for channel in channels:
            if not 0 <= channel < net.hop_count * vcs or int(net.origin[channel // vcs]) != node:
                raise RoutingError(
                    f"route {number} of {name} goes on by channel {channel} at node {net.labels(node)}: "
                    "it does not start there"
                )
            node = int(net.target[channel // vcs])
        if node != destination:
            raise RoutingError(
                f"route {number} of {name} from {net.labels(source)} to {net.labels(destination)} ends at "
                f"{net.labels(node)}"
            )
        if len(set(channels)) < len(channels):
            raise RoutingError(f"route {number} of {name} takes a channel twice")
        numbers.setdefault((source, destination), []).append(number)
        after.append(dict(zip([None, *channels], channels, strict=False)))

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        assert isinstance(label, int)
        channel = after[label].get(came_by)
        return [] if channel is None else [(channel, Fraction(1))]

    def labels(source: int, destination: int) -> Sequence[Label]:
        return numbers.get((source, destination), [])

    return ChannelRouting(name, net, "deterministic", next_channels, vcs, labels, description="as the routes say")
