"""Directed channels of a network, by number and name, and loads of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import overload

import numpy as np

from netlemma.graphs.topology.structure import Network, show

SOME, WORD = 1000, 1 << 62  # loads whose common divisor is tried; numbers below are safe in 64 bits


class ChannelLoads(Sequence[Fraction]):
    """Loads of all channels, each different value once.

    numerators: Loads times a common denominator.
    denominator: That denominator.

    distinct: Different numerators, rising.
    group: For each channel the position of its numerator among them.
    counts: Number of channels of each.

    >>> loads = ChannelLoads(np.array([2, 1, 2]), 4)
    >>> list(loads), loads.largest, loads.total
    ([Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)], Fraction(1, 2), Fraction(5, 4))
    """

    def __init__(self, numerators: np.ndarray, denominator: int) -> None:
        self.denominator = denominator
        common = max(1, gcd(*map(int, numerators[:: len(numerators) // SOME + 1])))
        parts = numerators // common
        if numerators.max(initial=0) < WORD and parts.max() < 4 * len(parts) and (parts * common == numerators).all():
            parts = parts.astype(np.int64)
            many = np.bincount(parts)
            found = np.flatnonzero(many)
            self.group, self.counts = (np.cumsum(many > 0, dtype=np.int32) - 1)[parts], many[found]
            found *= common
        else:
            found, group, self.counts = np.unique(numerators, return_inverse=True, return_counts=True)
            self.group = group.astype(np.int32).ravel()
        self.distinct: list[int] = [int(n) for n in found]

    @classmethod
    def of(cls, loads: Sequence[Fraction]) -> ChannelLoads:
        """Loads that are given one by one."""
        denominator = lcm(*(load.denominator for load in loads))
        return cls(np.array([int(load * denominator) for load in loads], dtype=object), denominator)

    def __len__(self) -> int:
        return len(self.group)

    @overload
    def __getitem__(self, channel: int) -> Fraction: ...

    @overload
    def __getitem__(self, channel: slice) -> list[Fraction]: ...

    def __getitem__(self, channel: int | slice) -> Fraction | list[Fraction]:
        if isinstance(channel, slice):
            return [self.values[i] for i in self.group[channel].tolist()]
        return self.values[int(self.group[channel])]

    def __iter__(self) -> Iterator[Fraction]:
        values = self.values
        return (values[i] for i in self.group.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def over(self, capacities: np.ndarray | None) -> ChannelLoads:
        """Utilisations: the loads divided by the capacities of the channels.

        >>> list(ChannelLoads(np.array([2, 1, 2]), 4).over(np.array([Fraction(1), Fraction(1, 2), Fraction(3)])))
        [Fraction(1, 2), Fraction(1, 2), Fraction(1, 6)]
        """
        if capacities is None:
            return self
        times = [1 / each for each in capacities.tolist()]
        common = lcm(*{each.denominator for each in times})
        factors = np.array([int(each * common) for each in times], dtype=object)
        return ChannelLoads(self.numerators.astype(object) * factors, self.denominator * common)

    @property
    def values(self) -> list[Fraction]:
        """Different loads, rising."""
        return [Fraction(n, self.denominator) for n in self.distinct]

    @property
    def largest(self) -> Fraction:
        """Largest load."""
        return Fraction(self.distinct[-1], self.denominator)

    @property
    def total(self) -> Fraction:
        """Sum of all loads."""
        whole = sum(n * many for n, many in zip(self.distinct, self.counts.tolist(), strict=True))
        return Fraction(whole, self.denominator)

    @property
    def numerators(self) -> np.ndarray:
        """Loads times the denominator, channel by channel; Python's integers where a sum of them may be long."""
        short = self.distinct[-1] * len(self) < 1 << 62
        return np.array(self.distinct, dtype=np.int64 if short else object)[self.group]


def channels_of(net: Network) -> np.ndarray:
    """Number of the directed channel of each hop: each hop of a link is one, all hops of a bus are one.

    Returns: The channels, numbered from 0 in the order of their first hops.
    """
    if all(kind.kind != "bus" for kind in net.device_classes):
        return np.arange(net.hop_count, dtype=np.int32)
    bus = np.array([kind.kind == "bus" for kind in net.device_classes])[net.device_class][net.device]
    key = np.where(bus, net.hop_count + net.device.astype(np.int64), np.arange(net.hop_count))
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return rank[number.ravel()]


def channel_capacities(net: Network) -> np.ndarray | None:
    """Capacity of each channel; None if all have 1."""
    if net.capacity is None:
        return None
    first = np.unique(channels_of(net), return_index=True)[1]
    return net.capacity[net.device[first]]


def channel_latencies(net: Network) -> np.ndarray | None:
    """Latency of each channel; None if all have 1."""
    return None if net.latency is None else net.latency[np.unique(channels_of(net), return_index=True)[1]]


def channel_names(net: Network) -> list[str]:
    """Names of the directed channels: their ends, numbered #2, #3, ... where links are parallel; the nodes of a bus."""
    channels = channels_of(net)
    names = [""] * (int(channels.max(initial=-1)) + 1)
    seen: Counter[str] = Counter()
    nodes = [show(net.labels(node)) for node in range(net.node_count)]
    for hop, channel in enumerate(channels.tolist()):
        tail, head = nodes[net.origin[hop]], nodes[net.target[hop]]
        if net.device_classes[net.device_class[net.device[hop]]].kind != "bus":
            name = f"{tail}->{head}"
            seen[name] += 1
            names[channel] = name if seen[name] == 1 else f"{name} #{seen[name]}"
        elif not names[channel]:
            names[channel] = f"bus {net.device[hop]} of {tail}"
    return names


def channel_name(net: Network, channel: int) -> str:
    """Name of one channel, as :func:`channel_names` has it.

    >>> from netlemma.graphs import network
    >>> channel_name(network("ring", K=2), 1)
    '(0)->(1) #2'
    """
    if any(kind.kind == "bus" for kind in net.device_classes):
        return channel_names(net)[channel]
    first = int(net.indptr[net.origin[channel]])
    beside = int((net.target[first:channel] == net.target[channel]).sum())
    name = "->".join(show(net.labels(int(node))) for node in (net.origin[channel], net.target[channel]))
    return name + (f" #{beside + 1}" if beside else "")
