"""Channel dependencies of all packets of a routing.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all goals is an array over
such pairs, whatever the number of packets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from graphs.base.errors import SizeError
from graphs.base.limits import require
from graphs.base.parallel import Progress
from graphs.deadlock import dependency_loops as loops
from graphs.routing.channel_routing import ADAPTIVE, ChannelRouting, no_label
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
    if has_oblivious_phases(routing):
        return phase_dependencies(frame, progress)
    net = routing.network
    require("packets", routing.title, len(routing.ends) * routing.channel_count, nodes=net.node_count)
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


def has_oblivious_phases(routing: ChannelRouting) -> bool:
    """Whether the dependencies of a routing can be found phase by phase, see :func:`phase_dependencies`."""
    net = routing.network
    return (
        bool(routing.phases)
        and all(part.kind != ADAPTIVE and part.labels is no_label for part, _ in routing.phases)
        and len(routing.ends) == net.node_count
        and bool(net.forwarding.all())
    )


def phase_dependencies(frame: Frame, progress: Progress = None) -> Followed:
    """Dependencies of packets by way of any node, phase by phase.

    They are those of phase 1 to every node, since a packet's intermediate node may be its destination; those of phase 2
    from every node, since it may be its source; and those of packets that meet their intermediate node before their
    destination.

    Parameters
    ----------
    frame : Frame
        Routing for which :func:`has_oblivious_phases`, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations), for one phase after the other.

    Returns
    -------
    Followed
        As :func:`channel_dependencies`; the witness of a dependency between the phases is a packet that reaches it
        after the fewest channels, to the first destination beside a shortest way there, if there is any.
    """
    routing = frame.routing
    net, vcs, nodes = routing.network, routing.vcs, routing.network.node_count
    frames = [Frame(part, frame.fast) for part, _ in routing.phases]
    parts = [channel_dependencies(each, progress) for each in frames]
    numbers = []  # channels of each phase among those of the routing
    used = np.zeros(routing.channel_count, dtype=bool)
    for (part, low), followed in zip(routing.phases, parts, strict=True):
        own = np.arange(part.channel_count)
        numbers.append(own // part.vcs * vcs + low + own % part.vcs)
        used[numbers[-1]] = followed.used
    begun = follow_all(frames[1], lambda: _Begun(net.origin, routing.phases[1][0].vcs), progress)
    node, begins, ends_at = (np.concatenate([column for w in begun for column in w.columns[i]]) for i in range(3))
    order = np.lexsort([ends_at, node])
    first = np.searchsorted(node[order], np.arange(nodes + 1))
    head = np.asarray(frames[0].head, dtype=np.int64)
    second = np.asarray(frames[1].first_channel)
    slot = np.concatenate([[0], np.cumsum(np.diff(second)[head])])
    number_of = np.arange(len(frames[1].head)) - np.repeat(second[:-1], np.diff(second))
    arrays = tuple(map(frames[0].kept, (first, begins[order], ends_at[order], slot, number_of)))
    workers = follow_all(frames[0], lambda: _Turnings(frames[0], arrays, int(slot[-1])), progress)
    nearest = np.min([np.asarray(w.nearest, dtype=np.int64) for w in workers], axis=0)
    witness = np.max([np.asarray(w.witness, dtype=np.int32) for w in workers], axis=0)
    there = np.flatnonzero(nearest < NEVER)
    tail = np.repeat(np.arange(len(head)), np.diff(slot))[there]
    columns = [
        (numbers[i][each.graph.tail], numbers[i][each.graph.head], each.graph.source, each.graph.destination)
        for i, each in enumerate(parts)
    ]
    onward = numbers[1][there - slot[tail] + second[head[tail]]]
    columns.append((numbers[0][tail], onward, witness[there], nearest[there] & NUMBER))
    tails, heads, sources, ends = (np.concatenate(column) for column in zip(*columns, strict=True))
    by_pair = np.lexsort([heads, tails])
    tails, heads, sources, ends = (column[by_pair] for column in (tails, heads, sources, ends))
    graph = DependencyGraph(routing.channel_count, tails, heads, sources, ends, routing.channel_name)
    return Followed(graph, used, nodes * nodes * (nodes - 1))


class _Begun:
    """First channels of packets to the goals that one thread follows, with their nodes and destinations."""

    def __init__(self, origin: np.ndarray, vcs: int) -> None:
        self.origin, self.vcs = origin, vcs
        none = np.zeros(0, dtype=np.int32)
        self.columns: tuple[list[np.ndarray], ...] = ([none], [none], [none])

    def add(self, graph: GoalGraph, number: int) -> None:
        """Take in the packets to one goal."""
        start, channel = graph.choices.start, graph.choices.channel
        begins = channel[: start[len(graph.frame.forwarding)]]
        node = self.origin[begins // self.vcs]
        away = node != graph.goal.destination
        ends = np.full(int(away.sum()), graph.goal.destination, dtype=np.int32)
        for column, more in zip(self.columns, (node[away].astype(np.int32), begins[away], ends), strict=True):
            column.append(more)


class _Turnings:
    """Dependencies between the phases of packets by way of the goals that one thread follows."""

    def __init__(self, frame: Frame, arrays: tuple[Any, ...], size: int) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.arrays = arrays
        self.room = (frame.filled(rows), frame.filled(rows), frame.filled(len(frame.forwarding)))
        self.nearest, self.witness = frame.filled(size, NEVER, np.int64), frame.filled(size, -1)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Take in the packets by way of one node."""
        frame, middle = graph.frame, graph.goal.destination
        missing = frame.filled(len(frame.forwarding), False, np.bool_)
        take_in = frame.loop(loops.add_turnings)
        for avoided in chain([-1], (t for t in range(len(missing)) if missing[t])):
            take_in(
                graph.by_node, frame.head, middle, avoided, graph.start, graph.channel, graph.rows, graph.sources,
                *self.room, *self.arrays, int(NEVER), self.nearest, self.witness, missing,
            )  # fmt: skip


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
