"""Shares of messages that cross a channel, for all pairs, computed together."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.worker_pool import fan_out
from netlemma.graphs.loads.channel_loads import fraction_flows
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting, no_label
from netlemma.graphs.routing.choices import WEIGHTS
from netlemma.graphs.routing.goal_graph import GoalGraph, RoutingArrays, follow_all
from netlemma.graphs.routings.kinds import require_kind
from netlemma.graphs.sources.place import NetworkDescription, routing_of
from netlemma.graphs.traffic.channels import channels_of

# Loops over the places that packets to one goal reach, against the direction of travel.
#
# They run as plain Python on lists or compiled on arrays (:func:`netlemma.graphs.base.compiled.compiled`).


ALIKE, PATHS, GIVEN = range(3)
FINE, TOO_LONG = 1, -1


def crossings(
    by_node, head, node_count, destination, rows, start, channel, mode, weight, vcs, column, width, scale, value, paths
):  # fmt: skip
    """Expected crossings of some hops by a packet from each place on, as whole numbers over ``scale``.

    head (array of int32, shape (C,)): Node to which each channel leads.
    rows (array of int32): Reached rows, each before the rows behind its choices.
    start, channel (array of int64, array of int32): Choices row by row.
    weight (array of int64): Weights of the choices, if they are given.
    column (array of int32, shape (hops,)): Column of each hop that is asked about, -1 for others.
    value (array of int64, shape (rows * width,)): Crossings, row by row; written.
    paths (array of int64, shape (rows,)): Number of ways from each row on, if shares are by paths; written.
    """
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        if row >= node_count and head[row - node_count] == destination:
            for j in range(width):
                value[row * width + j] = 0
            paths[row] = 1
            continue
        total = 0
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if mode == PATHS:
                to = head[c] if by_node else node_count + c
                total += 1 if head[c] == destination else paths[to]
            else:
                total += weight[k] if mode == GIVEN else 1
        if total > 9007199254740992:
            return TOO_LONG
        paths[row] = total
        for j in range(width):
            shared = 0
            for k in range(start[row], start[row + 1]):
                c = channel[k]
                arrived = head[c] == destination
                to = head[c] if by_node else node_count + c
                w = 1
                if mode == PATHS:
                    w = 1 if arrived else paths[to]
                elif mode == GIVEN:
                    w = weight[k]
                crossed = 0 if arrived else value[to * width + j]
                if column[c // vcs] == j:
                    crossed += scale
                if float(w) * float(crossed) > 1e18:
                    return TOO_LONG
                shared += w * crossed
            a, b = total, shared % total
            while b:
                a, b = b, a % b
            if a != total:
                return total // a
            value[row * width + j] = shared // total
    return FINE


# The channels of a routing shared among workers; results do not depend on their number.


PARTS = 2  # for each worker
AT_ONCE = 64  # channels of a part, of a cluster with an unknown number of workers


@dataclass(frozen=True)
class Sharing:
    """Workers, and the name by which they find the routing.

    place: Network and routing.
    workers: Number of processes.
    dask: Scheduler of a Dask cluster whose workers share the channels instead, "" for none.
    """

    place: NetworkDescription
    workers: int = 1
    dask: str = ""


def over_channels(
    work: Callable[..., Any],
    routing: ChannelRouting,
    channels: Sequence[int],
    *arguments: Any,
    sharing: Sharing | None = None,
    progress: Progress = None,
) -> list[Any]:
    """Results of work on parts of the channels, in the order of the channels."""
    if sharing is None:
        return [work(routing, channels, *arguments, progress)]
    size = AT_ONCE if sharing.dask else max(1, -(-len(channels) // (PARTS * sharing.workers)))
    parts = [list(channels[first : first + size]) for first in range(0, len(channels), size)]
    keys = (json.dumps([i, sharing.place.network, part, arguments]) for i, part in enumerate(parts))
    results, done = dict[int, Any](), 0
    for number, result in fan_out(partial(_part, work), keys, min(sharing.workers, len(parts)), sharing.dask):
        results[number] = result
        done += len(parts[number])
        if progress:
            progress(done, len(channels))
    return [results[number] for number in range(len(parts))]


def _part(work: Callable[..., Any], key: str) -> tuple[int, Any]:
    """Number and result of one part, for a worker."""
    number, (family, sizes, *rest), channels, arguments = json.loads(key)
    named = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in sizes)
    routing = routing_of((family, named, *rest))
    return number, work(routing, channels, *arguments, None)


# Shares of the messages of every pair that cross a channel, exact.


LARGEST = 1 << 40  # of the common denominator, so that sums of shares are exact in a double, too
RESET = 1 << 16  # a scale that the next goal hardly needs
MODES = dict(zip(WEIGHTS, (GIVEN, ALIKE, PATHS), strict=True))


@dataclass(frozen=True, eq=False)
class Shares:
    """Expected crossings of one channel by a message of each pair: a matrix over the pairs that cross it at all.

    channel: Number of the directed channel, see :func:`netlemma.graphs.traffic.channels.channels_of`.
    sources, destinations: Nodes of the rows and columns, in order.
    matrix: Numerators of the crossings; 0 for a node and itself.
    scale: Their common denominator.
    """

    channel: int
    sources: np.ndarray
    destinations: np.ndarray
    matrix: np.ndarray
    scale: int


def shares(routing: ChannelRouting, channels: Sequence[int], progress: Progress = None) -> list[Shares]:
    """Shares of the messages of all pairs that cross some channels.

    The virtual channels of a hop count together, and so do all hops of a bus. The labels of a packet beside its
    destination are equally likely.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> [found] = shares(channel_routing(network("mesh", k=3, n=1), "dimension-order"), [0])
    >>> found.sources.tolist(), found.destinations.tolist(), found.matrix.tolist(), found.scale
    ([0], [1, 2], [[1, 1]], 1)
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "shares of messages need")
    if routing.by_any_node:
        return _two_phases(routing, channels, progress)
    steps = len(routing.ends) * routing.channel_count * len(channels)
    frame, of_hops = RoutingArrays(routing, worth_compiling(steps) or None), channels_of(routing.network)
    column = np.full(int(of_hops.max()) + 1, -1, dtype=np.int32)
    column[list(channels)] = np.arange(len(channels))
    workers = follow_all(frame, lambda: _Crossings(frame, column[of_hops], len(channels)), progress)
    entries = [entry for worker in workers for entry in worker.entries]
    scale = lcm(*(denominator for *_, denominator in entries))
    _check(routing, scale)
    each: list[list[_Part]] = [[] for _ in channels]
    for number, *part in entries:
        each[number].append(tuple(part))  # type: ignore[arg-type]
    return [_matrix(channel, parts, scale) for channel, parts in zip(channels, each, strict=True)]


Entry = tuple[int, np.ndarray, int, np.ndarray, int]  # column, sources, destination, numerators, denominator
_Part = tuple[np.ndarray, int, np.ndarray, int]  # an entry without its column


class _Crossings:
    """Crossings of channels by the packets to the goals that one thread follows."""

    def __init__(self, frame: RoutingArrays, column: np.ndarray, width: int) -> None:
        self.frame, self.width, self.scale = frame, width, 1
        self.column = frame.kept(column)
        rows = len(frame.forwarding) + len(frame.head)
        self.value, self.paths = frame.filled(rows * width, dtype=np.int64), frame.filled(rows, dtype=np.int64)
        self.entries: list[Entry] = []

    def add(self, graph: GoalGraph, number: int) -> None:
        frame, routing, choices = self.frame, self.frame.routing, graph.choices
        weight = frame.kept(np.zeros(0, dtype=np.int64) if choices.weight is None else choices.weight)
        run = frame.loop(crossings)
        nodes, destination = len(frame.forwarding), graph.goal.destination
        if frame.fast and choices.weight is not None and choices.weight.dtype != np.int64:
            self._add_in_fractions(graph)
            return
        if self.scale > RESET:
            self.scale = 1
        while True:
            found = run(
                graph.by_node, graph.head, nodes, graph.end, graph.rows, graph.start, graph.channel,
                MODES[choices.weights], weight, routing.vcs, self.column, self.width, self.scale, self.value, self.paths,
            )  # fmt: skip
            if found == FINE:
                break
            self.scale = LARGEST + 1 if found == TOO_LONG else self.scale * int(found)
            if self.scale > LARGEST:  # of the shares from all places on, those from the sources may have a shorter one
                self.scale = 1
                self._add_in_fractions(graph)
                return
        sources = np.asarray(graph.sources, dtype=np.int64)
        value = np.asarray(self.value).reshape(-1, self.width)[sources]
        labels = 1
        if routing.labels is not no_label:
            each = np.array([len(routing.labels(int(s), destination)) for s in sources])
            labels = int(np.lcm.reduce(each))
            value = value * (labels // each)[:, None]
        for j in range(self.width):
            crossed = np.flatnonzero(value[:, j])
            if len(crossed):
                own, scale = value[crossed, j], self.scale * labels
                divisor = int(np.gcd.reduce(own, initial=scale))
                self.entries.append((j, sources[crossed], destination, own // divisor, scale // divisor))

    def _add_in_fractions(self, graph: GoalGraph) -> None:
        """Crossings source by source, along the direction of travel."""
        sources = [int(source) for source in graph.sources]
        for i, source in enumerate(sources):
            crossed: dict[int, Fraction] = {}
            for channel, share in fraction_flows(graph, [int(i == j) for j in range(len(sources))]).items():
                if share and (j := int(self.column[channel // self.frame.routing.vcs])) >= 0:
                    crossed[j] = crossed.get(j, Fraction(0)) + share
            for j, share in crossed.items():
                one = np.array([source]), np.array([share.numerator], dtype=np.int64)
                self.entries.append((j, one[0], graph.goal.destination, one[1], share.denominator))


def _check(routing: ChannelRouting, scale: int) -> None:
    if scale > LARGEST:
        raise RoutingError(
            f"routing {routing.title} splits messages into shares with too long a common denominator: take a smaller size"
        )


def _matrix(channel: int, entries: list[_Part], scale: int) -> Shares:
    sources = np.unique(np.concatenate([e[0] for e in entries])) if entries else np.zeros(0, dtype=np.int64)
    destinations = np.unique(np.array([e[1] for e in entries], dtype=np.int64))
    matrix = np.zeros((len(sources), len(destinations)), dtype=np.int64)
    for those, destination, numerators, denominator in entries:
        at = np.searchsorted(destinations, destination)
        matrix[np.searchsorted(sources, those), at] += numerators * (scale // denominator)
    return Shares(channel, sources, destinations, matrix, scale)


def _two_phases(routing: ChannelRouting, channels: Sequence[int], progress: Progress) -> list[Shares]:
    """Shares of a routing by way of a random node: the mean of the first phase over all intermediate nodes from the
    source, and of the second one over all to the destination.
    """
    net = routing.network
    count = net.node_count
    (one, _), (other, _) = routing.phases.parts
    before_it = shares(one, channels, progress)
    behind_it = before_it if other is one else shares(other, channels, progress)
    found = []
    for channel, first, second in zip(channels, before_it, behind_it, strict=True):
        scale = lcm(first.scale, second.scale)
        before, behind = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        before[first.sources] = first.matrix.sum(axis=1) * (scale // first.scale)
        behind[second.destinations] = second.matrix.sum(axis=0) * (scale // second.scale)
        matrix = before[:, None] + behind
        np.fill_diagonal(matrix, 0)
        _check(routing, scale * count)
        found.append(Shares(channel, np.arange(count), np.arange(count), matrix, scale * count))
    return found


def share(found: Shares, source: int, destination: int) -> Fraction:
    """Expected crossings of the channel by a message of one pair."""
    i, j = np.searchsorted(found.sources, source), np.searchsorted(found.destinations, destination)
    inside = i < len(found.sources) and j < len(found.destinations)
    if not inside or found.sources[i] != source or found.destinations[j] != destination:
        return Fraction(0)
    return Fraction(int(found.matrix[i, j]), found.scale)
