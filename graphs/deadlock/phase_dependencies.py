"""Channel dependencies of all packets of a routing, found in the cheapest way that fits it: packets by way of any
node are followed phase by phase.
"""

from typing import Any

import numpy as np

from netlemma.graphs.base.compiled import looped
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock import packet_loops as loops
from netlemma.graphs.deadlock.packet_dependencies import (
    ChannelDependencies,
    by_symmetry,
    every_packet,
    require_dependencies,
)
from netlemma.graphs.routing.channel_routing import ChannelRouting, no_label
from netlemma.graphs.routing.dependency_graph import DependencyGraph, ReadColumn
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routing.symmetric_packets import channel_orbits
from netlemma.graphs.routings.dimensions import dimensions

# Where packets of two phases end the first one and begin the second one: workers that see the packets of a phase.
#
# Of packets that end the first phase with channel c and of those that begin the second one with channel x, some are the same
# packets if the *facts* about c and x say so, see graphs.deadlock.packet_loops.meet.


Facts = tuple[np.ndarray, ...]  # four arrays of int32 with an entry for each channel
FAR = np.iinfo(np.int64).max


class ByAnyNode:
    """First and last channels of packets by way of any node.

    A packet ends with c and goes on with x but for one from a node to itself: so two sources and two destinations are enough.

    frame: A phase of a routing, and arrays of its network.
    """

    far = np.zeros(0, dtype=np.int32)  # there are no distances on which it depends

    def __init__(self, frame: RoutingArrays) -> None:
        channels, nodes = len(frame.head), len(frame.forwarding)
        self.room = frame.filled(nodes + channels), frame.filled(nodes + channels)
        self.sources = frame.filled(channels, -1), frame.filled(channels, -1)
        self.goals = frame.filled(channels, -1), frame.filled(channels, nodes)  # greatest and least

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal."""
        graph.frame.loop(loops.two_sources)(
            graph.by_node, graph.head, graph.end, graph.start, graph.channel, graph.rows, graph.sources, *self.room,
            *self.sources,
        )  # fmt: skip
        graph.frame.loop(loops.first_channels)(
            graph.start, graph.channel, graph.goal.destination, len(graph.frame.forwarding), *self.goals
        )

    def join(self, other: "ByAnyNode") -> None:
        """Add what another thread has found."""
        every = np.stack([*self.sources, *other.sources])
        first = every.max(axis=0)
        self.sources = first, np.where(every == first, -1, every).max(axis=0)
        (most, least), (high, low) = self.goals, other.goals
        self.goals = np.maximum(most, high), np.minimum(least, low)

    @property
    def ended(self) -> Facts:
        """Of last channels: two sources, -1 for none."""
        return _columns(*self.sources, *self.sources)

    @property
    def begun(self) -> Facts:
        """Of first channels: greatest destination, -1 for none, and least one."""
        return _columns(*self.goals, *self.goals)

    @staticmethod
    def packets(ended: Facts, begun: Facts) -> tuple[np.ndarray, np.ndarray]:
        """Packets that go on with some channels behind others.

        Returns: Sources and destinations.
        """
        (one, other, *_), (most, least, *_) = ended, begun
        to = np.where(least == one, most, least)
        return np.where(one == to, other, one), to


class OnShortestPaths:
    """First and last channels of packets by way of nodes on shortest paths of a product, in dimension order.

    If any packets end with c and go on with x, those do that come from the nearest source to the nearest destination: they take
    a part of the way of the others. So they do if both channels are of different dimensions, or the way is a shortest one.

    frame: A phase of a routing, and arrays of its network.
    """

    def __init__(self, frame: RoutingArrays) -> None:
        net, vcs = frame.routing.network, frame.routing.vcs
        dims = dimensions(net)
        self._digits = np.stack([dims.digits(d) for d in range(len(dims.shape))])
        self._far = [np.array(inside(factor)[0], dtype=np.int32) for factor in dims.factors]
        self._dimension = np.repeat(dims.dimension, vcs).astype(np.int64)
        self._tail, self._head = np.repeat(net.origin, vcs), np.asarray(frame.head)
        self.source = np.full(len(self._head), -1)
        self.nearest = np.full(
            len(self._head), FAR
        )  # distance of a destination, times the number of nodes, and its number
        self.far = np.concatenate([each.ravel() for each in self._far])
        self._size = np.array(dims.shape)
        self._begin = np.cumsum(self._size**2) - self._size**2

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal."""
        goal, nodes = graph.goal.destination, len(graph.frame.forwarding)
        channels = np.asarray(graph.channels)
        last = self._head[channels] == goal
        self.source[channels[last]] = np.asarray(graph.source)[last]
        away = sum(far[own, own[goal]] for far, own in zip(self._far, self._digits, strict=True))
        start = np.asarray(graph.start)[: nodes + 1]
        first, node = np.asarray(graph.channel)[start[0] : start[-1]], np.repeat(np.arange(nodes), np.diff(start))
        some = node != goal
        self.nearest[first[some]] = np.minimum(
            self.nearest[first[some]], away[node[some]].astype(np.int64) * nodes + goal
        )

    def join(self, other: "OnShortestPaths") -> None:
        """Add what another thread has found."""
        self.source, self.nearest = np.maximum(self.source, other.source), np.minimum(self.nearest, other.nearest)

    @property
    def ended(self) -> Facts:
        """Of last channels: nearest source, -1 for none; row of its distances in the dimension, distance, and dimension."""
        digit, source = self._digit(self._head), self._digit(self.source)
        row = self._begin[self._dimension] + source * self._size[self._dimension]
        return _columns(self.source, row, self.far[row + digit], self._dimension)

    @property
    def begun(self) -> Facts:
        """Of first channels: nearest destination, -1 for none; its digit in the dimension, distance, and dimension."""
        nodes = self._digits.shape[1]
        destination = np.where(self.nearest == FAR, -1, self.nearest % nodes)
        digit, last = self._digit(self._tail), self._digit(destination)
        row = self._begin[self._dimension] + digit * self._size[self._dimension]
        return _columns(destination, last, self.far[row + last], self._dimension)

    def _digit(self, nodes: np.ndarray) -> np.ndarray:
        """The digits of some nodes, each in the dimension of a channel."""
        found: np.ndarray = self._digits[self._dimension, nodes]
        return found

    @staticmethod
    def packets(ended: Facts, begun: Facts) -> tuple[np.ndarray, np.ndarray]:
        """Packets that go on with some channels behind others.

        Returns: Sources and destinations.
        """
        return ended[0], begun[0]


def _columns(*facts: Any) -> Facts:
    return tuple(np.asarray(each, dtype=np.int32) for each in facts)


# Channel dependencies of packets by way of any node, phase by phase.


def has_independent_phases(routing: ChannelRouting) -> bool:
    """Whether the dependencies of a routing can be found phase by phase, see :func:`phase_dependencies`."""
    net = routing.network
    return (
        (routing.by_any_node or routing.phases.by_shortest)
        and all(part.labels is no_label for part, _ in routing.phases.parts)
        and len(routing.ends) == net.node_count
        and bool(net.forwarding.all())
    )


def phase_dependencies(frame: RoutingArrays, progress: Progress = None) -> ChannelDependencies:
    """Dependencies of packets by way of any node, or any one on a shortest path, phase by phase.

    They are those of phase 1 to every node, those of phase 2 from every node, and those of the packets that come to their
    intermediate node by a channel and go on by another, see :mod:`netlemma.graphs.deadlock.phase_dependencies`. Source and destination
    are among the intermediate nodes, so that each pair of nodes has packets of one phase alone.

    frame: Routing for which :func:`has_independent_phases`, and arrays of its network.
    """
    routing = frame.routing
    (one, low), (other, above) = routing.phases.parts
    first = _Phase(routing, RoutingArrays(one, frame.fast), low, progress)
    second = _Phase(routing, RoutingArrays(other, frame.fast), above, progress, first if other is one else None)
    used = np.zeros(routing.channel_count, dtype=bool)
    used[first.number], used[second.number] = first.used, second.used
    whole = _Joined(routing, first, second)
    part = _part_with_cycle(routing, first, second)
    return ChannelDependencies(
        part,
        used,
        packets=_packets(routing),
        more=whole.count - part.dependencies,
        whole=whole,
        numbers=None if part.dependencies else whole.numbers(),
    )


def _part_with_cycle(routing: ChannelRouting, first: "_Phase", second: "_Phase") -> DependencyGraph:
    """The dependencies of a shortest cycle, none if there is no cycle.

    No dependency leads from the second phase to the first.
    """
    phases = (first,) if second.graph is first.graph else (first, second)
    cycles = [(phase, np.sort(phase.graph.cycle())) for phase in phases if phase.graph.numbering() is None]
    phase, cycle = min(cycles, key=lambda found: len(found[1]), default=(first, np.zeros(0, dtype=np.int64)))
    own = phase.graph
    tail, head, source, destination = (column[cycle] for column in (own.tail, own.head, own.source, own.destination))
    ends = phase.numbers(tail), phase.numbers(head)
    return DependencyGraph(routing.channel_count, *ends, source, destination, routing.channel_name)


def _packets(routing: ChannelRouting) -> int:
    """The number of triples of a source, another node as destination, and a node between them."""
    net = routing.network
    if not routing.phases.by_shortest:
        return net.node_count**2 * (net.node_count - 1)
    every = 1  # with a node and itself, between which there is that node
    for factor in dimensions(net).factors:
        far = np.array(inside(factor)[0])
        every *= sum(int(np.count_nonzero(far + to == to[:, None])) for to in far.T)
    return every - net.node_count


class _Joined:
    """The dependencies of both phases and between them.

    count: Number of dependencies.
    """

    def __init__(self, routing: ChannelRouting, first: "_Phase", second: "_Phase") -> None:
        self.routing, self.first, self.second = routing, first, second
        node, begin = np.asarray(first.frame.head), np.asarray(second.frame.first_channel)
        self._ended, self._begun = first.meetings.ended, second.meetings.begun
        self._between = self._ended, self._begun, first.meetings.far, node, begin
        self._inside = first.graph.dependencies + second.graph.dependencies
        self.count = self._inside + int(looped(loops.crossings, len(node))(*self._between))

    def numbers(self) -> np.ndarray:
        """The longest chain of dependencies that leads to each channel, if they form no cycle."""
        before = self.first.graph.numbering()
        least = np.zeros(self.second.graph.count, dtype=np.int64)
        least = np.asarray(looped(loops.chains, len(least))(*self._between, before, least), dtype=np.int64)
        behind = self.second.graph.numbering(least)
        assert before is not None and behind is not None
        found = np.zeros(self.routing.channel_count, dtype=np.int64)
        found[self.first.number], found[self.second.number] = before, behind
        return found

    def __call__(self) -> DependencyGraph:
        """The graph."""
        routing, first, second = self.routing, self.first, self.second
        require_dependencies(routing, self.count)
        rows = *first.graph.rows, first.number, *second.graph.rows, second.number
        room = np.empty((2, self.count), dtype=np.int32)
        found = looped(loops.both_phases, self._inside)(*rows, *self._between, *room)
        tail, head = (np.asarray(each, dtype=np.int32) for each in found)

        def packets(some: Any) -> np.ndarray:
            """The source and the destination of the packet with each of some dependencies."""
            ends = [np.atleast_1d(each[some]) for each in (tail, head)]
            late = [second.has(each) for each in ends]
            packet = np.empty((2, len(ends[0])), dtype=np.int64)
            for phase, mine in (first, ~late[1]), (second, late[0]):
                at = phase.graph.numbers_of(*(phase.own(each[mine]) for each in ends))
                packet[:, mine] = phase.graph.source[at], phase.graph.destination[at]
            between = ~late[0] & late[1]
            c, x = first.own(ends[0][between]), second.own(ends[1][between])
            facts = tuple(each[c] for each in self._ended), tuple(each[x] for each in self._begun)
            packet[:, between] = first.meetings.packets(*facts)
            return packet if np.ndim(tail[some]) else packet[:, 0]

        columns = ReadColumn(lambda some: packets(some)[0]), ReadColumn(lambda some: packets(some)[1])
        return DependencyGraph(routing.channel_count, tail, head, *columns, routing.channel_name)


class _Phase:
    """One phase of a routing, whose packets run between all nodes.

    graph, used: Its dependencies, and whether packets take each of its channels.
    meetings: Channels that packets take first and last.
    number: Numbers of its channels among those of the routing.
    """

    def __init__(
        self, routing: ChannelRouting, frame: RoutingArrays, low: int, progress: Progress, same: "_Phase | None" = None
    ) -> None:
        self.frame, self.vcs, self.low, self.width = frame, routing.vcs, low, frame.routing.vcs
        self.graph: DependencyGraph
        self.used: np.ndarray
        self.meetings: ByAnyNode | OnShortestPaths
        self.number = self.numbers(np.arange(frame.routing.channel_count, dtype=np.int32))
        if same is not None:
            self.graph, self.used, self.meetings = same.graph, same.used, same.meetings
            return
        kind: type[ByAnyNode | OnShortestPaths] = OnShortestPaths if routing.phases.by_shortest else ByAnyNode
        workers: list[ByAnyNode | OnShortestPaths] = []

        def watched() -> ByAnyNode | OnShortestPaths:
            workers.append(kind(frame))
            return workers[-1]

        followed = every_packet(frame, progress, also=watched)
        self.graph, self.used, self.meetings = followed.graph, followed.used, workers[0]

    def has(self, channels: np.ndarray) -> np.ndarray:
        """Whether each of some channels of the routing is of this phase."""
        lane = channels % self.vcs
        return (lane >= self.low) & (lane < self.low + self.width)

    def numbers(self, own: np.ndarray) -> np.ndarray:
        """The numbers of some of its channels among those of the routing."""
        return own // self.width * self.vcs + self.low + own % self.width

    def own(self, channels: np.ndarray) -> np.ndarray:
        """The numbers of some of its channels in this phase."""
        return channels // self.vcs * self.width + channels % self.vcs - self.low


# Channel dependencies of all packets of a routing, found in the cheapest way that fits it.


def channel_dependencies(frame: RoutingArrays, progress: Progress = None) -> ChannelDependencies:
    """Follow all packets of a routing and keep their channel dependencies.

    frame: The routing, and arrays of its network.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = channel_dependencies(RoutingArrays(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")))
    >>> found.graph.tail.tolist(), found.graph.head.tolist(), found.packets
    ([0, 1, 2], [1, 2, 0], 6)
    """
    if has_independent_phases(frame.routing):
        return phase_dependencies(frame, progress)
    orbits = channel_orbits(frame.routing)
    return every_packet(frame, progress) if orbits is None else by_symmetry(frame, orbits, progress)
