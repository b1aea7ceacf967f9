"""Channel dependencies of a routing by following its packets to all ends, one end for those that are alike."""

from collections.abc import Callable
from typing import Any

import numpy as np

from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import loops
from graphs.deadlock.dependencies.union import Followed, slots, union
from graphs.routing.alike_ends import alike_ends
from graphs.routing.dependency import DependencyGraph, ReadColumn
from graphs.routing.following.follow_all import Worker
from graphs.routing.following.goal_graph import Frame


def every_packet(
    frame: Frame, progress: Progress = None, single: bool = False, also: Callable[[], Worker] | None = None
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
        Maker of workers that see the same packets, one for each thread.

    Returns
    -------
    Followed
        As :func:`graphs.deadlock.dependencies.channel_dependencies.channel_dependencies`.
    """
    routing = frame.routing
    places, begin = slots(frame)
    alike = alike_ends(routing)
    sizes = [len(each) for each in alike.classes]
    all_ = union(frame, places, alike.first, sizes, progress, single=single, also=also)
    first = np.asarray(frame.first_channel)[np.asarray(frame.head)]
    tail, head = (np.empty(np.count_nonzero(all_.nearest), dtype=np.int32) for _ in range(2))
    frame.loop(loops.listed)(frame.kept(all_.nearest), frame.kept(begin), frame.kept(first), tail, head)
    ends = np.asarray(alike.first)

    def packets(some: Any) -> tuple[np.ndarray, np.ndarray]:
        """The source and the destination of the packet with each of some dependencies."""
        _, source, number = all_.keys.decoded(all_.nearest[begin[tail[some]] + head[some] - first[tail[some]]])
        return source, ends[number]

    source, destination = ReadColumn(lambda some: packets(some)[0]), ReadColumn(lambda some: packets(some)[1])
    if len(sizes) == len(routing.ends):
        graph = DependencyGraph(len(first), tail, head, source, destination, routing.channel_name)
        return Followed(graph, all_.used, all_.packets)
    exchanged = alike.exchanged((tail, head, np.asarray(source), np.asarray(destination)))
    graph = DependencyGraph(len(first), *exchanged, routing.channel_name)
    return Followed(graph, alike.used(all_.used), all_.packets)
