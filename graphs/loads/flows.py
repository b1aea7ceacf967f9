"""Rates of all channels and the probabilities of the next channels, counted by following all routes.

Injection and ejection are channels like any other: a route is the injection channel of its source, the channels of the
routing, and the ejection channel of its destination."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from graphs.routing.routes import Progress, moves
from graphs.routings import require_kind


@dataclass(frozen=True)
class Flows:
    """Rates and branching probabilities of the channels of a deterministic routing under uniform traffic.

    Attributes
    ----------
    routing : ChannelRouting
        The routing that was followed.
    names : tuple of str
        The channels that messages use: first the injection channels of all ends, then their ejection channels, then
        channels between nodes.
    channels : tuple of int or None
        For each of the latter its number in the routing, None for injection and ejection.
    rates : tuple of Fraction
        Messages that enter a channel for each message that one node sends (at a load of 1).
    branches : tuple of Mapping of int to Fraction
        For each channel the channels that its messages take next, with their probabilities; none behind an ejection.
    ends : int
        Number of nodes that send and receive.
    mean_distance : Fraction
        Channels between nodes that a message crosses on average.
    diameter : int
        Channels between nodes on the longest route.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> found = flows(channel_routing(network("mesh", k=2, n=2), "dimension-order"))
    >>> found.names[8], found.rates[8], found.branches[8]
    ('(0,0)->(1,0)', Fraction(2, 3), {6: Fraction(1, 2), 13: Fraction(1, 2)})
    """

    routing: ChannelRouting
    names: tuple[str, ...]
    channels: tuple[int | None, ...]
    rates: tuple[Fraction, ...]
    branches: tuple[Mapping[int, Fraction], ...]
    ends: int
    mean_distance: Fraction
    diameter: int

    @property
    def injections(self) -> range:
        """The numbers of the injection channels."""
        return range(self.ends)

    @property
    def link_rates(self) -> dict[int, Fraction]:
        """The rate of each hop that is used, all its virtual channels together."""
        found: dict[int, Fraction] = {}
        for channel, rate in zip(self.channels, self.rates, strict=True):
            if channel is not None:
                hop = channel // self.routing.vcs
                found[hop] = found.get(hop, Fraction(0)) + rate
        return found


def flows(routing: ChannelRouting, progress: Progress = None) -> Flows:
    """Follow all routes of a deterministic routing and count messages on each channel.

    Messages run between all ordered pairs of different terminals, all equally likely; the labels of a packet beside its
    destination are equally likely, too.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic routing.
    progress : Progress, optional
        Function called now and then with (sources done, all sources).

    Returns
    -------
    Flows
        Rates and probabilities.

    Raises
    ------
    RoutingError
        If the routing is not deterministic, has fewer than two terminals, or does not deliver.
    """
    require_kind(routing, (DETERMINISTIC,), "rates of channels need")
    ends = list(routing.ends)
    if len(ends) < 2:
        raise RoutingError(f"{routing.title} has {len(ends)} node that sends: messages need two")
    place = {node: number for number, node in enumerate(ends)}
    flow: dict[tuple[int, int], Fraction | int] = {}  # (channel, next one) -> messages; ends as negative numbers
    longest = 0
    for done, end in enumerate(ends):
        depth: dict[int, int] = {}
        for before, after, messages in moves(routing, end, ends):
            start = before if before >= 0 else -1 - place[-1 - before]
            goal = -1 - len(ends) - place[end] if after is None else after
            flow[start, goal] = flow.get((start, goal), 0) + messages
            if after is None:
                longest = max(longest, depth[before])
            else:
                depth[after] = max(depth.get(after, 0), depth.get(before, 0) + 1)
        if progress:
            progress(done + 1, len(ends))
    return _collected(routing, ends, flow, longest)


def _collected(
    routing: ChannelRouting, ends: list[int], flow: Mapping[tuple[int, int], Fraction | int], longest: int
) -> Flows:
    n = len(ends)
    between = sorted({c for pair in flow for c in pair if c >= 0})
    number = {-1 - i: i for i in range(2 * n)} | {c: 2 * n + i for i, c in enumerate(between)}
    at = [routing.node_name(node) for node in ends]
    names = [f"injection {x}" for x in at] + [f"ejection {x}" for x in at] + [routing.channel_name(c) for c in between]
    leaving: list[dict[int, Fraction]] = [{} for _ in names]
    for (channel, following), messages in sorted(flow.items()):
        leaving[number[channel]][number[following]] = Fraction(messages)
    entered = [sum(row.values(), Fraction(0)) for row in leaving]
    entered[n : 2 * n] = [Fraction(n - 1)] * n
    hops = sum(entered[2 * n :], Fraction(0))
    return Flows(
        routing=routing,
        names=tuple(names),
        channels=(None,) * (2 * n) + tuple(between),
        rates=tuple(messages / (n - 1) for messages in entered),
        branches=tuple({j: m / total for j, m in row.items()} for row, total in zip(leaving, entered, strict=True)),
        ends=n,
        mean_distance=hops / (n * (n - 1)),
        diameter=longest,
    )
