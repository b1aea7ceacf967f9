"""Latencies of paths against NetworkX."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.api import measurements
from netlemma.errors import InputError, RoutingError, SimulationError


@pytest.mark.parametrize(
    ("name", "sizes", "latency"),
    [
        ("dragonfly", {"p": 1, "a": 2, "h": 1}, {"local": 1, "global": Fraction(15, 2), "terminal": Fraction(1, 3)}),
        ("mesh", {"k": 3, "n": 2}, {"dimension-0": 5, "dimension-1": Fraction(1, 7)}),
        ("cube-connected-cycles", {"D": 3}, {"cube": 4, "ring": 1}),
    ],
    ids=lambda each: str(each),
)
def test_latencies_are_those_of_all_shortest_paths(name, sizes, latency):
    net = nl.network(name, **sizes)
    graph, ends = net.graph, [net.labels(end) for end in net.ends]
    for edge in graph.edges:
        graph.edges[edge]["time"] = Fraction(latency[graph.edges[edge]["device_class"]])
    mean, largest, least = Fraction(0), Fraction(0), []
    for source, goal in permutations(ends, 2):
        ways = [
            sum(graph.edges[hop]["time"] for hop in pairwise(way)) for way in nx.all_shortest_paths(graph, source, goal)
        ]
        mean, largest = mean + Fraction(sum(ways), len(ways)), max(largest, *ways)
        least.append(nx.shortest_path_length(graph, source, goal, weight="time"))
    found = nl.measure(net, latency=latency).latencies
    assert (found.mean, found.largest) == (mean / net.pair_count, largest)
    assert (found.least_mean, found.least_largest) == (Fraction(sum(least), net.pair_count), max(least))
    words = " ".join(f"{group}={value}" for group, value in latency.items())
    assert nl.measure(net, latency=words).as_json()["latency"]["least_latency"]["max"] == str(max(least))


def test_ways_around_a_slow_link_are_faster():
    found = nl.measure("ring", K=5, latency="link=1").latencies
    assert (found.mean, found.largest) == (found.least_mean, found.least_largest) == (Fraction(3, 2), 2)
    assert found.mean == nl.measure("ring", K=5).mean_distance
    assert "latency" not in nl.measure("ring", K=5).as_json()
    loaded = nl.measure("ring", K=5, latency="link=2", traffic="tornado")
    assert loaded.mean_latency == 2 * loaded.mean_hops == 4


@pytest.mark.parametrize(
    ("latency", "more", "said"),
    [
        ("link=0", {}, "`latency` of 'link' is '0': a positive number is expected"),
        ("lnk=1", {}, "`latency`: ring K=5 has no class 'lnk'; did you mean link?"),
        ("link", {}, "numbers of classes are written class=number"),
        ("link=2", {"traffic": "tornado", "flits": 2}, "leave out what is asked of channels"),
        ("link=2", {"hop_delay": 2}, "give `flits`"),
        ("link=2", {"flits": 0}, "a whole number of flits is expected"),
    ],
)
def test_what_is_no_latency_is_refused(latency, more, said):
    with pytest.raises(InputError) as error:
        nl.measure("ring", K=5, latency=latency, **more)
    assert said in str(error.value)


def plain_least(graph, source, goal):
    """All paths of least latency between two nodes, by looking at every simple path."""
    ways = [list(way) for way in nx.all_simple_paths(graph, source, goal)]
    times = [sum(Fraction(str(graph.edges[hop]["latency"])) for hop in pairwise(way)) for way in ways]
    return [way for way, time in zip(ways, times, strict=True) if time == min(times)], min(times)


@settings(max_examples=12)
@given(st.data())
def test_least_latency_takes_every_fastest_path_equally(data):
    graph = nx.gnm_random_graph(6, 9, seed=data.draw(st.integers(0, 99)))
    if not nx.is_connected(graph):
        graph = nx.wheel_graph(6)
    for edge in graph.edges:
        graph.edges[edge]["latency"] = data.draw(st.sampled_from(["1/2", "1", "3/2", "2"]))
        graph.edges[edge]["capacity"] = data.draw(st.sampled_from(["1", "1/2", "3"]))
    loads, times, last, delayed = Counter(), [], [], []
    for source, goal in permutations(graph, 2):
        ways, time = plain_least(graph, source, goal)
        times.append(time)
        slow = [max(1 / Fraction(graph.edges[hop]["capacity"]) for hop in pairwise(way)) for way in ways]
        last.append((time + 4 * Fraction(sum(slow), len(slow)), time + 4 * max(slow)))
        alone = [time + Fraction(len(way) - 1, 2) + 4 * pace for way, pace in zip(ways, slow, strict=True)]
        delayed.append((sum(alone) / len(alone), max(alone)))
        for way in ways:
            for hop in pairwise(way):
                loads[hop] += Fraction(1, 5 * len(ways))
    loaded = nl.measure(graph, "least-latency", traffic="uniform")
    assert {loaded.channel_name(i): load for i, load in enumerate(loaded.loads) if load} == {
        f"{u}->{v}": load for (u, v), load in loads.items()
    }
    assert loaded.mean_latency == sum(times) / 30
    found = nl.measure(graph, "least-latency", flits=5).latencies
    assert (found.routing_mean, found.routing_largest) == (sum(times) / 30, max(times))
    assert (found.least_mean, found.least_largest) == (sum(times) / 30, max(times))
    assert found.message.mean == sum(mean for mean, _ in last) / 30
    assert found.message.largest == max(most for _, most in last)
    later = nl.measure(graph, "least-latency", flits=5, hop_delay="1/2").latencies.message
    assert (later.mean, later.largest) == (sum(mean for mean, _ in delayed) / 30, max(most for _, most in delayed))
    verdict = nl.deadlock(graph, "least-latency")
    assert nl.certify(verdict.certificate, network=graph).accepted
    wait = nx.DiGraph()
    for source, goal in permutations(graph, 2):
        for way in plain_least(graph, source, goal)[0]:
            wait.add_edges_from(pairwise(pairwise(way)))
    assert verdict.verdict == ("deadlock-free" if nx.is_directed_acyclic_graph(wait) else "deadlock")


LATENCIES = "from,to,latency\na,b,1\nb,c,5/2\nc,d,1\nd,a,10\n"


@pytest.mark.parametrize("form", ["graphml", "dot", "csv", "json"])
def test_latencies_survive_formats(form, tmp_path):
    (tmp_path / "ring.csv").write_text(LATENCIES)
    net = nl.network(str(tmp_path / "ring.csv"), capacity=None)
    nl.convert(net, output=tmp_path / f"out.{form}")
    for back in (nl.network(str(tmp_path / f"out.{form}")), nl.network(net.graph)):
        assert back.measure().as_json()["latency"] == net.measure().as_json()["latency"]
        assert back.measure().latencies.largest == 11
    assert list(nl.network(str(tmp_path / "ring.csv"), without="a-b").latency) == [
        10,
        Fraction(5, 2),
        Fraction(5, 2),
        1,
        1,
        10,
    ]


def test_a_named_attribute_holds_latencies(tmp_path):
    graph = nx.cycle_graph(5)
    nx.set_edge_attributes(graph, {(0, 1): 9}, "ms")
    nx.set_edge_attributes(graph, {edge: 1 for edge in graph.edges if edge != (0, 1)}, "ms")
    verdict = nl.deadlock(graph, "least-latency", latency="ms")
    assert verdict.verdict == "deadlock-free" and verdict.certificate["network"]["latency_column"] == "ms"
    assert nl.certify(verdict.certificate, network=graph).accepted
    assert nl.deadlock("ring", "least-latency", K=5, latency="link=2").verdict == "deadlock"
    safe = nl.deadlock("ring", "ascending of=least-latency vcs=2", K=5, latency="link=2")
    assert safe.verdict == "deadlock-free" and nl.certify(safe.certificate).accepted
    with pytest.raises(InputError, match="no link of graph has a column or attribute of this name"):
        nl.network(graph, latency="weight")
    with pytest.raises(RoutingError, match="the links of ring K=5 have no latencies"):
        nl.deadlock("ring", "least-latency", K=5)


def test_anynet_has_latencies_in_each_direction(tmp_path):
    text = "router 0 node 0 2 router 1 5\nrouter 1 node 1 router 0 3\nrouter 2 node 2 router 1\nrouter 0 router 2 1\n"
    (tmp_path / "net.anynet").write_text(text)
    net = nl.network(str(tmp_path / "net.anynet"))
    time = {
        (net.own_node(int(u)), net.own_node(int(v))): t
        for u, v, t in zip(net.origin, net.target, net.latency, strict=True)
    }
    assert time["router 0", "router 1"] == 5 and time["router 1", "router 0"] == 3
    assert time["node 0", "router 0"] == time["router 0", "node 0"] == 2 and time["node 1", "router 1"] == 1
    assert net.measure("least-latency").latencies.routing_largest == 5  # also from 1 to 0, over 2
    assert nl.convert(net, output=tmp_path / "again.anynet").left_out == ("names of nodes", "classes of links")
    assert list(nl.network(str(tmp_path / "again.anynet")).latency) == list(net.latency)
    assert "latencies of links, which differ by direction" in nl.convert(net, output=tmp_path / "net.csv").left_out


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize(("capacity", "latency"), [("1", "3"), ("1/2", "3"), ("2", "5/2")])
def test_a_simulated_message_alone_takes_its_zero_load_latency(engine, capacity, latency):
    graph = nx.path_graph(["a", "b", "c", "d"])
    nx.set_edge_attributes(graph, 1, "capacity")
    nx.set_edge_attributes(graph, 1, "latency")
    graph.edges["b", "c"].update(capacity=capacity, latency=latency)
    net = nl.network(graph, hosts="a,d")
    alone = nl.measure(net, flits=7).latencies.message
    assert alone.mean == 2 + Fraction(latency) + 6 * max(1, 1 / Fraction(capacity)) == alone.largest
    cycle = max(1, Fraction(capacity))
    run = nl.simulate(net, "shortest-first", flits=7, load=0.0002, cycles=20000, engine=engine)[0]
    assert run.messages > 3 and run.latency == cycle * alone.mean + 2  # and a cycle each to enter and to leave


def test_latencies_that_are_not_simulated():
    with pytest.raises(SimulationError, match="a whole number of cycles"):
        nl.simulate("ring", "shortest", K=4, flits=2, load=0.01, latency="link=3/2")
    with pytest.raises(SimulationError, match="two phases"):
        nl.simulate("mesh", "valiant", k=3, flits=2, load=0.01, latency="dimension-0=2")
    with pytest.raises(InputError, match="leave out the latencies"):
        nl.model("routed", nl.network("mesh", k=3, n=2, latency="dimension-0=2"), flits=2, load=0.01)


def test_latencies_of_a_file_that_take_long_are_left_out_unless_they_are_asked_for(monkeypatch):
    monkeypatch.setattr(measurements, "UNASKED", 1)
    graph = nx.circulant_graph(300, [1, 7])
    nx.set_edge_attributes(graph, 2, "latency")
    found = nl.measure(graph)
    assert found.as_json()["latency"] is None and "`flits=1` asks for them" in str(found)
    asked = nl.measure(graph, flits=1).latencies
    assert asked.routing_mean == 2 * found.mean_distance and asked.routing_largest == 2 * found.diameter
