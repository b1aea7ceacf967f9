"""Channel dependencies of packets by way of any node, phase by phase."""

import numpy as np

from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import loops
from graphs.deadlock.dependencies.every import every_packet
from graphs.deadlock.dependencies.union import Followed
from graphs.routing.channel_routing import ChannelRouting, no_label
from graphs.routing.dependency import DependencyGraph
from graphs.routing.following.follow_all import follow_all
from graphs.routing.following.goal_graph import Frame, GoalGraph


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
        As :func:`graphs.deadlock.dependencies.every.every_packet`; the witness of a dependency between the phases is a
        packet that reaches it.
    """
    routing = frame.routing
    vcs, nodes = routing.vcs, routing.network.node_count
    columns, numbers = [], []  # numbers: channels of each phase among those of the routing
    used = np.zeros(routing.channel_count, dtype=bool)
    for part, low in routing.phases:
        followed = every_packet(Frame(part, frame.fast), progress)
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
