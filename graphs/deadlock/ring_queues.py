"""Queues in networks of point-to-point rings: their models, their dependency graph under one routing, and the verdict
on deadlock with a certificate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from netlemma.base.names import did_you_mean
from netlemma.errors import RoutingError
from netlemma.graphs.base.limits import require
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from netlemma.graphs.rings.routing import CONCISE, RingRouting, ring_routing, route
from netlemma.graphs.routing.dependency_graph import DependencyGraph, from_sequences
from netlemma.graphs.topology.ring_structure import RingNetwork

# Models of the queues in networks of point-to-point rings, and the queues that a route visits, in order.
#
# A packet is stored only where it changes rings; along a ring it passes nodes without stopping. A queue can be understood
# in several ways, and deadlock depends on it, so each interpretation has a name. Johnson and Goodman (1991, sections
# 2.2.1 and 3.5, figures 4 and 9) name "every input and output queue with a letter": ``input-output`` here.


Hop = tuple[int, int]  # (node, link)


class RingSegment(NamedTuple):
    """A part of a route on one ring: entered at node ``enter`` by link ``link``, left at node ``leave``."""

    enter: int
    link: int
    leave: int


class QueueModel(NamedTuple):
    """An interpretation of the queues.

    name: Name as on the command line.
    meaning: Description.
    queues: Function from (nodes, fanout) to the number of queues.
    at: Function from (leg, nodes, fanout, whether it is the first) to the queues that the leg uses, in order.
    label: Function from (queue, nodes, fanout) to (kind, node, link); link is None where a node has one queue.
    """

    name: str
    meaning: str
    queues: Callable[[int, int], int]
    at: Callable[[RingSegment, int, int, bool], tuple[int, ...]]
    label: Callable[[int, int, int], tuple[str, int, int | None]]


def _either(queue: int, nodes: int, fanout: int) -> tuple[str, int, int | None]:
    side, rest = divmod(queue, nodes * fanout)
    return ("output", "input")[side], rest // fanout, rest % fanout


MODELS = {
    model.name: model
    for model in (
        QueueModel(
            "input-output",
            "an output and an input queue for each link: a packet waits in the output queue of each ring that it enters and in "
            "the input queue of the ring where it leaves it",
            lambda n, f: 2 * n * f,
            lambda v, n, f, first: (v.enter * f + v.link, n * f + v.leave * f + v.link),
            _either,
        ),
        QueueModel(
            "output",
            "an output queue for each link: a packet waits there for each ring that it enters",
            lambda n, f: n * f,
            lambda v, n, f, first: (v.enter * f + v.link,),
            _either,
        ),
        QueueModel(
            "input",
            "an input queue for each link: a packet is stored there where it leaves a ring; before its first ring it is still "
            "in its processor",
            lambda n, f: n * f,
            lambda v, n, f, first: (v.leave * f + v.link,),
            lambda q, n, f: ("input", q // f, q % f),
        ),
        QueueModel(
            "node",
            "one queue for each node: a packet is stored at its source, where it changes rings, and at its destination",
            lambda n, f: n,
            lambda v, n, f, first: (v.enter, v.leave) if first else (v.leave,),
            lambda q, n, f: ("node", q, None),
        ),
        QueueModel(
            "transit",
            "one queue for each node, only for packets that change rings there: others wait in processors",
            lambda n, f: n,
            lambda v, n, f, first: () if first else (v.enter,),
            lambda q, n, f: ("node", q, None),
        ),
    )
}
DEFAULT = "input-output"


def queue_model(name: str) -> QueueModel:
    """The model of this name."""
    if name not in MODELS:
        hint = did_you_mean(name, MODELS, ": ")
        raise RoutingError(f"no queue model is called {name!r}{hint}; models: {', '.join(MODELS)}")
    return MODELS[name]


def legs(net: RingNetwork, route: Sequence[Hop]) -> list[RingSegment]:
    """The legs of a route, one on each ring that it visits. A run of hops by one link number stays on one ring.

    >>> from netlemma.graphs import network
    >>> legs(network("multicube", f=2, r=3), [(3, 0), (6, 0), (0, 1), (1, 1)])
    [RingSegment(enter=3, link=0, leave=0), RingSegment(enter=0, link=1, leave=2)]
    """
    found: list[RingSegment] = []
    for node, link in route:
        after = int(net.successor[node, link])
        if found and found[-1].link == link:
            found[-1] = found[-1]._replace(leave=after)
        else:
            found.append(RingSegment(int(node), int(link), after))
    return found


def queues_of(net: RingNetwork, model: QueueModel, way: Sequence[RingSegment]) -> list[int]:
    """The queues that a packet with these legs uses, in order.

    >>> from netlemma.graphs import network
    >>> net = network("multicube", f=2, r=3)
    >>> way = legs(net, [(3, 0), (6, 0), (0, 1), (1, 1)])
    >>> [queues_of(net, MODELS[name], way) for name in ("output", "node")]
    [[6, 1], [3, 0, 2]]
    """
    nodes, fanout = net.node_count, net.fanout
    return [q for i, v in enumerate(way) for q in model.at(v, nodes, fanout, i == 0)]


def queue_name(net: RingNetwork, model: QueueModel, queue: int) -> str:
    """Name of a queue: kind, link and node by their numbers.

    >>> from netlemma.graphs import network
    >>> queue_name(network("multicube", f=2, r=3), MODELS["input-output"], 19)
    'input 1 of node 0'
    """
    kind, node, link = model.label(queue, net.node_count, net.fanout)
    return f"node {node}" if link is None else f"{kind} {link} of node {node}"


# The dependency graph of the queues of a network of rings under one routing, with all packets followed.
#
# Small networks are followed route by route; where a routing writes all routes to a target as a tree, compiled loops go
# through the trees of large ones.


Progress = Callable[[int, int], None] | None
Pair = tuple[int, int]
FEW_NODES = 100  # with processors: up to here, routes are followed one by one


def ends(net: RingNetwork) -> list[int]:
    """The nodes with processors."""
    return [int(u) for u in np.flatnonzero(net.processors)]


def pairs(net: RingNetwork) -> list[Pair]:
    """All ordered pairs of different nodes with processors: source and destination of every packet.

    >>> from netlemma.graphs import ring_network
    >>> len(pairs(ring_network("ring-butterfly", f=2, r=2)))
    12
    """
    there = ends(net)
    require("ring routes", net.title, len(there) ** 2, nodes=net.node_count)
    return [(s, t) for s in there for t in there if s != t]


def queues_of_route(net: RingNetwork, by: RingRouting, model: QueueModel, pair: Pair) -> list[int]:
    """The queues that the packets of one pair use, in order."""
    return queues_of(net, model, legs(net, route(net, by, *pair)))


def queue_dependencies(
    net: RingNetwork, by: RingRouting, model: QueueModel, progress: Progress = None, few: int = FEW_NODES
) -> DependencyGraph:
    """The dependency graph of all packets.

    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.deadlock.ring_queues import MODELS
    >>> from netlemma.graphs.rings.routing import ring_routing
    >>> net = ring_network("livefly", f=3, r=2)
    >>> queue_dependencies(net, ring_routing(net), MODELS["output"]).dependencies
    24
    """
    count = model.queues(net.node_count, net.fanout)

    def name(queue: int) -> str:
        return queue_name(net, model, queue)

    if len(ends(net)) > few and by.name == CONCISE and net.concise is not None:
        return DependencyGraph(count, *_by_trees(net, by, model, count, progress), name)
    return from_sequences(count, _one_by_one(net, by, model, progress), name)


def _one_by_one(
    net: RingNetwork, by: RingRouting, model: QueueModel, progress: Progress
) -> Iterator[tuple[int, int, list[int]]]:
    every = pairs(net)
    for done, pair in enumerate(every):
        yield *pair, queues_of_route(net, by, model, pair)
        if progress and done % 1000 == 0:
            progress(done, len(every))


def _by_trees(
    net: RingNetwork, by: RingRouting, model: QueueModel, count: int, progress: Progress
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Tails, heads, and witnesses' sources and destinations, sorted."""
    from netlemma.graphs.deadlock import ring_queue_kernels as kernels

    assert net.concise is not None
    grow = net.concise.grower(net.before)
    add: Callable[..., tuple[int, int]] = kernels.add_tree
    most = net.concise.most_states
    tree = [np.empty(most, dtype=np.int32) for _ in range(3)] + [np.empty(most, dtype=np.int64)]
    room = np.empty((8, most), dtype=np.int32)
    keys, witness = np.full(1 << 12, -1, dtype=np.int64), np.empty((1 << 12, 3), dtype=np.int32)
    used = 0
    targets = ends(net)
    require("ring dependencies", net.title, len(targets) * most, nodes=net.node_count)
    for done, target in enumerate(targets):
        states = grow(target, net.processors, *tree)
        while 2 * (used + 2 * states) > len(keys):
            keys, witness = kernels.larger(keys, witness)
        status, used = add(net.ring, states, *tree, kernels.MODEL_NUMBERS[model.name], count, room, keys, witness, used)
        if status != kernels.OK or tree[3][1:states].sum() + net.processors[target] != net.processor_count:
            for source in targets:  # for the error that one of these packets raises
                route(net, by, source, target)
            raise ArithmeticError(f"{net.title}: the tree of routes to node {target} is not that of its routing")
        if progress and done % 64 == 0:
            progress(done, len(targets))
    found = np.flatnonzero(keys >= 0)
    found = found[np.argsort(keys[found])]
    tail, head = np.divmod(keys[found], count)
    return tail, head, witness[found, 1].astype(np.int64), witness[found, 2].astype(np.int64)


# Deadlock of a routing of rings: a verdict with its criterion, its scope and a certificate that can be checked.
#
# Routes are deterministic, and a packet waits until the next queue of its route has room. If the dependencies of queues
# have no cycle, a numbering of the queues rises along each of them: the packets in the highest queue that is not empty
# can always proceed (Dally and Seitz 1987, Theorem 1). A cycle alone is not a deadlock. It is reported as one here with a
# configuration and the moves that lead to it: the queues of the cycle are filled one after the other, each with packets
# of one source and destination that want the next queue. While a queue is filled, its packets pass only queues that are
# still empty, so packets can be as many as there is room for; no packet needs to move on before all are full (nodes may
# be slow), and then none can. The cycle is a shortest one if that can be filled, otherwise a shortest one through some
# queue.


def scope(net: RingNetwork) -> str:
    """Description of the terminals of packets."""
    count = len(ends(net))
    return f"all {count * (count - 1)} ordered pairs of different nodes with processors"


def ring_deadlock(
    net: RingNetwork, by: str | RingRouting | None = None, queues: str = DEFAULT, progress: Progress = None
) -> DeadlockVerdict:
    """Whether a routing of rings is deadlock-1, that is, free of deadlock without partitions of queues.

    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987, Theorem 1.

    >>> from netlemma.graphs import ring_network
    >>> ring_deadlock(ring_network("livefly", f=3, r=2)).verdict
    'deadlock-free'
    >>> found = ring_deadlock(ring_network("deadfly", f=2, r=2))
    >>> found.verdict, len(found.cycle)
    ('deadlock', 8)
    """
    model, rule = queue_model(queues), by if isinstance(by, RingRouting) else ring_routing(net, by)
    graph = queue_dependencies(net, rule, model, progress)
    about = {
        "network": certificate_network(net),
        "routing": {"name": rule.name, "description": rule.words},
        "queues": model.name,
    }
    return decide_graph(
        graph, criterion(model), scope(net), about, lambda pair: queues_of_route(net, rule, model, pair)
    )


def criterion(model: QueueModel) -> str:
    """Description of the criterion, with the queue model."""
    return f"cycles of queue dependencies, packets stored where they change rings; queue model {model.name}: {model.meaning}"


def certificate_network(net: Any) -> dict[str, Any]:
    """Description of a network in its certificates."""
    return {"family": net.family, "parameters": dict(net.parameters)}


def decide_graph(
    graph: DependencyGraph,
    how: str,
    where: str,
    about: Mapping[str, Any],
    taken: Callable[[tuple[int, int]], Sequence[int]],
) -> DeadlockVerdict:
    """The verdict on a dependency graph."""

    def verdict(word: str, cycle: list[dict[str, Any]], certificate: dict[str, Any] | None) -> DeadlockVerdict:
        if certificate is not None:
            certificate = {"verdict": word, **about, "scope": where, **certificate}
        return DeadlockVerdict(word, how, where, graph.count, graph.dependencies, cycle, certificate)

    numbers = graph.numbering()
    if numbers is not None:
        named = {graph.name(queue): number for queue, number in enumerate(numbers.tolist())}
        return verdict(FREE, [], {"kind": "numbering", "numbers": named})
    shortest = graph.cycle()
    for edges in chain([shortest], graph.cycles()):
        held = graph.tail[edges].tolist()
        ends = zip(graph.source[edges].tolist(), graph.destination[edges].tolist(), strict=True)
        order = filling_order(held, [taken(pair) for pair in ends])
        if order is not None:
            cycle = [graph.readable(e) for e in edges]
            return verdict(DEADLOCK, cycle, {"kind": "cycle", "cycle": cycle, "filling": order})
    return verdict(UNKNOWN, [graph.readable(e) for e in shortest], None)


def filling_order(held: Sequence[int], taken: Sequence[Sequence[int]]) -> list[int] | None:
    """Order in which the resources of a cycle can be filled; None if none is found.

    >>> filling_order([5, 6], [[6, 5, 7], [6, 5]]), filling_order([5, 6], [[6, 5, 7], [5, 6]])
    ([0, 1], None)
    """
    place = {resource: i for i, resource in enumerate(held)}
    later: dict[int, set[int]] = {i: set() for i in place.values()}  # each with those to be filled before it
    for i, (resource, way) in enumerate(zip(held, taken, strict=True)):
        for passed in way[: way.index(resource)]:
            if passed in place:
                later[place[passed]].add(i)
    try:
        return list(TopologicalSorter(later).static_order())
    except CycleError:
        return None
