"""Deadlocks that are reached one packet after the other, and a deadlock of the fewest packets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock import state_loops as loops
from netlemma.graphs.deadlock.configurations import (
    Advance,
    Configurations,
    Packet,
    PositionLimit,
    one_by_one,
    schedule,
    shrink,
)
from netlemma.graphs.deadlock.states import HardCore, States, one_of_each
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting, Label, no_label
from netlemma.graphs.routing.choices import Goal, goals
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import Follower, GoalGraph, RoutingArrays, goal_graphs

# Deadlocks with one packet in each channel of a set, reached one packet after the other.
#
# The last packet to arrive is determined first: its way must avoid all channels of the other ones. A packet of any goal
# may do, so goals are followed one by one, again and again, until every channel has its packet or none can be found for
# those left over. A channel that can be last may be taken first, since those taken leave more room to the others.


FEW_LABELS = 4  # of the packets between two ends


class ReachableDeadlock(NamedTuple):
    """A deadlock that can be reached: packets in some states, and their moves."""

    states: States
    packets: Sequence[Packet]
    steps: Sequence[Advance]


class Placed(NamedTuple):
    """The packet of a channel: its goal, the sources of that goal, and the channels for which it waits."""

    goal: Goal
    sources: np.ndarray
    waits: tuple[int, ...]


def place(
    frame: RoutingArrays,
    held: np.ndarray,
    want: Mapping[int, int] | None = None,
    progress: Progress = None,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> ReachableDeadlock | None:
    """A deadlock of packets that each hold one channel and wait for the channels of the others.

    frame: Arrays of the network and its routing.
    held (ndarray of bool, shape (C,)): Channels of the packets.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = RoutingArrays(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found = place(ring, np.ones(3, dtype=bool))
    >>> [(found.states.channel[step.state], step.source) for step in found.steps]
    [(0, 0), (1, 1), (2, 2)]
    """
    found = _placed(frame, held, want, progress, pairs)
    if not found:
        return None
    states, number = States(frame.routing), dict[int, int]()
    follower = Follower(frame)
    closed = smallest_closed({c: placed.waits for c, placed in found.items()})
    by_goal: dict[Goal, list[int]] = {}
    for c in closed:
        by_goal.setdefault(found[c].goal, []).append(c)
    for goal, channels in by_goal.items():
        graph = follower.follow(goal, found[channels[0]].sources)
        target = frame.filled(len(frame.head), False, np.bool_)
        for c in channels:
            target[c] = True
        number |= {c: s for c, s in states.add(graph, target).items() if target[c]}
    candidates = {c: [_packet(states, number[c], found[c].waits)] for c in closed}
    reached = one_by_one(states, candidates)
    assert reached is not None  # the order in which they were found is one
    packets = shrink(states, reached[0])
    steps = schedule(states, [p.held for p in packets])
    assert steps is not None  # fewer packets stand less in the way
    return ReachableDeadlock(states, packets, steps)


def injected(routing: ChannelRouting, graph: DependencyGraph, cycle: Sequence[int]) -> ReachableDeadlock | None:
    """The deadlock of the packets that make the dependencies of a cycle, if each starts with the channel that it holds.

    No search is necessary: every packet enters its channel from its source, while that is empty.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
    >>> from netlemma.graphs.routings import channel_routing
    >>> routing = channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")
    >>> graph = channel_dependencies(RoutingArrays(routing)).graph
    >>> [(step.source, routing.channel_name(step.state // 2)) for step in injected(routing, graph, graph.cycle()).steps]
    [(0, '(0)->(1)'), (1, '(1)->(2)'), (2, '(2)->(0)')]
    """
    states, packets, steps = States(routing), list[Packet](), list[Advance]()
    columns = [column[list(cycle)].tolist() for column in (graph.tail, graph.head, graph.source, graph.destination)]
    for i, (channel, head, source, goal) in enumerate(zip(*columns, strict=True)):
        starts = routing.labels is no_label and channel in dict(routing.next_channels(source, None, goal, None))
        if not starts:
            return None
        states.channel.extend([channel, head])
        states.goal.extend([Goal(goal, None)] * 2)
        states.after.extend([(2 * i + 1,), ()])
        states.source.extend([source] * 2)
        states.depth.extend([0, 1])
        packets.append(Packet((2 * i,), (2 * i + 1,)))
        steps.append(Advance(i, 2 * i, source))
    return ReachableDeadlock(states, packets, steps)


def _packet(states: States, state: int, waits: tuple[int, ...]) -> Packet:
    return Packet((state,), tuple(t for t in states.after[state] if states.channel[t] in waits))


def _placed(
    frame: RoutingArrays,
    held: np.ndarray,
    want: Mapping[int, int] | None,
    progress: Progress,
    pairs: Sequence[tuple[int, int]] | None,
) -> dict[int, Placed] | None:
    """The packet of each channel; None if there is none for some of them."""
    routing, count, nodes = frame.routing, len(frame.head), len(frame.forwarding)
    adaptive, ends = routing.kind == ADAPTIVE, routing.ends
    flags, left = frame.kept(held), frame.kept(held.copy())
    wanted = frame.filled(count, -1)
    for c, x in (want or {}).items():
        wanted[c] = x
    seen, queue, order = frame.filled(nodes + count), frame.filled(nodes + count), frame.filled(count)
    found: dict[int, Placed] = {}
    last, stamp, missing = held.sum(), 0, int(held.sum())
    while missing:
        for graph in goal_graphs(routing, frame=frame) if pairs is None else _between(frame, pairs):
            stamp += 1
            more = frame.loop(loops.place_last)(
                graph.by_node, nodes, graph.head, graph.end, graph.sources, graph.start, graph.channel,
                adaptive, flags, wanted, left, seen, stamp, queue, order,
            )  # fmt: skip
            for c in (int(c) for c in order[:more]):
                row = int(frame.head[c]) if graph.by_node else nodes + c
                choices = [int(x) for x in graph.channel[graph.start[row] : graph.start[row + 1]]]
                if not adaptive:
                    choices = [x for x in choices if held[x] and wanted[c] in (-1, x)][:1]
                found[c] = Placed(graph.goal, np.asarray(graph.sources, dtype=np.int32), tuple(choices))
            missing -= more
            if not missing:
                break
        if progress:
            progress(len(ends), len(ends))
        if missing == last:
            return None
        last = missing
    return found


def _between(frame: RoutingArrays, pairs: Sequence[tuple[int, int]]) -> Iterator[GoalGraph]:
    """Places that packets to a few goals reach, which packets between some sources and destinations have."""
    few: dict[int, set[Label]] = {}
    for source, destination in pairs:
        labels = frame.routing.labels(source, destination)
        ends = [label for label in (destination, source) if label in labels]  # by way of them are those of one phase
        few.setdefault(destination, set()).update(ends, labels[:FEW_LABELS])
    follower = Follower(frame)
    for destination, some in few.items():
        for label, sources in goals(frame.routing, destination):
            if label in some:
                yield follower.follow(Goal(destination, label), sources)


def smallest_closed(after: Mapping[int, Sequence[int]]) -> list[int]:
    """A smallest set of channels that leads nowhere else and within which each leads to each.

    >>> smallest_closed({0: [1], 1: [2], 2: [1], 3: [4], 4: [5, 3], 5: [3]})
    [1, 2]
    """
    from networkx import DiGraph, strongly_connected_components

    graph = DiGraph((c, x) for c, later in after.items() for x in later)
    closed = [sorted(part) for part in strongly_connected_components(graph) if all(set(after[c]) <= part for c in part)]
    return min(closed, key=lambda part: (len(part), part))


# A deadlock of the fewest packets: those of one packet, of two, and so on, until one is reachable.
#
# Where symmetries keep the routing, a deadlock can be moved so that a packet has its head in a channel that represents
# its orbit; only such ones are searched for.


def fewest(core: HardCore, wormhole: bool, known: ReachableDeadlock, most: int) -> tuple[ReachableDeadlock, bool]:
    """A deadlock with no more packets than a known one, and whether none with fewer packets is reachable."""
    states, configurations = core.states, Configurations(core, wormhole)
    tried, sure, bound = 0, True, len(known.packets) - 1
    try:
        configurations.through(one_of_each(states))
        for packets_at_most in range(1, bound + 1):
            configurations.limit(packets_at_most, bound)
            for packets in configurations:
                if tried == most:
                    return known, False
                tried += 1
                smaller = shrink(states, packets)
                try:
                    steps = schedule(states, [p.held for p in smaller])
                except PositionLimit:
                    sure, steps = False, None
                if steps is not None:
                    return ReachableDeadlock(states, smaller, steps), sure
                configurations.forbid(smaller)
    finally:
        configurations.close()
    return known, sure
