"""Deadlock of routings that correct one dimension after the other, decided from one line of each dimension.

The dependency graph is that of all packets (:mod:`netlemma.graphs.deadlock.dependencies.dimension_order`), but no pair of nodes
is followed. Its numbering is the certificate. With whole packets in buffers it serves adaptive routing, too, if every
packet may at any place continue by an escape route of this kind: a packet that holds a channel of the escape route has
its next channel among its choices, of a higher number."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from netlemma.graphs.deadlock.dependencies.dimension_order import ordered_dependencies
from netlemma.graphs.deadlock.evidence import DEPENDENCY, VerdictMaker
from netlemma.graphs.deadlock.search.placement import injected
from netlemma.graphs.deadlock.verdict import DEADLOCK, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency import DependencyGraph

Decide = Callable[[ChannelRouting, str], DeadlockVerdict]
WAY_OUT = "channel dependency graph of the escape channels, which every packet may enter (Duato 1993, 1995)"


def by_lines(routing: ChannelRouting, switching: str, decide: Decide | None = None) -> DeadlockVerdict | None:
    """The verdict if lines are sufficient for it; None if they are not.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    switching : str
        "wormhole", "cut-through" or "store-and-forward".
    decide : Decide, optional
        Function that decides about the packets of one line, if there is a cycle; without it, no deadlock is searched
        for.

    Returns
    -------
    DeadlockVerdict or None
        The verdict.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> net = network("toroid", w=16, D=3)
    >>> by_lines(channel_routing(net, "dimension-order", 2), "wormhole").verdict
    'deadlock-free'
    >>> by_lines(channel_routing(net, "duato"), "cut-through").dependencies
    102144
    """
    if routing.kind != "adaptive":
        return _without_choice(routing, switching, decide)
    if switching == "wormhole" or routing.way_out is None:
        return None
    return _with_way_out(routing, routing.way_out, switching)


def _without_choice(routing: ChannelRouting, switching: str, decide: Decide | None) -> DeadlockVerdict | None:
    found = ordered_dependencies(routing)
    if found is None:
        return None
    graph, used = found
    numbers = graph.numbering()
    verdicts = _verdicts(routing, switching, graph, used.nonzero()[0].tolist())
    if numbers is not None:
        return verdicts.free(DEPENDENCY, numbers=numbers.tolist())
    return None if decide is None else _on_a_line(verdicts, graph, decide)


def _on_a_line(verdicts: VerdictMaker, graph: DependencyGraph, decide: Decide) -> DeadlockVerdict | None:
    """A deadlock of packets that stay on one line, with the fewest packets: later dimensions lead back to no earlier
    one.
    """
    routing, switching = verdicts.routing, verdicts.switching
    net, found = routing.network, []
    shape = {f: prod(g.size for g in net.factors[d + 1 :]) for d, f in enumerate(net.factors)}
    for factor, after in shape.items():
        line = tuple(range(0, factor.size * after, after))
        on_line = np.zeros(net.node_count, dtype=bool)
        on_line[list(line)] = True
        inside = np.repeat(on_line[net.origin] & on_line[net.target], routing.vcs)
        part = graph.among(inside)
        around = injected(routing, part, part.cycle()) if part.numbering() is None else None
        if around:
            found.append(verdicts.deadlock(DEPENDENCY, *around))
            continue
        verdict = decide(replace(routing, terminals=line), switching)
        if verdict.verdict == DEADLOCK:
            found.append(replace(verdict, scope=verdicts.scope, dependencies=verdicts.dependencies))
    return min(found, key=lambda verdict: len(verdict.cycle), default=None)


def _with_way_out(routing: ChannelRouting, way_out: ChannelRouting, switching: str) -> DeadlockVerdict | None:
    found = ordered_dependencies(way_out)
    numbers = found and found[0].numbering()
    if found is None or numbers is None:
        return None
    number: list[int | None] = [None] * routing.channel_count
    for channel in found[1].nonzero()[0].tolist():
        hop, vc = divmod(channel, way_out.vcs)
        number[hop * routing.vcs + vc] = int(numbers[channel])
    return _verdicts(routing, switching, found[0], range(routing.channel_count)).free(WAY_OUT, numbers=number)


def _verdicts(routing: ChannelRouting, switching: str, graph: DependencyGraph, used: Sequence[int]) -> VerdictMaker:
    nodes = routing.network.node_count
    return VerdictMaker(routing, switching, graph.dependencies, nodes * (nodes - 1), used)
