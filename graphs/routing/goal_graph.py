"""Packets to one goal, a destination and a label, followed through all places that they reach; faults found on the
way, and all goals followed on all cores.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import numpy as np

from netlemma.errors import Livelock, RoutingError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.routing import goal_loops as kernels
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from netlemma.graphs.routing.choices import BY_NODE, Choices, Goal, choices_to, goals

# Faults of a routing, found while its packets are followed: packets that are stranded or go in circles, and wrong choices.


def fault(
    routing: ChannelRouting, goal: Goal, choices: Choices, sources: np.ndarray, facts: Sequence[int]
) -> RoutingError:
    """The error that says what is wrong with the choices of a packet.

    sources (ndarray of int): Sources of the packets.
    """
    net = routing.network
    status, row, detail, source = (int(facts[i]) for i in range(4))
    if status == kernels.CIRCLE:
        source, channel = _circle(routing, goal, choices, sources.tolist())
        back, at = routing.channel_name(channel), routing.node_name(routing.start(channel))
        who = packet(routing, source, goal)
        return Livelock(
            f"livelock: routing {routing.title}: {who} can come back to channel {back} at node {at} for ever"
        )
    who = packet(routing, source, goal)
    if status == kernels.CLOSED:
        return RoutingError(
            f"routing {routing.title}: {who} is led through node {routing.node_name(routing.end(detail))}, which "
            "passes on no messages of others"
        )
    wrong = {
        kernels.STRANDED: "is stranded at {}: the routing gives no channel",
        kernels.ELSEWHERE: "is sent at {} by a channel that does not start there",
        kernels.WEIGHTS: "has weights at {} that do not add up to 1",
        kernels.SEVERAL: f"has {detail} choices at {{}}, but is deterministic",
    }[status]
    node = row if row < net.node_count else routing.end(row - net.node_count)
    return RoutingError(f"routing {routing.title}: {who} {wrong.format(f'node {routing.node_name(node)}')}")


def packet(routing: ChannelRouting, source: int, goal: Goal) -> str:
    """A packet with the names of its ends."""
    label = "" if goal.label is None else f" with label {goal.label}"
    return f"a packet from {routing.node_name(source)} to {routing.node_name(goal.destination)}{label}"


def _circle(routing: ChannelRouting, goal: Goal, choices: Choices, sources: list[int]) -> tuple[int, int]:
    """A source whose packets can go in circles, the first such one, and a channel to which they can come back."""
    net = routing.network
    done: set[int] = set()
    for source in sources:
        on_path: set[int] = set()
        todo = [(c, False) for c in choices.channel[choices.start[source] : choices.start[source + 1]].tolist()]
        while todo:
            channel, leaving = todo.pop()
            if leaving:
                on_path.discard(channel)
            elif channel in on_path:
                return source, channel
            elif channel not in done:
                done.add(channel)
                on_path.add(channel)
                todo.append((channel, True))
                if not routing.delivers(channel, *goal):
                    end = routing.end(channel)
                    row = end if choices.by == BY_NODE else net.node_count + channel
                    later = choices.channel[choices.start[row] : choices.start[row + 1]].tolist()
                    todo += [(c, False) for c in later if c not in done or c in on_path]
    raise AssertionError("packets to this goal go in no circle")


# Packets to one goal, a destination and a label, followed through all places that they reach.
#
# A place is a row of the routing's graphs.routing.choices.Choices: a node, or a packet behind a channel. Where
# packets cannot go in circles the reached rows have a topological order, in which whatever is wanted (loads,
# dependencies, routes) is computed in one pass. One goal is held at a time, so memory grows with the channels and not
# with the pairs.


Messages = Callable[[int], Sequence[int] | np.ndarray]  # destination -> messages of each node to it
ARRIVED = -1  # instead of a node and of a row


class RoutingArrays:
    """Arrays of a routing's network that all goals share; lists where loops run as plain Python.

    routing: The routing.
    fast: Whether loops are compiled; by default where the network and its number of destinations are large.

    head: Node to which each channel leads.
    first_channel: First channel of each node.
    forwarding: Whether each node forwards packets of others.
    known: Choices of the goals followed so far, where loops run as plain Python: relations are slow to ask again.
    """

    def __init__(self, routing: ChannelRouting, fast: bool | None = None) -> None:
        net = routing.network
        self.routing = routing
        labels = len(routing.labels(*routing.ends[:2])) if len(routing.ends) > 1 else 1
        steps = len(routing.ends) * routing.channel_count * max(1, labels)
        self.fast = worth_compiling(steps) if fast is None else fast
        if self.fast:
            compiled(kernels.walk)  # loads Numba, so that the routing compiles its loops, too
        self.head = self.kept(np.repeat(net.target.astype(np.int32), routing.vcs))
        self.first_channel = self.kept(net.indptr.astype(np.int64) * routing.vcs)
        self.forwarding = self.kept(net.forwarding)
        self.known: dict[Goal, Choices] | None = None if self.fast else {}

    def kept(self, array: np.ndarray) -> Any:
        """An array as the loops take it: itself, or as a list."""
        return array if self.fast else array.tolist()

    def filled(self, size: int, value: int | float = 0, dtype: Any = np.int32) -> Any:
        """An array as the loops take it, with the same value everywhere.

        dtype: Type of the entries of an array.

        Returns: The array.
        """
        if not self.fast:
            return [value] * size
        return np.full(size, value, dtype=dtype) if value else np.zeros(size, dtype=dtype)

    def loop(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A loop, compiled if the work is large."""
        return compiled(function) if self.fast else function


@dataclass(frozen=True, eq=False)
class GoalGraph:
    """Acyclic graph of the states that packets to one goal can reach.

    Arrays are lists where loops run as plain Python (``frame.fast`` is false). They hold until the same
    :class:`Follower` follows its next goal.

    frame: Arrays of the network.
    goal: Destination and label.
    head: Node to which each channel leads; where packets pass their destination in the first of two phases, ARRIVED
    instead for channels behind which they have arrived.
    end: Entry of ``head`` for channels behind which packets have arrived: the destination, or ARRIVED.
    sources: Sources of the packets.
    alternatives: For each source the number of labels that its packets to this destination may carry.
    by_node: Whether a packet behind channel c is at row ``head[c]``, not N + c.
    start, channel: Choices: those of row r are ``channel[start[r]:start[r + 1]]``. Ignore those of rows not reached,
    and behind channels that lead to the destination.
    choices: The same, with weights, always as arrays.
    rows: Rows that packets reach, each before the rows behind its choices. By channel, rows behind channels that lead
    to the destination are among them.
    channels: Channels that packets take, each before those that may follow it.
    depth, source: Fewest channels that a packet takes before ``channels[i]``, and the source of such a packet.
    """

    frame: RoutingArrays
    goal: Goal
    head: Any
    end: int
    sources: Any
    alternatives: np.ndarray
    by_node: bool
    start: Any
    channel: Any
    choices: Choices
    rows: Any
    channels: Any
    depth: Any
    source: Any


class Follower:
    """Follows packets to one goal after another, in arrays that it uses again.

    frame: Arrays of the network.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = RoutingArrays(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found = Follower(ring).follow(Goal(0, None), np.array([1, 2], dtype=np.int32))
    >>> found.channels, found.depth, found.source
    ([1, 2], [0, 0], [1, 2])
    """

    def __init__(self, frame: RoutingArrays) -> None:
        self.frame = frame
        self._stamp = 0
        channels, rows = len(frame.head), len(frame.forwarding) + len(frame.head)
        self._by_row = [frame.filled(rows) for _ in range(6)]
        self._by_channel = [frame.filled(channels) for _ in range(3)]
        self._facts = frame.filled(6, dtype=np.int64)

    def follow_to(self, destination: int, messages: Messages | None = None) -> Iterator[GoalGraph]:
        """Places that packets to a destination reach, label by label."""
        found = goals(self.frame.routing, destination)
        count = np.zeros(self.frame.routing.network.node_count, dtype=np.int64)
        for _, sources in found:
            count[sources] += 1
        sent = None if messages is None else np.asarray(messages(destination))
        for label, every in found:
            sources = every if sent is None else every[sent[every] != 0]
            if len(sources) or sent is None:
                yield self.follow(Goal(destination, label), sources, count[sources])

    def follow(self, goal: Goal, sources: np.ndarray, alternatives: np.ndarray | None = None) -> GoalGraph:
        """Places that packets to a goal reach.

        sources (ndarray of int32): Sources of the packets.
        alternatives (ndarray of int64, optional): Number of labels of the packets of each source to the destination; by
        default 1.
        """
        frame, routing = self.frame, self.frame.routing
        choices = None if frame.known is None else frame.known.get(goal)
        if choices is None:
            choices = choices_to(routing, *goal, sources)
            if frame.known is not None:
                frame.known[goal] = choices
        kept = frame.kept
        start, channel, senders = kept(choices.start), kept(choices.channel), kept(sources)
        weighed = choices.weight is not None
        weight = kept(np.zeros(0, dtype=bool) if choices.weight is None else (choices.weight > 0).astype(bool))
        by_node, single = choices.by == BY_NODE, routing.kind == DETERMINISTIC
        self._stamp += 1
        seen, missing, queue, far, origin, rows = self._by_row
        channels, depth, source = self._by_channel
        facts = self._facts
        head, end = _ends(frame, goal)
        frame.loop(kernels.walk)(
            by_node, head, frame.first_channel, frame.forwarding, end, senders, start, channel,
            weight, weighed, single, self._stamp, seen, missing, queue, far, origin, rows, channels, depth, source,
            facts,
        )  # fmt: skip
        if facts[kernels.STATUS] != kernels.FINE:
            raise fault(self.frame.routing, goal, choices, sources, self._facts)
        reached, taken = int(facts[kernels.ROWS]), int(facts[kernels.CHANNELS])
        if alternatives is None:
            alternatives = np.ones(len(sources), dtype=np.int64)
        return GoalGraph(
            frame, goal, head, end, senders, alternatives, by_node, start, channel, choices, rows[:reached],
            channels[:taken], depth[:taken], source[:taken],
        )  # fmt: skip


def _ends(frame: RoutingArrays, goal: Goal) -> tuple[Any, int]:
    """Node to which each channel leads, and where packets to a goal have arrived, see :class:`GoalGraph`."""
    routing = frame.routing
    if not routing.phases.parts or goal.label == goal.destination:
        return frame.head, goal.destination
    head = frame.head.copy()
    into = np.flatnonzero(routing.network.target == goal.destination) * routing.vcs
    for hop in into.tolist():
        for channel in range(hop + routing.phases.parts[1][1], hop + routing.vcs):
            head[channel] = ARRIVED
    return head, ARRIVED


def goal_graphs(
    routing: ChannelRouting, fast: bool | None = None, frame: RoutingArrays | None = None
) -> Iterator[GoalGraph]:
    """Places that packets reach, goal by goal.

    frame: Arrays of the routing's network, if there are any; they also say whether loops are compiled.
    """
    follower = Follower(RoutingArrays(routing, fast) if frame is None else frame)
    for destination in routing.ends:
        yield from follower.follow_to(destination)


# Packets of all goals, followed on all cores: each thread has a worker that adds up what is wanted.


SOME_ENDS = 64  # destinations at most by which the work is estimated


class Worker(Protocol):
    """Adds up what is wanted of the goals that one thread follows."""

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add one goal."""


SomeWorker = TypeVar("SomeWorker", bound=Worker)


def require_following(
    routing: ChannelRouting, messages: Messages | None = None, ends: Sequence[int] | None = None
) -> None:
    """Refuse to follow the packets of all goals if that takes too long by an estimate."""
    ends = routing.ends if ends is None else ends
    some = ends[:: len(ends) // SOME_ENDS + 1]
    if messages is not None:
        some = [destination for destination in some if np.any(messages(destination))]
    count = sum(_goals(routing, destination, messages) for destination in some[:2]) / max(len(some[:2]), 1)
    units = count * len(some) * (len(ends) // SOME_ENDS + 1) * routing.channel_count
    require("packets", routing.title, units, nodes=routing.network.node_count)


def _goals(routing: ChannelRouting, destination: int, messages: Messages | None) -> int:
    """Number of labels of the packets to a destination."""
    found = goals(routing, destination)
    if messages is None:
        return len(found)
    sent = np.asarray(messages(destination))
    return sum(bool(np.any(sent[sources])) for _, sources in found)


def follow_all(
    frame: RoutingArrays,
    worker: Callable[[], SomeWorker],
    progress: Progress = None,
    messages: Messages | None = None,
    ends: Sequence[int] | None = None,
) -> list[SomeWorker]:
    """Follow the packets of all goals, destinations on all cores.

    frame: Arrays of the network.
    """
    ends, threads = frame.routing.ends if ends is None else ends, cores() if frame.fast else 1
    require_following(frame.routing, messages, ends)
    size = max(1, min(-(-len(ends) // (8 * threads)), 64))
    workers = [worker() for _ in range(threads)]
    idle: SimpleQueue[tuple[SomeWorker, Follower]] = SimpleQueue()
    for each in workers:
        idle.put((each, Follower(frame)))

    def run(first: int) -> int:
        mine, follower = idle.get()
        try:
            for number in range(first, min(first + size, len(ends))):
                for graph in follower.follow_to(ends[number], messages):
                    mine.add(graph, number)
        finally:
            idle.put((mine, follower))
        return min(first + size, len(ends))

    starts = range(0, len(ends), size)
    if threads == 1:
        for first in starts:
            done = run(first)
            if progress:
                progress(done, len(ends))
        return workers
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for done in pool.map(run, starts):
                if progress:
                    progress(done, len(ends))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return workers


class JoinedWorker(Worker, Protocol):
    """A worker that takes over what others of its kind have found."""

    def join(self, other: Any) -> None:
        """Take over what another one has found of goals of its own."""


class _Together:
    """Workers that see the same goals."""

    def __init__(self, workers: list[JoinedWorker]) -> None:
        self.workers = workers

    def add(self, graph: GoalGraph, number: int) -> None:
        for each in self.workers:
            each.add(graph, number)


def follow_joined(
    frame: RoutingArrays,
    kinds: Sequence[Callable[[], JoinedWorker]],
    progress: Progress = None,
    messages: Messages | None = None,
    ends: Sequence[int] | None = None,
) -> list[Any]:
    """Follow the packets of all goals, and join what is wanted of them.

    frame: Arrays of the network.
    """
    threads = follow_all(frame, lambda: _Together([make() for make in kinds]), progress, messages, ends)
    for other in threads[1:]:
        for mine, theirs in zip(threads[0].workers, other.workers, strict=True):
            mine.join(theirs)
    return threads[0].workers
