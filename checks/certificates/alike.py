"""Routes in a network of rings that are images of others under a symmetry, so that a certificate also holds for them.

A symmetry maps rings to rings and routes to routes. If it leaves the numbers of a certificate unchanged, they rise
along the image of a route whenever they rise along the route.
"""

from typing import Any

import numpy as np

from netlemma.graphs.rings.routing import CONCISE, RingRouting
from netlemma.graphs.rings.symmetry import link_image
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.symmetry_kernels import number_orbits


def names(net: RingNetwork) -> tuple[list[list[str]], list[str]]:
    """The names of the queues in certificates: output and input queue of each link, and the queue of each node."""
    links = [f"{{}} {link} of node {u}" for u in range(net.node_count) for link in range(net.fanout)]
    return [[name.format(side) for name in links] for side in ("output", "input")], [
        f"node {u}" for u in range(net.node_count)
    ]


def sources(net: RingNetwork, by: RingRouting, numbers: dict[str, Any]) -> tuple[list[int], dict[str, str]]:
    """Nodes whose routes represent all routes, and the queue that represents each queue.

    All nodes represent themselves if there are no symmetries, or if the routing or the numbers do not keep them.

    Parameters
    ----------
    net : RingNetwork
        Network of rings.
    by : RingRouting
        Routing of the rings.
    numbers : dict from str to object
        Numbers of the queues by name.

    Returns
    -------
    tuple of (list of int, dict from str to str)
        Nodes, and the representative of each queue; a queue that is missing represents itself.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.rings.routing import ring_routing
    >>> net = ring_network("livefly", f=3, r=2)
    >>> numbers = {name: 0 for side in names(net)[0] for name in side}
    >>> sources(net, ring_routing(net), numbers)[0], len(sources(net, ring_routing(net), numbers | {"output 1 of node 3": 1})[0])
    ([0, 4], 8)
    """
    everyone = net.processors.nonzero()[0].tolist()
    concise = net.concise if by.name == CONCISE else None
    if net.symmetries is None or concise is None:
        return everyone, {}
    images = [np.ascontiguousarray(image, dtype=np.int32) for image in net.symmetries()]
    moved = np.array([link_image(net, image) for image in images])
    if not all(map(concise.kept_by, images)):
        return everyone, {}
    orbit_of_node, orbit_of_link = np.empty(net.node_count, np.int32), np.empty(net.successor.size, np.int32)
    number_orbits(np.array(images), orbit_of_node)
    number_orbits(moved, orbit_of_link)
    of_links, of_nodes = names(net)
    stands: dict[str, str] = {}
    for queues, orbit in (*((side, orbit_of_link) for side in of_links), (of_nodes, orbit_of_node)):
        first: dict[int, str] = {}
        for queue, number in zip(queues, orbit.tolist(), strict=True):
            stands[queue] = first.setdefault(number, queue)
    if any(numbers.get(queue) != numbers.get(first) for queue, first in stands.items()):
        return everyone, {}
    _, first_nodes = np.unique(orbit_of_node[everyone], return_index=True)
    return [everyone[i] for i in sorted(first_nodes)], stands
