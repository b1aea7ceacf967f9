"""Certificates about the number of virtual channels, checked again: an order in which all routes rise, or routes that
rise in none.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from netlemma.checks.certificates.certified import choices, labels, require_following
from netlemma.checks.certificates.configuration_certificate import packet
from netlemma.checks.certificates.propagation import refutes
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting

MOST_VCS = 64


def rises(routing: ChannelRouting, vcs: int, order: Sequence[int]) -> str:
    """Follow all packets: on each hop they take the first virtual channel behind the one that they hold.

    Parameters
    ----------
    routing : ChannelRouting
        Routing with one virtual channel, which chooses the hops.
    vcs : int
        Virtual channels of each hop.
    order : sequence of int
        All channels (hop times ``vcs`` plus virtual channel), in order.

    Returns
    -------
    str
        The proof in words.

    Raises
    ------
    Refused
        If a packet finds no channel, or channels are missing.
    """
    hops = _hops(routing)
    if len(order) != hops * vcs or sorted(order) != list(range(hops * vcs)):
        raise Refused(f"order must have each of {hops * vcs} channels once")
    require_following(routing)
    places: list[list[int]] = [[] for _ in range(hops)]
    for place, channel in enumerate(order):
        places[channel // vcs].append(place)
    held: dict[tuple[int, Any], set[tuple[int, int]]] = {}
    for source in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, source, goal):
                first = {(hop, places[hop][0]) for hop in choices(routing, source, None, goal, label)}
                held.setdefault((goal, label), set()).update(first)
    seen = 0
    for (goal, label), met in held.items():
        todo = list(met)
        while todo:
            hop, place = todo.pop()
            if routing.delivers(hop, goal, label):
                continue
            for following in choices(routing, routing.end(hop), hop, goal, label):
                behind = bisect_right(places[following], place)
                if behind == vcs:
                    raise Refused(f"a packet to {routing.node_name(goal)} finds no virtual channel behind its last one")
                found = (following, places[following][behind])
                if found not in met:
                    met.add(found)
                    todo.append(found)
        seen += len(met)
    return f"packets rise in an order of {len(order):,} channels, in {seen:,} places"


def in_no_order(routing: ChannelRouting, shown: Mapping[str, Any]) -> str:
    """Check the proof that channels have no order in which some routes of a routing rise.

    The virtual channels of a hop are interchangeable: let them be numbered in the order. Packets may take the first one
    behind the one that they hold. Variables are, for each destination, label and hop as they occur, "some packet takes
    virtual channel v of the hop or a later one" for v from 1 on, and then "the first channel is before the second" for
    the channels of successive hops, as they occur. A cycle is refuted by one of its pairs.

    Parameters
    ----------
    routing : ChannelRouting
        Routing with one virtual channel, which chooses the hops.
    shown : Mapping of str to object
        ``vcs``, ``routes``, ``cycles`` and ``proof``.

    Returns
    -------
    str
        The proof in words.

    Raises
    ------
    Refused
        If a route is not one of the routing, or the proof does not refute the clauses.
    """
    _hops(routing)
    if routing.kind == ADAPTIVE:
        raise Refused(f"packets of an adaptive routing such as {routing.name} may wait in cycles")
    if shown["vcs"] > MOST_VCS:
        raise Refused(f"fewer.vcs is {shown['vcs']}: up to {MOST_VCS} is expected")
    vcs, number = shown["vcs"], {routing.node_name(u): u for u in routing.ends}
    routes = [_legal(routing, number, i, route) for i, route in enumerate(shown["routes"])]
    level: dict[Any, int] = {}
    for place in (place for route in routes for place in route):
        level.setdefault(place, len(level) * (vcs - 1))
    levels = len(level) * (vcs - 1)
    before: dict[tuple[int, int], int] = {}
    clauses = [[at + v, -at - v - 1] for at in level.values() for v in range(1, vcs - 1)]
    for route in routes:
        for here, there in pairwise(route):
            for v in range(vcs):
                for w in range(vcs):
                    pair = (here[-1] * vcs + v, there[-1] * vcs + w)
                    clause = [before.setdefault(pair, levels + 1 + len(before))]
                    clause += [-level[here] - v] * (v > 0) + [level[there] + w + 1] * (w < vcs - 1)
                    clauses.append(clause)
    for i, cycle in enumerate(shown["cycles"]):
        if not cycle:
            raise Refused(f"cycles[{i}] has no channels")
        clauses.append([])
        for tail, head in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
            if (tail, head) in before:
                clauses[-1].append(-before[tail, head])
            elif tail // vcs != head // vcs or tail >= head:
                raise Refused(f"cycles[{i}] has no dependency from channel {tail} to {head}")
    if not refutes(clauses, shown["proof"]):
        raise Refused("the clauses of the proof do not follow, or do not end in a contradiction")
    each = f"{vcs} virtual channel{'s' * (vcs > 1)} on each hop"
    return (
        f"its routes cannot all rise in an order of {each}: {len(routes)} of them and those made of their parts do not"
    )


def _hops(routing: ChannelRouting) -> int:
    if routing.vcs != 1:
        raise Refused(f"{routing.name} has {routing.vcs} virtual channels: a routing with one chooses hops")
    return routing.network.hop_count


def _legal(
    routing: ChannelRouting, number: Mapping[str, int], i: int, route: Mapping[str, Any]
) -> list[tuple[int, Any, int]]:
    """Destination, label and hop of a packet, one after another, that the routing lets it take."""
    source, goal, label = packet(routing, number, f"routes[{i}]", route)
    node, came_by = source, None
    for hop in route["hops"]:
        arrived = came_by is not None and routing.delivers(came_by, goal, label)
        if arrived or hop not in choices(routing, node, came_by, goal, label):
            raise Refused(f"routes[{i}] takes hop {hop}, which the routing does not")
        node, came_by = routing.end(hop), hop
    return [(goal, label, hop) for hop in route["hops"]]
