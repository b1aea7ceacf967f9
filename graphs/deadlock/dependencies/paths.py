"""Channel dependencies of a routing each of whose packets has only one way, by these ways."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.deadlock.dependencies import loops
from netlemma.graphs.deadlock.dependencies.slots import Slots
from netlemma.graphs.deadlock.dependencies.union import Nearest, Taken
from netlemma.graphs.routing.following.goal_graph import Frame

STEPS = 8  # channels of other routings whose packets are followed in the time in which one of a path is found


def along_paths(
    frame: Frame, places: Slots, ends: Sequence[int], sizes: Sequence[int], progress: Progress = None
) -> tuple[Taken, Nearest]:
    """The dependencies of all packets to some ends.

    Parameters
    ----------
    frame : Frame
        A routing that gives paths, and arrays of its network.
    places : Slots
        Places of the dependencies.
    ends : Sequence of int
        The ends.
    sizes : Sequence of int
        For how many ends each of them stands.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    tuple of (Taken, Nearest)
        Channels that packets take, and the dependencies.

    Raises
    ------
    SizeError
        If there are too many paths or places.
    """
    routing = frame.routing
    assert routing.paths_to is not None
    taken, found = Taken(frame, sizes), Nearest(frame, places)
    units = len(ends) * len(routing.paths_to(ends[0]).channel) * STEPS
    require("packets", routing.title, units, nodes=routing.network.node_count)
    with ThreadPoolExecutor(cores() if frame.fast else 1) as pool:
        try:
            for number, paths in enumerate(pool.map(routing.paths_to, ends)):
                taken.packets += len(paths.source) * sizes[number]
                frame.loop(loops.add_paths)(
                    *map(frame.kept, paths), number, found.places.held, found.places.wanted, *found.keys[:3],
                    found.nearest, taken.used,
                )  # fmt: skip
                if progress:
                    progress(number + 1, len(ends))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return taken, found
