"""Packets that make dependencies, for which the packets of a routing are followed once more."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from netlemma.graphs.deadlock.dependencies.slots import by_held
from netlemma.graphs.deadlock.dependencies.union import Nearest
from netlemma.graphs.routing.following.follow_all import follow_joined
from netlemma.graphs.routing.following.goal_graph import Frame

MOST_PLACES = 5 * 10**7  # at a time
FIRST_ENDS = 64  # that are followed before it is seen whether there is need of more


class Witnesses:
    """A packet for each dependency, found when it is asked for: one that reaches it after the fewest channels.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    ends : Sequence of int
        Ends to which packets are followed; of packets to several of them, one to the first is found.
    tail, head : array of int32, shape (D,)
        The dependencies, in order.
    single : bool, default False
        Whether to look only at packets with a single choice.
    """

    def __init__(self, frame: Frame, ends: Sequence[int], tail: Any, head: np.ndarray, single: bool = False) -> None:
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
