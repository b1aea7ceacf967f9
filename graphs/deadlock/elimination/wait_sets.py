"""Wait sets: the sets of channels of which packets in a channel may take any.

For whole packets in buffers only these sets count, not the destinations, and most destinations have the same ones. So
they are kept once, and memory grows with the channels and not with the pairs."""

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.elimination import wait_loops as loops
from netlemma.graphs.routing.alike_ends import alike_ends
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.routing.following.follow_all import follow_all
from netlemma.graphs.routing.following.goal_graph import Frame, GoalGraph

LEAST_ROOM = 1 << 16  # for sets and pairs at the beginning; doubled where it is short


@dataclass(frozen=True, eq=False)
class WaitSets:
    """Wait sets of all packets.

    Attributes
    ----------
    frame : Frame
        Arrays of the network and its routing.
    first, pool : array of int32
        Channels of set w are ``pool[first[w]:first[w + 1]]``, with room behind them.
    channel, set : ndarray of int32, shape (P,)
        A channel and a set of packets in it; each pair once. Sets may be missing if a part of them is another set of
        the same channel: packets that wait for it alone are released later.
    next, bucket : array of int32
        Hash table of the sets.
    goals : int
        Number of goals.
    """

    frame: Frame
    first: Any
    pool: Any
    channel: np.ndarray
    set: np.ndarray
    next: Any
    bucket: Any
    goals: int

    @property
    def count(self) -> int:
        """Number of sets."""
        return int(self.set.max(initial=-1)) + 1

    def channels_of(self, number: int) -> list[int]:
        """The channels of a set, in order."""
        return sorted(int(c) for c in self.pool[self.first[number] : self.first[number + 1]])

    def single_choices(self, held: np.ndarray) -> DependencyGraph:
        """The dependencies of packets that have a single choice, between held channels.

        Parameters
        ----------
        held : ndarray of bool, shape (C,)
            Whether each channel is held.

        Returns
        -------
        DependencyGraph
            The dependencies, without witnesses.
        """
        first = np.asarray(self.first, dtype=np.int64)
        pairs = np.flatnonzero(held[self.channel] & (np.diff(first)[self.set] == 1))
        tail = self.channel[pairs].astype(np.int64)
        head = np.asarray(self.pool, dtype=np.int64)[first[self.set[pairs]]]
        order = np.lexsort([head, tail])
        order = order[held[head[order]]]
        none = np.full(len(order), -1)
        return DependencyGraph(len(held), tail[order], head[order], none, none)

    def smallest(self, held: np.ndarray) -> list[tuple[int, int]]:
        """A smallest set of held channels for each held channel that has one.

        Parameters
        ----------
        held : ndarray of bool, shape (C,)
            Whether each channel is held.

        Returns
        -------
        list of tuple of (int, int)
            Channels with the numbers of their sets.
        """
        first = np.asarray(self.first, dtype=np.int64)
        member = np.asarray(self.pool[: first[-1]], dtype=np.int64)
        begin = first[:-1]
        closed = np.logical_and.reduceat(held[member], begin)
        pairs = np.flatnonzero(held[self.channel] & closed[self.set])
        of, which = self.channel[pairs], self.set[pairs]
        keys = [np.add.reduceat(member, begin), np.maximum.reduceat(member, begin), np.minimum.reduceat(member, begin)]
        order = np.lexsort([*(key[which] for key in keys), np.diff(first)[which], of])  # the same in all runs
        chosen = order[np.unique(of[order], return_index=True)[1]]
        return list(zip(of[chosen].tolist(), which[chosen].tolist(), strict=True))


def wait_sets(frame: Frame, progress: Progress = None) -> WaitSets:
    """Follow all packets of an adaptive routing and keep their wait sets, of ends that are alike those of the first.

    Parameters
    ----------
    frame : Frame
        Arrays of the network and its routing.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    WaitSets
        The sets.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = wait_sets(Frame(channel_routing(network("mesh", k=2, n=2), "shortest-adaptive")))
    >>> sorted((c, found.channels_of(w)) for c, w in zip(found.channel.tolist(), found.set.tolist()))
    [(0, [5]), (1, [2]), (2, [7]), (3, [0]), (4, [1]), (5, [6]), (6, [3]), (7, [4])]
    """
    table = _Table(frame)
    follow_all(frame, lambda: _Collector(table), progress, ends=alike_ends(frame.routing).first)
    sets, _, pairs = (int(n) for n in table.counts)
    return WaitSets(
        frame,
        table.first[: sets + 1],
        table.pool,
        np.asarray(table.pair_channel[:pairs], dtype=np.int32),
        np.asarray(table.pair_set[:pairs], dtype=np.int32),
        table.set_next,
        table.set_bucket,
        table.goals,
    )


class _Table:
    """Sets and pairs that all threads share."""

    def __init__(self, frame: Frame) -> None:
        size = max(1, min(2 * len(frame.head), LEAST_ROOM))
        self.frame, self.lock, self.goals = frame, Lock(), 0
        rows = len(frame.forwarding) + len(frame.head)
        self.row_goal, self.row_set = frame.filled(rows), frame.filled(rows)
        self.first, self.pool, self.set_next = frame.filled(size + 1), frame.filled(2 * size), frame.filled(size)
        self.pair_channel, self.pair_set, self.pair_next = (frame.filled(size) for _ in range(3))
        self.alone = frame.filled(len(frame.head), -1)
        self.set_bucket, self.pair_bucket = frame.filled(size, -1), frame.filled(size, -1)
        self.counts = frame.filled(3, dtype=np.int64)
        self.take_in = frame.loop(loops.add_waits)

    def add(self, graph: GoalGraph) -> None:
        """Add packets to one goal, and enlarge the arrays that are full."""
        self.goals += 1
        status = loops.MORE_SETS
        while status != loops.DONE:
            status = self.take_in(
                graph.by_node, len(self.frame.forwarding), graph.head, graph.end, graph.start,
                graph.channel, graph.channels, self.goals, self.row_goal, self.row_set, self.first, self.pool,
                self.set_next, self.set_bucket, self.alone, self.pair_channel, self.pair_set, self.pair_next,
                self.pair_bucket, self.counts,
            )  # fmt: skip
            self._make_room(status)

    def _make_room(self, status: int) -> None:
        frame = self.frame
        if status == loops.MORE_ENTRIES:
            self.pool = _doubled(frame, self.pool)
        elif status == loops.MORE_SETS:
            self.first, self.set_next = _doubled(frame, self.first), _doubled(frame, self.set_next)
            self.set_bucket = frame.filled(len(self.set_next), -1)
            index = frame.loop(loops.index_sets)
            index(int(self.counts[loops.SETS]), self.first, self.pool, self.set_next, self.set_bucket)
        elif status == loops.MORE_PAIRS:
            pairs = int(self.counts[loops.PAIRS])
            left = frame.loop(loops.drop_pairs)(
                pairs,
                self.pair_channel,
                self.pair_set,
                self.pair_next,
                self.pair_bucket,
                self.first,
                self.pool,
                self.alone,
            )
            self.counts[loops.PAIRS] = left
            if 2 * left > pairs:
                self.pair_channel, self.pair_set, self.pair_next = (
                    _doubled(frame, each) for each in (self.pair_channel, self.pair_set, self.pair_next)
                )
                self.pair_bucket = frame.filled(len(self.pair_next), -1)
            index = frame.loop(loops.index_pairs)
            index(int(left), self.pair_channel, self.pair_set, self.pair_next, self.pair_bucket)


def _doubled(frame: Frame, array: Any) -> Any:
    """A copy of an array with twice its length."""
    if frame.fast:
        return np.concatenate([array, np.zeros(len(array), dtype=array.dtype)])
    return array + [0] * len(array)


class _Collector:
    """Goals that one thread follows, for a table of all threads."""

    def __init__(self, table: _Table) -> None:
        self.table = table

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add packets to one goal."""
        with self.table.lock:
            self.table.add(graph)
