"""The dependency graph of the queues of a network of rings under one routing, with all packets followed.

Small networks are followed route by route; where a routing writes all routes to a target as a tree, compiled loops go
through the trees of large ones."""

from collections.abc import Callable, Iterator

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.deadlock.rings.queues import QueueModel, legs, queue_name, queues_of
from netlemma.graphs.rings.routing import CONCISE, RingRouting, route
from netlemma.graphs.routing.dependency import DependencyGraph, from_sequences
from netlemma.graphs.topology.ring_structure import RingNetwork

Progress = Callable[[int, int], None] | None
Pair = tuple[int, int]
FEW_NODES = 100  # with processors: up to here, routes are followed one by one


def ends(net: RingNetwork) -> list[int]:
    """The nodes with processors."""
    return [int(u) for u in np.flatnonzero(net.processors)]


def pairs(net: RingNetwork) -> list[Pair]:
    """All ordered pairs of different nodes with processors: source and destination of every packet.

    >>> from netlemma.graphs import ring_network
    >>> len(pairs(ring_network("butterfly", f=2, r=2)))
    12
    """
    there = ends(net)
    require("ring routes", net.title, len(there) ** 2, nodes=net.node_count)
    return [(s, t) for s in there for t in there if s != t]


def queues_of_route(net: RingNetwork, by: RingRouting, model: QueueModel, pair: Pair) -> list[int]:
    """The queues that the packets of one pair use, in order.

    Parameters
    ----------
    net : RingNetwork
        The network.
    by : RingRouting
        The routing.
    model : QueueModel
        The queue model.
    pair : Pair
        Source and destination.

    Returns
    -------
    list of int
        Numbers of the queues.

    Raises
    ------
    RoutingError
        If the routing does not deliver them.
    """
    return queues_of(net, model, legs(net, route(net, by, *pair)))


def queue_dependencies(
    net: RingNetwork, by: RingRouting, model: QueueModel, progress: Progress = None, few: int = FEW_NODES
) -> DependencyGraph:
    """The dependency graph of all packets.

    Parameters
    ----------
    net : RingNetwork
        The network.
    by : RingRouting
        The routing.
    model : QueueModel
        The queue model.
    progress : Progress, optional
        Function called now and then with (done, all).
    few : int, default FEW_NODES
        Largest number of nodes with processors for which routes are followed one by one.

    Returns
    -------
    DependencyGraph
        Dependency graph of the queues.

    Raises
    ------
    RoutingError
        If the routing does not deliver all packets.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.deadlock.rings.queues import MODELS
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
    from netlemma.graphs.deadlock.rings import ring_dependency_kernels as kernels

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
