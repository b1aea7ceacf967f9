"""The general router: the shortest route among those that visit no ring twice, in any network of rings.

Of equally short routes that with the fewest rings is taken, and of those the one whose link numbers come first,
compared from the source on.

Without the rule about rings, the best route from every node to one target is found by working backwards from the
target. A best route of all that keeps the rule is also the best of those that do; only where it breaks the rule, routes
are enumerated with the rings that they have visited."""

from functools import cached_property, lru_cache
from typing import NamedTuple

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork

GENERAL_WORDS = "shortest route that visits no ring twice; of those the one with the fewest rings, then with the lowest link numbers"
MOST_STATES = 1_000_000
UNREACHED = 1 << 30  # a distance, of nodes from which the target is not reached
NUMBERS_KEPT = 4_000_000  # of all tables
ROUTES_KEPT = 65_536

Hop = tuple[int, int]


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
        """The link by which the packet from source to target leaves this node.

        Parameters
        ----------
        source : int
            Number of the source.
        node : int
            Number of the node, on the packet's way.
        target : int
            Number of the target.
        last_link : int or None
            Link by which the packet came; not used.

        Returns
        -------
        int
            Number of the link.

        Raises
        ------
        RoutingError
            If the node is not on the packet's way.
        """
        for at, link in self.route(source, target):
            if at == node:
                return link
        raise RoutingError(
            f"{self._net.title}: node {node} is not on the way of the packet from node {source} to node {target}"
        )

    def _route(self, source: int, target: int) -> tuple[Hop, ...]:
        """The best route that visits no ring twice.

        Raises
        ------
        RoutingError
            If there is none, or the search exceeds its limit.
        """
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

    def _relaxed(self, source: int, target: int) -> tuple[Hop, ...]:
        """The best route with the rule about rings left aside."""
        table = self.table(target)
        if table.distance[source] == UNREACHED:
            raise RoutingError(f"{self._net.title}: no links lead from node {source} to node {target}")
        hops: list[Hop] = []
        node, last = source, self._net.fanout
        while node != target:
            last = table.choice[node][last]
            hops.append((node, last))
            node = self._successor[node][last]
        return tuple(hops)

    def _keeps_the_rule(self, hops: tuple[Hop, ...]) -> bool:
        rings = [self._ring[node][link] for node, link in hops]
        entered = [ring for before, ring in zip([None, *rings], rings, strict=False) if ring != before]
        return len(set(entered)) == len(entered)

    def search(self, source: int, target: int) -> tuple[Hop, ...]:
        """The same route, from all routes of each length in turn that can still arrive in time.

        Routes at the same node, on the same ring, that have visited the same rings have the same continuations: only
        the first in the order of link numbers is kept.

        Parameters
        ----------
        source : int
            Number of the source.
        target : int
            Number of the target.

        Returns
        -------
        tuple of Hop
            Node and link of each hop.

        Raises
        ------
        RoutingError
            If there is none, or the search exceeds its limit.
        """
        distance = self.table(target).distance
        length, states = distance[source], 0
        while length < len(self._successor):  # a best route comes to no node twice
            longer = UNREACHED
            front: dict[tuple[int, int | None, frozenset[int]], tuple[Hop, ...]] = {(source, None, frozenset()): ()}
            for step in range(length):
                after: dict[tuple[int, int | None, frozenset[int]], tuple[Hop, ...]] = {}
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
