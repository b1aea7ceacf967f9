"""Routings given as data: the routes themselves."""

from collections.abc import Sequence

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ALL, ChannelChoice, ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_CHANNEL, Choices, RowChoices, rows_of
from netlemma.graphs.topology.structure import Network

Route = tuple[int, int, Sequence[int]]  # source, destination, channels in order

TRIED = 16  # bundles that a route may join


def from_routes(net: Network, routes: Sequence[Route], *, vcs: int = 1, name: str = "routes") -> ChannelRouting:
    """The routing of explicit routes; between two nodes there may be none, one or several.

    Packets carry the number of a route: the first one to their destination in a bundle of routes that never part once
    they have met, so that few labels are enough.

    >>> from netlemma.graphs import network
    >>> net = network("oneway-torus", k=3, n=1)
    >>> from_routes(net, [(0, 2, [0, 1]), (2, 1, [2, 0])]).labels(0, 2)
    [0]
    """
    numbers: dict[tuple[int, int], list[int]] = {}
    after: dict[int, dict[int, int]] = {}  # the next channel at each row, of the routes with each label
    bundles: dict[int, list[int]] = {}  # labels of each destination
    senders: dict[int, dict[int, list[int]]] = {}  # sources of each destination and label
    count = net.node_count
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
        steps = dict(zip([source, *(count + channel for channel in channels)], channels, strict=False))
        there = bundles.setdefault(destination, [])
        label = next((b for b in there[:TRIED] if source not in after[b] and _agree(after[b], steps)), number)
        if label == number:
            there.append(label)
        after.setdefault(label, {}).update(steps)
        numbers.setdefault((source, destination), []).append(label)
        senders.setdefault(destination, {}).setdefault(label, []).append(source)

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        assert isinstance(label, int)
        channel = after[label].get(node if came_by is None else count + came_by)
        return [] if channel is None else [(channel, ALL)]

    def choices_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, int)
        rows: dict[int, RowChoices] = {row: ((channel,), None) for row, channel in after[label].items()}
        return rows_of(BY_CHANNEL, count + net.hop_count * vcs, rows)

    def labels(source: int, destination: int) -> Sequence[Label]:
        return numbers.get((source, destination), [])

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        there = senders.get(destination, {})
        return [(label, np.array(sources, dtype=np.int32)) for label, sources in there.items()]

    arrays = Arrays(choices_to, goals_to)
    return ChannelRouting(
        name, net, "deterministic", next_channels, vcs, labels, description="as the routes say", arrays=arrays
    )


def _agree(steps: dict[int, int], others: dict[int, int]) -> bool:
    """Whether no row has two next channels."""
    return all(steps.get(row, channel) == channel for row, channel in others.items())
