"""Channel dependencies of a routing by following its packets to all ends, one end for those that are alike."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.dependencies import loops
from netlemma.graphs.deadlock.dependencies.followed import Followed, require_dependencies
from netlemma.graphs.deadlock.dependencies.paths import along_paths
from netlemma.graphs.deadlock.dependencies.slots import by_wanted
from netlemma.graphs.deadlock.dependencies.union import Marks, Nearest, Taken
from netlemma.graphs.deadlock.dependencies.witnesses import Witnesses
from netlemma.graphs.routing.alike_ends import alike_ends
from netlemma.graphs.routing.dependency import DependencyGraph, ReadColumn, from_rows_back
from netlemma.graphs.routing.following.follow_all import JoinedWorker, follow_joined
from netlemma.graphs.routing.following.goal_graph import Frame

AT_ONCE = (
    6 * 10**7
)  # places up to which packets are kept as they are followed: that is faster than to follow some again


def every_packet(
    frame: Frame, progress: Progress = None, single: bool = False, also: Callable[[], JoinedWorker] | None = None
) -> Followed:
    """Follow the packets to all ends.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    single : bool, default False
        Whether to find only dependencies of packets with a single choice.
    also : Callable, optional
        Maker of workers that see the same packets, one for each thread; the first one takes over what all have found.

    Returns
    -------
    Followed
        As :func:`netlemma.graphs.deadlock.dependencies.channel_dependencies.channel_dependencies`.
    """
    routing = frame.routing
    places, first, entering = by_wanted(frame)
    alike = alike_ends(routing)
    sizes = [len(each) for each in alike.classes]
    by_paths = routing.paths_to is not None
    at_once = by_paths or places.size <= AT_ONCE
    kinds = [partial(Taken, frame, sizes), partial(Nearest if at_once else Marks, frame, places, single)]
    found: Any
    if by_paths:
        taken, found = along_paths(frame, places, alike.first, sizes, progress)
    else:
        taken, found, *_ = follow_joined(frame, [*kinds, *([also] if also else [])], progress, ends=alike.first)
    into, tails = _listed(frame, found.marks, places.begin, first, entering)
    ends = np.asarray(alike.first)

    def packets(some: Any) -> Any:
        """The source and the destination of the packet with each of some dependencies."""
        if not at_once:
            return again(some)
        _, source, number = found.packets(places.held[graph.tail[some]] + places.wanted[graph.head[some]])
        return source, ends[number]

    source, destination = ReadColumn(lambda some: packets(some)[0]), ReadColumn(lambda some: packets(some)[1])
    graph = from_rows_back(into, tails, source, destination, routing.channel_name)
    again = Witnesses(frame, alike.first, graph.tail, graph.head, single)
    used = np.asarray(taken.used)
    if len(sizes) == len(routing.ends):
        return Followed(graph, used, taken.packets)
    exchanged = alike.exchanged((np.asarray(graph.tail), graph.head, np.asarray(source), np.asarray(destination)))
    every = DependencyGraph(len(used), *exchanged, routing.channel_name)
    return Followed(every, alike.used(used), taken.packets)


def _listed(frame: Frame, marks: tuple[Any, Any], *rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The dependencies that are marked, see :func:`netlemma.graphs.deadlock.dependencies.loops.listed`."""
    count = frame.loop(loops.marked)(*marks)
    require_dependencies(frame.routing, count)
    into, tail = np.empty(len(frame.head) + 1, dtype=np.int64), np.empty(count, dtype=np.int32)
    frame.loop(loops.listed)(*marks, *map(frame.kept, rows), into, tail)
    return into, tail
