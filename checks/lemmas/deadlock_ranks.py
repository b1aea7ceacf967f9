"""Deadlock verdicts for all sizes of a family: a rank that rises on every step, compared with explicit routings, or
steps that close a cycle.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np

from netlemma.base.names import assignments, nearest
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas.deadlock_ranks import bubbled, escaped, ordered
from netlemma.derive.networks.ranks.channel_circles import CIRCLES, Circle
from netlemma.derive.networks.ranks.rank_proofs import Ordered, shortest_cycle
from netlemma.errors import InputError
from netlemma.graphs import RingNetwork, device_network, ring_network
from netlemma.graphs.deadlock.bubbles import ENTERS, LOCAL, NEVER_FULL, WORM, rings_of
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.dimension_lines import ordered_dependencies
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.ring_queues import MODELS, pairs, queue_dependencies, queues_of_route
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, DeadlockVerdict
from netlemma.graphs.rings.routing import ring_routing
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_in_words
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.topology.ring_structure import ABSENT

# Comparison of ranks and step formulas with explicit routings: every dependency of channels or queues at a size.
#
# The formula says which steps are legal; the routing is followed, and both must give the same steps. On small networks
# each packet is also followed on its own.


LARGEST_FOLLOWED = 30  # nodes of networks on which each packet is followed on its own
Coordinates = tuple[int, ...]
# two resources of which one may follow the other, and the way between them
Joined = Iterator[tuple[int, int, Coordinates]]


class ExplicitSteps:
    """The steps of one routing at one size.

    place: Coordinates of each resource that packets use.
    joined: Pairs of resources that the network joins, with the way between them.
    steps: Pairs of resources that packets use one after the other.
    """

    def __init__(self, place: Mapping[int, Coordinates], joined: Joined, steps: set[tuple[int, int]]) -> None:
        self.place, self.joined, self.steps = place, tuple(joined), steps

    def differences(
        self, allows: Callable[[Coordinates, Coordinates, Coordinates], bool], exact: bool = True
    ) -> list[tuple[int, int]]:
        """The pairs on which a step formula and the routing differ; if it is not exact, the steps that it does not allow."""
        allowed = cache(allows)  # far more resources than coordinates
        legal = {(c, x) for c, x, way in self.joined if allowed(self.place[c], self.place[x], way)}
        return sorted(legal ^ self.steps if exact else self.steps - legal)

    def falling(self, rank: Callable[[Coordinates], tuple[int, ...]]) -> list[tuple[int, int]]:
        """The steps on which the rank does not rise."""
        return sorted((c, x) for c, x in self.steps if not rank(self.place[c]) < rank(self.place[x]))


def routing_of(about: Ordered, size: Size) -> ChannelRouting:
    """The explicit routing on channels."""

    found = routing_in_words(device_network(about.family, **size), about.explicit, vcs=about.vcs)
    assert isinstance(found, ChannelRouting)
    return found


def channel_steps(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps of a routing on channels, with coordinates of channels from the network.

    A way is the distance from the first node of one channel to the last node of the other, up to 2.
    """

    routing = routing_of(about, size)
    net, vcs, place = routing.network, routing.vcs, _place_of(about, routing)
    found = ordered_dependencies(routing)
    if found is None:  # it does not go line by line
        followed = channel_dependencies(RoutingArrays(routing))
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

    Links of the class level-i join the levels i and i + 1, and terminals are on level 0; dimension-i is dimension i. The first label
    of a node is the number of its group.
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
        if "x" in about.steps.letters:
            values["x"] = int(net.labels(int(origin))[0])
        return tuple(values[letter] for letter in about.steps.letters)

    return place


def packet_steps(about: Ordered, size: Size) -> set[tuple[int, int]]:
    """Every two channels or queues that a packet takes one after the other, from the routing of each packet alone."""
    if about.vcs:
        return set(_steps_on_channels(routing_of(about, size)))
    return {step for way in _ways_on_queues(about, size) for step in pairwise(way)}


def _steps_on_channels(routing: ChannelRouting) -> Iterator[tuple[int, int]]:
    labelled = ((goal, label, sources) for goal in routing.ends for label, sources in goals(routing, goal))
    for goal, label, sources in labelled:
        todo = {c for node in sources.tolist() for c, _ in routing.next_channels(node, None, goal, label)}
        seen: set[int] = set()
        while todo:
            channel = todo.pop()
            seen.add(channel)
            if (node := routing.end(channel)) != goal:
                after = {c for c, _ in routing.next_channels(node, channel, goal, label)}
                yield from ((channel, c) for c in after)
                todo |= after - seen


def _ways_on_queues(about: Ordered, size: Size) -> Iterator[list[int]]:

    net = ring_network(about.family, **size)
    by = ring_routing(net)
    return (queues_of_route(net, by, MODELS["output"], pair) for pair in pairs(net))


def on_queues(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps on the output queues of a network of rings.

    A way is the number of hops along the ring of the first queue.
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


def off_rings(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps on the explicit network that do not go on inside a ring of channels."""
    routing = routing_of(about, size)
    graph = channel_dependencies(RoutingArrays(routing)).graph
    inside = {(c, x) for ring in rings_of(routing, graph) for c, x in zip(ring, [*ring[1:], ring[0]], strict=True)}
    followed = channel_steps(about, size)
    joined = ((c, x, way) for c, x, way in followed.joined if (c, x) not in inside)
    return ExplicitSteps(followed.place, joined, followed.steps - inside)


def escape_steps(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps of packets from one escape channel to the next, past other channels or not; each packet must have one to take."""
    routing = routing_of(about, size)
    net, escape = routing.network, routing.escape
    if escape is None:
        raise InputError(f"routing {routing.title} has no escape channels")
    steps, used = set[tuple[int, int]](), set[int]()
    for goal in routing.ends:
        for label, sources in goals(routing, goal):
            first = (routing.next_channels(node, None, goal, label) for node in sources.tolist())
            todo: list[tuple[int | None, list[int]]] = [(None, [int(c) for c, _ in some]) for some in first]
            seen = set[tuple[int | None, int]]()
            while todo:
                held, choices = todo.pop()
                if not any(map(escape, choices)):
                    raise ArithmeticError(f"a packet to node {goal} has no escape channel among its choices")
                for c in choices:
                    if escape(c):
                        used.add(c)
                        steps |= {(held, c)} if held is not None else set()
                    after = (c if escape(c) else held, c)
                    if after not in seen and not routing.delivers(c, goal, label):
                        onward = routing.next_channels(routing.end(c), c, goal, label)
                        todo.append((after[0], [int(x) for x, _ in onward]))
                    seen.add(after)
    last = net.node_count - 1
    places = {}
    for c in used:
        start, end = routing.start(c), routing.end(c)
        places[c] = (1, end) if end > start else (-1, last - end)
    return ExplicitSteps(
        places, ((c, x, ()) for c in places for x in places if routing.end(c) == routing.start(x)), steps
    )


def explicit_steps(about: Ordered, size: Size) -> ExplicitSteps:
    """The steps on the explicit network, of channels or of queues."""
    return channel_steps(about, size) if about.vcs else on_queues(about, size)


def not_rising(lemma: Lemma, size: Size) -> Fraction:
    """Steps of packets that do not rise, and steps on which formula and routing differ; of a routing by rules, those of a circle."""
    bubble = next((each for each in bubbled() if each.key == lemma.key), None)
    if bubble is not None:
        left = off_rings(bubble, size)
        return Fraction(
            len({*left.falling(bubble.rank_at(size)), *left.differences(bubble.steps.at(size), bubble.exact)})
        )
    escape = next((each for each in escaped() if each.key == lemma.key), None)
    if escape is not None:
        along = escape_steps(escape, size)
        return Fraction(len({*along.falling(escape.rank_at(size)), *along.differences(escape.steps.at(size))}))
    about = next((each for each in ordered() if each.key == lemma.key), None)
    if about is None:
        net = device_network(lemma.measured.subject, **size)
        return Fraction(len(decide(channel_routing(net, lemma.measured.routings[0])).cycle))
    followed = explicit_steps(about, size)
    wrong = {*followed.falling(about.rank_at(size)), *followed.differences(about.steps.at(size), about.exact)}
    if lemma.definition.nodes(size) <= LARGEST_FOLLOWED:
        wrong |= packet_steps(about, size) ^ followed.steps
    return Fraction(len(wrong))


# Deadlock verdicts for all sizes of a family: a rank that rises on every step, steps that close a cycle at some size, or a
# circle of channels at every size.


LONGEST = 12  # steps of a cycle that is looked for


def all_sizes(family: str, vcs: int | None = None, routing: str | None = None) -> DeadlockVerdict:
    """Decide whether a routing can deadlock at any size; its steps are stated as a formula.

    >>> [all_sizes("oneway-torus", vcs).verdict for vcs in (1, 2)]
    ['deadlock', 'deadlock-free']
    """
    circle = circle_of(family, vcs, routing)
    if circle is not None and not any(
        each.family == family and routing in (None, each.explicit) and vcs in (None, each.vcs) for each in ordered()
    ):
        return deadlocks_at_all_sizes(circle)
    escape = next((each for each in escaped() if (each.family, each.explicit) == (family, routing)), None)
    if escape is not None:
        if vcs not in (None, escape.vcs):
            raise InputError(
                f"`vcs={vcs}`: for all sizes of {family} steps of {routing} are stated with `vcs={escape.vcs}`"
            )
        return _by_escapes(escape)
    about = chosen(family, vcs, routing)
    ends = "all ordered pairs of different nodes; " if about.vcs else ""
    scope = f"all sizes with {about.domain.describe()}; {ends}{about.about}"
    if about.rank is None:
        return _refused(about, scope)
    about.lemma().check()
    why = f"a rank rises on every step at all sizes, proved with z3: lemma {about.key}, netlemma verify {about.key} checks it again"
    return DeadlockVerdict(FREE, why, scope, None, None)


def _by_escapes(about: Ordered) -> DeadlockVerdict:
    """Freedom at all sizes of an adaptive routing whose packets may always take an escape channel."""
    about.lemma().check()
    why = (
        "escape channels (Duato 1993): one is among the choices of every packet, and a rank rises on every step between them at all "
        f"sizes, proved with z3: lemma {about.key}, netlemma verify {about.key} checks it again"
    )
    scope = f"all sizes with {about.domain.describe()}; all ordered pairs of different nodes; {about.about}"
    return DeadlockVerdict(FREE, why, scope, None, None)


def with_bubbles(family: str, routing: str | None = None, kind: str = LOCAL) -> DeadlockVerdict:
    """Freedom at all sizes of a routing with one virtual channel whose packets leave bubbles in rings.

    >>> with_bubbles("torus").verdict
    'deadlock-free'
    """
    about = next((each for each in bubbled() if each.family == family and routing in (None, each.explicit)), None)
    if about is None:
        known = ", ".join(each.family for each in bubbled())
        raise InputError(f"for all sizes with bubbles, dimension-order is decided on {known}, not on {family}")
    about.lemma().check()
    why = (
        f"{NEVER_FULL}: every step leads to the next channel of its ring or to a later dimension at all sizes, proved with z3: lemma "
        f"{about.key}, netlemma verify {about.key} checks it again"
    )
    rule = ENTERS[kind].format("a ring")
    packets = f"{'worms of any length' if kind == WORM else 'whole packets'}; {rule}"
    scope = f"all sizes with {about.domain.describe()}; all ordered pairs of different nodes; {about.about}; {packets}"
    return DeadlockVerdict(FREE, why, scope, None, None)


def chosen(family: str, vcs: int | None, routing: str | None) -> Ordered:
    """The routing of a family that has a step formula."""
    of_family = [each for each in ordered() if each.family == family]
    if not of_family:
        known = list(dict.fromkeys(each.family for each in ordered()))
        raise InputError(
            f"no routing of {family!r} has its steps stated for all sizes{nearest(family, known)}; families: {', '.join(known)}"
        )
    named = [each for each in of_family if routing in (None, each.explicit)]
    if not named:
        adaptive = [each.explicit for each in escaped() if each.family == family]
        known = list(dict.fromkeys([*(each.explicit for each in of_family), *adaptive]))
        raise InputError(f"routing {routing}: for all sizes of {family} steps are stated of {' and '.join(known)}")
    wanted = vcs if vcs is not None else min(each.vcs for each in named)
    for each in named:
        if each.vcs == wanted:
            return each
    known = [f"`vcs={each.vcs}`" for each in named if each.vcs] or ["no `vcs`, which rings do not have"]
    raise InputError(f"`vcs={vcs}`: for all sizes of {family} steps are stated with {' or '.join(sorted(known))}")


def _refused(about: Ordered, scope: str) -> DeadlockVerdict:
    """The smallest cycle that z3 finds, looked up in the explicit network, and a deadlock there."""

    waiting_cycle = shortest_cycle(about.steps, about.assumptions, LONGEST)
    if waiting_cycle is None:
        raise ArithmeticError(f"{about.key} has no rank, and no cycle of up to {LONGEST} steps")
    size, around = waiting_cycle.size, waiting_cycle.resources
    followed = explicit_steps(about, size)
    steps = {(followed.place[c], followed.place[x]) for c, x in followed.steps}
    if not all((around[i - 1], at) in steps for i, at in enumerate(around)):
        raise ArithmeticError(f"{about.key}: no packets of the network with {size} make the steps {around}")
    named = " -> ".join(f"({', '.join(map(str, at))})" for at in (*around, around[0]))
    sizes = assignments(size)
    why = f"no rank rises at all sizes: z3 closes a cycle of steps at {sizes}, of channels ({', '.join(about.steps.letters)}): {named}"
    verdict = decide(routing_of(about, size))
    return replace(
        verdict, criterion=why, scope=f"{scope}; {about.steps.words}; the cycle and the certificate are of {sizes}"
    )


def circle_of(family: str, vcs: int | None, routing: str | None) -> Circle | None:
    """The circle that a routing of a family has on one virtual channel; None if none is known.

    >>> circle_of("slim-fly", 1, None).routing, circle_of("slim-fly", 2, None)
    ('shortest', None)
    """
    if vcs not in (None, 1) or (vcs is None and routing is None):
        return None
    return next((each for each in CIRCLES if each.family == family and routing in (None, each.routing)), None)


def deadlocks_at_all_sizes(circle: Circle) -> DeadlockVerdict:
    """Check a circle, look it up in explicit networks, and show the deadlock of the smallest."""
    facts = circle.check()
    made = [_explicit(circle, size) for size in circle.smallest]
    for by, size in zip(made, circle.smallest, strict=True):
        if fault := broken(by, circle.nodes(size)):
            raise ArithmeticError(f"{by.title}: {fault}")
    sizes = assignments(circle.smallest[0])
    verdict = decide(made[0])
    if verdict.verdict != DEADLOCK:
        raise ArithmeticError(f"{made[0].title} does not deadlock")
    why = (
        f"each of some packets holds the channel that the one before needs, at all sizes with {circle.where}, by {facts} facts about "
        f"polynomials, and by the routing itself at {len(made)} sizes; one virtual channel is too few"
    )
    scope = f"all sizes with {circle.where}; {circle.about}; the certificate is of {sizes}"
    return replace(verdict, criterion=why, scope=scope)


def _explicit(circle: Circle, size: Size) -> ChannelRouting:
    return channel_routing(device_network(circle.family, **size), circle.routing, 1)


def broken(by: ChannelRouting, nodes: Sequence[tuple[int, ...]]) -> str:
    """Whether packets from each node of a circle to the second one behind it do not take both channels along it."""
    net = by.network
    number = {net.labels(u): u for u in range(net.node_count)}
    missing = [node for node in nodes if node not in number]
    if missing or len(set(zip(nodes, [*nodes[1:], nodes[0]], strict=True))) < len(nodes):
        return f"there is no node {missing[0]}" if missing else "a channel is there twice"
    way = [number[node] for node in nodes]
    ends = set(by.ends)
    hops = {(int(u), int(v)): hop for hop, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    end_of = {
        u: u if u in ends else next(int(v) for v in net.target[net.indptr[u] : net.indptr[u + 1]] if int(v) in ends)
        for u in way
    }
    for i, node in enumerate(way):
        between, last = way[(i + 1) % len(way)], way[(i + 2) % len(way)]
        source, goal = end_of[node], end_of[last]
        came, held, wanted = hops.get((source, node)), hops.get((node, between)), hops.get((between, last))
        (label,) = by.labels(source, goal)
        first = {c for c, _ in by.next_channels(node, came, goal, label)}
        then = {c for c, _ in by.next_channels(between, held, goal, label)} if held in first else set()
        if wanted not in then or (by.kind == ADAPTIVE and len(then) > 1):
            return f"packets from {nodes[i]} do not take the channels by way of {net.labels(between)}"
    return ""
