"""Lower bounds of the largest load of any routing, against loads of the best routings and counts pair by pair."""

from fractions import Fraction

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.loads.bisection import bisection
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.building import from_rates
from netlemma.graphs.traffic.load_bounds import as_json, crossing_messages, traffic_bounds, worst_case_bounds
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.routing import optimal_routing
from netlemma.graphs.traffic.worst.worst_case import worst_case

NETWORKS = [("mesh", {"k": 3, "n": 2}), ("toroid", {"w": 4, "D": 2}), ("ring", {"K": 5}), ("line(2) x ring(3)", {}),
            ("spanning-bus-hypercube", {"w": 3, "D": 2}), ("oneway-torus", {"k": 3, "n": 2})]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("family, size", NETWORKS)
def test_no_routing_is_below_the_bounds(family, size):
    net = network(family, **size)
    found, ends, width = (
        {each.name: each.value for each in worst_case_bounds(net)},
        net.node_count,
        bisection(net).channels,
    )
    assert found["bisection"] == Fraction(ends, 2 * width) and found["exchange"] == Fraction(2 * (ends // 2), width)
    by = channel_routing(net, "shortest")
    assert found["mean_hops"] == measure_traffic(by, traffic(net, "uniform")).mean_hops * ends / len(
        measure_traffic(by, traffic(net, "uniform")).loads
    )
    best = optimal_routing(net)
    assert max(found.values()) <= best.lower <= worst_case(by).gamma
    assert best.as_json()["bounds"] == worst_case(by).as_json()["bounds"] or best.gamma != worst_case(by).gamma


@pytest.mark.parametrize("pattern", ["tornado", "transpose", "neighbor", "uniform", "hotspot nodes=0 share=1/2"])
def test_no_routing_of_a_traffic_is_below_its_bounds(pattern):
    net = network("mesh", k=3, n=2)
    sent = traffic(net, pattern)
    bounds = traffic_bounds(sent)
    best = optimal_routing(net, sent)
    assert all(0 < each.value <= best.lower for each in bounds)
    measured = measure_traffic(channel_routing(net, "dimension-order"), sent)
    said = measured.as_json()["bounds"]
    assert said == as_json(bounds, measured.largest)
    assert Fraction(said["bisection"]["ratio"]) * Fraction(said["bisection"]["bound"]) == measured.largest


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_messages_between_halves_are_those_of_all_pairs(data):
    net = network("mesh", k=2, n=2)
    pairs = [(s, t) for s in range(4) for t in range(4)]
    rates = {pair: Fraction(data.draw(st.integers(pair == (0, 1), 3)), 12) for pair in pairs}
    half = data.draw(st.sets(st.integers(0, 3)))
    for sent in (from_rates(net, rates, "t"),
                 traffic(net, "mix 1/2*uniform+1/2*transpose"), traffic(net, "uniform", "all")):  # fmt: skip
        crossing = sum(sent.between(s, t) for s, t in pairs if (s in half) != (t in half))
        assert crossing_messages(sent, sorted(half)) == crossing


def test_networks_that_are_too_large_to_halve_have_no_bounds():
    for net in (network("ring", K=4098), network(networkx.cycle_graph(1026))):
        assert worst_case_bounds(net) == traffic_bounds(traffic(net, "uniform")) == []
