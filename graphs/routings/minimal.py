"""Minimal routing of a dragonfly: to a switch with a link to the other group, over it, and to the destination."""

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
    """

    groups: int
    switches_of_group: int
    owner: np.ndarray
    tail: np.ndarray
    head: np.ndarray
    between: np.ndarray


def places(net: Network, name: str) -> GroupPlaces:
    """Groups and places of a dragonfly."""
    if net.family != DRAGONFLY:
        raise RoutingError(
            f"{name} routes from group to group of a dragonfly, and {net.title} is none: shortest fits it"
        )
    a, h = net.parameters["a"], net.parameters["h"]
    groups = net.parameters.get("groups", a * h + 1)
    switches = groups * a
    owner = np.arange(net.node_count)
    owner[switches:] = net.target[net.indptr[switches:-1]]
    tail, head = net.origin.astype(np.int64), net.target.astype(np.int64)
    return GroupPlaces(groups, a, owner, tail, head, (tail < switches) & (head < switches))


def minimal(net: Network, vcs: int = 1) -> ChannelRouting:
    """At most one hop in the group of the source, a link between both groups, and one hop in that of the destination.

    Where two groups have several links, all ways of this kind that are shortest are equally likely hop by hop. Other ways over
    two links between groups may be as short, or shorter; this routing does not take them.

    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    >>> from netlemma.graphs import network
    >>> routing = minimal(network("dragonfly", p=1, a=2, h=1))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 5, None)]
    ['(0,0)->(0,1)']
    """
    at = places(net, "minimal")
    several = "groups" in net.parameters
    home, away = (at.owner[ends] // at.switches_of_group for ends in (at.tail, at.head))

    def marks_to(destination: int) -> Marks:
        goal = int(at.owner[destination])
        group = goal // at.switches_of_group
        hops = 1 + (at.head != goal)  # by the link to the group, and within it
        into = at.between & (home != group) & (away == group)
        direct = np.full(at.groups * at.switches_of_group, 4)
        np.minimum.at(direct, at.tail[into], hops[into])
        nearest = direct.reshape(at.groups, -1).min(axis=1)
        left = np.minimum(direct, 1 + nearest.repeat(at.switches_of_group))
        taken = np.where(
            at.between, (home == group) & (at.head == goal), ~net.forwarding[at.tail] | (at.head == destination)
        )
        taken[into] = hops[into] == left[at.tail[into]]
        beside = at.between & (home == away) & (home != group)
        taken[beside] = 1 + direct[at.head[beside]] == left[at.tail[beside]]
        return Marks(taken.astype(np.uint32))

    link = "a link" if several else "the link"
    gateway = f"{'a' if several else 'the'} switch with {link} to the other group"
    way = f"a hop to {gateway}, that link, and a hop to the switch of the destination"
    made = on_channels(
        "minimal",
        net,
        "deterministic" if vcs == 1 and not several else "oblivious",
        marks_to,
        any_channel(net),
        vcs,
        f"{way}; {words('none', vcs)}",
    )
    return replace(made, symmetry=RoutingSymmetry(alike_ends=True))


ROUTINGS = {"minimal": minimal}
