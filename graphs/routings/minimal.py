"""Minimal routing of a dragonfly: to the switch with the link to the other group, over it, and to the destination."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import any_channel, words
from netlemma.graphs.topology.structure import Network

DRAGONFLY = "dragonfly"


class GroupPlaces(NamedTuple):
    """Groups of a dragonfly and the places of its nodes in them.

    groups, switches_of_group: Numbers of groups, and of switches in each.
    owner: Switch of each node, which is itself for switches.
    tail, head: Ends of each hop.
    between: Whether both ends are switches.
    gateway: Switch of the first group with the link to the second.
    """

    groups: int
    switches_of_group: int
    owner: np.ndarray
    tail: np.ndarray
    head: np.ndarray
    between: np.ndarray
    gateway: np.ndarray


def places(net: Network, name: str) -> GroupPlaces:
    """Groups and places of a dragonfly."""
    if net.family != DRAGONFLY:
        raise RoutingError(
            f"{name} routes from group to group of a dragonfly, and {net.title} is none: shortest fits it"
        )
    a, h = net.parameters["a"], net.parameters["h"]
    groups = a * h + 1
    switches = groups * a
    owner = np.arange(net.node_count)
    owner[switches:] = net.target[net.indptr[switches:-1]]
    tail, head = net.origin.astype(np.int64), net.target.astype(np.int64)
    between = (tail < switches) & (head < switches)
    home, away = owner[tail] // a, owner[head] // a
    gateway = np.zeros((groups, groups), dtype=np.int64)
    across = between & (home != away)
    gateway[home[across], away[across]] = tail[across]
    return GroupPlaces(groups, a, owner, tail, head, between, gateway)


def minimal(net: Network, vcs: int = 1) -> ChannelRouting:
    """At most one hop in the group of the source, the link between both groups, and one hop in that of the destination.

    Other ways over two links between groups may be as short, or shorter; this routing does not take them.

    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    >>> from netlemma.graphs import network
    >>> routing = minimal(network("dragonfly", p=1, a=2, h=1))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 5, None)]
    ['(0,0)->(0,1)']
    """
    at = places(net, "minimal")
    home, away = (at.owner[ends] // at.switches_of_group for ends in (at.tail, at.head))

    def marks_to(destination: int) -> Marks:
        goal = int(at.owner[destination])
        group = goal // at.switches_of_group
        inside = (home == group) & (at.head == goal)
        out = (home != group) & ((away == group) | ((away == home) & (at.head == at.gateway[home, group])))
        taken = np.where(at.between, inside | out, ~net.forwarding[at.tail] | (at.head == destination))
        return Marks(taken.astype(np.uint32))

    way = "a hop to the switch with the link to the other group, that link, and a hop to the switch of the destination"
    made = on_channels(
        "minimal",
        net,
        "deterministic" if vcs == 1 else "oblivious",
        marks_to,
        any_channel(net),
        vcs,
        f"{way}; {words('none', vcs)}",
    )
    return replace(made, symmetry=RoutingSymmetry(alike_ends=True))


ROUTINGS = {"minimal": minimal}
