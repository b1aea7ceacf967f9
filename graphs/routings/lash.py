"""LASH: one shortest path of each pair, pairs in layers of virtual channels so that no layer's dependencies form a cycle."""

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_NODE, Choices, by_arrays
from netlemma.graphs.routings.layer_loops import NO_LAYER, NO_PAIR, in_layers
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
    most = vcs or MOST_LAYERS
    wanted = np.zeros(ahead.shape, dtype=bool)
    wanted[:, ends] = True
    wanted[np.arange(len(ends)), ends] = False
    layer = pair_layers(net, ends, ahead, wanted, most)
    if (layer[wanted] == NO_LAYER).any():
        needs = "give more of them, or leave out vcs" if vcs else "up-down needs one"
        raise RoutingError(
            f"the shortest paths on {net.title} have more than {most} layers without cycles of dependencies: {needs}"
        )
    layer[np.arange(len(ends)), ends] = 0  # a node and itself
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


def pair_layers(net: Network, ends: np.ndarray, ahead: np.ndarray, wanted: np.ndarray, most: int) -> np.ndarray:
    """The lowest layer of each pair in which its path closes no cycle, pair after pair; int8 (D, N).

    ends (ndarray of int64, shape (D,)): Destinations.
    ahead (ndarray of int32, shape (D, N)): The hop from each node to each destination, -1 for none.
    wanted (ndarray of bool, shape (D, N)): The pairs.
    most: Layers; a pair that fits in none has ``NO_LAYER``.
    """
    sources = np.flatnonzero(wanted.any(axis=0))
    layer = np.where(wanted, NO_LAYER, NO_PAIR).astype(np.int8)
    slot = np.concatenate([[0], np.cumsum(np.diff(net.indptr)[net.target])]).astype(np.int64)
    state = np.zeros(most * int(slot[-1]), dtype=np.int8)
    found = looped(in_layers, net.hop_count * len(ends))(
        ends, sources, layer.ravel(), ahead.ravel(), net.node_count, net.indptr, net.target, slot, most, state
    )
    return np.asarray(found, dtype=np.int8).reshape(layer.shape)


ROUTINGS = {"lash": lash}
