"""Existence of a deadlock-1 routing: one route for each ordered pair of nodes, without a cycle of queue dependencies.

Routes visit no ring twice and obey further rules on request. Any choice of such routes is a routing in the sense of
Johnson and Goodman (1991, section 2.2), whose function knows the source, the current node, the target and the last
link: a route comes to a node by each link at most once. The choice is a SAT problem. Routes are offered to it by the
number of links, short ones first; a pair gets longer ones when it is in a core, that is, among pairs that cannot all
have a route without a cycle. Of routes with the same dependencies, or with more than another, only one is kept."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.deadlock.rings.queues import DEFAULT, QueueModel, queue_model, queue_name, queues_of
from netlemma.graphs.deadlock.rings.ring_deadlock import certificate_network, criterion, scope
from netlemma.graphs.deadlock.rings.ring_dependencies import Pair, pairs
from netlemma.graphs.deadlock.rings.ring_routes import RingMap, Route, RouteRule
from netlemma.graphs.deadlock.search.acyclic import AcyclicChoice
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.dependency import from_sequences
from netlemma.graphs.topology.ring_structure import RingNetwork

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
    >>> search = RoutingSearch(ring_network("shuffle", f=2, r=3), RouteRule.read("shortest"))
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
        """Whether the pairs (all of them by default) have routes without a cycle.

        Raises
        ------
        RoutingError
            If a pair has too many routes to list.
        """
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

    Parameters
    ----------
    net : RingNetwork
        The network.
    routes : str, default 'any'
        Allowed routes, among those that visit no ring twice: ``any``, ``shortest``, ``links=D`` or ``rings=H``.
    queues : str, default DEFAULT
        Name of the queue model.

    Returns
    -------
    DeadlockVerdict
        The verdict.

    Raises
    ------
    RoutingError
        If there is no such model or rule, or some nodes have no allowed route.
    InputError
        If there is no SAT solver.

    Examples
    --------
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
