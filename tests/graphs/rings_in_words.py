"""Families of rings and their routes as the paper says them, on words of digits: slow and obvious.

A ring is (its class, its nodes in the order of travel); a route is a list of (class, from node, to node).
"""

from collections import Counter
from itertools import product


def words(f, r):
    return list(product(range(f), repeat=r))


def add(word, place, amount, f):
    return (*word[:place], (word[place] + amount) % f, *word[place + 1 :])


def turned(nodes):
    """The ring beginning with its least node."""
    first = nodes.index(min(nodes))
    return tuple(nodes[first:] + nodes[:first])


def cube_rings(sizes):
    found = set()
    for node in product(*map(range, sizes)):
        for d, size in enumerate(sizes):
            found.add(("ring", turned([add(node, d, k, size) for k in range(size)])))
    return found


def cube_route(sizes, source, target):
    hops, node = [], source
    for d in reversed(range(len(sizes))):
        while node[d] != target[d]:
            after = add(node, d, 1, sizes[d])
            hops.append(("ring", node, after))
            node = after
    return hops


def fabric_rings(g, r, straight):
    """Straight rings along each row; and from row x through all stages to row x + d, and back to x."""
    found = {(straight, turned([(s, x) for s in range(r)])) for x in words(g, r)}
    for x in words(g, r):
        for d in range(1, g):
            nodes, z = [], x
            for change in (d, -d):
                for s in range(r):
                    nodes.append((s, z))
                    z = add(z, s, change, g)
            assert z == x
            found.add(("long", turned(nodes)))
    return found


def fabric_hop(node, target, g, r, straight):
    s, z = node
    change = target[1][s] - z[s]
    return ("long" if change else straight, node, ((s + 1) % r, add(z, s, change, g)))


def deadfly_route(g, r, source, target):
    hops, node = [], source
    while node != target:
        hops.append(fabric_hop(node, target, g, r, "short"))
        node = hops[-1][2]
    return hops


def along(node, stage, r):
    """By secondary links to a stage of the same row."""
    hops = []
    while node[0] != stage:
        after = ((node[0] + 1) % r, node[1])
        hops.append(("secondary", node, after))
        node = after
    return hops


def livefly_route(g, r, source, target):
    if source[1] == target[1]:
        return along(source, target[0], r)
    hops = along(source, 0, r)
    node = (0, source[1])
    for _ in range(r):
        hops.append(fabric_hop(node, target, g, r, "primary"))
        node = hops[-1][2]
        if node == target:
            return hops
    return hops + along(node, target[0], r)


def livefly_rings(g, r):
    return fabric_rings(g, r, "primary") | {("secondary", turned([(s, x) for s in range(r)])) for x in words(g, r)}


def shuffle_rings(f, r):
    """The rotations of a word of r + 1 digits: the packet is at the first r of them."""
    found = set()
    for word in words(f, r + 1):
        nodes, w = [], word
        while not nodes or w != word:
            nodes.append(w[:-1])
            w = w[1:] + w[:1]
        assert len(set(nodes)) == len(nodes)
        found.add(("link", turned(nodes)))
    return found


def loads(rings, routes):
    """send, echo by (class, from, to) and entries by node, from routes as (packets, route); each checked for the rule."""
    ring_of, link_after = {}, {}
    for number, (name, nodes) in enumerate(sorted(rings)):
        for u, v in zip(nodes, nodes[1:] + nodes[:1], strict=True):
            assert (name, u, v) not in ring_of
            ring_of[name, u, v] = number
            link_after[number, u] = (name, u, v)
    send, echo, entries, distances, visited = Counter(), Counter(), Counter(), Counter(), Counter()
    for packets, route in routes:
        runs = []
        for hop in route:
            send[hop] += packets
            ring = ring_of[hop]
            if runs and runs[-1][0] == ring:
                runs[-1][2] = hop[2]
            else:
                runs.append([ring, hop[1], hop[2]])
        assert len({ring for ring, _, _ in runs}) == len(runs), "a ring is visited twice"
        for ring, entry, leave in runs:
            entries[entry] += packets
            while leave != entry:
                echo[link_after[ring, leave]] += packets
                leave = link_after[ring, leave][2]
        distances[len(route)] += packets
        visited[len(runs)] += packets
    return send, echo, entries, distances, visited
