"""Channel dependencies of packets by way of any node, phase by phase."""

from typing import Any

import numpy as np

from graphs.base.compiled import looped
from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import phase_loops as loops
from graphs.deadlock.dependencies.every import every_packet
from graphs.deadlock.dependencies.followed import Followed, require_dependencies
from graphs.routing.channel_routing import ChannelRouting, no_label
from graphs.routing.dependency import DependencyGraph, ReadColumn
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
    (one, low), (other, above) = routing.phases
    first = _Phase(routing, Frame(one, frame.fast), low, progress)
    second = _Phase(routing, Frame(other, frame.fast), above, progress, first if other is one else None)
    used = np.zeros(routing.channel_count, dtype=bool)
    used[first.number], used[second.number] = first.used, second.used
    nodes = routing.network.node_count
    whole = _Joined(routing, first, second)
    inside, numbers = _part_with_cycle(routing, first, second)
    return Followed(
        inside,
        used,
        packets=nodes * nodes * (nodes - 1),
        more=whole.count - inside.dependencies,
        whole=whole,
        numbers=numbers,
    )


def _part_with_cycle(
    routing: ChannelRouting, first: "_Phase", second: "_Phase"
) -> tuple[DependencyGraph, np.ndarray | None]:
    """The dependencies of a shortest cycle, none if there is no cycle; and numbers of the channels in that case.

    No dependency leads from the second phase to the first.
    """
    phases = (first,) if second.graph is first.graph else (first, second)
    cycles = [(phase, np.sort(phase.graph.cycle())) for phase in phases if phase.graph.numbering() is None]
    phase, cycle = min(cycles, key=lambda found: len(found[1]), default=(first, np.zeros(0, dtype=np.int64)))
    own = phase.graph
    tail, head, source, destination = (column[cycle] for column in (own.tail, own.head, own.source, own.destination))
    ends = phase.numbers(tail), phase.numbers(head)
    graph = DependencyGraph(routing.channel_count, *ends, source, destination, routing.channel_name)
    if cycles:
        return graph, None
    before, behind = first.graph.numbering(), second.graph.numbering()
    assert before is not None and behind is not None
    numbers = np.zeros(routing.channel_count, dtype=np.int64)
    numbers[first.number], numbers[second.number] = before, behind + before.max() + 1
    return graph, numbers


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
        self._between = *first.ended, *second.begun, node, begin
        self._inside = first.graph.dependencies + second.graph.dependencies
        self.count = self._inside + int(looped(loops.crossings, len(node))(*self._between))

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
            for phase, inside in (first, ~late[1]), (second, late[0]):
                at = phase.graph.numbers_of(*(phase.own(each[inside]) for each in ends))
                packet[:, inside] = phase.graph.source[at], phase.graph.destination[at]
            between = ~late[0] & late[1]
            c, x = first.own(ends[0][between]), second.own(ends[1][between])
            (source, another), (goal, last) = first.ended, second.begun
            to = np.where(goal[x] == source[c], last[x], goal[x])
            packet[:, between] = np.where(source[c] == to, another[c], source[c]), to
            return packet if np.ndim(tail[some]) else packet[:, 0]

        columns = ReadColumn(lambda some: packets(some)[0]), ReadColumn(lambda some: packets(some)[1])
        return DependencyGraph(routing.channel_count, tail, head, *columns, routing.channel_name)


class _Phase:
    """One phase of a routing, whose packets run between all nodes.

    Attributes
    ----------
    graph, used : DependencyGraph, ndarray of bool
        Its dependencies, and whether packets take each of its channels.
    ended : tuple of ndarray of int32
        Two sources whose packets take each channel last, -1 for none.
    begun : tuple of ndarray of int32
        Least and greatest destination of the packets that take each channel first; the number of nodes and -1 for none.
    number : ndarray of int32
        Numbers of its channels among those of the routing.
    """

    def __init__(
        self, routing: ChannelRouting, frame: Frame, low: int, progress: Progress, same: "_Phase | None" = None
    ) -> None:
        self.frame, self.vcs, self.low, self.width = frame, routing.vcs, low, frame.routing.vcs
        self.graph: DependencyGraph
        self.used: np.ndarray
        self.ended: tuple[np.ndarray, np.ndarray]
        self.begun: tuple[np.ndarray, np.ndarray]
        self.number = self.numbers(np.arange(frame.routing.channel_count, dtype=np.int32))
        if same is not None:
            self.graph, self.used, self.ended, self.begun = same.graph, same.used, same.ended, same.begun
            return
        ends: list[_Ends] = []

        def watched() -> _Ends:
            ends.append(_Ends(frame))
            return ends[-1]

        followed = every_packet(frame, progress, also=watched)
        self.graph, self.used = followed.graph, followed.used
        source, other, least, most = ends[0].arrays
        self.ended, self.begun = (source, other), (least, most)

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


class _Ends:
    """First and last channels of the packets to the goals that one thread follows."""

    def __init__(self, frame: Frame) -> None:
        channels, nodes = len(frame.head), len(frame.forwarding)
        self.room = frame.filled(nodes + channels), frame.filled(nodes + channels)
        self.found = (
            *(frame.filled(channels, -1) for _ in range(2)),
            frame.filled(channels, nodes),
            frame.filled(channels, -1),
        )

    @property
    def arrays(self) -> list[np.ndarray]:
        """What was found, as of :class:`_Phase`."""
        return [np.asarray(each, dtype=np.int32) for each in self.found]

    def join(self, other: "_Ends") -> None:
        """Add what another thread has found."""
        (one, two, least, most), (three, four, low, high) = self.arrays, other.arrays
        every = np.stack([one, two, three, four])
        first = every.max(axis=0)
        second = np.where(every == first, -1, every).max(axis=0)
        self.found = first, second, np.minimum(least, low), np.maximum(most, high)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal."""
        graph.frame.loop(loops.two_sources)(
            graph.by_node, graph.head, graph.end, graph.start, graph.channel, graph.rows, graph.sources, *self.room,
            *self.found[:2],
        )  # fmt: skip
        graph.frame.loop(loops.first_channels)(
            graph.start, graph.channel, graph.goal.destination, len(graph.frame.forwarding), *self.found[2:]
        )
