"""Rates of messages between the ends of a network, exact: a share that is the same for all pairs, and single pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from netlemma.graphs.topology.structure import Network


@dataclass(frozen=True, eq=False)
class Rates:
    """Messages that each end sends to each other one, per unit of time.

    Every end sends ``uniform`` messages to the others together, each of them equally likely, and besides
    ``rate[i] / denominator`` messages from ``source[i]`` to ``destination[i]``. Messages of an end to itself never move.

    name: Name of the pattern with its options.
    network: The network.
    uniform: Messages that each end sends to all others together, the same to each.
    source, destination: Nodes of single pairs, sorted by destination and source, no pair twice.
    rate: Positive numerators of their rates.
    denominator: Common denominator of these rates.
    """

    name: str
    network: Network
    uniform: Fraction
    source: np.ndarray
    destination: np.ndarray
    rate: np.ndarray
    denominator: int

    @property
    def is_uniform(self) -> bool:
        """Whether every ordered pair of different ends has the same rate."""
        return len(self.source) == 0

    @cached_property
    def moved(self) -> Fraction:
        """Messages per unit of time between different nodes."""
        pairs = Fraction(int(self.rate[~self._still].sum()), self.denominator)
        return self.uniform * len(self.network.ends) + pairs

    @cached_property
    def _still(self) -> np.ndarray:
        return self.source == self.destination

    @cached_property
    def sums(self) -> tuple[np.ndarray, np.ndarray]:
        """Messages that leave each node for others, and that come to each node from others, multiplied by ``scale``."""
        even = np.where(self.network.is_end, int(self.uniform * self.scale), 0)
        rate = np.where(self._still, 0, self.rate) * (self.scale // self.denominator)
        leaving, coming = even.astype(np.int64), even.astype(np.int64)
        np.add.at(leaving, self.source, rate)
        np.add.at(coming, self.destination, rate)
        return leaving, coming

    @cached_property
    def scale(self) -> int:
        """Least common denominator of all rates of pairs."""
        return lcm(self.denominator, (self.uniform / (len(self.network.ends) - 1)).denominator)

    @cached_property
    def _to(self) -> np.ndarray:
        """First pair of each destination."""
        return np.searchsorted(self.destination, np.arange(self.network.node_count + 1))

    def between(self, source: int, destination: int) -> Fraction:
        """Rate of one ordered pair of different ends."""
        if source == destination or not (self.network.is_end[source] and self.network.is_end[destination]):
            return Fraction(0)
        low, high = self._to[destination], self._to[destination + 1]
        at = low + int(np.searchsorted(self.source[low:high], source))
        single = int(self.rate[at]) if at < high and self.source[at] == source else 0
        return self.uniform / (len(self.network.ends) - 1) + Fraction(single, self.denominator)

    def to(self, destination: int) -> tuple[np.ndarray, np.ndarray]:
        """Sources that send to a destination, other than itself.

        Returns: Sources in order, and their rates multiplied by ``scale``.
        """
        low, high = self._to[destination], self._to[destination + 1]
        if self.is_uniform or self.uniform:
            sent = np.zeros(self.network.node_count, dtype=np.int64)
            if self.network.is_end[destination]:
                sent[self.network.is_end] = int(self.uniform / (len(self.network.ends) - 1) * self.scale)
            sent[self.source[low:high]] += self.rate[low:high] * (self.scale // self.denominator)
            sent[destination] = 0
            there = np.flatnonzero(sent).astype(np.int32)
            return there, sent[there]
        other = ~self._still[low:high]
        return self.source[low:high][other], self.rate[low:high][other] * (self.scale // self.denominator)
