"""The channels among which worms may choose at each place and for each destination, as numbered lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graphs.routing.channel_routing import ChannelRouting, no_label
from graphs.routing.routes import Goal, follow
from graphs.simulate.layouts.choice_kernel import NOWHERE, longest_way
from graphs.simulate.layouts.numbering import Numbering, check_ends, the_label
from graphs.simulate.schema import SimulationError

MOST_ENDS = 4096
MOST_PLACES = 1 << 26  # places times goals
ARRIVED, NONE = 0, 1  # lists with nothing in them: at the destination, and where no worm comes
Offer = tuple[
    tuple[int, ...], tuple[int, ...]
]  # channels and escape channels, counted from the first channel of their node


@dataclass(frozen=True, eq=False)
class ChoiceTables(Numbering):
    """Channels, and those that the header of a worm may take next.

    Its *place* is the current node if no other property matters (``routing.choices_by``), otherwise the channel by
    which it came or its source. Its *goal* is a destination with a label.

    Parameters
    ----------
    place : ndarray of int
        Place at the end of each channel of the network or of injection.
    base : ndarray of int, shape (places,)
        First channel of the node of each place.
    goal : ndarray of int, shape (ends, ends)
        Goal of each source and destination.
    lists : ndarray of int, shape (places, goals)
        Number of a list, ARRIVED or NONE.
    first, escapes, offers : ndarray of int
        List k is ``offers[first[k]:first[k + 1]]``, counted from the base; from ``escapes[k]`` on they are escape
        channels.
    longest : int
        Number of channels of the longest path.
    """

    place: np.ndarray
    base: np.ndarray
    goal: np.ndarray
    lists: np.ndarray
    first: np.ndarray
    escapes: np.ndarray
    offers: np.ndarray
    longest: int


class _Lists:
    """Distinct lists, numbered in the order of their first use."""

    def __init__(self, routing: ChannelRouting) -> None:
        self.routing = routing
        self.numbers: dict[Offer | str, int] = {"arrived": ARRIVED, "none": NONE}

    def number(self, channels: Iterable[int], node: int) -> int:
        """The number of the list of these channels of a node."""
        offer = split(self.routing, channels, node)
        return self.numbers.setdefault(offer, len(self.numbers)) if any(offer) else NONE

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """``first``, ``escapes`` and ``offers``."""
        offers: list[int] = []
        first, escapes = [0], []
        for offer in self.numbers:
            others, escape = ((), ()) if isinstance(offer, str) else offer
            escapes.append(len(offers) + len(others))
            offers += [*others, *escape]
            first.append(len(offers))
        return tuple(np.array(each, dtype=np.int32) for each in (first, escapes, offers))  # type: ignore[return-value]


def split(routing: ChannelRouting, channels: Iterable[int], node: int) -> Offer:
    """Channels of a node without repetition, escape channels apart, counted from the first channel of the node.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    channels : Iterable of int
        Numbers of the channels.
    node : int
        Number of the node.

    Returns
    -------
    Offer
        Other channels, and escape channels.
    """
    base = int(routing.network.indptr[node]) * routing.vcs
    escape = routing.escape or (lambda channel: False)
    found = list(dict.fromkeys(int(c) for c in channels))
    return tuple(c - base for c in found if not escape(c)), tuple(c - base for c in found if escape(c))


def choices(routing: ChannelRouting, injection_vcs: int = 1) -> ChoiceTables:
    """The tables of a routing that offers several channels.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    injection_vcs : int, default 1
        Virtual channels of each injection channel.

    Returns
    -------
    ChoiceTables
        Tables of the routing.

    Raises
    ------
    SimulationError
        If there are too many terminals or places, or several labels between two terminals.
    RoutingError
        If a packet is stranded or runs in circles.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> one = choices(channel_routing(network("oneway-torus", k=8, n=2), "duato"))
    >>> one.lists.shape, len(one.first) - 1, one.longest
    ((64, 64), 8, 16)
    """
    check_ends(routing, MOST_ENDS)
    return _choices(routing, injection_vcs)


@lru_cache(maxsize=4)
def _choices(routing: ChannelRouting, injection_vcs: int) -> ChoiceTables:
    net, ends = routing.network, routing.ends
    first_channel = np.asarray(net.indptr)[:-1].astype(np.int64) * routing.vcs
    target = np.repeat(np.asarray(net.target), routing.vcs)
    lists = _Lists(routing)
    if routing.choices_by != "channel" and routing.labels is no_label:
        goal = np.tile(np.arange(len(ends), dtype=np.int32), (len(ends), 1))
        place = np.concatenate([target, np.repeat(ends, injection_vcs)])
        base, starts = first_channel, np.asarray(ends)
        table = _by_digits(routing, lists) if routing.choices_by == "digits" else _by_node(routing, lists)
    else:
        goal, table = _by_channel(routing, lists)
        count = routing.channel_count
        place = np.concatenate([np.arange(count), np.repeat(count + np.arange(len(ends)), injection_vcs)])
        base = np.concatenate([first_channel[target], first_channel[np.asarray(ends)]])
        starts = count + np.arange(len(ends))
    first, escapes, offers = lists.arrays()
    hops = longest_way(table, base, place, first, offers, starts, goal)
    if hops == NOWHERE:
        follow(routing)  # says which packet is stranded or runs in circles
        raise SimulationError(f"routing {routing.title} does not lead every message to its destination")
    return ChoiceTables(
        routing, injection_vcs, place.astype(np.int32), base.astype(np.int32), goal, table, first, escapes, offers, hops + 2
    )  # fmt: skip


def _by_node(routing: ChannelRouting, lists: _Lists) -> np.ndarray:
    ends = routing.ends
    table = np.full((routing.network.node_count, len(ends)), NONE, dtype=np.int32)
    for g, destination in enumerate(ends):
        for node in range(routing.network.node_count):
            if node == destination:
                table[node, g] = ARRIVED
            else:
                table[node, g] = lists.number(_asked(routing, node, destination), node)
    return table


def _by_digits(routing: ChannelRouting, lists: _Lists) -> np.ndarray:
    """The same, with one call for all pairs of a node and a destination that are equivalent in each dimension."""
    net = routing.network
    digits = np.array([net.labels(node) for node in range(net.node_count)])
    ends = np.asarray(routing.ends)
    alike = np.zeros((net.node_count, len(ends)), dtype=np.int64)
    for d, factor in enumerate(net.factors):
        line = np.flatnonzero(
            (np.delete(digits, d, axis=1) == 0).all(axis=1)
        )  # in the order of their digits in dimension d
        hops = np.bincount(factor.hops()[0], minlength=factor.size)
        kinds: dict[tuple[int, Offer], int] = {}
        kind = np.zeros((factor.size, factor.size), dtype=np.int64)
        for a, node in enumerate(line.tolist()):
            for b, destination in enumerate(line.tolist()):
                offer = split(routing, _asked(routing, node, destination), node)
                kind[a, b] = kinds.setdefault((int(hops[a]), offer), len(kinds))
        alike = alike * len(kinds) + kind[digits[:, d][:, None], digits[ends, d][None, :]]
    _, example, which = np.unique(alike, return_index=True, return_inverse=True)
    numbers = [ARRIVED] * len(example)
    for i, pair in enumerate(example.tolist()):
        node, destination = pair // len(ends), int(ends[pair % len(ends)])
        if node != destination:
            numbers[i] = lists.number(_asked(routing, node, destination), node)
    return np.array(numbers, dtype=np.int32)[which].reshape(alike.shape)


def _asked(routing: ChannelRouting, node: int, destination: int) -> list[int]:
    if node == destination:
        return []
    return [channel for channel, weight in routing.next_channels(node, None, destination, None) if weight]


def _by_channel(routing: ChannelRouting, lists: _Lists) -> tuple[np.ndarray, np.ndarray]:
    ends = routing.ends
    numbers: dict[Goal, int] = {}
    goal = np.zeros((len(ends), len(ends)), dtype=np.int32)
    for i, source in enumerate(ends):
        for j, destination in enumerate(ends):
            if i != j:
                goal[i, j] = numbers.setdefault(the_label(routing, source, destination), len(numbers))
    places = routing.channel_count + len(ends)
    if places * len(numbers) > MOST_PLACES:
        raise SimulationError(
            f"{routing.title} has {places:,} places for packets to {len(numbers):,} goals, as their choices depend on "
            f"how they came: up to {MOST_PLACES:,} pairs can be simulated"
        )
    routes = follow(routing)
    table = np.full((places, len(numbers)), NONE, dtype=np.int32)
    for each, g in numbers.items():
        for i, source in enumerate(ends):
            if source in routes.first[each]:
                table[routing.channel_count + i, g] = lists.number(routes.first[each][source], source)
        for channel, later in routes.after[each].items():
            table[channel, g] = lists.number(later, routing.end(channel)) if later else ARRIVED
    return goal, table
