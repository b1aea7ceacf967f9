"""Deadlock of messages between some pairs only."""

import json
import random

import networkx as nx
import pytest

from netlemma.checks import deadlock
from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.errors import CertificateError, RoutingError, TrafficError
from netlemma.graphs import network
from netlemma.graphs.routing.goal_graph import goal_graphs
from netlemma.graphs.routings import channel_routing, channel_routings
from netlemma.graphs.traffic.active_pairs import talking
from netlemma.graphs.traffic.named import traffic


def one_route(routing, source, destination):
    node, came, found = source, None, []
    while node != destination:
        [(came, _)] = routing.next_channels(node, came, destination, None)
        found.append(came)
        node = routing.end(came)
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("family", "sizes"), [("ring", {"K": 6}), ("toroid", {"w": 4, "D": 2}), ("oneway-torus", {"k": 4, "n": 1})]
)
def test_rings_are_free_where_the_routes_of_the_pairs_close_no_circle(family, sizes, seed):
    net, draw = network(family, **sizes), random.Random(seed)
    routing = channel_routing(net, "dimension-order")
    for _ in range(6):
        pairs = [draw.sample(range(net.node_count), 2) for _ in range(draw.randint(2, 14))]
        first = {pair[0]: tuple(pair) for pair in pairs}  # one destination of each source
        behind = nx.DiGraph()
        for source, destination in first.values():
            nx.add_path(behind, one_route(routing, source, destination))
        free = nx.is_directed_acyclic_graph(behind)
        found = deadlock(net, traffic=dict.fromkeys(first.values(), 1))
        assert found.verdict == ("deadlock-free" if free else "deadlock")
        assert certify(json.loads(json.dumps(found.certificate))).accepted


def test_only_pairs_that_talk_have_packets():
    net = network("mesh", k=3, n=2)
    routing = channel_routing(net, "shortest-adaptive")
    sent = traffic(net, "transpose")
    assert sum(len(graph.sources) for graph in goal_graphs(talking(routing, sent))) == 6
    assert talking(routing, traffic(net, "hotspot nodes=0 share=1/4")) is routing


def test_a_network_may_be_free_for_a_stencil_and_not_for_all_pairs():
    asked = {"w": 5, "D": 2}
    free = deadlock("toroid", traffic="stencil", **asked)
    assert (free.verdict, deadlock("toroid", **asked).verdict) == ("deadlock-free", "deadlock")
    assert "packets of traffic stencil" in free.scope
    data = json.loads(json.dumps(free.certificate))
    assert check_certificate(data).startswith(
        "deadlock-free: toroid w=5 D=2, routing dimension-order, wormhole switching, traffic 'stencil'"
    )
    for forged in (
        {key: value for key, value in data.items() if key != "traffic"},
        {**data, "traffic": {"name": "tornado"}},
        {**data, "traffic": {"name": "uniform"}},
        {**data, "traffic": {"name": "stencil", "pairs": []}},
    ):
        with pytest.raises(CertificateError):
            check_certificate(forged)


def test_pairs_of_a_file_are_in_the_certificate(tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text("source,destination\n0,2\n1,0\n2,1\n")
    found = deadlock("oneway-torus", traffic=f"permutation {file}", k=3, n=1)
    assert found.verdict == "deadlock"
    data = json.loads(json.dumps(found.certificate))
    assert data["traffic"]["pairs"] == [[1, 0], [2, 1], [0, 2]]
    file.unlink()
    assert certify(data).accepted
    with pytest.raises(CertificateError, match="its pairs are expected"):
        check_certificate({**data, "traffic": {"name": data["traffic"]["name"]}})
    with pytest.raises(CertificateError, match="no two ends"):
        check_certificate({**data, "traffic": {"name": "x", "pairs": [[0, 9]]}})


NETWORKS = [("toroid", {"w": 3, "D": 2}), ("mesh", {"k": 3, "n": 2}), ("hypercube", {"n": 3}), ("oneway-torus", {"k": 3, "n": 2}),
            ("fat-tree", {"k": 4}), ("dragonfly", {"p": 1, "a": 2, "h": 1}), ("ring", {"K": 5}), ("pancake", {"n": 3})]  # fmt: skip
PATTERNS = [
    "tornado",
    "transpose",
    "bit-complement",
    "neighbor",
    "shuffle",
    "hotspot nodes=0 share=1",
    "permutation seed=3",
]


def certificates(family, sizes, routing):
    """Whether the certificate of each pattern between whose pairs the routing has a verdict is accepted, with its words."""
    net = network(family, **sizes)
    for pattern in PATTERNS:
        try:
            found = deadlock(net, routing, traffic=pattern)
        except (RoutingError, TrafficError):  # the routing or the pattern is none of this network
            continue
        yield pattern, certify(json.loads(json.dumps(found.certificate)))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("routing", sorted(channel_routings()))
@pytest.mark.parametrize(("family", "sizes"), NETWORKS)
def test_finder_and_checker_mean_the_same_pairs(family, sizes, routing):
    for pattern, found in certificates(family, sizes, routing):
        assert found.accepted, (pattern, found.words)


@pytest.mark.parametrize("routing", ["romm", "k-shortest", "valiant"])
def test_only_packets_of_pairs_that_talk_make_dependencies(routing):
    net = network("toroid", w=3, D=2)
    every, sent = channel_routing(net, routing), traffic(net, "tornado")
    behind = set()
    for source, to in zip(sent.source.tolist(), sent.destination.tolist(), strict=True):
        for label in every.labels(source, to) if source != to else ():
            seen, todo = set(), [(source, None)]
            while todo:
                node, came = todo.pop()
                for channel, _ in every.next_channels(node, came, to, label):
                    behind |= {(came, channel)} if came is not None else set()
                    if channel not in seen and not every.delivers(channel, to, label):
                        todo.append((every.end(channel), channel))
                    seen.add(channel)
    found = deadlock(net, routing, traffic="tornado")
    assert found.dependencies == len(behind)
