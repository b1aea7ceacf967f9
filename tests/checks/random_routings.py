"""Random small networks with random routings, made to have cycles, detours and shared ways in."""

import random

import networkx as nx

from netlemma.graphs import from_devices
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting, Escape
from netlemma.graphs.routings.tables import from_routes


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

    escape = None
    if kind == "adaptive" and rng.random() < 0.6:  # one choice of every packet, most often of those nearest to the end
        sets = [choices for _, first, after in goals for choices in [*first.values(), *after.values()] if choices]
        escape = {rng.choice(choices) for choices in sets[rng.choice([0, 0, 1, 2]) :]}.__contains__
    return ChannelRouting("random", net, kind, next_channels, vcs, labels, escape=escape and Escape(escape))


def random_ring(rng, kind):
    """Packets that go part of the way around a ring and leave it for a node beside it, to which only some nodes have a link.

    At each channel a packet goes on, leaves, or may do either; it starts on the ring or comes in from a common source. Some
    rings are tight: packets may leave the channel before the one in which they must go on, so that all channels could be full
    of packets that wait, but the last of them could not have come.
    """
    tight = rng.random() < 0.4
    k = rng.randint(4, 5) if tight else rng.randint(2, 4)
    beside, source = k, k + 1
    ways_in = rng.sample(range(k), rng.randint(1, k)) if rng.random() < 0.2 else []
    ways_out = rng.sample(range(k), k if tight else rng.randint(1, k))
    links = [((i,), ((i + 1) % k,)) for i in range(k)]
    links += [((i,), (beside,)) for i in ways_out] + [((source,), (i,)) for i in ways_in]
    net = from_devices([(i,) for i in range(k + 2)], [("link", "one-way link", ends) for ends in links])
    hop = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    goals = []
    for i in range(k if tight else rng.randint(2, 5)):
        end = i if tight else rng.choice(ways_out)
        length = 3 if tight and rng.random() < 0.85 else rng.randint(1, k - 1)
        nodes = [(end - j) % k for j in range(length, -1, -1)]
        after, came = {}, None
        for j, u in enumerate(nodes):
            on = [hop[u, (u + 1) % k]] if u != end else []
            out = [hop[u, beside]] if u in ways_out and (u == end or came is not None) else []
            usual = on + out if j == 1 else on
            after[came] = (usual if tight and rng.random() < 0.85 else rng.choice([on, on, out, on + out])) or on or out
            came = on[0] if on else None
        start = nodes[0]
        if start in ways_in and rng.random() < 0.8:
            after[hop[source, start]] = after.pop(None)
            after[None] = [hop[source, start]]
            start = source
        goals.append((start, after))
    ends = {hop[i, beside] for i in ways_out}

    def labels(s, d):
        return [i for i, (start, _) in enumerate(goals) if (s, d) == (start, beside)]

    def next_channels(node, came_by, destination, label):
        assert came_by not in ends
        choices = goals[label][1][came_by]
        choices = choices[:1] if kind == "deterministic" else choices
        return [(c, ALL / len(choices) if kind == "oblivious" else ALL) for c in choices]

    return ChannelRouting("ring", net, kind, next_channels, 1, labels)


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
    cyclic, ring = rng.random() < 0.8, rng.random() < 0.5
    while True:
        if ring:
            routing = random_ring(rng, kind)
            if not cyclic or has_cycle(routing):
                return routing
            continue
        vcs = rng.choice([1, 1, 1, 2])
        net = random_network(rng, rng.randint(2, 5), max(2, rng.randint(3, 7) // vcs))
        if kind == "deterministic":
            routing = random_routes(rng, net, vcs, rng.randint(2, 6), 5)
        else:
            routing = random_relation(rng, net, vcs, rng.randint(3, 6), kind)
        packets = sum(len(routing.labels(s, d)) for s in routing.ends for d in routing.ends)
        if packets > 1 and (not cyclic or has_cycle(routing)):
            return routing
