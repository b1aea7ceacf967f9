"""Lower bounds of the largest load of a channel that hold for every routing, and how far a routing is from them.

The messages between two halves of a network cross the channels between them, and messages cross at least as many channels as
their distance (Dally and Towles, Principles and Practices of Interconnection Networks, 2004, section 3.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.base.displays import exact
from netlemma.graphs.loads.bisection import MOST_EXCHANGED, MOST_NODES, Bisection, bisection
from netlemma.graphs.loads.distance_indices import distances
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.channel_loads import reference_routing, traffic_loads
from netlemma.graphs.traffic.channels import channel_capacities, channels_of
from netlemma.graphs.traffic.traffic import Traffic

STEPS = 300_000  # of the search for halves with fewer channels
MOST_GENERAL = 1024  # nodes of networks that are no products: beyond, bounds take as long as loads


@dataclass(frozen=True)
class LoadBound:
    """A lower bound of the largest load under any routing.

    name: Name of the bound: ``bisection``, ``mean_hops`` or ``exchange``.
    value: The bound, in messages per unit of time, or of the largest utilisation where links have capacities.
    because: How it follows.
    """

    name: str
    value: Fraction
    because: str

    def as_json(self, load: Fraction) -> dict[str, str | None]:
        """The bound, and the given largest load divided by it."""
        ratio = str(load / self.value) if self.value else None
        return {"bound": str(self.value), "ratio": ratio, "because": self.because}

    def row(self, load: Fraction, what: str = "load") -> tuple[str, str]:
        """Name and words, with the given largest load in terms of the bound."""
        times = f", the largest {what} {exact(load / self.value)} times that" if self.value else ""
        return f"{self.name.replace('_', '-')} bound", f"{exact(self.value)}{times}; {self.because}"


def worst_case_bounds(net: Network) -> list[LoadBound]:
    """Bounds of the worst case of any routing: of uniform traffic, and of permutations that exchange two halves.

    >>> from netlemma.graphs import network
    >>> [(each.name, str(each.value)) for each in worst_case_bounds(network("toroid", w=8, D=2))]
    [('bisection', '1'), ('mean_hops', '64/63'), ('exchange', '2')]
    """
    if _too_large(net):
        return []
    ends, halves = len(net.ends), bisection(net, steps=STEPS)
    far = distances(net).pairs
    mean = Fraction(sum(i * count for i, count in enumerate(far)), ends * (ends - 1))
    cut = _cut(net, halves)
    exchanged = Fraction(2 * (ends // 2)) / cut
    return [
        LoadBound("bisection", Fraction(ends, 2) / cut, f"N/(2B), {_between(net, halves)}"),
        _by_hops(net, mean * ends, f"mean distance {exact(mean)} x N = {ends:,}"),
        LoadBound("exchange", exchanged, "permutations that exchange these halves"),
    ]


def traffic_bounds(traffic: Traffic, distance: Fraction | None = None) -> list[LoadBound]:
    """Bounds of the largest load of a traffic under any routing.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.traffic.named import traffic
    >>> [str(each.value) for each in traffic_bounds(traffic(network("mesh", k=4, n=2), "transpose"))]
    ['1', '5/6']
    """
    net = traffic.network
    if _too_large(net):
        return []
    halves = bisection(net, steps=STEPS, bounded=net.node_count <= MOST_EXCHANGED or bool(net.factors))
    crossing = crossing_messages(traffic, halves.half)
    least = traffic_loads(reference_routing(net), traffic).total if distance is None else distance
    return [
        LoadBound(
            "bisection",
            crossing / _cut(net, halves),
            f"{exact(crossing)} messages between two halves, {_between(net, halves)}",
        ),
        _by_hops(net, least, f"distances of all messages {exact(least)}"),
    ]


def crossing_messages(traffic: Traffic, half: Sequence[int]) -> Fraction:
    """Messages per unit of time between some nodes and the others, both ways together."""
    net = traffic.network
    side = np.zeros(net.node_count, dtype=bool)
    side[list(half)] = True
    ends, inside = len(net.ends), int((side & net.is_end).sum())
    single = int(traffic.rate[side[traffic.source] != side[traffic.destination]].sum())
    even = traffic.uniform * Fraction(2 * inside * (ends - inside), ends - 1)
    return even + Fraction(single, traffic.denominator)


def used_as(net: Network) -> str:
    """What bounds are about: loads, or utilisations where links have capacities."""
    return "load" if net.capacity is None else "utilisation"


def as_json(bounds: Sequence[LoadBound], load: Fraction) -> dict[str, Any]:
    """Bounds by name, as in ``netlemma worst-case --json``."""
    return {each.name: each.as_json(load) for each in bounds}


def _too_large(net: Network) -> bool:
    return net.node_count > (MOST_NODES if net.factors else MOST_GENERAL)


def _cut(net: Network, halves: Bisection) -> Fraction:
    """Sum of the capacities of the channels between two halves: two of a link, one of a one-way link or a bus."""
    if net.capacity is None:
        return Fraction(halves.channels)
    side = np.zeros(net.node_count, dtype=bool)
    side[list(halves.half)] = True
    across = np.unique(channels_of(net)[side[net.origin] != side[net.target]])
    capacities = channel_capacities(net)
    assert capacities is not None
    return sum(capacities[across].tolist(), Fraction(0))


def _between(net: Network, halves: Bisection) -> str:
    if net.capacity is not None:
        return f"which {halves.channels} channels of capacity {_cut(net, halves)} join"
    least = f", a bisection has at least {halves.least}" if halves.least else ""
    return f"B = {halves.channels}" + ("" if halves.exact else f" between the halves found{least}")


def _by_hops(net: Network, hops: Fraction, words: str) -> LoadBound:
    channels, capacities = int(channels_of(net).max()) + 1, channel_capacities(net)
    if capacities is None:
        return LoadBound("mean_hops", hops / channels, f"{words} / {channels:,} channels")
    total = sum(capacities.tolist(), Fraction(0))
    return LoadBound("mean_hops", hops / total, f"{words} / {total}, the capacity of all {channels:,} channels")
