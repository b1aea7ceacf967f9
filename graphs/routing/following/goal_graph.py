"""Packets to one goal, a destination and a label, followed through all places that they reach.

A place is a row of the routing's :class:`netlemma.graphs.routing.choices.Choices`: a node, or a packet behind a channel. Where
packets cannot go in circles the reached rows have a topological order, in which whatever is wanted (loads,
dependencies, routes) is computed in one pass. One goal is held at a time, so memory grows with the channels and not
with the pairs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from netlemma.graphs.routing.choices import BY_NODE, Choices, Goal, choices_to, goals
from netlemma.graphs.routing.following import goal_kernels as kernels
from netlemma.graphs.routing.following.faults import fault

Messages = Callable[[int], Sequence[int] | np.ndarray]  # destination -> messages of each node to it
ARRIVED = -1  # instead of a node and of a row


class Frame:
    """Arrays of a routing's network that all goals share; lists where loops run as plain Python.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    fast : bool, optional
        Whether loops are compiled; by default where the network and its number of destinations are large.

    Attributes
    ----------
    head : array of int32, shape (C,)
        Node to which each channel leads.
    first_channel : array of int64, shape (N + 1,)
        First channel of each node.
    forwarding : array of bool, shape (N,)
        Whether each node forwards packets of others.
    known : dict from Goal to Choices, or None
        Choices of the goals followed so far, where loops run as plain Python: relations are slow to ask again.
    """

    def __init__(self, routing: ChannelRouting, fast: bool | None = None) -> None:
        net = routing.network
        self.routing = routing
        labels = len(routing.labels(*routing.ends[:2])) if len(routing.ends) > 1 else 1
        steps = len(routing.ends) * routing.channel_count * max(1, labels)
        self.fast = worth_compiling(steps) if fast is None else fast
        if self.fast:
            compiled(kernels.walk)  # loads Numba, so that the routing compiles its loops, too
        self.head = self.kept(np.repeat(net.target.astype(np.int32), routing.vcs))
        self.first_channel = self.kept(net.indptr.astype(np.int64) * routing.vcs)
        self.forwarding = self.kept(net.forwarding)
        self.known: dict[Goal, Choices] | None = None if self.fast else {}

    def kept(self, array: np.ndarray) -> Any:
        """An array as the loops take it: itself, or as a list."""
        return array if self.fast else array.tolist()

    def filled(self, size: int, value: int | float = 0, dtype: Any = np.int32) -> Any:
        """An array as the loops take it, with the same value everywhere.

        Parameters
        ----------
        size : int
            Number of entries.
        value : int or float, default 0
            The value.
        dtype : dtype, default int32
            Type of the entries of an array.

        Returns
        -------
        ndarray or list
            The array.
        """
        if not self.fast:
            return [value] * size
        return np.full(size, value, dtype=dtype) if value else np.zeros(size, dtype=dtype)

    def loop(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A loop, compiled if the work is large."""
        return compiled(function) if self.fast else function


@dataclass(frozen=True, eq=False)
class GoalGraph:
    """Places that packets to one goal reach, without circles.

    Arrays are lists where loops run as plain Python (``frame.fast`` is false). They hold until the same
    :class:`Follower` follows its next goal.

    Attributes
    ----------
    frame : Frame
        Arrays of the network.
    goal : Goal
        Destination and label.
    head : array of int32, shape (C,)
        Node to which each channel leads; where packets pass their destination in the first of two phases, ARRIVED instead for
        channels behind which they have arrived.
    end : int
        Entry of ``head`` for channels behind which packets have arrived: the destination, or ARRIVED.
    sources : array of int32
        Sources of the packets.
    alternatives : ndarray of int64
        For each source the number of labels that its packets to this destination may carry.
    by_node : bool
        Whether a packet behind channel c is at row ``head[c]``, not N + c.
    start, channel : array of int64, array of int32
        Choices: those of row r are ``channel[start[r]:start[r + 1]]``. Ignore those of rows not reached, and behind
        channels that lead to the destination.
    choices : Choices
        The same, with weights, always as arrays.
    rows : array of int32
        Rows that packets reach, each before the rows behind its choices. By channel, rows behind channels that lead to
        the destination are among them.
    channels : array of int32, shape (S,)
        Channels that packets take, each before those that may follow it.
    depth, source : array of int32, shape (S,)
        Fewest channels that a packet takes before ``channels[i]``, and the source of such a packet.
    """

    frame: Frame
    goal: Goal
    head: Any
    end: int
    sources: Any
    alternatives: np.ndarray
    by_node: bool
    start: Any
    channel: Any
    choices: Choices
    rows: Any
    channels: Any
    depth: Any
    source: Any


class Follower:
    """Follows packets to one goal after another, in arrays that it uses again.

    Parameters
    ----------
    frame : Frame
        Arrays of the network.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = Frame(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found = Follower(ring).follow(Goal(0, None), np.array([1, 2], dtype=np.int32))
    >>> found.channels, found.depth, found.source
    ([1, 2], [0, 0], [1, 2])
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._stamp = 0
        channels, rows = len(frame.head), len(frame.forwarding) + len(frame.head)
        self._by_row = [frame.filled(rows) for _ in range(6)]
        self._by_channel = [frame.filled(channels) for _ in range(3)]
        self._facts = frame.filled(6, dtype=np.int64)

    def follow_to(self, destination: int, messages: Messages | None = None) -> Iterator[GoalGraph]:
        """Places that packets to a destination reach, label by label.

        Parameters
        ----------
        destination : int
            Number of the destination.
        messages : Callable, optional
            Function from a destination to the messages of each node to it; nodes without any are no sources then.

        Yields
        ------
        GoalGraph
            The places of one goal.
        """
        found = goals(self.frame.routing, destination)
        count = np.zeros(self.frame.routing.network.node_count, dtype=np.int64)
        for _, sources in found:
            count[sources] += 1
        sent = None if messages is None else np.asarray(messages(destination))
        for label, every in found:
            sources = every if sent is None else every[sent[every] != 0]
            if len(sources) or sent is None:
                yield self.follow(Goal(destination, label), sources, count[sources])

    def follow(self, goal: Goal, sources: np.ndarray, alternatives: np.ndarray | None = None) -> GoalGraph:
        """Places that packets to a goal reach.

        Parameters
        ----------
        goal : Goal
            Destination and label.
        sources : ndarray of int32
            Sources of the packets.
        alternatives : ndarray of int64, optional
            Number of labels of the packets of each source to the destination; by default 1.

        Returns
        -------
        GoalGraph
            The places.

        Raises
        ------
        RoutingError
            If a packet is stranded, is sent by a channel of another node or through a node that does not forward,
            or has wrong weights.
        Livelock
            If a packet can go in circles forever.
        """
        frame, routing = self.frame, self.frame.routing
        choices = None if frame.known is None else frame.known.get(goal)
        if choices is None:
            choices = choices_to(routing, *goal, sources)
            if frame.known is not None:
                frame.known[goal] = choices
        kept = frame.kept
        start, channel, senders = kept(choices.start), kept(choices.channel), kept(sources)
        weighed = choices.weight is not None
        weight = kept(np.zeros(0, dtype=bool) if choices.weight is None else (choices.weight > 0).astype(bool))
        by_node, single = choices.by == BY_NODE, routing.kind == DETERMINISTIC
        self._stamp += 1
        seen, missing, queue, far, origin, rows = self._by_row
        channels, depth, source = self._by_channel
        facts = self._facts
        head, end = _ends(frame, goal)
        frame.loop(kernels.walk)(
            by_node, head, frame.first_channel, frame.forwarding, end, senders, start, channel,
            weight, weighed, single, self._stamp, seen, missing, queue, far, origin, rows, channels, depth, source,
            facts,
        )  # fmt: skip
        if facts[kernels.STATUS] != kernels.FINE:
            raise fault(self.frame.routing, goal, choices, sources, self._facts)
        reached, taken = int(facts[kernels.ROWS]), int(facts[kernels.CHANNELS])
        if alternatives is None:
            alternatives = np.ones(len(sources), dtype=np.int64)
        return GoalGraph(
            frame, goal, head, end, senders, alternatives, by_node, start, channel, choices, rows[:reached],
            channels[:taken], depth[:taken], source[:taken],
        )  # fmt: skip


def _ends(frame: Frame, goal: Goal) -> tuple[Any, int]:
    """Node to which each channel leads, and where packets to a goal have arrived, see :class:`GoalGraph`."""
    routing = frame.routing
    if not routing.phases or goal.label == goal.destination:
        return frame.head, goal.destination
    head = frame.head.copy()
    into = np.flatnonzero(routing.network.target == goal.destination) * routing.vcs
    for hop in into.tolist():
        for channel in range(hop + routing.phases[1][1], hop + routing.vcs):
            head[channel] = ARRIVED
    return head, ARRIVED


def goal_graphs(routing: ChannelRouting, fast: bool | None = None, frame: Frame | None = None) -> Iterator[GoalGraph]:
    """Places that packets reach, goal by goal.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    fast : bool, optional
        Whether loops are compiled; by default where the work is large.
    frame : Frame, optional
        Arrays of the routing's network, if there are any; they also say whether loops are compiled.

    Yields
    ------
    GoalGraph
        The places of one goal; its arrays hold until the next one.

    Raises
    ------
    RoutingError
        As :meth:`Follower.follow`.
    Livelock
        As :meth:`Follower.follow`.
    """
    follower = Follower(Frame(routing, fast) if frame is None else frame)
    for destination in routing.ends:
        yield from follower.follow_to(destination)
