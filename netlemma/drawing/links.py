"""Drawn links and buses, in one form for networks of devices, of rings and of channels."""

from collections.abc import Sequence
from typing import NamedTuple

from netlemma.graphs import Network
from netlemma.graphs.topology.ring_structure import AnyNetwork
from netlemma.graphs.topology.structure import show

LINK, ONE_WAY, BUS = "link", "one-way link", "bus"


class Link(NamedTuple):
    """A device to draw.

    number: Number of the device; in networks of rings, that of the link among all (node, link) in row order; for
    channels, that of the channel.
    kind: Kind of the device.
    nodes: Its ends, tail first if it is one-way, or all nodes of a bus.
    name: Name of its class.
    device: Device of a channel, else the same number.
    """

    number: int
    kind: str
    nodes: tuple[int, ...]
    name: str
    device: int


def links(net: AnyNetwork) -> list[Link]:
    """Every device of the network; in networks of rings every link, including those that lead back to their node.

    >>> from netlemma.graphs import network
    >>> links(network("oneway-torus", k=2, n=1))[0]
    Link(number=0, kind='one-way link', nodes=(0, 1), name='(0)->(1)', device=0)
    >>> links(network("ring-shuffle", f=2, r=1))[1]
    Link(number=1, kind='one-way link', nodes=(0, 1), name='link 1 (0)->(1)', device=1)
    """
    if isinstance(net, Network):
        return [Link(i, each.kind, each.nodes, each.name, i) for i, each in enumerate(net.devices)]
    there = [(u, link, v) for u, row in enumerate(net.successor.tolist()) for link, v in enumerate(row) if v >= 0]
    names = node_names(net)
    return [
        Link(number := u * net.fanout + link, ONE_WAY, (u, v), f"link {link} {names[u]}->{names[v]}", number)
        for u, link, v in there
    ]


def paired(links: Sequence[Link]) -> list[Link]:
    """The links with each pair of one-way links of opposite directions as one link.

    >>> from netlemma.graphs import network
    >>> found = links(network("ring-complete", f=4))
    >>> [len(found), len(paired(found))]
    [16, 10]
    """
    found: dict[int, Link] = {}
    alone: dict[tuple[int, ...], list[int]] = {}
    for i, link in enumerate(links):
        one_way = link.kind == ONE_WAY and link.nodes[0] != link.nodes[1]
        if one_way and alone.get(link.nodes[::-1]):
            first = alone[link.nodes[::-1]].pop(0)
            found[first] = found[first]._replace(kind=LINK)
        else:
            found[i] = link
            if one_way:
                alone.setdefault(link.nodes, []).append(i)
    return list(found.values())


def channels(net: Network, numbers: Sequence[int | None], vcs: int) -> list[Link]:
    """The channels that have a number, as one-way links: hop h has the channels h vcs to h vcs + vcs - 1."""
    ends = list(zip(net.origin.tolist(), net.target.tolist(), strict=True))
    names = node_names(net)
    found = []
    for channel, number in enumerate(numbers):
        if number is not None:
            u, v = ends[channel // vcs]
            found.append(Link(channel, ONE_WAY, (u, v), f"{names[u]}->{names[v]}", int(net.device[channel // vcs])))
    return found


def neighbours(count: int, links: Sequence[Link]) -> list[set[int]]:
    """For each of so many nodes, the other nodes of its devices.

    >>> neighbours(3, [Link(0, BUS, (0, 2), "bus", 0)])
    [{2}, set(), {0}]
    """
    found: list[set[int]] = [set() for _ in range(count)]
    for link in links:
        for u in link.nodes:
            found[u] |= {v for v in link.nodes if v != u}
    return found


def beside(links: Sequence[Link]) -> list[int]:
    """For each link, the number of earlier devices between the same nodes."""
    devices: dict[frozenset[int], dict[int, int]] = {}
    return [
        (there := devices.setdefault(frozenset(link.nodes), {})).setdefault(link.device, len(there)) for link in links
    ]


def node_names(net: AnyNetwork) -> list[str]:
    """The names of the nodes, such as ``(0,2)``."""
    return [show(net.labels(u)) for u in range(net.node_count)]
