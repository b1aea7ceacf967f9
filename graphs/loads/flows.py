"""Rates of all channels and the probabilities of the next channels, counted by following all routes.

Injection and ejection are channels like any other: a route is the injection channel of its source, the channels of the
routing, and the ejection channel of its destination."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads import flow_loops as loops
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays, follow_all
from netlemma.graphs.routings.kinds import require_kind


@dataclass(frozen=True)
class Flows:
    """Rates and branching probabilities of the channels of a deterministic routing under uniform traffic.

    routing: The routing that was followed.
    names: The channels that messages use: first the injection channels of all ends, then their ejection channels, then
    channels between nodes.
    channels: For each of the latter its number in the routing, None for injection and ejection.
    rates: Messages that enter a channel for each message that one node sends (at a load of 1).
    branches: For each channel the channels that its messages take next, with their probabilities; none behind an
    ejection.
    ends: Number of nodes that send and receive.
    mean_distance: Channels between nodes that a message crosses on average.
    diameter: Channels between nodes on the longest route.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
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
    """
    require_kind(routing, (DETERMINISTIC,), "rates of channels need")
    ends = list(routing.ends)
    if len(ends) < 2:
        raise RoutingError(f"{routing.title} has {len(ends)} node that sends: messages need two")
    frame = RoutingArrays(routing)
    first = np.asarray(frame.first_channel)
    slot = np.concatenate([[0], np.cumsum(np.diff(first)[np.asarray(frame.head)])])
    workers = follow_all(frame, partial(_Passed, frame, frame.kept(slot)), progress)
    flow: dict[tuple[int, int], Fraction | int] = {}  # (channel, next one) -> messages; ends as negative numbers
    number = {node: position for position, node in enumerate(ends)}
    for worker in workers:
        for ways, (injected, passed, ejected) in worker.counts.items():
            for c in np.flatnonzero(injected).tolist():
                _add(flow, -1 - number[routing.start(c)], c, int(injected[c]), ways)
            for c in np.flatnonzero(ejected).tolist():
                _add(flow, c, -1 - len(ends) - number[routing.end(c)], int(ejected[c]), ways)
            there = np.flatnonzero(passed)
            held = np.searchsorted(slot, there, side="right") - 1
            wanted = there - slot[held] + first[np.asarray(frame.head)[held]]
            for i, c, x in zip(there.tolist(), held.tolist(), wanted.tolist(), strict=True):
                _add(flow, c, x, int(passed[i]), ways)
    return _collected(routing, ends, flow, max(worker.longest for worker in workers))


def _add(flow: dict[tuple[int, int], Fraction | int], held: int, wanted: int, messages: int, ways: int) -> None:
    part = messages if ways == 1 else Fraction(messages, ways)
    flow[held, wanted] = flow.get((held, wanted), 0) + part


class _Passed:
    """Messages to the goals that one thread follows: those that enter, pass from channel to channel, and leave, by the
    number of labels that they may carry.
    """

    def __init__(self, frame: RoutingArrays, slot: Any) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.slot, self.counts, self.longest = slot, dict[int, tuple[Any, Any, Any]](), 0
        self.flow, self.far = frame.filled(rows, 0, np.int64), frame.filled(rows, 0, np.int64)
        origin = np.repeat(frame.routing.network.origin, frame.routing.vcs)
        self.frame, self.origin = frame, frame.kept(origin)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the messages to one goal."""
        frame, channels = self.frame, len(self.frame.head)
        goal, choices = graph.goal.destination, (graph.start, graph.channel)
        for ways in np.unique(graph.alternatives).tolist():
            sizes = (channels, int(self.slot[-1]), channels)
            counts = self.counts.setdefault(ways, tuple(frame.filled(size, 0, np.int64) for size in sizes))
            mine = frame.kept((graph.alternatives == ways).astype(np.int64))
            longest = frame.loop(loops.whole_flows)(
                graph.by_node, frame.head, goal, *choices, graph.rows, graph.sources, mine, self.flow, self.far
            )
            self.longest = max(self.longest, longest)
            frame.loop(loops.add_pairs)(
                graph.by_node, frame.head, frame.first_channel, self.origin, goal, *choices, graph.channels,
                graph.sources, mine, self.flow, self.slot, *counts,
            )  # fmt: skip


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
