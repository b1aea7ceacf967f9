"""Up*/down*: towards the root of a tree first, then away from it, on any network."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import KnownDependencies, Turns
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choice_loops import distances, loop, up_down_marks
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import any_channel, words
from netlemma.graphs.topology.structure import Network, named_by_numbers, numbers_by_name, show

MOST_TRIED = 16  # nodes from which distances are found


def _up_turns(net: Network, root: int, up: np.ndarray, connected: bool, vcs: int) -> Turns | None:
    """No turn from a down to an up hop; None if it is not certain that all packets are delivered.

    They are if all nodes but one can go up to a node that forwards, and the root or a node below it is that one.
    """
    climbs = np.zeros(net.node_count, dtype=bool)
    climbs[net.origin[up & net.forwarding[net.target]]] = True
    tops = np.flatnonzero(net.forwarding & ~climbs)
    climbs[tops[:1]] = True
    climbs[root] = True
    below = len(tops) == 1 and (tops[0] == root or root in net.target[net.origin == tops[0]])
    if not connected or not below or not climbs.all():
        return None
    return Turns(np.repeat(up.astype(np.int64), vcs), np.array([[True, False], [True, True]]))


def middle(net: Network) -> int:
    """A node that forwards and is as near to the farthest node as any; the first one of these.

    Distances from a few nodes bound those of all others from below, and the nodes that look best become the next of these,
    until one is as good as it looks.
    """
    into = arrivals(net)
    everywhere, inner = np.ones(net.node_count, dtype=bool), np.flatnonzero(net.forwarding)
    least = np.zeros(net.node_count, dtype=np.int32)
    best, best_far = int(inner[0]) if len(inner) else 0, net.node_count + 1
    node = best
    for _ in range(MOST_TRIED):
        far = loop(distances, net, 1)(into.into, into.before, everywhere, node)
        if far.max() < best_far or (far.max() == best_far and node < best):
            best, best_far = node, int(far.max())
        for end in (node, int(far.argmax())):
            least = np.maximum(least, loop(distances, net, 1)(into.into, into.before, everywhere, end))
        node = int(inner[least[inner].argmin()]) if len(inner) else best
        if least[node] >= best_far:
            break
    return best


def _usual_root(net: Network) -> int | str:
    """The root if none is given: the first node of a family, and a node in the middle of a file, whose order says nothing."""
    if net.forwarding[0] and not isinstance(net.labels(0)[0], str):
        return 0
    node = middle(net)
    return show(net.labels(node)) if named_by_numbers(net, range(net.node_count)) else node


def _root(net: Network, given: int | str) -> int:
    """The number of the root."""
    nodes = range(net.node_count)
    known = numbers_by_name(net, nodes)
    if str(given) not in known:
        numbers = "" if named_by_numbers(net, nodes) else f"numbers 0 to {net.node_count - 1}, and "
        raise RoutingError(f"root={given}: nodes of {net.title} have {numbers}names such as {show(net.labels(0))}")
    return known[str(given)]


def _up_down(net: Network, name: str, kind: str, vcs: int, given: int | str) -> ChannelRouting:
    usual = _usual_root(net) if given == "" else ""
    root = _root(net, given if usual == "" else usual)
    origin, target, count = net.origin.astype(np.int64), net.target.astype(np.int64), net.node_count
    if len(np.setxor1d(origin * count + target, target * count + origin)):
        raise RoutingError(f"{name} goes up and down links that lead both ways, {net.title} has one-way links")
    first = kind == "deterministic"
    into = arrivals(net)
    level = loop(distances, net, 1)(into.into, into.before, np.ones(count, dtype=bool), root)
    rank = level * np.int64(count) + np.arange(count)
    up = rank[net.target] < rank[net.origin]  # nearer to the root, or as near and of lower number
    where = (net.indptr, net.target, up, into.into, into.before, up[into.hop], net.forwarding)

    def marks_to(destination: int) -> Marks:
        return Marks(loop(up_down_marks, net)(*where, destination, first))

    which = "the first shortest way" if first else "any shortest way"
    text = f"{which} that goes up and then down the breadth-first tree of node {show(net.labels(root))}; {words('none', vcs)}"
    kind = "oblivious" if first and vcs > 1 else kind
    routing = on_channels(name, net, kind, marks_to, any_channel(net), vcs, text, (~up).astype(np.uint8))
    turns = KnownDependencies(turns=lambda: _up_turns(net, root, up, bool((level >= 0).all()), vcs))
    return replace(routing, dependencies=turns, options={} if usual in ("", 0) else {"root": usual})


def up_down(net: Network, vcs: int = 1, root: int | str = "") -> ChannelRouting:
    """Up*/down* by one way for each destination: at each node the first hop of a shortest legal way.

    Without a root, that of a family is the first node if it forwards; otherwise a node in the middle, which is no host.

    M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.

    >>> from netlemma.graphs import network
    >>> routing = up_down(network("ring", K=4))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(2, None, 1, None)]
    ['(2)->(1)']
    """
    return _up_down(net, "up-down", "deterministic", vcs, root)


def up_down_adaptive(net: Network, vcs: int = 1, root: int | str = "") -> ChannelRouting:
    """Up*/down* by whichever hop of a shortest legal way is free.

    M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.
    """
    return _up_down(net, "up-down-adaptive", "adaptive", vcs, root)


ROUTINGS = {"up-down": up_down, "up-down-adaptive": up_down_adaptive}
