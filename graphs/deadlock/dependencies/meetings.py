"""Where packets of two phases end the first one and begin the second one: workers that see the packets of a phase.

Of packets that end the first phase with channel c and of those that begin the second one with channel x, some are the same
packets if the *facts* about c and x say so, see :func:`netlemma.graphs.deadlock.dependencies.phase_loops.meet`."""

from typing import Any

import numpy as np

from netlemma.graphs.deadlock.dependencies import phase_loops as loops
from netlemma.graphs.routing.following.goal_graph import Frame, GoalGraph
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.dimensions import dimensions

Facts = tuple[np.ndarray, ...]  # four arrays of int32 with an entry for each channel
FAR = np.iinfo(np.int64).max


class ByAnyNode:
    """First and last channels of packets by way of any node.

    A packet ends with c and goes on with x but for one from a node to itself: so two sources and two destinations are enough.

    Parameters
    ----------
    frame : Frame
        A phase of a routing, and arrays of its network.
    """

    far = np.zeros(0, dtype=np.int32)  # there are no distances on which it depends

    def __init__(self, frame: Frame) -> None:
        channels, nodes = len(frame.head), len(frame.forwarding)
        self.room = frame.filled(nodes + channels), frame.filled(nodes + channels)
        self.sources = frame.filled(channels, -1), frame.filled(channels, -1)
        self.goals = frame.filled(channels, -1), frame.filled(channels, nodes)  # greatest and least

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal.

        Parameters
        ----------
        graph : GoalGraph
            Places of the packets.
        number : int
            Position of its destination among those that are followed.
        """
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

        Parameters
        ----------
        ended, begun : Facts
            Facts about the channels.

        Returns
        -------
        tuple of ndarray
            Sources and destinations.
        """
        (one, other, *_), (most, least, *_) = ended, begun
        to = np.where(least == one, most, least)
        return np.where(one == to, other, one), to


class OnShortestPaths:
    """First and last channels of packets by way of nodes on shortest paths of a product, in dimension order.

    If any packets end with c and go on with x, those do that come from the nearest source to the nearest destination: they take
    a part of the way of the others. So they do if both channels are of different dimensions, or the way is a shortest one.

    Parameters
    ----------
    frame : Frame
        A phase of a routing, and arrays of its network.
    """

    def __init__(self, frame: Frame) -> None:
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
        """Add the packets to one goal.

        Parameters
        ----------
        graph : GoalGraph
            Places of the packets.
        number : int
            Position of its destination among those that are followed.
        """
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

        Parameters
        ----------
        ended, begun : Facts
            Facts about the channels.

        Returns
        -------
        tuple of ndarray
            Sources and destinations.
        """
        return ended[0], begun[0]


def _columns(*facts: Any) -> Facts:
    return tuple(np.asarray(each, dtype=np.int32) for each in facts)
