"""Places for channel dependencies.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all packets is an array over
such pairs, whatever the number of packets."""

from typing import Any, NamedTuple

import numpy as np

from netlemma.graphs.routing.following.channel_orbits import ChannelOrbits
from netlemma.graphs.routing.following.goal_graph import Frame
from netlemma.graphs.routing.hop_routing import arrivals


class Slots(NamedTuple):
    """A place for each dependency: that of channel c and channel x behind it is ``held[c] + wanted[x]``.

    Attributes
    ----------
    begin : ndarray of int64
        First place of each channel or orbit that is held, or of each that is wanted; and the number of places.
    held, wanted : array of int64, shape (C,)
        The part of a place that is due to each channel; ``held`` is -1 for channels on which no dependencies are kept.
    """

    begin: np.ndarray
    held: Any
    wanted: Any

    @property
    def size(self) -> int:
        """Number of places."""
        return int(self.begin[-1])

    def kept(self, frame: Frame) -> "Slots":
        """The places as loops take them."""
        return Slots(self.begin, frame.kept(self.held), frame.kept(self.wanted))


def by_held(frame: Frame, tails: np.ndarray) -> Slots:
    """Places for the dependencies on some channels, channel by channel.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    tails : ndarray of int64
        The channels that are held, rising.

    Returns
    -------
    Slots
        The places.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> frame = Frame(channel_routing(network("clique(4)"), "shortest"))
    >>> by_held(frame, np.array([0, 7])).begin.tolist()
    [0, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6]
    """
    many = _behind(frame)
    absent = np.ones(len(many), dtype=bool)
    absent[tails] = False
    many[absent] = 0
    begin = np.concatenate([[0], np.cumsum(many)])
    return Slots(begin, np.where(absent, -1, begin[:-1]), _position(np.asarray(frame.first_channel)))


def by_orbit(frame: Frame, orbits: ChannelOrbits) -> Slots:
    """Places for the dependencies on orbits of channels, orbit by orbit.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    orbits : ChannelOrbits
        Orbits of its channels.

    Returns
    -------
    Slots
        The places.
    """
    begin = np.concatenate([[0], np.cumsum(_behind(frame)[orbits.base])])
    return Slots(begin, begin[orbits.orbit], orbits.position)


def by_wanted(frame: Frame) -> tuple[Slots, np.ndarray, np.ndarray]:
    """Places for all dependencies, by the channels that are wanted.

    Packets to one goal want fewer channels than they hold, so these places lie near each other.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.

    Returns
    -------
    Slots
        The places.
    ndarray of int64, shape (C,)
        For each channel, where the channels that lead to its node begin in the next array.
    ndarray of int32, shape (C,)
        All channels, by the nodes to which they lead.
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
    return Slots(begin, held, begin[:-1]), first[node], entering


def _behind(frame: Frame) -> np.ndarray:
    """The number of channels behind each channel."""
    head, forwarding = np.asarray(frame.head, dtype=np.int64), frame.routing.network.forwarding
    return np.where(forwarding[head], np.diff(np.asarray(frame.first_channel))[head], 0)


def _position(first: np.ndarray) -> np.ndarray:
    """The position of each entry in its row."""
    return np.arange(first[-1]) - np.repeat(first[:-1], np.diff(first))
