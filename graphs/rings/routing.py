"""Routes of packets through a network of rings, link by link, and the rings that they visit.

A packet that takes the link by which it came continues along its ring; any other link brings it to another ring. A
packet may not visit a ring twice: neither node where it entered could tell the two echoes apart."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.rings.general import GENERAL_WORDS, GeneralRouter
from netlemma.graphs.topology.concise import Rule
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork

CONCISE, GENERAL = "concise", "general"
Hop = tuple[int, int]


class Visit(NamedTuple):
    """One ring on a packet's way: its number, the node where the packet enters it, and the one where it leaves it."""

    ring: int
    entry: int
    exit: int


@dataclass(frozen=True)
class RingRouting:
    """A routing of one network: ``next_link(source, node, target, last_link)`` is the link that a packet takes next.

    ``last_link`` is None at the source; the function is not called at the target. ``words`` describes the choice of
    routes.
    """

    name: str
    words: str
    next_link: Rule
    network: RingNetwork | None = None
    kind: ClassVar[str] = "deterministic"
    vcs: ClassVar[int] = 1

    @property
    def title(self) -> str:
        """Routing and network in one line."""
        return f"{self.name} on {self.network.title}" if self.network else self.name


def ring_routing(net: RingNetwork, name: str | None = None) -> RingRouting:
    """A routing by name.

    Parameters
    ----------
    net : RingNetwork
        The network.
    name : str, optional
        ``concise``, the rule that belongs to the construction, or ``general``, the shortest of the routes that visit no
        ring twice; concise by default where there is one.

    Returns
    -------
    RingRouting
        The routing.

    Raises
    ------
    RoutingError
        If there is no routing of that name, or the network has no concise one.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> net = ring_network("clock")
    >>> route(net, ring_routing(net, "general"), 2, 7)
    [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    """
    if name is None:
        name = GENERAL if net.concise is None else CONCISE
    if name == CONCISE and net.concise is not None:
        return RingRouting(CONCISE, net.concise.words, net.concise.next_link, net)
    if name == GENERAL:
        return RingRouting(GENERAL, GENERAL_WORDS, GeneralRouter(net).next_link, net)
    known = [CONCISE, GENERAL] if net.concise is not None else [GENERAL]
    raise RoutingError(f"{net.title} has no routing called {name!r}: it has {' and '.join(known)}")


def route(net: RingNetwork, by: RingRouting, source: int, target: int) -> list[Hop]:
    """The links (node, link) that a packet from source to target crosses, in order.

    Parameters
    ----------
    net : RingNetwork
        The network.
    by : RingRouting
        The routing.
    source : int
        Number of the source.
    target : int
        Number of the target.

    Returns
    -------
    list of Hop
        Node and link of each hop.

    Raises
    ------
    RoutingError
        If the routing names a link that does not exist, never arrives, or visits a ring twice.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> net = ring_network("multicube", f=2, r=3)
    >>> route(net, ring_routing(net), 3, 2)
    [(3, 1), (4, 1), (5, 0), (8, 0)]
    """
    hops: list[Hop] = []
    node, last = source, None
    while node != target:
        last = by.next_link(source, node, target, last)
        if not 0 <= last < net.fanout or net.successor[node, last] == ABSENT:
            raise RoutingError(f"{net.title}: {by.name} routing sends {_packet(source, target)} by link {last} of node "
                               f"{node}, which has no such link")  # fmt: skip
        hops.append((node, last))
        node = int(net.successor[node, last])
        if len(hops) > net.successor.size:
            raise RoutingError(f"{net.title}: {by.name} routing never delivers {_packet(source, target)}")
    visits(net, hops)
    return hops


def visits(net: RingNetwork, hops: list[Hop]) -> list[Visit]:
    """The rings that a route visits, in order.

    Parameters
    ----------
    net : RingNetwork
        The network.
    hops : list of Hop
        Node and link of each hop.

    Returns
    -------
    list of Visit
        Ring, entry and exit of each visit.

    Raises
    ------
    RoutingError
        If the route visits a ring twice.

    Examples
    --------
    >>> from netlemma.graphs import ring_network
    >>> visits(ring_network("clock"), [(2, 0), (3, 1), (6, 0)])
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.RoutingError: clock: the route from node 2 to node 7 visits ring 0 twice, from node 2 and from node 6
    """
    found: list[Visit] = []
    for node, link in hops:
        ring, after = int(net.ring[node, link]), int(net.successor[node, link])
        if found and found[-1].ring == ring:
            found[-1] = found[-1]._replace(exit=after)
            continue
        for earlier in found:
            if earlier.ring == ring:
                last = int(net.successor[hops[-1]])
                raise RoutingError(
                    f"{net.title}: the route from node {hops[0][0]} to node {last} visits ring {ring} twice, from node "
                    f"{earlier.entry} and from node {node}"
                )
        found.append(Visit(ring, node, after))
    return found


def _packet(source: int, target: int) -> str:
    return f"the packet from node {source} to node {target}"
