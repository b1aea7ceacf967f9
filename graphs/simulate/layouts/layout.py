"""The channels of a simulation, with the tables of its routing."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from threading import get_ident

import numpy as np

from netlemma.graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from netlemma.graphs.simulate.layouts.goal_tables import GoalTables
from netlemma.graphs.simulate.layouts.numbering import Numbering, check_ends, usual_injection_vcs

MOST_ROWS = 1 << 22  # places times destinations that are followed to choose the faster of two engines


@dataclass(frozen=True, eq=False)
class Layout(Numbering):
    """Channels, and the lists of those that worms may take next.

    Parameters
    ----------
    tables : GoalTables
        Lists of channels by goal; runs add the goals of their messages.
    """

    tables: GoalTables

    @property
    def deterministic(self) -> bool:
        """Whether the path of a worm is known at its start."""
        return self.routing.kind == DETERMINISTIC

    @property
    def longest(self) -> int:
        """Number of channels of the longest path to the goals followed so far, injection and ejection included."""
        return self.tables.longest * max(1, len(self.routing.phases.parts)) + 2

    @cached_property
    def node(self) -> np.ndarray:
        """Node at the end of each channel of the network and of injection."""
        ends = np.repeat(np.asarray(self.routing.ends), self.injection_vcs)
        return np.concatenate([np.repeat(self.routing.network.target, self.routing.vcs), ends]).astype(np.int32)

    @cached_property
    def row(self) -> np.ndarray:
        """Row of worms behind each of these channels, see :class:`netlemma.graphs.simulate.layouts.goal_tables.GoalTables`."""
        found = self.routing.network.node_count + np.arange(len(self.node))
        found[self.network_channels :] = self.node[self.network_channels :]
        return found.astype(np.int32)

    @cached_property
    def base(self) -> np.ndarray:
        """First channel of the node at the end of each of these channels."""
        return (np.asarray(self.routing.network.indptr)[self.node] * self.routing.vcs).astype(np.int32)

    @cached_property
    def early(self) -> np.ndarray:
        """Whether each of these channels is one of injection, or of the first of two phases."""
        found = np.ones(len(self.node), dtype=np.bool_)
        if self.routing.phases.parts:
            found[: self.network_channels] = self.turn[: self.network_channels] < self.routing.phases.parts[1][1]
        return found

    def offered(self, channel: int, goal: int) -> tuple[list[int], list[int]] | None:
        """The channels that a worm may take next, and escape channels apart; None at its destination.

        Parameters
        ----------
        channel : int
            Channel of the network or of injection by which it came.
        goal : int
            Number of its goal, which has been followed.

        Returns
        -------
        tuple of (list of int, list of int) or None
            Numbers of the channels.
        """
        tables = self.tables
        node = self.node[channel]
        if node == tables.node[goal]:
            return None
        block, low, high = (int(each[goal]) for each in (tables.block, tables.low, tables.high))
        number = int(tables.lists[block + node]) & 0x7FFF if block >= 0 else 0
        at = low + int(np.searchsorted(tables.rows[low:high], self.row[channel]))
        if at < high and tables.rows[at] == self.row[channel]:
            number = int(tables.others[at])
        first, escapes, offers, _ = tables.offers
        found = [int(self.base[channel] + offer) for offer in offers[first[number] : first[number + 1]]]
        middle = int(escapes[number] - first[number])
        return found[:middle], found[middle:]

    def channels_between(self, source: int, destination: int) -> list[int]:
        """The path of a deterministic routing from one terminal to another.

        Parameters
        ----------
        source : int
            Number of the source among the terminals.
        destination : int
            Number of the destination among the terminals.

        Returns
        -------
        list of int
            Numbers of the channels.
        """
        goal = int(self.follow_pairs(np.array([source]), np.array([destination]))[0])
        path = [self.injections(source)[0]]
        while following := self.offered(path[-1], goal):
            path.append(following[0][0])
        return [*path, self.first_ejection + destination]

    def follow_pairs(self, source: np.ndarray, destination: np.ndarray) -> np.ndarray:
        """Follow the packets between pairs of terminals with all of their labels, if that has not been done.

        Parameters
        ----------
        source, destination : ndarray of int, shape (pairs,)
            Terminals.

        Returns
        -------
        ndarray of int32, shape (pairs,)
            Numbers of their goals with the first label.

        Raises
        ------
        RoutingError
            If a packet is stranded or runs in circles.
        SimulationError
            If there is no label between two terminals, or the routing offers more than can be simulated.
        """
        if self.tables.by_destination:
            self.tables.follow(np.unique(destination).tolist())
            return destination.astype(np.int32)
        goals = [self.tables.goals_of(*pair) for pair in zip(source.tolist(), destination.tolist(), strict=True)]
        self.tables.follow(list(chain.from_iterable(goals)))
        return np.array([each[0] for each in goals], dtype=np.int32)

    def follow_to(self, end: int) -> None:
        """Follow the packets of all terminals to one of them; errors as of :meth:`follow_pairs`.

        Parameters
        ----------
        end : int
            Number of the destination among the terminals.
        """
        sources = np.delete(np.arange(self.ends), end)
        self.follow_pairs(sources, np.full(len(sources), end))

    def follow_all(self) -> bool:
        """Follow the packets to all terminals, if there are not too many places; errors as of :meth:`follow_pairs`.

        Returns
        -------
        bool
            Whether that has been done.
        """
        if self._follows_at_most() < self.ends:
            return False
        for end in range(self.ends):
            self.follow_to(end)
        return True

    def links_are_single(self) -> bool:
        """Whether it is known that no physical link has two virtual channels in use, so that there is no bandwidth to share."""
        if self.injection_vcs > 1 or self.routing.vcs == 1:
            return self.injection_vcs == 1
        for end in range(min(self.ends, self._follows_at_most())):
            self.follow_to(end)
            if np.bincount(self.link[: self.network_channels][self.tables.used], minlength=1).max() > 1:
                return False
        return self._follows_at_most() >= self.ends

    def _follows_at_most(self) -> int:
        """Number of destinations that are followed at most beside those of messages."""
        return MOST_ROWS // (self.routing.network.node_count + self.network_channels)


def layout(routing: ChannelRouting, injection_vcs: int | None = None) -> Layout:
    """The channels of a simulation; packets are followed when messages are sent.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> layout(channel_routing(network("mesh", k=2, n=2), "duato", 3)).injection_vcs
    3
    >>> one = layout(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> [one.name(c) for c in one.channels_between(0, 2)]
    ['injection at (0)', '(0)->(1)', '(1)->(2)', 'ejection at (2)']
    """
    check_ends(routing)
    return _layout(routing, usual_injection_vcs(routing) if injection_vcs is None else injection_vcs, get_ident())


@lru_cache(maxsize=4)
def _layout(routing: ChannelRouting, injection_vcs: int, thread: int) -> Layout:
    return Layout(routing, injection_vcs, _tables(routing, thread))


@lru_cache(maxsize=4)
def _tables(routing: ChannelRouting, thread: int) -> GoalTables:
    """Tables of a routing that one thread fills: simulations that run at the same time have their own."""
    return GoalTables(routing)


def check_routing(routing: ChannelRouting) -> None:
    """Raise the errors of :func:`layout`."""
    layout(routing)
