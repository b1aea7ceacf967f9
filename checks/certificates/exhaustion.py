"""Exhaustive search: no choice of routes for a few packets is free of cycles. It shares no code with the solver that
found them.
"""

from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.topology.ring_structure import RingNetwork

MOST_CHOICES = 2_000_000
Edges = frozenset[tuple[str, str]]


def no_routing(net: RingNetwork, certificate: Mapping[str, Any]) -> str:
    """Check a certificate of kind no-routing: every choice of routes for its pairs closes a cycle of queues.

    Parameters
    ----------
    net : RingNetwork
        Network of rings.
    certificate : Mapping of str to object
        Certificate as read by :func:`netlemma.checks.certificates.schema.read`.

    Returns
    -------
    str
        The proof in words.

    Raises
    ------
    Refused
        If some choice closes no cycle, or there are too many choices to try.
    """
    pairs = [(s, t) for s, t in certificate["pairs"]]
    ends = {u for u in range(net.node_count) if net.processors[u]}
    if any(s == t or not {s, t} <= ends for s, t in pairs):
        raise Refused("the pairs of a certificate are different nodes with processors")
    options = [_dependencies(net, s, t, certificate["rule"], certificate["queues"]) for s, t in pairs]
    options.sort(key=len)
    tried = 0

    def fits(chosen: int, edges: Edges) -> bool:
        """Whether routes for the pairs from ``chosen`` on can be added without a cycle."""
        nonlocal tried
        tried += 1
        if tried > MOST_CHOICES:
            raise Refused(f"more than {MOST_CHOICES:,} choices of routes: too many to try one by one")
        if chosen == len(options):
            return True
        return any(not _has_cycle(edges | new) and fits(chosen + 1, edges | new) for new in options[chosen])

    if fits(0, frozenset()):
        raise Refused("the pairs of the certificate have routes without a cycle of queues")
    return f"all choices of routes for {len(pairs)} pairs of nodes close a cycle of queues ({tried} tried)"


def _dependencies(net: RingNetwork, source: int, target: int, rule: str, model: str) -> list[Edges]:
    """The dependencies of each route that is allowed, each set once."""
    kind, _, most = rule.partition("=")
    routes: list[list[tuple[int, int]]] = []
    todo: deque[list[tuple[int, int]]] = deque([[]])
    while todo:
        hops = todo.popleft()  # short ones first
        if kind == "shortest" and routes and len(hops) > len(routes[0]):
            break
        node = int(net.successor[hops[-1]]) if hops else source
        if node == target:
            routes.append(hops)
            continue
        if len(todo) > MOST_CHOICES:
            raise Refused(f"too many routes from node {source} to node {target} to try one by one")
        rings = [int(net.ring[hop]) for hop in hops]
        for link in range(net.fanout):
            ring = int(net.ring[node, link])
            again = ring in rings and not (rings[-1] == ring and int(net.successor[node, link]) != _entry(hops, rings))
            if ring < 0 or int(net.successor[node, link]) == node or again:
                continue
            if kind == "links" and len(hops) == int(most):
                continue
            if kind == "rings" and ring not in rings and len(set(rings)) == int(most):
                continue
            todo.append([*hops, (node, link)])
    if not routes:
        raise Refused(f"no route from node {source} to node {target} is allowed")
    return sorted({_edges(hops, target, model) for hops in routes}, key=len)


def _entry(hops: list[tuple[int, int]], rings: list[int]) -> int:
    """Where the packet entered the ring on which it is."""
    return hops[rings.index(rings[-1])][0]


def _edges(hops: list[tuple[int, int]], target: int, model: str) -> Edges:
    """The dependencies between the queues of a route."""
    taken: list[str] = []
    last = None
    for node, link in [*hops, (target, None)]:
        if link == last:
            continue
        if last is not None and model in ("input", "input-output"):
            taken.append(f"in {node} {last}")
        if link is not None and model in ("output", "input-output"):
            taken.append(f"out {node} {link}")
        if model == "node" or (model == "transit" and None not in (last, link)):
            taken.append(f"{node}")
        last = link
    return frozenset(pairwise(taken))


def _has_cycle(edges: Edges) -> bool:
    """Take away what nothing depends on, until nothing or cycles are left."""
    left = set(edges)
    while left:
        tails = {a for a, _ in left}
        kept = {(a, b) for a, b in left if b in tails}
        if len(kept) == len(left):
            return True
        left = kept
    return False
