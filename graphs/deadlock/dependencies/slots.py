"""Places for channel dependencies.

A dependency is local: a channel, and a channel that starts where it ends. So the union over all packets is an array over
such pairs, whatever the number of packets."""

from typing import Any, NamedTuple

import numpy as np

from graphs.routing.following.channel_orbits import ChannelOrbits
from graphs.routing.following.goal_graph import Frame


class Slots(NamedTuple):
    """A place for each dependency: that of channel c and channel x behind it is ``slot[c] + position[x]``.

    Attributes
    ----------
    begin : ndarray of int64, shape (R + 1,)
        First place of each channel or orbit, and the number of places.
    slot : array of int64, shape (C,)
        First place of each channel; -1 for channels without any.
    position : array of int64, shape (C,)
        Position of each channel among those that start where it does.
    """

    begin: np.ndarray
    slot: Any
    position: Any

    @property
    def size(self) -> int:
        """Number of places."""
        return int(self.begin[-1])

    def kept(self, frame: Frame) -> "Slots":
        """The places as loops take them."""
        return Slots(self.begin, frame.kept(self.slot), frame.kept(self.position))


def slots(frame: Frame, orbits: ChannelOrbits | None = None, tails: np.ndarray | None = None) -> Slots:
    """Places for the dependencies of channels, or of their orbits.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    orbits : ChannelOrbits, optional
        Orbits of the channels; by default each is alone.
    tails : ndarray of int64, optional
        Channels that are held, rising; by default all.

    Returns
    -------
    Slots
        The places.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> frame = Frame(channel_routing(network("clique(4)"), "shortest"))
    >>> slots(frame).size, slots(frame, tails=np.array([0, 7])).begin.tolist()[-5:]
    (36, [3, 6, 6, 6, 6])
    """
    net = frame.routing.network
    head, first = np.asarray(frame.head, dtype=np.int64), np.asarray(frame.first_channel)
    many = np.where(net.forwarding[head], np.diff(first)[head], 0)
    if orbits is not None:
        begin = np.concatenate([[0], np.cumsum(many[orbits.base])])
        return Slots(begin, begin[orbits.orbit], orbits.position)
    absent = np.zeros(len(head), dtype=bool)
    if tails is not None:
        absent[:] = True
        absent[tails] = False
        many[absent] = 0
    begin = np.concatenate([[0], np.cumsum(many)])
    position = np.arange(len(head)) - np.repeat(first[:-1], np.diff(first))
    return Slots(begin, np.where(absent, -1, begin[:-1]), position)
