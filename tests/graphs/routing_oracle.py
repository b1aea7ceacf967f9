"""Routes of a routing followed place by place with its relation, as slowly and plainly as possible."""

from fractions import Fraction
from itertools import product
from zlib import crc32

from hypothesis import strategies as st

from netlemma.graphs import from_devices
from netlemma.graphs.routing.channel_routing import ChannelRouting


def next_of(routing, node, came_by, destination, label):
    """The choices at a place, each channel once, with their weights."""
    found = {}
    for channel, weight in routing.next_channels(node, came_by, destination, label):
        if weight:
            found[channel] = found.get(channel, Fraction(0)) + Fraction(weight)
    return found


def packets(routing):
    """All triples of a source, a destination and a label."""
    for destination, source in product(routing.ends, routing.ends):
        if source != destination:
            for label in routing.labels(source, destination):
                yield source, destination, label


def walks(routing, source, destination, label):
    """All routes of a packet, with their probabilities if all choices of a place have their weights.

    A packet by way of its label stays at its destination once it has been at that node.
    """
    todo = [((), Fraction(1))]
    while todo:
        route, chance = todo.pop()
        node = routing.end(route[-1]) if route else source
        passed = label in (source, *map(routing.end, route))
        if node == destination and (passed or not routing.phases.parts):
            yield route, chance
            continue
        for channel, weight in next_of(routing, node, route[-1] if route else None, destination, label).items():
            todo.append(((*route, channel), chance * weight))


@st.composite
def routings(draw, kinds=("deterministic", "oblivious", "adaptive"), most_nodes=5):
    """Random routings without circles on random networks: channels of 1 to 3 virtual channels, any label, choices that
    depend on the channel by which a packet came.
    """
    nodes = draw(st.integers(2, most_nodes))
    ring = [((i,), ((i + 1) % nodes,)) for i in range(nodes)]
    more = draw(st.lists(st.tuples(*[st.integers(0, nodes - 1)] * 2), max_size=4))
    links = ring + [((a,), (b,)) for a, b in more if a != b]
    net = from_devices([(i,) for i in range(nodes)], [("link", "link", list(link)) for link in links])
    vcs, kind = draw(st.integers(1, 3)), draw(st.sampled_from(kinds))
    salt = draw(st.integers(0, 10**6))
    label_count = draw(st.integers(1, 2))
    budget = {}

    def far(destination):
        if destination not in budget:
            left = {destination: 0}
            while len(left) < nodes:
                reach = max(left.values())
                left |= {int(net.origin[h]): reach + 1 for h in range(net.hop_count)
                         if int(net.origin[h]) not in left and left.get(int(net.target[h])) == reach}  # fmt: skip
            budget[destination] = left
        return budget[destination]

    def next_channels(node, came_by, destination, label):
        left = far(destination)
        able = [h * vcs + vc for h in range(int(net.indptr[node]), int(net.indptr[node + 1])) for vc in range(vcs)
                if left[int(net.target[h])] < left[node]]  # fmt: skip
        if came_by is None:  # the first hop may go anywhere but to a place from which the packet comes back at once
            able += [h * vcs for h in range(int(net.indptr[node]), int(net.indptr[node + 1]))]
        able = sorted(set(able))
        pick = crc32(repr((salt, node, came_by, destination, label)).encode())
        if kind == "deterministic":
            return [(able[pick % len(able)], Fraction(1))]
        count = 1 + pick % min(3, len(able))
        chosen = [able[(pick // 7 + i) % len(able)] for i in range(count)]
        weights = [1 + (pick >> (3 * i)) % 5 for i in range(count)]
        return [(c, Fraction(w, sum(weights))) for c, w in zip(chosen, weights, strict=True)]

    labels = (None,) if label_count == 1 else ("a", "b")
    return ChannelRouting(
        "random", net, kind, next_channels, vcs, labels=lambda s, t: labels[: 1 + (s * 7 + t + salt) % len(labels)]
    )
