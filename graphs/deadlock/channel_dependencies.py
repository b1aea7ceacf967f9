"""Channel dependencies of all packets of a routing.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all goals is an array over
such pairs, whatever the number of packets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphs.base.errors import SizeError
from graphs.base.parallel import Progress
from graphs.deadlock import dependency_loops as loops
from graphs.routing.dependency import DependencyGraph
from graphs.routing.goal_graph import Frame, GoalGraph, follow_all

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
    net = routing.network
    head, first = np.asarray(frame.head, dtype=np.int64), np.asarray(frame.first_channel)
    slot = np.concatenate([[0], np.cumsum(np.where(net.forwarding[head], np.diff(first)[head], 0))])
    if slot[-1] > MOST_PAIRS:
        raise SizeError(
            f"{routing.title} has {int(slot[-1]):,} pairs of a channel and one behind it: at most {MOST_PAIRS:,} fit"
        )
    kept = frame.kept(slot)
    workers = follow_all(frame, lambda: _Union(frame, kept), progress)
    nearest = np.asarray(workers[0].nearest, dtype=np.int64)
    witness = np.asarray(workers[0].witness, dtype=np.int32)
    for other in workers[1:]:
        nearer = other.nearest < nearest
        nearest[nearer], witness[nearer] = other.nearest[nearer], other.witness[nearer]
    there = np.flatnonzero(nearest < NEVER)
    tail = np.repeat(np.arange(len(head)), np.diff(slot))[there]
    graph = DependencyGraph(
        len(head),
        tail,
        there - slot[tail] + first[head[tail]],
        witness[there],
        np.array(routing.ends)[nearest[there] & NUMBER],
        routing.channel_name,
    )
    used = np.any([worker.used for worker in workers], axis=0)
    return Followed(graph, used, sum(worker.packets for worker in workers))


class _Union:
    """Dependencies of the goals that one thread follows."""

    def __init__(self, frame: Frame, slot: np.ndarray) -> None:
        self.slot = slot
        self.nearest = frame.filled(int(slot[-1]), NEVER, np.int64)
        self.witness = frame.filled(int(slot[-1]))
        self.used = frame.filled(len(frame.head), False, np.bool_)
        self.packets = 0
        self.take_in = frame.loop(loops.add_dependencies)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Take in the dependencies of packets to one goal."""
        frame = graph.frame
        self.packets += len(graph.sources)
        self.take_in(
            graph.by_node, frame.head, frame.first_channel, graph.goal.destination, graph.start, graph.channel,
            graph.channels, graph.depth, graph.source, number, self.slot, self.nearest, self.witness, self.used,
        )  # fmt: skip
