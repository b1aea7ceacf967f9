"""Naive oracles: every route of every pair, one by one, on the NetworkX graph. Slow and obvious."""

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest

from netlemma.graphs import from_devices


def hops_of(graph):
    """For each node its hops (next node, device number), read off the edges; a bus leads to all its others."""
    hops = {}
    for node, kind in graph.nodes(data="kind"):
        if kind != "node":
            continue
        hops[node] = []
        for _, near, index in graph.edges(node, data="index"):
            if graph.nodes[near]["kind"] == "bus":
                hops[node] += [(far, index) for _, far in graph.edges(near) if far != node]
            else:
                hops[node].append((near, index))
    return hops


def all_routes(hops, source, passing=None):
    """All shortest routes from the source as lists of devices, by destination; through the nodes of ``passing`` alone."""
    routes = {source: [[]]}
    border = [source]
    while border:
        found = {}
        for here in border:
            if passing is not None and here not in passing and here != source:
                continue
            for there, device in hops[here]:
                if there not in routes:
                    found.setdefault(there, []).extend([*route, device] for route in routes[here])
        routes |= found
        border = list(found)
    return routes


def naive_measure(graph, ends=None, passing=None):
    """Visit ratios by device number, mean distance, diameter and profile, by enumerating every route between ends."""
    hops = hops_of(graph)
    ends = list(hops) if ends is None else ends
    visits, distances, paths, farthest = Counter(), [], Counter(), {}
    for source in ends:
        routes = {end: ways for end, ways in all_routes(hops, source, passing).items() if end in ends}
        assert len(routes) == len(ends)
        for target, ways in routes.items():
            distances.append(len(ways[0]))
            paths[len(ways[0])] += len(ways)
            farthest.setdefault(len(ways[0]), set()).add(len(ways))
            for way in ways:
                for device in way:
                    visits[device] += Fraction(1, len(ways))
            assert target in hops
    pairs = len(ends) * (len(ends) - 1)
    far = farthest[max(distances)]
    return SimpleNamespace(
        visit_ratio={device: load / pairs for device, load in visits.items()},
        mean_distance=Fraction(sum(distances), pairs),
        diameter=max(distances),
        nodes_at_distance=[distances.count(i) for i in range(max(distances) + 1)],
        shortest_paths_at_distance=[paths[i] for i in range(max(distances) + 1)],
        farthest_shortest_paths=far.pop() if len(far) == 1 else None,
    )


def naive_loads(hops, nodes):
    """Loads by device from numbers of shortest paths (Brandes) in Fractions, where routes are too many to list."""
    loads = Counter()
    for source in nodes:
        distance, paths, order = {source: 0}, Counter({source: 1}), [source]
        for u in order:
            for v, _ in hops[u]:
                if v not in distance:
                    distance[v] = distance[u] + 1
                    order.append(v)
                if distance[v] == distance[u] + 1:
                    paths[v] += paths[u]
        behind = Counter()
        for u in reversed(order):
            for v, device in hops[u]:
                if distance[v] == distance[u] + 1:
                    part = Fraction(paths[u], paths[v]) * (1 + behind[v])
                    loads[device] += part
                    behind[u] += part
    return loads


def twisted():
    """A small network of all kinds of devices, parallel ones among them, without symmetry."""
    return from_devices(
        [(i,) for i in range(7)],
        [
            ("cable", "link", [(0,), (1,)]),
            ("cable", "link", [(0,), (1,)]),
            ("bus", "bus", [(0,), (1,), (2,)]),
            ("cable", "link", [(2,), (3,)]),
            ("oneway", "one-way link", [(3,), (4,)]),
            ("oneway", "one-way link", [(4,), (0,)]),
            ("cable", "link", [(4,), (5,)]),
            ("bus", "bus", [(3,), (5,), (6,)]),
        ],
    )


@pytest.fixture(scope="session")
def naive():
    return SimpleNamespace(measure=naive_measure, hops=hops_of, loads=naive_loads, twisted=twisted)


@pytest.fixture(params=["plain", "compiled", "primes"])
def method(request, monkeypatch):
    """Counts by plain Python, by 64-bit words where they are long enough, or modulo primes."""
    import netlemma.graphs.loads.shortest_loads
    import netlemma.graphs.topology.symmetry

    for module in (netlemma.graphs.loads.shortest_loads, netlemma.graphs.topology.symmetry):
        monkeypatch.setattr(module, "worth_compiling", lambda steps: request.param != "plain")
    if request.param == "primes":
        monkeypatch.setattr(netlemma.graphs.loads.shortest_loads, "count_by_words", lambda *_: None)
    return request.param
