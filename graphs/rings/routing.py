"""Routes of packets through a network of rings, link by link, and the rings that they visit; the general router takes
the shortest route that visits no ring twice. Ring loads counted packet by packet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork, Rule

# The general router: the shortest route among those that visit no ring twice, in any network of rings.
#
# Of equally short routes that with the fewest rings is taken, and of those the one whose link numbers come first,
# compared from the source on.
#
# Without the rule about rings, the best route from every node to one target is found by working backwards from the
# target. A best route of all that keeps the rule is also the best of those that do; only where it breaks the rule, routes
# are enumerated with the rings that they have visited.


GENERAL_WORDS = "shortest route that visits no ring twice; of those the one with the fewest rings, then with the lowest link numbers"
MOST_STATES = 1_000_000
UNREACHED = 1 << 30  # a distance, of nodes from which the target is not reached
NUMBERS_KEPT = 4_000_000  # of all tables
ROUTES_KEPT = 65_536

RingHop = tuple[int, int]


class BestLinks(NamedTuple):
    """Best routes to one target, the rule about rings left aside: the distance of each node, and for each node and last
    link the next link. The last column is for no last link.
    """

    distance: list[int]
    choice: list[list[int]]


class GeneralRouter:
    """Best routes of one network, computed on demand."""

    def __init__(self, net: RingNetwork) -> None:
        self._net = net
        self.table = lru_cache(max(8, NUMBERS_KEPT // net.successor.size))(self._table)
        self.route = lru_cache(ROUTES_KEPT)(self._route)

    @cached_property
    def _successor(self) -> list[list[int]]:
        return self._net.successor.tolist()

    @cached_property
    def _ring(self) -> list[list[int]]:
        return self._net.ring.tolist()

    @cached_property
    def _before(self) -> list[list[int]]:
        return self._net.before.tolist()

    def next_link(self, source: int, node: int, target: int, last_link: int | None) -> int:
        """The link by which the packet from source to target leaves this node."""
        for at, link in self.route(source, target):
            if at == node:
                return link
        raise RoutingError(
            f"{self._net.title}: node {node} is not on the way of the packet from node {source} to node {target}"
        )

    def _route(self, source: int, target: int) -> tuple[RingHop, ...]:
        """The best route that visits no ring twice."""
        hops = self._relaxed(source, target)
        return hops if self._keeps_the_rule(hops) else self.search(source, target)

    def _table(self, target: int) -> BestLinks:
        f = self._net.fanout
        distance = [UNREACHED] * len(self._successor)
        distance[target] = 0
        order = [target]
        for v in order:
            for u in self._before[v]:
                if u >= 0 and distance[u] == UNREACHED:
                    distance[u] = distance[v] + 1
                    order.append(u)
        entries = [[0] * f for _ in self._successor]  # further rings entered, having come by each link
        choice: list[list[int]] = [[] for _ in self._successor]
        for u in order[1:]:
            costs = [
                (entries[v][link], link)
                for link, v in enumerate(self._successor[u])
                if v != ABSENT and distance[v] + 1 == distance[u]
            ]
            for last in range(f + 1):
                cost, link = min((cost + (link != last), link) for cost, link in costs)
                choice[u].append(link)
                if last < f:
                    entries[u][last] = cost
        return BestLinks(distance, choice)

    def _relaxed(self, source: int, target: int) -> tuple[RingHop, ...]:
        """The best route with the rule about rings left aside."""
        table = self.table(target)
        if table.distance[source] == UNREACHED:
            raise RoutingError(f"{self._net.title}: no links lead from node {source} to node {target}")
        hops: list[RingHop] = []
        node, last = source, self._net.fanout
        while node != target:
            last = table.choice[node][last]
            hops.append((node, last))
            node = self._successor[node][last]
        return tuple(hops)

    def _keeps_the_rule(self, hops: tuple[RingHop, ...]) -> bool:
        rings = [self._ring[node][link] for node, link in hops]
        entered = [ring for before, ring in zip([None, *rings], rings, strict=False) if ring != before]
        return len(set(entered)) == len(entered)

    def search(self, source: int, target: int) -> tuple[RingHop, ...]:
        """The same route, from all routes of each length in turn that can still arrive in time.

        Routes at the same node, on the same ring, that have visited the same rings have the same continuations: only
        the first in the order of link numbers is kept.
        """
        distance = self.table(target).distance
        length, states = distance[source], 0
        while length < len(self._successor):  # a best route comes to no node twice
            longer = UNREACHED
            front: dict[tuple[int, int | None, frozenset[int]], tuple[RingHop, ...]] = {(source, None, frozenset()): ()}
            for step in range(length):
                after: dict[tuple[int, int | None, frozenset[int]], tuple[RingHop, ...]] = {}
                for (node, last, visited), hops in front.items():
                    for link, v in enumerate(self._successor[node]):
                        ring = self._ring[node][link]
                        if v in (ABSENT, node) or distance[v] == UNREACHED or (link != last and ring in visited):
                            continue
                        if distance[v] > length - step - 1:
                            longer = min(longer, step + 1 + distance[v])
                            continue
                        after.setdefault((v, link, visited | {ring}), (*hops, (node, link)))
                front = after
                states += len(front)
                if states > MOST_STATES:
                    raise RoutingError(
                        f"{self._net.title}: more than {MOST_STATES:,} states were looked at for a route from node "
                        f"{source} to node {target} that visits no ring twice; whether there is one is unknown"
                    )
            arrived = [(len(visited), hops) for (node, _, visited), hops in front.items() if node == target]
            if arrived:
                return min(arrived, key=lambda found: (found[0], [link for _, link in found[1]]))[1]
            length = longer
        raise RoutingError(
            f"{self._net.title}: every route from node {source} to node {target} visits a ring twice, so it has no routing"
        )


# Routes of packets through a network of rings, link by link, and the rings that they visit.
#
# A packet that takes the link by which it came continues along its ring; any other link brings it to another ring. A
# packet may not visit a ring twice: neither node where it entered could tell the two echoes apart.


CONCISE, GENERAL = "concise", "general"
Hop = tuple[int, int]


class Visit(NamedTuple):
    """One ring on a packet's way: its number, the node where the packet enters it, and the one where it leaves it."""

    ring: int
    entry: int
    exit: int


@dataclass(frozen=True)
class RingRouting:
    """A routing of one network: ``next_link(source, node, target, last_link)`` is the link that a packet takes next.

    ``last_link`` is None at the source; the function is not called at the target. ``words`` describes the choice of
    routes.
    """

    name: str
    words: str
    next_link: Rule
    network: RingNetwork | None = None
    kind: ClassVar[str] = "deterministic"
    vcs: ClassVar[int] = 1
    has_channels: ClassVar[bool] = False  # of its network

    @property
    def title(self) -> str:
        """Routing and network in one line."""
        return f"{self.name} on {self.network.title}" if self.network else self.name


def ring_routing(net: RingNetwork, name: str | None = None) -> RingRouting:
    """A routing by name.

    >>> from netlemma.graphs import ring_network
    >>> net = ring_network("clock")
    >>> route(net, ring_routing(net, "general"), 2, 7)
    [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    """
    if name is None:
        name = GENERAL if net.concise is None else CONCISE
    if name == CONCISE and net.concise is not None:
        return RingRouting(CONCISE, net.concise.words, net.concise.next_link, net)
    if name == GENERAL:
        return RingRouting(GENERAL, GENERAL_WORDS, GeneralRouter(net).next_link, net)
    known = [CONCISE, GENERAL] if net.concise is not None else [GENERAL]
    raise RoutingError(f"{net.title} has no routing called {name!r}: it has {' and '.join(known)}")


def route(net: RingNetwork, by: RingRouting, source: int, target: int) -> list[Hop]:
    """The links (node, link) that a packet from source to target crosses, in order.

    >>> from netlemma.graphs import ring_network
    >>> net = ring_network("multicube", f=2, r=3)
    >>> route(net, ring_routing(net), 3, 2)
    [(3, 1), (4, 1), (5, 0), (8, 0)]
    """
    hops: list[Hop] = []
    node, last = source, None
    while node != target:
        last = by.next_link(source, node, target, last)
        if not 0 <= last < net.fanout or net.successor[node, last] == ABSENT:
            raise RoutingError(f"{net.title}: {by.name} routing sends {_packet(source, target)} by link {last} of node "
                               f"{node}, which has no such link")  # fmt: skip
        hops.append((node, last))
        node = int(net.successor[node, last])
        if len(hops) > net.successor.size:
            raise RoutingError(f"{net.title}: {by.name} routing never delivers {_packet(source, target)}")
    visits(net, hops)
    return hops


def visits(net: RingNetwork, hops: list[Hop]) -> list[Visit]:
    """The rings that a route visits, in order.

    >>> from netlemma.graphs import ring_network
    >>> visits(ring_network("clock"), [(2, 0), (3, 1), (6, 0)])
    Traceback (most recent call last):
        ...
    netlemma.errors.RoutingError: clock: the route from node 2 to node 7 visits ring 0 twice, from node 2 and from node 6
    """
    found: list[Visit] = []
    for node, link in hops:
        ring, after = int(net.ring[node, link]), int(net.successor[node, link])
        if found and found[-1].ring == ring:
            found[-1] = found[-1]._replace(exit=after)
            continue
        for earlier in found:
            if earlier.ring == ring:
                last = int(net.successor[hops[-1]])
                raise RoutingError(
                    f"{net.title}: the route from node {hops[0][0]} to node {last} visits ring {ring} twice, from node "
                    f"{earlier.entry} and from node {node}"
                )
        found.append(Visit(ring, node, after))
    return found


def _packet(source: int, target: int) -> str:
    return f"the packet from node {source} to node {target}"


# Ring loads of packets between all ordered pairs of processors: send, echo and entries of every link, packet by
# packet.


Progress = Callable[[int, int], None] | None


@dataclass(frozen=True)
class RingCounts:
    """Loads of the packets of all ordered pairs of processors.

    send, echo: Packets and echoes that cross each link.
    entries: Packets that enter the ring of a link at its node, from a processor or from another ring.
    pairs_at_distance: Pairs whose packet crosses 0, 1, ... links.
    pairs_at_rings: Pairs whose packet visits 0, 1, ... rings.
    """

    send: np.ndarray
    echo: np.ndarray
    entries: np.ndarray
    pairs_at_distance: tuple[int, ...]
    pairs_at_rings: tuple[int, ...]


def count_plainly(net: RingNetwork, by: RingRouting, progress: Progress = None) -> RingCounts:
    """Follow every packet link by link, and its echoes around the rest of each ring that it visits.

    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.rings.routing import ring_routing
    >>> net = ring_network("multicube", f=2, r=2)
    >>> counts = count_plainly(net, ring_routing(net))
    >>> counts.send.tolist() == counts.echo.tolist() == [[2, 2]] * 4, counts.pairs_at_distance
    (True, (4, 8, 4))
    """
    send, echo, entries = (np.zeros(net.successor.shape, dtype=np.int64) for _ in range(3))
    distances: dict[int, int] = {}
    hops_of_rings: dict[int, int] = {}
    ends = [int(node) for node in np.flatnonzero(net.processors)]
    for done, target in enumerate(ends):
        for source in ends:
            packets = int(net.processors[source]) * int(net.processors[target])
            way = route(net, by, source, target)
            entered = visits(net, way)
            for hop in way:
                send[hop] += packets
            for ring, entry, leave in entered:
                link = next(link for node, link in way if node == entry and net.ring[node, link] == ring)
                entries[entry, link] += packets
                while leave != entry:
                    echo[leave, link] += packets
                    leave = int(net.successor[leave, link])
            distances[len(way)] = distances.get(len(way), 0) + packets
            hops_of_rings[len(entered)] = hops_of_rings.get(len(entered), 0) + packets
        if progress:
            progress(done + 1, len(ends))
    return RingCounts(send, echo, entries, _as_tuple(distances), _as_tuple(hops_of_rings))


def _as_tuple(histogram: dict[int, int]) -> tuple[int, ...]:
    return tuple(histogram.get(i, 0) for i in range(max(histogram) + 1))
