"""The k shortest simple paths between two nodes, equally likely."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from threading import Lock
from typing import Any

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting, Label
from netlemma.graphs.routing.choice_loops import distances, loop
from netlemma.graphs.routing.choices import BY_CHANNEL, Choices, Paths, RowChoices, by_arrays, rows_of
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings.path_loops import GIVEN_UP, paths_to
from netlemma.graphs.topology.structure import Network

MOST_PATHS = 1000  # of a pair of nodes
MOST_KEPT = 1 << 18  # pairs of nodes whose paths are kept
MOST_STEPS = 10_000  # hops that are tried for each pair before the algorithm of Yen is taken
Path = tuple[int, ...]  # hops


def first_path(indptr, target, into, before, forwarding, closed, barred, source, destination, far, path):
    """The first of the shortest paths that avoid some nodes, and some hops at the source.

    indptr, target: Hops of each node, and node to which each leads.
    into, before: Hops that lead to each node, and node where each begins, see
    :class:`netlemma.graphs.routing.hop_routing.Arrivals`.
    forwarding (array of bool, shape (N,)): Whether each node passes on messages of others.
    closed (array of bool, shape (N,)): Whether each node must not be met; true of the source.
    barred (array of bool, shape (hops,)): Whether each hop of the source must not be taken.
    far (array of int64, shape (2 N,)): Room to work in.
    path (array of int64, shape (N,)): Hops of the path; written. Of equally long ones it has the smallest numbers, the
    first hop before the others.
    """
    nodes = len(closed)
    for v in range(nodes):
        far[v] = -1
    far[destination] = 0
    far[nodes] = destination
    i, end = nodes, nodes + 1
    while i < end:
        v = far[i]
        i += 1
        if v != destination and not forwarding[v]:
            continue
        for j in range(into[v], into[v + 1]):
            u = before[j]
            if far[u] < 0 and not closed[u]:
                far[u] = far[v] + 1
                far[end] = u
                end += 1
    at, length = source, 0
    while at != destination:
        best = -1
        for hop in range(indptr[at], indptr[at + 1]):
            v = target[hop]
            if far[v] < 0 or (v != destination and not forwarding[v]) or (length == 0 and barred[hop]):
                continue
            if best < 0 or far[v] < far[target[best]]:
                best = hop
        if best < 0:
            return -1
        path[length] = best
        length += 1
        at = target[best]
    return length


class _Paths:
    """Paths between nodes of a network, found by trying all hops; those that take long by the algorithm of Yen, with Lawler's rule
    that none is found twice.
    """

    def __init__(self, net: Network, k: int) -> None:
        self.net, self.k, self.lock = net, k, Lock()  # threads share the room to work in
        ends = len(net.ends)
        fast = worth_compiling(ends * ends * k * net.hop_count)
        into = arrivals(net)
        arrays = (net.indptr, net.target, into.into, into.before, net.forwarding)
        self.arrays = arrays if fast else tuple(each.tolist() for each in arrays)
        sizes = (
            (net.node_count, np.bool_),
            (net.hop_count, np.bool_),
            (2 * net.node_count, np.int64),
            (net.node_count, np.int64),
        )
        room: list[Any] = [np.zeros(size, dtype=kind) for size, kind in sizes]
        self.closed, self.barred, self.far, self.path = room if fast else [each.tolist() for each in room]
        self.find: Callable[..., int] = compiled(first_path) if fast else first_path
        self.all: Callable[..., tuple[np.ndarray, ...]] = compiled(paths_to) if fast else paths_to
        self.distances = lru_cache(maxsize=64)(self._distances)

    def _distances(self, destination: int) -> np.ndarray:
        into = arrivals(self.net)
        return loop(distances, self.net)(into.into, into.before, self.net.forwarding, destination)

    def to(self, destination: int, sources: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The paths from some nodes to another one: number of those from each node, lengths, and hops."""
        indptr, target, _, _, forwarding = self.arrays
        far = self.distances(destination)
        given = self.all(indptr, target, forwarding, far, sources, destination, self.k, MOST_STEPS)
        count, lengths, hops = map(np.asarray, given)
        late = np.flatnonzero(count == GIVEN_UP)
        if not len(late):
            return count, lengths, hops
        if len(sources) > 1:  # those to other destinations take about as long
            steps = int(far[sources[late]].sum(dtype=np.int64)) * self.k * self.net.node_count
            require("packets", f"k-shortest on {self.net.title}", len(self.net.ends) * steps, nodes=self.net.node_count)
        parts = np.split(hops, np.cumsum(lengths)[:-1]) if len(lengths) else []
        first = np.cumsum(np.maximum(count, 0)) - np.maximum(count, 0)
        paths = [
            self.by_yen(int(source), destination) if many == GIVEN_UP else parts[at : at + many]
            for source, many, at in zip(sources, count, first, strict=True)
        ]
        every = [np.asarray(path, dtype=np.int64) for those in paths for path in those]
        return (
            np.array([len(those) for those in paths]),
            np.array([len(path) for path in every]),
            np.concatenate(every),
        )

    def between(self, source: int, destination: int) -> list[Path]:
        """At most k paths, shorter ones first, equally long ones in the order of their hops."""
        _, lengths, hops = self.to(destination, np.array([source]))
        return [tuple(part.tolist()) for part in np.split(hops, np.cumsum(lengths)[:-1])] if len(lengths) else []

    def by_yen(self, source: int, destination: int) -> list[Path]:
        """The same by the algorithm of Yen."""
        with self.lock:
            return self._between(source, destination)

    def _between(self, source: int, destination: int) -> list[Path]:
        found: list[tuple[Path, int]] = []  # with the place where each leaves the one that it comes from
        waiting: list[tuple[int, Path, int]] = []
        self._push(waiting, (), 0, found, source, destination)
        while waiting and len(found) < self.k:
            _, path, left = heappop(waiting)
            found.append((path, left))
            for place in range(left, len(path)):
                self._push(waiting, path[:place], place, found, source, destination)
        return [path for path, _ in found]

    def _push(
        self, waiting: Any, root: Path, place: int, found: Sequence[tuple[Path, int]], source: int, destination: int
    ) -> None:
        """Enter the first path that begins as another one does, and goes on by a hop that none found does."""
        target = self.net.target
        nodes = [source, *(int(target[hop]) for hop in root)]
        taken = [path[place] for path, _ in found if path[:place] == root and len(path) > place]
        for flags, those in (self.closed, nodes), (self.barred, taken):
            for each in those:
                flags[each] = True
        length = self.find(*self.arrays, self.closed, self.barred, nodes[-1], destination, self.far, self.path)
        for flags, those in (self.closed, nodes), (self.barred, taken):
            for each in those:
                flags[each] = False
        if length > 0:
            path = root + tuple(int(hop) for hop in self.path[:length])
            heappush(waiting, (len(path), path, place))


def k_shortest(net: Network, vcs: int = 1, k: int = 4) -> ChannelRouting:
    """The k shortest simple paths of each pair of nodes, one of them drawn for each message.

    Shorter paths come first, and of equally long ones those whose hops have smaller numbers, the first hop before the
    others. Where there are fewer than k paths, all are equally likely. The i-th path takes virtual channel i modulo their
    number.

    J. Y. Yen, Finding the k shortest loopless paths in a network, 1971.
    E. L. Lawler, A procedure for computing the k best solutions to discrete optimization problems, 1972.

    >>> from netlemma.graphs import network
    >>> routing = k_shortest(network("ring", K=5), k=2)
    >>> [len(routing.arrays.choices_to(2, label).channel) for label in routing.labels(0, 2)]
    [2, 3]
    """
    if not 1 <= k <= MOST_PATHS:
        raise RoutingError(f"k={k}: k-shortest needs at least 1 path of each pair, and finds at most {MOST_PATHS:,}")
    paths = _Paths(net, k)
    between = lru_cache(maxsize=MOST_KEPT)(paths.between)
    ends = np.asarray(net.ends, dtype=np.int64)
    rows = net.node_count + net.hop_count * vcs

    def choices_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, tuple)
        source, rank = label
        channels = [hop * vcs + rank % vcs for hop in between(source, destination)[rank]]
        places = [source, *(net.node_count + channel for channel in channels[:-1])]
        taken: dict[int, RowChoices] = {row: ((channel,), None) for row, channel in zip(places, channels, strict=True)}
        return rows_of(BY_CHANNEL, rows, taken)

    def labels(source: int, destination: int) -> tuple[Label, ...]:
        return tuple((source, rank) for rank in range(len(between(source, destination))))

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        sources = [source for source in net.ends if source != destination]
        return [(label, np.array([s], dtype=np.int32)) for s in sources for label in labels(s, destination)]

    def every_path_to(destination: int) -> Paths:
        sources = ends[ends != destination]
        count, lengths, hops = paths.to(destination, sources)
        rank = np.arange(len(lengths)) - np.repeat(np.cumsum(count) - count, count)
        channel = hops * vcs + np.repeat(rank % vcs, lengths)
        return Paths(np.repeat(sources, count), np.concatenate([[0], np.cumsum(lengths)]), channel)

    kind = DETERMINISTIC if k == 1 else OBLIVIOUS
    text = (
        f"one of the {k} shortest simple paths of each pair, equally likely"
        if k > 1
        else "the first shortest path of each pair"
    )
    return by_arrays(
        "k-shortest",
        net,
        kind,
        vcs,
        Arrays(choices_to, goals_to, every_path_to),
        labels=labels,
        description=text + (f"; the i-th on virtual channel i modulo {vcs}" if vcs > 1 else ""),
        symmetry=RoutingSymmetry(alike_ends=True),
    )


ROUTINGS = {"k-shortest": k_shortest}
