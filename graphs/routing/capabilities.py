"""What a routing may declare beside its relation: permutations of the nodes that map it onto itself, and the turns
that it permits at most.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

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
