"""Channel dependencies of packets by way of any node, phase by phase."""

from typing import Any

import numpy as np

from netlemma.graphs.base.compiled import looped
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.dependencies import phase_loops as loops
from netlemma.graphs.deadlock.dependencies.every import every_packet
from netlemma.graphs.deadlock.dependencies.followed import Followed, require_dependencies
from netlemma.graphs.deadlock.dependencies.meetings import ByAnyNode, OnShortestPaths
from netlemma.graphs.routing.channel_routing import ChannelRouting, no_label
from netlemma.graphs.routing.dependency import DependencyGraph, ReadColumn
from netlemma.graphs.routing.following.goal_graph import Frame
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.dimensions import dimensions


def has_independent_phases(routing: ChannelRouting) -> bool:
    """Whether the dependencies of a routing can be found phase by phase, see :func:`phase_dependencies`."""
    net = routing.network
    return (
        (routing.by_any_node or routing.by_shortest)
        and all(part.labels is no_label for part, _ in routing.phases)
        and len(routing.ends) == net.node_count
        and bool(net.forwarding.all())
    )


def phase_dependencies(frame: Frame, progress: Progress = None) -> Followed:
    """Dependencies of packets by way of any node, or any one on a shortest path, phase by phase.

    They are those of phase 1 to every node, those of phase 2 from every node, and those of the packets that come to their
    intermediate node by a channel and go on by another, see :mod:`netlemma.graphs.deadlock.dependencies.meetings`. Source and destination
    are among the intermediate nodes, so that each pair of nodes has packets of one phase alone.

    Parameters
    ----------
    frame : Frame
        Routing for which :func:`has_independent_phases`, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations), for one phase after the other.

    Returns
    -------
    Followed
        As :func:`netlemma.graphs.deadlock.dependencies.every.every_packet`; the witness of a dependency between the phases is a
        packet that reaches it.
    """
    routing = frame.routing
    (one, low), (other, above) = routing.phases
    first = _Phase(routing, Frame(one, frame.fast), low, progress)
    second = _Phase(routing, Frame(other, frame.fast), above, progress, first if other is one else None)
    used = np.zeros(routing.channel_count, dtype=bool)
    used[first.number], used[second.number] = first.used, second.used
    whole = _Joined(routing, first, second)
    part = _part_with_cycle(routing, first, second)
    return Followed(
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
    if not routing.by_shortest:
        return net.node_count**2 * (net.node_count - 1)
    every = 1  # with a node and itself, between which there is that node
    for factor in dimensions(net).factors:
        far = np.array(inside(factor)[0])
        every *= sum(int(np.count_nonzero(far + to == to[:, None])) for to in far.T)
    return every - net.node_count


class _Joined:
    """The dependencies of both phases and between them.

    Attributes
    ----------
    count : int
        Number of dependencies.
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

    Attributes
    ----------
    graph, used : DependencyGraph, ndarray of bool
        Its dependencies, and whether packets take each of its channels.
    meetings : ByAnyNode or OnShortestPaths
        Channels that packets take first and last.
    number : ndarray of int32
        Numbers of its channels among those of the routing.
    """

    def __init__(
        self, routing: ChannelRouting, frame: Frame, low: int, progress: Progress, same: "_Phase | None" = None
    ) -> None:
        self.frame, self.vcs, self.low, self.width = frame, routing.vcs, low, frame.routing.vcs
        self.graph: DependencyGraph
        self.used: np.ndarray
        self.meetings: ByAnyNode | OnShortestPaths
        self.number = self.numbers(np.arange(frame.routing.channel_count, dtype=np.int32))
        if same is not None:
            self.graph, self.used, self.meetings = same.graph, same.used, same.meetings
            return
        kind: type[ByAnyNode | OnShortestPaths] = OnShortestPaths if routing.by_shortest else ByAnyNode
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
