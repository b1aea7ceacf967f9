"""Loads of channels and worst cases against routes enumerated one by one."""

import csv
import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.errors import NetworkError
from netlemma.graphs import from_devices, network
from netlemma.graphs.loads import channel_loads, shortest_loads
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.building import from_rates, permutation
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import channel_names, channels_of
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.worst.shares import share, shares
from netlemma.graphs.traffic.worst.worst_case import matching, potentials, worst_case
from tests.graphs.routing_oracle import routings, walks


def alike(routing):
    """The routing that draws each choice of an adaptive one with the same probability."""

    def next_channels(*place):
        choices = {channel for channel, weight in routing.next_channels(*place) if weight}
        return [(channel, Fraction(1, len(choices))) for channel in choices]

    return replace(
        routing, kind="oblivious", next_channels=next_channels, arrays=replace(routing.arrays, choices_to=None)
    )


def crossed_by(routing, source, destination):
    """Expected crossings of each hop by a message of one pair, from all its routes."""
    net = routing.network
    found = [Fraction(0)] * net.hop_count
    if routing.kind == "adaptive":
        routing = alike(routing)

    labels = routing.labels(source, destination)
    for label in labels:
        for route, likely in walks(routing, source, destination, label):
            for channel in route:
                found[channel // routing.vcs] += likely / len(labels)
    return found


def loads_one_by_one(routing, found):
    net = routing.network
    total = [Fraction(0)] * net.hop_count
    for s, t in product(net.ends, repeat=2):
        if s != t:
            for hop, crossings in enumerate(crossed_by(routing, s, t)):
                total[hop] += found.between(s, t) * crossings
    return total


CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", "transpose"),
    ("mesh", {"k": 3, "n": 2}, "west-first", "tornado"),
    ("toroid", {"w": 4, "D": 1}, "dimension-order ties=split", "antipodal"),
    ("toroid", {"w": 4, "D": 2}, "shortest", "hotspot nodes=3 share=1/3"),
    ("toroid", {"w": 4, "D": 1}, "valiant", "neighbor"),
    ("toroid", {"w": 4, "D": 2}, "o1turn ties=split", "tornado"),
    ("mesh", {"k": 3, "n": 2}, "romm", "transpose"),
    ("toroid", {"w": 4, "D": 1}, "romm ties=minus", "antipodal"),
    ("cube-connected-cycles", {"D": 3}, "valiant-2phase", "permutation seed=2"),
    ("mesh", {"k": 3, "n": 2}, "ecmp", "bit-complement"),
    ("mesh", {"k": 2, "n": 2}, "valiant", "mix 1/2*uniform+1/3*bit-complement"),
    ("cube-connected-cycles", {"D": 3}, "up-down", "permutation seed=4"),
    ("hypercube", {"n": 3}, "dimension-order", "bit-reverse"),
]


def named(net, words):
    name, *options = words.split()
    return channel_routing(net, name, **dict(option.split("=") for option in options))


@pytest.mark.in_turn
@pytest.mark.parametrize(("family", "sizes", "words", "pattern"), CASES)
def test_loads(family, sizes, words, pattern):
    net = network(family, **sizes)
    routing, sent = named(net, words), traffic(net, pattern)
    assert traffic_loads(routing, sent) == loads_one_by_one(routing, sent)


@settings(max_examples=30)
@given(routings(("deterministic", "oblivious")), st.data())
def test_loads_of_any_routing(routing, data):
    ends = list(routing.network.ends)
    rates = data.draw(
        st.dictionaries(st.tuples(st.sampled_from(ends), st.sampled_from(ends)), st.integers(1, 3), max_size=5)
    )
    rates = {pair: Fraction(rate, 15) for pair, rate in rates.items() if pair[0] != pair[1]}
    if rates:
        sent = from_rates(routing.network, rates, "drawn")
        assert traffic_loads(routing, sent) == loads_one_by_one(routing, sent)


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("by_words", [True, False])
def test_messages_on_shortest_paths_by_compiled_loops(seed, by_words, monkeypatch):
    """Single pairs, hotspots and even rates on one-way links, buses and behind adapters: as followed route by route."""
    rng = random.Random(seed)
    n, leaves = rng.randint(3, 9), rng.randint(0, 2)
    nodes = [(i,) for i in range(n + leaves)]
    devices = [("ring", "one-way link", [nodes[i], nodes[(i + 1) % n]]) for i in range(n)]
    for _ in range(2 * n):
        kind = rng.choice(["link", "one-way link", "bus"])
        devices.append((kind, kind, rng.sample(nodes[:n], min(n, 2 if kind != "bus" else rng.randint(2, 4)))))
    devices += [("adapter", "link", [leaf, node]) for leaf in nodes[n:] for node in rng.sample(nodes[:n], 2)]
    net = replace(from_devices(nodes, devices), forwards=np.arange(n + leaves) < n)
    routing = channel_routing(net, "shortest")
    pairs = rng.sample([(s, t) for s in range(n + leaves) for t in range(n + leaves) if s != t], 4)
    some = from_rates(net, dict.fromkeys(pairs, Fraction(1, 7)), "some")
    monkeypatch.setattr("netlemma.graphs.loads.channel_loads.worth_plain_python", lambda *_: False)
    if not by_words:
        monkeypatch.setattr("netlemma.graphs.loads.shortest_loads.count_by_words", lambda _: None)
    for sent in some, traffic(net, "hotspot nodes=1 share=1/3"), traffic(net, "uniform", "all"):
        by_channel = [Fraction(0)] * (int(channels_of(net).max()) + 1)
        for channel, load in zip(channels_of(net).tolist(), loads_one_by_one(routing, sent), strict=True):
            by_channel[channel] += load
        assert traffic_loads(routing, sent) == by_channel


def test_messages_without_a_path_are_refused(monkeypatch):
    """Others may stand on a network that is not connected."""
    monkeypatch.setattr("netlemma.graphs.loads.channel_loads.worth_plain_python", lambda *_: False)
    net = from_devices([(0,), (1,), (2,)], [("way", "one-way link", [(0,), (1,)]), ("link", "link", [(1,), (2,)])])
    routing = channel_routing(net, "shortest")
    assert list(traffic_loads(routing, from_rates(net, {(0, 2): 1}, "along"))) == [1, 1, 0]
    with pytest.raises(NetworkError, match=r"no route leads from \(2\) to \(0\)"):
        traffic_loads(routing, from_rates(net, {(0, 2): 1, (2, 0): 1}, "back"))


@settings(max_examples=20)
@given(routings(("deterministic", "oblivious"), most_nodes=4))
def test_worst_case_of_any_routing(routing):
    net = routing.network
    found = worst_case(routing)
    load = {(s, t): crossed_by(routing, s, t) for s, t in product(net.ends, repeat=2) if s != t}
    most = max(
        sum((load[s, t][hop] for s, t in enumerate(p) if s != t), Fraction(0))
        for p in permutations(range(net.node_count))
        for hop in range(net.hop_count)
    )
    assert found.gamma == most
    assert max(traffic_loads(routing, found.traffic)) == most


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [case for case in CASES if case[2] != "west-first"])
@pytest.mark.in_turn
def test_worst_case_is_proved(case):
    """The potentials of every class bound shares counted route by route, and the permutation reaches the bound."""
    family, sizes, words, _ = case
    routing = named(network(family, **sizes), words)
    found, net = worst_case(routing), routing.network
    assert max(traffic_loads(routing, permutation(net, found.destinations))) == found.gamma
    proofs = found.certificate["potentials"]
    sums = [sum(Fraction(v) for side in ("sending", "getting") for v in each[side].values()) for each in proofs]
    assert max(sums) == found.gamma and [each["channel"] for each in proofs] == list(found.classes.first)
    crossed = {(s, t): crossed_by(routing, s, t) for s, t in product(net.ends, repeat=2) if s != t}
    for each in proofs:
        [counted] = shares(routing, [each["channel"]])
        for (s, t), by_hop in crossed.items():
            assert share(counted, s, t) == by_hop[each["channel"]]
            bound = Fraction(each["sending"].get(str(s), 0)) + Fraction(each["getting"].get(str(t), 0))
            assert bound >= by_hop[each["channel"]]


def test_a_matching_that_is_not_greatest_has_no_potentials():
    from numpy import array

    matrix = array([[3, 2], [2, 0]])
    assert matching(matrix).tolist() == [1, 0]
    with pytest.raises(AssertionError):
        potentials(matrix, array([0, 1]))


@pytest.mark.in_turn
def test_textbook_values():
    """Worst cases of an 8 x 8 mesh (Dally and Towles): 7 of dimension order, 4, half of the capacity 2, of Valiant and, as
    Seo and others prove for even k, of O1TURN.
    """
    net = network("mesh", k=8, n=2)
    assert worst_case(channel_routing(net, "dimension-order")).gamma == 7
    assert worst_case(channel_routing(net, "valiant")).gamma == 4
    assert worst_case(channel_routing(net, "o1turn")).gamma == 4
    assert measure_traffic(channel_routing(net, "dimension-order"), traffic(net, pairs="all")).largest == 2


def test_a_bus_is_one_channel():
    net = from_devices([(0,), (1,), (2,)], [("bus", "bus", [(0,), (1,), (2,)]), ("link", "link", [(0,), (1,)])])
    found = measure_traffic(channel_routing(net, "shortest"), traffic(net))
    assert len(found.loads) == 3 and channels_of(net).max() == 2
    assert sum(c.visit_ratio * c.devices for c in found.classes) == found.mean_hops == 1


def test_uniform_loads_are_visit_ratios():
    from netlemma.graphs import measure

    net = network("r-ary-m-cube", R=2, M=3)
    routing = channel_routing(net, "up-down")
    assert measure_traffic(routing, traffic(net)).classes == measure(net, routing).classes


def test_directed_channels_are_counted_with_split_ties_unless_the_words_say_otherwise():
    import netlemma as nl

    def largest(words, **asked):
        return nl.measure("ring", words, K=4, **asked).largest

    assert largest("dimension-order", traffic="antipodal") == largest("dimension-order ties=split", channels=True,
        traffic="antipodal") == 1  # fmt: skip
    assert largest("dimension-order ties=plus", traffic="antipodal") == 2
    assert largest("dimension-order ties=minus", traffic="antipodal") == 2
    assert nl.worst_case("ring", "dimension-order", K=4).gamma == 1
    assert nl.worst_case("ring", "dimension-order ties=plus", K=4).gamma == 2
    assert nl.routing("ring", "dimension-order", K=4).kind == "deterministic"


def digraph(nodes, seed):
    """A strongly connected graph of directed edges, some of them parallel."""
    draw, graph = random.Random(seed), nx.MultiDiGraph()
    for node in range(nodes):
        graph.add_edge(node, (node + 1) % nodes)
        for other in draw.choices(range(nodes), k=draw.randrange(5)):
            if other != node:
                graph.add_edge(node, other)
    return graph


HOP_CASES = [
    *(digraph(nodes, seed) for seed, nodes in enumerate((2, 9, 14, 23))),
    ("king", {"n": 4}), "line(3) x ring(4) x bus(3)", ("k-ary-n-tree", {"k": 2, "n": 3}), ("bcube", {"n": 3, "k": 1}),
]  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", range(len(HOP_CASES)))
@pytest.mark.parametrize("words", ["uniform", "permutation seed=3", "hotspot nodes={} share=1/3"])
@pytest.mark.in_turn
def test_equal_hops_are_counted_as_place_by_place(case, words, monkeypatch):
    subject = HOP_CASES[case]
    net = network(subject[0], **subject[1]) if isinstance(subject, tuple) else network(subject)
    sent = traffic(net, words.format(net.ends[1]))
    rules = [
        channel_routing(net, name, vcs) for name in ("ecmp", "shortest-first", "shortest-adaptive") for vcs in (1, 2)
    ]
    if len(net.ends) == net.node_count and net.forwarding.all():
        rules.append(channel_routing(net, "valiant-2phase"))
    for rule in rules:
        with monkeypatch.context() as patch:
            patch.setattr(channel_loads, "_by_hops", lambda *_: None)
            expected = list(traffic_loads(rule, sent))
        with monkeypatch.context() as patch:
            patch.setattr(channel_loads, "worth_plain_python", lambda *_: False)
            patch.setattr(channel_loads, "crossings", None)
            patch.setattr(channel_loads, "phase_crossings", None)
            patch.setattr(shortest_loads, "SOME", 1)
            assert list(traffic_loads(rule, sent)) == expected


def test_a_channel_of_a_one_way_network_is_a_one_way_link():
    for name, link in (("oneway-ring(4)", "a one-way link"), ("ring(4)", "one direction of a link")):
        net = network(name)
        found = measure_traffic(channel_routing(net, "dimension-order"), traffic(net))
        assert f"of a channel, {link} or a bus, per" in found.counting


def test_the_hottest_channels_are_named_with_decimals(tmp_path):
    found = nl.measure("mesh", "xy", traffic="transpose", k=4, n=2, top=3, per_channel=tmp_path / "loads.csv")
    assert [(load, port) for _, port, load in found.hottest(3)] == [(3, None)] * 3
    assert found.hottest(1000)[-1][2] == 0 and len(found.hottest(1000)) == len(found.loads)
    rows = list(csv.DictReader((tmp_path / "loads.csv").open()))
    loads = [Fraction(row["load"]) for row in rows]
    assert loads == sorted(found.loads, reverse=True) and list(rows[0]) == ["channel", "class", "load", "decimal"]
    assert all(abs(float(row["decimal"]) - Fraction(row["load"])) < 1e-5 for row in rows)
    by_name = dict(zip(channel_names(found.network), found.loads, strict=True))
    assert all(by_name[row["channel"]] == Fraction(row["load"]) for row in rows)
    assert [each["channel"] for each in found.as_json()["hottest"]] == [name for name, _, _ in found.hottest(3)]
    assert "share of the largest" in str(found)
    assert "hottest" not in nl.measure("mesh", traffic="transpose", k=4, n=2).as_json()
    with pytest.raises(nl.InputError, match="top=0"):
        nl.measure("mesh", k=4, n=2, top=0)


def test_hottest_channels_of_files_have_ports(tmp_path):
    (tmp_path / "a.anynet").write_text("router 0 node 0 router 1\nrouter 1 node 1 node 2\n")
    found = nl.measure(str(tmp_path / "a.anynet"), top=2)
    starts = [(name.split("->")[0], port) for name, port, _ in found.hottest(9)]
    assert len(set(starts)) == len(found.loads) == 8  # every channel starts at a port of its own
