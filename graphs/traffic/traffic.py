"""Rates of messages between the ends of a network, exact: a share that is the same for all pairs, and single pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from graphs.base.errors import InputError
from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts
from graphs.topology.devices import show
from graphs.topology.structure import Network

LARGEST = 1 << 62  # of rates as whole numbers over their common denominator


class TrafficError(InputError):
    """A pattern is unknown, is not defined for the network, or its rates are not admissible."""


@dataclass(frozen=True, eq=False)
class Traffic(Shown):
    """Messages that each end sends to each other one, per unit of time.

    Every end sends ``uniform`` messages to the others together, each of them equally likely, and besides
    ``rate[i] / denominator`` messages from ``source[i]`` to ``destination[i]``. Each end sends at most one message per
    unit of time in all. Messages of an end to itself count as sent, but never move.

    Parameters
    ----------
    name : str
        Name of the pattern with its options.
    network : Network
        The network.
    uniform : Fraction
        Messages that each end sends to all others together, the same to each.
    source, destination : ndarray of int32, shape (pairs,)
        Nodes of single pairs, sorted by destination and source, no pair twice.
    rate : ndarray of int64, shape (pairs,)
        Positive numerators of their rates.
    denominator : int
        Common denominator of these rates.
    staying : Fraction
        Messages per unit of time of all ends to themselves, besides those among the pairs.
    description : str
        Definition of the pattern.

    Examples
    --------
    >>> from graphs import network
    >>> found = from_rates(network("ring", K=4), {(0, 1): Fraction(1, 2), (2, 2): 1}, "example")
    >>> found.between(0, 1), found.between(1, 0), found.sent, found.moved
    (Fraction(1, 2), Fraction(0, 1), Fraction(3, 2), Fraction(1, 2))
    """

    name: str
    network: Network
    uniform: Fraction
    source: np.ndarray
    destination: np.ndarray
    rate: np.ndarray
    denominator: int
    staying: Fraction = Fraction(0)
    description: str = ""

    def _parts(self) -> list[Part]:
        rows = [("traffic", self.name), ("network", self.network.title), ("definition", self.description)]
        return [Facts([*rows, ("messages per unit of time", self.sent), ("of these to other nodes", self.moved)])]

    @property
    def is_uniform(self) -> bool:
        """Whether every ordered pair of different ends has the same rate."""
        return len(self.source) == 0

    @cached_property
    def sent(self) -> Fraction:
        """Messages per unit of time of all ends, those to themselves too."""
        return self.moved + self.staying + Fraction(int(self.rate[self._still].sum()), self.denominator)

    @cached_property
    def moved(self) -> Fraction:
        """Messages per unit of time between different nodes."""
        pairs = Fraction(int(self.rate[~self._still].sum()), self.denominator)
        return self.uniform * len(self.network.ends) + pairs

    @cached_property
    def received(self) -> tuple[Fraction, ...]:
        """Messages per unit of time that each end gets, those from itself too, in the order of the ends."""
        single = np.zeros(self.network.node_count, dtype=np.int64)
        np.add.at(single, self.destination, self.rate)
        alike = self.uniform + self.staying / len(self.network.ends)
        return tuple(alike + Fraction(int(single[end]), self.denominator) for end in self.network.ends)

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
        """Rate of one ordered pair of different ends.

        Parameters
        ----------
        source : int
            Number of the source.
        destination : int
            Number of the destination.

        Returns
        -------
        Fraction
            Messages per unit of time.
        """
        if source == destination or not (self.network.is_end[source] and self.network.is_end[destination]):
            return Fraction(0)
        low, high = self._to[destination], self._to[destination + 1]
        at = low + int(np.searchsorted(self.source[low:high], source))
        single = int(self.rate[at]) if at < high and self.source[at] == source else 0
        return self.uniform / (len(self.network.ends) - 1) + Fraction(single, self.denominator)

    def to(self, destination: int) -> tuple[np.ndarray, np.ndarray]:
        """Sources that send to a destination, other than itself.

        Parameters
        ----------
        destination : int
            Number of the destination.

        Returns
        -------
        tuple of (ndarray of int32, ndarray of int64)
            Sources in order, and their rates multiplied by ``scale``.
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

    def with_name(self, name: str, description: str) -> Traffic:
        """The same rates under another name.

        Parameters
        ----------
        name : str
            Name of the pattern with its options.
        description : str
            Its definition.

        Returns
        -------
        Traffic
            The traffic.
        """
        return replace(self, name=name, description=description)


def uniform(net: Network, share: Fraction = Fraction(1), everybody: bool = False) -> Traffic:
    """Traffic of each end to all others alike.

    Parameters
    ----------
    net : Network
        The network.
    share : Fraction, default 1
        Messages that each end sends per unit of time.
    everybody : bool, default False
        Whether destinations are drawn among all ends, the source included; messages to itself never move.

    Returns
    -------
    Traffic
        The traffic.
    """
    count = len(net.ends)
    moving = share * Fraction(count - 1, count) if everybody else share
    none = np.zeros(0, dtype=np.int32)
    return Traffic("uniform", net, moving, none, none, none.astype(np.int64), 1, (share - moving) * count)


def from_pairs(
    net: Network, source: np.ndarray, destination: np.ndarray, rate: np.ndarray, denominator: int
) -> Traffic:
    """Traffic of single pairs, checked and in order; rates of a pair that is given several times are added.

    Parameters
    ----------
    net : Network
        The network.
    source, destination : ndarray of int, shape (pairs,)
        Nodes of the pairs, ends of the network.
    rate : ndarray of int64, shape (pairs,)
        Numerators of the rates.
    denominator : int
        Their common denominator.

    Returns
    -------
    Traffic
        The traffic, without a name.

    Raises
    ------
    TrafficError
        If a rate is negative, an end sends more than one message per unit of time, or no message moves.
    """
    if (rate < 0).any():
        at = int(np.flatnonzero(rate < 0)[0])
        raise TrafficError(
            f"the rate from {_name(net, source[at])} to {_name(net, destination[at])} is "
            f"{Fraction(int(rate[at]), denominator)}: rates are at least 0"
        )
    key = destination.astype(np.int64) * net.node_count + source
    keys, where = np.unique(key[rate > 0], return_inverse=True)
    summed = np.zeros(len(keys), dtype=np.int64)
    np.add.at(summed, where, rate[rate > 0])
    found = Traffic(
        "", net, Fraction(0), (keys % net.node_count).astype(np.int32), (keys // net.node_count).astype(np.int32),
        summed, denominator,
    )  # fmt: skip
    return admissible(found)


def admissible(traffic: Traffic) -> Traffic:
    """The same traffic, if each of its ends sends at most one message per unit of time and some message moves.

    Raises
    ------
    TrafficError
        If that is not so.
    """
    net = traffic.network
    sent = np.zeros(net.node_count, dtype=np.int64)
    np.add.at(sent, traffic.source, traffic.rate)
    most = int(sent.argmax())
    staying = traffic.staying / len(net.ends)
    total = traffic.uniform + staying + Fraction(int(sent[most]), traffic.denominator)
    if total > 1:
        raise TrafficError(f"node {_name(net, most)} sends {total} messages per unit of time: at most 1")
    if not traffic.moved:
        raise TrafficError(f"no message moves on {net.title}: every node sends to itself alone")
    return traffic


def from_rates(net: Network, rates: Mapping[tuple[int, int], Fraction | int], name: str) -> Traffic:
    """Traffic of a mapping from pairs to rates.

    Parameters
    ----------
    net : Network
        The network.
    rates : Mapping of (int, int) to Fraction or int
        Messages per unit of time from a node to another one, by their numbers.
    name : str
        Name of the traffic.

    Returns
    -------
    Traffic
        The traffic.

    Raises
    ------
    TrafficError
        If a node is no end of messages, a rate is no exact number, or the rates are not admissible.
    """
    pairs = list(rates)
    for pair in pairs:
        for node in pair:
            if not (isinstance(node, int) and 0 <= node < net.node_count and net.is_end[node]):
                raise TrafficError(f"{name} has messages of node {node}: ends of {net.title} are {_some_ends(net)}")
        if not isinstance(rates[pair], int | Fraction):
            raise TrafficError(f"{name} has the rate {rates[pair]!r}: rates are whole numbers or Fractions")
    values = [Fraction(rates[pair]) for pair in pairs]
    denominator = lcm(*(value.denominator for value in values))
    if denominator * sum(map(abs, values)) > LARGEST:
        raise TrafficError(f"the rates of {name} have a common denominator of {len(str(denominator))} digits: too long")
    at = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    rate = np.array([int(value * denominator) for value in values], dtype=np.int64)
    return from_pairs(net, at[:, 0], at[:, 1], rate, denominator).with_name(name, "rates of single pairs")


def permutation(net: Network, destination: np.ndarray) -> Traffic:
    """Traffic in which every end sends all of its messages to one.

    Parameters
    ----------
    net : Network
        The network.
    destination : ndarray of int, shape (ends,)
        Number of the destination of each end, in the order of the ends.

    Returns
    -------
    Traffic
        The traffic, without a name.

    Raises
    ------
    TrafficError
        If no message moves.
    """
    return from_pairs(net, np.asarray(net.ends), destination, np.ones(len(destination), dtype=np.int64), 1)


def mixture(parts: Iterable[tuple[Fraction, Traffic]]) -> Traffic:
    """A sum of traffics of one network, each multiplied by a share.

    Parameters
    ----------
    parts : Iterable of (Fraction, Traffic)
        Shares and traffics.

    Returns
    -------
    Traffic
        The traffic, without a name.

    Raises
    ------
    TrafficError
        If an end sends more than one message per unit of time, or numbers become too long.
    """
    shared = [(share, traffic) for share, traffic in parts if share]
    net = shared[0][1].network
    scales = [share / traffic.denominator for share, traffic in shared]
    denominator = lcm(*(scale.denominator for scale in scales))
    if denominator * net.node_count > LARGEST:
        raise TrafficError(f"shares have a common denominator of {len(str(denominator))} digits: too long")
    rate = np.concatenate([t.rate * int(s * denominator) for s, (_, t) in zip(scales, shared, strict=True)])
    source = np.concatenate([t.source for _, t in shared])
    destination = np.concatenate([t.destination for _, t in shared])
    even = sum((share * t.uniform for share, t in shared), Fraction(0))
    staying = sum((share * t.staying for share, t in shared), Fraction(0))
    if not len(rate):
        return admissible(replace(uniform(net), uniform=even, staying=staying))
    key = destination.astype(np.int64) * net.node_count + source
    keys, where = np.unique(key, return_inverse=True)
    summed = np.zeros(len(keys), dtype=np.int64)
    np.add.at(summed, where, rate)
    nodes = net.node_count
    return admissible(
        Traffic(
            "",
            net,
            even,
            (keys % nodes).astype(np.int32),
            (keys // nodes).astype(np.int32),
            summed,
            denominator,
            staying,
        )
    )


def _name(net: Network, node: int) -> str:
    return show(net.labels(int(node)))


def _some_ends(net: Network) -> str:
    ends = list(net.ends[:6])
    return ", ".join(map(str, ends)) + (", ..." if len(net.ends) > len(ends) else "")
