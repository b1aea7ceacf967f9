"""Traffic made from rates, pairs, permutations and mixtures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network, show
from netlemma.graphs.traffic.traffic import LARGEST, Traffic


def uniform(net: Network, share: Fraction = Fraction(1), everybody: bool = False) -> Traffic:
    """Traffic of each end to all others alike."""
    count = len(net.ends)
    moving = share * Fraction(count - 1, count) if everybody else share
    none = np.zeros(0, dtype=np.int32)
    return Traffic("uniform", net, moving, none, none, none.astype(np.int64), 1, (share - moving) * count)


def from_pairs(
    net: Network, source: np.ndarray, destination: np.ndarray, rate: np.ndarray, denominator: int
) -> Traffic:
    """Traffic of single pairs, checked and in order; rates of a pair that is given several times are added.

    source, destination (ndarray of int, shape (pairs,)): Nodes of the pairs, ends of the network.
    rate (ndarray of int64, shape (pairs,)): Numerators of the rates.
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
    traffic = Traffic(
        "", net, Fraction(0), (keys % net.node_count).astype(np.int32), (keys // net.node_count).astype(np.int32),
        summed, denominator,
    )  # fmt: skip
    return admissible(traffic)


def admissible(traffic: Traffic) -> Traffic:
    """The same traffic, if each of its ends sends at most one message per unit of time and some message moves."""
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
    """Traffic of a mapping from pairs to rates."""
    pairs = list(rates)
    for pair in pairs:
        for node in pair:
            if not (isinstance(node, int) and 0 <= node < net.node_count and net.is_end[node]):
                raise TrafficError(f"{name} has messages of node {node}: ends of {net.title} are {_some_ends(net)}")
        if not isinstance(rates[pair], int | Fraction):
            raise TrafficError(f"{name} has the rate {rates[pair]!r}: rates are whole numbers or Fractions")
    values = [Fraction(rates[pair]) for pair in pairs]
    if values and max(values) > 1:
        most, (source, _) = max(zip(values, pairs, strict=True))
        raise TrafficError(f"node {_name(net, source)} sends {most} messages per unit of time: at most 1")
    denominator = lcm(*(value.denominator for value in values))
    if denominator * sum(map(abs, values)) > LARGEST:
        raise TrafficError(f"the rates of {name} have a common denominator of {len(str(denominator))} digits: too long")
    at = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    rate = np.array([int(value * denominator) for value in values], dtype=np.int64)
    return from_pairs(net, at[:, 0], at[:, 1], rate, denominator).with_name(name, "rates of single pairs")


def permutation(net: Network, destination: np.ndarray) -> Traffic:
    """Traffic in which every end sends all of its messages to one.

    destination (ndarray of int, shape (ends,)): Number of the destination of each end, in the order of the ends.
    """
    return from_pairs(net, np.asarray(net.ends), destination, np.ones(len(destination), dtype=np.int64), 1)


def mixture(parts: Iterable[tuple[Fraction, Traffic]]) -> Traffic:
    """A sum of traffics of one network, each multiplied by a share."""
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
