"""The union of the channel dependencies of many packets.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all goals is an array over
such pairs, whatever the number of packets."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from graphs.base.errors import SizeError
from graphs.base.parallel import Progress
from graphs.deadlock.dependencies import loops
from graphs.routing.dependency import DependencyGraph
from graphs.routing.following.channel_orbits import ChannelOrbits
from graphs.routing.following.follow_all import follow_all
from graphs.routing.following.goal_graph import Frame, GoalGraph, Messages

MOST_PAIRS = 2 * 10**8
MOST = np.iinfo(np.int64).max
NUMBER = (1 << 21) - 1  # greatest of a node, in what is compared


@dataclass(frozen=True, eq=False)
class Followed:
    """Dependencies of all packets.

    Attributes
    ----------
    found : DependencyGraph
        The dependencies of channels; those of their orbits, if these are known.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of triples of a source, a destination and a label.
    orbits : ChannelOrbits, optional
        Orbits of channels under translations of the routing.
    """

    found: DependencyGraph
    used: np.ndarray
    packets: int
    orbits: ChannelOrbits | None = None

    @cached_property
    def graph(self) -> DependencyGraph:
        """The channel dependency graph; the witness of a dependency is a packet that reaches it after the fewest channels, to
        the first such destination if there are no orbits.
        """
        return self.found if self.orbits is None else self.orbits.expanded(self.found)

    @property
    def dependencies(self) -> int:
        """Number of dependencies."""
        return self.found.dependencies * (1 if self.orbits is None else self.orbits.cells)

    def numbering(self) -> np.ndarray | None:
        """As :meth:`graphs.routing.dependency.DependencyGraph.numbering` of the graph.

        A chain of dependencies of orbits is that of some channels, which goes on for ever if it comes back to an orbit.
        """
        numbers = self.found.numbering()
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


class Union(NamedTuple):
    """Dependencies that were found, by place.

    Attributes
    ----------
    nearest : ndarray of int64
        Packet with each after the fewest channels, as of :func:`graphs.deadlock.dependencies.loops.add_dependencies`; 0 where
        there is none.
    held : ndarray of int32
        The channel that it holds, if that was asked for.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of packets.
    """

    nearest: np.ndarray
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
    nodes = frame.routing.network.node_count
    if nodes > NUMBER:
        raise SizeError(
            f"{frame.routing.title} has {nodes:,} nodes: channel dependencies are kept for at most {NUMBER:,}"
        )
    kept = Slots(places.size, frame.kept(places.slot), frame.kept(places.position))
    workers = follow_all(
        frame, lambda: _Worker(frame, kept, sizes, messages, single, holding), progress, messages, ends
    )
    for other in workers[1:]:
        frame.loop(loops.take_nearer)(*workers[0].found, *other.found)
    nearest, held = (np.asarray(each) for each in workers[0].found)
    used = np.any([worker.used for worker in workers], axis=0)
    return Union(nearest, held, used, sum(worker.packets for worker in workers))


def decoded(nearest: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The packets of some entries of :attr:`Union.nearest`.

    Parameters
    ----------
    nearest : ndarray of int64
        Entries other than 0.

    Returns
    -------
    tuple of ndarray of int64
        Fewest channels before each dependency, source of such a packet, and number of its end.
    """
    key = MOST - nearest
    return key >> 2 * NUMBER.bit_length(), key & NUMBER, key >> NUMBER.bit_length() & NUMBER


class _Worker:
    """Dependencies of the goals that one thread follows."""

    def __init__(
        self,
        frame: Frame,
        places: Slots,
        sizes: Sequence[int],
        messages: Messages | None,
        single: bool,
        holding: bool,
    ) -> None:
        self.places, self.sizes, self.messages, self.single = places, sizes, messages, single
        self.found = frame.filled(places.size, dtype=np.int64), frame.filled(places.size if holding else 0)
        self.used = frame.filled(len(frame.head), False, np.bool_)
        self.packets = 0
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
            graph.depth, graph.source, number, self.places.slot, self.places.position, *self.found, self.used,
            self.single,
        )  # fmt: skip
