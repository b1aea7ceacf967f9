"""Channel dependencies of a routing by following its packets to all ends, one end for those that are alike."""

import numpy as np

from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import loops
from graphs.deadlock.dependencies.union import NEVER, Followed, slots, union
from graphs.routing.alike_ends import alike_ends
from graphs.routing.dependency import DependencyGraph
from graphs.routing.following.goal_graph import Frame


def every_packet(frame: Frame, progress: Progress = None) -> Followed:
    """Follow the packets to all ends.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    Followed
        As :func:`graphs.deadlock.dependencies.channel_dependencies.channel_dependencies`.
    """
    routing = frame.routing
    places, begin = slots(frame)
    alike = alike_ends(routing)
    sizes = [len(each) for each in alike.classes]
    all_ = union(frame, places, alike.first, sizes, progress)
    first = np.asarray(frame.first_channel)[np.asarray(frame.head)]
    found = tuple(np.empty(np.count_nonzero(all_.nearest != NEVER), dtype=np.int32) for _ in range(4))
    frame.loop(loops.listed)(frame.kept(all_.nearest), NEVER, frame.kept(begin), frame.kept(first), *found)
    tail, head, source, number = found
    columns, used = (tail, head, source, np.asarray(alike.first, dtype=np.int32)[number]), all_.used
    if len(sizes) < len(routing.ends):
        columns, used = alike.exchanged(columns), alike.used(used)
    return Followed(DependencyGraph(len(first), *columns, routing.channel_name), used, all_.packets)
