"""A network compared with another construction of it, link by link."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from netlemma.errors import InputError, NetworkError, SizeError
from netlemma.graphs.base.limits import title
from netlemma.graphs.families import family_called
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.topology.structure import Network, show

COMPARED, LARGEST = 8, 2000  # sizes compared by default, and nodes of the largest network that is
UNNAMED = 60  # nodes up to which networks with other names of nodes are compared by isomorphism
_WHOLE = re.compile(r"-?[0-9]+")
Node = tuple[int, ...]


def require_same(source: Source, other: Source, sizes: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The sizes at which a network is compared with another construction of it, such as a function of a Python file.

    They are the smallest ones of a family, and the given one if it is not large. A node is called by the whole numbers in its
    name, in their order: (0,1,1), "(0, (1, 1))" and "0-1-1" are one node.

    Raises
    ------
    NetworkError
        If a link of one is missing in the other; it names the size and the link.
    """
    family = family_called(source.title) if source.subject else None
    compared = [dict(size) for size in family.default_sizes[:COMPARED]] if family else []
    if sizes is not None and dict(sizes) not in compared:
        compared.append(dict(sizes))
    done = []
    for size in compared:
        net = source.build(**size).require_channels(f": it is not compared with {other.title}")
        if net.node_count > LARGEST:
            continue
        try:
            built = other.build(**size)
        except SizeError as error:
            raise InputError(f"{other.title} is compared with {source.title} at its sizes: {error}") from None
        second = built.require_channels(f": {source.title} is not compared with it")
        if wrong := difference(net, second, source.title, other.title):
            raise NetworkError(f"{title(source.title, size)}: {wrong}")
        done.append(size)
    if not done:
        raise InputError(
            f"{source.title} is compared with {other.title} at up to {LARGEST:,} nodes: give a smaller size"
        )
    return done


def difference(net: Network, other: Network, name: str, other_name: str) -> str:
    """What one network has and the other has not; "" if they are the same.

    >>> from netlemma.graphs import network
    >>> difference(network("ring", K=4), network("complete", n=4), "ring", "complete")
    'ring has 4 links, and complete has 6'
    """
    for count, what in (("node_count", "nodes"), ("device_count", "links")):
        if getattr(net, count) != getattr(other, count):
            return f"{name} has {getattr(net, count):,} {what}, and {other_name} has {getattr(other, count):,}"
    one_way = [any(each.kind == "one-way link" for each in each_net.device_classes) for each_net in (net, other)]
    if one_way[0] != one_way[1]:
        ways = [
            f"{each} has {'one-way' if way else 'two-way'} links"
            for each, way in zip((name, other_name), one_way, strict=True)
        ]
        return ", and ".join(ways)
    nodes, others = _names(net), _names(other)
    if sorted(nodes) != sorted(others):
        return _unlike(net, other, name, other_name)
    links, other_links = _links(net, nodes, one_way[0]), _links(other, others, one_way[0])
    sign = "->" if one_way[0] else "-"
    for first, second, has, lacks in ((links, other_links, name, other_name), (other_links, links, other_name, name)):
        if missing := first - second:
            a, b = min(missing)
            return f"{has} has the link {show(a)}{sign}{show(b)}, and {lacks} has not"
    return ""


def _names(net: Network) -> list[Node]:
    return [tuple(map(int, _WHOLE.findall(show(net.labels(node))))) for node in range(net.node_count)]


def _links(net: Network, names: Sequence[Node], one_way: bool) -> Counter[tuple[Node, Node]]:
    """All links by the names of their ends."""
    ends = ([names[node] for node in device.nodes] for device in net.devices)
    return Counter((pair[0], pair[1]) if one_way else (min(pair), max(pair)) for pair in ends)


def _unlike(net: Network, other: Network, name: str, other_name: str) -> str:
    """The same for networks whose nodes have other names, by isomorphism if they are small."""
    import networkx as nx

    if net.node_count > UNNAMED:
        raise InputError(
            f"the nodes of {name} and of {other_name} have different names, {show(net.labels(0))} and {show(other.labels(0))}: "
            f"call them by their coordinates, as networks of more than {UNNAMED} nodes are compared by names"
        )
    if nx.is_isomorphic(net.graph, other.graph):
        return ""
    return f"{name} and {other_name} are different graphs, however their nodes are called"
