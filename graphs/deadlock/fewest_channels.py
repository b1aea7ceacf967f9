"""The minimum number of virtual channels: orders of channels in which the routes of a routing rise, or a proof that there is none."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import networkx as nx

from netlemma.errors import RoutingError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.acyclic_choice import AcyclicChoice, SolverLimit
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.goal_graph import goal_graphs
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as named
from netlemma.graphs.routings.ascending import BASES, ORDERS
from netlemma.graphs.topology.structure import Network

# Orders of virtual channels in which the routes of a routing rise, or a proof that there is none.
#
# Dependencies have no cycle if and only if the channels have an order in which they rise along every route. The virtual
# channels of a hop may be numbered in that order, and each route may take the first one that is left on each of its hops.
# Routes that cannot are found one after another; with them a SAT solver looks for another order, or shows that there is
# none. Channels are numbers: hop times virtual channels plus virtual channel.


MOST_PLACES = 40_000  # pairs of a goal and a hop
MOST_CHANNELS = 4_000
MOST_ROUNDS = 2_000
MOST_LINES = 20_000  # of a proof


@dataclass(frozen=True)
class ChannelOrder:
    """Result of the search; None if a limit was hit.

    order: The channels in an order in which every route can rise.
    dependencies: Number of dependencies of routes that take the first channel of the next hop behind the one that they
    hold.
    proof: If there is no order: ``vcs``, the ``routing`` that chooses hops, ``routes`` that suffice for the proof,
    ``cycles`` of channels that cannot all depend on one another, and the clauses of the ``proof``, each of which
    follows from all before by unit propagation.
    """

    order: list[int] = field(default_factory=list)
    dependencies: int = 0
    proof: dict[str, Any] | None = None


@dataclass(frozen=True)
class Route:
    """The first hops of a packet, up to the one on which it found no channel."""

    source: int
    destination: int
    label: Any
    hops: tuple[int, ...]

    @property
    def places(self) -> list[tuple[int, Any, int]]:
        """Where the packet is, one after another: destination, label and hop."""
        return [(self.destination, self.label, hop) for hop in self.hops]


@dataclass(frozen=True)
class _Goal:
    destination: int
    label: Any
    first: Mapping[int, int]  # source of each hop that packets take first
    after: Mapping[int, list[int]]  # hops that may follow; hops stand before those that follow them


def _goals(routing: ChannelRouting) -> Iterator[_Goal]:
    nodes = routing.network.node_count
    for graph in goal_graphs(routing, fast=False):
        start, channel = graph.start, graph.channel
        first = {int(k): int(s) for s in graph.sources for k in channel[start[s] : start[s + 1]]}
        rows = ((int(c), int(graph.head[c])) for c in graph.channels)
        after = {
            c: [int(k) for k in channel[start[row] : start[row + 1]]] if head != graph.end else []
            for c, head in rows
            for row in [head if graph.by_node else nodes + c]
        }
        yield _Goal(graph.goal.destination, graph.goal.label, first, after)


def _places(order: Sequence[int], vcs: int) -> list[list[int]]:
    """The places of the virtual channels of each hop in an order."""
    found: list[list[int]] = [[] for _ in range(len(order) // vcs)]
    for place, channel in enumerate(order):
        found[channel // vcs].append(place)
    return found


def _stuck_goal(goal: _Goal, places: Sequence[Sequence[int]]) -> Route | None:
    """The first hops of a packet that finds no channel behind the one that it holds; None if there is none."""
    place = {hop: places[hop][0] for hop in goal.first}
    before: dict[int, int] = {}
    for hop, after in goal.after.items():
        for following in after:
            behind = bisect_right(places[following], place[hop])
            if behind == len(places[following]):
                way = [following, hop]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return Route(goal.first[way[-1]], goal.destination, goal.label, tuple(reversed(way)))
            if places[following][behind] > place.get(following, -1):
                place[following], before[following] = places[following][behind], hop
    return None


class _Search:
    """Looks for an order of the channels in which routes rise."""

    def __init__(self, hops: int, vcs: int) -> None:
        self.hops, self.vcs, self.choice, self.met = hops, vcs, AcyclicChoice(), set[int]()
        self.levels: dict[tuple[int, Any, int], list[int]] = {}

    def add(self, route: Route) -> None:
        """Ask that channels rise along a route."""
        choice, vcs = self.choice, self.vcs
        for hop in set(route.hops) - self.met:
            self.met.add(hop)
            for v in range(vcs - 1):
                choice.add([choice.dependency(hop * vcs + v, hop * vcs + v + 1)])
        for place in route.places:
            if place not in self.levels:
                self.levels[place] = [choice.variable() for _ in range(vcs - 1)]
        for clause in rising(route.hops, [self.levels[place] for place in route.places], vcs, choice.dependency):
            choice.add(clause)

    def found(self, most_rounds: int) -> list[int] | None:
        """The channels in such an order; None if there is none."""
        if not self.choice.solve(most_rounds=max(0, most_rounds - self.choice.rounds)):
            return None
        graph = nx.DiGraph()
        graph.add_nodes_from(range(self.hops * self.vcs))
        graph.add_edges_from(self.choice.dependencies_chosen())
        graph.add_edges_from((c, c + 1) for c in range(self.hops * self.vcs) if (c + 1) % self.vcs)
        return list(nx.lexicographical_topological_sort(graph, lambda c: (c % self.vcs, c // self.vcs)))


def rising(
    route: Sequence[int], levels: Sequence[Sequence[int]], vcs: int, dependency: Callable[[int, int], int]
) -> Iterator[list[int]]:
    """The clauses that say how the channels of a route depend on one another."""
    for level in levels:
        yield from ([lower, -higher] for lower, higher in pairwise(level))
    for i, (hop, following) in enumerate(pairwise(route)):
        for v in range(vcs):
            for w in range(vcs):
                from_v = [-levels[i][v - 1]] if v else []
                to_w = [levels[i + 1][w]] if w < vcs - 1 else []
                yield [dependency(hop * vcs + v, following * vcs + w), *from_v, *to_w]


def channel_order(routing: ChannelRouting, vcs: int, most_rounds: int = MOST_ROUNDS) -> ChannelOrder:
    """An order of so many virtual channels in which every route of a routing can rise, or the proof that there is none.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> routing = channel_routing(network("dragonfly", p=1, a=2, h=1), "minimal")
    >>> channel_order(routing, 1).order, len(channel_order(routing, 2).order)
    ([], 48)
    """
    hops = routing.network.hop_count
    if routing.kind == ADAPTIVE or hops * vcs > MOST_CHANNELS or not most_rounds:
        return ChannelOrder()
    goals, places = [], 0
    for goal in _goals(routing):
        goals.append(goal)
        places += len(goal.after)
        if places > MOST_PLACES:
            return ChannelOrder()
    search, routes = _Search(hops, vcs), list[Route]()
    try:
        while (order := search.found(most_rounds)) is not None:
            at = _places(order, vcs)
            stuck = [route for goal in goals if (route := _stuck_goal(goal, at))]
            if not stuck:
                return ChannelOrder(order, _dependencies(goals, at))
            for route in stuck:
                search.add(route)
            routes += stuck
        return ChannelOrder(proof=_proof(routing, vcs, routes, search.choice.cycles()))
    except SolverLimit:
        return ChannelOrder()
    finally:
        search.choice.close()


def _dependencies(goals: Sequence[_Goal], places: Sequence[Sequence[int]]) -> int:
    """The number of pairs of channels that packets hold and want."""
    found = set()
    for goal in goals:
        held: dict[int, set[int]] = {hop: {places[hop][0]} if hop in goal.first else set() for hop in goal.after}
        for hop, after in goal.after.items():
            for following in after:
                for place in held[hop]:
                    wanted = places[following][bisect_right(places[following], place)]
                    held[following].add(wanted)
                    found.add((place, wanted))
    return len(found)


def _numbered(routes: Sequence[Route], vcs: int) -> tuple[list[list[list[int]]], dict[tuple[int, int], int]]:
    """Clauses of each route, and the variables of dependencies: levels come first, then dependencies, as they occur."""
    pairs: dict[tuple[int, int], int] = {}
    levels: dict[tuple[int, Any, int], list[int]] = {}
    last = 0
    for place in (place for route in routes for place in route.places):
        if place not in levels:
            levels[place] = list(range(last + 1, last + vcs))
            last += vcs - 1

    def dependency(tail: int, head: int) -> int:
        return pairs.setdefault((tail, head), last + 1 + len(pairs))

    return [list(rising(r.hops, [levels[p] for p in r.places], vcs, dependency)) for r in routes], pairs


def _proof(
    routing: ChannelRouting, vcs: int, routes: list[Route], cycles: list[list[tuple[int, int]]]
) -> dict[str, Any] | None:
    """The proof with those routes alone that the solver needs; None if it is too long."""
    from pysat.solvers import Solver

    clauses, pairs = _numbered(routes, vcs)
    least = 1 + max(pairs.values())  # of the variables that say that a route is among those looked at
    with Solver(name="g4") as solver:
        for i, of_route in enumerate(clauses):
            for clause in of_route:
                solver.add_clause([*clause, -least - i])
        for cycle in cycles:
            solver.add_clause([-pairs[pair] for pair in cycle if not _of_one_hop(pair, vcs)])
        if solver.solve(assumptions=[least + i for i in range(len(routes))]):
            raise AssertionError("routes and cycles without a solution have one")
        routes = [routes[i] for i in sorted(each - least for each in solver.get_core())]
    clauses, pairs = _numbered(routes, vcs)
    cycles = [cycle for cycle in cycles if all(pair in pairs or _of_one_hop(pair, vcs) for pair in cycle)]
    with Solver(name="g4", with_proof=True) as solver:
        for clause in [clause for of_route in clauses for clause in of_route]:
            solver.add_clause(clause)
        for cycle in cycles:
            solver.add_clause([-pairs[pair] for pair in cycle if not _of_one_hop(pair, vcs)])
        if solver.solve():
            raise AssertionError("the routes of a core have a solution")
        lines = [[int(each) for each in line.split()[:-1]] for line in solver.get_proof() if line[0] != "d"]
    if len(lines) > MOST_LINES:
        return None
    name = routing.node_name
    return {
        "vcs": vcs,
        "routing": {"name": routing.name, "vcs": 1, **({"options": dict(routing.options)} if routing.options else {})},
        "routes": [
            {"source": name(r.source), "destination": name(r.destination), "label": r.label, "hops": list(r.hops)}
            for r in routes
        ],
        "cycles": [[tail for tail, _ in cycle] for cycle in cycles],
        "proof": lines,
    }


def _of_one_hop(pair: tuple[int, int], vcs: int) -> bool:
    """Whether two channels are of one hop, so that their order is given."""
    return pair[0] // vcs == pair[1] // vcs


# How many virtual channels free the hops of a routing of deadlock: a number that suffices, and one that is necessary.


MOST_TRIED = 16  # virtual channels
RULED = ("dimwar", "dal")  # bases of ascending that have a rule of their own


def fewest_channels(
    net: Network,
    routing: str = "shortest",
    *,
    switching: str | None = None,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
    most_rounds: int = MOST_ROUNDS,
) -> DeadlockVerdict:
    """The verdict with the fewest virtual channels that were found to free the hops of a routing of deadlock.

    One virtual channel is tried first, then more: those that the routing itself has by a rule, such as datelines or escape
    channels; those that rise whenever a packet goes against one of several orders of the hops
    (:mod:`netlemma.graphs.routings.ascending`), or are those of layers of paths
    (:mod:`netlemma.graphs.routings.lash`); and an order of the channels that a search finds
    (:mod:`netlemma.graphs.deadlock.fewest_channels`). With one virtual channel there is no choice, so that a deadlock shows
    that two are necessary; beyond that more are necessary if routes rise in no order of fewer channels. Certificates show
    both in small networks.

    >>> from netlemma.graphs import network
    >>> found = fewest_channels(network("dragonfly", p=1, a=2, h=1), "minimal")
    >>> found.fewest_vcs["suffices"], found.fewest_vcs["necessary"]
    (2, 2)
    """

    def verdict(by: ChannelRouting | RingRouting) -> DeadlockVerdict:
        return decide(by, switching, described=described, progress=progress)

    if any(word.startswith("vcs=") for word in routing.split()):
        raise RoutingError(f"{routing}: the fewest virtual channels are sought, so leave out vcs=")
    base = _with(net, routing, 1)
    if base is None:
        return _by_its_rule(net, routing, verdict)
    alone = verdict(base)
    if alone.verdict == FREE:
        return replace(alone, fewest_vcs={"suffices": 1, "necessary": 1, "routing": routing, "why": "one suffices"})
    necessary, shown = 1 + (alone.verdict == DEADLOCK), channel_order(base, 1, most_rounds).proof
    why = f"{routing} with one virtual channel: {alone.verdict}"
    layers = _layers(net) if routing == "shortest-first" else 0
    for vcs in range(2, MOST_TRIED + 1):
        tried = ((words, verdict(by)) for words, by in _candidates(net, routing, vcs, layers))
        words, found = next((each for each in tried if each[1].verdict == FREE), ("", alone))
        if not words:
            other = channel_order(base, vcs, most_rounds)
            if other.proof is not None:
                necessary, shown = vcs + 1, other.proof
                why = f"{routing} on {vcs} virtual channels: its routes rise in no order of them"
            if not other.order:
                continue
            words, found = f"{routing} on {vcs} virtual channels, by an order of them", _by_order(alone, other, vcs)
        if found.certificate is not None:
            less = {"fewer": shown} if shown is not None else _stuck(alone)
            found = replace(found, certificate={**found.certificate, **less})
        return replace(found, fewest_vcs={"suffices": vcs, "necessary": necessary, "routing": words, "why": why})
    return replace(alone, fewest_vcs={"suffices": None, "necessary": necessary, "routing": routing, "why": why})


def _stuck(alone: DeadlockVerdict) -> dict[str, Any]:
    """The part of a certificate that shows a deadlock with one virtual channel, where no proof about orders is known."""
    if alone.verdict != DEADLOCK or alone.certificate is None:
        return {}
    return {"deadlock": {name: alone.certificate[name] for name in ("routing", "packets", "moves")}}


def _with(net: Network, routing: str, vcs: int) -> ChannelRouting | None:
    """The routing on so many virtual channels; None if it needs more of them."""
    try:
        return named(net, routing, vcs=vcs)  # type: ignore[no-any-return]
    except RoutingError:
        named(net, routing)  # which says what else is wrong
        return None


def _candidates(net: Network, routing: str, vcs: int, layers: int) -> Iterator[tuple[str, ChannelRouting]]:
    """Routings on so many virtual channels with the hops of a routing, in words and made."""
    if routing in RULED or routing not in BASES:
        own = _with(net, routing, vcs)
        if own is not None:
            yield f"{routing} vcs={vcs}", own
    if layers == vcs:
        yield f"lash vcs={vcs}", channel_routing(net, "lash", vcs)
    if routing in BASES:
        for order in ORDERS:
            words = f"ascending of={routing} by={order} vcs={vcs}"
            yield words, channel_routing(net, "ascending", vcs, of=routing, by=order)


def _by_its_rule(
    net: Network, routing: str, verdict: Callable[[ChannelRouting | RingRouting], DeadlockVerdict]
) -> DeadlockVerdict:
    """The verdict with the fewest virtual channels of a routing that needs several, such as two phases, by its own rule."""
    least, found = 0, None
    for vcs in range(2, MOST_TRIED + 1):
        own = _with(net, routing, vcs)
        if own is None:
            continue
        least, found = least or vcs, verdict(own)
        if found.verdict == FREE:
            break
    if found is None:
        raise RoutingError(f"{routing} takes more than {MOST_TRIED} virtual channels on {net.title}")
    suffices = vcs if found.verdict == FREE else None
    why = f"{routing} is made of layers, and takes {least} virtual channels or more"
    words = f"{routing} vcs={vcs}" if suffices else routing
    return replace(found, fewest_vcs={"suffices": suffices, "necessary": least, "routing": words, "why": why})


def _by_order(alone: DeadlockVerdict, found: ChannelOrder, vcs: int) -> DeadlockVerdict:
    """The verdict that an order of the channels gives, in the words of that with one virtual channel."""
    about: dict[str, Any] = {} if alone.certificate is None else alone.certificate
    kept: dict[str, Any] = {
        name: about[name] for name in ("network", "routing", "switching", "traffic") if name in about
    }
    return DeadlockVerdict(
        FREE,
        "an order of the channels in which all routes rise (Dally and Seitz 1987), found by a search",
        alone.scope,
        len(found.order),
        found.dependencies,
        certificate={"kind": "order", "verdict": FREE, **kept, "vcs": vcs, "order": found.order} if kept else None,
    )


def _layers(net: Network) -> int:
    """Layers of the first shortest paths; 0 if there are too many."""
    try:
        return channel_routing(net, "lash").vcs
    except RoutingError:  # more layers than are looked for
        return 0
