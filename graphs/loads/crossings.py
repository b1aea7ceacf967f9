"""Exact numbers of messages that cross each channel, for any routing, goal by goal.

Messages split in fractions whose denominators grow with every split. On large networks they are counted modulo primes
of 50 bits: a load times a common denominator D of all shares is an integer below D times a bound, so its remainders
modulo enough primes determine it (Chinese remainder theorem; see :mod:`graphs.loads.modular.loads_crt` for the same
method on shortest paths)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import lcm, prod
from typing import Any

import numpy as np

from graphs.base.parallel import Progress
from graphs.loads import flow_loops as loops
from graphs.loads.modular.primes import Remainders, primes_below
from graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, OBLIVIOUS, ChannelRouting
from graphs.routing.choices import GIVEN, PATHS
from graphs.routing.goal_graph import Frame, GoalGraph, follow_all

LANES = 8
Messages = Callable[[int], Sequence[int]]  # destination -> messages of each node to it


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
        If the routing does not deliver, see :class:`graphs.routing.goal_graph.Follower`.
    Livelock
        If messages can go in circles.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> found, _ = crossings(channel_routing(network("mesh", k=2, n=2), "west-first"), np.zeros(8, dtype=int), 1)
    >>> found
    [Fraction(16, 1)]
    """
    frame = Frame(routing, fast)
    kept = frame.kept(slot.astype(np.int64))
    residues: list[np.ndarray] = []
    primes: list[int] = []
    while True:
        more = primes_below(len(primes) + LANES)[len(primes) :]
        workers = follow_all(frame, partial(_Crossings, frame, kept, slots, messages, more), progress)
        primes += more
        sent = sum((worker.sent for worker in workers), Fraction(0))
        rest = [sum(values, Fraction(0)) for values in zip(*(w.whole_and_rest() for w in workers), strict=True)]
        counted = [worker.residues for worker in workers if worker.residues is not None]
        if not counted:
            return rest, sent
        levels = np.any([one.splits for one in counted], axis=0)
        denominator = prod(lcm(*map(int, np.flatnonzero(level))) for level in levels)
        residues.append(sum(one.load for one in counted) % np.array(more))
        if prod(primes) > denominator * int(sent + 1) * routing.channel_count:
            break
    rows, row_of = np.unique(np.concatenate(residues, axis=1), axis=0, return_inverse=True)
    known = Remainders(primes)
    numbers = [Fraction(known.whole(row, denominator), denominator) for row in rows.tolist()]
    return [value + numbers[r] for value, r in zip(rest, row_of.ravel().tolist(), strict=True)], sent


class _Residues:
    """Loads modulo primes of the goals that one thread follows."""

    def __init__(self, frame: Frame, slots: int, primes: list[int]) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.load = np.zeros((slots, len(primes)), dtype=np.int64)
        self.splits = np.zeros((loops.LEVELS, loops.DIVISORS), dtype=bool)
        modulus = np.array(primes, dtype=np.int64)
        inverse = [[pow(n, -1, p) if n else 0 for p in primes] for n in range(loops.DIVISORS)]
        self.room = (
            modulus, 1.0 / modulus, np.array(inverse), np.empty((rows, len(primes)), dtype=np.int64),
            np.empty(rows, dtype=np.int64), np.empty(rows, dtype=np.int64), self.splits,
        )  # fmt: skip


class _Crossings:
    """Loads from the goals that one thread follows: whole numbers, residues, and fractions where those do not fit."""

    def __init__(
        self, frame: Frame, slot: np.ndarray, slots: int, messages: Messages | None, primes: list[int]
    ) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.slot, self.messages, self.primes = slot, messages, primes
        self.sent, self.rest = Fraction(0), [Fraction(0)] * slots
        self.whole: dict[int, Any] = {}  # number of labels of a message -> loads of such messages
        self.flow, self.far = frame.filled(rows, 0, np.int64), frame.filled(rows, 0, np.int64)
        self.residues: _Residues | None = None

    def add(self, graph: GoalGraph, number: int) -> None:
        """Take in the messages to one goal."""
        frame, sources, alternatives = graph.frame, np.asarray(graph.sources), graph.alternatives
        given = np.ones(len(sources), dtype=np.int64)
        if self.messages is not None:
            given = np.asarray(self.messages(graph.goal.destination), dtype=np.int64)[sources]
        single = (alternatives == 1).all()
        self.sent += int(given.sum()) if single else sum(map(Fraction, given.tolist(), alternatives.tolist()))
        where = (graph.by_node, frame.head, graph.goal.destination, graph.start, graph.channel)
        if self.messages is None and frame.routing.kind == DETERMINISTIC:
            flows, add = frame.loop(loops.whole_flows), frame.loop(loops.add_whole)
            for ways in np.unique(alternatives).tolist():
                load = self.whole.setdefault(ways, frame.filled(len(self.rest), 0, np.int64))
                mine = frame.kept((alternatives == ways).astype(np.int64))
                flows(*where, graph.rows, graph.sources, mine, self.flow, self.far)
                add(*where, graph.rows, self.flow, self.slot, load)
        elif not self._in_residues(graph, where, given):
            for channel, part in fraction_flows(graph, given.tolist()).items():
                self.rest[self.slot[channel]] += part

    def _in_residues(self, graph: GoalGraph, where: tuple[object, ...], given: np.ndarray) -> bool:
        """Whether the messages could be counted modulo primes."""
        frame, weights = graph.frame, graph.choices.weights
        weighed = weights == GIVEN and frame.routing.kind == OBLIVIOUS
        weight = graph.choices.weight if weighed else np.zeros(0, dtype=np.int64)
        assert weight is not None
        if not frame.fast or (weights == PATHS and frame.routing.kind == OBLIVIOUS) or weight.dtype != np.int64:
            return False
        if self.residues is None:
            self.residues = _Residues(frame, len(self.rest), self.primes)
        done: bool = frame.loop(loops.residue_flows)(
            *where, weight, weighed, graph.rows, graph.sources, given, graph.alternatives, *self.residues.room,
            self.slot, self.residues.load,
        )  # fmt: skip
        return done

    def whole_and_rest(self) -> list[Fraction]:
        """Loads that are not in the residues."""
        found = self.rest
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
    head, destination, choices = graph.frame.head, graph.goal.destination, graph.choices
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
