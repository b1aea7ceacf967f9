"""Ring loads counted by compiled loops, target by target."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import numpy as np

from netlemma.errors import RoutingError, SizeError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import cores
from netlemma.graphs.rings import route_kernels
from netlemma.graphs.rings.routing import CONCISE, Progress, RingCounts, RingRouting, route
from netlemma.graphs.rings.symmetry import RingOrbits, ring_orbits
from netlemma.graphs.topology.ring_structure import ABSENT, Grow, RingNetwork

MOST_PAIRS = 1 << 62
MOST_STEPS = 20_000_000  # of the search for one detour
SPOKEN = 64  # targets between two reports of progress

_add_tree: Callable[..., tuple[int, int]] = route_kernels.add_tree
_add_detours: Callable[..., tuple[int, int]] = route_kernels.add_detours
_add_tied: Callable[..., tuple[int, int]] = route_kernels.add_tied


class _Unlike(Exception):
    """Routes tie or make detours, so symmetries need not map them onto one another."""


def count_by_trees(net: RingNetwork, by: RingRouting, symmetry: bool, progress: Progress) -> tuple[RingCounts, bool]:
    """The counts of :func:`netlemma.graphs.rings.routing.count_plainly`, and whether symmetries were used."""
    if net.processor_count**2 >= MOST_PAIRS:
        raise SizeError(
            f"{net.title} has {net.processor_count:,} processors: packets between all pairs cannot be counted"
        )
    concise = net.concise if by.name == CONCISE else None
    orbits = ring_orbits(net, concise) if symmetry else None
    if orbits is not None:
        try:
            return _count(net, by, orbits, progress), True
        except _Unlike:
            pass
    return _count(net, by, None, progress), False


def _count(net: RingNetwork, by: RingRouting, orbits: RingOrbits | None, progress: Progress) -> RingCounts:
    with_processors = np.flatnonzero(net.processors)
    targets, weights = with_processors, np.ones_like(with_processors)
    if orbits is not None:
        there = net.processors[orbits.targets] > 0
        targets, weights = orbits.targets[there], orbits.weights[there]
    require("ring trees", net.title, len(targets) * net.node_count, nodes=net.node_count)
    send, entries, at_distance, at_rings = _by_all_cores(net, by, targets, weights, orbits is not None, progress)
    if orbits is not None:
        send, entries = (_shared(loads, orbits.slot.ravel()) for loads in (send, entries))
    there, ring = (net.successor != ABSENT).ravel(), net.ring.ravel()
    visits = np.zeros(net.ring_count, dtype=np.int64)
    np.add.at(visits, ring[there], entries[there])
    echo = np.where(there, visits[ring] - send, 0)
    shape = net.successor.shape
    return RingCounts(
        send.reshape(shape), echo.reshape(shape), entries.reshape(shape), _trimmed(at_distance), _trimmed(at_rings)
    )


def _by_all_cores(
    net: RingNetwork, by: RingRouting, targets: np.ndarray, weights: np.ndarray, alike: bool, progress: Progress
) -> list[np.ndarray]:
    """Sums of all workers: send and entries by link, pairs by distance and by rings."""
    threads = min(cores(), len(targets))
    spoken = _Spoken(progress, len(targets))
    workers = [_Worker(net, by, alike) for _ in range(threads)]
    with ThreadPoolExecutor(max_workers=threads) as pool:
        jobs = [pool.submit(w.run, targets[i::threads], weights[i::threads], spoken) for i, w in enumerate(workers)]
        try:
            for job in jobs:
                job.result()
        finally:
            spoken.stopped = True
    total = list(workers[0].found)
    for worker in workers[1:]:
        for sums, part in zip(total, worker.found, strict=True):
            sums += part
    return total


def _shared(loads: np.ndarray, slot: np.ndarray) -> np.ndarray:
    """The load of each link: the mean of its orbit, since symmetries map the links of an orbit onto one another."""
    sums = np.zeros(slot.max() + 1, dtype=np.int64)
    np.add.at(sums, slot, loads)
    sizes = np.bincount(slot)
    if (sums % sizes).any():
        raise ArithmeticError("the loads of links that symmetries make alike do not divide evenly")
    return (sums // sizes)[slot]


def _trimmed(histogram: np.ndarray) -> tuple[int, ...]:
    return tuple(histogram[: int(np.flatnonzero(histogram)[-1]) + 1].tolist())


class _Spoken:
    """Progress of several workers, and whether one of them has failed."""

    def __init__(self, progress: Progress, every: int) -> None:
        self._progress, self._every, self._done, self._lock = progress, every, 0, Lock()
        self.stopped = False

    def add(self, done: int) -> None:
        with self._lock:
            self._done += done
            if self._progress:
                self._progress(self._done, self._every)


class _Worker:
    """Counts the packets to some of the targets, in arrays of its own."""

    def __init__(self, net: RingNetwork, by: RingRouting, alike: bool) -> None:
        self._net, self._by, self._before, self._alike = net, by, net.before, alike
        self._rings = net.successor, net.ring, net.processors
        self._concise = net.concise if by.name == CONCISE else None
        nodes, links = net.node_count, net.successor.size
        states = nodes if self._concise is None else self._concise.most_states
        self._tree: tuple[np.ndarray, ...] = tuple(np.empty(states, dtype=np.int32) for _ in range(3)) + (
            np.empty(states, dtype=np.int64),
        )
        self._work = (np.empty((4, states), dtype=np.int32), np.empty((2, states), dtype=np.int64))
        self._distance, self._detours = np.empty(nodes, dtype=np.int32), np.empty(states, dtype=np.int32)
        self.found = tuple(np.zeros(n, dtype=np.int64) for n in (links, links, states + nodes + 1, states + nodes + 1))
        self._tables: tuple[np.ndarray, ...] = ()
        self._grow = self._shortest() if self._concise is None else self._concise.grower(net.before)

    def _shortest(self) -> Grow:
        grow: Grow = route_kernels.grow_shortest
        links = np.argsort(self._before, axis=1, kind="stable")
        earlier = np.asfortranarray(np.take_along_axis(self._before, links, axis=1))
        by = np.asfortranarray(links.astype(np.int32))
        return lambda target, *tree: grow(earlier, by, target, *tree, self._distance)

    def run(self, targets: np.ndarray, weights: np.ndarray, spoken: _Spoken) -> None:
        try:
            for start in range(0, len(targets), SPOKEN):
                part = targets[start : start + SPOKEN].tolist()
                for target, weight in zip(part, weights[start : start + SPOKEN].tolist(), strict=True):
                    if spoken.stopped:
                        return
                    self._add(target, weight)
                spoken.add(len(part))
        except BaseException:
            spoken.stopped = True  # the others need not go on
            raise

    def _add(self, target: int, weight: int) -> None:
        states = self._grow(target, self._net.processors, *self._tree)
        if states == route_kernels.NOT_UNIQUE:
            self._add_tied(target)
            return
        status, detours = _add_tree(*self._rings, states, *self._tree, weight, *self._work, *self.found, self._detours)
        if status != route_kernels.OK or (detours and self._concise is not None):
            self._complain(target)
        if detours:
            self._add_detours(target, self._detours[:detours])

    def _add_detours(self, target: int, sources: np.ndarray) -> None:
        if self._alike:
            raise _Unlike
        done = _add_detours(*self._rings, self._distance, target, sources, MOST_STEPS, *self.found)
        if done[0]:
            self._complain(target)

    def _add_tied(self, target: int) -> None:
        if self._alike:
            raise _Unlike
        net = self._net
        if not self._tables:
            wide = (net.node_count, net.fanout + 1)
            order, further, choice = (np.empty(shape, dtype=np.int32) for shape in (net.node_count, wide, wide))
            self._tables = (order, self._distance, further, choice)
        done = _add_tied(
            net.successor, net.ring, self._before, net.processors, target, *self._tables, MOST_STEPS, *self.found
        )
        if done[0]:
            self._complain(target)

    def _complain(self, target: int) -> None:
        """Follow the packets to a target one by one, for the error that one of them raises."""
        for source in np.flatnonzero(self._net.processors).tolist():
            route(self._net, self._by, source, target)
        raise RoutingError(
            f"{self._net.title}: a route to node {target} that visits no ring twice was found only by a slower search; "
            "measure a smaller network"
        )
