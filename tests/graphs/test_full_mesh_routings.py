"""Routings of full meshes: along a subnetwork without virtual channels, and with one detour."""

from itertools import pairwise

import networkx as nx
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing, full_mesh

NETS = [
    ("complete", {"n": 5}),
    ("complete", {"n": 8}),
    ("hyperx", {"S": (4,), "T": 2}),
    ("flattened-butterfly", {"k": 3, "n": 2}),
]
SERVICES = ["path", "tree", "mesh", "hypercube"]


def switches_of_ways(made, source, destination):
    """The switches of all ways of a packet, followed hop by hop."""
    net, found, todo = made.network, set(), [(source, None, (source,))]
    while todo:
        node, came, way = todo.pop()
        if node == destination and came is not None:
            found.add(tuple(u for u in way if net.forwarding[u]))
            continue
        choices = made.next_channels(node, came, destination, None)
        assert choices and len(way) <= net.node_count + 2
        todo += [(made.end(c), c, (*way, made.end(c))) for c, _ in choices]
    return found


@pytest.mark.parametrize(("name", "sizes"), NETS, ids=str)
def test_one_detour_takes_the_direct_hop_or_two_by_any_other_switch(name, sizes):
    net = network(name, **sizes)
    made = channel_routing(net, "one-detour")
    owner = [u if net.forwarding[u] else int(net.target[net.indptr[u]]) for u in range(net.node_count)]
    switches = [u for u in range(net.node_count) if net.forwarding[u]]
    for source, destination in [(s, d) for s in net.ends for d in net.ends if s != d]:
        here, there = owner[source], owner[destination]
        expected = {(here, there), *((here, by, there) for by in switches if by not in (here, there))}
        assert switches_of_ways(made, source, destination) == (expected if here != there else {(here,)})
    assert [decide(channel_routing(net, "one-detour", vcs)).verdict for vcs in (1, 2, 3)] == [
        "deadlock",
        *["deadlock-free"] * 2,
    ]


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("n", [4, 5, 8])
def test_tera_goes_along_its_subnetwork_but_for_a_hop_at_each_end(n, service):
    if service == "hypercube" and n == 5:
        with pytest.raises(RoutingError, match="5 switches, which is no power of 2"):
            channel_routing(network("complete", n=n), "tera", service=service)
        return
    made = channel_routing(network("complete", n=n), "tera", service=service)
    own = {c for c in range(made.channel_count) if made.escape(c)}
    graph = nx.Graph((made.start(c), made.end(c)) for c in own)
    built = {"path": nx.path_graph(n), "tree": nx.full_rary_tree(2, n), "hypercube": nx.hypercube_graph(n.bit_length() - 1),
             "mesh": nx.grid_2d_graph(*{4: (2, 2), 5: (1, 5), 8: (2, 4)}[n])}[service]  # fmt: skip
    assert nx.is_isomorphic(graph, built)
    detours = 0
    for source, destination in [(s, d) for s in range(n) for d in range(n) if s != d]:
        for way in switches_of_ways(made, source, destination):
            assert way[0] == source and way[-1] == destination and len(set(way[1:])) == len(way) - 1
            inside = [graph.has_edge(u, v) for u, v in pairwise(way)]
            assert all(inside[1:-1])
            detours += not inside[0] and len(way) == 3
            for i in range(1, len(way) - 1):  # along the subnetwork it comes nearer
                if inside[i]:
                    far = [nx.shortest_path_length(graph, u, destination) for u in way[i : i + 2]]
                    assert far[1] == far[0] - 1
    assert detours


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("switching", ["wormhole", "cut-through"])
@pytest.mark.parametrize(("name", "sizes"), [("complete", {"n": 8}), ("hyperx", {"S": (4,), "T": 2})], ids=str)
def test_tera_needs_no_virtual_channels_and_does_need_its_choice(name, sizes, switching, service):
    net = network(name, **sizes)
    assert decide(channel_routing(net, "tera", service=service), switching).verdict == "deadlock-free"
    drawn = decide(channel_routing(net, "tera", service=service, choice="uniform"), switching)
    assert drawn.verdict == "deadlock" or name == "hyperx"  # its four switches have few links beside a ring


def test_a_subnetwork_whose_own_routing_closes_a_circle_is_no_escape(monkeypatch):
    def around(size, node, goal):
        return (node + 1) % size

    monkeypatch.setitem(full_mesh.SERVICES, "ring", around)
    net = network("complete", n=3)
    assert decide(channel_routing(net, "tera", service="ring")).verdict == "deadlock"


@pytest.mark.parametrize("name", ["tera", "one-detour"])
@pytest.mark.parametrize(
    ("family", "sizes"), [("mesh", {"k": 3, "n": 2}), ("dragonfly", {"p": 1, "a": 2, "h": 1})], ids=str
)
def test_other_networks_are_refused(name, family, sizes):
    with pytest.raises(RoutingError, match="full meshes, whose switches are all linked once"):
        channel_routing(network(family, **sizes), name)
    with pytest.raises(RoutingError, match="tera takes path, tree, mesh, hypercube"):
        channel_routing(network("complete", n=4), "tera", service="star")
