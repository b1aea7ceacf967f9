"""D-mod-k and s-mod-k routing of fat trees: up by the port that a digit of the destination or source names, and down."""

from __future__ import annotations

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.hop_routing import tiers
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.shortest import hops_nearer
from netlemma.graphs.routings.virtual import any_channel, words
from netlemma.graphs.topology.structure import Network

CLASSES = 32  # of packets


def d_mod_k(net: Network, vcs: int = 1) -> ChannelRouting:
    """A shortest path of each destination: of c hops that lead nearer at tier t, the one of number floor(d / c^t) mod c.

    Destinations d are counted in the order of the ends, tiers from the switches of the terminals (t = 0) upwards. In k-ary
    n-trees and fat trees the messages of a shift, in which every end sends to the end a fixed number further, do not
    share a channel.

    E. Zahavi, Fat-tree routing and node ordering providing contention free traffic for MPI global collectives, 2012.

    >>> from netlemma.graphs import network
    >>> routing = d_mod_k(network("k-ary-n-tree", k=2, n=2))
    >>> [len(routing.next_channels(node, None, 7, None)) for node in range(4)]
    [1, 1, 1, 1]
    """
    tier = _tiers(net, "d-mod-k")
    number = np.full(net.node_count, -1, dtype=np.int64)
    number[list(net.ends)] = np.arange(len(net.ends))

    def marks_to(destination: int) -> Marks:
        near = np.flatnonzero(hops_nearer(net, destination))
        tail = net.origin[near]
        count = np.bincount(tail, minlength=net.node_count)
        first = np.concatenate([[0], np.cumsum(count)])[tail]
        digit = number[destination] // count[tail].astype(np.int64) ** np.maximum(tier[tail] - 1, 0) % count[tail]
        chosen = np.zeros(net.hop_count, dtype=np.uint32)
        chosen[near[np.arange(len(near)) - first == digit]] = 1
        return Marks(chosen)

    text = f"of the hops that lead nearer the one that a digit of the destination names; {words('none', vcs)}"
    return on_channels(
        "d-mod-k", net, "deterministic" if vcs == 1 else "oblivious", marks_to, any_channel(net), vcs, text
    )


def s_mod_k(net: Network, vcs: int = 1) -> ChannelRouting:
    """A shortest path of each source: of c hops that lead nearer, the one whose number is that of the child modulo c.

    The child is the lower neighbour by which the packet came, terminal or switch; its number counts the lower neighbours
    of the switch. In k-ary n-trees this is digit t of the source at tier t, as :func:`d_mod_k` takes that of the
    destination.

    E. Zahavi, Fat-tree routing and node ordering providing contention free traffic for MPI global collectives, 2012.

    >>> from netlemma.graphs import network
    >>> routing = s_mod_k(network("k-ary-n-tree", k=2, n=2))
    >>> [routing.channel_name(c) for c in (12, 13)]
    ['(2,0,0)->(1,0)', '(2,0,1)->(1,0)']
    >>> [routing.channel_name(up) for c in (12, 13) for up, _ in routing.next_channels(2, c, 7, None)]
    ['(1,0)->(0,0)', '(1,0)->(0,1)']
    """
    tier = _tiers(net, "s-mod-k")
    up = np.flatnonzero(tier[net.origin] < tier[net.target])
    by_head = up[np.lexsort((net.origin[up], net.target[up]))]
    counts = np.unique(net.target[by_head], return_counts=True)[1]
    if len(counts) and counts.max() > CLASSES:
        raise RoutingError(
            f"s-mod-k counts at most {CLASSES} lower neighbours of a switch; {net.title} has {counts.max()}"
        )
    behind = np.zeros(net.hop_count, dtype=np.uint8)
    behind[by_head] = np.arange(len(by_head)) - np.repeat(np.cumsum(counts) - counts, counts)
    every = np.arange(CLASSES)

    def marks_to(destination: int) -> Marks:
        near = np.flatnonzero(hops_nearer(net, destination))
        count = np.bincount(net.origin[near], minlength=net.node_count)
        place = np.arange(len(near)) - (np.cumsum(count) - count)[net.origin[near]]
        taken = every % count[net.origin[near]][:, None] == place[:, None]
        chosen = np.zeros(net.hop_count, dtype=np.uint32)
        chosen[near] = (taken * (1 << every)).sum(axis=1)
        return Marks(chosen)

    text = f"of the hops that lead nearer the one with the number of the child that it came from; {words('none', vcs)}"
    kind = "deterministic" if vcs == 1 else "oblivious"
    return on_channels("s-mod-k", net, kind, marks_to, any_channel(net), vcs, text, behind)


def _tiers(net: Network, name: str) -> np.ndarray:
    """How many hops each node is above the nearest terminal."""
    if net.forwarding.all():
        raise RoutingError(f"{name} climbs from terminals, and {net.title} has none: shortest fits it")
    return tiers(net, ~net.forwarding)


def require_tree(net: Network, name: str) -> None:
    """Refuse networks in which a link does not lead a tier up or down from terminals."""
    tier = _tiers(net, name)
    if (abs(tier[net.origin] - tier[net.target]) != 1).any():
        raise RoutingError(f"{name} climbs a tree, and {net.title} has links within a tier: shortest fits it")


ROUTINGS = {"d-mod-k": d_mod_k, "s-mod-k": s_mod_k}
