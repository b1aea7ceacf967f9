"""Packets of all goals, followed on all cores: each thread has a worker that adds up what is wanted."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routing.following.goal_graph import Follower, Frame, GoalGraph, Messages

SOME_ENDS = 64  # destinations at most by which the work is estimated


class Worker(Protocol):
    """Adds up what is wanted of the goals that one thread follows."""

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add one goal.

        Parameters
        ----------
        graph : GoalGraph
            Places of its packets.
        number : int
            Position of its destination among those that are followed.
        """


SomeWorker = TypeVar("SomeWorker", bound=Worker)


def require_following(
    routing: ChannelRouting, messages: Messages | None = None, ends: Sequence[int] | None = None
) -> None:
    """Refuse to follow the packets of all goals if that takes too long by an estimate.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    messages : Callable, optional
        As of :meth:`Follower.follow_to`; some destinations tell how many of them get messages.
    ends : Sequence of int, optional
        Destinations, by default all ends.

    Raises
    ------
    SizeError
        If it does, see :func:`netlemma.graphs.base.limits.require`.
    """
    ends = routing.ends if ends is None else ends
    some = ends[:: len(ends) // SOME_ENDS + 1]
    if messages is not None:
        some = [destination for destination in some if np.any(messages(destination))]
    count = sum(_goals(routing, destination, messages) for destination in some[:2]) / max(len(some[:2]), 1)
    units = count * len(some) * (len(ends) // SOME_ENDS + 1) * routing.channel_count
    require("packets", routing.title, units, nodes=routing.network.node_count)


def _goals(routing: ChannelRouting, destination: int, messages: Messages | None) -> int:
    """Number of labels of the packets to a destination."""
    found = goals(routing, destination)
    if messages is None:
        return len(found)
    sent = np.asarray(messages(destination))
    return sum(bool(np.any(sent[sources])) for _, sources in found)


def follow_all(
    frame: Frame,
    worker: Callable[[], SomeWorker],
    progress: Progress = None,
    messages: Messages | None = None,
    ends: Sequence[int] | None = None,
) -> list[SomeWorker]:
    """Follow the packets of all goals, destinations on all cores.

    Parameters
    ----------
    frame : Frame
        Arrays of the network.
    worker : Callable
        Maker of the workers, one for each thread.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    messages : Callable, optional
        As of :meth:`Follower.follow_to`.
    ends : Sequence of int, optional
        Destinations, by default all ends.

    Returns
    -------
    list of Worker
        The workers; each goal went to one of them.

    Raises
    ------
    RoutingError
        As :meth:`Follower.follow`, for the first destination with a fault.
    Livelock
        As :meth:`Follower.follow`, for the first destination with a fault.
    SizeError
        If there are too many goals and channels.
    """
    ends, threads = frame.routing.ends if ends is None else ends, cores() if frame.fast else 1
    require_following(frame.routing, messages, ends)
    size = max(1, min(-(-len(ends) // (8 * threads)), 64))
    workers = [worker() for _ in range(threads)]
    idle: SimpleQueue[tuple[SomeWorker, Follower]] = SimpleQueue()
    for each in workers:
        idle.put((each, Follower(frame)))

    def run(first: int) -> int:
        mine, follower = idle.get()
        try:
            for number in range(first, min(first + size, len(ends))):
                for graph in follower.follow_to(ends[number], messages):
                    mine.add(graph, number)
        finally:
            idle.put((mine, follower))
        return min(first + size, len(ends))

    starts = range(0, len(ends), size)
    if threads == 1:
        for first in starts:
            done = run(first)
            if progress:
                progress(done, len(ends))
        return workers
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for done in pool.map(run, starts):
                if progress:
                    progress(done, len(ends))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return workers


class JoinedWorker(Worker, Protocol):
    """A worker that takes over what others of its kind have found."""

    def join(self, other: Any) -> None:
        """Take over what another one has found of goals of its own."""


class _Together:
    """Workers that see the same goals."""

    def __init__(self, workers: list[JoinedWorker]) -> None:
        self.workers = workers

    def add(self, graph: GoalGraph, number: int) -> None:
        for each in self.workers:
            each.add(graph, number)


def follow_joined(
    frame: Frame,
    kinds: Sequence[Callable[[], JoinedWorker]],
    progress: Progress = None,
    messages: Messages | None = None,
    ends: Sequence[int] | None = None,
) -> list[Any]:
    """Follow the packets of all goals, and join what is wanted of them.

    Parameters
    ----------
    frame : Frame
        Arrays of the network.
    kinds : sequence of Callable
        Maker of the workers of each kind.
    progress, messages, ends : Any
        As of :func:`follow_all`.

    Returns
    -------
    list of JoinedWorker
        One worker of each kind, which has taken over what all others of its kind have found.
    """
    threads = follow_all(frame, lambda: _Together([make() for make in kinds]), progress, messages, ends)
    for other in threads[1:]:
        for mine, theirs in zip(threads[0].workers, other.workers, strict=True):
            mine.join(theirs)
    return threads[0].workers
