"""Exact loads of any routing relation, by following the flow to each destination."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from graphs.base.errors import RoutingError
from graphs.base.parallel import Progress
from graphs.loads.loads import Loads, gather
from graphs.loads.paths import Counted, rows, search
from graphs.routing.hop_routing import Choice, Routing
from graphs.topology.structure import Network
from graphs.topology.symmetry import trivial_orbits

State = tuple[int, int | None]  # node, hop by which the message came


def relation_loads(net: Network, routing: Routing, progress: Progress = None) -> Loads:
    """Loads under a routing relation; every message leaves its source with no hop behind it.

    For each destination the states (node, hop it came by) that messages can reach are put in order, and the flow of
    messages goes through them once, in fractions. Slow, and right for any relation that delivers.

    Raises
    ------
    RoutingError : some message can go in circles, stops before its destination, or the weights are no distribution.
    NetworkError : the network is not connected.
    """
    loads = [Fraction(0)] * net.device_count
    hops = rows(net)
    distance_sum, diameter = 0, 0
    for done, destination in enumerate(net.ends):
        there = search(net, hops, destination).distance
        far = [there[end] for end in net.ends]
        distance_sum += sum(far)
        diameter = max(diameter, *far)
        order, choices = _states(net, routing, destination, net.ends)
        flow = dict.fromkeys(order, Fraction(0))
        flow |= {(source, None): Fraction(1) for source in net.ends if source != destination}
        for state in order:
            for hop, weight in choices[state]:
                part = flow[state] if weight == 1 else flow[state] * weight
                loads[hops.device[hop]] += part
                after = (hops.target[hop], hop)
                if after[0] != destination:
                    flow[after] += part
        if progress:
            progress(done + 1, len(net.ends))
    denominator = lcm(*(load.denominator for load in loads))
    counted = Counted([int(load * denominator) for load in loads], denominator, distance_sum, diameter)
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)


def pair_flow(net: Network, routing: Routing, source: int, destination: int) -> dict[int, Fraction]:
    """The hops that a message from source to destination may take, each with the number of times it is expected to.

    Raises
    ------
    RoutingError : as :func:`relation_loads`, or source and destination are one node.

    >>> from graphs import network
    >>> from graphs.routing.hop_routing import SHORTEST
    >>> [str(share) for share in pair_flow(network("mesh", k=2, n=2), SHORTEST, 0, 3).values()]
    ['1/2', '1/2', '1/2', '1/2']
    """
    if source == destination:
        raise RoutingError(
            f"a message from node {net.labels(source)} to itself crosses nothing: give two different nodes"
        )
    order, choices = _states(net, routing, destination, [source])
    flow = dict.fromkeys(order, Fraction(0))
    flow[source, None] = Fraction(1)
    crossed: dict[int, Fraction] = {}
    for state in order:
        for hop, weight in choices[state]:
            crossed[hop] = crossed.get(hop, Fraction(0)) + flow[state] * weight
            if int(net.target[hop]) != destination:
                flow[int(net.target[hop]), hop] += flow[state] * weight
    return crossed


def _states(
    net: Network, routing: Routing, destination: int, sources: Iterable[int]
) -> tuple[list[State], dict[State, list[Choice]]]:
    """All states on the way from these sources, each before those it leads to, and the choices in each."""
    choices: dict[State, list[Choice]] = {}
    finished: list[State] = []
    open_states: set[State] = set()
    for source in sources:
        todo: list[tuple[State, bool]] = [((source, None), False)] if source != destination else []
        while todo:
            state, leaving = todo.pop()
            if leaving:
                open_states.discard(state)
                finished.append(state)
            elif state in open_states:
                raise _failure(net, routing, source, destination, f"can come back to node {net.labels(state[0])}")
            elif state not in choices:
                choices[state] = _choices(net, routing, state, source, destination)
                open_states.add(state)
                todo.append((state, True))
                after = [(int(net.target[hop]), hop) for hop, _ in choices[state]]
                todo += [(s, False) for s in after if s[0] != destination and (s not in choices or s in open_states)]
    return finished[::-1], choices


def _choices(net: Network, routing: Routing, state: State, source: int, destination: int) -> list[Choice]:
    """What the relation allows in a state, without hops of weight 0, after checking it."""
    node, came_by = state
    given = routing.next_hops(net, node, came_by, destination)
    allowed = [(int(hop), weight if type(weight) is Fraction else Fraction(weight)) for hop, weight in given]
    if not allowed:
        raise _failure(net, routing, source, destination, f"is stuck at node {net.labels(node)}")
    if any(not net.indptr[node] <= hop < net.indptr[node + 1] for hop, _ in allowed):
        raise _failure(
            net, routing, source, destination, f"is sent from node {net.labels(node)} by a hop of another node"
        )
    if any(weight < 0 for _, weight in allowed) or sum(weight for _, weight in allowed) != 1:
        raise _failure(
            net, routing, source, destination, f"has weights at node {net.labels(node)} that do not add up to 1"
        )
    return [(hop, weight) for hop, weight in allowed if weight]


def _failure(net: Network, routing: Routing, source: int, destination: int, why: str) -> RoutingError:
    return RoutingError(
        f"routing {routing.name} on {net.title}: a message from {net.labels(source)} to {net.labels(destination)} {why}"
    )
