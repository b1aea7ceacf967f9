"""LASH: one shortest path of each pair, pairs in layers of virtual channels so that no layer's dependencies form a cycle."""

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choice_loops import loop
from netlemma.graphs.routing.choices import BY_NODE, Choices, by_arrays
from netlemma.graphs.routings.layer_loops import NO_LAYER, in_layers
from netlemma.graphs.routings.shortest import shortest_first
from netlemma.graphs.topology.structure import Network

MOST_LAYERS = 16
MOST_PAIRS = 10**8  # of a node and a destination


def lash(net: Network, vcs: int = 0) -> ChannelRouting:
    """The first shortest path of each pair, on the virtual channel of its layer from end to end.

    Pair after pair, destinations in order, comes to the lowest layer in which its path closes no cycle of dependencies, so
    that the routing is free of deadlock in any network.

    T. Skeie, O. Lysne and I. Theiss, Layered shortest path (LASH) routing in irregular system area networks, 2002.

    >>> from netlemma.graphs import network
    >>> routing = lash(network("ring", K=5))
    >>> routing.vcs, routing.labels(0, 2), routing.labels(2, 4)
    (2, (0,), (1,))
    """
    base = shortest_first(net)
    ends, nodes = np.asarray(net.ends), net.node_count
    if len(ends) * nodes > MOST_PAIRS:
        raise RoutingError(
            f"lash keeps the layer of each pair: {net.title} has more than {MOST_PAIRS:,} pairs of nodes"
        )
    assert base.arrays.choices_to is not None
    ahead = np.full((len(ends), nodes), -1, dtype=np.int32)
    for number, end in enumerate(ends.tolist()):
        found = base.arrays.choices_to(end, None)
        some = np.flatnonzero(np.diff(found.start))
        ahead[number, some] = found.channel[found.start[some]]
    hops = np.diff(net.indptr)[net.target]
    slot = np.concatenate([[0], np.cumsum(hops)]).astype(np.int64)
    most = vcs or MOST_LAYERS
    state = np.zeros(most * int(slot[-1]), dtype=np.int8)
    flat = loop(in_layers, net, steps=nodes)(ends, ahead.ravel(), nodes, net.indptr, net.target, slot, most, state)
    layer = np.asarray(flat, dtype=np.int8).reshape(len(ends), nodes)
    layer[np.arange(len(ends)), ends] = 0  # a node and itself
    if (layer[:, ends] == NO_LAYER).any():
        needs = "give more of them, or leave out vcs" if vcs else "up-down needs one"
        raise RoutingError(
            f"the shortest paths on {net.title} have more than {most} layers without cycles of dependencies: {needs}"
        )
    vcs = vcs or int(layer.max()) + 1
    place = np.full(nodes, -1)
    place[ends] = np.arange(len(ends))

    def choices_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, int)
        hop = ahead[place[destination]]
        start = np.concatenate([[0], np.cumsum(hop >= 0)])
        return Choices(BY_NODE, start, (hop[hop >= 0] * vcs + label).astype(np.int32))

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        others = ends[ends != destination]
        of = layer[place[destination], others]
        return [(int(each), others[of == each].astype(np.int32)) for each in np.unique(of)]

    text = f"the first shortest path of each pair, on one of {vcs} virtual channels from end to end: pairs in layers without cycles"

    def labels(source: int, destination: int) -> tuple[int, ...]:
        return (int(layer[place[destination], source]),)

    return by_arrays("lash", net, base.kind, vcs, Arrays(choices_to, goals_to), labels=labels, description=text)


ROUTINGS = {"lash": lash}
