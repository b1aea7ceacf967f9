"""Certificates about priority flow control, checked again from the network, the routing relation and the given paths."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from netlemma.checks.certificates.certificate_subject import (
    certified_routing,
    certified_source,
    choices,
    first_channels,
    labels,
    network_words,
    require_following,
    ways,
)
from netlemma.errors import CertificateError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.sources import device_network


def check_priorities(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about buffers that pause links."""
    routing: ChannelRouting | None = None
    if "routing" in certificate:
        routing, words = certified_routing(certificate, file, network)
        net = routing.network
    else:
        source, sizes = certified_source(certificate, network)
        net = device_network(source, **sizes)
        words = network_words(source, net)
    buffers = _Buffers(net, certificate["priorities"])
    paths = [buffers.path(nodes) for nodes in certificate["paths"]]
    words = f"{words}, {len(paths)} paths, priorities {certificate['priorities']}"
    if certificate["kind"] == "pauses":
        return f"{words}: {_rising(routing, buffers, paths, certificate['numbers'])}"
    return f"{words}: {_paused(routing, buffers, paths, certificate)}"


class _Buffers:
    """Buffers by hop and priority, which rises by one where a path goes up again."""

    def __init__(self, net: Any, priorities: int) -> None:
        self.net, self.priorities = net, priorities
        far = dict.fromkeys(net.terminals or range(net.node_count), 0)
        todo = list(far)
        for node in todo:  # which grows
            for other in self._beside(node):
                if other not in far:
                    far[other] = far[node] + 1
                    todo.append(other)
        self.far = far

    def _beside(self, node: int) -> list[int]:
        first, last = int(self.net.indptr[node]), int(self.net.indptr[node + 1])
        return [int(v) for v in self.net.target[first:last]]

    def up(self, hop: int) -> bool:
        """Whether a hop leads away from the hosts."""
        return self.far.get(int(self.net.target[hop]), -1) > self.far.get(int(self.net.origin[hop]), -1)

    def path(self, nodes: Sequence[int]) -> list[int]:
        """The first hop between every two nodes of a path."""
        if len(nodes) < 2:
            raise CertificateError(f"a path has {len(nodes)} nodes: at least 2 are expected")
        hops = []
        for u, v in pairwise(nodes):
            if max(u, v) >= self.net.node_count or v not in self._beside(u):
                raise CertificateError(f"a path goes from node {u} to node {v}, between which there is no link")
            hops.append(int(self.net.indptr[u]) + self._beside(u).index(v))
        return hops

    def after(self, buffer: int, hop: int) -> int | None:
        """The next buffer of a packet that goes on with a hop; None if it may be dropped."""
        before, priority = divmod(buffer, self.priorities)
        priority += self.priorities > 1 and not self.up(before) and self.up(hop)
        return None if priority == self.priorities else hop * self.priorities + priority

    def of(self, hops: Sequence[int]) -> list[int]:
        """The buffers of a path."""
        found = [hops[0] * self.priorities]
        for hop in hops[1:]:
            following = self.after(found[-1], hop)
            if following is None:
                break
            found.append(following)
        return found


def _rising(
    routing: ChannelRouting | None, buffers: _Buffers, paths: Sequence[Sequence[int]], numbers: Sequence[int | None]
) -> str:
    if len(numbers) != buffers.net.hop_count * buffers.priorities:
        raise CertificateError("there must be a number for each buffer")

    def rise(held: int, wanted: int | None) -> None:
        if wanted is None:
            return
        low, high = numbers[held], numbers[wanted]
        if low is None or high is None or low >= high:
            raise CertificateError(f"the number does not rise from buffer {held} to buffer {wanted}")

    for hops in paths:
        for pair in pairwise(buffers.of(hops)):
            rise(*pair)
    count = len(paths)
    if routing is None:
        return f"numbers of buffers rise along {count} paths"
    if routing.vcs > 1:
        raise CertificateError("a routing with virtual channels has no priorities of its own")
    require_following(routing)
    for (goal, label), first in first_channels(routing).items():
        reached = {(c, c * buffers.priorities) for c in first}
        after = dict(ways(routing, goal, label, first))
        todo = list(reached)
        while todo:
            hop, held = todo.pop()
            for following in after[hop]:
                wanted = buffers.after(held, following)
                rise(held, wanted)
                if wanted is not None and (following, wanted) not in reached:
                    reached.add((following, wanted))
                    todo.append((following, wanted))
        count += len(reached)
    return f"numbers of buffers rise on every way, in {count:,} places"


def _paused(
    routing: ChannelRouting | None, buffers: _Buffers, paths: Sequence[Sequence[int]], certificate: Mapping[str, Any]
) -> str:
    circle, given = certificate["circle"], {tuple(nodes) for nodes in certificate["paths"]}
    held = [buffer for buffer, _ in circle]
    if not circle or len(set(held)) < len(held) or sorted(certificate["filling"]) != list(range(len(circle))):
        raise CertificateError("circle must have different buffers, and filling each of its places once")
    taken = []
    for i, (buffer, nodes) in enumerate(circle):
        hops = buffers.path(nodes)
        if tuple(nodes) not in given:
            _follows(routing, nodes, hops, i)
        way = buffers.of(hops)
        wanted = held[(i + 1) % len(held)]
        if (buffer, wanted) not in set(pairwise(way)):
            raise CertificateError(f"the path of circle[{i}] does not go from its buffer to the next one")
        taken.append(way[: way.index(buffer)])
    full = set[int]()
    for i in certificate["filling"]:
        if full & set(taken[i]):
            raise CertificateError(f"packets of circle[{i}] cannot reach their buffer past full ones")
        full.add(held[i])
    return f"{len(circle)} buffers fill and pause one another for ever"


def _follows(routing: ChannelRouting | None, nodes: Sequence[int], hops: Sequence[int], i: int) -> None:
    """Whether a routing lets packets of some destination begin with these hops."""
    if routing is not None and nodes[0] in set(routing.ends):
        for goal in routing.ends:
            for label in labels(routing, nodes[0], goal):
                came: list[int | None] = [None, *hops[:-1]]
                if all(
                    (before is None or not routing.delivers(before, goal, label))
                    and hop in choices(routing, at, before, goal, label)
                    for at, before, hop in zip(nodes, came, hops, strict=False)
                ):
                    return
    raise CertificateError(f"the path of circle[{i}] is neither given nor one of the routing")
