"""Exact loads of channels under any rates of messages and any routing that is not adaptive: by the fastest way, and
otherwise messages followed goal by goal, modulo primes where numbers are long, also in two phases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, lcm, prod
from typing import Any, cast

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.loads import flow_loops as loops
from netlemma.graphs.loads.dimension_order import RUN_WORD, Demand, Pairs, box_loads, by_runs, run_loads
from netlemma.graphs.loads.distance_indices import all_distances
from netlemma.graphs.loads.paths import Counted
from netlemma.graphs.loads.rates import Rates
from netlemma.graphs.loads.shortest_loads import (
    Loads,
    PathWork,
    Remainders,
    count_by_hops,
    count_paths,
    gather,
    primes_below,
    whole_numbers,
    worth_plain_python,
)
from netlemma.graphs.loads.table_loads import table_loads
from netlemma.graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routing.choices import GIVEN, PATHS, Goal
from netlemma.graphs.routing.goal_graph import Follower, GoalGraph, Messages, RoutingArrays, follow_all
from netlemma.graphs.routings.kinds import require_kind
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import trivial_orbits

# Loads of messages modulo primes, added up over the goals that one thread follows.


FEW_PATHS = 512  # numbers of paths for which there is room at the beginning; a power of 2


class Residues:
    """Loads modulo primes of the goals that one thread follows."""

    def __init__(self, frame: RoutingArrays, slots: int, primes: list[int]) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.load = np.zeros((slots, len(primes)), dtype=np.int64)
        self.splits = np.zeros((loops.LEVELS, loops.DIVISORS), dtype=bool)
        modulus = np.array(primes, dtype=np.int64)
        inverse = [[pow(n, -1, p) if n else 0 for p in primes] for n in range(loops.DIVISORS)]
        self.room = (
            modulus, 1.0 / modulus, np.array(inverse), np.empty((rows, len(primes)), dtype=np.int64),
            np.empty(rows, dtype=np.int64), np.empty(rows, dtype=np.int64), self.splits,
        )  # fmt: skip


class PathResidues:
    """Loads modulo primes of the goals that one thread follows, if all paths of a message are equally likely.

    frame: Arrays of the network.
    slots: Number of slots.
    primes: The primes.

    load: Loads modulo the primes.
    most: Most paths from a row, nearly.
    bad_prime: Whether a prime divides a number of paths, so that the loads are worth nothing.
    """

    def __init__(self, frame: RoutingArrays, slots: int, primes: list[int]) -> None:
        rows, lanes = len(frame.forwarding) + len(frame.head), len(primes)
        self.load = np.zeros((slots, lanes), dtype=np.int64)
        self.most, self.bad_prime = 1.0, False
        modulus = np.array(primes, dtype=np.int64)
        self._primes = (modulus, 1.0 / modulus)
        self._room = (*(np.empty((rows, lanes), dtype=np.int64) for _ in range(2)), np.empty(rows))
        self._used = 0
        self._keys, self._inverse = (np.empty((FEW_PATHS, lanes), dtype=np.int64) for _ in range(2))
        self._index = np.full(2 * FEW_PATHS, -1, dtype=np.int64)

    def add(self, where: tuple[object, ...], graph: GoalGraph, given: np.ndarray, slot: np.ndarray) -> bool:
        """Add messages to one goal; False if their paths cannot be counted.

        given (ndarray of int64): Messages of each source.
        slot (ndarray of int, shape (channels,)): Slot in which the load of each channel is added up.
        """
        from netlemma.graphs.loads import prime_kernels as kernels

        while len(self._keys) < self._used + len(given):
            self._keys, self._inverse = (np.concatenate([each, each]) for each in (self._keys, self._inverse))
            self._index = np.full(2 * len(self._keys), -1, dtype=np.int64)
            kernels.index_rows(self._index, self._keys, self._used)
        status, self._used, most = kernels.path_flows(  # type: ignore[call-arg]  # numba types its calls loosely
            *where, graph.rows, graph.sources, given, *self._primes, *self._room, self._index, self._keys, self._inverse,
            self._used, slot, self.load,
        )  # fmt: skip
        if status == kernels.TOO_MANY_PATHS:
            return False
        self.most = max(self.most, most)
        self.bad_prime |= status == kernels.BAD_PRIME
        return True

    def numbers(self) -> list[list[int]]:
        """Numbers of paths from sources to their destinations, modulo the primes."""
        return self._keys[: self._used].tolist()  # type: ignore[no-any-return]


# Exact numbers of messages that cross each channel, for any routing, goal by goal.
#
# Messages split in fractions whose denominators grow with every split. On large networks they are counted modulo primes
# of 50 bits: a load times a common denominator D of all shares is an integer below D times a bound, so its remainders
# modulo enough primes determine it (Chinese remainder theorem; see graphs.loads.shortest_loads for the same
# method on shortest paths).


LARGEST = 1 << 62  # sums of messages below are safe in 64 bits
LARGEST_RATE = 1 << 48  # of rates as whole numbers
CHUNK = 1 << 20  # pairs whose messages are counted together
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

    slot (ndarray of int, shape (C,)): Slot of each channel.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found, _ = crossings(channel_routing(network("mesh", k=2, n=2), "west-first"), np.zeros(8, dtype=int), 1)
    >>> found
    [Fraction(16, 1)]
    """
    frame = RoutingArrays(routing, fast)
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
    numbers = whole_numbers(residues, primes, denominator)
    shares = {number: Fraction(number, denominator) for number in set(numbers)}
    return [value + shares[n] if value else shares[n] for value, n in zip(rest, numbers, strict=True)], sent


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
        self, frame: RoutingArrays, slot: np.ndarray, slots: int, messages: Messages | None, primes: list[int]
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


def shares(graph: GoalGraph) -> tuple[list[int], dict[int, list[int]], dict[int, list[int]]]:
    """Rows that packets to a goal reach, in the order of :class:`GoalGraph`, with the channels that they take and the weights of these."""
    head, destination, choices = graph.head, graph.end, graph.choices
    nodes = len(graph.frame.forwarding)
    rows = [int(r) for r in graph.rows if r < nodes or head[r - nodes] != destination]
    taken = {row: choices.channel[choices.start[row] : choices.start[row + 1]].tolist() for row in rows}
    weight: dict[int, list[int]] = {row: [1] * len(taken[row]) for row in rows}
    if choices.weights == PATHS and graph.frame.routing.kind != ADAPTIVE:
        paths: dict[int, int] = {}
        for row in reversed(rows):
            weight[row] = [1 if head[c] == destination else paths[row_behind(graph, c)] for c in taken[row]]
            paths[row] = sum(weight[row])
    elif choices.weight is not None and graph.frame.routing.kind != ADAPTIVE:
        weight = {row: choices.weight[choices.start[row] : choices.start[row + 1]].tolist() for row in rows}
    return rows, taken, weight


def row_behind(graph: GoalGraph, channel: int) -> int:
    """The row of packets behind a channel."""
    return int(graph.head[channel]) if graph.by_node else len(graph.frame.forwarding) + channel


def fraction_flows(graph: GoalGraph, messages: Sequence[int]) -> dict[int, Fraction]:
    """Messages to one goal on each channel, in fractions."""
    head, destination = graph.head, graph.end
    rows, taken, weight = shares(graph)
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
                flow[row_behind(graph, channel)] += share
    return found


# Loads of routings in two independent phases: by way of any node, all nodes equally likely.
#
# A packet goes to its intermediate node, which may be its source or its destination, and then to its destination, even if it
# meets that before. So each source sends in phase 1 the same share of all its packets to every node, and every node sends in
# phase 2 the same share of the packets of each destination to it. Each phase is followed once for each of its goals, whatever
# the number of pairs of both.


def phase_crossings(
    routing: ChannelRouting,
    slot: np.ndarray,
    slots: int,
    leaving: np.ndarray,
    coming: np.ndarray,
    progress: Progress = None,
    fast: bool | None = None,
) -> list[Fraction]:
    """Crossings of channels, added up by slots, phase by phase.

    slot (ndarray of int, shape (C,)): Slot of each channel.
    leaving, coming (ndarray of int64, shape (N,)): Messages of each node to all others, and of all others to each node,
    below 2^49.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> valiant = channel_routing(network("mesh", k=2, n=1), "valiant")
    >>> one = np.ones(2, dtype=np.int64)
    >>> [str(load) for load in phase_crossings(valiant, np.arange(4), 4, one, one)]
    ['1/2', '1/2', '1/2', '1/2']
    """
    nodes = routing.network.node_count
    asked = (lambda to: cast(Sequence[int], leaving), lambda to: cast(Sequence[int], np.full(nodes, coming[to])))
    found = []
    for (phase, low), messages in zip(routing.phases.parts, asked, strict=True):
        own = slot.reshape(-1, routing.vcs)[:, low : low + phase.vcs].ravel()
        found.append(crossings(phase, own, slots, messages, progress, fast)[0])
    return [(one + other) / nodes for one, other in zip(*found, strict=True)]


# Exact loads under any rates of messages, by the fastest way that counts them.


def slot_loads(
    routing: ChannelRouting, rates: Rates, slot: np.ndarray, progress: Progress = None
) -> tuple[np.ndarray, int]:
    """Loads of hops, added up by slots, while the ends send as their rates say: numerators and their denominator.

    slot (ndarray of int, shape (hops,)): Slot of each hop.
    """
    net = rates.network
    own = routing.network
    alike = own is net or all(
        np.array_equal(getattr(own, part), getattr(net, part)) for part in ("indptr", "target", "device")
    )
    if not alike or list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} do not have the same ends of messages")
    if rates.scale > LARGEST_RATE:
        raise RoutingError(f"the rates of traffic {rates.name} have too long a common denominator to count exactly")

    @lru_cache(maxsize=64)
    def sent_to(destination: int) -> np.ndarray:
        messages = np.zeros(net.node_count, dtype=np.int64)
        sources, sent = rates.to(destination)
        messages[sources] = sent
        return messages

    count = int(slot.max()) + 1
    found = _by_tables(routing, rates)
    found = (
        found
        or (_by_runs(routing, rates) if by_runs(routing) else None)
        or (_by_boxes(routing, rates) if routing.phases.by_shortest else None)
    )
    if found is None and not worth_plain_python(net, len(net.ends)):
        if routing.loads.by == "shortest":
            every = [end for end in net.ends if len(rates.to(end)[0])]
            work = PathWork(net, slot, count, every, [1] * len(every), progress, sent_to)
            shares = count_paths(work, int(rates.moved * rates.scale))
            return np.array(shares.loads, dtype=object), shares.denominator * rates.scale
        found = _by_hops(routing, rates, sent_to, progress)
    if found:
        loads, unit = found
        if np.array_equal(slot, np.arange(len(slot))):
            return found
        summed = np.zeros(count, dtype=loads.dtype)
        np.add.at(summed, slot, loads)
        return summed, unit
    slot = np.repeat(slot, routing.vcs)
    if routing.by_any_node:
        counted = phase_crossings(routing, slot, count, *rates.sums, progress)
    else:
        counted, sent = crossings(routing, slot, count, sent_to, progress)
        if sent != (wanted := rates.moved * rates.scale):
            some = (
                f"{wanted - sent} of {wanted} pairs" if rates.is_uniform else f"some messages of traffic {rates.name}"
            )
            raise RoutingError(f"{routing.title}: {some} have no route, so there is nothing to count")
    denominator = lcm(*(load.denominator for load in counted))
    return np.array([int(load * denominator) for load in counted], dtype=object), denominator * rates.scale


def _by_hops(
    routing: ChannelRouting, rates: Rates, sent_to: Messages, progress: Progress
) -> tuple[np.ndarray, int] | None:
    """Loads of hops if the first hop that leads nearer is taken, or each equally likely, in both phases if there are two.

    Loads are linear in messages, so those of two phases by the same hops are counted together: the share of its messages
    that a node sends to each node first, and the share of the messages to each node that comes from there. None for other
    routings.
    """
    net, parts = rates.network, [part for part, _ in routing.phases.parts] if routing.by_any_node else [routing]
    by = {part.loads.by for part in parts}
    if by not in ({"hops"}, {"first"}):
        return None
    leaving, coming = rates.sums

    def in_phases(destination: int) -> np.ndarray:
        messages = leaving + coming[destination]
        messages[destination] = 0
        return messages

    every, unit, asked = list(net.ends), rates.scale, sent_to
    if routing.by_any_node:
        if int(leaving.max()) + int(coming.max()) > LARGEST_RATE:
            return None
        unit, asked = unit * net.node_count, in_phases
    else:
        every = [end for end in every if len(rates.to(end)[0])]
    if not every:
        return None
    require("shortest paths", net.title, len(every) * net.hop_count, nodes=net.node_count)
    work = PathWork(net, np.arange(net.hop_count), net.hop_count, every, [1] * len(every), progress, asked)
    counted = count_by_hops(work, int(rates.moved * unit) * len(parts), by == {"first"})
    return None if counted is None else (np.array(counted.loads, dtype=object), counted.denominator * unit)


def _by_tables(routing: ChannelRouting, rates: Rates) -> tuple[np.ndarray, int] | None:
    """Loads of hops by forwarding tables; None if some messages have no way, or an end has several destinations."""
    tables = routing.dependencies.tables
    if tables is None or not isinstance(tables[0], ForwardingTables) or rates.moved * rates.scale >= LARGEST:
        return None
    net, ends = rates.network, np.array(rates.network.ends)
    if len(tables[0].columns(tables[1])) != len(ends):
        return None
    found = table_loads(tables[0], ends, rates)
    whole = not found.lost and found.sent == rates.moved * rates.scale and len(found.load) == net.hop_count
    return (found.load, rates.scale) if whole else None


def _by_runs(routing: ChannelRouting, rates: Rates) -> tuple[np.ndarray, int] | None:
    """Loads of hops under dimension orders, one of them or one of two for each message, or those of both phases; None if
    whole numbers would be too long.
    """
    net, unit = rates.network, rates.scale
    parts: list[tuple[ChannelRouting, list[Demand | Pairs]]]
    if routing.by_any_node:
        leaving, coming = rates.sums
        shared = gcd(unit, *np.unique(np.concatenate([leaving, coming])).tolist())
        unit = unit // shared * net.node_count
        (first, _), (second, _) = routing.phases.parts
        parts = [(first, [Demand(leaving // shared, 1)]), (second, [Demand(1, coming // shared)])]
    else:
        parts = [(routing, list(_demands(rates)))]
    if 4 * unit * rates.moved >= RUN_WORD:
        return None
    loads = np.zeros(net.hop_count, dtype=np.int64)
    for part, demands in parts:
        for order in part.loads.orders:
            loads += run_loads(net, order, demands) * (2 // len(part.loads.orders))
    return loads, 4 * unit


def _by_boxes(routing: ChannelRouting, rates: Rates) -> tuple[np.ndarray, int] | None:
    """Loads of hops by way of nodes on shortest paths; None if there are too many pairs, or too long numbers."""
    even, moving = rates.uniform / (rates.network.node_count - 1) * rates.scale, rates.source != rates.destination
    amount = rates.rate[moving] * (rates.scale // rates.denominator)
    source, destination = (each[moving].astype(np.int64) for each in (rates.source, rates.destination))
    found = box_loads(routing, int(even), source, destination, amount)
    return found and (found[0], found[1] * rates.scale)


def _demands(rates: Rates) -> Iterator[Demand | Pairs]:
    """Messages times their scale: the same for all pairs, and single pairs."""
    even = rates.uniform / (rates.network.node_count - 1) * rates.scale
    if even:
        yield Demand(int(even), 1)
    for low in range(0, len(rates.source), CHUNK):
        some = slice(low, low + CHUNK)
        yield rates.source[some], rates.destination[some], rates.rate[some] * (rates.scale // rates.denominator)


def device_loads(net: Network, routing: ChannelRouting, progress: Progress = None) -> Loads:
    """Visit ratios of all devices; the virtual channels of a link are one device. Distances are those of the network.

    Messages run between all ordered pairs of ends; the labels of messages beside their destination are equally likely.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = network("ring", K=4)
    >>> found = device_loads(ring, channel_routing(ring, "up-down"))
    >>> [str(found.visit_ratio(device)) for device in range(4)]
    ['1/2', '1/3', '1/6', '1/3']
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "exact loads need")
    distance_sum, diameter = all_distances(net)
    none = np.zeros(0, dtype=np.int32)
    even = Rates("uniform", net, Fraction(1), none, none, none.astype(np.int64), 1)
    loads, unit = slot_loads(routing, even, net.device.astype(np.int64), progress)
    per_pair = Fraction(even.scale, unit)
    numerators = [load * per_pair.numerator for load in loads.tolist()]
    counted = Counted(numerators, per_pair.denominator, distance_sum, diameter)
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)


def pair_flow(routing: ChannelRouting, source: int, destination: int) -> dict[int, Fraction]:
    """The hops that a message from source to destination may take, each with its expected number of crossings.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> routing = channel_routing(network("mesh", k=2, n=2), "shortest")
    >>> [str(share) for share in pair_flow(routing, 0, 3).values()]
    ['1/2', '1/2', '1/2', '1/2']
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "shares of messages need")
    ends = [routing.node_name(node) for node in (source, destination)]
    if source == destination:
        raise RoutingError(f"a message from node {ends[0]} to itself crosses nothing: give two different nodes")
    if not routing.labels(source, destination):
        raise RoutingError(f"{routing.title}: no route leads from {ends[0]} to {ends[1]}")
    crossed: dict[int, Fraction] = {}
    follower = Follower(RoutingArrays(routing, fast=False))
    labels = routing.labels(source, destination)
    for label in labels:
        graph = follower.follow(Goal(destination, label), np.array([source], dtype=np.int32))
        for channel, messages in fraction_flows(graph, [1]).items():
            hop = channel // routing.vcs
            crossed[hop] = crossed.get(hop, Fraction(0)) + messages / len(labels)
    return crossed
