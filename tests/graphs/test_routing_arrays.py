"""The arrays of every routing of the registry against its plain relation, at all places that packets reach."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice, product

import numpy as np
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import families, from_devices, network
from netlemma.graphs.routing import choice_loops
from netlemma.graphs.routing.channel_routing import ALL
from netlemma.graphs.routing.choices import channels_at, choices_to, goals
from netlemma.graphs.routings import channel_routing, channel_routings
from netlemma.graphs.routings.tables import from_routes
from netlemma.graphs.topology.structure import Network
from tests.family_names import usual

from .followed import follow
from .slow_routings import SLOW

OPTIONS = {
    "ascending": [
        {},
        {"of": "up-down", "by": "tree"},
        {"of": "shortest-adaptive", "by": "tree"},
        {"of": "ecmp", "by": "hops"},
    ],
    "dimension-order": [
        {"rule": rule, "ties": ties, "order": order}
        for rule, ties, order in product(
            ("none", "dateline", "dally-seitz", "dateline-kept"), ("plus", "minus", "split"), ("rising", "falling")
        )
    ],
    "duato": [{"rule": "dally-seitz"}, {"rule": "dateline"}, {"rule": "none"}],
    **{
        name: [{"ties": ties} for ties in ("plus", "minus", "split")]
        for name in ("o1turn", "romm", "valiant", "xy", "yx")
    },
    "shortest": [{}, {"rule": "dally-seitz"}, {"rule": "dateline"}],
    "shortest-adaptive": [{}, {"rule": "dateline"}],
    "shortest-first": [{}, {"rule": "dateline"}],
    "k-shortest": [{"k": 1}, {"k": 2}, {"k": 5}],
    "tera": [{}, {"service": "tree"}, {"service": "mesh"}, {"service": "hypercube"}],
    "up-down": [{}, {"root": 1}],
    "up-down-adaptive": [{}, {"root": 2}],
    "west-first": [{}, {"allow": "north-west"}],
    "north-last": [{}, {"allow": "north-east,north-west"}],
    "negative-first": [{}, {"allow": "north-west"}],
}
DRAWN = 3  # cases of each routing in the usual run
TITLES = [
    "ring K=2", "ring K=5", "line(2)", "mesh k=3 n=2", "mesh k=5 n=2", "mesh k=3 n=3", "toroid w=4 D=2", "toroid w=2 D=2",
    "toroid w=3 D=3", "oneway-torus k=3 n=2", "hypercube n=3", "line(3) x ring(4)", "ring(4) x line(2) x ring(3)",
    "clique(3) x bus(3)", "line(2) x line(4) x line(3)", "spanning-bus-hypercube w=3 D=2", "cube-connected-cycles D=3",
    "r-ary-m-cube R=2 M=2", "r-ary-m-cube R=2 M=3", "r-ary-m-cube R=2 M=4", "r-ary-m-cube R=3 M=2",
    "dragonfly p=1 a=2 h=1", "k-ary-n-tree k=2 n=2", "fat-tree k=2", "k-ary-n-tree k=2 n=3", "dragonfly p=0 a=3 h=1",
    "de-bruijn d=2 D=3", "kautz d=2 D=3", "undirected-de-bruijn d=2 D=3", "undirected-kautz d=3 D=2", "permutation-star n=3", "permutation-star n=4",
    "flattened-butterfly k=3 n=2", "flattened-butterfly k=2 n=3", "flattened-butterfly k=3 n=3", "twisted-torus-2d a=4 b=5 s=2",
    "twisted-torus-2d a=5 b=4 s=1", "complete n=4", "complete n=5", "complete n=6", "twisted-torus-3d k=2", "dragonfly p=1 a=2 h=2",
    "dragonfly p=1 a=2 h=2 groups=3", "dragonfly p=0 a=3 h=2 groups=4", "dragonfly p=1 a=1 h=3 groups=2",
]  # fmt: skip


def named(title):
    family, *sizes = title.split() if "(" not in title else [title]
    return network(family, **{name: int(size) for name, size in (word.split("=") for word in sizes)})


def drawn(seed):
    """A random network: switches in a tree with more links, some parallel, and hosts that pass nothing on."""
    draw = random.Random(seed)
    switches, hosts = draw.randint(2, 7), draw.randint(0, 3)
    nodes = [(i,) for i in range(switches + hosts)]
    links = [(draw.randrange(i), i) for i in range(1, switches)]
    links += [tuple(draw.sample(range(switches), 2)) for _ in range(draw.randint(0, 5))]
    links += [
        (h, draw.randrange(switches)) for h in range(switches, switches + hosts) for _ in range(draw.randint(1, 2))
    ]
    net = from_devices(nodes, [("cable", "link", [nodes[u], nodes[v]]) for u, v in links], family=f"random {seed}")
    return replace(net, forwards=np.arange(switches + hosts) < switches)


def shares(routing, found, row):
    """Channels of a row with their weights; number of paths by following the arrays."""
    channels = found.channel[found.start[row] : found.start[row + 1]].tolist()
    if found.weights == "given":
        weights = found.weight[found.start[row] : found.start[row + 1]].tolist()
    elif found.weights == "paths":
        weights = [paths(routing, found, c) for c in channels]
    else:
        weights = [1] * len(channels)
    return [(c, Fraction(weight, sum(weights))) for c, weight in zip(channels, weights, strict=True)]


def paths(routing, found, channel):
    node = routing.end(channel)
    row = node if found.by == "node" else routing.network.node_count + channel
    return sum(paths(routing, found, c) for c in found.channel[found.start[row] : found.start[row + 1]].tolist()) or 1


def difference(routing, slow):
    """The first place where the arrays or ``next_channels`` are not as the relation says, None if there is none."""
    net = routing.network
    for destination in routing.ends:
        for label, sources in goals(routing, destination):
            found = choices_to(routing, destination, label, sources)
            todo, seen = [(source, None) for source in sources.tolist()], set()
            while todo:
                node, came_by = place = todo.pop()
                arrived = came_by is not None and routing.delivers(came_by, destination, label)
                if place in seen or arrived or (came_by is not None and not net.forwarding[node]):
                    continue
                seen.add(place)
                row = node if came_by is None or found.by == "node" else net.node_count + came_by
                expected = slow(node, came_by, destination, label)
                given = shares(routing, found, row)
                asked = routing.next_channels(node, came_by, destination, label)
                if routing.kind == "adaptive":
                    expected, given = ([(c, ALL) for c, _ in each] for each in (expected, given))
                if not expected == given == asked:
                    return destination, label, place, expected, given, asked
                todo += [(routing.end(c), c) for c, _ in expected]
    return None


def cases(name, nets, order):
    """A routing with its plain relation, on each network that it fits, with all options in some order."""
    for net, options, vcs in order(list(product(nets, OPTIONS.get(name, [{}]), (1, 2, 3, 4, 5)))):
        try:
            routing = channel_routing(net, name, vcs, **options)
        except RoutingError:
            continue
        yield routing, SLOW[name](net, vcs, **options)


def test_every_routing_has_arrays_and_a_plain_relation():
    assert set(channel_routings()) == set(SLOW)
    net = network("mesh", k=3, n=2)
    refused = set()
    for name in SLOW:
        try:
            assert channel_routing(net, name).arrays.choices_to
        except RoutingError:
            refused.add(name)
    assert refused == {
        "digits-first", "least-latency", "valiant-groups", "valiant-switches", "ugal", "par", "tera", "one-detour", "d3r", "dla", "olm", "d-mod-k", "s-mod-k", "overlap", "star-cycles", "hyperx-order", "dimwar", "dal",
        "twisted-order",
    }  # fmt: skip


def compared(name, nets, every, part=0):
    """Compare a routing with its relation on some networks: a drawn few of its options, or every third case of all."""
    small = [
        net
        for net in nets
        if net.node_count <= (12 if name in ("k-shortest", "romm", "valiant", "valiant-2phase") else 99)
    ]
    drawn = random.Random(name)
    found = cases(name, small, list if every else lambda those: drawn.sample(those, len(those)))
    compared = 0
    for routing, slow in islice(found, part, None, 3) if every else islice(found, DRAWN):
        assert difference(routing, slow) is None, routing.title
        compared += 1
    assert compared >= (1 if every else DRAWN)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(SLOW))
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.in_turn
def test_arrays_are_as_the_relation_says(name, compiled, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.base.compiled.worth_compiling", lambda steps: compiled)
    compared(name, [*map(named, TITLES), *map(drawn, range(6))], False)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SLOW))
@pytest.mark.parametrize("part", range(3))
def test_arrays_are_as_the_relation_says_in_all_cases(part, name):
    compared(name, [*map(named, TITLES), *map(drawn, range(60))], True, part)


@pytest.mark.parametrize(
    ("title", "name", "vcs", "options", "other"),
    [
        ("toroid w=4 D=2", "dimension-order", 2, {}, {"rule": "dateline-kept"}),
        ("toroid w=4 D=2", "dimension-order", 1, {}, {"ties": "split"}),
        ("toroid w=3 D=2", "duato", 3, {}, {"rule": "dateline"}),
        ("mesh k=3 n=3", "west-first", 1, {}, {"allow": "north-west"}),
        ("ring K=5", "up-down", 1, {}, {"root": 2}),
        ("ring K=5", "shortest", 3, {}, {"rule": "dateline"}),
    ],
)
def test_another_rule_is_told_apart(title, name, vcs, options, other):
    net = named(title)
    assert difference(channel_routing(net, name, vcs, **options), SLOW[name](net, vcs, **options)) is None
    assert difference(channel_routing(net, name, vcs, **options), SLOW[name](net, vcs, **other)) is not None


def smallest():
    """The smallest size of each family of devices, networks that are no product, and one with latencies."""
    for family in filter(lambda family: usual(family.name), families().values()):
        net = family.build(**family.default_sizes[0])
        if isinstance(net, Network):
            yield net
    yield from (named("line(2) x line(3)"), drawn(3), named("twisted-torus-2d a=4 b=5 s=2"))
    yield network("mesh", k=2, n=2, latency="dimension-0=3")


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", sorted(SLOW))
def test_every_routing_works_on_every_family_or_says_what_it_needs(name):
    works = 0
    for net in smallest():
        try:
            routing = channel_routing(net, name)
        except RoutingError as error:
            said = str(error)
            assert net.title in said and "\n" not in said
            assert any(
                needed in said
                for needed in (
                    "is a routing of",
                    "of a dragonfly",
                    "climbs from terminals",
                    "no Cartesian product",
                    "one-way links",
                    "have no latencies",
                )
            ), said
            continue
        assert follow(routing).packet_count >= len(routing.ends) * (len(routing.ends) - 1)
        works += 1
    assert works


@pytest.mark.parametrize("seed", range(12))
def test_routes_are_followed_as_given_under_few_labels(seed):
    """Routes of a first shortest path and random ones: each packet takes the channels of its route."""
    draw, net = random.Random(seed), named("mesh k=3 n=2")
    plain = channel_routing(net, "shortest-first")
    routes = []
    for source, destination in product(range(9), repeat=2):
        for _ in range(draw.choice((0, 1, 1, 2)) if source != destination else 0):
            way, node = [], source
            while node != destination:
                hops = range(int(net.indptr[node]), int(net.indptr[node + 1]))
                free = [h for h in hops if h not in way and seed % 3] or [
                    plain.next_channels(node, None, destination, None)[0][0]
                ]
                way.append(
                    draw.choice(free)
                    if draw.random() < 0.2
                    else plain.next_channels(node, None, destination, None)[0][0]
                )
                node = int(net.target[way[-1]])
            if len(set(way)) == len(way):
                routes.append((source, destination, way))
    routing = from_routes(net, routes)
    for pair in {route[:2] for route in routes}:
        taken = []
        for label in routing.labels(*pair):
            found, way, row = routing.arrays.choices_to(pair[1], label), [], pair[0]
            while not way or routing.end(way[-1]) != pair[1]:
                (channel,) = found.channel[found.start[row] : found.start[row + 1]].tolist()
                node = row if row < 9 else routing.end(row - 9)
                assert routing.next_channels(node, way[-1] if way else None, pair[1], label) == [(channel, ALL)]
                way.append(channel)
                row = 9 + channel
            taken.append(way)
        assert sorted(taken) == sorted(way for *ends, way in routes if tuple(ends) == pair)
    labels = {label for s, d, _ in routes for label in routing.labels(s, d)}
    assert len(labels) <= 18 or seed % 3  # two routes at most between two nodes, each along one tree


def test_many_calls_on_a_small_network_are_compiled(monkeypatch):
    """Work is counted by what has been done, if that is more than a call for each destination."""
    monkeypatch.setattr("netlemma.graphs.base.compiled.worth_compiling", lambda steps: steps > 1000)
    monkeypatch.setattr(choice_loops, "numba_is_loaded", lambda: True)
    net = network("mesh", k=3, n=2)  # 24 hops, 9 destinations
    loops = [choice_loops.loop(choice_loops.distances, net) for _ in range(60)]
    assert [isinstance(loop, partial) for loop in loops] == [24 * (i + 1) <= 1000 for i in range(60)]
    other = network("mesh", k=3, n=2)
    assert isinstance(choice_loops.loop(choice_loops.distances, other), partial)
    assert not isinstance(choice_loops.loop(choice_loops.distances, other, calls=42), partial)
    monkeypatch.setattr(choice_loops, "numba_is_loaded", lambda: False)
    assert isinstance(choice_loops.loop(choice_loops.distances, other, calls=42), partial)


@pytest.mark.parametrize(
    "text, name, options",
    [
        ("ring(4) x line(3)", "dimension-order", {"vcs": 3, "ties": "split", "rule": "dateline"}),
        ("ring(3) x ring(2)", "dimension-order", {"vcs": 2, "rule": "dateline-kept"}),
        ("oneway-ring(3) x line(3)", "shortest", {"vcs": 2, "rule": "dateline"}),
        ("ring(5) x clique(3)", "up-down", {}),
    ],
)
def test_the_channels_at_some_nodes_are_those_of_the_relation(text, name, options):
    net = network(text)
    routing = channel_routing(net, name, **options)
    nodes = np.array(sorted(random.Random(text).sample(range(net.node_count), 4)))
    some, taken = channels_at(routing, nodes), 0
    assert routing.next_channels.choices_at is not None
    for node, goal in product(nodes.tolist(), nodes.tolist()):
        into = [hop * routing.vcs + vc for hop in np.flatnonzero(net.target == node) for vc in range(routing.vcs)]
        for came_by in (None, *into):
            channels = [channel for channel, _ in routing.next_channels(node, came_by, goal, None)]
            assert some(node, came_by, goal) == channels
            taken += len(channels)
    assert taken > 12
    alone = channels_at(replace(routing, next_channels=lambda *_: [(5, ALL), (6, Fraction(0))]), nodes)
    assert alone(int(nodes[0]), None, int(nodes[1])) == [5]
