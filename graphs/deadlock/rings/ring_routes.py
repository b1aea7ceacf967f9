"""All routes between two nodes of a network of rings that visit no ring twice.

A packet that reaches its destination is taken off, so no route passes its destination. It may meet a node twice, on
different rings. A route is then a function of (source, current node, destination, last link), as Johnson and Goodman
(1991, section 2.2) require."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.deadlock.rings.queues import RingSegment
from netlemma.graphs.topology.ring_structure import RingNetwork

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
        """Nodes where a packet for the target may leave a ring entered here, up to the target at most.

        Parameters
        ----------
        node : int
            Node where the ring is entered.
        link : int
            Link by which it is entered.
        target : int
            Number of the target.

        Yields
        ------
        tuple of (int, int)
            Node, and number of links crossed.
        """
        at, crossed = self.after[node][link], 1
        while at >= 0 and at != node:
            yield at, crossed
            if at == target:
                return
            at, crossed = self.after[at][link], crossed + 1

    def routes(self, source: int, target: int, rule: RouteRule, most: int = MOST_ROUTES) -> list[Route]:
        """All routes that keep the rules; none from a node to itself.

        Parameters
        ----------
        source : int
            Number of the source.
        target : int
            Number of the target.
        rule : RouteRule
            Rule of the routes.
        most : int, default MOST_ROUTES
            Largest number of routes.

        Returns
        -------
        list of Route
            The routes.

        Raises
        ------
        RoutingError
            If there are more than ``most`` routes.
        """
        shortest = self.shortest(source, target) if rule.shortest else None
        return self.routes_within(source, target, rule.rings, shortest or rule.links, most)[0]

    def shortest(self, source: int, target: int) -> int | None:
        """Number of links of the shortest route that visits no ring twice; None if there is no route.

        Parameters
        ----------
        source : int
            Number of the source.
        target : int
            Number of the target.

        Returns
        -------
        int or None
            Number of links.
        """
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

        Parameters
        ----------
        source : int
            Number of the source.
        target : int
            Number of the target.
        rings : int or None
            Largest number of rings; None for any.
        links : int or None
            Largest number of links; None for any.
        most : int, default MOST_ROUTES
            Largest number of routes.

        Returns
        -------
        tuple of (list of Route, bool)
            The routes, and whether these are all.

        Raises
        ------
        RoutingError
            If there are more than ``most`` routes.
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
