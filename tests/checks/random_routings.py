"""Random small networks with random routings, made to have cycles, detours and shared ways in."""

import random

import networkx as nx

from graphs import from_devices
from graphs.channels import ALL, ChannelRouting
from graphs.routings.tables import from_routes


def random_network(rng, nodes, links):
    """One-way links between random nodes, most often with a ring among them."""
    labels = [(i,) for i in range(nodes)]
    pairs = []
    if rng.random() < 0.8:
        ring = rng.sample(range(nodes), rng.randint(2, nodes))
        pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    while len(pairs) < links:
        pairs.append(tuple(rng.sample(range(nodes), 2)))
    return from_devices(labels, [("link", "one-way link", ((a,), (b,))) for a, b in pairs[:links]])


def random_sources(rng, net):
    """The nodes at which packets start: a few, or a single one whose links all share."""
    return rng.sample(range(net.node_count), rng.choice([1, 1, 2, net.node_count]))


def random_routes(rng, net, vcs, count, longest):
    """Routes that take no channel twice and do not pass their destination before."""
    routes, sources = [], random_sources(rng, net)
    for _ in range(50 * count):
        node = source = rng.choice(sources)
        way = []
        for _ in range(rng.randint(1, longest)):
            row = [c for c in range(int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs) if c not in way]
            if not row:
                break
            way.append(rng.choice(row))
            node = int(net.target[way[-1] // vcs])
        ends = [int(net.target[c // vcs]) for c in way]
        if way and node != source and node not in ends[:-1]:
            routes.append((source, node, way))
        if len(routes) == count:
            break
    return from_routes(net, routes, vcs=vcs)


def random_relation(rng, net, vcs, count, kind):
    """Packets of some goals; for each goal, channels in random order lead to later ones from which it can be reached."""
    channels = range(net.hop_count * vcs)
    origin = [int(net.origin[c // vcs]) for c in channels]
    target = [int(net.target[c // vcs]) for c in channels]
    goals, sources = [], random_sources(rng, net)
    for _ in range(count):
        destination = rng.randrange(net.node_count)
        order = rng.sample(channels, len(channels))
        good, after = [], {}
        for c in order:
            choices = [x for x in good if origin[x] == target[c] and origin[x] != destination]
            if target[c] == destination:
                good.append(c)
                after[c] = []
            elif choices:
                good.append(c)
                after[c] = rng.sample(choices, rng.choice([1, 1, 1, 2, len(choices)]) if len(choices) > 1 else 1)
        first = {}
        for source in sources:
            starts = [c for c in good if origin[c] == source != destination]
            if starts:
                first[source] = rng.sample(starts, rng.choice([1, len(starts)]))
        goals.append((destination, first, after))

    def labels(source, destination):
        return [i for i, (end, first, _) in enumerate(goals) if end == destination and source in first]

    def next_channels(node, came_by, destination, label):
        _, first, after = goals[label]
        choices = first[node] if came_by is None else after[came_by]
        return [(c, ALL / len(choices) if kind == "oblivious" else ALL) for c in choices]

    return ChannelRouting("random", net, kind, next_channels, vcs, labels)


def has_cycle(routing):
    """Whether the channels that packets hold and want next form a cycle."""
    after = nx.DiGraph()
    for source in routing.ends:
        for destination in routing.ends:
            for label in routing.labels(source, destination) if source != destination else ():
                todo = [(source, None)]
                while todo:
                    node, came_by = todo.pop()
                    if node != destination:
                        for c, _ in routing.next_channels(node, came_by, destination, label):
                            todo.append((routing.end(c), c))
                            if came_by is not None:
                                after.add_edge(came_by, c)
    return not nx.is_directed_acyclic_graph(after)


def random_routing(seed, kind):
    """A routing of this kind that sends at least two packets, four times out of five with cycles of dependencies."""
    rng = random.Random(f"{kind} {seed}")
    cyclic = rng.random() < 0.8
    while True:
        vcs = rng.choice([1, 1, 1, 2])
        net = random_network(rng, rng.randint(2, 5), max(2, rng.randint(3, 7) // vcs))
        if kind == "deterministic":
            routing = random_routes(rng, net, vcs, rng.randint(2, 6), 5)
        else:
            routing = random_relation(rng, net, vcs, rng.randint(3, 6), kind)
        packets = sum(len(routing.labels(s, d)) for s in routing.ends for d in routing.ends)
        if packets > 1 and (not cyclic or has_cycle(routing)):
            return routing
