"""Channel dependencies of a routing by its symmetry: those of few packets, moved to where all others have them."""

from collections.abc import Callable
from functools import partial

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.dependencies.followed import Followed
from netlemma.graphs.deadlock.dependencies.slots import by_orbit
from netlemma.graphs.deadlock.dependencies.union import Nearest, Taken
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.routing.following.channel_orbits import ChannelOrbits
from netlemma.graphs.routing.following.follow_all import JoinedWorker, follow_joined
from netlemma.graphs.routing.following.goal_graph import Frame

NEVER = np.iinfo(np.int64).max


def by_symmetry(frame: Frame, orbits: ChannelOrbits, progress: Progress = None, single: bool = False) -> Followed:
    """Follow the packets of one pair of ends of each orbit of pairs.

    Their dependencies are moved to cell 0, and there under all symmetries that leave the cell where it is, until no symmetry
    adds another one.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    orbits : ChannelOrbits
        Orbits of its channels.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    single : bool, default False
        Whether to find only dependencies of packets with a single choice.

    Returns
    -------
    Followed
        As :func:`netlemma.graphs.deadlock.dependencies.channel_dependencies.channel_dependencies`.
    """
    places = by_orbit(frame, orbits)
    ends, sizes = orbits.destinations
    kinds: list[Callable[[], JoinedWorker]] = [
        partial(Taken, frame, sizes, orbits.messages),
        partial(Nearest, frame, places, single, holding=True),
    ]
    taken, some = follow_joined(frame, kinds, progress, orbits.messages, ends)
    depth, source, destination = np.full((3, places.size), NEVER)
    there = np.flatnonzero(some.nearest)
    depth[there], one, number = some.packets(there)
    at = orbits.routing.network.origin[np.asarray(some.holder)[there] // orbits.routing.vcs]
    source[there] = orbits.moved_to_first(at, one)
    destination[there] = orbits.moved_to_first(at, np.asarray(ends)[number])
    tail, head = _pairs(places.begin, orbits)
    moves = [
        (fixing, places.held[image[orbits.base[tail]]] + places.wanted[image[head]])
        for fixing, image in zip(orbits.symmetry.fixing, orbits.images, strict=True)
    ]
    risen = True
    while risen:
        risen = False
        for fixing, to in moves:
            nearer = np.flatnonzero(depth < depth[to])
            if len(nearer):
                risen = True
                depth[to[nearer]] = depth[nearer]
                source[to[nearer]], destination[to[nearer]] = fixing[source[nearer]], fixing[destination[nearer]]
    there = np.flatnonzero(depth < NEVER)
    order = there[np.lexsort((orbits.orbit[head[there]], tail[there]))]
    columns = tail[order], orbits.orbit[head[order]], source[order], destination[order]
    graph = DependencyGraph(len(orbits.base), *columns)
    used = np.zeros(len(orbits.orbit), dtype=bool)
    used[orbits.alike[np.asarray(taken.used)]] = True
    return Followed(graph, used[orbits.alike], taken.packets, orbits)


def _pairs(begin: np.ndarray, orbits: ChannelOrbits) -> tuple[np.ndarray, np.ndarray]:
    """The orbit and the channel behind its base in cell 0 of every place for a dependency."""
    tail = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    net, vcs = orbits.routing.network, orbits.routing.vcs
    node = net.target[orbits.base[tail] // vcs].astype(np.int64)
    first = orbits.moved_to_first(node, node)
    base = net.indptr[first] * vcs + np.arange(len(tail)) - begin[tail]
    return tail, orbits.channels(orbits.symmetry.cell[node], orbits.orbit[base])
