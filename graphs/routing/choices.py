"""Choices of all packets to one goal, a destination and a label, as arrays: the form in which compiled loops follow
them; relations that look them up, and choices drawn uniformly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import (
    ADAPTIVE,
    ALL,
    OBLIVIOUS,
    ChannelChoice,
    ChannelRouting,
    Label,
    no_label,
)
from netlemma.graphs.topology.structure import Network

# Choices of all packets to one goal, a destination and a label, as arrays: the form in which compiled loops follow a
# routing.


PLACES = BY_NODE, BY_CHANNEL = ("node", "channel")
WEIGHTS = GIVEN, ALIKE, PATHS = ("given", "alike", "paths")
NO_CHANNEL = -1
LONG = 1 << 62
RowChoices = tuple[tuple[int, ...], "tuple[int, ...] | None"]  # channels, and weights that are not alike


class Goal(NamedTuple):
    """Destination and label of a packet, which determine its route."""

    destination: int
    label: Label


@dataclass(frozen=True, eq=False)
class Choices:
    """Channels that packets to one goal may take next, row by row: those of row r are
    ``channel[start[r]:start[r + 1]]``.

    With ``by`` = "node" there is a row for each node. With "channel" rows 0 to N-1 are packets at their sources, the N
    nodes, and row N + c is a packet behind channel c. Rows of places that no packet reaches may be empty or have
    choices.

    by: "node" or "channel".
    start: First choice of each row.
    channel: Channels, none twice in a row.
    weights: Shares of the choices of a row: "alike" (all the same), "paths" (proportional to the number of different
    ways that continue behind each choice to the destination), or "given".
    weight: Positive numbers to which shares are proportional within their row, if they are given; Python's integers
    where they are longer than 62 bits.
    """

    by: str
    start: np.ndarray
    channel: np.ndarray
    weights: str = ALIKE
    weight: np.ndarray | None = None


class Paths(NamedTuple):
    """The ways of packets to one destination, one behind the other.

    source: Source of each packet.
    first: Packet p takes ``channel[first[p]:first[p + 1]]``.
    channel: Channels.
    """

    source: np.ndarray
    first: np.ndarray
    channel: np.ndarray


def goals(routing: ChannelRouting, destination: int) -> list[tuple[Label, np.ndarray]]:
    """Labels of packets to a destination, each with the sources of its packets.

    Returns: Labels and sources, in the order of the sources.
    """
    if routing.arrays.goals_to is not None:
        return list(routing.arrays.goals_to(destination))
    if routing.labels is no_label or routing.by_any_node:
        ends = _ends(routing)
        sent = ends[ends != destination]
        return [(label, sent) for label in routing.labels(int(sent[0]), destination)] if len(sent) else []
    sources: dict[Label, list[int]] = {}
    for source in routing.ends:
        if source != destination:
            for label in routing.labels(source, destination):
                sources.setdefault(label, []).append(source)
    return [(label, np.array(those, dtype=np.int32)) for label, those in sources.items()]


@lru_cache(maxsize=8)
def _ends(routing: ChannelRouting) -> np.ndarray:
    """Nodes between which packets run."""
    return np.array(routing.ends, dtype=np.int32)


def rows_of(by: str, count: int, rows: dict[int, RowChoices]) -> Choices:
    """Choices from the answers at some rows."""
    order = sorted(rows)
    sizes = np.zeros(count + 1, dtype=np.int64)
    sizes[np.array(order, dtype=np.int64) + 1] = [len(rows[row][0]) for row in order]
    channel = np.fromiter(chain.from_iterable(rows[row][0] for row in order), dtype=np.int32)
    start = np.cumsum(sizes)
    if all(weights is None for _, weights in rows.values()):
        return Choices(by, start, channel)
    given = [w for row in order for w in rows[row][1] or (1,) * len(rows[row][0])]
    return Choices(by, start, channel, GIVEN, np.array(given, dtype=object if max(given) >= LONG else np.int64))


def shares(channels: Sequence[int], weights: Sequence[Fraction], kind: str) -> RowChoices:
    """Channels with numbers to which their weights are proportional; 0 for all if the weights are no shares of 1.

    >>> shares([4, 6, 4], [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], "oblivious")
    ((4, 6), (3, 1))
    >>> shares([4, 6], [Fraction(1, 2), Fraction(1, 4)], "oblivious")
    ((4, 6), (0, 0))
    """
    found: dict[int, Fraction] = {}
    for channel, weight in zip(channels, weights, strict=True):
        if weight:
            found[channel] = found.get(channel, Fraction(0)) + weight
    if kind == ADAPTIVE or not found:
        return tuple(found), None
    if min(weights) < 0 or sum(found.values()) != 1:
        return tuple(found), (0,) * len(found)
    scale = lcm(*(weight.denominator for weight in found.values()))
    numbers = tuple(int(weight * scale) for weight in found.values())
    return tuple(found), None if len(set(numbers)) == 1 else numbers


def asked(routing: ChannelRouting, destination: int, label: Label, sources: np.ndarray) -> Choices:
    """Choices of a routing that is known only as a relation, asked once for each place that packets reach.

    sources (ndarray of int32): Sources of the packets.
    """
    net, vcs = routing.network, routing.vcs
    rows: dict[int, RowChoices] = {}
    todo: list[tuple[int, int, int | None]] = [(source, source, None) for source in reversed(sources.tolist())]
    while todo:
        row, node, came_by = todo.pop()
        if row in rows:
            continue
        low, high = int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs
        given = routing.next_channels(node, came_by, destination, label)
        channels = [int(channel) if low <= channel < high else NO_CHANNEL for channel, _ in given]
        rows[row] = shares(channels, [Fraction(weight) for _, weight in given], routing.kind)
        for channel in rows[row][0]:
            end = destination if channel == NO_CHANNEL else int(net.target[channel // vcs])
            if end != destination and net.forwarding[end]:
                todo.append((net.node_count + channel, end, channel))
    return rows_of(BY_CHANNEL, net.node_count + routing.channel_count, rows)


def choices_to(routing: ChannelRouting, destination: int, label: Label, sources: np.ndarray) -> Choices:
    """Choices of all packets to one goal, from the routing's own arrays if it has them.

    sources (ndarray of int32): Sources of the packets.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")
    >>> [(label, sources)] = goals(ring, 0)
    >>> found = choices_to(ring, 0, label, sources)
    >>> found.channel[found.start[1] : found.start[2]]
    array([1], dtype=int32)
    """
    if routing.arrays.choices_to is None:
        return asked(routing, destination, label, sources)
    return routing.arrays.choices_to(destination, label)


# Relations on channels that look up the arrays of a routing's choices, row by row.


ChannelsAt = Callable[[int, "int | None", int], Sequence[int]]  # node, channel by which a packet came, destination
MOST_ROWS = 1 << 22  # of the goals that are kept


class RowRelation:
    """The relation of a routing that is given by arrays; the arrays of the last goals are kept.

    net: The network.
    kind: "deterministic", "oblivious" or "adaptive".
    vcs: Virtual channels of each hop.
    choices_to: Function (destination, label) -> choices.
    choices_at: Function from numbers of nodes to a function (node, came_by, destination) -> channels, which answers at
    these nodes only and takes no time for others.
    """

    def __init__(
        self,
        net: Network,
        kind: str,
        vcs: int,
        choices_to: Callable[[int, Label], Choices],
        choices_at: Callable[[np.ndarray], ChannelsAt] | None = None,
    ) -> None:
        self.net, self.vcs, self.choices_at = net, vcs, choices_at
        self._alike = kind == ADAPTIVE
        rows = net.node_count + net.hop_count * vcs

        @lru_cache(maxsize=min(max(MOST_ROWS // rows, 2), 4096))
        def kept(destination: int, label: Label) -> _Goal:
            return _Goal(choices_to(destination, label), net, vcs, destination)

        self._kept = kept

    def __call__(self, node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        """The choices at a place with their weights."""
        goal = self._kept(destination, label)
        row = node if came_by is None or goal.choices.by != BY_CHANNEL else self.net.node_count + came_by
        channels = goal.channels(row)
        if self._alike or len(channels) < 2:
            return [(channel, ALL) for channel in channels]
        weights = goal.weights(row, channels)
        return [(channel, Fraction(weight, sum(weights))) for channel, weight in zip(channels, weights, strict=True)]


def channels_at(routing: ChannelRouting, nodes: np.ndarray) -> ChannelsAt:
    """The channels that packets without labels may take next at some nodes.

    nodes (ndarray of int): Numbers of nodes, rising.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> around = channel_routing(network("oneway-torus", k=3, n=2), "dimension-order", 2)
    >>> line = channels_at(around, np.array([0, 3, 6]))
    >>> [around.channel_name(c) for c in line(6, None, 3)], [around.channel_name(c) for c in line(0, 25, 3)]
    (['(2,0)->(0,0) vc 1'], ['(0,0)->(1,0) vc 1'])
    """
    relation = routing.next_channels
    if isinstance(relation, RowRelation) and relation.choices_at is not None:
        return relation.choices_at(nodes)
    return lambda node, came_by, destination: [
        int(channel) for channel, weight in relation(node, came_by, destination, None) if weight
    ]


class _Goal:
    """The choices to one goal, and the number of paths from each node where it was asked for."""

    def __init__(self, choices: Choices, net: Network, vcs: int, destination: int) -> None:
        self.choices, self.net, self.vcs = choices, net, vcs
        self.paths = {destination: 1}

    def channels(self, row: int) -> list[int]:
        first, last = self.choices.start[row : row + 2].tolist()
        return self.choices.channel[first:last].tolist()  # type: ignore[no-any-return]

    def weights(self, row: int, channels: list[int]) -> list[int]:
        """Numbers to which the shares of the channels of a row are proportional."""
        if self.choices.weights == GIVEN and self.choices.weight is not None:
            first, last = self.choices.start[row : row + 2].tolist()
            return self.choices.weight[first:last].tolist()  # type: ignore[no-any-return]
        return [self.paths_from(channel) if self.choices.weights == PATHS else 1 for channel in channels]

    def paths_from(self, channel: int) -> int:
        """Number of paths to the destination behind a channel, of a routing by node."""
        todo = [int(self.net.target[channel // self.vcs])]
        while todo:
            ends = [int(self.net.target[c // self.vcs]) for c in self.channels(todo[-1])]
            if missing := [end for end in ends if end not in self.paths and todo[-1] not in self.paths]:
                todo += missing
            else:
                node = todo.pop()
                self.paths.setdefault(node, sum(self.paths[end] for end in ends if node not in self.paths))
        return self.paths[int(self.net.target[channel // self.vcs])]


def by_arrays(
    name: str,
    net: Network,
    kind: str,
    vcs: int,
    arrays: Arrays,
    choices_at: Callable[[np.ndarray], ChannelsAt] | None = None,
    **about: Any,
) -> ChannelRouting:
    """The routing whose relation is given by its arrays; see :class:`RowRelation`, ``about`` are its other fields."""
    assert arrays.choices_to is not None
    relation = RowRelation(net, kind, vcs, arrays.choices_to, choices_at)
    return ChannelRouting(name, net, kind, relation, vcs, arrays=arrays, **about)


# Adaptive routings whose choices are drawn: every legal choice equally likely at each hop.


UNIFORM = "uniform"


def uniform(routing: ChannelRouting) -> ChannelRouting:
    """The oblivious routing that draws one of the choices of an adaptive one, all equally likely at each hop.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> drawn = uniform(channel_routing(network("mesh", k=3, n=2), "west-first"))
    >>> drawn.kind, [str(weight) for _, weight in drawn.next_channels(0, None, 8, None)]
    ('oblivious', ['1/2', '1/2'])
    """
    if routing.kind != ADAPTIVE:
        raise RoutingError(f"choice={UNIFORM} applies only to adaptive routings; {routing.title} is {routing.kind}")
    ask, arrays = routing.next_channels, routing.arrays.choices_to

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        allowed = dict.fromkeys(channel for channel, weight in ask(node, came_by, destination, label) if weight)
        return [(channel, Fraction(1, len(allowed))) for channel in allowed]

    def choices_to(destination: int, label: Label) -> Choices:
        assert arrays is not None
        choices: Choices = arrays(destination, label)
        return replace(choices, weights=ALIKE, weight=None)

    return replace(
        routing,
        kind=OBLIVIOUS,
        next_channels=next_channels,
        arrays=replace(routing.arrays, choices_to=None if arrays is None else choices_to),
        escape=None,
        description=f"{routing.description}; all choices equally likely at each hop",
    )
