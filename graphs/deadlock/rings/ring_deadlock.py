"""Deadlock of a routing of rings: a verdict with its criterion, its scope and a certificate that can be checked.

Routes are deterministic, and a packet waits until the next queue of its route has room. If the dependencies of queues
have no cycle, a numbering of the queues rises along each of them: the packets in the highest queue that is not empty
can always proceed (Dally and Seitz 1987, Theorem 1). A cycle alone is not a deadlock. It is reported as one here with a
configuration and the moves that lead to it: the queues of the cycle are filled one after the other, each with packets
of one source and destination that want the next queue. While a queue is filled, its packets pass only queues that are
still empty, so packets can be as many as there is room for; no packet needs to move on before all are full (nodes may
be slow), and then none can. The cycle is a shortest one if that can be filled, otherwise a shortest one through some
queue."""

from collections.abc import Callable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from typing import Any

from netlemma.graphs.deadlock.rings.queues import DEFAULT, QueueModel, queue_model
from netlemma.graphs.deadlock.rings.ring_dependencies import Progress, ends, queue_dependencies, queues_of_route
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting, ring_routing
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.topology.ring_structure import RingNetwork


def scope(net: RingNetwork) -> str:
    """Description of the terminals of packets."""
    count = len(ends(net))
    return f"all {count * (count - 1)} ordered pairs of different nodes with processors"


def ring_deadlock(
    net: RingNetwork, by: str | RingRouting | None = None, queues: str = DEFAULT, progress: Progress = None
) -> DeadlockVerdict:
    """Whether a routing of rings is deadlock-1, that is, free of deadlock without partitions of queues.

    Parameters
    ----------
    net : RingNetwork
        The network.
    by : str or RingRouting, optional
        The routing, or its name, ``concise`` or ``general``; concise by default where there is one.
    queues : str, default DEFAULT
        Queue model, see :data:`netlemma.graphs.deadlock.rings.queues.MODELS`.
    progress : Progress, optional
        Function called now and then with (done, all).

    Returns
    -------
    DeadlockVerdict
        The verdict.

    Raises
    ------
    RoutingError
        If there is no such routing or queue model, or the routing does not deliver.

    References
    ----------
    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987, Theorem 1.

    Examples
    --------
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
    """The verdict on a dependency graph.

    Parameters
    ----------
    graph : DependencyGraph
        Dependency graph of resources.
    how : str
        Criterion of the verdict.
    where : str
        Scope of the verdict.
    about : Mapping of str to object
        First entries of the certificate.
    taken : Callable
        Function from the (source, destination) of a packet to its resources in order.

    Returns
    -------
    DeadlockVerdict
        The verdict.
    """

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

    Parameters
    ----------
    held : Sequence of int
        Resources of the cycle.
    taken : Sequence of Sequence of int
        For each of them, all resources in order of a packet that is to hold it.

    Returns
    -------
    list of int or None
        Indices of the resources.

    Examples
    --------
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
