"""Existence of a deadlock-1 routing of rings: one of the routes that visit no ring twice for each ordered pair of
nodes, without a cycle of queue dependencies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from netlemma.errors import RoutingError
from netlemma.graphs.deadlock.acyclic_choice import AcyclicChoice
from netlemma.graphs.deadlock.ring_queues import (
    DEFAULT,
    Pair,
    QueueModel,
    RingSegment,
    certificate_network,
    criterion,
    pairs,
    queue_model,
    queue_name,
    queues_of,
    scope,
)
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.dependency_graph import from_sequences
from netlemma.graphs.topology.ring_structure import RingNetwork

# All routes between two nodes of a network of rings that visit no ring twice.
#
# A packet that reaches its destination is taken off, so no route passes its destination. It may meet a node twice, on
# different rings. A route is then a function of (source, current node, destination, last link), as Johnson and Goodman
# (1991, section 2.2) require.


MOST_ROUTES = 200_000
Route = tuple[RingSegment, ...]  # one leg on each ring


@dataclass(frozen=True)
class RouteRule:
    """Allowed routes: ``any``, ``shortest``, at most ``links`` links, at most ``rings`` rings.

    >>> RouteRule.read("links=5"), str(RouteRule.read("shortest"))
    (RouteRule(shortest=False, links=5, rings=None), 'shortest')
    """

    shortest: bool = False
    links: int | None = None
    rings: int | None = None

    @classmethod
    def read(cls, text: str) -> RouteRule:
        """The rule of a text.

        Raises
        ------
        RoutingError
            If there is no such rule.
        """
        kind, _, value = text.partition("=")
        if text in ("any", "shortest"):
            return cls(shortest=text == "shortest")
        if kind in ("links", "rings") and value.isascii() and value.isdigit() and 1 <= len(value) <= 6 and int(value):
            return cls(links=int(value)) if kind == "links" else cls(rings=int(value))
        raise RoutingError(
            f"routes {text!r} are not known: write any, shortest, links=D or rings=H with a number from 1 on"
        )

    def __str__(self) -> str:
        if self.shortest:
            return "shortest"
        return f"links={self.links}" if self.links else f"rings={self.rings}" if self.rings else "any"


class RingMap:
    """A network of rings as plain lists, for searches one route at a time."""

    def __init__(self, net: RingNetwork) -> None:
        self.net = net
        self.after: list[list[int]] = net.successor.tolist()
        self.ring: list[list[int]] = net.ring.tolist()

    def distances_to(self, target: int) -> list[int]:
        """Fewest links to the target from every node, with rings as plain links; -1 where it is not reached."""
        before = self.net.before.tolist()
        far = [-1] * len(self.after)
        far[target] = 0
        todo = deque([target])
        while todo:
            v = todo.popleft()
            for u in before[v]:
                if u >= 0 and far[u] < 0:
                    far[u] = far[v] + 1
                    todo.append(u)
        return far

    def leaving(self, node: int, link: int, target: int) -> Iterator[tuple[int, int]]:
        """Nodes where a packet for the target may leave a ring entered here, up to the target at most."""
        at, crossed = self.after[node][link], 1
        while at >= 0 and at != node:
            yield at, crossed
            if at == target:
                return
            at, crossed = self.after[at][link], crossed + 1

    def routes(self, source: int, target: int, rule: RouteRule, most: int = MOST_ROUTES) -> list[Route]:
        """All routes that keep the rules; none from a node to itself."""
        shortest = self.shortest(source, target) if rule.shortest else None
        return self.routes_within(source, target, rule.rings, shortest or rule.links, most)[0]

    def shortest(self, source: int, target: int) -> int | None:
        """Number of links of the shortest route that visits no ring twice; None if there is no route."""
        if source == target:
            return None
        links, complete = max(1, self.distances_to(target)[source]), False
        while not complete:
            found, complete = self.routes_within(source, target, None, links)
            if found:
                return min(len(self.hops(route)) for route in found)
            links += 1
        return None

    def routes_within(
        self, source: int, target: int, rings: int | None, links: int | None, most: int = MOST_ROUTES
    ) -> tuple[list[Route], bool]:
        """All routes within limits of rings and links, and whether without the limit of links there are no others.

        Depth first, a ring at a time; nodes from which the links left do not reach the target are left out.
        """
        found: list[Route] = []
        far = self.distances_to(target)
        way: list[RingSegment] = []
        used: set[int] = set()
        complete = True

        def go_on(node: int, left: float) -> None:
            nonlocal complete
            if node == target:
                found.append(tuple(way))
                if len(found) > most:
                    raise RoutingError(
                        f"{self.net.title}: more than {most} routes from node {source} to node {target}: "
                        f"allow fewer links or rings"
                    )
                return
            if len(way) == rings:
                return
            for link, number in enumerate(self.ring[node]):
                if number < 0 or number in used:
                    continue
                used.add(number)
                for at, crossed in self.leaving(node, link, target):
                    if far[at] > left - crossed:
                        complete = False
                    elif far[at] >= 0:
                        way.append(RingSegment(node, link, at))
                        go_on(at, left - crossed)
                        way.pop()
                used.discard(number)

        if source != target and far[source] >= 0:
            go_on(source, float("inf") if links is None else links)
        return found, complete

    def hops(self, way: Route) -> list[tuple[int, int]]:
        """The (node, link) pairs of a route given by its legs."""
        result = []
        for leg in way:
            at = leg.enter
            while True:
                result.append((at, leg.link))
                at = self.after[at][leg.link]
                if at == leg.leave:
                    break
        return result


# Existence of a deadlock-1 routing: one route for each ordered pair of nodes, without a cycle of queue dependencies.
#
# Routes visit no ring twice and obey further rules on request. Any choice of such routes is a routing in the sense of
# Johnson and Goodman (1991, section 2.2), whose function knows the source, the current node, the target and the last
# link: a route comes to a node by each link at most once. The choice is a SAT problem. Routes are offered to it by the
# number of links, short ones first; a pair gets longer ones when it is in a core, that is, among pairs that cannot all
# have a route without a cycle. Of routes with the same dependencies, or with more than another, only one is kept.


Edges = frozenset[tuple[int, int]]


@dataclass
class _Offer:
    """The routes offered to one pair so far: all of at most ``links`` links; the literal asks for one of them."""

    pair: Pair
    literal: int
    more: int  # true: none of those offered so far
    routes: dict[Edges, tuple[Route, int]]
    links: int = 0
    step: int = 1
    complete: bool = False


class RoutingSearch:
    """The search for a routing of one network under one queue model.

    >>> from netlemma.graphs import ring_network
    >>> search = RoutingSearch(ring_network("ring-shuffle", f=2, r=3), RouteRule.read("shortest"))
    >>> search.solve(), search.solve(search.core())
    (False, False)
    """

    def __init__(self, net: RingNetwork, rule: RouteRule, queues: str = DEFAULT) -> None:
        self.net, self.rule = net, rule
        self.model: QueueModel = queue_model(queues)
        self.choice = AcyclicChoice()
        self._map = RingMap(net)
        self._offers = [self._first_offer(pair) for pair in pairs(net)]

    def solve(self, chosen: list[Pair] | None = None) -> bool:
        """Whether the pairs (all of them by default) have routes without a cycle."""
        offers = [o for o in self._offers if chosen is None or o.pair in set(chosen)]
        while not self.choice.solve([literal for o in offers for literal in (o.literal, -o.more)]):
            core = set(self.choice.core())
            open_offers = [o for o in offers if {o.literal, -o.more} & core and not o.complete]
            if not open_offers:
                return False
            for offer in open_offers:
                self._offer_more(offer)
        return True

    def routes(self) -> dict[Pair, Route]:
        """The routes of the solution found last."""
        holds = self.choice.holds
        return {o.pair: next(route for route, v in o.routes.values() if holds(v)) for o in self._offers}

    def core(self) -> list[Pair]:
        """Pairs that cannot all have routes; none of them can be left out."""
        core = set(self.choice.core())
        left = [o.pair for o in self._offers if {o.literal, -o.more} & core]
        for pair in list(left):
            fewer = [p for p in left if p != pair]
            if pair in left and not self.solve(fewer):
                core = set(self.choice.core())
                left = [o.pair for o in self._offers if {o.literal, -o.more} & core]
        return left

    def some_routes(self, chosen: list[Pair]) -> list[Route]:
        """One of the routes of each of these pairs."""
        return [next(iter(o.routes.values()))[0] for o in self._offers if o.pair in set(chosen)]

    def _first_offer(self, pair: Pair) -> _Offer:
        shortest = self._map.shortest(*pair)
        offer = _Offer(pair, self.choice.variable(), self.choice.variable(), {}, shortest or 0)
        self.choice.add([-offer.literal, offer.more])
        while shortest is not None and not offer.routes and not offer.complete:
            self._offer_more(offer)
        if not offer.routes:
            raise RoutingError(f"{self.net.title}: no route from node {pair[0]} to node {pair[1]} is {self.rule}")
        return offer

    def _offer_more(self, offer: _Offer) -> None:
        """Offer longer routes: those of one link more, later of two, four, ... links more at once."""
        most = offer.links if self.rule.shortest else self.rule.links
        links = offer.links if most is None else min(offer.links, most)
        found, offer.complete = self._map.routes_within(*offer.pair, self.rule.rings, links)
        offer.complete = offer.complete or links == most
        offer.links, offer.step = offer.links + offer.step, 2 * offer.step
        clause = [-offer.more]
        for route in sorted(found, key=len):
            taken = queues_of(self.net, self.model, route)
            edges = frozenset(pairwise(taken))
            if not any(known <= edges for known in offer.routes):
                variable = self.choice.variable()
                offer.routes[edges] = (route, variable)
                clause.append(variable)
                for edge in edges:
                    self.choice.add([-variable, self.choice.dependency(*edge)])
        offer.more = self.choice.variable()
        self.choice.add([*clause, offer.more])


def exists(net: RingNetwork, routes: str = "any", queues: str = DEFAULT) -> DeadlockVerdict:
    """Existence of a deadlock-1 routing: "deadlock-free" with one, "deadlock" if every routing has a cycle.

    >>> from netlemma.graphs import ring_network
    >>> [exists(ring_network("four-rings"), routes).verdict for routes in ("any", "shortest")]
    ['deadlock-free', 'deadlock']
    """
    rule, model = RouteRule.read(routes), queue_model(queues)
    search = RoutingSearch(net, rule, queues)
    about = {
        "network": certificate_network(net),
        "routing": None,
        "rule": str(rule),
        "queues": model.name,
        "scope": scope(net),
    }

    def verdict(
        word: str, why: str, sequences: list, cycle: bool, certificate: dict[str, Any] | None
    ) -> DeadlockVerdict:
        count = model.queues(net.node_count, net.fanout)
        graph = from_sequences(count, sequences, lambda q: queue_name(net, model, q))
        if certificate is not None:
            certificate = {"verdict": word, **about, **certificate}
            if word == FREE:
                numbers = graph.numbering()
                assert numbers is not None  # the solver has excluded cycles
                certificate["numbers"] = {graph.name(q): n for q, n in enumerate(numbers.tolist())}
        shown = [graph.readable(e) for e in graph.cycle()] if cycle else []
        return DeadlockVerdict(
            word, f"{why}; {criterion(model)}", scope(net), count, graph.dependencies, shown, certificate
        )

    try:
        if search.solve():
            found = search.routes()
            taken = [(*pair, queues_of(net, model, route)) for pair, route in found.items()]
            written = [[*pair, [list(hop) for hop in RingMap(net).hops(route)]] for pair, route in found.items()]
            return verdict(
                FREE, f"routes {rule}: a routing found by SAT", taken, False, {"kind": "numbering", "routes": written}
            )
        core = search.core()
    except RoutingError as error:
        return verdict(UNKNOWN, f"routes {rule}: {error}", [], False, None)
    finally:
        search.choice.close()
    taken = [(*p, queues_of(net, model, route)) for p, route in zip(core, search.some_routes(core), strict=True)]
    return verdict(
        DEADLOCK,
        f"routes {rule}: every choice of routes for {len(core)} pairs of nodes has a cycle",
        taken,
        True,
        {"kind": "no-routing", "pairs": [list(pair) for pair in core]},
    )
