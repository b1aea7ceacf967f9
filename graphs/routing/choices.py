"""Choices of all packets to one goal, a destination and a label, as arrays: the form in which compiled loops follow a
routing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import lcm
from typing import NamedTuple

import numpy as np

from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting, Label, no_label

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

    Parameters
    ----------
    by : str
        "node" or "channel".
    start : ndarray of int64, shape (rows + 1,)
        First choice of each row.
    channel : ndarray of int32, shape (choices,)
        Channels, none twice in a row.
    weights : str, default 'alike'
        Shares of the choices of a row: "alike" (all the same), "paths" (proportional to the number of different ways
        that continue behind each choice to the destination), or "given".
    weight : ndarray of int64, shape (choices,), optional
        Positive numbers to which shares are proportional within their row, if they are given; Python's integers where
        they are longer than 62 bits.
    """

    by: str
    start: np.ndarray
    channel: np.ndarray
    weights: str = ALIKE
    weight: np.ndarray | None = None


class Paths(NamedTuple):
    """The ways of packets to one destination, one behind the other.

    Attributes
    ----------
    source : ndarray of int64, shape (P,)
        Source of each packet.
    first : ndarray of int64, shape (P + 1,)
        Packet p takes ``channel[first[p]:first[p + 1]]``.
    channel : ndarray of int64
        Channels.
    """

    source: np.ndarray
    first: np.ndarray
    channel: np.ndarray


def goals(routing: ChannelRouting, destination: int) -> list[tuple[Label, np.ndarray]]:
    """Labels of packets to a destination, each with the sources of its packets.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    destination : int
        Number of the destination.

    Returns
    -------
    list of (Label, ndarray of int32)
        Labels and sources, in the order of the sources.
    """
    if routing.goals_to is not None:
        return list(routing.goals_to(destination))
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
    """Choices from the answers at some rows.

    Parameters
    ----------
    by : str
        "node" or "channel".
    count : int
        Number of rows.
    rows : dict of int to (tuple of int, tuple of int or None)
        Channels of each row, with their weights if they are not alike.

    Returns
    -------
    Choices
        The choices.
    """
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

    Parameters
    ----------
    channels : Sequence of int
        Channels; one may be there more than once.
    weights : Sequence of Fraction
        Their weights. Those of adaptive routings do not matter, but for 0.
    kind : str
        Kind of the routing.

    Returns
    -------
    tuple of (tuple of int, tuple of int or None)
        Channels whose weight is not 0, each once, and the numbers, None if they are alike.

    Examples
    --------
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

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    destination : int
        Number of the destination.
    label : Label
        Label of the packets.
    sources : ndarray of int32
        Sources of the packets.

    Returns
    -------
    Choices
        Choices by channel, as the relation gives them without those of weight 0, each channel once. They are not
        checked: a channel that does not start at its place is -1, and weights that are no shares of 1 are 0. Those of
        adaptive routings are alike.
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

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    destination : int
        Number of the destination.
    label : Label
        Label of the packets.
    sources : ndarray of int32
        Sources of the packets.

    Returns
    -------
    Choices
        The choices.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")
    >>> [(label, sources)] = goals(ring, 0)
    >>> found = choices_to(ring, 0, label, sources)
    >>> found.channel[found.start[1] : found.start[2]]
    array([1], dtype=int32)
    """
    if routing.choices_to is None:
        return asked(routing, destination, label, sources)
    return routing.choices_to(destination, label)
