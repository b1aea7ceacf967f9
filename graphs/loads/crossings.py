"""Exact numbers of messages that cross each channel, for any routing, goal by goal.

Messages split in fractions whose denominators grow with every split. On large networks they are counted modulo primes
of 50 bits: a load times a common denominator D of all shares is an integer below D times a bound, so its remainders
modulo enough primes determine it (Chinese remainder theorem; see :mod:`netlemma.graphs.loads.modular.loads_crt` for the same
method on shortest paths)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import lcm, prod
from typing import Any

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads import flow_loops as loops
from netlemma.graphs.loads.modular.primes import Remainders, primes_below
from netlemma.graphs.loads.modular.residues import PathResidues, Residues
from netlemma.graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routing.choices import GIVEN, PATHS
from netlemma.graphs.routing.following.follow_all import follow_all
from netlemma.graphs.routing.following.goal_graph import Frame, GoalGraph, Messages

LARGEST = 1 << 62  # sums of messages below are safe in 64 bits
LANES, MOST_LANES, BITS = 4, 32, 49  # primes of the first run, of a later one, and bits of each at least


def crossings(
    routing: ChannelRouting,
    slot: np.ndarray,
    slots: int,
    messages: Messages | None = None,
    progress: Progress = None,
    fast: bool | None = None,
) -> tuple[list[Fraction], Fraction]:
    """Crossings of channels, added up by slots, while each source sends messages to each destination.

    Parameters
    ----------
    routing : ChannelRouting
        Routing; the labels of messages beside their destination are equally likely, and so are the choices of adaptive
        routings at each place.
    slot : ndarray of int, shape (C,)
        Slot of each channel.
    slots : int
        Number of slots.
    messages : Callable, optional
        Function from a destination to the messages of each node to it, below 2^49; by default one.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    fast : bool, optional
        Whether loops are compiled; by default where the work is large.

    Returns
    -------
    tuple of (list of Fraction, Fraction)
        Crossings of each slot, and number of messages that have a route.

    Raises
    ------
    RoutingError
        If the routing does not deliver, see :class:`netlemma.graphs.routing.following.goal_graph.Follower`.
    Livelock
        If messages can go in circles.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found, _ = crossings(channel_routing(network("mesh", k=2, n=2), "west-first"), np.zeros(8, dtype=int), 1)
    >>> found
    [Fraction(16, 1)]
    """
    frame = Frame(routing, fast)
    kept = frame.kept(slot.astype(np.int64))
    residues: list[np.ndarray] = []
    primes: list[int] = []
    used, lanes, denominator = 0, LANES, 1
    while True:
        more = primes_below(used + lanes)[used:]
        used += lanes
        workers = follow_all(frame, partial(_Crossings, frame, kept, slots, messages, more), progress, messages)
        sent = sum((worker.sent for worker in workers), Fraction(0))
        beside = [worker.whole_and_rest() for worker in workers if worker.whole or worker.rest]
        rest = [sum(values, Fraction(0)) for values in zip(*beside, strict=True)] if beside else [Fraction(0)] * slots
        shared = [worker.residues for worker in workers if worker.residues is not None]
        paths = [worker.paths for worker in workers if worker.paths is not None]
        if not shared and not paths:
            return rest, sent
        if any(one.bad_prime for one in paths):
            continue
        if not primes:
            most = 2 * int(max([1.0, *(one.most for one in paths)]))
            if most > prod(more):  # the first primes must tell numbers of paths apart
                lanes = 1 + most.bit_length() // BITS
                continue
            denominator = lcm(_splits(shared), *_numbers_of_paths(paths, more))
        primes += more
        loads = [one.load for one in shared] + [one.load for one in paths]
        residues.append(sum(loads) % np.array(more))
        left = denominator * int(sent + 1) * routing.channel_count // prod(primes)
        if not left:
            break
        lanes = min(1 + left.bit_length() // BITS, MOST_LANES)
    rows, row_of = np.unique(np.concatenate(residues, axis=1), axis=0, return_inverse=True)
    known = Remainders(primes)
    numbers = [Fraction(known.whole(row, denominator), denominator) for row in rows.tolist()]
    return [value + numbers[r] if value else numbers[r]
            for value, r in zip(rest, row_of.ravel().tolist(), strict=True)], sent  # fmt: skip


def _splits(residues: Sequence[Residues]) -> int:
    """A common denominator of shares in proportion to weights."""
    levels = [one.splits for one in residues]
    return prod(lcm(*map(int, np.flatnonzero(level))) for level in np.any(levels, axis=0)) if levels else 1


def _numbers_of_paths(paths: Sequence[PathResidues], primes: list[int]) -> set[int]:
    """The numbers of paths from a source to its destination."""
    known = Remainders(primes)
    return {known.whole(key) for one in paths for key in one.numbers()}


class _Crossings:
    """Loads from the goals that one thread follows: whole numbers, residues, and fractions where those do not fit."""

    def __init__(
        self, frame: Frame, slot: np.ndarray, slots: int, messages: Messages | None, primes: list[int]
    ) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.slot, self.messages, self.primes = slot, messages, primes
        self.sent, self.slots = Fraction(0), slots
        self.rest: dict[int, Fraction] = {}
        self.most = 0  # a bound of all loads of whole numbers
        self.whole: dict[int, Any] = {}  # number of labels of a message -> loads of such messages
        self.flow, self.far = frame.filled(rows, 0, np.int64), frame.filled(rows, 0, np.int64)
        self.residues: Residues | None = None
        self.paths: PathResidues | None = None

    def add(self, graph: GoalGraph, number: int) -> None:
        """Add the messages to one goal."""
        frame, sources, alternatives = graph.frame, np.asarray(graph.sources), graph.alternatives
        given = np.ones(len(sources), dtype=np.int64)
        if self.messages is not None:
            given = np.asarray(self.messages(graph.goal.destination), dtype=np.int64)[sources]
        single = (alternatives == 1).all()
        self.sent += int(given.sum()) if single else sum(map(Fraction, given.tolist(), alternatives.tolist()))
        where = (graph.by_node, graph.head, graph.end, graph.start, graph.channel)
        self.most += int(given.sum())
        if frame.routing.kind == DETERMINISTIC and self.most < LARGEST:
            flows, add = frame.loop(loops.whole_flows), frame.loop(loops.add_whole)
            for ways in np.unique(alternatives).tolist():
                load = self.whole.setdefault(ways, frame.filled(self.slots, 0, np.int64))
                mine = frame.kept(np.where(alternatives == ways, given, 0))
                flows(*where, graph.rows, graph.sources, mine, self.flow, self.far)
                add(*where, graph.rows, self.flow, self.slot, load)
        elif not self._in_residues(graph, where, given):
            for channel, part in fraction_flows(graph, given.tolist()).items():
                here = int(self.slot[channel])
                self.rest[here] = self.rest.get(here, Fraction(0)) + part

    def _in_residues(self, graph: GoalGraph, where: tuple[object, ...], given: np.ndarray) -> bool:
        """Whether the messages could be counted modulo primes."""
        frame, weights = graph.frame, graph.choices.weights
        weighed = weights == GIVEN and frame.routing.kind == OBLIVIOUS
        weight = graph.choices.weight if weighed else np.zeros(0, dtype=np.int64)
        assert weight is not None
        if not frame.fast or weight.dtype != np.int64:
            return False
        if weights == PATHS and frame.routing.kind == OBLIVIOUS:
            if self.paths is None:
                self.paths = PathResidues(frame, self.slots, self.primes)
            return bool((graph.alternatives == 1).all()) and self.paths.add(where, graph, given, self.slot)
        if self.residues is None:
            self.residues = Residues(frame, self.slots, self.primes)
        done: bool = frame.loop(loops.residue_flows)(
            *where, weight, weighed, graph.rows, graph.sources, given, graph.alternatives, *self.residues.room,
            self.slot, self.residues.load,
        )  # fmt: skip
        return done

    def whole_and_rest(self) -> list[Fraction]:
        """Loads that are not in the residues."""
        found = [self.rest.get(slot, Fraction(0)) for slot in range(self.slots)]
        for ways, loads in self.whole.items():
            found = [value + Fraction(int(load), ways) for value, load in zip(found, loads, strict=True)]
        return found


def fraction_flows(graph: GoalGraph, messages: Sequence[int]) -> dict[int, Fraction]:
    """Messages to one goal on each channel, in fractions.

    Parameters
    ----------
    graph : GoalGraph
        Places that the messages reach.
    messages : Sequence of int
        Messages of each of its sources; those of the labels of a source are equally likely.

    Returns
    -------
    dict of int to Fraction
        Messages on each channel that they take.
    """
    head, destination, choices = graph.head, graph.end, graph.choices
    nodes = len(graph.frame.forwarding)

    def row_behind(channel: int) -> int:
        return int(head[channel]) if graph.by_node else nodes + channel

    rows = [int(r) for r in graph.rows if r < nodes or head[r - nodes] != destination]
    taken = {row: choices.channel[choices.start[row] : choices.start[row + 1]].tolist() for row in rows}
    weight: dict[int, list[int]] = {row: [1] * len(taken[row]) for row in rows}
    if choices.weights == PATHS and graph.frame.routing.kind != ADAPTIVE:
        paths: dict[int, int] = {}
        for row in reversed(rows):
            weight[row] = [1 if head[c] == destination else paths[row_behind(c)] for c in taken[row]]
            paths[row] = sum(weight[row])
    elif choices.weight is not None and graph.frame.routing.kind != ADAPTIVE:
        weight = {row: choices.weight[choices.start[row] : choices.start[row + 1]].tolist() for row in rows}
    flow = dict.fromkeys(rows, Fraction(0))
    for source, amount, ways in zip(graph.sources, messages, graph.alternatives.tolist(), strict=True):
        flow[int(source)] += Fraction(amount, ways)
    found: dict[int, Fraction] = {}
    for row in rows:
        whole = sum(weight[row])
        for channel, part in zip(taken[row], weight[row], strict=True):
            share = flow[row] if part == whole else flow[row] * part / whole
            found[channel] = found.get(channel, Fraction(0)) + share
            if head[channel] != destination:
                flow[row_behind(channel)] += share
    return found
