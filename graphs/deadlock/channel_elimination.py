"""Channels that can be held forever: wait sets, of which packets in a channel may take any channel, and elimination
of channels that packets always leave.
"""

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock import elimination_loops as loops
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays, follow_all
from netlemma.graphs.routing.symmetric_packets import alike_ends

# Wait sets: the sets of channels of which packets in a channel may take any.
#
# For whole packets in buffers only these sets count, not the destinations, and most destinations have the same ones. So
# they are kept once, and memory grows with the channels and not with the pairs.


LEAST_ROOM = 1 << 16  # for sets and pairs at the beginning; doubled where it is short


@dataclass(frozen=True, eq=False)
class WaitSets:
    """Wait sets of all packets.

    frame: Arrays of the network and its routing.
    first, pool: Channels of set w are ``pool[first[w]:first[w + 1]]``, with room behind them.
    channel, set: A channel and a set of packets in it; each pair once. Sets may be missing if a part of them is another
    set of the same channel: packets that wait for it alone are released later.
    next, bucket: Hash table of the sets.
    goals: Number of goals.
    """

    frame: RoutingArrays
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

        held (ndarray of bool, shape (C,)): Whether each channel is held.
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

        held (ndarray of bool, shape (C,)): Whether each channel is held.
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


def wait_sets(frame: RoutingArrays, progress: Progress = None) -> WaitSets:
    """Follow all packets of an adaptive routing and keep their wait sets, of ends that are alike those of the first.

    frame: Arrays of the network and its routing.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = wait_sets(RoutingArrays(channel_routing(network("mesh", k=2, n=2), "shortest-adaptive")))
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

    def __init__(self, frame: RoutingArrays) -> None:
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
                pairs, self.pair_channel, self.pair_set, self.pair_next, self.pair_bucket, self.first, self.pool,
                self.alone,
            )  # fmt: skip
            self.counts[loops.PAIRS] = left
            if 2 * left > pairs:
                self.pair_channel, self.pair_set, self.pair_next = (
                    _doubled(frame, each) for each in (self.pair_channel, self.pair_set, self.pair_next)
                )
                self.pair_bucket = frame.filled(len(self.pair_next), -1)
            index = frame.loop(loops.index_pairs)
            index(int(left), self.pair_channel, self.pair_set, self.pair_next, self.pair_bucket)


def _doubled(frame: RoutingArrays, array: Any) -> Any:
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


# Channels that can be held forever: the greatest set of channels that all wait for one another, by elimination.
#
# A channel is released if, whatever packet holds it, the packet has a choice that was released before (or arrives). A
# channel released in round r gets rank r. If every channel has a rank, packets always find a choice of lower rank than
# all channels that they hold, and there is no deadlock. The remaining channels are the greatest set of channels for each
# of which some packet has all its choices in the set.
#
# With whole packets in buffers (store-and-forward, virtual cut-through) a packet holds the channel behind which it waits;
# in wormhole routing also channels before it, so there all places of the head count that can be reached from the
# channel. Those differ from goal to goal, so wormhole routing takes two bytes for each channel and goal.


HELD = -1  # rank of channels that are not released
MOST_PLACES = 600_000_000  # channels times goals that are kept for wormhole routing


def ranks(waits: WaitSets, used: np.ndarray, wormhole: bool = False, progress: Progress = None) -> np.ndarray | None:
    """Ranks of the channels by elimination.

    used (ndarray of bool, shape (C,)): Whether packets take each channel.

    Returns: Rank of each channel, ``HELD`` for one that is used and never released, and for one that is not used; None
    if wormhole routing takes too much memory.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.channel_elimination import wait_sets
    >>> from netlemma.graphs.routing.goal_graph import RoutingArrays
    >>> for name in "shortest-adaptive", "west-first":
    ...     found = wait_sets(RoutingArrays(channel_routing(network("mesh", k=3, n=2), name)))
    ...     print([int(ranks(found, np.ones(24, dtype=bool), wormhole).max()) for wormhole in (False, True)])
    [-1, -1]
    [9, 9]
    """
    frame, alike = waits.frame, alike_ends(waits.frame.routing)
    count, channels = waits.count, len(used)
    size = np.diff(np.asarray(waits.first))
    member = np.asarray(waits.pool[: int(size.sum())], dtype=np.int32)
    first_of, sets_of = _rows(member, np.repeat(np.arange(count, dtype=np.int32), size), channels)
    rank, layer, done = frame.filled(channels, HELD), frame.filled(channels), frame.filled(count, False, np.bool_)
    kept = frame.kept
    if not wormhole:
        waiting, channels_of = _rows(waits.set, waits.channel, count)
        left = kept(np.bincount(waits.channel, minlength=channels).astype(np.int32))
        frame.loop(loops.release)(
            kept(used), kept(first_of), kept(sets_of), kept(waiting), kept(channels_of), left, done, layer, rank
        )
        return alike.numbers(np.asarray(rank, dtype=np.int32))
    if waits.goals * channels > MOST_PLACES:
        return None
    tail = np.repeat(np.arange(len(frame.forwarding), dtype=np.int32), np.diff(np.asarray(frame.first_channel)))
    node = tail[member[np.asarray(waits.first)[:-1]]]
    node_first, node_sets = _rows(node, np.arange(count, dtype=np.int32), len(frame.forwarding))
    local = np.empty(count, dtype=np.int32)
    local[node_sets] = np.arange(count) - node_first[node[node_sets]]
    into, entering = _rows(np.asarray(frame.head), np.arange(channels, dtype=np.int32), len(frame.forwarding))
    places = _Places(waits, kept(local), int(local.max(initial=0)), int(size.max(initial=0)))
    follow_all(frame, lambda: places, progress, ends=alike.first)
    frame.loop(loops.release_worms)(
        kept(used), frame.head, kept(tail), kept(first_of), kept(sets_of), waits.first, waits.pool, kept(local),
        kept(node_first), kept(node_sets), kept(into), kept(entering), waits.goals, places.place, places.support,
        places.left, done, frame.filled(channels), layer, rank,
    )  # fmt: skip
    return alike.numbers(np.asarray(rank, dtype=np.int32))


def _rows(row: np.ndarray, value: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Values sorted by their rows, and the first one of each row."""
    first = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=count))]).astype(np.int64)
    return first, value[np.argsort(row, kind="stable")]


class _Places:
    """Where packets wait: for each channel and goal the number of a wait set."""

    def __init__(self, waits: WaitSets, local: Any, most_sets: int, most_choices: int) -> None:
        self.waits, self.local, self.lock, self.goals = waits, local, Lock(), 0
        frame = waits.frame
        size = waits.goals * len(frame.head)
        self.place = frame.filled(size, loops.NOWHERE, np.min_scalar_type(most_sets + loops.WAITING))
        self.support = frame.filled(size, 0, np.min_scalar_type(most_choices + 1))
        self.left = frame.filled(len(frame.head))
        self.fill = frame.loop(loops.fill_places)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add packets to one goal."""
        frame, waits = graph.frame, self.waits
        with self.lock:
            self.fill(
                graph.by_node, len(frame.forwarding), graph.head, graph.end, graph.start, graph.channel,
                graph.channels, self.goals, waits.goals, waits.first, waits.pool, waits.next, waits.bucket, self.local,
                self.place, self.support, self.left,
            )  # fmt: skip
            self.goals += 1
