"""Channel dependencies of a routing by following its packets: to all ends, along their only ways, or a few packets by
its symmetry; with packets as witnesses.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from netlemma.errors import SizeError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.deadlock import packet_loops
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency_graph import DependencyGraph, ReadColumn, from_rows_back
from netlemma.graphs.routing.goal_graph import GoalGraph, JoinedWorker, Messages, RoutingArrays, follow_joined
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routing.symmetric_packets import ChannelOrbits, alike_ends

# What is known of the channel dependencies of a routing whose packets were followed.


MOST_DEPENDENCIES = 3 * 10**8


@dataclass(frozen=True, eq=False)
class ChannelDependencies:
    """Dependencies of all packets.

    inside: Dependencies of channels, or of their orbits if these are known: all, or some with a shortest cycle if there
    is any.
    used: Whether packets take each channel.
    packets: Number of triples of a source, a destination and a label.
    orbits: Orbits of channels under translations of the routing.
    more: Number of dependencies that are not inside.
    whole: Function without parameters that gives all dependencies, if not all are inside.
    numbers: Longest chain of dependencies that leads to each channel, if not all are inside and they form no cycle.
    """

    inside: DependencyGraph
    used: np.ndarray
    packets: int
    orbits: ChannelOrbits | None = None
    more: int = 0
    whole: Callable[[], DependencyGraph] | None = None
    numbers: np.ndarray | None = None

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
        """As :meth:`netlemma.graphs.routing.dependency_graph.DependencyGraph.numbering` of the graph.

        A chain of dependencies of orbits is that of some channels, which goes on for ever if it comes back to an orbit.
        """
        if self.whole is not None:
            return self.numbers
        numbers = self.inside.numbering()
        return numbers if numbers is None or self.orbits is None else numbers[self.orbits.orbit]


def require_dependencies(routing: ChannelRouting, count: int) -> None:
    """Refuse to keep too many dependencies."""
    if count > MOST_DEPENDENCIES:
        raise SizeError(
            f"{routing.title} has {count:,} channel dependencies: at most {MOST_DEPENDENCIES:,} can be kept"
        )


# Places for channel dependencies.
#
# A dependency is local: a channel, and a channel that starts where it ends. So the union over all packets is an array over
# such pairs, whatever the number of packets.


class DependencyIndex(NamedTuple):
    """A place for each dependency: that of channel c and channel x behind it is ``held[c] + wanted[x]``.

    begin: First place of each channel or orbit that is held, or of each that is wanted; and the number of places.
    held, wanted: The part of a place that is due to each channel; ``held`` is -1 for channels on which no dependencies
    are kept.
    """

    begin: np.ndarray
    held: Any
    wanted: Any

    @property
    def size(self) -> int:
        """Number of places."""
        return int(self.begin[-1])

    def kept(self, frame: RoutingArrays) -> "DependencyIndex":
        """The places as loops take them."""
        return DependencyIndex(self.begin, frame.kept(self.held), frame.kept(self.wanted))


def by_held(frame: RoutingArrays, tails: np.ndarray) -> DependencyIndex:
    """Places for the dependencies on some channels, channel by channel.

    frame: The routing, and arrays of its network.
    tails (ndarray of int64): The channels that are held, rising.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> frame = RoutingArrays(channel_routing(network("clique(4)"), "shortest"))
    >>> by_held(frame, np.array([0, 7])).begin.tolist()
    [0, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6]
    """
    many = _behind(frame)
    absent = np.ones(len(many), dtype=bool)
    absent[tails] = False
    many[absent] = 0
    begin = np.concatenate([[0], np.cumsum(many)])
    return DependencyIndex(begin, np.where(absent, -1, begin[:-1]), _position(np.asarray(frame.first_channel)))


def by_orbit(frame: RoutingArrays, orbits: ChannelOrbits) -> DependencyIndex:
    """Places for the dependencies on orbits of channels, orbit by orbit.

    frame: The routing, and arrays of its network.
    """
    begin = np.concatenate([[0], np.cumsum(_behind(frame)[orbits.base])])
    return DependencyIndex(begin, begin[orbits.orbit], orbits.position)


def by_wanted(frame: RoutingArrays) -> tuple[DependencyIndex, np.ndarray, np.ndarray]:
    """Places for all dependencies, by the channels that are wanted.

    Packets to one goal want fewer channels than they hold, so these places lie near each other.

    frame: The routing, and arrays of its network.

    Returns: The places. For each channel, where the channels that lead to its node begin in the next array. All
    channels, by the nodes to which they lead.
    """
    net, vcs = frame.routing.network, frame.routing.vcs
    into = arrivals(net)
    first = into.into * vcs
    entering = (into.hop[:, None] * np.int32(vcs) + np.arange(vcs, dtype=np.int32)).ravel()
    many = np.where(net.forwarding, np.diff(first), 0)
    node = np.repeat(np.arange(net.node_count), np.diff(np.asarray(frame.first_channel)))
    begin = np.concatenate([[0], np.cumsum(many[node])])
    held = np.empty(len(entering), dtype=np.int64)
    held[entering] = _position(first)
    return DependencyIndex(begin, held, begin[:-1]), first[node], entering


def _behind(frame: RoutingArrays) -> np.ndarray:
    """The number of channels behind each channel."""
    head, forwarding = np.asarray(frame.head, dtype=np.int64), frame.routing.network.forwarding
    return np.where(forwarding[head], np.diff(np.asarray(frame.first_channel))[head], 0)


def _position(first: np.ndarray) -> np.ndarray:
    """The position of each entry in its row."""
    return np.arange(first[-1]) - np.repeat(first[:-1], np.diff(first))


# The union of the channel dependencies of many packets, of which each thread follows some.


MOST_NEAREST = 2 * 10**8  # places with a packet each
MOST_MARKS = 2**33  # places with a bit each
LEAST_DEPTHS = 7  # bits for the depth of a dependency, at least


class Keys(NamedTuple):
    """How the depth of a dependency, the number of an end and a source are kept in one number, see :func:`loops.add_dependencies`.

    bits, deepest, most: Bits of the number of a node; depths from this on are alike; greatest number.
    dtype: Type of the number, the shortest one into which it fits.
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
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
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


class UsedChannels:
    """Channels that packets take, and the number of packets.

    frame: The routing, and arrays of its network.
    sizes: For how many ends each of those that are followed stands.
    messages: For how many sources each source of packets to an end stands; by default for itself.

    used: Whether packets take each channel.
    packets: Number of packets.
    """

    def __init__(self, frame: RoutingArrays, sizes: Sequence[int], messages: Messages | None = None) -> None:
        self.sizes, self.messages = sizes, messages
        self.used, self.packets = frame.filled(len(frame.head), False, np.bool_), 0

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal."""
        end, sources = graph.goal.destination, graph.sources
        stand = len(sources) if self.messages is None else sum(self.messages(end)[s] for s in sources)
        self.packets += int(stand) * self.sizes[number]
        graph.frame.loop(packet_loops.add_used)(graph.channels, self.used)

    def join(self, other: "UsedChannels") -> None:
        """Add what another thread has found."""
        self.used |= other.used
        self.packets += other.packets


class _Found:
    """Dependencies of the packets to some goals."""

    def __init__(self, frame: RoutingArrays, places: DependencyIndex, single: bool, most: int) -> None:
        if places.size > most:
            raise SizeError(
                f"{frame.routing.title} has {places.size:,} pairs of a channel and one behind it: at most {most:,} fit"
            )
        self.frame, self.places, self.single = frame, places.kept(frame), single

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the dependencies of packets to one goal."""
        nodes = len(self.frame.forwarding)
        rows = graph.by_node, graph.head, nodes, graph.end, graph.start, graph.channel, graph.channels
        self._add(graph, number, rows)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        raise NotImplementedError


class DependencyBits(_Found):
    """Dependencies, one bit for each place.

    frame: The routing, and arrays of its network.
    places: Places of the dependencies.
    single: Whether to find only dependencies of packets with a single choice.

    marks: Bit d % 8 of entry d // 8 of the first array tells whether dependency d was found, the second one whether any
    was found in each block, see :func:`netlemma.graphs.deadlock.packet_loops.mark_dependencies`.
    """

    def __init__(self, frame: RoutingArrays, places: DependencyIndex, single: bool = False) -> None:
        super().__init__(frame, places, single, MOST_MARKS)
        bits, blocks = places.size // 8 + 1, (places.size >> packet_loops.BLOCK) + 1
        self.marks = frame.filled(bits, dtype=np.uint8), frame.filled(blocks, False, np.bool_)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        mark = self.frame.loop(packet_loops.mark_dependencies)
        mark(*rows, self.places.held, self.places.wanted, self.single, *self.marks)

    def join(self, other: "DependencyBits") -> None:
        """Add what another thread has found."""
        self.frame.loop(packet_loops.take_marks)(*self.marks, *other.marks)


class Nearest(_Found):
    """Dependencies, with a packet that reaches each after the fewest channels.

    frame: The routing, and arrays of its network.
    places: Places of the dependencies.
    single: Whether to find only dependencies of packets with a single choice.
    holding: Whether to keep the channels that packets hold, of which several have the same places.
    begin: Number of the first end that is followed.

    keys: How packets are kept.
    nearest: The packet with each dependency, 0 where there is none.
    holder: The channel that it holds, if that was asked for.
    """

    def __init__(
        self, frame: RoutingArrays, places: DependencyIndex, single: bool = False, holding: bool = False, begin: int = 0
    ) -> None:
        super().__init__(frame, places, single, MOST_NEAREST)
        self.begin, self.keys = begin, keys(frame.routing)
        self.nearest = frame.filled(places.size, dtype=self.keys.dtype)
        self.holder = frame.filled(places.size if holding else 0)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        self.frame.loop(packet_loops.add_dependencies)(
            *rows, graph.depth, graph.source, self.begin + number, self.places.held, self.places.wanted, *self.keys[:3],
            self.nearest, self.holder, self.single,
        )  # fmt: skip

    def join(self, other: "Nearest") -> None:
        """Add what another thread has found."""
        self.frame.loop(packet_loops.take_nearer)(self.nearest, self.holder, other.nearest, other.holder)

    @property
    def marks(self) -> tuple[Any, Any]:
        """The dependencies, as of :class:`DependencyBits`."""
        bits = np.packbits(np.asarray(self.nearest) != 0, bitorder="little")
        return self.frame.kept(bits), self.frame.filled((self.places.size >> packet_loops.BLOCK) + 1, True, np.bool_)

    def packets(self, some: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As :meth:`Keys.decoded`, of the dependencies in some places."""
        return self.keys.decoded(np.asarray(self.nearest, dtype=self.keys.dtype)[some])


# Packets that make dependencies, for which the packets of a routing are followed once more.


MOST_PLACES = 5 * 10**7  # at a time
FIRST_ENDS = 64  # that are followed before it is seen whether there is need of more


class Witnesses:
    """A packet for each dependency, found when it is asked for: one that reaches it after the fewest channels.

    frame: The routing, and arrays of its network.
    ends: Ends to which packets are followed; of packets to several of them, one to the first is found.
    tail, head: The dependencies, in order.
    single: Whether to look only at packets with a single choice.
    """

    def __init__(
        self, frame: RoutingArrays, ends: Sequence[int], tail: Any, head: np.ndarray, single: bool = False
    ) -> None:
        self.frame, self.ends, self.tail, self.head, self.single = frame, ends, tail, head, single
        self._known = np.empty(0, dtype=np.int64)  # dependencies that were asked for last, rising
        self._packets = np.empty((2, 0), dtype=np.int64)

    def __call__(self, some: Any) -> np.ndarray:
        """The sources and the destinations of packets with some dependencies."""
        whole = isinstance(some, slice) or np.asarray(some).dtype == bool
        numbers = np.arange(len(self.head))[some] if whole else np.asarray(some, dtype=np.int64)
        if not np.isin(numbers, self._known).all():
            self._known = np.unique(numbers)
            self._packets = self._found(self._known)
        found: np.ndarray = self._packets[:, np.searchsorted(self._known, numbers)]
        return found

    def _found(self, numbers: np.ndarray) -> np.ndarray:
        found = np.empty((2, len(numbers)), dtype=np.int64)
        for mine, tails in self._parts(numbers):
            places = by_held(self.frame, tails)
            at = places.held[self.tail[numbers[mine]]] + places.wanted[self.head[numbers[mine]]]
            nearest, begin, size = None, 0, FIRST_ENDS
            depth = np.ones(1)
            while depth.any() and begin < len(self.ends):
                kind = partial(Nearest, self.frame, places, self.single, begin=begin)
                (more,) = follow_joined(self.frame, [kind], ends=self.ends[begin : begin + size])
                if nearest is None:
                    nearest = more
                else:
                    nearest.join(more)
                depth, source, number = nearest.packets(at)
                found[:, mine] = source, np.asarray(self.ends)[np.minimum(number, len(self.ends) - 1)]
                begin, size = begin + size, 2 * size
        return found

    def _parts(self, numbers: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Some dependencies in parts whose places can be kept: a mask, and the channels that they hold."""
        tails = self.tail[numbers]
        held = np.unique(tails)
        count = np.diff(by_held(self.frame, held).begin)[held]
        part = np.cumsum(count) // MOST_PLACES
        for each in np.unique(part):
            yield np.isin(tails, held[part == each]), held[part == each]


# Channel dependencies of a routing each of whose packets has only one way, by these ways.


STEPS = 8  # channels of other routings whose packets are followed in the time in which one of a path is found


def along_paths(
    frame: RoutingArrays, places: DependencyIndex, ends: Sequence[int], sizes: Sequence[int], progress: Progress = None
) -> tuple[UsedChannels, Nearest]:
    """The dependencies of all packets to some ends.

    frame: A routing that gives paths, and arrays of its network.
    """
    routing = frame.routing
    assert routing.arrays.paths_to is not None
    taken, found = UsedChannels(frame, sizes), Nearest(frame, places)
    units = len(ends) * len(routing.arrays.paths_to(ends[0]).channel) * STEPS
    require("packets", routing.title, units, nodes=routing.network.node_count)
    with ThreadPoolExecutor(cores() if frame.fast else 1) as pool:
        try:
            for number, paths in enumerate(pool.map(routing.arrays.paths_to, ends)):
                taken.packets += len(paths.source) * sizes[number]
                frame.loop(packet_loops.add_paths)(
                    *map(frame.kept, paths), number, found.places.held, found.places.wanted, *found.keys[:3],
                    found.nearest, taken.used,
                )  # fmt: skip
                if progress:
                    progress(number + 1, len(ends))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return taken, found


# Channel dependencies of a routing by following its packets to all ends, one end for those that are alike.


AT_ONCE = (
    6 * 10**7
)  # places up to which packets are kept as they are followed: that is faster than to follow some again


def every_packet(
    frame: RoutingArrays,
    progress: Progress = None,
    single: bool = False,
    also: Callable[[], JoinedWorker] | None = None,
) -> ChannelDependencies:
    """Follow the packets to all ends.

    frame: The routing, and arrays of its network.
    """
    routing = frame.routing
    places, first, entering = by_wanted(frame)
    alike = alike_ends(routing)
    sizes = [len(each) for each in alike.classes]
    by_paths = routing.arrays.paths_to is not None
    at_once = by_paths or places.size <= AT_ONCE
    kinds = [
        partial(UsedChannels, frame, sizes),
        partial(Nearest if at_once else DependencyBits, frame, places, single),
    ]
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
        return ChannelDependencies(graph, used, taken.packets)
    exchanged = alike.exchanged((np.asarray(graph.tail), graph.head, np.asarray(source), np.asarray(destination)))
    every = DependencyGraph(len(used), *exchanged, routing.channel_name)
    return ChannelDependencies(every, alike.used(used), taken.packets)


def _listed(frame: RoutingArrays, marks: tuple[Any, Any], *rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The dependencies that are marked, see :func:`netlemma.graphs.deadlock.packet_loops.listed`."""
    count = frame.loop(packet_loops.marked)(*marks)
    require_dependencies(frame.routing, count)
    into, tail = np.empty(len(frame.head) + 1, dtype=np.int64), np.empty(count, dtype=np.int32)
    frame.loop(packet_loops.listed)(*marks, *map(frame.kept, rows), into, tail)
    return into, tail


# Channel dependencies of a routing by its symmetry: those of few packets, moved to where all others have them.


NEVER = np.iinfo(np.int64).max


def by_symmetry(
    frame: RoutingArrays, orbits: ChannelOrbits, progress: Progress = None, single: bool = False
) -> ChannelDependencies:
    """Follow the packets of one pair of ends of each orbit of pairs.

    Their dependencies are moved to cell 0, and there under all symmetries that leave the cell where it is, until no symmetry
    adds another one.

    frame: The routing, and arrays of its network.
    """
    places = by_orbit(frame, orbits)
    ends, sizes = orbits.destinations
    kinds: list[Callable[[], JoinedWorker]] = [
        partial(UsedChannels, frame, sizes, orbits.messages),
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
    return ChannelDependencies(graph, used[orbits.alike], taken.packets, orbits)


def _pairs(begin: np.ndarray, orbits: ChannelOrbits) -> tuple[np.ndarray, np.ndarray]:
    """The orbit and the channel behind its base in cell 0 of every place for a dependency."""
    tail = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    net, vcs = orbits.routing.network, orbits.routing.vcs
    node = net.target[orbits.base[tail] // vcs].astype(np.int64)
    first = orbits.moved_to_first(node, node)
    base = net.indptr[first] * vcs + np.arange(len(tail)) - begin[tail]
    return tail, orbits.channels(orbits.symmetry.cell[node], orbits.orbit[base])
