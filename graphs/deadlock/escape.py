"""Duato's extended dependency graph: direct and indirect dependencies of packets on escape channels.

Every packet always has an escape channel among its choices (the escape routing is connected). A packet that holds an
escape channel, and has continued by any number of adaptive channels, then depends on the escape channels that it may
take next. If these dependencies form no cycle, wormhole routing has no deadlock (Duato 1993, 1995).

Indirect dependencies join channels far apart, so there are too many to keep. Numbers of the escape channels that rise
along all of them are found goal by goal instead: in the topological order of a packet's places each escape channel is
raised above those that the packet may hold, until no goal raises any. Channels that raised each other in a cycle show
that there are no such numbers."""

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock import packet_loops
from netlemma.graphs.deadlock.packet_dependencies import ChannelDependencies
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays, follow_all
from netlemma.graphs.routing.symmetric_packets import alike_ends

NOT_CONNECTED = -1


def escape_numbers(frame: RoutingArrays, direct: ChannelDependencies, progress: Progress = None) -> np.ndarray | None:
    """Numbers of the escape channels that rise along all direct and indirect dependencies.

    frame: Adaptive routing with escape channels, and arrays of its network.

    Returns: For each escape channel the length of the longest chain of dependencies that leads to it, 0 for other
    channels; None if a packet has no escape channel among its choices, or if dependencies form a cycle.

    * J. Duato, A necessary and sufficient condition for deadlock-free adaptive routing in wormhole networks, 1995.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
    >>> from netlemma.graphs.routings import channel_routing
    >>> net = network("toroid", w=4, D=2)
    >>> for rule in "dally-seitz", "dateline":
    ...     frame = RoutingArrays(channel_routing(net, "duato", rule=rule))
    ...     print(escape_numbers(frame, channel_dependencies(frame)) is not None)
    True
    False
    """
    routing = frame.routing
    if routing.escape is None:
        raise RoutingError(f"routing {routing.title} has no escape channels")
    escape = np.array([bool(routing.escape(c)) for c in range(routing.channel_count)])
    orbits, graph = direct.orbits, direct.found
    if orbits is None:
        base = orbit = of = np.arange(routing.channel_count)
    else:
        base, orbit, of = orbits.base, orbits.alike, orbits.orbit
    joins = escape[base[graph.tail]] & escape[base[graph.head]]
    pairs = (column[joins] for column in (graph.tail, graph.head, graph.source, graph.destination))
    begin = DependencyGraph(graph.count, *pairs).numbering()
    if begin is None:
        return None
    alike = alike_ends(routing)
    ends, messages = (alike.first, None) if orbits is None else (orbits.destinations[0], orbits.messages)
    first = np.zeros(orbit.max(initial=-1) + 1, dtype=np.int32)
    first[orbit] = begin[of]
    is_escape, number, kept = frame.kept(escape), frame.kept(first), frame.kept(orbit)
    before = frame.filled(len(first), -1)
    while True:
        # Threads share the numbers. One may overwrite what another raised, and the next round raises it again; in the
        # last round nobody writes.
        workers = follow_all(frame, lambda: _Round(frame, is_escape, number, before, kept), progress, messages, ends)
        if any(worker.result == NOT_CONNECTED for worker in workers):
            return None
        if not any(worker.result for worker in workers):
            found = np.asarray(number, dtype=np.int32)[orbit]
            return alike.numbers(found) if orbits is None else found
        if _has_cycle(np.asarray(before)):
            return None


class _Round:
    """One round over the goals that one thread follows."""

    def __init__(
        self, frame: RoutingArrays, is_escape: np.ndarray, number: np.ndarray, before: np.ndarray, orbit: np.ndarray
    ) -> None:
        self.shared = (is_escape, number, before, orbit)
        rows = len(frame.forwarding) + len(frame.head)
        self.best, self.last = frame.filled(rows), frame.filled(rows)
        self.result = 0
        self.sweep = frame.loop(packet_loops.raise_numbers)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Raise the numbers for packets to one goal."""
        if self.result == NOT_CONNECTED:
            return
        frame, (is_escape, numbers, before, orbit) = graph.frame, self.shared
        result = self.sweep(
            graph.by_node, len(frame.forwarding), graph.head, graph.end, is_escape, graph.start,
            graph.channel, graph.rows, numbers, before, self.best, self.last, orbit,
        )  # fmt: skip
        self.result = result or self.result


def _has_cycle(before: np.ndarray) -> bool:
    """Whether pointers to earlier channels, -1 for none, form a cycle: shown by doubling their length."""
    for _ in range(len(before).bit_length()):
        before = np.where(before < 0, -1, before[before])
    return bool((before >= 0).any())
