"""The places of packets as one numbered graph: a state is a channel and the goal of a packet that can be in it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.deadlock import state_loops as loops
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.following.goal_graph import Goal, GoalGraph, goal_graphs

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

        Parameters
        ----------
        graph : GoalGraph
            Places of the packets.
        target : array of bool, shape (C,)
            Those channels, of the channels that the packets take.

        Returns
        -------
        dict from int to int
            State of each channel on a way.
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

    Parameters
    ----------
    routing : ChannelRouting
        The routing.

    Returns
    -------
    States
        The states.

    Examples
    --------
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
