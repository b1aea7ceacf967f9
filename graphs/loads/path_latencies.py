"""Latencies of paths: sums of the latencies of their links, on paths of fewest hops, of least latency, and of a routing; and of a
message alone in the network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from netlemma.base.displays import exact
from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.channel_loads import row_behind, shares
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.goal_graph import GoalGraph, goal_graphs
from netlemma.graphs.topology.capacities import in_whole_units, least_latencies
from netlemma.graphs.topology.structure import Network

Behind = dict[int, tuple[Fraction | int, Fraction | int, int]]


@dataclass(frozen=True)
class MessageLatency:
    """Latency of a message that is alone in the network: until its last flit has arrived.

    flits, hop_delay: Flits of the message, and time that each hop takes besides the latency of its link.
    mean, largest: Over all messages between two different ends, and the largest of any.
    """

    flits: int
    hop_delay: Fraction
    mean: Fraction
    largest: Fraction

    def as_json(self) -> dict[str, object]:
        """All as data for JSON: rationals are strings."""
        return {"flits": self.flits, "hop_delay": str(self.hop_delay), "mean": str(self.mean), "max": str(self.largest)}

    def __str__(self) -> str:
        delay = f", {self.hop_delay} more for each hop" * bool(self.hop_delay)
        more = f", {self.flits - 1:,} flit{'s' * (self.flits > 2)} behind the first at the least capacity of its path"
        return (
            f"latency of a message of {self.flits:,} flit{'s' * (self.flits > 1)} alone: mean {exact(self.mean)}, largest "
            f"{exact(self.largest)} (that of its links{delay}{more * (self.flits > 1)})"
        )


@dataclass(frozen=True)
class PathLatencies:
    """Latencies of paths between all ordered pairs of different ends, exactly.

    mean: Mean over paths of fewest hops, each equally likely.
    largest: The largest of any path of fewest hops.
    least_mean, least_largest: Mean and largest on paths of least latency.
    routing_mean, routing_largest: Mean and largest on the paths of a routing.
    message: Latency of a message alone, if it was asked for.
    """

    mean: Fraction
    largest: Fraction
    least_mean: Fraction
    least_largest: Fraction
    routing_mean: Fraction
    routing_largest: Fraction
    message: MessageLatency | None = None

    def as_json(self) -> dict[str, dict[str, object]]:
        """All as data for JSON: rationals are strings."""
        return {
            "fewest_hops": {"mean": str(self.mean), "max": str(self.largest)},
            "least_latency": {"mean": str(self.least_mean), "max": str(self.least_largest)},
            "routing": {"mean": str(self.routing_mean), "max": str(self.routing_largest)},
            **({} if self.message is None else {"message": self.message.as_json()}),
        }

    def lines(self, routing: str) -> list[str]:
        """All in words; ``routing`` is the name of that in use."""
        said = [
            ("of fewest hops", self.mean, self.largest),
            ("of least latency", self.least_mean, self.least_largest),
            (f"of {routing}", self.routing_mean, self.routing_largest),
        ][: 2 if routing in ("shortest", "least-latency") else 3]
        found = [f"latency of paths {what}: mean {exact(mean)}, largest {exact(most)}" for what, mean, most in said]
        return found if self.message is None else [*found, str(self.message)]


def path_latencies(
    net: Network, rule: ChannelRouting, flits: int | None = None, hop_delay: Fraction = Fraction(0)
) -> PathLatencies:
    """Latencies of the paths of a network, and of a message of so many flits if they are given.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> net = network("mesh", k=2, n=2, latency="dimension-0=3", capacity="dimension-1=1/2")
    >>> found = path_latencies(net, channel_routing(net, "xy"), flits=5)
    >>> found.lines("xy")[0], str(found.message)[:52]
    ('latency of paths of fewest hops: mean 8/3 = 2.66667, largest 4', 'latency of a message of 5 flits alone: mean 28/3 = 9')
    """
    work = float(len(net.ends)) * net.hop_count / 3
    require("relations", net.title, work, nodes=net.node_count)
    if net.latency is None:
        of_hop, unit = [1] * net.hop_count, 1
    else:
        of_hop, unit = in_whole_units(net.latency)
    first, target, forwards = net.indptr.tolist(), net.target.tolist(), net.forwarding.tolist()
    ends, total, longest, least, farthest = list(net.ends), Fraction(0), 0, 0, 0
    for source in ends:
        by_hops = _fewest_hops(source, first, target, forwards, of_hop)
        by_time = least_latencies(source, first, target, forwards, of_hop)
        for end in ends:
            if end == source:
                continue
            if end not in by_time:
                raise disconnected(net, source, end)
            ways, summed, most = by_hops[end]
            total += Fraction(summed, ways)
            longest = max(longest, most)
            least, farthest = least + by_time[end], max(farthest, by_time[end])
    pairs = net.pair_count * unit
    if rule.loads.by == "shortest":
        mean, most = total / pairs * unit, longest
    elif rule.name == "least-latency":
        mean, most = Fraction(least * unit, pairs), farthest
    else:
        mean, most, _, _ = _of_routing(rule, of_hop, [0] * net.hop_count, 0)
    message, paces = None, {Fraction(1)} if net.capacity is None else {1 / each for each in net.capacity.tolist()}
    if flits is not None and len(paces) == 1 and not hop_delay:
        behind = (flits - 1) * paces.pop()
        message = MessageLatency(flits, hop_delay, mean / unit + behind, Fraction(most, unit) + behind)
    elif flits is not None:
        message = _alone(rule, [Fraction(each, unit) for each in of_hop], flits, hop_delay)
    return PathLatencies(
        total / pairs,
        Fraction(longest, unit),
        Fraction(least, pairs),
        Fraction(farthest, unit),
        mean / unit,
        Fraction(most, unit),
        message,
    )


def _alone(rule: ChannelRouting, times: list[Fraction], flits: int, hop_delay: Fraction) -> MessageLatency:
    net = rule.network
    slow = [Fraction(1)] * net.hop_count if net.capacity is None else [1 / net.capacity[d] for d in net.device.tolist()]
    numbers = np.array([*(each + hop_delay for each in times), *slow], dtype=object)
    every, unit = in_whole_units(numbers)
    *_, whole, last = _of_routing(rule, every[: net.hop_count], every[net.hop_count :], flits - 1)
    return MessageLatency(flits, hop_delay, whole / unit, Fraction(last, unit))


def _of_routing(
    rule: ChannelRouting, times: Sequence[int], slow: Sequence[int], more: int
) -> tuple[Fraction, int, Fraction, int]:
    """Mean and largest latency of the paths of a routing, and the same with so many flits ``more`` behind the first one.

    times, slow: For each hop its latency, and the time between two flits.
    """
    mean, whole, most, last = Fraction(0), Fraction(0), 0, 0
    for graph in goal_graphs(rule):
        behind = _behind(graph, times, slow)
        for source, ways in zip(graph.sources, graph.alternatives.tolist(), strict=True):
            for pace, (share, summed, far) in behind[int(source)].items():
                mean += Fraction(summed) / ways
                whole += Fraction(summed + share * more * pace) / ways
                most, last = max(most, far), max(last, far + more * pace)
    pairs = len(rule.ends) * (len(rule.ends) - 1)
    return mean / pairs, most, whole / pairs, last


def _behind(graph: GoalGraph, times: Sequence[int], slow: Sequence[int]) -> dict[int, Behind]:
    """What is before packets to a goal at each row: by the time between two flits on the slowest hop, the probability of such a
    path, the sum of latencies times probabilities, and the largest latency.
    """
    rows, taken, weight = shares(graph)
    vcs, known = graph.frame.routing.vcs, dict[int, Behind]()
    for row in reversed(rows):
        whole, found = sum(weight[row]), dict[int, tuple[Fraction | int, Fraction | int, int]]()
        for channel, part in zip(taken[row], weight[row], strict=True):
            time, own = times[channel // vcs], slow[channel // vcs]
            there = graph.head[channel] == graph.end
            part_of = 1 if part == whole else Fraction(part, whole)
            for pace, (share, summed, far) in (_ARRIVED if there else known[row_behind(graph, channel)]).items():
                slowest = max(pace, own)
                before = found.get(slowest, (0, 0, 0))
                found[slowest] = (
                    before[0] + part_of * share,
                    before[1] + part_of * (summed + share * time),
                    max(before[2], far + time),
                )
        known[row] = found
    return known


_ARRIVED: Behind = {0: (1, 0, 0)}


def _fewest_hops(
    source: int, first: list[int], target: list[int], forwards: list[bool], latency: list[int]
) -> dict[int, tuple[int, int, int]]:
    """For each node the number of shortest paths from a source, the sum of their latencies, and the largest."""
    found, level = {source: (1, 0, 0)}, [source]
    while level:
        after: dict[int, tuple[int, int, int]] = {}
        for node in level:
            if node != source and not forwards[node]:
                continue
            ways, summed, most = found[node]
            for hop in range(first[node], first[node + 1]):
                to, time = target[hop], latency[hop]
                if to not in found:
                    before = after.get(to, (0, 0, 0))
                    after[to] = before[0] + ways, before[1] + summed + ways * time, max(before[2], most + time)
        found |= after
        level = list(after)
    return found
