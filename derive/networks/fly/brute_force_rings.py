"""Networks of point-to-point rings by brute force: packets followed link by link and ring by ring through butterfly,
deadfly, livefly and multicube.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

# Point-to-point rings by brute force: packets followed link by link, with an echo for each ring visited.
#
# Slow and obvious, as derive.networks.products.brute_force_products. Rings describes a network: the next node of
# each link, its ring, and the links that a packet crosses. All ordered pairs of processors send one packet.


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
    """Follow every packet."""
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
        """Packets or echoes on each link of a class."""
        counts: Counter[Link] = getattr(self.traffic, what)
        chosen = [link for link in self.links if self.network.kind(link)[0] == name]
        values = {counts[link] for link in chosen if position in (None, self.network.kind(link)[1])}
        if len(values) != 1:
            raise ValueError(f"the {name} links carry {sorted(values)}")
        return Fraction(values.pop())

    def on_ring(self, name: str) -> Fraction:
        """Packets that visit each ring of the class."""
        rings = enumerate(self.network.rings)
        values = {self.traffic.visits[number] for number, ring in rings if self.network.kind(ring[0])[0] == name}
        if len(values) != 1:
            raise ValueError(f"packets that visit the {name} rings: {sorted(values)}")
        return Fraction(values.pop())

    def at_node(self, chosen: Callable[[Node], bool]) -> Fraction:
        """Packets that enter rings at each of the chosen nodes."""
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


# Butterfly, deadfly and livefly by brute force: rings traversed link by link, packets routed hop by hop.


RowDigits = tuple[int, ...]
FabricNode = tuple[int, RowDigits]
SECONDARY = "secondary"


def leads_to(node: FabricNode, shift: Hashable, radix: int) -> FabricNode:
    """The next node: at stage s a link adds its shift to digit s; a secondary link adds nothing."""
    stage, row = node
    digits = list(row)
    if shift != SECONDARY:
        assert isinstance(shift, int)
        digits[stage] = (digits[stage] + shift) % radix
    return (stage + 1) % len(row), tuple(digits)


def _ring(start: FabricNode, shifts: list[int] | list[str], radix: int) -> list[Link]:
    node, ring = start, list[Link]()
    for shift in shifts:
        ring.append((node, shift))
        node = leads_to(node, shift, radix)
    assert node == start, "the ring does not close"
    return ring


def fabric(radix: int, stages: int) -> list[list[Link]]:
    """The rings of the fabric.

    Each row x has a short ring, and each pair of rows x and x + d(1, ..., 1) has a long ring from x to the other and
    back.
    """
    rings, taken = [], set[Link]()
    for row in product(range(radix), repeat=stages):
        rings.append(_ring((0, row), [0] * stages, radix))
        for shift in range(1, radix):
            if ((0, row), shift) not in taken:
                rings.append(_ring((0, row), [shift] * stages + [radix - shift] * stages, radix))
                taken.update(rings[-1])
    return rings


def _setting(node: FabricNode, target: RowDigits, radix: int) -> Link:
    """The link that sets the digit of the node's stage to the target's digit."""
    stage, row = node
    return node, (target[stage] - row[stage]) % radix


def _deadfly(source: FabricNode, target: FabricNode, radix: int) -> Iterator[Link]:
    node = source
    while node != target:
        link = _setting(node, target[1], radix)
        yield link
        node = leads_to(*link, radix)


def _butterfly(source: FabricNode, target: FabricNode, radix: int) -> Iterator[Link]:
    node = source
    if source != target:
        for _ in source[1]:
            link = _setting(node, target[1], radix)
            yield link
            node = leads_to(*link, radix)


def _livefly(source: FabricNode, target: FabricNode, radix: int) -> Iterator[Link]:
    node = source

    def along(stage: int) -> Iterator[Link]:
        nonlocal node
        while node[0] != stage:
            yield node, SECONDARY
            node = leads_to(node, SECONDARY, radix)

    if source[1] == target[1]:
        yield from along(target[0])
        return
    yield from along(0)
    for _ in source[1]:
        link = _setting(node, target[1], radix)
        yield link
        node = leads_to(*link, radix)
        if node == target:
            return
    yield from along(target[0])


def _nodes(radix: int, stages: int) -> list[FabricNode]:
    return list(product(range(stages), product(range(radix), repeat=stages)))


def _kind(straight: str) -> Callable[[Link], tuple[str, Hashable]]:
    return lambda link: (SECONDARY if link[1] == SECONDARY else "long" if link[1] else straight, link[0][0])


@cache
def fly(family: str, f: int, r: int) -> Measurements:
    """The packets of a butterfly, deadfly or livefly.

    >>> int(fly("deadfly", 2, 2).on_link("send", "long"))
    8
    """
    if family == "livefly":
        rows = list(product(range(f - 1), repeat=r))
        rings = fabric(f - 1, r) + [[((s, row), SECONDARY) for s in range(r)] for row in rows]
        return Measurements(
            Rings(rings, _kind("primary"), dict.fromkeys(_nodes(f - 1, r), 1), lambda s, t: _livefly(s, t, f - 1))
        )
    if family == "deadfly":
        everywhere = dict.fromkeys(_nodes(f, r), 1)
        return Measurements(Rings(fabric(f, r), _kind("short"), everywhere, lambda s, t: _deadfly(s, t, f)))
    first = {node: r for node in _nodes(f, r) if node[0] == 0}
    return Measurements(Rings(fabric(f, r), _kind("short"), first, lambda s, t: _butterfly(s, t, f)))


def livefly_queues(f: int, r: int) -> Iterator[list[tuple[str, int]]]:
    """For each packet of the livefly the kinds and stages of the links by which it enters rings, in order.

    >>> max(livefly_queues(3, 2), key=len)
    [('secondary', 1), ('primary', 0), ('long', 1), ('secondary', 0)]
    """
    rows = product(range(f - 1), repeat=r)
    rings = fabric(f - 1, r) + [[((s, row), SECONDARY) for s in range(r)] for row in rows]
    ring_of = {link: i for i, ring in enumerate(rings) for link in ring}
    kind = _kind("primary")
    for source, target in product(_nodes(f - 1, r), repeat=2):
        entered, last = [], None
        for link in _livefly(source, target, f - 1):
            if ring_of[link] != last:
                entered.append((kind(link)[0], link[0][0]))
            last = ring_of[link]
        yield entered


# Multicube by brute force: rings along the coordinates, packets that correct one coordinate at a time, the last one
# first.


MulticubeNode = tuple[int, ...]


def link_end(link: Link, size: int) -> MulticubeNode:
    """The next node: link d adds 1 to coordinate d."""
    node, d = link
    assert isinstance(d, int)
    return (*node[:d], (node[d] + 1) % size, *node[d + 1 :])


def _route(source: MulticubeNode, target: MulticubeNode, size: int) -> Iterator[Link]:
    node = source
    for d in reversed(range(len(source))):
        while node[d] != target[d]:
            yield node, d
            node = link_end((node, d), size)


@cache
def multicube(f: int, r: int) -> Measurements:
    """The packets of a multicube.

    >>> int(multicube(2, 3).on_link("send", "ring"))
    9
    """
    nodes = list(product(range(r), repeat=f))
    rings = []
    for d in range(f):
        for start in (node for node in nodes if node[d] == 0):
            ring: list[Link] = [(start, d)]
            while link_end(ring[-1], r) != start:
                ring.append((link_end(ring[-1], r), d))
            rings.append(ring)
    return Measurements(
        Rings(rings, lambda link: ("ring", None), dict.fromkeys(nodes, 1), lambda s, t: _route(s, t, r))
    )
