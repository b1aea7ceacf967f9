"""Routings of full meshes, whose switches are all linked: with one detour, or along a subnetwork that needs no virtual channels."""

from collections.abc import Callable
from dataclasses import replace
from math import isqrt
from typing import NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Escape
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import LOWER, UPPER, Rule, any_channel, words
from netlemma.graphs.topology.structure import Network

SOURCE, PASSED = np.uint32(1), np.uint32(2)  # packets at their first switch, and behind a hop between switches
EVERY = SOURCE | PASSED


class _Mesh(NamedTuple):
    """A full mesh: its switches numbered anew, the switch of each node, the ends of each hop, and whether both are switches."""

    size: int
    owner: np.ndarray
    tail: np.ndarray
    head: np.ndarray
    between: np.ndarray

    def goes(self, destination: int) -> np.ndarray:
        """Whether each hop between switches leads to that of a destination."""
        return self.between & (self.head == self.owner[destination])

    def ends(self, net: Network, destination: int) -> np.ndarray:
        """Whether each hop leaves a terminal, or leads to the destination as one."""
        return ~self.between & (~net.forwarding[net.origin] | (net.target == destination))


def _mesh(net: Network, name: str) -> _Mesh:
    switches = np.flatnonzero(net.forwarding)
    number = np.full(net.node_count, -1)
    number[switches] = np.arange(len(switches))
    terminals = np.flatnonzero(number < 0)
    between = (number[net.origin] >= 0) & (number[net.target] >= 0)
    pairs = np.unique(number[net.origin[between]] * len(switches) + number[net.target[between]])
    one_link = (np.diff(net.indptr)[terminals] == 1).all()
    if len(pairs) != len(switches) * (len(switches) - 1) or between.sum() != len(pairs) or not one_link:
        raise RoutingError(
            f"{name} is a routing of full meshes, whose switches are all linked once, and {net.title} is none: shortest fits it"
        )
    number[terminals] = number[net.target[net.indptr[terminals]]]
    return _Mesh(len(switches), number, number[net.origin], number[net.target], between)


def _path(size: int, node: np.ndarray, goal: int) -> np.ndarray:
    return node + np.sign(goal - node)


def _tree(size: int, node: np.ndarray, goal: int) -> np.ndarray:
    """Nodes below node i are 2 i + 1 and 2 i + 2."""
    found = (node - 1) // 2
    below = goal
    while below:
        above = (below - 1) // 2
        found = np.where(node == above, below, found)
        below = above
    return found


def _grid(size: int, node: np.ndarray, goal: int) -> np.ndarray:
    side = next(x for x in range(isqrt(size), 0, -1) if size % x == 0)
    (row, column), (to, along) = divmod(node, side), divmod(goal, side)
    return np.where(column != along, node + np.sign(along - column), node + side * np.sign(to - row))


def _cube(size: int, node: np.ndarray, goal: int) -> np.ndarray:
    differ = node ^ goal
    return node ^ (differ & -differ)


SERVICES: dict[str, Callable[[int, np.ndarray, int], np.ndarray]] = {
    "path": _path, "tree": _tree, "mesh": _grid, "hypercube": _cube,
}  # fmt: skip


def tera(net: Network, vcs: int = 1, service: str = "path") -> ChannelRouting:
    """TERA: along a subnetwork by its own routing, over any other link at the source, over one to the destination anywhere.

    The subnetwork is a path, a tree, a mesh of two dimensions as square as its nodes allow, or a hypercube, through the switches in
    the order of their numbers; it is an escape, so that one virtual channel suffices.

    A. Cano, C. Camarero, C. Martinez and R. Beivide, Deadlock-free routing for full-mesh networks without using virtual
    channels, 2025.

    >>> from netlemma.graphs import network
    >>> routing = tera(network("complete", n=4))
    >>> came = routing.next_channels(0, None, 3, None)
    >>> [routing.channel_name(channel) for channel, _ in came]
    ['(0)->(1)', '(0)->(2)', '(0)->(3)']
    >>> [routing.channel_name(channel) for channel, _ in routing.next_channels(1, came[0][0], 3, None)]
    ['(1)->(2)', '(1)->(3)']
    """
    at = _mesh(net, "tera")
    if service not in SERVICES:
        raise RoutingError(f"service={service}: tera takes {', '.join(SERVICES)}")
    if service == "hypercube" and at.size & (at.size - 1):
        raise RoutingError(f"service=hypercube: {net.title} has {at.size} switches, which is no power of 2")
    nodes = np.arange(at.size)
    after = np.array([SERVICES[service](at.size, nodes, goal) for goal in range(at.size)])
    serves = np.zeros((at.size, at.size), dtype=bool)
    for goal, next_to in enumerate(after):
        serves[nodes[nodes != goal], next_to[nodes != goal]] = True
    own = at.between & serves[at.tail, at.head]

    def marks_to(destination: int) -> Marks:
        goal = at.owner[destination]
        away = at.between & (at.tail != goal)
        along = away & (at.head == after[goal][at.tail])
        taken = (
            EVERY * (along | at.ends(net, destination))
            | SOURCE * (away & ~own)
            | PASSED * (away & ~own & at.goes(destination))
        )
        return Marks(taken.astype(np.uint32))

    text = f"any link but those of a {service} at the source, one to the destination or along the {service} anywhere; {words('none', vcs)}"
    made = on_channels(
        "tera", net, "adaptive", marks_to, any_channel(net), vcs, text, at.between.astype(np.uint8), alone=True
    )
    beyond = ~at.between
    return replace(
        made, escape=Escape(lambda channel: bool((own | beyond)[channel // vcs])), symmetry=RoutingSymmetry(True)
    )


def one_detour(net: Network, vcs: int = 2) -> ChannelRouting:
    """One hop to the switch of the destination, or two by way of any other switch: the routes of Valiant and of UGAL on a full mesh.

    All choices at the source are equally likely. With several virtual channels the lower half is for hops aside.

    >>> from netlemma.graphs import network
    >>> routing = one_detour(network("complete", n=3))
    >>> [routing.channel_name(channel) for channel, _ in routing.next_channels(0, None, 2, None)]
    ['(0)->(1) vc 0', '(0)->(2) vc 1']
    """
    at = _mesh(net, "one-detour")

    def marks_to(destination: int) -> Marks:
        away = at.between & (at.tail != at.owner[destination])
        taken = SOURCE * away | PASSED * (away & at.goes(destination)) | EVERY * at.ends(net, destination)
        return Marks(taken.astype(np.uint32))

    def halves_to(destination: int) -> np.ndarray:
        return np.where(at.goes(destination) | ~at.between, UPPER, LOWER).astype(np.uint8)

    rule = any_channel(net) if vcs == 1 else Rule(halves_to)
    half = f"vc below {vcs // 2} for hops aside, others to the destination" if vcs > 1 else words("none", vcs)
    text = f"the hop to the switch of the destination, or one to any other switch and one from there; {half}"
    made = on_channels(
        "one-detour", net, "oblivious", marks_to, rule, vcs, text, at.between.astype(np.uint8), alone=True
    )
    return replace(made, symmetry=RoutingSymmetry(True))


ROUTINGS = {"tera": tera, "one-detour": one_detour}
