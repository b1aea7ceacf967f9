"""Channel dependencies of all packets of a routing.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all goals is an array over
such pairs, whatever the number of packets."""

from dataclasses import dataclass

import numpy as np

from graphs.base.errors import SizeError
from graphs.base.parallel import Progress
from graphs.deadlock import dependency_loops as loops
from graphs.routing.alike_ends import alike_ends
from graphs.routing.channel_routing import ChannelRouting, no_label
from graphs.routing.dependency import DependencyGraph
from graphs.routing.following.follow_all import follow_all
from graphs.routing.following.goal_graph import Frame, GoalGraph

NEVER = np.iinfo(np.int64).max
MOST_PAIRS = 2 * 10**8
NUMBER = (1 << 32) - 1  # of a goal, in what is compared


@dataclass(frozen=True, eq=False)
class Followed:
    """Dependencies of all packets.

    Attributes
    ----------
    graph : DependencyGraph
        The channel dependency graph; the witness of a dependency is a packet that reaches it after the fewest channels,
        to the first such destination.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of triples of a source, a destination and a label.
    """

    graph: DependencyGraph
    used: np.ndarray
    packets: int


def channel_dependencies(frame: Frame, progress: Progress = None) -> Followed:
    """Follow all packets of a routing and keep their channel dependencies.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    Followed
        Dependencies, channels that are used, and number of packets.

    Raises
    ------
    RoutingError
        If a packet is stranded or the routing is wrong otherwise.
    Livelock
        If packets can go in circles.
    SizeError
        If nodes have so many channels that pairs of them cannot be kept.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> found = channel_dependencies(Frame(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")))
    >>> found.graph.tail, found.graph.head, found.packets
    (array([0, 1, 2]), array([1, 2, 0]), 6)
    """
    routing = frame.routing
    if has_independent_phases(routing):
        return phase_dependencies(frame, progress)
    net = routing.network
    head, first = np.asarray(frame.head, dtype=np.int64), np.asarray(frame.first_channel)
    slot = np.concatenate([[0], np.cumsum(np.where(net.forwarding[head], np.diff(first)[head], 0))])
    if slot[-1] > MOST_PAIRS:
        raise SizeError(
            f"{routing.title} has {int(slot[-1]):,} pairs of a channel and one behind it: at most {MOST_PAIRS:,} fit"
        )
    kept = frame.kept(slot)
    alike = alike_ends(routing)
    sizes = np.array([len(each) for each in alike.classes])
    workers = follow_all(frame, lambda: _Union(frame, kept, sizes), progress, ends=alike.first)
    nearest = np.asarray(workers[0].nearest, dtype=np.int64)
    witness = np.asarray(workers[0].witness, dtype=np.int32)
    for other in workers[1:]:
        nearer = other.nearest < nearest
        nearest[nearer], witness[nearer] = other.nearest[nearer], other.witness[nearer]
    there = np.flatnonzero(nearest < NEVER)
    tail = np.repeat(np.arange(len(head)), np.diff(np.searchsorted(there, slot)))
    heads, ends = there - slot[tail] + first[head[tail]], np.array(alike.first)[nearest[there] & NUMBER]
    found = tail, heads, witness[there], ends
    used = np.any([worker.used for worker in workers], axis=0)
    if len(sizes) < len(routing.ends):
        found, used = alike.exchanged(found), alike.used(used)
    graph = DependencyGraph(len(head), *found, routing.channel_name)
    return Followed(graph, used, sum(worker.packets for worker in workers))


def has_independent_phases(routing: ChannelRouting) -> bool:
    """Whether the dependencies of a routing can be found phase by phase, see :func:`phase_dependencies`."""
    net = routing.network
    return (
        routing.by_any_node
        and all(part.labels is no_label for part, _ in routing.phases)
        and len(routing.ends) == net.node_count
        and bool(net.forwarding.all())
    )


def phase_dependencies(frame: Frame, progress: Progress = None) -> Followed:
    """Dependencies of packets by way of any node, phase by phase.

    They are those of phase 1 to every node, those of phase 2 from every node, and those of the packets that come to their
    intermediate node by a channel and go on by another: of all sources from which the first is reached and all
    destinations that are reached by the second, but for a node and itself.

    Parameters
    ----------
    frame : Frame
        Routing for which :func:`has_independent_phases`, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations), for one phase after the other.

    Returns
    -------
    Followed
        As :func:`channel_dependencies`; the witness of a dependency between the phases is a packet that reaches it.
    """
    routing = frame.routing
    vcs, nodes = routing.vcs, routing.network.node_count
    columns, numbers = [], []  # numbers: channels of each phase among those of the routing
    used = np.zeros(routing.channel_count, dtype=bool)
    for part, low in routing.phases:
        followed = channel_dependencies(Frame(part, frame.fast), progress)
        own = np.arange(part.channel_count)
        numbers.append(own // part.vcs * vcs + low + own % part.vcs)
        used[numbers[-1]] = followed.used
        graph = followed.graph
        columns.append((numbers[-1][graph.tail], numbers[-1][graph.head], graph.source, graph.destination))
    first, second = (Frame(part, frame.fast) for part, _ in routing.phases)
    source, other = np.full((2, len(first.head)), -1)  # whose packets end phase 1 behind each channel
    for worker in follow_all(first, lambda: _Ended(first), progress):
        source, other = (np.maximum(mine, each) for mine, each in zip((source, other), worker.found, strict=True))
    goal, last = np.full(len(second.head), nodes), np.full(len(second.head), -1)  # of packets that begin phase 2
    for begun in follow_all(second, lambda: _Begun(second), progress):
        goal, last = np.minimum(goal, begun.least), np.maximum(last, begun.most)
    ended = np.flatnonzero(source >= 0)
    head, begin = np.asarray(first.head, dtype=np.int64), np.asarray(second.first_channel)
    many = np.diff(begin)[head[ended]]
    tails = np.repeat(ended, many)
    heads = np.arange(len(tails)) - np.repeat(np.cumsum(many) - many - begin[head[ended]], many)
    one, to = source[tails], np.where(goal[heads] == source[tails], last[heads], goal[heads])
    one = np.where(one == to, other[tails], one)
    there = (last[heads] >= 0) & (one >= 0)
    columns.append((numbers[0][tails[there]], numbers[1][heads[there]], one[there], to[there]))
    pairs = [np.concatenate(column) for column in zip(*columns, strict=True)]
    order = np.lexsort(pairs[1::-1])
    tail, to_channel, witness, end = (each[order] for each in pairs)
    graph = DependencyGraph(routing.channel_count, tail, to_channel, witness, end, routing.channel_name)
    return Followed(graph, used, nodes * nodes * (nodes - 1))


class _Begun:
    """Least and greatest destination of the packets that take each channel first, of the goals that one thread follows."""

    def __init__(self, frame: Frame) -> None:
        self.least, self.most = np.full(len(frame.head), len(frame.forwarding)), np.full(len(frame.head), -1)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal."""
        start, channel, destination = graph.choices.start, graph.choices.channel, graph.goal.destination
        nodes = len(graph.frame.forwarding)
        away = np.repeat(np.arange(nodes) != destination, np.diff(start[: nodes + 1]))
        begins = channel[: start[nodes]][away]
        self.least[begins] = np.minimum(self.least[begins], destination)
        self.most[begins] = np.maximum(self.most[begins], destination)


class _Ended:
    """Two sources, if there are two, whose packets take each channel last, of the goals that one thread follows."""

    def __init__(self, frame: Frame) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.room = frame.filled(rows), frame.filled(rows)
        self.ended = frame.filled(len(frame.head), -1), frame.filled(len(frame.head), -1)

    @property
    def found(self) -> tuple[np.ndarray, ...]:
        """The sources, -1 for none."""
        return tuple(map(np.asarray, self.ended))

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets by way of one node."""
        graph.frame.loop(loops.two_sources)(
            graph.by_node,
            graph.head,
            graph.end,
            graph.start,
            graph.channel,
            graph.rows,
            graph.sources,
            *self.room,
            *self.ended,
        )


class _Union:
    """Dependencies of the goals that one thread follows."""

    def __init__(self, frame: Frame, slot: np.ndarray, sizes: np.ndarray) -> None:
        self.slot, self.sizes = slot, sizes.tolist()
        self.nearest = frame.filled(int(slot[-1]), NEVER, np.int64)
        self.witness = frame.filled(int(slot[-1]))
        self.used = frame.filled(len(frame.head), False, np.bool_)
        self.packets = 0
        self.take_in = frame.loop(loops.add_dependencies)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the dependencies of packets to one goal."""
        frame = graph.frame
        self.packets += len(graph.sources) * self.sizes[number]
        self.take_in(
            graph.by_node, graph.head, frame.first_channel, graph.end, graph.start, graph.channel,
            graph.channels, graph.depth, graph.source, number, self.slot, self.nearest, self.witness, self.used,
        )  # fmt: skip
