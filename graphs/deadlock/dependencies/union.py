"""The union of the channel dependencies of many packets.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all goals is an array over
such pairs, whatever the number of packets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from graphs.base.errors import SizeError
from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import loops
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.dependency import DependencyGraph
from graphs.routing.following.channel_orbits import ChannelOrbits
from graphs.routing.following.follow_all import Worker, follow_all
from graphs.routing.following.goal_graph import Frame, GoalGraph, Messages

MOST_PAIRS = 2 * 10**8
LEAST_DEPTHS = 7  # bits for the depth of a dependency, at least


@dataclass(frozen=True, eq=False)
class Followed:
    """Dependencies of all packets.

    Attributes
    ----------
    inside : DependencyGraph
        Dependencies of channels, or of their orbits if these are known: all, or some with a shortest cycle if there is any.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of triples of a source, a destination and a label.
    orbits : ChannelOrbits, optional
        Orbits of channels under translations of the routing.
    more : int, default 0
        Number of dependencies that are not inside.
    whole : Callable, optional
        Function without parameters that gives all dependencies, if there are more.
    """

    inside: DependencyGraph
    used: np.ndarray
    packets: int
    orbits: ChannelOrbits | None = None
    more: int = 0
    whole: Callable[[], DependencyGraph] | None = None

    @cached_property
    def found(self) -> DependencyGraph:
        """The dependencies of channels; those of their orbits, if these are known."""
        return self.inside if self.whole is None else self.whole()

    @cached_property
    def graph(self) -> DependencyGraph:
        """The channel dependency graph; the witness of a dependency is a packet that reaches it after the fewest channels, to
        the first such destination if there are no orbits.
        """
        return self.found if self.orbits is None else self.orbits.expanded(self.found)

    @property
    def with_cycle(self) -> DependencyGraph:
        """The channel dependency graph, or a part of it with a shortest cycle."""
        return self.graph if self.whole is None else self.inside

    @property
    def dependencies(self) -> int:
        """Number of dependencies."""
        return (self.inside.dependencies + self.more) * (1 if self.orbits is None else self.orbits.cells)

    def numbering(self) -> np.ndarray | None:
        """As :meth:`graphs.routing.dependency.DependencyGraph.numbering` of the graph.

        A chain of dependencies of orbits is that of some channels, which goes on for ever if it comes back to an orbit.
        """
        numbers = self.inside.numbering()
        if numbers is not None and self.whole is not None:
            return self.graph.numbering()
        return numbers if numbers is None or self.orbits is None else numbers[self.orbits.orbit]


class Slots(NamedTuple):
    """A place for each dependency: that of channel c and channel x behind it is ``slot[c] + position[x]``, below ``size``."""

    size: int
    slot: np.ndarray
    position: np.ndarray


def slots(frame: Frame, orbits: ChannelOrbits | None = None) -> tuple[Slots, np.ndarray]:
    """Places for the dependencies of channels, or of their orbits.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    orbits : ChannelOrbits, optional
        Orbits of the channels; by default each is alone.

    Returns
    -------
    Slots
        The places.
    ndarray of int64, shape (R + 1,)
        First place of each channel or orbit, and their number.

    Raises
    ------
    SizeError
        If nodes have so many channels that pairs of them cannot be kept.
    """
    routing, net = frame.routing, frame.routing.network
    head, first = np.asarray(frame.head, dtype=np.int64), np.asarray(frame.first_channel)
    many = np.where(net.forwarding[head], np.diff(first)[head], 0)
    begin = np.concatenate([[0], np.cumsum(many if orbits is None else many[orbits.base])])
    if begin[-1] > MOST_PAIRS:
        raise SizeError(
            f"{routing.title} has {int(begin[-1]):,} pairs of a channel and one behind it: at most {MOST_PAIRS:,} fit"
        )
    if orbits is not None:
        return Slots(int(begin[-1]), begin[orbits.orbit], orbits.position), begin
    position = np.arange(len(head)) - np.repeat(first[:-1], np.diff(first))
    return Slots(int(begin[-1]), begin[:-1], position), begin


class Keys(NamedTuple):
    """How the depth of a dependency, the number of an end and a source are kept in one number, see :func:`loops.add_dependencies`.

    Attributes
    ----------
    bits, deepest, most : int
        Bits of the number of a node; depths from this on are alike; greatest number.
    dtype : dtype
        Type of the number, the shortest one into which it fits.
    """

    bits: int
    deepest: int
    most: int
    dtype: Any

    def decoded(self, nearest: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The depths, sources and numbers of ends of some entries other than 0."""
        key, low = self.most - nearest, (1 << self.bits) - 1
        return key >> 2 * self.bits, key & low, key >> self.bits & low


def keys(routing: ChannelRouting) -> Keys:
    """The numbers for a routing's dependencies.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.

    Returns
    -------
    Keys
        The numbers.

    Raises
    ------
    SizeError
        If there are too many nodes.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> found = keys(channel_routing(network("mesh", k=30, n=2), "dimension-order"))
    >>> found.bits, found.deepest, found.dtype.__name__
    (10, 2047, 'int32')
    """
    bits = routing.network.node_count.bit_length()
    for dtype in np.int32, np.int64:
        most = int(np.iinfo(dtype).max)
        deepest = most >> 2 * bits
        if deepest.bit_length() >= LEAST_DEPTHS:
            return Keys(bits, deepest, most, dtype)
    raise SizeError(f"{routing.title} has too many nodes for its channel dependencies to be kept")


class Union(NamedTuple):
    """Dependencies that were found, by place.

    Attributes
    ----------
    nearest : ndarray of int32 or int64
        Packet with each after the fewest channels, 0 where there is none.
    keys : Keys
        How it is kept.
    held : ndarray of int32
        The channel that it holds, if that was asked for.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of packets.
    """

    nearest: np.ndarray
    keys: Keys
    held: np.ndarray
    used: np.ndarray
    packets: int


def union(
    frame: Frame,
    places: Slots,
    ends: Sequence[int],
    sizes: Sequence[int],
    progress: Progress = None,
    messages: Messages | None = None,
    single: bool = False,
    holding: bool = False,
    also: Callable[[], Worker] | None = None,
) -> Union:
    """The dependencies of all packets to some ends.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    places : Slots
        Places of the dependencies.
    ends : Sequence of int
        The ends.
    sizes : Sequence of int
        For how many ends each of them stands.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    messages : Callable, optional
        For how many sources each source of packets to an end stands; by default for itself.
    single : bool, default False
        Whether to find only dependencies of packets with a single choice.
    holding : bool, default False
        Whether to keep the channels that packets hold, of which several have the same places.
    also : Callable, optional
        Maker of workers that see the same packets, one for each thread.

    Returns
    -------
    Union
        The dependencies.

    Raises
    ------
    RoutingError
        If a packet is stranded or the routing is wrong otherwise.
    Livelock
        If packets can go in circles.
    SizeError
        If there are too many nodes.
    """
    kept = Slots(places.size, frame.kept(places.slot), frame.kept(places.position))
    how = keys(frame.routing)

    def worker() -> _Worker:
        return _Worker(frame, kept, how, sizes, messages, single, holding, also and also())

    workers = follow_all(frame, worker, progress, messages, ends)
    for other in workers[1:]:
        frame.loop(loops.take_nearer)(*workers[0].found, *other.found)
    nearest, held = map(np.asarray, workers[0].found, (how.dtype, np.int32))
    used = np.any([worker.used for worker in workers], axis=0)
    return Union(nearest, how, held, used, sum(worker.packets for worker in workers))


class _Worker:
    """Dependencies of the goals that one thread follows."""

    def __init__(
        self,
        frame: Frame,
        places: Slots,
        how: Keys,
        sizes: Sequence[int],
        messages: Messages | None,
        single: bool,
        holding: bool,
        also: Worker | None,
    ) -> None:
        self.places, self.keys, self.sizes, self.messages, self.single = places, how, sizes, messages, single
        self.found = frame.filled(places.size, dtype=how.dtype), frame.filled(places.size if holding else 0)
        self.used = frame.filled(len(frame.head), False, np.bool_)
        self.packets = 0
        self.also = also
        self.take_in = frame.loop(loops.add_dependencies)

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the dependencies of packets to one goal."""
        frame, sources = graph.frame, graph.sources
        stand = (
            len(sources) if self.messages is None else sum(self.messages(graph.goal.destination)[s] for s in sources)
        )
        self.packets += int(stand) * self.sizes[number]
        self.take_in(
            graph.by_node, graph.head, len(frame.forwarding), graph.end, graph.start, graph.channel, graph.channels,
            graph.depth, graph.source, number, self.places.slot, self.places.position, *self.keys[:3], *self.found,
            self.used, self.single,
        )  # fmt: skip
        if self.also is not None:
            self.also.add(graph, number)
