"""Latencies of paths: sums of the latencies of their links, on paths of fewest hops, of least latency, and of a routing; and of a
message alone in the network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

from netlemma.base.displays import exact
from netlemma.errors import InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.topology.capacities import in_whole_units
from netlemma.graphs.topology.structure import Network

Behind = dict[Fraction, tuple[Fraction, Fraction, Fraction]]


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
    work = float(len(net.ends)) * net.hop_count * rule.vcs / 8
    require("relations", net.title, work, nodes=net.node_count)
    if net.latency is None:
        of_hop, unit = [1] * net.hop_count, 1
    else:
        of_hop, unit = in_whole_units(net.latency)
    first, target, forwards = net.indptr.tolist(), net.target.tolist(), net.forwarding.tolist()
    ends, total, longest, least, farthest = list(net.ends), Fraction(0), 0, 0, 0
    for source in ends:
        by_hops = _fewest_hops(source, first, target, forwards, of_hop)
        by_time = _least_latency(source, first, target, forwards, of_hop)
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
    times = [Fraction(each, unit) for each in of_hop]
    mean, most, _, _ = _of_routing(rule, times, [Fraction(0)] * net.hop_count, 0)
    message = None
    if flits is not None:
        slow = (
            [Fraction(1)] * net.device_count if net.capacity is None else [1 / each for each in net.capacity.tolist()]
        )
        delayed = [each + hop_delay for each in times]
        *_, whole, last = _of_routing(rule, delayed, [slow[d] for d in net.device.tolist()], flits - 1)
        message = MessageLatency(flits, hop_delay, whole, last)
    return PathLatencies(
        total / pairs, Fraction(longest, unit), Fraction(least, pairs), Fraction(farthest, unit), mean, most, message
    )


def _of_routing(
    rule: ChannelRouting, times: Sequence[Fraction], slow: Sequence[Fraction], behind: int
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Mean and largest latency of the paths of a routing, and the same with so many flits ``behind`` the first one.

    times, slow: For each hop its latency, and the time between two flits.
    """
    ends, sums = list(rule.ends), [Fraction(0), Fraction(0)]
    most, last = Fraction(0), Fraction(0)
    for goal in ends:
        known: dict[tuple[int, Label], Behind] = {}
        for source in ends:
            if source == goal:
                continue
            labels = rule.labels(source, goal)
            for label in labels:
                starts = rule.next_channels(source, None, goal, label)
                for channel, _ in starts:
                    _follow(rule, channel, goal, label, times, slow, known)
                for pace, (share, summed, far) in _joined([(weight, known[c, label]) for c, weight in starts]).items():
                    sums[0] += summed / len(labels)
                    sums[1] += (summed + share * behind * pace) / len(labels)
                    most, last = max(most, far), max(last, far + behind * pace)
    pairs = len(ends) * (len(ends) - 1)
    return sums[0] / pairs, most, sums[1] / pairs, last


def _joined(parts: Sequence[tuple[Fraction, Behind]]) -> Behind:
    """What is behind one of several channels, each with its probability."""
    found: Behind = {}
    for weight, behind in parts:
        for pace, (share, summed, far) in behind.items():
            before = found.get(pace, (Fraction(0), Fraction(0), Fraction(0)))
            found[pace] = before[0] + weight * share, before[1] + weight * summed, max(before[2], far)
    return found


def _follow(
    rule: ChannelRouting,
    channel: int,
    goal: int,
    label: Label,
    times: Sequence[Fraction],
    slow: Sequence[Fraction],
    known: dict[tuple[int, Label], Behind],
) -> None:
    """Find what is behind a channel, itself included: by the time between two flits on the slowest hop the probability of such a
    path, the sum of latencies times probabilities, and the largest latency.
    """
    stack, open_ = [channel], {channel}
    while stack:
        at = stack[-1]
        if (at, label) in known:
            open_.discard(stack.pop())
            continue
        ways = [] if rule.delivers(at, goal, label) else rule.next_channels(rule.end(at), at, goal, label)
        todo = [way for way, _ in ways if (way, label) not in known]
        if any(way in open_ for way in todo):
            raise InputError(
                f"{rule.title} can take a packet round in a circle: its paths have no largest latency; leave out `latency`"
            )
        if todo:
            stack += todo[:1]
            open_.add(todo[0])
            continue
        time, own = times[at // rule.vcs], slow[at // rule.vcs]
        after = _joined([(weight, known[way, label]) for way, weight in ways]) if ways else {own: _ARRIVED}
        found: Behind = {}
        for pace, (share, summed, far) in after.items():
            worst = max(pace, own)
            before = found.get(worst, (Fraction(0), Fraction(0), Fraction(0)))
            found[worst] = before[0] + share, before[1] + summed + share * time, max(before[2], far + time)
        known[at, label] = found


_ARRIVED = Fraction(1), Fraction(0), Fraction(0)


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


def _least_latency(
    source: int, first: list[int], target: list[int], forwards: list[bool], latency: list[int]
) -> dict[int, int]:
    """For each node the least latency of a path from a source (Dijkstra 1959)."""
    found: dict[int, int] = {}
    queue = [(0, source)]
    while queue:
        time, node = heappop(queue)
        if node in found:
            continue
        found[node] = time
        if node == source or forwards[node]:
            for hop in range(first[node], first[node + 1]):
                if target[hop] not in found:
                    heappush(queue, (time + latency[hop], target[hop]))
    return found
