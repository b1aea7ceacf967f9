"""All routes of a routing on channels: every place where a packet can be, and what it may take next there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from graphs.channels import ChannelRouting, Label
from graphs.errors import RoutingError

Progress = Callable[[int, int], None] | None


class Livelock(RoutingError):
    """Packets can go in circles for ever."""


class Goal(NamedTuple):
    """What decides the route of a packet: its destination and its label."""

    destination: int
    label: Label


@dataclass(frozen=True)
class Routes:
    """Where the packets to each goal can be.

    ``first[goal][source]`` are the channels by which a packet may leave its source; ``after[goal][channel]`` those that it
    may take behind a channel in which it can be, none where the channel ends at the destination. Behind a channel only
    the goal decides, so a channel and a goal are all that is to know of a packet on its way.
    """

    routing: ChannelRouting
    first: dict[Goal, dict[int, tuple[int, ...]]]
    after: dict[Goal, dict[int, tuple[int, ...]]]

    @property
    def waits_for_all(self) -> bool:
        """Whether a blocked packet waits until any of its choices is free, or for the one that was drawn."""
        return self.routing.kind == "adaptive"

    def waits(self, goal: Goal, channel: int) -> list[tuple[int, ...]]:
        """The sets of channels for which a packet may wait behind a channel; it is blocked while all of a set are held."""
        choices = self.after[goal][channel]
        if not choices:
            return []
        return [choices] if self.waits_for_all else [(c,) for c in choices]

    @property
    def state_count(self) -> int:
        """Number of pairs of a channel and a goal."""
        return sum(map(len, self.after.values()))

    @property
    def packet_count(self) -> int:
        """Number of triples of a source, a destination and a label."""
        return sum(map(len, self.first.values()))


def follow(routing: ChannelRouting, progress: Progress = None) -> Routes:
    """All routes of a routing.

    Raises
    ------
    RoutingError : a packet is stranded, is sent by a channel of another node, or has wrong weights.
    Livelock : a packet can come back to a channel with the same choices before it, so that it can go in circles for ever.

    >>> from graphs import network
    >>> from graphs.channels import ALL
    >>> ring = network("torus", k=3, n=1)
    >>> around = ChannelRouting("around", ring, "deterministic", lambda node, *_: [(node, ALL)])
    >>> follow(around).after[Goal(0, None)]
    {1: (2,), 2: ()}
    """
    first: dict[Goal, dict[int, tuple[int, ...]]] = {}
    after: dict[Goal, dict[int, tuple[int, ...]]] = {}
    ends = routing.ends
    for done, destination in enumerate(ends):
        for source in ends:
            if source == destination:
                continue
            for label in routing.labels(source, destination):
                goal = Goal(destination, label)
                known = after.setdefault(goal, {})
                packet = f"a packet from {routing.node_name(source)} to {_text(routing, goal)}"
                first.setdefault(goal, {})[source] = start = _choices(routing, source, None, goal, packet)
                _explore(routing, goal, start, known, packet)
        if progress:
            progress(done + 1, len(ends))
    return Routes(routing, first, after)


def _explore(
    routing: ChannelRouting, goal: Goal, start: Iterable[int], known: dict[int, tuple[int, ...]], packet: str
) -> None:
    """Add all channels that can be reached from some to those known, and refuse circles."""
    on_path: set[int] = set()
    todo = [(channel, False) for channel in start]
    while todo:
        channel, leaving = todo.pop()
        if leaving:
            on_path.discard(channel)
        elif channel in on_path:
            raise Livelock(
                f"livelock: routing {routing.title}: {packet} can come back to channel {routing.channel_name(channel)} "
                f"at node {routing.node_name(routing.start(channel))} for ever"
            )
        elif channel not in known:
            node = routing.end(channel)
            arrived = node == goal.destination
            known[channel] = () if arrived else _choices(routing, node, channel, goal, packet)
            on_path.add(channel)
            todo.append((channel, True))
            todo += [(c, False) for c in known[channel] if c not in known or c in on_path]


def _choices(routing: ChannelRouting, node: int, came_by: int | None, goal: Goal, packet: str) -> tuple[int, ...]:
    """What the relation allows at a place, without choices of weight 0, after checking it."""
    net, vcs = routing.network, routing.vcs
    allowed = routing.next_channels(node, came_by, *goal)
    at = f"at node {routing.node_name(node)}"
    if not allowed:
        raise RoutingError(f"routing {routing.title}: {packet} is stranded {at}: the routing gives no channel")
    low, high = int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs
    if any(not low <= channel < high for channel, _ in allowed):
        raise RoutingError(f"routing {routing.title}: {packet} is sent {at} by a channel that does not start there")
    channels = tuple(dict.fromkeys(int(channel) for channel, weight in allowed if weight))
    if (routing.kind != "adaptive" and sum(Fraction(w) for _, w in allowed) != 1) or any(w < 0 for _, w in allowed):
        raise RoutingError(f"routing {routing.title}: {packet} has weights {at} that do not add up to 1")
    if routing.kind == "deterministic" and len(channels) > 1:
        raise RoutingError(f"routing {routing.title}: {packet} has {len(channels)} choices {at}, but is deterministic")
    return channels


def _text(routing: ChannelRouting, goal: Goal) -> str:
    label = "" if goal.label is None else f" with label {goal.label}"
    return routing.node_name(goal.destination) + label
