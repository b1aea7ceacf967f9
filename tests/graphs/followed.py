"""All routes of a routing on channels, followed place by place with its relation: every place where a packet can be, and
its choices there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from netlemma.errors import Livelock, RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.routing.goal_graph import packet

Progress = Callable[[int, int], None] | None


class GoalRoutes(NamedTuple):
    """Places of packets to one goal: the channels by which they leave each source, those behind each channel, and all
    channels in an order in which each is behind those that may follow it.
    """

    first: dict[int, tuple[int, ...]]
    after: dict[int, tuple[int, ...]]
    backwards: list[int]


@dataclass(frozen=True)
class Routes:
    """Places of the packets to each goal.

    ``first[goal][source]`` are the channels by which a packet may leave its source; ``after[goal][channel]`` those that
    it may take behind a channel in which it can be, none where the channel ends at the destination. Behind a channel
    only the goal matters, so a channel and a goal are the complete state of a packet.
    """

    routing: ChannelRouting
    first: dict[Goal, dict[int, tuple[int, ...]]]
    after: dict[Goal, dict[int, tuple[int, ...]]]

    @property
    def waits_for_all(self) -> bool:
        """Whether a blocked packet waits until any of its choices is free, or for the one that was drawn."""
        return self.routing.kind == "adaptive"

    @property
    def packet_count(self) -> int:
        """Number of triples of a source, a destination and a label."""
        return sum(map(len, self.first.values()))


def follow(routing: ChannelRouting, progress: Progress = None) -> Routes:
    """All routes of a routing.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    Routes
        The routes.

    Raises
    ------
    RoutingError
        If a packet is stranded, is sent by a channel of another node, or has wrong weights.
    Livelock
        If a packet can come back to a channel with the same choices before it, so that it can go in circles forever.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routing.channel_routing import ALL
    >>> ring = network("oneway-torus", k=3, n=1)
    >>> around = ChannelRouting("around", ring, "deterministic", lambda node, *_: [(node, ALL)])
    >>> follow(around).after[Goal(0, None)]
    {1: (2,), 2: ()}
    """
    first: dict[Goal, dict[int, tuple[int, ...]]] = {}
    after: dict[Goal, dict[int, tuple[int, ...]]] = {}
    ends = routing.ends
    for done, destination in enumerate(ends):
        for goal, there in routes_to(routing, destination, ends).items():
            first[goal], after[goal], _ = there
        if progress:
            progress(done + 1, len(ends))
    return Routes(routing, first, after)


def routes_to(routing: ChannelRouting, destination: int, sources: Iterable[int]) -> dict[Goal, GoalRoutes]:
    """The routes to one destination from some sources.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    destination : int
        Number of the destination.
    sources : Iterable of int
        Numbers of the sources.

    Returns
    -------
    dict of Goal to Ways
        Places of the packets to each goal.
    """
    found: dict[Goal, GoalRoutes] = {}
    for source in sources:
        if source != destination:
            for label in routing.labels(source, destination):
                goal = Goal(destination, label)
                there = found.setdefault(goal, GoalRoutes({}, {}, []))
                there.first[source] = start = _choices(routing, source, None, goal, source)
                _explore(routing, goal, start, there, source)
    return found


def _explore(routing: ChannelRouting, goal: Goal, start: Iterable[int], found: GoalRoutes, source: int) -> None:
    """Add all channels that can be reached from some to those found, and refuse circles."""
    known = found.after
    on_path: set[int] = set()
    todo = [(channel, False) for channel in start]
    while todo:
        channel, leaving = todo.pop()
        if leaving:
            on_path.discard(channel)
            found.backwards.append(channel)
        elif channel in on_path:
            who, back = packet(routing, source, goal), routing.channel_name(channel)
            at = f"node {routing.node_name(routing.start(channel))}"
            raise Livelock(f"livelock: routing {routing.title}: {who} can come back to channel {back} at {at} for ever")
        elif channel not in known:
            node = routing.end(channel)
            arrived = routing.delivers(channel, *goal)
            known[channel] = () if arrived else _choices(routing, node, channel, goal, source)
            on_path.add(channel)
            todo.append((channel, True))
            todo += [(c, False) for c in known[channel] if c not in known or c in on_path]


def _choices(routing: ChannelRouting, node: int, came_by: int | None, goal: Goal, source: int) -> tuple[int, ...]:
    """The choices that the relation allows at a place, without those of weight 0, after checking it."""
    net, vcs = routing.network, routing.vcs
    if came_by is not None and not net.forwarding[node]:
        raise RoutingError(
            f"routing {routing.title}: {packet(routing, source, goal)} is led through node {routing.node_name(node)}, which "
            "passes on no messages of others"
        )
    allowed = routing.next_channels(node, came_by, *goal)
    low, high = int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs
    if len(allowed) == 1 and allowed[0][1] == 1 and low <= allowed[0][0] < high:
        return (int(allowed[0][0]),)
    channels = tuple(dict.fromkeys(int(channel) for channel, weight in allowed if weight))
    if not channels:
        wrong = "is stranded at {}: the routing gives no channel"
    elif any(not low <= channel < high for channel, _ in allowed):
        wrong = "is sent at {} by a channel that does not start there"
    elif any(w < 0 for _, w in allowed) or (routing.kind != "adaptive" and sum(Fraction(w) for _, w in allowed) != 1):
        wrong = "has weights at {} that do not add up to 1"
    elif routing.kind == "deterministic" and len(channels) > 1:
        wrong = f"has {len(channels)} choices at {{}}, but is deterministic"
    else:
        return channels
    at = f"node {routing.node_name(node)}"
    raise RoutingError(f"routing {routing.title}: {packet(routing, source, goal)} {wrong.format(at)}")
