"""The places of packets as one numbered graph: a state is a channel and the goal of a packet in it; orbits of
channels, and the hard core that elimination leaves.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.deadlock import state_loops as loops
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays, goal_graphs
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import hop_image, orbits_of

# The places of packets as one numbered graph: a state is a channel and the goal of a packet that can be in it.


ON_A_WAY = 2


@dataclass(frozen=True, eq=False)
class States:
    """States 0..n-1; ``channel[s]``, ``goal[s]``, and ``after[s]``, the states that may follow.

    ``source[s]`` is a source whose packets reach the state after ``depth[s]`` other channels, the fewest of all sources.
    Only states on ways to those of interest are complete; of those that may follow them nothing follows.
    """

    routing: ChannelRouting
    channel: list[int] = field(default_factory=list)
    goal: list[Goal] = field(default_factory=list)
    after: list[tuple[int, ...]] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.channel)

    @property
    def waits_for_all(self) -> bool:
        """Whether a blocked packet waits until any of its choices is free, or for the one that was drawn."""
        return self.routing.kind == ADAPTIVE

    @cached_property
    def channels(self) -> list[int]:
        """The channels of the states, in order."""
        return sorted(set(self.channel))

    @cached_property
    def at(self) -> dict[int, list[int]]:
        """The states of each channel that is used."""
        found: dict[int, list[int]] = {c: [] for c in self.channels}
        for s, c in enumerate(self.channel):
            found[c].append(s)
        return found

    @cached_property
    def before(self) -> list[list[int]]:
        """The states that each state may follow."""
        found: list[list[int]] = [[] for _ in self.channel]
        for s, later in enumerate(self.after):
            for t in later:
                found[t].append(s)
        return found

    def waits(self, s: int) -> list[tuple[int, ...]]:
        """The sets of states for whose channels a packet may wait: it is blocked while all channels of one set are
        held.
        """
        if not self.after[s]:
            return []
        return [self.after[s]] if self.waits_for_all else [(t,) for t in self.after[s]]

    def add(self, graph: GoalGraph, target: Any) -> dict[int, int]:
        """Add the states by which packets to one goal come to some channels, and those that may follow them.

        target (array of bool, shape (C,)): Those channels, of the channels that the packets take.
        """
        frame, nodes = graph.frame, len(graph.frame.forwarding)
        kept = frame.filled(len(frame.head), dtype=np.int8)
        frame.loop(loops.keep_ways)(
            graph.by_node, nodes, graph.head, graph.end, graph.start, graph.channel, graph.channels,
            target, kept,
        )  # fmt: skip
        channels = np.asarray(graph.channels)
        places = np.flatnonzero(np.asarray(kept)[channels])
        there = list(zip(places.tolist(), channels[places].tolist(), strict=True))
        number = {c: len(self) + n for n, (_, c) in enumerate(there)}
        for i, c in there:
            later: list[int] = []
            if kept[c] == ON_A_WAY and graph.head[c] != graph.end:
                row = int(frame.head[c]) if graph.by_node else nodes + c
                later = [number[int(x)] for x in graph.channel[graph.start[row] : graph.start[row + 1]]]
            self.channel.append(c)
            self.goal.append(graph.goal)
            self.after.append(tuple(later))
            self.source.append(int(graph.source[i]))
            self.depth.append(int(graph.depth[i]))
        return {c: s for c, s in number.items() if kept[c] == ON_A_WAY}


def states(routing: ChannelRouting) -> States:
    """The states of all packets, those of one goal together.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = states(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found.channel, found.after[:2], found.source[:2]
    ([1, 2, 2, 0, 0, 1], [(1,), ()], [1, 2])
    """
    found = States(routing)
    for graph in goal_graphs(routing):
        found.add(graph, graph.frame.filled(routing.channel_count, True, np.bool_))
    return found


# Orbits of channels under the symmetries of the network that map the routing onto itself.


def one_of_each(states: States) -> list[int]:
    """One channel of each orbit, of those that packets use.

    The symmetries are those that the network suggests, as far as each is verified to keep the routing: places of
    packets are mapped to places, the successors of a place to those of its image, and first places of a source to such
    places.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.states import states
    >>> net = network("toroid", w=4, D=2)
    >>> one_of_each(states(channel_routing(net, "shortest-adaptive")))
    [0, 1]
    """
    net, vcs = states.routing.network, states.routing.vcs
    suggested = [] if net.symmetries is None else [np.asarray(image) for image in net.symmetries()]
    mapped = [(image, _channels(net, vcs, image)) for image in suggested]
    found = [channels for image, channels in mapped if channels is not None and _kept(states, image, channels.tolist())]
    if not found:
        return states.channels
    orbit = orbits_of(net.hop_count * vcs, found)
    first: dict[int, int] = {}
    for c in states.channels:
        first.setdefault(int(orbit[c]), c)
    return sorted(first.values())


def _channels(net: Network, vcs: int, image: np.ndarray) -> np.ndarray | None:
    """The image of each channel under a permutation of the nodes; None if it is not a symmetry."""
    hops = hop_image(net, image)
    return None if hops is None else (hops[:, None] * vcs + np.arange(vcs)).ravel()


def _kept(states: States, image: np.ndarray, channels: list[int]) -> bool:
    """Whether a symmetry keeps the routing."""
    number = {(c, *goal): s for s, (c, goal) in enumerate(zip(states.channel, states.goal, strict=True))}
    moved = [
        number.get((channels[c], int(image[goal.destination]), goal.label), -1)
        for c, goal in zip(states.channel, states.goal, strict=True)
    ]
    if -1 in moved:
        return False
    return all(
        states.depth[s] == states.depth[t] and {moved[x] for x in states.after[s]} == set(states.after[t])
        for s, t in enumerate(moved)
    )


# The hard core: the states of packets that elimination leaves, with the ways to them.


@dataclass(frozen=True, eq=False)
class HardCore:
    """States from which a deadlock may be made.

    states: States of the packets that can be held up, and the ways to them.
    held: Channels that elimination left.
    stuck: States in which a packet is blocked or, in wormhole routing, can hold a channel with its body.
    complete: Whether these are all such states; otherwise they are those of the first goals.
    """

    states: States
    held: frozenset[int]
    stuck: frozenset[int]
    complete: bool = True


def hard_core(frame: RoutingArrays, held: np.ndarray, wormhole: bool, most: int) -> HardCore:
    """The states that elimination leaves.

    frame: Arrays of the network and its routing.
    held (ndarray of bool, shape (C,)): Channels that elimination left.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> frame = RoutingArrays(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found = hard_core(frame, np.ones(3, dtype=bool), False, 10)
    >>> found.states.channel, found.states.after, sorted(found.stuck)
    ([1, 2, 2, 0, 0, 1], [(1,), (), (3,), (), (5,), ()], [0, 2, 4])
    """
    states, stuck = States(frame.routing), set[int]()
    complete, marks, flags = True, frame.filled(len(frame.head), False, np.bool_), frame.kept(held)
    for graph in goal_graphs(frame.routing, frame=frame):
        count = frame.loop(loops.mark_stuck)(
            graph.by_node, len(frame.forwarding), graph.head, graph.end, graph.start, graph.channel,
            graph.channels, states.waits_for_all, wormhole, flags, marks,
        )  # fmt: skip
        if len(stuck) + count > most:
            complete = False
            break
        if count:
            target = frame.filled(len(frame.head), False, np.bool_)
            for c in graph.channels:
                target[c] = marks[c]
            stuck |= {s for c, s in states.add(graph, target).items() if target[c]}
    return HardCore(states, frozenset(np.flatnonzero(held).tolist()), frozenset(stuck), complete)
