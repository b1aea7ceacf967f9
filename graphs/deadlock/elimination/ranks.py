"""Channels that can be held forever: the greatest set of channels that all wait for one another, by elimination.

A channel is released if, whatever packet holds it, the packet has a choice that was released before (or arrives). A
channel released in round r gets rank r. If every channel has a rank, packets always find a choice of lower rank than
all channels that they hold, and there is no deadlock. The remaining channels are the greatest set of channels for each
of which some packet has all its choices in the set.

With whole packets in buffers (store-and-forward, virtual cut-through) a packet holds the channel behind which it waits;
in wormhole routing also channels before it, so there all places of the head count that can be reached from the
channel. Those differ from goal to goal, so wormhole routing takes two bytes for each channel and goal."""

from threading import Lock
from typing import Any

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.elimination import release_loops as loops
from netlemma.graphs.deadlock.elimination.wait_sets import WaitSets
from netlemma.graphs.routing.alike_ends import alike_ends
from netlemma.graphs.routing.following.follow_all import follow_all
from netlemma.graphs.routing.following.goal_graph import GoalGraph

HELD = -1  # rank of channels that are not released
MOST_PLACES = 600_000_000  # channels times goals that are kept for wormhole routing


def ranks(waits: WaitSets, used: np.ndarray, wormhole: bool = False, progress: Progress = None) -> np.ndarray | None:
    """Ranks of the channels by elimination.

    Parameters
    ----------
    waits : WaitSets
        Wait sets of the packets of an adaptive routing.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    wormhole : bool, default False
        Whether packets can hold several channels.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations), for wormhole routing.

    Returns
    -------
    ndarray of int32, shape (C,), or None
        Rank of each channel, ``HELD`` for one that is used and never released, and for one that is not used; None if
        wormhole routing takes too much memory.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.elimination.wait_sets import wait_sets
    >>> from netlemma.graphs.routing.following.goal_graph import Frame
    >>> for name in "shortest-adaptive", "west-first":
    ...     found = wait_sets(Frame(channel_routing(network("mesh", k=3, n=2), name)))
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
