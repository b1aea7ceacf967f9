"""Capabilities that a routing may declare beside its relation: the same relation as arrays, fast ways to count its
loads, what is known of its channel dependencies, and symmetries.

Escape channels and phases are routings themselves, see :mod:`netlemma.graphs.routing.channel_routing`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

# Capabilities; each of their defaults declares nothing.


@dataclass(frozen=True)
class Arrays:
    """The relation as arrays, for all packets to a destination at once.

    choices_to: Function (destination, label) -> :class:`netlemma.graphs.routing.choices.Choices`, the choices at all places;
    None for a routing that can only be asked place by place.
    goals_to: Function from a destination to a list of labels, each with an array of the sources that have it among their
    ``labels``; None to ask ``labels`` for each source.
    paths_to: Function from a destination to :class:`netlemma.graphs.routing.choices.Paths`, the ways of all packets to it, for
    a routing each of whose packets has only one way.
    """

    choices_to: Callable[[int, Hashable], Any] | None = None
    goals_to: Callable[[int], Sequence[tuple[Hashable, Any]]] | None = None
    paths_to: Callable[[int], Any] | None = None


@dataclass(frozen=True)
class LoadMethod:
    """How measurements count loads, and what they count.

    by: Fast method of :mod:`netlemma.graphs.loads` for the loads of devices: "shortest" (every shortest path equally likely),
    "hops" (every hop that leads nearer equally likely at each node) or "first" (the first of them); "" for none.
    orders: Dimension orders one of which is drawn for each message, all equally likely: whether the last dimension is
    first, and the direction half-way around a ring, see :func:`netlemma.graphs.routings.dimension_order.dimension_order`.
    counting: Description of the rule for a measurement, which counts links and not their virtual channels; None for that
    of the routing.
    """

    by: str = ""
    orders: tuple[tuple[bool, str], ...] = ()
    counting: str | None = None


@dataclass(frozen=True)
class KnownDependencies:
    """What is known of channel dependencies without following packets.

    line_by_line: Whether packets correct one dimension of a product after the other, dimension 0 first, and their channels
    depend on the digits of that dimension and on the channel by which they came, in the same way on all of its lines.
    turns: Function that returns the turns that packets take at most, if the rule sets them and every packet is delivered
    for certain; otherwise it returns None.
    tables: Routes of a file that the routing follows, with their scope; None for a routing that is a rule.
    """

    line_by_line: bool = False
    turns: Callable[[], Turns | None] | None = None
    tables: tuple[Any, str] | None = None


@dataclass(frozen=True)
class RoutingSymmetry:
    """Symmetries of a routing.

    alike_ends: Whether exchanging two ends on the same switch, each with one link, is one.
    group: Function that returns a group of them.
    """

    alike_ends: bool = False
    group: Callable[[], Symmetry] | None = None


# Symmetries of a routing: permutations of the nodes that map it onto itself.


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A group of permutations of the nodes that map a routing onto itself.

    The nodes lie in cells alike, such as a switch with its terminals. For every two cells there is one translation that
    takes the first to the second; all other symmetries are made of a translation and of those that leave cell 0 where it is.

    cell: Number of each node's cell.
    translated: Function (at, to, node) -> the image of each node under the translation that takes cell ``at`` to cell
    ``to``; arrays whose shapes fit.
    fixing: Permutations that generate the symmetries which map cell 0 onto itself.
    """

    cell: np.ndarray
    translated: Callable[[Any, Any, np.ndarray], np.ndarray]
    fixing: Sequence[np.ndarray]


# Turns that a routing permits at most: the pairs of channels that packets may take one after the other, by kinds of channels.
#
# A routing whose rule forbids turns, such as up*/down* or a turn model, states them. They are a superset of its channel
# dependencies, and take memory and time linear in the number of channels, not in the number of pairs of nodes.


@dataclass(frozen=True, eq=False)
class Turns:
    """Permitted turns: behind channel c a packet may take channel x, at the node where c ends, if
    ``allowed[kind[c], kind[x]]``.

    A routing that states turns delivers every packet, and no packet of it takes two channels in a row otherwise.

    kind: Kind of each channel, such as up and down, or a direction.
    allowed: Permitted pairs of kinds.
    """

    kind: np.ndarray
    allowed: np.ndarray

    def dependencies(self, start: np.ndarray, end: np.ndarray) -> int:
        """Number of pairs of channels that are permitted turns.

        start, end (ndarray of int, shape (channels,)): Nodes at which channels start, and to which they lead.
        """
        kinds, nodes = len(self.allowed), int(max(start.max(initial=-1), end.max(initial=-1))) + 1
        into = np.bincount(end * kinds + self.kind, minlength=nodes * kinds).reshape(nodes, kinds)
        out = np.bincount(start * kinds + self.kind, minlength=nodes * kinds).reshape(nodes, kinds)
        return int((into @ self.allowed.astype(np.int64) * out).sum())

    def numbering(self, start: np.ndarray, end: np.ndarray) -> list[int] | None:
        """The length of the longest chain of turns that leads to each channel; None if turns close a cycle.

        Channels of one kind into one node stand behind the same channels, so they are joined: each channel is visited
        once for each kind.

        start, end (ndarray of int, shape (channels,)): Nodes at which channels start, and to which they lead.

        >>> path = np.array([0, 1, 2, 1]), np.array([1, 2, 1, 0])  # 0 -> 1 -> 2 -> 1 -> 0
        >>> Turns(np.array([0, 0, 1, 1]), np.array([[True, False], [False, True]])).numbering(*path)
        [0, 1, 0, 1]
        >>> Turns(np.array([0, 0, 1, 1]), np.array([[True, True], [True, True]])).numbering(*path) is None
        True
        """
        kinds, kind = len(self.allowed), self.kind.tolist()
        after = [np.flatnonzero(row).tolist() for row in self.allowed]
        before = [np.flatnonzero(row).tolist() for row in self.allowed.T]
        out = _rows(start * kinds + self.kind, int(max(start.max(initial=-1), end.max(initial=-1)) + 1) * kinds)
        group = (end * kinds + self.kind).tolist()  # channels of one kind into one node
        missing = np.bincount(group, minlength=len(out)).tolist()
        begin = start.tolist()
        waiting = [sum(missing[u * kinds + a] > 0 for a in before[k]) for u, k in zip(begin, kind, strict=True)]
        number, ready, done = [0] * len(kind), [c for c, groups in enumerate(waiting) if not groups], 0
        height = [0] * len(out)
        while ready:
            c = ready.pop()
            done += 1
            g = group[c]
            height[g] = max(height[g], number[c] + 1)
            missing[g] -= 1
            if not missing[g]:
                node = g // kinds
                for b in after[kind[c]]:
                    for x in out[node * kinds + b]:
                        number[x] = max(number[x], height[g])
                        waiting[x] -= 1
                        if not waiting[x]:
                            ready.append(x)
        return number if done == len(kind) else None


def _rows(row: np.ndarray, count: int) -> Sequence[Sequence[int]]:
    """The numbers of the entries of each row."""
    order = np.argsort(row, kind="stable")
    first = np.searchsorted(row[order], np.arange(count + 1)).tolist()
    entries = order.tolist()
    return [entries[a:b] for a, b in pairwise(first)]
