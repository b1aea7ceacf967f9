"""Point-to-point rings by brute force: packets followed link by link, with an echo for each ring visited.

Slow and obvious, as :mod:`netlemma.derive.networks.products.brute_force`. :class:`Rings` describes a network: the next node of
each link, its ring, and the links that a packet crosses. All ordered pairs of processors send one packet.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

Node = Any
Link = tuple[Node, Hashable]


@dataclass
class Rings:
    """A network of rings.

    ``rings`` are lists of links in order; ``kind`` gives the class of a link and its position in the class,
    ``processors`` the number of processors of each node, ``route`` the links that a packet crosses from node to node.
    """

    rings: list[list[Link]]
    kind: Callable[[Link], tuple[str, Hashable]]
    processors: Mapping[Node, int]
    route: Callable[[Node, Node], Iterable[Link]]


@dataclass
class RingTotals:
    """Totals over all packets: crossings of each link by packets and by echoes, and packets that enter rings, by node and by
    ring.
    """

    send: Counter[Link] = field(default_factory=Counter)
    echo: Counter[Link] = field(default_factory=Counter)
    queue: Counter[Node] = field(default_factory=Counter)
    visits: Counter[int] = field(default_factory=Counter)
    total_distance: int = 0
    distance: int = 0
    ring_hops: int = 0


def traffic(network: Rings) -> RingTotals:
    """Follow every packet.

    Raises
    ------
    ValueError
        If a packet visits a ring twice, or a link is on two rings or on none.
    """
    ring_of = {link: number for number, ring in enumerate(network.rings) for link in ring}
    if len(ring_of) != sum(map(len, network.rings)):
        raise ValueError("a link is on two rings")
    totals = RingTotals()
    for source, target in product(network.processors, repeat=2):
        packets = network.processors[source] * network.processors[target]
        visits: list[tuple[int, list[Link]]] = []
        links = list(network.route(source, target))
        for link in links:
            if not visits or visits[-1][0] != ring_of[link]:
                visits.append((ring_of[link], []))
                totals.queue[link[0]] += packets
            visits[-1][1].append(link)
            totals.send[link] += packets
        if len({ring for ring, _ in visits}) < len(visits):
            raise ValueError(f"the packet from {source} to {target} visits a ring twice")
        for ring, crossed in visits:
            totals.visits[ring] += packets
            for link in network.rings[ring]:
                totals.echo[link] += packets * (link not in crossed)
        totals.total_distance += packets * len(links)
        totals.distance = max(totals.distance, len(links))
        totals.ring_hops = max(totals.ring_hops, len(visits))
    return totals


class Measurements:
    """The traffic of one network by class of links.

    Methods raise ValueError if links of the same class and position differ.
    """

    def __init__(self, network: Rings) -> None:
        self.network = network
        self.traffic = traffic(network)
        self.links = [link for ring in network.rings for link in ring]
        self.nodes = sorted({node for node, _ in self.links})
        self.processors = sum(network.processors.values())

    def on_link(self, what: str, name: str, position: Hashable = None) -> Fraction:
        """Packets or echoes on each link of a class.

        Parameters
        ----------
        what : str
            ``send`` or ``echo``.
        name : str
            Class of links.
        position : Hashable, optional
            Position in the class; None for any.

        Returns
        -------
        Fraction
            Number of packets or echoes, the same for all these links.

        Raises
        ------
        ValueError
            If the links differ.
        """
        counts: Counter[Link] = getattr(self.traffic, what)
        chosen = [link for link in self.links if self.network.kind(link)[0] == name]
        values = {counts[link] for link in chosen if position in (None, self.network.kind(link)[1])}
        if len(values) != 1:
            raise ValueError(f"the {name} links carry {sorted(values)}")
        return Fraction(values.pop())

    def on_ring(self, name: str) -> Fraction:
        """Packets that visit each ring of the class.

        Raises
        ------
        ValueError
            If the rings differ.
        """
        rings = enumerate(self.network.rings)
        values = {self.traffic.visits[number] for number, ring in rings if self.network.kind(ring[0])[0] == name}
        if len(values) != 1:
            raise ValueError(f"packets that visit the {name} rings: {sorted(values)}")
        return Fraction(values.pop())

    def at_node(self, chosen: Callable[[Node], bool]) -> Fraction:
        """Packets that enter rings at each of the chosen nodes.

        Raises
        ------
        ValueError
            If the nodes differ.
        """
        values = {self.traffic.queue[node] for node in self.nodes if chosen(node)}
        if len(values) != 1:
            raise ValueError(f"packets that enter rings at the nodes: {sorted(values)}")
        return Fraction(values.pop())

    @property
    def hot_queue(self) -> Fraction:
        return Fraction(max(self.traffic.queue[node] for node in self.nodes))

    @property
    def mean_queue(self) -> Fraction:
        return Fraction(sum(self.traffic.queue.values()), len(self.nodes))

    @property
    def mean_distance(self) -> Fraction:
        """Mean links crossed, over all ordered pairs of processors, including a processor with itself."""
        return Fraction(self.traffic.total_distance, self.processors**2)
