"""Routings of point-to-point rings: the rule that a construction brings, the shortest routes that visit no ring twice,
and those of users' files.
"""

from pathlib import Path

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.rings.routing import CONCISE, GENERAL, RingRouting
from netlemma.graphs.rings.routing import ring_routing as of_name
from netlemma.graphs.routing.channel_routing import no_label
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork
from netlemma.graphs.topology.structure import DeviceClass, Network, show


def concise(net: RingNetwork) -> RingRouting:
    """The rule that the construction of the network brings with it.

    >>> from netlemma.graphs import ring_network
    >>> concise(ring_network("livefly", f=3, r=2)).name
    'concise'
    """
    return of_name(net, CONCISE)


def general(net: RingNetwork) -> RingRouting:
    """The shortest of the routes that visit no ring twice."""
    return of_name(net, GENERAL)


def ring_file_routing(net: RingNetwork, path: str | Path) -> RingRouting:
    """The routing of a user's Python file, which sees each link as a channel. The file is run.

    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.rings.routing import route
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "around.py"
    ...     _ = file.write_text("def next_channels(node, came_by, destination): return ((node[0] + 1) % 12,)")
    ...     net = ring_network("clock")
    ...     route(net, ring_file_routing(net, file), 10, 0)
    [(10, 0), (11, 0)]
    """
    node, link = np.nonzero((net.successor != ABSENT) & (net.successor != np.arange(net.node_count)[:, None]))
    first = np.searchsorted(node, np.arange(net.node_count + 1))
    hops, classes = np.arange(len(node), dtype=np.int32), (DeviceClass("link", "one-way link"),)
    target = net.successor[node, link]
    terminals = tuple(np.flatnonzero(net.processors).tolist())
    links = Network(net.family, net.parameters, first, target, hops, classes, 0 * hops, net.labels, terminals=terminals)
    made = file_routing(links, path)
    if made.kind != "deterministic" or made.vcs != 1 or made.labels is not no_label or made.terminals != terminals:
        raise RoutingError(
            f"routing {made.name} on {net.title}: packets of point-to-point rings follow one route from every processor to "
            "every other, without virtual channels: the file may have next_channels, prepare and description"
        )
    number = {each: hop for hop, each in enumerate(zip(node.tolist(), link.tolist(), strict=True))}

    def next_link(source: int, at: int, destination: int, last: int | None) -> int:
        came_by = None if last is None else number[int(net.before[at, last]), last]
        choices = made.next_channels(at, came_by, destination, None)
        if not choices:
            raise RoutingError(f"routing {made.name} on {net.title} gives no link at {show(net.labels(at))}")
        return int(link[choices[0][0]])

    words = f"{made.description}; file {made.name} with SHA-256 {made.options['sha256']}"
    name = made.name if made.name not in RING_ROUTINGS else f"./{made.name}"  # other code knows routings by their names
    return RingRouting(name, words, next_link, net)


RING_ROUTINGS = {"concise": concise, "general": general, "shortest": general}
