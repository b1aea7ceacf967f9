"""Dependency graphs of channels or queues, between resources that are held and resources that are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from netlemma.graphs.base.compiled import compiled, looped
from netlemma.graphs.routing import dependency_loops as loops

NONE = -1
MANY = 2000  # resources from which on cycles are looked for by compiled loops
MOST_LOOKED_AT = 10**8  # dependencies, for a shortest cycle


Rows = tuple[np.ndarray, np.ndarray]  # of integers by resource: where each row begins and the last one ends; entries


@dataclass(frozen=True, eq=False)
class DependencyGraph:
    """Resources 0..R-1 and dependencies, sorted by (tail, head): a packet holds the tail and wants the head.

    count: Number of resources, used or not.
    tail, head: Resources of each dependency, no pair twice; ``tail`` may be a ReadColumn.
    source, destination: Witness of each dependency.
    name: Function from a resource to its name.
    known: What :attr:`rows` and :attr:`rows_back` are, if that is known.

    >>> graph = from_sequences(3, [(7, 8, [0, 1, 2]), (8, 9, [1, 2]), (9, 7, [2, 0])])
    >>> graph.dependencies, graph.numbering() is None, graph.cycle()
    (3, True, [0, 1, 2])
    >>> from_sequences(3, [(7, 8, [0, 1, 2]), (9, 7, [0, 2])]).numbering().tolist()
    [0, 1, 2]
    """

    count: int
    tail: Any
    head: np.ndarray
    source: Any
    destination: Any
    name: Callable[[int], str] = str
    known: tuple[Rows, Rows] | None = None

    @property
    def dependencies(self) -> int:
        """Number of dependencies D."""
        return len(self.head)

    def readable(self, dependency: int) -> dict[str, int | str]:
        """A readable dependency: a packet from ``source`` to ``destination`` that ``holds`` the tail and ``wants`` the
        head.
        """
        return {
            "source": int(self.source[dependency]),
            "destination": int(self.destination[dependency]),
            "holds": self.name(int(self.tail[dependency])),
            "wants": self.name(int(self.head[dependency])),
        }

    def among(self, resources: np.ndarray) -> DependencyGraph:
        """The graph of the dependencies among some resources, given by a mask of shape (R,)."""
        kept = resources[self.tail] & resources[self.head]
        tail, head, source, destination = (c[kept] for c in (self.tail, self.head, self.source, self.destination))
        return DependencyGraph(self.count, tail, head, source, destination, self.name)

    def numbering(self, least: np.ndarray | None = None) -> np.ndarray | None:
        """A number for every resource, rising along every dependency; None if they form a cycle.

        The number of a resource is the length of the longest chain of dependencies that leads to it.

        least (ndarray of int64, shape (R,), optional): Longest chain of other dependencies that leads to each resource.

        Returns: The numbers; or None.
        """
        numbers = self._chain if least is None else self._levels(*self.rows, least)
        return None if (numbers == NONE).any() else numbers

    @cached_property
    def rows(self) -> Rows:
        """The first dependency of each resource, and the number of all; what they want."""
        if self.known is not None:
            return self.known[0]
        first = np.searchsorted(self.tail, np.arange(self.count + 1, dtype=self.tail.dtype))
        return first, self.head.astype(np.int32, copy=False)

    def numbers_of(self, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
        """The numbers of some dependencies.

        tail, head (ndarray of int64, shape (n,)): What they hold and want.

        Returns: The numbers.
        """
        first, every = self.rows
        low, high = first[tail], first[tail + 1]
        while (high - low > 1).any():
            middle = (low + high) // 2
            right = (high - low > 1) & (every[np.minimum(middle, len(every) - 1)] <= head)
            low, high = np.where(right, middle, low), np.where(right | (high - low <= 1), high, middle)
        return low

    @cached_property
    def rows_back(self) -> Rows:
        """The same of the dependencies the other way around: what holds each resource's."""
        return _reversed(self.count, self.rows) if self.known is None else self.known[1]

    @cached_property
    def _chain(self) -> np.ndarray:
        """The longest chain that leads to each resource; ``NONE`` behind a cycle."""
        return self._levels(*self.rows)

    def _levels(self, first: np.ndarray, head: np.ndarray, least: np.ndarray | None = None) -> np.ndarray:
        missing, queue = np.zeros((2, self.count), dtype=np.int64)
        level = np.zeros(self.count, dtype=np.int64) if least is None else least.copy()
        return np.asarray(
            looped(loops.levels, self.dependencies + self.count)(first, head, missing, level, queue), dtype=np.int64
        )

    def before_cycles(self) -> np.ndarray:
        """For each resource whether dependencies lead from it to a cycle, or it is on one."""
        found: np.ndarray = self._way == NONE
        return found

    @cached_property
    def _way(self) -> np.ndarray:
        """The longest chain that begins with each resource; ``NONE`` before a cycle."""
        return self._levels(*self.rows_back)

    def cycle(self) -> list[int]:
        """The numbers of the dependencies of a shortest cycle, in order; empty if there is none.

        Of large graphs it is the shortest that is found by looking at :data:`MOST_LOOKED_AT` dependencies.
        """
        if np.count_nonzero(self._stuck) > MANY:
            start, _ = compiled(loops.shortest_cycle_start)(*self.rows, *self.rows_back, self._stuck, MOST_LOOKED_AT)
            return next(self._cycles_through([start]))
        best: list[int] = []
        only: dict[int, int] = {}  # the only resource before one, NONE if there are several
        for u, later in self._inside.items():
            for v, _ in later:
                only[v] = NONE if v in only else u
        known: set[int] = set()  # a cycle through each of these is found, or is too long
        for start, later in self._inside.items():
            covered = only.get(start) in known or (len(later) == 1 and later[0][0] in known)
            known.add(start)
            if covered:  # every cycle through it goes through that one
                continue
            found = _cycle_through(start, self._inside, len(best) - 1 if best else self.count)
            best = found or best
            if len(best) == 1:
                break
        return best

    def cycles(self) -> Iterator[list[int]]:
        """A shortest cycle through each resource that is on one."""
        return self._cycles_through(np.flatnonzero(self._stuck).tolist())

    def _cycles_through(self, starts: Iterable[int]) -> Iterator[list[int]]:
        """A shortest cycle through each of some resources that is on one."""
        seen, before, by, queue, path = np.full((5, self.count), NONE, dtype=np.int64)
        for start in starts:
            length = compiled(loops.cycle_through)(start, *self.rows, self._stuck, seen, before, by, queue, path)
            if length:
                yield path[:length].tolist()

    @cached_property
    def _stuck(self) -> np.ndarray:
        """Whether each resource is on a cycle or between two cycles."""
        stuck: np.ndarray = (self._chain == NONE) & self.before_cycles()
        return stuck

    @cached_property
    def _inside(self) -> dict[int, list[tuple[int, int]]]:
        """The dependencies among the resources of :attr:`_stuck`: (head, number) by tail."""
        inside = np.flatnonzero(self._stuck[self.tail] & self._stuck[self.head])
        after: dict[int, list[tuple[int, int]]] = {}
        for e, u, v in zip(inside.tolist(), self.tail[inside].tolist(), self.head[inside].tolist(), strict=True):
            after.setdefault(u, []).append((v, e))
        return after


class ReadColumn:
    """A column that is computed where it is read.

    of: Function from indices to the entries there.

    >>> column = ReadColumn(lambda some: np.arange(10, 20)[some])
    >>> int(column[3]), column[[1, 2]].tolist(), np.asarray(column).sum()
    (13, [11, 12], np.int64(145))
    """

    def __init__(self, of: Callable[[Any], np.ndarray]) -> None:
        self._of = of

    def __getitem__(self, some: Any) -> np.ndarray:
        return self._of(some)

    def tolist(self) -> list[Any]:
        """The whole column."""
        found: list[Any] = np.asarray(self).tolist()
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._of(slice(None)), dtype=dtype)


def from_rows_back(
    into: np.ndarray, holders: np.ndarray, source: Any, destination: Any, name: Callable[[int], str] = str
) -> DependencyGraph:
    """The dependency graph of what holds each resource, and wants another one.

    into (ndarray of int64, shape (R + 1,)): Resource r is wanted by holders of ``holders[into[r]:into[r + 1]]``.
    holders (ndarray of int32, shape (D,)): Resources.

    >>> column = ReadColumn(lambda some: np.zeros(3)[some])
    >>> graph = from_rows_back(np.array([0, 1, 1, 3]), np.array([2, 0, 2]), column, column)
    >>> graph.tail.tolist(), graph.head.tolist(), graph.tail[[1, 2]].tolist()
    ([0, 2, 2], [2, 0, 2], [2, 2])
    """
    count = len(into) - 1
    first, head = _reversed(count, (into, holders))

    def tails(some: Any) -> np.ndarray:
        if isinstance(some, slice) or np.asarray(some).dtype == bool:
            return np.repeat(np.arange(count, dtype=np.int32), np.diff(first))[some]
        return np.searchsorted(first, some, side="right") - 1

    return DependencyGraph(count, ReadColumn(tails), head, source, destination, name, ((first, head), (into, holders)))


def _reversed(count: int, rows: Rows) -> Rows:
    room = np.zeros(count + 1, dtype=np.int64), np.empty(len(rows[1]), dtype=np.int32)
    into, tail = looped(loops.reversed_rows, len(rows[1]) + count)(*rows, *room)
    return np.asarray(into), np.asarray(tail, dtype=np.int32)


def _cycle_through(start: int, after: Mapping[int, Sequence[tuple[int, int]]], longest: int) -> list[int]:
    """The dependencies of a shortest cycle through ``start`` of at most ``longest``; empty if there is none."""
    came: dict[int, tuple[int, int]] = {}
    layer, length = [start], 1
    while layer and length <= longest:
        reached = []
        for u in layer:
            for v, e in after.get(u, ()):
                if v == start:
                    path = [e]
                    while u != start:
                        u, e = came[u]
                        path.append(e)
                    return path[::-1]
                if v not in came:
                    came[v] = (u, e)
                    reached.append(v)
        layer, length = reached, length + 1
    return []


def from_sequences(
    count: int, packets: Iterable[tuple[int, int, Sequence[int]]], name: Callable[[int], str] = str
) -> DependencyGraph:
    """The dependency graph of packets.

    The witness of a dependency is the packet that has used fewest resources before it; among those, the first given.
    """
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    for source, destination, taken in packets:
        for before, pair in enumerate(pairwise(taken)):
            if pair not in best or before < best[pair][0]:
                best[pair] = (before, source, destination)
    pairs = sorted(best)
    table = np.array([(*pair, *best[pair][1:]) for pair in pairs], dtype=np.int64).reshape(-1, 4)
    return DependencyGraph(count, table[:, 0], table[:, 1], table[:, 2], table[:, 3], name)
