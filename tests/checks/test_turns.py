"""Turns that routings state: a superset of the dependencies of their packets, and what is decided from them."""

import json
import random
from dataclasses import replace
from itertools import product

import networkx as nx
import numpy as np
import pytest

from netlemma.checks.certificates.certification import check_certificate
from netlemma.checks.certificates.channel_numbering import rise_along_turns
from netlemma.errors import CertificateError, RoutingError
from netlemma.graphs import from_devices, network
from netlemma.graphs.deadlock import decide as channels
from netlemma.graphs.deadlock.decide import decide, decide_by_turns
from netlemma.graphs.routing.capabilities import Turns
from netlemma.graphs.routings import channel_routing, channel_routings
from netlemma.graphs.sources.python import from_networkx
from tests.graphs.followed import follow

SMALL = [
    ("mesh", {"k": 4, "n": 2}), ("mesh", {"k": 3, "n": 3}), ("line(2) x line(5)", {}), ("mesh", {"k": 4, "n": 1}),
    ("toroid", {"w": 4, "D": 2}), ("cube-connected-cycles", {"D": 3}), ("hypercube", {"n": 3}), ("ring", {"K": 5}),
    ("clique(3) x bus(3)", {}),
]  # fmt: skip


def stated():
    """All routings with all small networks where they state turns."""
    for name, (family, sizes), vcs in product(channel_routings(), SMALL, (1, 2)):
        try:
            routing = channel_routing(network(family, **sizes), name, vcs)
        except RoutingError:
            continue
        if routing.dependencies.turns is not None:
            yield routing


def permitted(routing, turns):
    """The pairs of channels that are permitted turns, one after the other."""
    every = range(routing.channel_count)
    return {
        (c, x)
        for c, x in product(every, every)
        if routing.end(c) == routing.start(x) and turns.allowed[turns.kind[c], turns.kind[x]]
    }


@pytest.mark.in_turn
def test_dependencies_are_permitted_turns():
    seen = set()
    for routing in stated():
        turns = routing.dependencies.turns()
        taken = {(c, x) for after in follow(routing).after.values() for c, later in after.items() for x in later}
        assert taken <= permitted(routing, turns), routing.title
        found, plainly = decide_by_turns(routing, "wormhole"), decide(routing)
        assert found.verdict == plainly.verdict == "deadlock-free"
        assert found.dependencies == len(permitted(routing, turns)) >= plainly.dependencies
        shown = check_certificate(json.loads(json.dumps(found.certificate)))
        assert f": numbers rise along {found.dependencies:,} turns" in shown
        seen.add(routing.name)
    assert seen == {"up-down", "up-down-adaptive", "west-first", "north-last", "negative-first", "odd-even"}


@pytest.mark.parametrize("name", ["up-down", "west-first", "north-last", "negative-first", "odd-even"])
def test_each_number_is_checked(name):
    routing = channel_routing(network("mesh", k=3, n=2), name)
    given = decide_by_turns(routing, "wormhole").certificate["numbers"]
    for c, v in enumerate(given):
        for wrong in (v + 1, v - 1, 1000, None):
            with pytest.raises(CertificateError):
                rise_along_turns(routing, [*given[:c], wrong, *given[c + 1 :]])


def test_turns_against_their_graph():
    """Numbers are longest chains, and none exist where turns close a cycle."""
    rng, cyclic = random.Random(3), 0
    for _ in range(200):
        nodes, hops, kinds = rng.randint(1, 5), rng.randint(0, 9), rng.randint(1, 3)
        start, end = (np.array([rng.randrange(nodes) for _ in range(hops)], dtype=np.int64) for _ in range(2))
        kind = np.array([rng.randrange(kinds) for _ in range(hops)], dtype=np.int64)
        turns = Turns(kind, np.array([[rng.random() < 0.4 for _ in range(kinds)] for _ in range(kinds)]))
        graph = nx.DiGraph()
        graph.add_nodes_from(range(hops))
        graph.add_edges_from(
            (c, x)
            for c, x in product(range(hops), range(hops))
            if end[c] == start[x] and turns.allowed[kind[c], kind[x]]
        )
        assert turns.dependencies(start, end) == graph.number_of_edges()
        found = turns.numbering(start, end)
        if not nx.is_directed_acyclic_graph(graph):
            assert found is None
            cyclic += 1
            continue
        longest = dict.fromkeys(graph, 0)
        for c in nx.topological_sort(graph):
            for x in graph[c]:
                longest[x] = max(longest[x], longest[c] + 1)
        assert found == [longest[c] for c in range(hops)]
    assert 40 < cyclic < 160


def adapters(links, hosts, **options):
    """Up*/down* in a network some of whose nodes pass on nothing."""
    labels = sorted({(u,) for pair in links for u in pair})
    net = from_devices(labels, [("link", "link", ((a,), (b,))) for a, b in links])
    forwards = np.array([u[0] not in hosts for u in labels])
    return channel_routing(replace(net, forwards=forwards, terminals=tuple(sorted(hosts))), "up-down", **options)


@pytest.mark.parametrize("root", range(7))
def test_nodes_that_pass_on_nothing(root):
    """Adapters 0, 1 and 6 at switches 2 to 5: delivered from any root."""
    routing = adapters([(0, 2), (1, 3), (2, 4), (3, 4), (4, 5), (2, 3), (5, 6)], {0, 1, 6}, root=root)
    found = routing.dependencies.turns()
    assert found is not None and decide(routing).verdict == "deadlock-free"
    assert rise_along_turns(routing, decide_by_turns(routing, "wormhole").certificate["numbers"])


def test_no_turns_are_stated_where_packets_may_strand():
    """Switches that are joined by an adapter alone, and a network in two parts."""
    apart = adapters([(0, 1), (1, 2), (2, 3), (3, 4)], {0, 2, 4}, root=1)
    assert apart.dependencies.turns() is None
    with pytest.raises(RoutingError, match="stranded"):
        decide(apart)
    labels = [(u,) for u in range(4)]
    parts = from_devices(labels, [("link", "link", ((a,), (b,))) for a, b in [(0, 1), (2, 3)]])
    assert channel_routing(parts, "up-down").dependencies.turns() is None


def test_a_packet_that_takes_another_turn_is_seen():
    routing = channel_routing(network("mesh", k=3, n=2), "west-first")
    numbers = decide_by_turns(routing, "wormhole").certificate["numbers"]
    other = channel_routing(network("mesh", k=3, n=2), "north-last")
    with pytest.raises(CertificateError, match="a turn that west-first forbids"):
        rise_along_turns(replace(routing, next_channels=other.next_channels), numbers)


@pytest.mark.in_turn
@pytest.mark.parametrize("net", [nx.path_graph(3001), nx.star_graph(5000), nx.random_regular_graph(6, 3000, 1)])
def test_large_networks_are_not_followed(net, monkeypatch):
    monkeypatch.setattr(channels, "channel_dependencies", None)
    found = decide(channel_routing(from_networkx(net), "up-down"))
    assert found.verdict == "deadlock-free" and found.certificate["kind"] == "turns"
