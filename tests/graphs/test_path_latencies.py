"""Latencies of paths against NetworkX."""

from fractions import Fraction
from itertools import pairwise, permutations

import networkx as nx
import pytest

import netlemma as nl
from netlemma.errors import InputError


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


@pytest.mark.parametrize(
    ("latency", "more", "said"),
    [
        ("link=0", {}, "`latency` of 'link' is '0': a positive number is expected"),
        ("lnk=1", {}, "`latency`: ring K=5 has no class 'lnk'; did you mean link?"),
        ("link", {}, "numbers of classes are written class=number"),
        ("link=2", {"traffic": "tornado"}, "leave out what is asked of channels"),
    ],
)
def test_what_is_no_latency_is_refused(latency, more, said):
    with pytest.raises(InputError) as error:
        nl.measure("ring", K=5, latency=latency, **more)
    assert said in str(error.value)
