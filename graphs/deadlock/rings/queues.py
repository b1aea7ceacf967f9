"""Models of the queues in networks of point-to-point rings, and the queues that a route visits, in order.

A packet is stored only where it changes rings; along a ring it passes nodes without stopping. A queue can be understood
in several ways, and deadlock depends on it, so each interpretation has a name. Johnson and Goodman (1991, sections
2.2.1 and 3.5, figures 4 and 9) name "every input and output queue with a letter": ``input-output`` here."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.topology.ring_structure import RingNetwork

Hop = tuple[int, int]  # (node, link)


class RingSegment(NamedTuple):
    """A part of a route on one ring: entered at node ``enter`` by link ``link``, left at node ``leave``."""

    enter: int
    link: int
    leave: int


class QueueModel(NamedTuple):
    """An interpretation of the queues.

    Parameters
    ----------
    name : str
        Name as on the command line.
    meaning : str
        Description.
    queues : Callable
        Function from (nodes, fanout) to the number of queues.
    at : Callable
        Function from (leg, nodes, fanout, whether it is the first) to the queues that the leg uses, in order.
    label : Callable
        Function from (queue, nodes, fanout) to (kind, node, link); link is None where a node has one queue.
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
    """The model of this name.

    Raises
    ------
    RoutingError
        If there is none.
    """
    if name not in MODELS:
        near = get_close_matches(name, MODELS, 1)
        hint = f": did you mean {near[0]}?" if near else ""
        raise RoutingError(f"no queue model is called {name!r}{hint}; models: {', '.join(MODELS)}")
    return MODELS[name]


def legs(net: RingNetwork, route: Sequence[Hop]) -> list[RingSegment]:
    """The legs of a route, one on each ring that it visits. A run of hops by one link number stays on one ring.

    Parameters
    ----------
    net : RingNetwork
        The network.
    route : Sequence of Hop
        Node and link of each hop.

    Returns
    -------
    list of RingSegment
        Legs in order.

    Examples
    --------
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

    Parameters
    ----------
    net : RingNetwork
        The network.
    model : QueueModel
        The queue model.
    way : Sequence of RingSegment
        Legs of the packet.

    Returns
    -------
    list of int
        Numbers of the queues.

    Examples
    --------
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

    Parameters
    ----------
    net : RingNetwork
        The network.
    model : QueueModel
        The queue model.
    queue : int
        Number of the queue.

    Returns
    -------
    str
        The name.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> queue_name(network("multicube", f=2, r=3), MODELS["input-output"], 19)
    'input 1 of node 0'
    """
    kind, node, link = model.label(queue, net.node_count, net.fanout)
    return f"node {node}" if link is None else f"{kind} {link} of node {node}"
