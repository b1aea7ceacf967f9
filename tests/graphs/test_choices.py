"""Choices of messages on explicit networks, against every path written down hop by hop."""

from collections import Counter
from fractions import Fraction

import pytest

from netlemma.graphs import network
from netlemma.graphs.loads.adaptivity import EQUALLY_LIKELY, ChoiceCounts

NETWORKS = [
    network("oneway-torus", k=2, n=1),
    network("oneway-torus", k=3, n=2),
    network("oneway-torus", k=2, n=4),
    network("oneway-torus", k=4, n=2),
    network("oneway-torus", k=3, n=3),
    network("hypercube", n=4),
    network("mesh", k=3, n=2),
    network("toroid", w=4, D=2),
]


def hops(net, node):
    return net.target[net.indptr[node] : net.indptr[node + 1]].tolist()


def distances(net, target):
    """Hops to the target from everywhere, by trying longer and longer ways."""
    left = {target: 0}
    while len(left) < net.node_count:
        reach = max(left.values())
        left |= {v: reach + 1 for v in range(net.node_count) if v not in left and any(w in left for w in hops(net, v))}
    return left


def paths(net, source, left):
    """Every shortest path, parallel hops apart."""
    if left[source] == 0:
        return [[source]]
    return [[source, *rest] for v in hops(net, source) if left[v] == left[source] - 1 for rest in paths(net, v, left)]


def chances(net, source, target, h):
    """How many choices a message has at its h-th channel, in the three meanings of equally likely."""
    left = distances(net, target)
    every = paths(net, source, left)

    def choices(node):
        return sum(left[v] == left[node] - 1 for v in hops(net, node))

    found = {name: Counter() for name in EQUALLY_LIKELY}
    places = {path[h - 1] for path in every}
    for node in places:
        found["places"][choices(node)] += Fraction(1, len(places))
    for path in every:
        found["paths"][choices(path[h - 1])] += Fraction(1, len(every))
        chance = Fraction(1)
        for node in path[:-1]:
            chance /= choices(node)
        found["walk"][choices(path[h - 1])] += chance
    return left[source], found


@pytest.mark.parametrize("net", NETWORKS, ids=lambda net: net.title)
@pytest.mark.parametrize("source", [0, -1])
def test_every_path_written_down(net, source) -> None:
    source %= net.node_count
    found = ChoiceCounts(net, source)
    for target in range(net.node_count):
        counts = found.to(target)
        for h in range(1, found.distance[target] + 1):
            i, expected = chances(net, source, target, h)
            assert i == found.distance[target] == len(counts["paths"])
            for name in EQUALLY_LIKELY:
                row = counts[name][h - 1]
                assert {m: Fraction(x, sum(row.values())) for m, x in row.items()} == expected[name]


def test_targets_equally_far_are_equally_likely() -> None:
    net = NETWORKS[1]
    found = ChoiceCounts(net)
    assert found.nodes_at == [1, 2, 3, 2, 1] and found.distance[found.farthest] == 4
    for i in range(1, 5):
        near = [t for t in range(9) if found.distance[t] == i]
        for h in range(1, i + 1):
            each = [chances(net, 0, t, h)[1]["paths"] for t in near]
            expected = {m: sum(one[m] for one in each) / len(near) for m in {m for one in each for m in one}}
            assert found.chances(i, h, "paths") == expected
            assert found.mean(i, h, "paths") == sum(m * p for m, p in expected.items())


def test_an_unknown_meaning_of_equally_likely_is_refused() -> None:
    with pytest.raises(KeyError):
        ChoiceCounts(NETWORKS[0]).chances(1, 1, "nodes")
