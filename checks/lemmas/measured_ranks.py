"""Comparison of ranks and step formulas with explicit routings: every dependency of channels or queues at a size.

The formula says which steps are legal; the routing is followed, and both must give the same steps. On small networks
each packet is also followed on its own.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np

from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas.deadlock_ranks import ordered
from netlemma.derive.networks.ranks.ordered import Ordered
from netlemma.graphs import RingNetwork, device_network, ring_network
from netlemma.graphs.deadlock.dependencies.channel_dependencies import channel_dependencies
from netlemma.graphs.deadlock.dependencies.dimension_order import ordered_dependencies
from netlemma.graphs.deadlock.rings.queues import MODELS
from netlemma.graphs.deadlock.rings.ring_dependencies import pairs, queue_dependencies, queues_of_route
from netlemma.graphs.rings.routing import ring_routing
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.following.goal_graph import Frame
from netlemma.graphs.routings import routing as routing_in_words
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.topology.ring_structure import ABSENT

LARGEST_FOLLOWED = 30  # nodes of networks on which each packet is followed on its own
Coordinates = tuple[int, ...]
# two resources of which one may follow the other, and the way between them
Joined = Iterator[tuple[int, int, Coordinates]]


class ExplicitSteps:
    """The steps of one routing at one size.

    Parameters
    ----------
    place : mapping from int to Coordinates
        Coordinates of each resource that packets use.
    joined : iterator of tuple
        Pairs of resources that the network joins, with the way between them.
    steps : set of tuple of (int, int)
        Pairs of resources that packets use one after the other.
    """

    def __init__(self, place: Mapping[int, Coordinates], joined: Joined, steps: set[tuple[int, int]]) -> None:
        self.place, self.joined, self.steps = place, tuple(joined), steps

    def differences(self, allows: Callable[[Coordinates, Coordinates, Coordinates], bool]) -> list[tuple[int, int]]:
        """The pairs on which a step formula and the routing differ."""
        allowed = cache(allows)  # far more resources than coordinates
        legal = {(c, x) for c, x, way in self.joined if allowed(self.place[c], self.place[x], way)}
        return sorted(legal ^ self.steps)

    def falling(self, rank: Callable[[Coordinates], tuple[int, ...]]) -> list[tuple[int, int]]:
        """The steps on which the rank does not rise."""
        return sorted((c, x) for c, x in self.steps if not rank(self.place[c]) < rank(self.place[x]))


def routing_of(about: Ordered, size: Size) -> ChannelRouting:
    """The explicit routing on channels.

    Parameters
    ----------
    about : Ordered
        Step formula of a routing, with its family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    ChannelRouting
        Routing on channels.
    """

    found = routing_in_words(device_network(about.family, **size), about.explicit, vcs=about.vcs)
    assert isinstance(found, ChannelRouting)
    return found


def channel_steps(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps of a routing on channels, with coordinates of channels from the network.

    A way is the distance from the first node of one channel to the last node of the other, up to 2.

    Parameters
    ----------
    about : Ordered
        Step formula of a routing, with its family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    ExplicitSteps
        Steps on channels.
    """

    routing = routing_of(about, size)
    net, vcs, place = routing.network, routing.vcs, _place_of(about, routing)
    found = ordered_dependencies(routing)
    if found is None:  # it does not go line by line
        followed = channel_dependencies(Frame(routing))
        found = followed.graph, followed.used
    graph, used = found
    places = {c: place(c) for c in used.nonzero()[0].tolist()}
    near = {*zip(net.origin.tolist(), net.target.tolist(), strict=True)}

    def way(c: int, x: int) -> Coordinates:
        one, other = routing.start(c), routing.end(x)
        return (0 if one == other else 1 if (one, other) in near else 2,) if about.steps.between else ()

    def joined() -> Joined:
        for c in places:
            node = routing.end(c)
            row = range(int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs)
            yield from ((c, x, way(c, x)) for x in row if x in places)

    return ExplicitSteps(places, joined(), set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True)))


def _place_of(about: Ordered, routing: ChannelRouting) -> Callable[[int], Coordinates]:
    """Function from a channel to its coordinates."""
    net = routing.network
    if not net.factors:
        return _place_in_fabric(about, routing)
    dims = dimensions(net)

    def place(channel: int) -> Coordinates:
        hop, vc = divmod(channel, routing.vcs)
        d, up = int(dims.dimension[hop]), bool(dims.up[hop])
        digit = dims.digit(int(net.target[hop]), d)
        values = {"d": d, "u": 1 if up else -1, "v": vc, "x": digit if up else dims.factors[d].size - 1 - digit}
        return tuple(values[letter] for letter in about.steps.letters)

    return place


def _place_in_fabric(about: Ordered, routing: ChannelRouting) -> Callable[[int], Coordinates]:
    """Function from a channel to its coordinates, read from the classes of links and the ends of the hop.

    Links of the class level-i join the levels i and i + 1, and terminals are on level 0; dimension-i is dimension i.
    """
    net = routing.network
    names = [each.name for each in net.device_classes]
    numbers = np.array([int(last) if (last := name.rpartition("-")[2]).isdigit() else 0 for name in names])
    number = numbers[net.device_class[net.device]]
    lowest = np.full(net.node_count, net.hop_count)
    np.minimum.at(lowest, net.origin, number)
    lowest[~net.forwarding] = -1

    def place(channel: int) -> Coordinates:
        hop, vc = divmod(channel, routing.vcs)
        origin, target, name = net.origin[hop], net.target[hop], names[net.device_class[net.device[hop]]]
        kind = 0 if not net.forwarding[origin] else 2 if not net.forwarding[target] else 1
        values = {
            "m": kind,
            "c": {0: 0, 1: 1 + (name == "global"), 2: 3}[kind],
            "d": int(number[hop]),
            "l": int(number[hop]),
            "u": int(lowest[origin] > lowest[target]),
            "v": vc,
        }
        return tuple(values[letter] for letter in about.steps.letters)

    return place


def packet_steps(about: Ordered, size: Size) -> set[tuple[int, int]]:
    """Every two channels or queues that a packet takes one after the other, from the routing of each packet alone.

    Parameters
    ----------
    about : Ordered
        Step formula of a routing, with its family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    set of tuple of (int, int)
        Pairs of resources.
    """
    if about.vcs:
        return set(_steps_on_channels(routing_of(about, size)))
    return {step for way in _ways_on_queues(about, size) for step in pairwise(way)}


def _steps_on_channels(routing: ChannelRouting) -> Iterator[tuple[int, int]]:
    for goal in routing.ends:
        todo = {c for node in routing.ends if node != goal for c, _ in routing.next_channels(node, None, goal, None)}
        seen: set[int] = set()
        while todo:
            channel = todo.pop()
            seen.add(channel)
            if (node := routing.end(channel)) != goal:
                after = {c for c, _ in routing.next_channels(node, channel, goal, None)}
                yield from ((channel, c) for c in after)
                todo |= after - seen


def _ways_on_queues(about: Ordered, size: Size) -> Iterator[list[int]]:

    net = ring_network(about.family, **size)
    by = ring_routing(net)
    return (queues_of_route(net, by, MODELS["output"], pair) for pair in pairs(net))


def on_queues(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps on the output queues of a network of rings.

    A way is the number of hops along the ring of the first queue.

    Parameters
    ----------
    about : Ordered
        Step formula of a routing, with its family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    ExplicitSteps
        Steps on queues.
    """

    net = ring_network(about.family, **size)
    graph = queue_dependencies(net, ring_routing(net), MODELS["output"])
    kinds = [("secondary", "primary", "long").index(name) for name in net.class_names]
    f = net.fanout
    places = {
        node * f + link: (kinds[net.link_class[node, link]], int(net.stage[node]))
        for node, link in product(range(net.node_count), range(f))
        if net.successor[node, link] != ABSENT
    }
    return ExplicitSteps(
        places, _along_rings(net, places), set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    )


def _along_rings(net: RingNetwork, places: Mapping[int, Coordinates]) -> Joined:
    for queue in places:
        start, link = divmod(queue, net.fanout)
        node, hops = int(net.successor[start, link]), 1
        while node != start:
            others = (node * net.fanout + other for other in range(net.fanout) if other != link)
            yield from ((queue, x, (hops,)) for x in others if x in places)
            node, hops = int(net.successor[node, link]), hops + 1


def explicit_steps(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps on the explicit network, of channels or of queues.

    Parameters
    ----------
    about : Ordered
        Step formula of a routing, with its family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    ExplicitSteps
        Steps of the routing.
    """
    return channel_steps(about, size) if about.vcs else on_queues(about, size)


def not_rising(lemma: Lemma, size: Size) -> Fraction:
    """Steps of packets that do not rise, and steps on which formula and routing differ.

    Parameters
    ----------
    lemma : Lemma
        Lemma about the rank.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Fraction
        Number of these steps.
    """
    about = next(each for each in ordered() if each.key == lemma.key)
    followed = explicit_steps(about, size)
    wrong = {*followed.falling(about.rank_at(size)), *followed.differences(about.steps.at(size))}
    if lemma.definition.nodes(size) <= LARGEST_FOLLOWED:
        wrong |= packet_steps(about, size) ^ followed.steps
    return Fraction(len(wrong))
