"""Multicube by brute force: rings along the coordinates, packets that correct one coordinate at a time, the last one
first.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from netlemma.derive.networks.fly.brute_force_rings import Link, Measurements, Rings

Node = tuple[int, ...]


def leads_to(link: Link, size: int) -> Node:
    """The next node: link d adds 1 to coordinate d.

    Parameters
    ----------
    link : Link
        Node and coordinate.
    size : int
        Nodes of a ring.

    Returns
    -------
    Node
        Node at the end of the link.
    """
    node, d = link
    assert isinstance(d, int)
    return (*node[:d], (node[d] + 1) % size, *node[d + 1 :])


def _route(source: Node, target: Node, size: int) -> Iterator[Link]:
    node = source
    for d in reversed(range(len(source))):
        while node[d] != target[d]:
            yield node, d
            node = leads_to((node, d), size)


@cache
def multicube(f: int, r: int) -> Measurements:
    """The packets of a multicube.

    Parameters
    ----------
    f : int
        Number of dimensions.
    r : int
        Nodes of each ring.

    Returns
    -------
    Measurements
        Packets over links and rings.

    Examples
    --------
    >>> int(multicube(2, 3).on_link("send", "ring"))
    9
    """
    nodes = list(product(range(r), repeat=f))
    rings = []
    for d in range(f):
        for start in (node for node in nodes if node[d] == 0):
            ring: list[Link] = [(start, d)]
            while leads_to(ring[-1], r) != start:
                ring.append((leads_to(ring[-1], r), d))
            rings.append(ring)
    return Measurements(
        Rings(rings, lambda link: ("ring", None), dict.fromkeys(nodes, 1), lambda s, t: _route(s, t, r))
    )
