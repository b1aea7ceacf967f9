"""The union of the channel dependencies of many packets, of which each thread follows some."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.deadlock.dependencies import loops
from netlemma.graphs.deadlock.dependencies.slots import Slots
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.following.goal_graph import Frame, GoalGraph, Messages

MOST_NEAREST = 2 * 10**8  # places with a packet each
MOST_MARKS = 2**33  # places with a bit each
LEAST_DEPTHS = 7  # bits for the depth of a dependency, at least


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


class Taken:
    """Channels that packets take, and the number of packets.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    sizes : Sequence of int
        For how many ends each of those that are followed stands.
    messages : Callable, optional
        For how many sources each source of packets to an end stands; by default for itself.

    Attributes
    ----------
    used : array of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of packets.
    """

    def __init__(self, frame: Frame, sizes: Sequence[int], messages: Messages | None = None) -> None:
        self.sizes, self.messages = sizes, messages
        self.used, self.packets = frame.filled(len(frame.head), False, np.bool_), 0

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the packets to one goal.

        Parameters
        ----------
        graph : GoalGraph
            Places of the packets.
        number : int
            Position of its destination among those that are followed.
        """
        end, sources = graph.goal.destination, graph.sources
        stand = len(sources) if self.messages is None else sum(self.messages(end)[s] for s in sources)
        self.packets += int(stand) * self.sizes[number]
        graph.frame.loop(loops.add_used)(graph.channels, self.used)

    def join(self, other: "Taken") -> None:
        """Add what another thread has found."""
        self.used |= other.used
        self.packets += other.packets


class _Found:
    """Dependencies of the packets to some goals."""

    def __init__(self, frame: Frame, places: Slots, single: bool, most: int) -> None:
        if places.size > most:
            raise SizeError(
                f"{frame.routing.title} has {places.size:,} pairs of a channel and one behind it: at most {most:,} fit"
            )
        self.frame, self.places, self.single = frame, places.kept(frame), single

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the dependencies of packets to one goal.

        Parameters
        ----------
        graph : GoalGraph
            Places of the packets.
        number : int
            Position of its destination among those that are followed.
        """
        nodes = len(self.frame.forwarding)
        rows = graph.by_node, graph.head, nodes, graph.end, graph.start, graph.channel, graph.channels
        self._add(graph, number, rows)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        raise NotImplementedError


class Marks(_Found):
    """Dependencies, one bit for each place.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    places : Slots
        Places of the dependencies.
    single : bool, default False
        Whether to find only dependencies of packets with a single choice.

    Attributes
    ----------
    marks : tuple of (array of uint8, array of bool)
        Bit d % 8 of entry d // 8 of the first array tells whether dependency d was found, the second one whether any was found
        in each block, see :func:`netlemma.graphs.deadlock.dependencies.loops.mark_dependencies`.

    Raises
    ------
    SizeError
        If there are too many places.
    """

    def __init__(self, frame: Frame, places: Slots, single: bool = False) -> None:
        super().__init__(frame, places, single, MOST_MARKS)
        bits, blocks = places.size // 8 + 1, (places.size >> loops.BLOCK) + 1
        self.marks = frame.filled(bits, dtype=np.uint8), frame.filled(blocks, False, np.bool_)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        mark = self.frame.loop(loops.mark_dependencies)
        mark(*rows, self.places.held, self.places.wanted, self.single, *self.marks)

    def join(self, other: "Marks") -> None:
        """Add what another thread has found."""
        self.frame.loop(loops.take_marks)(*self.marks, *other.marks)


class Nearest(_Found):
    """Dependencies, with a packet that reaches each after the fewest channels.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    places : Slots
        Places of the dependencies.
    single : bool, default False
        Whether to find only dependencies of packets with a single choice.
    holding : bool, default False
        Whether to keep the channels that packets hold, of which several have the same places.
    begin : int, default 0
        Number of the first end that is followed.

    Attributes
    ----------
    keys : Keys
        How packets are kept.
    nearest : array of int32 or int64
        The packet with each dependency, 0 where there is none.
    holder : array of int32
        The channel that it holds, if that was asked for.

    Raises
    ------
    SizeError
        If there are too many places or nodes.
    """

    def __init__(
        self, frame: Frame, places: Slots, single: bool = False, holding: bool = False, begin: int = 0
    ) -> None:
        super().__init__(frame, places, single, MOST_NEAREST)
        self.begin, self.keys = begin, keys(frame.routing)
        self.nearest = frame.filled(places.size, dtype=self.keys.dtype)
        self.holder = frame.filled(places.size if holding else 0)

    def _add(self, graph: GoalGraph, number: int, rows: tuple[Any, ...]) -> None:
        self.frame.loop(loops.add_dependencies)(
            *rows, graph.depth, graph.source, self.begin + number, self.places.held, self.places.wanted, *self.keys[:3],
            self.nearest, self.holder, self.single,
        )  # fmt: skip

    def join(self, other: "Nearest") -> None:
        """Add what another thread has found."""
        self.frame.loop(loops.take_nearer)(self.nearest, self.holder, other.nearest, other.holder)

    @property
    def marks(self) -> tuple[Any, Any]:
        """The dependencies, as of :class:`Marks`."""
        bits = np.packbits(np.asarray(self.nearest) != 0, bitorder="little")
        return self.frame.kept(bits), self.frame.filled((self.places.size >> loops.BLOCK) + 1, True, np.bool_)

    def packets(self, some: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As :meth:`Keys.decoded`, of the dependencies in some places."""
        return self.keys.decoded(np.asarray(self.nearest, dtype=self.keys.dtype)[some])
