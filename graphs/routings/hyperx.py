"""Routings of HyperX, flattened butterflies and Hamming graphs: in the order of dimensions, directly or with one hop aside in each."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_NODE, Choices, by_arrays
from netlemma.graphs.routings.duato import with_escape
from netlemma.graphs.routings.grids import LIKE, Grid, grid, grid_symmetry
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import LOWER, UPPER, Rule, any_channel, words
from netlemma.graphs.topology.structure import Network

KEPT_CHOICES = 1024  # destinations


def dal(net: Network, vcs: int = 2) -> ChannelRouting:
    """DAL: any dimension in which the switches differ, in each at most one hop to any other switch before the one to the end.

    A packet that is neither at the coordinate of its source nor at that of its destination has gone aside in this dimension:
    the switch of its source is its label.

    J. H. Ahn, N. Binkert, A. Davis, M. McLaren and R. S. Schreiber, HyperX: topology, routing, and packaging of efficient
    large-scale networks, 2009.

    >>> from netlemma.graphs import network
    >>> routing = dal(network("hyperx", S=(3, 3), T=0), vcs=1)
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 8, 0)]
    ['(0,0)->(1,0)', '(0,0)->(2,0)', '(0,0)->(0,1)', '(0,0)->(0,2)']
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(1, None, 8, 0)]
    ['(0,1)->(1,1)', '(0,1)->(2,1)', '(0,1)->(0,2)']
    """
    at = grid(net, "dal")
    along = np.maximum(at.dimension, 0)
    tail, head = at.place[net.origin, along], at.place[net.target, along]
    up = ~net.forwarding[net.origin]
    owner, ends = at.owner, np.array(net.ends)

    @lru_cache(maxsize=KEPT_CHOICES)
    def towards(destination: int) -> tuple[np.ndarray, ...]:
        """Hops that packets may take at all, and their nodes; which of them go aside, from where and in which dimension."""
        goal = at.place[destination][along]
        wrong = (at.dimension >= 0) & (tail != goal)
        last = (at.dimension < 0) & (up | (net.target == destination))
        hops = np.flatnonzero((last | wrong) & (net.origin != destination))
        aside = np.flatnonzero(wrong[hops] & (head[hops] != goal[hops]))
        return hops, net.origin[hops], aside, tail[hops[aside]], along[hops[aside]]

    def adaptive_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, int)
        hops, node, aside, begin, dimension = towards(destination)
        taken = np.ones(len(hops), dtype=bool)
        taken[aside] = at.place[label][dimension] == begin
        start = np.zeros(net.node_count + 1, dtype=np.int64)
        np.cumsum(np.bincount(node[taken], minlength=net.node_count) * lanes, out=start[1:])
        channel = (hops[taken, None] * lanes + np.arange(lanes)).astype(np.int32)
        return Choices(BY_NODE, start, channel.ravel())

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        others = ends[ends != destination]
        of = owner[others]
        return [(int(each), others[of == each].astype(np.int32)) for each in np.unique(of)]

    lanes = max(vcs - 1, 1)
    text = "any dimension in which switches differ, in each at most one hop aside before the hop to its end"
    text = f"{text}; {words('none', lanes)}"
    made = by_arrays("dal", net, "adaptive", lanes, Arrays(adaptive_to), description=text)
    if vcs > 1:
        order = hyperx_order(net)
        made = with_escape(replace(order, arrays=Arrays(_kept(order))), made, "dal")
    return replace(
        made,
        labels=lambda source, destination: (int(owner[source]),),
        arrays=replace(made.arrays, goals_to=goals_to),
        symmetry=RoutingSymmetry(True, lambda: grid_symmetry(at)),
    )


def _kept(routing: ChannelRouting) -> Callable[[int, Label], Choices]:
    """Choices of a routing without labels, kept by destination."""
    given = routing.arrays.choices_to
    assert given is not None
    kept: Callable[[int], Choices] = lru_cache(KEPT_CHOICES)(lambda destination: given(destination, None))
    return lambda destination, label: kept(destination)


EVERY_CLASS = np.uint32(2**32 - 1)
KEPT = 16  # destinations


def _towards(net: Network, at: Grid) -> Callable[[int], tuple[np.ndarray, np.ndarray]]:
    """Function that says whether each hop is in the first dimension in which its node differs from a destination, and ends there."""
    along = np.maximum(at.dimension, 0)
    inside, head = at.dimension >= 0, at.place[net.target, along]
    up = ~inside & ~net.forwarding[net.origin]

    def towards(destination: int) -> tuple[np.ndarray, np.ndarray]:
        goal = at.place[destination]
        wrong = at.place != goal
        first = np.where(wrong.any(axis=1), wrong.argmax(axis=1), len(goal))[net.origin]
        ends = np.where(inside, head == goal[along], up | (net.target == destination))
        return at.dimension == first, ends

    return towards


def hyperx_order(net: Network, vcs: int = 1) -> ChannelRouting:
    """One hop in each dimension in which the switches differ, in the order of the dimensions.

    J. H. Ahn, N. Binkert, A. Davis, M. McLaren and R. S. Schreiber, HyperX: topology, routing, and packaging of efficient
    large-scale networks, 2009.

    >>> from netlemma.graphs import network
    >>> routing = hyperx_order(network("hyperx", S=(2, 3), T=0))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 5, None)]
    ['(0,0)->(1,0)']
    """
    at = grid(net, "hyperx-order")
    towards = _towards(net, at)

    def marks_to(destination: int) -> Marks:
        due, ends = towards(destination)
        return Marks((np.where(at.dimension < 0, ends, due & ends)).astype(np.uint32))

    text = f"the dimensions in which switches differ one after the other, a hop in each; {words('none', vcs)}"
    kind = "deterministic" if vcs == 1 else "oblivious"
    made = on_channels("hyperx-order", net, kind, marks_to, any_channel(net), vcs, text)
    return replace(made, symmetry=RoutingSymmetry(True, lambda: grid_symmetry(at)))


def dimwar(net: Network, vcs: int = 2) -> ChannelRouting:
    """DimWAR: one dimension after the other; in each, a packet may first take one hop to any other switch.

    N. McDonald, M. Isaev, A. Flores, A. Davis and J. Kim, Practical and efficient incremental adaptive routing for HyperX
    networks, 2019.

    >>> from netlemma.graphs import network
    >>> routing = dimwar(network("hyperx", S=(3, 3), T=0))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 8, None)]
    ['(0,0)->(1,0) vc 0', '(0,0)->(2,0) vc 1']
    """
    at = grid(net, "dimwar")
    behind = (at.dimension + 1).astype(np.uint8)
    others = EVERY_CLASS ^ (np.uint32(1) << behind.astype(np.uint32))  # packets that did not come in the same dimension

    towards = lru_cache(maxsize=KEPT)(_towards(net, at))

    def marks_to(destination: int) -> Marks:
        due, ends = towards(destination)
        taken = np.where(due, np.where(ends, EVERY_CLASS, others), 0)
        return Marks(np.where(at.dimension < 0, np.where(ends, EVERY_CLASS, 0), taken).astype(np.uint32))

    def halves_to(destination: int) -> np.ndarray:
        return np.where(towards(destination)[1], UPPER, LOWER).astype(np.uint8)

    rule = any_channel(net) if vcs == 1 else Rule(halves_to)
    text = (
        "the dimensions in which switches differ one after the other, in each a hop, or a hop aside and one from there"
    )
    made = on_channels("dimwar", net, "adaptive", marks_to, rule, vcs, f"{text}; {vcs} vc", behind, alone=True)
    return replace(made, symmetry=RoutingSymmetry(True, lambda: grid_symmetry(at)))


ROUTINGS = {"hyperx-order": hyperx_order, "dimwar": dimwar, "dal": dal}
USUAL = dict.fromkeys(LIKE, "hyperx-order")  # a Hamming graph is a product, whose usual routing is dimension order
