"""Layers of shortest paths, against layers found path by path with NetworkX."""

import networkx as nx
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.routings import channel_routing, layer_loops

NETWORKS = [
    network("ring", K=7), network("kneser", n=5, k=2), network("kautz", d=2, D=3), network("oneway-torus", k=3, n=2),
    network("jellyfish", switches=10, degree=4, terminals=2), network("xgft", m=(3, 2), w=(1, 2)), network("permutation-star", n=4),
    network("line(2) x ring(2)"),
]  # fmt: skip


def slow_layers(net):
    """The lowest layer in which a path closes no cycle, pair after pair."""
    first, layers, found = channel_routing(net, "shortest-first"), [], {}
    for destination in net.ends:
        for source in net.ends:
            if source == destination:
                continue
            path, node = [], source
            while node != destination:
                ((hop, _),) = first.next_channels(node, path[-1] if path else None, destination, None)
                path.append(hop)
                node = first.end(hop)
            for number in range(len(layers) + 1):
                tried = layers[number].copy() if number < len(layers) else nx.DiGraph()
                nx.add_path(tried, path)
                if nx.is_directed_acyclic_graph(tried):
                    layers[number:number + 1] = [tried]  # fmt: skip
                    found[source, destination] = number
                    break
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize("net", NETWORKS, ids=lambda net: net.title)
def test_layers_are_those_found_path_by_path(net, monkeypatch):
    expected = slow_layers(net)
    for fast in (False, True) if net.family == "jellyfish" else (False,):
        monkeypatch.setattr("netlemma.graphs.base.compiled.worth_compiling", lambda steps, fast=fast: fast)
        by = channel_routing(net, "lash")
        assert {pair: by.labels(*pair)[0] for pair in expected} == expected
        assert by.vcs == 1 + max(expected.values()) and decide(by).verdict == "deadlock-free"


@pytest.mark.parametrize("net", NETWORKS, ids=lambda net: net.title)
def test_layers_are_the_same_where_gaps_are_used_up_and_lists_have_many_blocks(net, monkeypatch):
    expected = channel_routing(net, "lash")
    monkeypatch.setattr("netlemma.graphs.base.compiled.worth_compiling", lambda steps: False)
    monkeypatch.setattr(layer_loops, "TOP", 2 * (net.hop_count + 2))
    monkeypatch.setattr(layer_loops, "WIDE", 2)
    found = channel_routing(net, "lash")
    pairs = [(s, d) for s in net.ends for d in net.ends if s != d]
    assert [found.labels(*pair) for pair in pairs] == [expected.labels(*pair) for pair in pairs]


def test_fewer_channels_than_layers_are_refused_and_more_are_spare():
    ring = network("ring", K=7)
    with pytest.raises(RoutingError, match=r"more than 1 layers .*: give more of them, or leave out vcs$"):
        channel_routing(ring, "lash", 1)
    assert decide(channel_routing(ring, "lash", 3)).verdict == "deadlock-free"


def test_layers_need_fewer_channels_than_orders_of_hops_do():
    net = network("oneway-torus", k=4, n=2)
    found = fewest_channels(net, "shortest-first", most_rounds=0).fewest_vcs
    assert found["routing"] == "lash vcs=3" and decide(channel_routing(net, "lash", 3)).verdict == "deadlock-free"
